//! Real documents, with the values that the engine read and the files that it wrote.

mod numbers;
mod strings;

use std::path::Path;
use std::process::ExitCode;

use serde_json::Value as Json;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::{assert_bytes, differences};
use udm::{Document, Lazy, ReadOptions, Style};

/// The engine's output for its own files: with header, arrays packed.
const REFERENCE: Style = Style::Reference { header: true, expand_lz4: false };

fn main() -> ExitCode {
    let real: &[&str] = &["pmdl_b", "pmap_b", "pnav_b"];
    let text: &[&str] = &["pmap", "pmat", "pmdl", "pptsys", "udms"];
    run(&[
        ("binary equals the engine", Selection::new("udm/pragma", real, 34), binary),
        ("text equals the engine", Selection::new("udm/pragma", text, 53), text_file),
        ("text equals the engine", Selection::new("udm/pragma", &["udm"], 150), text_file),
        ("as the engine writes", Selection::new("udm/pragma", real, 34), as_the_engine_writes),
        ("as the engine writes", Selection::new("udm/pragma", text, 53), as_the_engine_writes),
        ("as the engine writes", Selection::new("udm/pragma", &["udm"], 150), as_the_engine_writes),
        ("synthetic", Selection::new("udm/synth/per", &["udm"], 593), synthetic),
        ("synthetic, all in one", Selection::new("udm/synth", &["tobin"], 2), all_in_one),
        ("grammar", Selection::new("udm/grammar/cases", &["udm"], 334), grammar),
        ("hostile", Selection::new("udm/hostile", &["bin"], 80), hostile),
        ("strings", Selection::new("udm/strings", &["tsv"], 1), strings::strings),
        ("numbers", Selection::new("udm/numbers", &["tsv", "bin"], 6), numbers::numbers),
    ])
}

fn parse(bytes: &[u8]) -> Result<Document<'_>, String> {
    Document::parse(bytes).map_err(|error| error.to_string())
}

fn to_bytes(document: &Document<'_>) -> Result<Vec<u8>, String> {
    document.to_bytes().map_err(|error| error.to_string())
}

fn to_binary(document: &Document<'_>) -> Result<Vec<u8>, String> {
    document.to_binary().map_err(|error| error.to_string())
}

fn to_text(document: &Document<'_>, style: Style) -> Result<Vec<u8>, String> {
    document.to_text(style).map_err(|error| error.to_string())
}

fn read(path: impl AsRef<Path>) -> Vec<u8> {
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.as_ref().display()))
}

/// Returns the file with this suffix after its name.
fn beside(file: &CorpusFile, suffix: &str) -> Vec<u8> {
    read(format!("{}{suffix}", file.path().display()))
}

/// Every value is as the engine read it; the file round-trips, by way of text too.
fn binary(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let document = parse(&bytes)?;
    equals_truth(&document, file)?;
    assert_bytes(&to_bytes(&document.clone().into_owned())?, &bytes);
    let lazy = Lazy::open(&bytes).map_err(|error| error.to_string())?;
    for (path, value) in document.walk().step_by(7) {
        let found = lazy.get(&path).map_err(|error| error.to_string())?;
        if found.as_ref() != Some(value) {
            return Err(format!("{path}: read alone it is {found:?}"));
        }
    }
    for style in [Style::Pretty, Style::Compact] {
        let text = to_text(&document, style)?;
        assert_bytes(&to_binary(&parse(&text)?)?, &bytes);
    }
    Ok(())
}

/// Every value is as the engine read it; the file round-trips, and keeps its values in every other encoding.
fn text_file(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let document = parse(&bytes)?;
    assert_bytes(&to_bytes(&document.clone().into_owned())?, &bytes);
    if is_reference_text(file) {
        return Ok(());
    }
    equals_truth(&document, file)?;
    edits_stay_where_they_are(&document, &bytes)?;
    tidies(&document, &bytes)?;
    comes_back(&document)
}

