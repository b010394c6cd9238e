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

/// Parts, each with its tests; a part without tests runs the module of its name in the packages that have one.
const PARTS: [(&str, &str); 7] = [
    ("laws", ""),
    ("heap", "-p fuzzkit --test heap"),
    ("smoke", "-p fuzzkit --test it --features convert -- smoke::"),
    ("conversion", "-p asset-convert --test frugal --test many_textures"),
    (
        "corpus",
        "-p asset-convert -p asset-formats -p asset-paths -p asset-preview -p asset-refs -p scene-pragma -p scene-urho --test corpus",
    ),
    ("maps", "-p scene-pragma --test it -- level::many_entities"),
    ("hostile", ""),
];

/// The part that runs programs in Python, and the documents of each of its routes.
const ORACLE: (&str, &str) = ("oracle", "1000");

/// Properties over 10 000 generated documents each, every change to small seeds where other runs take a sample of them, and 100 000 changes of bytes
/// of small files of each format, the heap measured. All parts in release with overflow checks, or the parts with these names in another profile: `dev laws heap`.
pub(crate) fn soak(arguments: &[&str]) -> Run {
    let (profile, names) = arguments.split_first().unwrap_or((&"checked", &[]));
    let counts = target().join("laws.tsv");
    // It may not be there.
    let _ = std::fs::remove_file(&counts);
    let packages = packages()?;
    lacking(&packages)?;
    let parts = PARTS.iter().filter(|(name, _)| names.is_empty() || names.contains(name));
    let mut failed = Vec::new();
    for (name, tests) in parts {
        let tests = if tests.is_empty() { all_named(name, &packages) } else { (*tests).to_owned() };
        let step = cargo(&format!("test --profile {profile} --no-fail-fast {tests}"));
        let step = step.env("PROPTEST_CASES", "10000").env("ENGINE_ASSETS_SOAK", "1");
        failed.extend(step.env("ENGINE_ASSETS_LAWS", &counts.display().to_string()).go().err());
    }
    if names.is_empty() || names.contains(&ORACLE.0) {
        failed.extend(crate::oracle::run(profile, ORACLE.1).err());
    }
    if names == [ORACLE.0] {
        // It counts no laws.
        return if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) };
    }
    tell(
        &counts,
        &format!(
            "`{}`: 10 000 generated documents a property, small seeds cut and changed everywhere",
            [&["cargo xtask soak"], arguments].concat().join(" ")
        ),
    )?;
    if failed.is_empty() { Ok(()) } else { Err(failed.join("\n")) }
}

/// The arguments that run a module of this name in all packages that have one.
fn all_named(module: &str, packages: &[Package]) -> String {
    // Adapters have laws of their own, which take scenes.
    let is_other = |one: &Package| module == "laws" && one.name.starts_with("scene-");
    let named = packages.iter().filter(|one| one.has_tests(module) && !is_other(one));
    let named: String = named.map(|one| format!("-p {} ", one.name)).collect();
    format!("{named} --test it -- {module}::")
}

/// Returns an error if a named package lacks a test binary that is named with it: `cargo test` is content if one of the packages has it.
fn lacking(packages: &[Package]) -> Run {
    let after = |tests: &'static str, option: &'static str| {
        let words = tests.split(' ').zip(tests.split(' ').skip(1));
        words.filter(move |(word, _)| *word == option).map(|(_, value)| value)
    };
    for (part, tests) in PARTS {
        for name in after(tests, "-p") {
            let package = packages.iter().find(|package| package.name == name);
            let lacks = |test: &&str| !package.is_some_and(|package| package.has_test_binary(test));
            if let Some(test) = after(tests, "--test").find(lacks) {
                return Err(format!("the part {part}: {name} has no test binary {test}"));
            }
        }
    }
    Ok(())
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

#[cfg(test)]
mod tests {
    #[test]
    fn parts_name_tests_that_exist() {
        assert_eq!(crate::workspace::packages().and_then(|packages| super::lacking(&packages)), Ok(()));
    }
}
