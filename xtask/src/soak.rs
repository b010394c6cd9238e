//! The laws over many more cases than other runs have time for, with a table of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use crate::results;
use crate::run::{Run, cargo, target};
use crate::workspace::{Package, packages};

/// File of the report.
const TITLE: &str = "Laws";

/// The laws, in the order of the design.
const LAWS: [&str; 7] = ["lossless", "inverse", "total", "frugal", "zero-copy", "located", "written"];

/// Parts, each with its tests; the packages with laws are added to the first.
const PARTS: [(&str, &str); 6] = [
    ("laws", ""),
    ("heap", "-p fuzzkit --test heap"),
    ("smoke", "-p fuzzkit --test it --features convert -- smoke::"),
    ("conversion", "-p engine-assets --test frugal --test many_textures"),
    ("corpus", "-p engine-assets -p scene-urho --test corpus"),
    ("hostile", "-p asset-render -p scene-pragma -p urho-asc -p urho-mdl --test it -- hostile:: level::many_entities"),
];

/// Properties over 10 000 generated documents each, every change to small seeds where other runs take a sample of them, and 100 000 changes of bytes
/// of small files of each format, the heap measured. All parts in release with overflow checks, or the parts with these names in another profile: `dev laws heap`.
pub(crate) fn soak(arguments: &[&str]) -> Run {
    let (profile, names) = arguments.split_first().unwrap_or((&"checked", &[]));
    let counts = target().join("laws.tsv");
    // It may not be there.
    let _ = std::fs::remove_file(&counts);
    let packages = packages()?;
    // Adapters have laws of their own, which take scenes.
    let formats = packages.iter().filter(|one| one.has_tests("laws") && !one.name.starts_with("scene-"));
    let laws: String = formats.map(|one: &Package| format!("-p {} ", one.name)).collect();
    let parts = PARTS.iter().filter(|(name, _)| names.is_empty() || names.contains(name));
    let mut failed = Vec::new();
    for (name, tests) in parts {
        let tests = if *name == "laws" { format!("{laws} --test it -- laws::") } else { (*tests).to_owned() };
        let step = cargo(&format!("test --profile {profile} --no-fail-fast {tests}"));
        let step = step.env("PROPTEST_CASES", "10000").env("ENGINE_ASSETS_SOAK", "1");
        failed.extend(step.env("ENGINE_ASSETS_LAWS", &counts.display().to_string()).go().err());
    }
    tell(
        &counts,
        &format!(
            "`cargo xtask soak {}`: 10 000 generated documents a property, small seeds cut and changed everywhere",
            arguments.join(" ")
        ),
    )?;
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// Prints the table of counts from tests that ran with `ENGINE_ASSETS_LAWS` set to this file.
pub(crate) fn laws(file: &str) -> Run {
    tell(
        Path::new(file),
        "`ENGINE_ASSETS_LAWS=FILE cargo test` and `cargo xtask laws FILE`: as many cases as every test run has",
    )
}

fn tell(counts: &Path, how: &str) -> Run {
    let text = std::fs::read_to_string(counts).map_err(|error| format!("{}: {error}", counts.display()))?;
    results::put(TITLE, &table(&text, how))
}

/// A row for each document type, with its crate; a column for each law, with its cases.
fn table(counts: &str, how: &str) -> String {
    let mut rows = BTreeMap::<(&str, &str), BTreeMap<&str, u64>>::new();
    for line in counts.lines() {
        let [document, law, count] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let path = document.split('<').next().unwrap_or(document);
        let (crate_name, name) = (path.split(':').next().unwrap_or(path), path.rsplit(':').next().unwrap_or(path));
        // Text between angle brackets distinguishes assets of one type.
        let kind = document.split_once('<').map_or("", |(_, inside)| inside).trim_end_matches('>');
        let name = kind.rsplit(':').next().filter(|kind| !kind.is_empty() && !kind.starts_with('\'')).unwrap_or(name);
        *rows.entry((crate_name, name)).or_default().entry(law).or_default() +=
            count.parse::<u64>().unwrap_or_default();
    }
    let mut text = format!(
        "By {how}. Number of tested cases per law; `lossless`, `zero-copy` and `written` count accepted inputs, `located` refused inputs.\n\n"
    );
    let _ = writeln!(text, "| crate | document | {} |\n|---|---|{}", LAWS.join(" | "), "---|".repeat(LAWS.len()));
    for ((crate_name, name), cases) in &rows {
        let cells: Vec<String> =
            LAWS.iter().map(|law| cases.get(law).map_or_else(|| "–".to_owned(), u64::to_string)).collect();
        let _ = writeln!(text, "| {} | {name} | {} |", crate_name.replace('_', "-"), cells.join(" | "));
    }
    text
}
