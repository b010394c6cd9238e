//! The crates in numbers: lines, public items, documentation.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::links;
use crate::run::{Run, cargo};
use crate::workspace::{Package, packages};

/// Prints a table of Markdown: a row for each published crate.
pub(crate) fn table() -> Run {
    let packages: Vec<Package> = packages()?.into_iter().filter(Package::is_published).collect();
    println!("| crate | lines of code | lines of tests | public items | documented | with an example |");
    println!("|---|---:|---:|---:|---:|---:|");
    let mut sums = [0; 2];
    for package in &packages {
        let folder = package.folder();
        let (code, tests) = lines(&folder)?;
        sums[0] += code;
        sums[1] += tests;
        let documented = coverage(package).map_or_else(
            || "– | – | –".to_owned(),
            |found| format!("{} | {:.0} % | {}", found.total, found.share(), found.examples),
        );
        println!("| `{}` | {code} | {tests} | {documented} |", package.name);
    }
    println!("| all | {} | {} | | | |", sums[0], sums[1]);
    Ok(())
}

/// Lines that aren't empty: of code, and of tests, in the crate and inside of its files.
fn lines(folder: &Path) -> Result<(usize, usize), String> {
    let (mut code, mut tests) = (0, 0);
    for (name, is_test) in [("src", false), ("tests", true), ("examples", true)] {
        let below = folder.join(name);
        if !below.is_dir() {
            continue;
        }
        for file in links::files_of(&below, &["rs"])? {
            let text = fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            // Modules of tests stand at the end of a file.
            let (own, inside) = text.split_once("#[cfg(test)]\nmod ").unwrap_or((&text, ""));
            let count = |text: &str| text.lines().filter(|line| !line.trim().is_empty()).count();
            if is_test {
                tests += count(&text);
            } else {
                code += count(own);
                tests += count(inside);
            }
        }
    }
    Ok((code, tests))
}

/// What rustdoc counts of a file.
#[derive(Default, serde::Deserialize)]
struct Coverage {
    total: usize,
    with_docs: usize,
    with_examples: usize,
}

struct Found {
    total: usize,
    documented: usize,
    examples: usize,
}

impl Found {
    fn share(&self) -> f64 {
        self.documented as f64 * 100.0 / self.total.max(1) as f64
    }
}

/// Counts of rustdoc, by an option that only nightly has; `None` without it, or for a program.
fn coverage(package: &Package) -> Option<Found> {
    package.is_library().then_some(())?;
    let command = format!(
        "+nightly rustdoc -q -p {} --all-features --lib -- -Z unstable-options --show-coverage --output-format json",
        package.name
    );
    let json = cargo(&command).output().ok()?;
    let files: BTreeMap<String, Coverage> = serde_json::from_str(json.lines().last()?).ok()?;
    let own = format!("{}{}", package.folder().file_name()?.to_string_lossy(), std::path::MAIN_SEPARATOR);
    let mine = files.iter().filter(|(file, _)| file.contains(&own) || !Path::new(file).is_absolute());
    let found = mine.fold(Found { total: 0, documented: 0, examples: 0 }, |sum, (_, one)| Found {
        total: sum.total + one.total,
        documented: sum.documented + one.with_docs,
        examples: sum.examples + one.with_examples,
    });
    Some(found)
}

#[cfg(test)]
mod tests {
    #[test]
    fn lines_of_tests_inside_of_files_are_tests() {
        let folder = crate::run::root().join("crates/udm");
        let (code, tests) = super::lines(&folder).expect("a crate");
        assert!(code > 1000 && tests > 500, "{code} {tests}");
    }
}
