//! Real scripts of four AngelScript versions, against the output of an independent reader.

use std::process::ExitCode;

use fuzzkit::asc::Asc;
use serde_json::Value;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::{differences, laws};
use urho_asc::{Module, Script, Version};

/// Fields of the truth files about the run of the reader.
const UNSPOKEN: &[&str] = &["end", "size"];

fn main() -> ExitCode {
    let folder = |folder, count| Selection::new(folder, &["asc"], count);
    run(&[
        ("equals the truth", folder("urho/asc/as-2.31.2", 5), equals_the_truth),
        ("equals the truth", folder("urho/asc/as-2.35.1", 6), equals_the_truth),
        ("equals the truth", folder("urho/asc/as-2.36.1", 12), equals_the_truth),
        ("equals the truth", folder("urho/asc/as-2.38.0", 6), equals_the_truth),
        ("real scripts have nothing wrong", folder("urho/asc", 29), has_nothing_wrong),
        ("strips as the compiler does", folder("urho/asc/as-2.36.1", 12), strips),
        ("is numbered", folder("urho/asc", 29), is_numbered),
        ("listings", folder("urho/asc", 29), lists),
    ])
}

/// Version in the folder name.
fn layout_of(file: &CorpusFile) -> Version {
    let version = |version: &Version| file.name().contains(&format!("/as-{}/", version.number()));
    Version::ALL.into_iter().find(version).expect("a folder of a known version")
}

/// Compares every item of the truth file; the version is detected; the script must round-trip.
fn equals_the_truth(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let script = Script::parse(&bytes).map_err(|error| error.to_string())?;
    let module = script.module().ok_or("opaque")?;
    if module.version != layout_of(file) {
        return Err(format!("taken for {}", module.version));
    }
    let summary = serde_json::to_value(script.summary(true)).map_err(|error| error.to_string())?;
    let truth = as_utf8(file.truth().ok_or("no truth file")?);
    let differences = differences(&summary, &truth, UNSPOKEN);
    if !differences.is_empty() {
        return Err(differences.join("\n"));
    }
    laws::all::<Asc<0>>(&bytes);
    Ok(())
}

/// In the truth file every byte of a text is a character; in the summary texts are UTF-8.
fn as_utf8(value: Value) -> Value {
    match value {
        Value::String(text) => {
            let bytes: Option<Vec<u8>> = text.chars().map(|letter| u8::try_from(letter).ok()).collect();
            Value::String(bytes.and_then(|bytes| String::from_utf8(bytes).ok()).unwrap_or(text))
        }
        Value::Array(items) => items.into_iter().map(as_utf8).collect(),
        Value::Object(fields) => fields.into_iter().map(|(key, value)| (key, as_utf8(value))).collect(),
        other => other,
    }
}

fn parse(bytes: &[u8]) -> Result<Module<'_>, String> {
    Module::parse(bytes).map_err(|error| error.to_string())
}

/// The engine accepts them, so there must be no findings; every reference exists, and every jump stays inside.
fn has_nothing_wrong(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let findings: Vec<String> = parse(&bytes)?.validate().iter().map(ToString::to_string).collect();
    if findings.is_empty() { Ok(()) } else { Err(findings.join("\n")) }
}

/// A script with debug information, stripped, equals the script that the compiler strips.
fn strips(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let mut module = parse(&bytes)?;
    module.strip().map_err(|error| error.to_string())?;
    let path = file.path().display().to_string().replace(".nostrip", "");
    let stripped = std::fs::read(path).map_err(|error| error.to_string())?;
    testkit::assert_bytes(&module.to_bytes().map_err(|error| error.to_string())?, &stripped);
    Ok(())
}

/// Parsed modules are already in order.
fn is_numbered(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let module = parse(&bytes)?;
    let mut numbered = module.clone();
    numbered.renumber().map_err(|error| error.to_string())?;
    if numbered == module { Ok(()) } else { Err("numbered differently".into()) }
}

/// One function, compared with its source by hand:
///
/// ```text
/// int fold(const Array<int>&in values, Fold@ f, int start = 0)
/// { int r = start; for (uint i = 0; i < values.length; ++i) r = f(r, values[i]); return r; }
/// ```
const FOLD: &str = "\
int fold(const Array<int>&in values, Fold@ f, int start = 0)
    ; Data/Scripts/delegates.as, line 6
    ; v0: const Array<int>& values
    ; v-1: Fold@ f
    ; v-2: int start
    ; v1: int r
    ; v2: uint i
    ; v3: int
    ; v4: int
    ; line 6
     0  CpyVtoV4     v1, v-2           ; r, start
     1  SetV4        v2, 0             ; i
     2  JMP          L14
L3:
     3  SUSPEND
     4  PshV4        v2                ; i
     5  PshVPtr      v0                ; values
     6  Thiscall1    2                 ; const int& Array<int>::opIndex(uint) const
     7  RDR4         v3
     8  PshV4        v3
     9  PshV4        v1                ; r
    10  CallPtr      v-1               ; f
    11  CpyRtoV4     v4
    12  CpyVtoV4     v1, v4            ; r
    13  IncVi        v2                ; i
L14:
    14  PshVPtr      v0                ; values
    15  CALLSYS      3                 ; uint Array<int>::get_length() const
    16  CpyRtoV4     v3
    17  CMPu         v2, v3            ; i
    18  JS           L3
    19  CpyVtoR4     v1                ; r
    20  FREE         v-1, 1            ; f, $func
    21  RET          0
";

/// Every instruction has its line, and listings show the names of references.
fn lists(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let module = parse(&bytes)?;
    let declarations = module.declarations().to_string();
    if declarations.contains("ttInt") {
        return Err(declarations);
    }
    let listing = module.full_disassembly().to_string();
    let code = module.functions.iter().filter_map(urho_asc::Function::code);
    let instructions: usize = code.map(|code| code.instructions().count()).sum();
    let numbered = listing.lines().filter(|line| line.trim_start().starts_with(|first: char| first.is_ascii_digit()));
    if numbered.count() != instructions || listing.contains("; no ") {
        return Err(listing);
    }
    if !file.name().ends_with("/delegates.nostrip.asc") {
        return Ok(());
    }
    let ids: Vec<_> = module.find_functions("fold").collect();
    let [fold] = ids[..] else { return Err(format!("{} functions", ids.len())) };
    let listing = module.disassembly(fold).to_string();
    if listing == FOLD { Ok(()) } else { Err(listing) }
}