/// Changing one value changes the text in that place alone: the text before and after is the same.
fn edits_stay_where_they_are(document: &Document<'_>, bytes: &[u8]) -> Result<(), String> {
    let syntax = udm::Syntax::parse(bytes).map_err(|error| error.to_string())?;
    let steps = document.walk().count() / 40 + 1;
    for (path, value) in document.walk().step_by(steps) {
        let new = match value {
            udm::Value::String(text) => udm::Value::String(format!("{}\\x\"", text.to_text()).into()),
            udm::Value::F32(number) => udm::Value::F32(number + 1.0),
            udm::Value::U32(number) => udm::Value::U32(number ^ 1),
            udm::Value::Element(_) | udm::Value::Array(_) => continue,
            _ => udm::Value::String("new".into()),
        };
        let mut edited = document.clone();
        edited.set(&path, new.clone()).map_err(|error| error.to_string())?;
        let written = to_bytes(&edited)?;
        if parse(&written)?.root != edited.root {
            return Err(format!("{path}: reads back differently"));
        }
        let place = syntax.find(&path).ok_or_else(|| format!("{path}: not in the syntax tree"))?.range();
        let behind = bytes.len() - place.end;
        if written.get(..place.start) != bytes.get(..place.start)
            || written.len() < behind
            || written[written.len() - behind..] != bytes[place.end..]
        {
            return Err(format!("{path}: something else has changed"));
        }
    }
    Ok(())
}

/// Laid out anew the values are the same, with all comments, and laying it out again changes nothing.
fn tidies(document: &Document<'_>, bytes: &[u8]) -> Result<(), String> {
    let tidy = |text: &[u8]| udm::Syntax::parse(text).map(|syntax| syntax.to_tidy()).map_err(|error| error.to_string());
    let tidied = tidy(bytes)?;
    if parse(&tidied)?.root != document.root {
        return Err("tidied it has other values".into());
    }
    assert_bytes(&tidy(&tidied)?, &tidied);
    let pretty = to_text(document, Style::Pretty)?;
    assert_bytes(&tidy(&pretty)?, &pretty);
    Ok(())
}

/// The engine's output is in the same folder and has the same extension.
fn is_reference_text(file: &CorpusFile) -> bool {
    file.name().ends_with(".reference.udm")
}

/// A document by way of every lossless form.
fn comes_back(document: &Document<'_>) -> Result<(), String> {
    if parse(&to_binary(document)?)? != *document {
        return Err("reads back differently from binary".into());
    }
    for style in [Style::Pretty, Style::Compact] {
        let text = to_text(document, style)?;
        let read = parse(&text)?;
        if read != *document {
            return Err(format!("reads back differently from {style:?}"));
        }
        assert_bytes(&to_text(&read, style)?, &text);
    }
    Ok(())
}

fn summary(document: &Document<'_>) -> Result<Json, String> {
    serde_json::to_value(document.summary(true)).map_err(|error| error.to_string())
}

