//! Counts clauses that avoid the noun. `clauses.rs` lists their kinds.

mod clauses;
mod scripts;
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;

use crate::links::{entries, files_of, has_end};
use crate::run::{Run, root};
use clauses::clauses;
use scripts::texts_of_script;
use texts::{Kind, Text, texts_of_page, texts_of_source};

/// Folders with sources and pages.
const FOLDERS: [&str; 10] =
    ["benches", "blender", "crates", "docs", "editors", "examples", "fuzz", "site", "xtask/src", "xtask/blender"];

/// Generated pages: their sentences are messages of the sources.
const GENERATED: [&str; 4] = ["benches/RESULTS.md", "benches/SAMPLES.md", "docs/findings.md", "fuzz/RESULTS.md"];

/// Folders of other people's files.
const FOREIGN: [&str; 3] = ["dist", "node_modules", "target"];

/// File with the allowed places.
const ALLOWED: &str = "xtask/words.txt";

/// Largest number of clauses per 1 000 words.
const BOUND: f64 = 1.0;

/// Number of words and clauses.
#[derive(Clone, Copy, Default)]
struct Count {
    words: usize,
    clauses: usize,
}

impl Count {
    fn add(&mut self, other: Self) {
        self.words += other.words;
        self.clauses += other.clauses;
    }

    fn per_thousand(self) -> f64 {
        // Both are far below the integers that a float can't represent.
        if self.words == 0 { 0.0 } else { self.clauses as f64 * 1000.0 / self.words as f64 }
    }
}

/// Counts per file and per kind of text, and the places of the clauses.
#[derive(Default)]
struct Report {
    files: BTreeMap<String, Count>,
    kinds: BTreeMap<Kind, Count>,
    help: Vec<String>,
    places: Vec<String>,
    allowed: BTreeSet<String>,
    used: BTreeSet<String>,
}

/// Prints the counts. `--check` fails above the bound; other arguments are paths, whose clauses are listed.
pub(crate) fn words(arguments: &[&str]) -> Run {
    let (options, paths): (Vec<&str>, Vec<&str>) = arguments.iter().partition(|argument| argument.starts_with('-'));
    let report = Report::of_tree(&paths)?;
    report.print(!paths.is_empty());
    match options.as_slice() {
        [] => Ok(()),
        ["--check"] => report.check(),
        _ => Err("usage: cargo xtask words [--check] [PATH…]".to_owned()),
    }
}

impl Report {
    /// Reads all files whose path starts with one of `paths`, or every file if there are none.
    fn of_tree(paths: &[&str]) -> Result<Self, String> {
        let allowed = fs::read_to_string(root().join(ALLOWED)).map_err(|error| format!("{ALLOWED}: {error}"))?;
        let lines = allowed.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let mut report = Self { allowed: lines.map(str::to_owned).collect(), ..Self::default() };
        for (name, path) in files()? {
            if !paths.is_empty() && !paths.iter().any(|start| name.starts_with(start)) {
                continue;
            }
            let file = fs::read_to_string(&path).map_err(|error| format!("{name}: {error}"))?;
            let texts = if has_end(&path, &["rs"]) {
                texts_of_source(&name, &file)?
            } else if has_end(&path, &["md"]) {
                texts_of_page(&file)
            } else {
                texts_of_script(&file, has_end(&path, &["py", "pyi"]))
            };
            for text in &texts {
                report.add(&name, text);
            }
        }
        let unused: Vec<&String> = report.allowed.difference(&report.used).collect();
        match unused.as_slice() {
            [line, ..] if paths.is_empty() => Err(format!("{ALLOWED}: no clause matches {line:?}")),
            _ => Ok(report),
        }
    }

    fn add(&mut self, file: &str, text: &Text) {
        let mut count = Count { words: clauses::words(&text.prose), clauses: 0 };
        for clause in clauses(&text.prose) {
            let place = self.allowed.iter().find(|line| {
                line.split_once(": ").is_some_and(|(path, part)| path == file && clause.sentence.contains(part))
            });
            if let Some(line) = place {
                self.used.insert(line.clone());
                continue;
            }
            count.clauses += 1;
            let line = format!("{file}:{}: {}: {}", text.line, clause.kind, clause.sentence);
            if text.kind == Kind::Help {
                self.help.push(line.clone());
            }
            self.places.push(line);
        }
        self.files.entry(file.to_owned()).or_default().add(count);
        self.kinds.entry(text.kind).or_default().add(count);
    }

    fn total(&self) -> Count {
        self.files.values().fold(Count::default(), |mut total, count| {
            total.add(*count);
            total
        })
    }

    /// Prints the counts of files, crates and kinds; the clauses too if `lists_places`.
    fn print(&self, lists_places: bool) {
        let mut crates: BTreeMap<&str, Count> = BTreeMap::new();
        for (file, count) in &self.files {
            crates.entry(room(file)).or_default().add(*count);
            if count.clauses > 0 {
                print_row(file, *count);
            }
        }
        println!();
        crates.into_iter().for_each(|(name, count)| print_row(name, count));
        println!();
        self.kinds.iter().for_each(|(kind, count)| print_row(kind.name(), *count));
        print_row("total", self.total());
        if lists_places {
            println!();
            self.places.iter().for_each(|line| println!("{line}"));
        }
    }

    fn check(&self) -> Run {
        if !self.help.is_empty() {
            return Err(format!("--help has clauses without a noun:\n{}", self.help.join("\n")));
        }
        let rate = self.total().per_thousand();
        if rate > BOUND {
            return Err(format!(
                "{rate:.2} clauses without a noun in 1 000 words, at most {BOUND} allowed; `cargo xtask words PATH` lists them"
            ));
        }
        Ok(())
    }
}

fn print_row(name: &str, count: Count) {
    println!(
        "{name:<60} {:>7} words {:>5} clauses {:>6.2} per 1 000",
        count.words,
        count.clauses,
        count.per_thousand()
    );
}

/// Name of the crate, of the folder, or of the page at the root that a file belongs to.
fn room(file: &str) -> &str {
    let inside = file.strip_prefix("crates/").unwrap_or(file);
    inside.split('/').next().unwrap_or(inside)
}

/// Names relative to the root and paths of all files.
fn files() -> Result<Vec<(String, PathBuf)>, String> {
    let root = root();
    let mut paths: Vec<PathBuf> = entries(&root)?.into_iter().filter(|path| has_end(path, &["md"])).collect();
    for folder in FOLDERS.map(|name| root.join(name)).iter().filter(|folder| folder.is_dir()) {
        paths.extend(files_of(folder, &["js", "md", "mjs", "py", "pyi", "rs"])?);
    }
    let named = paths.into_iter().filter_map(|path| {
        let inside = path.strip_prefix(&root).ok()?;
        let is_foreign = inside.iter().any(|part| FOREIGN.iter().any(|folder| part == *folder));
        let name = inside.to_str()?.replace('\\', "/");
        (!is_foreign && !path.is_symlink() && !GENERATED.contains(&name.as_str())).then_some((name, path))
    });
    Ok(named.collect())
}
