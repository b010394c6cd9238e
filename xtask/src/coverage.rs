//! Which lines of the parsers the tests reach, and which they don't.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::results;
use crate::run::{Run, cargo, program_with, root, target};

/// Where it is told what came of it.
const TITLE: &str = "Lines of parsers that tests reach";

/// Crates that read files.
const CRATES: [&str; 14] = [
    "asset-gltf",
    "asset-image",
    "engine-assets-binio",
    "pragma-asset",
    "udm",
    "urho-ani",
    "urho-asc",
    "urho-core",
    "urho-material",
    "urho-mdl",
    "urho-pak",
    "urho-scene",
    "urho-shader",
    "zed-asset",
];

/// Files and folders that hold what a parser goes through.
const PARSERS: [&str; 44] = [
    "arrays",
    "base64",
    "block",
    "buffers",
    "bytecode",
    "container",
    "decode",
    "directory",
    "dxbc",
    "element",
    "escape",
    "euler",
    "file",
    "glb",
    "header",
    "index",
    "input",
    "integer",
    "json",
    "keys",
    "layout",
    "lazy",
    "lists",
    "locate",
    "lz4",
    "node",
    "number",
    "order",
    "package",
    "panima",
    "parse",
    "parts",
    "read",
    "reader",
    "scan",
    "signature",
    "single",
    "skip",
    "source",
    "stream",
    "tokens",
    "trivia",
    "wmi",
    "xml",
];

/// Files and folders that hold something else, whatever lies below them.
const OTHERS: [&str; 11] =
    ["build", "check", "class", "edit", "model_edit", "pack", "schema", "summary", "validate", "write", "rewrite"];

/// Lines that no test reaches, and why; a line each: file, code of the first line, reason, with tabs between them.
const REASONS: &str = "fuzz/unreached.tsv";

/// The lines of a file, and how often each was executed.
type Lines = BTreeMap<usize, u64>;

/// Runs the tests of the crates that read files, and tells; or only tells of those that ran last.
pub(crate) fn coverage(run: bool) -> Run {
    if cargo("llvm-cov --version").output().is_err() {
        return Err("needs cargo-llvm-cov and llvm-tools: cargo install cargo-llvm-cov --locked; rustup component add llvm-tools".to_owned());
    }
    let packages: String = CRATES.iter().map(|name| format!("-p {name} ")).collect();
    // Programs of an earlier state would tell of lines that aren't there any more. The bodies of the fuzz targets run in the tests of fuzzkit.
    let tests = if run {
        cargo("llvm-cov clean --workspace").go()?;
        cargo(&format!("llvm-cov {packages} -p fuzzkit --no-fail-fast --no-report")).go()
    } else {
        Ok(())
    };
    // Puts together what was counted.
    cargo(&format!("llvm-cov report {packages} --summary-only")).output()?;
    results::put(TITLE, &report(&counted()?)?)?;
    tests
}

/// How often the lines of all files were executed. Each test program is asked alone: of several at once `llvm-cov` believes the first that has a
/// function, also where it is one that never calls it.
fn counted() -> Result<BTreeMap<String, Lines>, String> {
    let built = target().join("llvm-cov-target");
    // Called after the folder of the project; another one may have left its own.
    let profiles = files(&built)?.into_iter().filter(|path| path.extension().is_some_and(|end| end == "profdata"));
    let profile = profiles.max_by_key(|path| path.metadata().and_then(|meta| meta.modified()).ok());
    let profile = profile.ok_or_else(|| format!("{}: nothing was counted", built.display()))?;
    let tool = llvm_cov()?;
    let mut all = BTreeMap::<String, Lines>::new();
    // Programs have no ending, or `exe`.
    let is_program = |path: &PathBuf| path.extension().is_none_or(|end| end == "exe");
    for program in files(&built.join("debug/deps"))?.into_iter().filter(is_program) {
        let (tool, profile, program) = (tool.display(), profile.display(), program.display());
        let counted =
            program_with(&tool.to_string(), &format!("export -format=lcov -instr-profile={profile} {program}"));
        // Where a feature is off that all tests of a program want, nothing was counted.
        let Ok(counted) = counted.output() else { continue };
        for (name, lines) in parse(&counted).into_iter().filter(|(name, _)| is_source(name)) {
            let file = all.entry(name).or_default();
            for (line, count) in lines {
                let most = file.entry(line).or_default();
                *most = count.max(*most);
            }
        }
    }
    Ok(all)
}

/// Files in a folder, in the order of their names.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> =
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(|path| path.is_file()).collect();
    files.sort();
    Ok(files)
}

