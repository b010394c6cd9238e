//! The laws over many more cases than other runs have time for, with a table of them.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::results;
use crate::run::{Run, cargo, target};
use crate::workspace::{Package, packages};

/// Where it is told what came of it.
const TITLE: &str = "Laws";

/// The laws, in the order of the design.
const LAWS: [&str; 7] = ["lossless", "inverse", "total", "frugal", "zero-copy", "located", "written"];

/// Properties over 10 000 generated documents each, every change to every seed where other runs take a sample of them, and 100 000 changes of bytes
/// of small files of each format, the heap measured.
pub(crate) fn soak() -> Run {
    let counts = target().join("laws.tsv");
    // It may not be there.
    let _ = std::fs::remove_file(&counts);
    let packages = packages()?;
    let with_laws: String =
        packages.iter().filter(|one| one.has_test("laws")).map(|one: &Package| format!("-p {} ", one.name)).collect();
    let tested = ["--test laws", "-p fuzzkit --test smoke --test heap --features convert"];
    for tests in [format!("{with_laws} {}", tested[0]), tested[1].to_owned()] {
        let tests =
            cargo(&format!("test --release {tests}")).env("PROPTEST_CASES", "10000").env("ENGINE_ASSETS_SOAK", "1");
        tests.env("ENGINE_ASSETS_LAWS", &counts.display().to_string()).go()?;
    }
    let text = std::fs::read_to_string(&counts).map_err(|error| format!("{}: {error}", counts.display()))?;
    results::put(TITLE, &table(&text))
}

/// A row for each document type, with its crate; a column for each law, with its cases.
fn table(counts: &str) -> String {
    let mut rows = BTreeMap::<(&str, &str), BTreeMap<&str, u64>>::new();
    for line in counts.lines() {
        let [document, law, count] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let path = document.split('<').next().unwrap_or(document);
        let (crate_name, name) = (path.split(':').next().unwrap_or(path), path.rsplit(':').next().unwrap_or(path));
        // What stands between angle brackets tells assets of one type apart.
        let kind = document.split_once('<').map_or("", |(_, inside)| inside).trim_end_matches('>');
        let name = kind.rsplit(':').next().filter(|kind| !kind.is_empty()).unwrap_or(name);
        *rows.entry((crate_name, name)).or_default().entry(law).or_default() +=
            count.parse::<u64>().unwrap_or_default();
    }
    let mut text = "By `cargo xtask soak`: to how many cases each law was held. Generated documents, seeds cut everywhere and changed, 100 000 changes of \
        bytes of small files for the body of each fuzz target and for the heap. `lossless`, `zero-copy` and `written` count what was accepted, `located` what was refused.\n\n"
        .to_owned();
    let _ = writeln!(text, "| crate | document | {} |\n|---|---|{}", LAWS.join(" | "), "---|".repeat(LAWS.len()));
    for ((crate_name, name), cases) in &rows {
        let cells: Vec<String> =
            LAWS.iter().map(|law| cases.get(law).map_or_else(|| "–".to_owned(), u64::to_string)).collect();
        let _ = writeln!(text, "| {} | {name} | {} |", crate_name.replace('_', "-"), cells.join(" | "));
    }
    text
}