fn equals_truth(document: &Document<'_>, file: &CorpusFile) -> Result<(), String> {
    let truth = texts(file.truth().ok_or("no truth file")?);
    let found = differences(&summary(document)?, &truth, &["file"]);
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

/// The expected data has a character for each byte of a text; as UTF-8 it is the intended text.
fn texts(truth: Json) -> Json {
    let text = |text: String| {
        let bytes: Vec<u8> = text.chars().map(|byte| u8::try_from(byte).expect("a byte")).collect();
        udm::Name::from(bytes).to_text().into_owned()
    };
    match truth {
        Json::String(value) => Json::String(text(value)),
        Json::Array(values) => values.into_iter().map(texts).collect(),
        Json::Object(map) => Json::Object(map.into_iter().map(|(key, value)| (text(key), texts(value))).collect()),
        other => other,
    }
}

fn as_the_engine_writes(file: &CorpusFile) -> Result<(), String> {
    if is_reference_text(file) {
        return Ok(());
    }
    let bytes = file.bytes();
    let document = parse(&bytes)?;
    if file.name() == NO_REFERENCE {
        return to_text(&document, REFERENCE).map(|_| ());
    }
    let expected = beside(file, ".reference.udm");
    if file.name() == PACKED_HERE {
        // The engine's packer finds other matches; the packed content is the same.
        assert_bytes(&to_text(&parse(&expected)?, REFERENCE)?, &expected);
        return same_content(&parse(&to_text(&document, REFERENCE)?)?, &parse(&expected)?);
    }
    assert_bytes(&to_text(&document, REFERENCE)?, &expected);
    Ok(())
}

/// Too large for its text to be in the corpus.
const NO_REFERENCE: &str = "udm/pragma/models/player/soldier.pmdl_b";

/// The one text file with `arrayLz4` written as items, which have to be packed when they are read.
const PACKED_HERE: &str = "udm/pragma/addons/test_maps/models/test/test_parallax.pmdl";

fn synthetic(file: &CorpusFile) -> Result<(), String> {
    let Some(stem) = file.path().to_str().and_then(|path| path.strip_suffix(".src.udm")) else { return Ok(()) };
    let source = file.bytes();
    let document = parse(&source)?;
    comes_back(&document)?;
    let binary = read(format!("{stem}.udm_b"));
    same_content(&document, &parse(&binary)?)?;
    assert_bytes(&to_bytes(&parse(&binary)?)?, &binary);
    for (encoding, expand_lz4) in [("h", false), ("hd", true)] {
        let expected = format!("{stem}.{encoding}.udm");
        if Path::new(&expected).exists() {
            // Packed by the engine, since another packer finds other matches.
            let written = to_text(&parse(&binary)?, Style::Reference { header: true, expand_lz4 })?;
            assert_bytes(&written, &read(expected));
        }
    }
    Ok(())
}

/// Every type in one file, as the engine converts it from text to binary and from either to text.
fn all_in_one(file: &CorpusFile) -> Result<(), String> {
    let binary = file.bytes();
    let document = parse(&binary)?;
    equals_truth(&document, file)?;
    assert_bytes(&to_bytes(&document.clone().into_owned())?, &binary);
    comes_back(&document)?;
    let with = |extension: &str| file.path().with_extension(extension);
    let source = read(with("src.udm"));
    let source = parse(&source)?;
    same_content(&source, &document)?;
    comes_back(&source)?;
    for (name, header, expand_lz4) in
        [("toascii", false, false), ("toascii_h", true, false), ("toascii_hd", true, true)]
    {
        let (style, expected) = (Style::Reference { header, expand_lz4 }, read(with(name)));
        assert_bytes(&to_text(&document, style)?, &expected);
        // The engine would write its output again.
        assert_bytes(&to_text(&parse(&expected)?, style)?, &expected);
        if expand_lz4 {
            // Packed or not, the items are the same.
            assert_bytes(&to_text(&source, style)?, &expected);
        }
        let again = with(&name.replace("to", "bin2"));
        assert!(!again.exists() || read(again) == expected, "from binary the engine writes other text");
    }
    if file.name().ends_with("all_safe.tobin") {
        // Text with everything expanded, read by the engine and packed again.
        let (text, packed) = (read(with("toascii_hd")), read(file.path().with_file_name("rt_hd.udm_b")));
        same_content(&parse(&text)?, &parse(&packed)?)?;
        assert_bytes(&to_bytes(&parse(&packed)?)?, &packed);
    }
    Ok(())
}

/// The same values with the same keys, in any order, packed or not.
fn same_content(ours: &Document<'_>, theirs: &Document<'_>) -> Result<(), String> {
    let found = differences(&summary(ours)?, &summary(theirs)?, &["uncompressed"]);
    if found.is_empty() { Ok(()) } else { Err(found.join("\n")) }
}

/// Probes that end differently from the engine, and why.
const DIFFERENT: &[(&str, &str)] = &[
    ("003", "\\\" is a quote; the engine drops the text before it"),
    ("008", "\\\\ before a quotation mark is one backslash, so the string ends; the engine refuses the file"),
    ("009", "\\\" is a quote, so the string doesn't end; the engine takes it for one backslash"),
    ("012", "the byte 0xFF is a byte of the text; the engine takes it for the end of the file"),
    ("013", "the byte 0xFF is a byte of the text; the engine takes it for the end of the file"),
    ("053", "a byte order mark is passed over, with a finding; the engine takes it for a part of the first key"),
    ("193", "a file that ends early is an error; the engine drops the last character instead"),
    ("278", "what is packed stays packed: its wrong size shows when it is unpacked"),
    ("289", "the engine crashes when it expands an arrayLz4 of no strings"),
    ("291", "the engine loses a byte of an arrayLz4 for each string from 255 bytes on"),
    ("333", "keys are kept in full; the engine cuts them to 255 bytes when it writes binary"),
];

fn grammar(file: &CorpusFile) -> Result<(), String> {
    let source = file.bytes();
    let accepted = file.path().with_extension("udm_b");
    let ended = match (parse(&source), accepted.exists()) {
        (Ok(document), true) => {
            let binary = read(&accepted);
            let engine = parse(&binary)?;
            assert_bytes(&to_bytes(&engine)?, &binary);
            same_content(&document, &engine)
        }
        (Err(_), false) => Ok(()),
        (Ok(_), false) => Err("accepted, but the engine refuses it".into()),
        (Err(error), true) => {
            let binary = read(&accepted);
            assert_bytes(&to_bytes(&parse(&binary)?)?, &binary);
            Err(format!("refused, but the engine accepts it: {error}"))
        }
    };
    let name = file.path().file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    match (ended, DIFFERENT.iter().find(|(number, _)| *number == name)) {
        (Err(_), Some(_)) | (Ok(()), None) => Ok(()),
        (Err(error), None) => Err(error),
        (Ok(()), Some((_, reason))) => Err(format!("ends as the engine does, though listed: {reason}")),
    }
}

/// Hostile files that are accepted: odd, but without loss. Invalid packed bytes are errors when they are unpacked.
const ACCEPTED: &[&str] = &[
    "arrayLz4_4g",
    "arrayLz4_elem_ok",
    "arrayLz4_elem_outer_less",
    "arrayLz4_elem_outer_more",
    "arrayLz4_less",
    "arrayLz4_more",
    "arrayLz4_ok",
    "arrayLz4_string_inner_count_huge",
    "arrayLz4_string_ok",
    "arrayLz4_string_sizemore",
    "arrayLz4_string_uncomp_0",
    "arrayLz4_string_uncomp_huge",
    "array_nil_n5",
    "array_of_arrayLz4_elem",
    "array_struct_n0",
    "array_struct_valid_1",
    "array_struct_valid_100",
    "ascii_array_hint_2g_string",
    "ascii_array_hint_4g_mat4",
    "ascii_lz4_huge_then_dec",
    "dup_keys",
    "empty_key",
    "key_dollar",
    "key_newline",
    "key_quote",
    "key_slashslash",
    "key_starts_quote",
    "key_starts_slashslash",
    "lz4_bad",
    "lz4_huge_uncomp",
    "ok",
    "string_backslash_end",
    "string_embedded_nul",
    "string_latin1",
    "string_quote",
    "struct_zero_members",
    "trailing",
    "ver1",
];

/// Hostile files with wrong sizes, which are accepted on request, as the engine does always.
const WRONG_SIZES: &[&str] = &["arrayLz4_elem_in_array_elem", "elem_size_huge", "elem_size_zero", "struct_wrong_size"];

/// Refused at a byte of the file, or given back as it is.
fn hostile(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let name = file.path().file_stem().and_then(|name| name.to_str()).unwrap_or_default();
    match (Document::parse(&bytes), ACCEPTED.contains(&name)) {
        (Ok(document), true) if Document::is_binary(&bytes) => {
            assert_bytes(&to_bytes(&document)?, &bytes);
            summary(&document).map(|_| ())
        }
        (Ok(document), true) => comes_back(&document),
        (Err(error), false) => {
            let lenient = ReadOptions::default().accept_wrong_sizes(true);
            let accepted = Document::parse_with(&bytes, &lenient).is_ok_and(|document| !document.validate().is_empty());
            if accepted != WRONG_SIZES.contains(&name) {
                return Err(format!("with wrong sizes accepted: {accepted}"));
            }
            let is_inside = error.offset().is_some_and(|offset| offset <= bytes.len() as u64);
            if is_inside { Ok(()) } else { Err(format!("{error}: at which byte?")) }
        }
        (Ok(_), false) => Err("accepted".into()),
        (Err(error), true) => Err(format!("refused: {error}")),
    }
}