/// `llvm-cov` of the toolchain.
fn llvm_cov() -> Result<PathBuf, String> {
    let folder = program_with("rustc", "--print target-libdir").output()?;
    let tool = Path::new(folder.trim()).with_file_name("bin").join(format!("llvm-cov{}", std::env::consts::EXE_SUFFIX));
    if tool.is_file() { Ok(tool) } else { Err(format!("{}: not there", tool.display())) }
}

/// The files of an lcov report by their names below the root.
fn parse(lcov: &str) -> BTreeMap<String, Lines> {
    let (mut files, mut name) = (BTreeMap::<String, Lines>::new(), String::new());
    for line in lcov.lines() {
        if let Some(path) = line.strip_prefix("SF:") {
            name = path.split_once("/crates/").map_or(path, |(_, below)| below).to_owned();
        } else if let Some((number, count)) = line.strip_prefix("DA:").and_then(|data| data.split_once(',')) {
            let (Ok(number), Ok(count)) = (number.parse(), count.parse()) else { continue };
            files.entry(name.clone()).or_default().insert(number, count);
        }
    }
    files
}

/// Whether a file is one of the crates that read files, and no test.
fn is_source(name: &str) -> bool {
    CRATES.iter().any(|of| name.starts_with(&folder(of)))
}

/// Where the sources of a crate are.
fn folder(name: &str) -> String {
    format!("{}/src/", name.trim_start_matches("engine-assets-"))
}

/// Whether a file belongs to a parser.
fn is_parser(name: &str) -> bool {
    let has =
        |words: &[&str]| Path::new(name).with_extension("").iter().any(|part| words.iter().any(|word| part == *word));
    has(&PARSERS) && !has(&OTHERS)
}

fn report(files: &BTreeMap<String, Lines>) -> Result<String, String> {
    let mut text = "By `cargo xtask coverage`: tests of the crates and of the bodies of fuzz targets, real files included. A parser is what a file goes through \
        from bytes to document.\n\n| crate | lines of parsers | reached | % | all lines | % |\n|---|---|---|---|---|---|\n"
        .to_owned();
    for name in CRATES {
        let folder = folder(name);
        let of_crate = || files.iter().filter(|(name, _)| name.starts_with(&folder));
        let (parsers, all) = (share(of_crate().filter(|(name, _)| is_parser(name))), share(of_crate()));
        let percent = |(reached, of): (usize, usize)| reached as f64 * 100.0 / of.max(1) as f64;
        let ((reached, lines), (_, of_all)) = (parsers, all);
        let _ = writeln!(
            text,
            "| {name} | {lines} | {reached} | {:.1} | {of_all} | {:.1} |",
            percent(parsers),
            percent(all)
        );
    }
    let _ = write!(
        text,
        "\nLines of parsers that no test reaches, and why:\n\n| file | line | code | why |\n|---|---|---|---|\n"
    );
    let reasons = std::fs::read_to_string(root().join(REASONS)).unwrap_or_default();
    let reasons: Vec<(&str, &str, &str)> = reasons.lines().filter_map(columns).collect();
    for (name, lines) in files.iter().filter(|(name, _)| is_parser(name)) {
        let source =
            std::fs::read_to_string(root().join("crates").join(name)).map_err(|error| format!("{name}: {error}"))?;
        let source: Vec<&str> = source.lines().map(str::trim).collect();
        for (first, last) in runs(lines) {
            let code = source.get(first - 1).copied().unwrap_or_default();
            let reason = reasons.iter().find(|(file, known, _)| file == name && *known == code);
            let place = if first == last { first.to_string() } else { format!("{first}–{last}") };
            let _ = writeln!(
                text,
                "| {name} | {place} | `{}` | {} |",
                code.replace('|', "\\|"),
                reason.map_or("no test yet", |(.., why)| *why)
            );
        }
    }
    Ok(text)
}

/// File, code and reason of a line.
fn columns(line: &str) -> Option<(&str, &str, &str)> {
    let (file, rest) = line.split_once('\t')?;
    let (code, why) = rest.rsplit_once('\t')?;
    Some((file, code, why))
}

/// How many lines were reached, of how many.
fn share<'f>(files: impl Iterator<Item = (&'f String, &'f Lines)>) -> (usize, usize) {
    let lines = files.flat_map(|(_, lines)| lines.values());
    lines.fold((0, 0), |(reached, all), count| (reached + usize::from(*count > 0), all + 1))
}

/// Runs of lines that weren't reached, first and last.
fn runs(lines: &Lines) -> Vec<(usize, usize)> {
    let (mut runs, mut is_open) = (Vec::<(usize, usize)>::new(), false);
    for (line, count) in lines {
        match runs.last_mut() {
            _ if *count > 0 => is_open = false,
            Some((_, last)) if is_open => *last = *line,
            _ => {
                runs.push((*line, *line));
                is_open = true;
            }
        }
    }
    runs
}
