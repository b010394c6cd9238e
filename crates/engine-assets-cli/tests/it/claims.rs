//! The pages claim only statements that something shows: `docs/claims.md` lists the claims of the pages and their tests.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use urho_mdl::Repair;

/// Beginnings of statements that need a row.
const STATEMENTS: [&str; 9] = [
    "byte for byte",
    "bit for bit",
    "to the bit",
    "same bytes",
    "every machine",
    "identically",
    "proportional to",
    "No input",
    "no panic",
];

/// Units of figures that need a row.
const UNITS: [&str; 8] = ["%", "×", "KiB", "MiB", "GiB", "MB", "ms", "dB"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// A row of the table.
struct Claim {
    words: String,
    pages: Vec<String>,
    evidence: Vec<String>,
}

fn claims() -> Vec<Claim> {
    let table = read("docs/claims.md");
    let rows = table.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| claim |"));
    rows.map(|line| {
        let cells: Vec<&str> = line.trim_matches(['|', ' ']).split(" | ").collect();
        let [words, pages, evidence] = cells[..] else { panic!("expected three cells: {line}") };
        Claim { words: one_line(&words.replace("\\|", "|")), pages: codes(pages), evidence: codes(evidence) }
    })
    .collect()
}

/// Returns the texts in backticks.
fn codes(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Joins the words of a text, without line breaks and marks of doc comments.
fn one_line(text: &str) -> String {
    text.split_whitespace().filter(|word| *word != "///").collect::<Vec<_>>().join(" ")
}

/// Returns the prose of a page: without blocks of code and headings.
fn prose(page: &str) -> String {
    let parts = page.split("```").step_by(2);
    one_line(&parts.flat_map(str::lines).filter(|line| !line.starts_with('#')).collect::<Vec<_>>().join("\n"))
}

/// Returns the pages that readers see: at the root, of crates, of the site and of `docs/`.
fn pages() -> Vec<String> {
    let mut pages: Vec<String> = ["README.md", "SECURITY.md", "CONTRIBUTING.md"].map(str::to_owned).into();
    for folder in ["crates", "site", "docs"] {
        let files =
            walkdir::WalkDir::new(root().join(folder)).max_depth(2).into_iter().map(|entry| entry.expect("an entry"));
        let names = files.map(|file| file.path().strip_prefix(root()).expect("a file of the tree").to_owned());
        let names = names.map(|name| name.to_str().expect("a plain name").replace('\\', "/"));
        let is_page = |name: &String| match folder {
            "crates" => name.ends_with("/README.md"),
            // Without messages of the sources, the table itself, and observations of other programs.
            _ => {
                name.ends_with(".md")
                    && !["docs/findings.md", "docs/claims.md"].contains(&name.as_str())
                    && !name.contains("upstream/")
            }
        };
        pages.extend(names.filter(is_page));
    }
    pages
}

#[test]
fn pages_contain_the_listed_claims() {
    let claims = claims();
    assert!(claims.len() > 80, "{} claims", claims.len());
    let missing = claims.iter().flat_map(|claim| claim.pages.iter().map(move |page| (page, claim)));
    let missing = missing.filter(|(page, claim)| !one_line(&read(page)).contains(&claim.words));
    let missing: Vec<String> = missing.map(|(page, claim)| format!("{page} lacks {:?}", claim.words)).collect();
    assert!(missing.is_empty(), "docs/claims.md: {}", missing.join("\n"));
}

#[test]
fn tests_and_commands_of_claims_exist() {
    let tasks = read("xtask/src/main.rs");
    let mut missing = Vec::new();
    for claim in claims() {
        let is_file = |code: &&String| code.contains('/') || *code == "Cargo.toml";
        let (files, commands): (Vec<&String>, Vec<&String>) = claim.evidence.iter().partition(is_file);
        let commands: Vec<&str> = commands.iter().filter_map(|code| code.strip_prefix("cargo xtask ")).collect();
        assert!(files.len() + commands.len() > 0, "docs/claims.md: nothing shows {:?}", claim.words);
        let is_task = |command: &str| {
            let name = command.split(' ').next().unwrap_or_default();
            tasks.contains(&format!("[\"{name}\""))
        };
        missing.extend(commands.into_iter().filter(|command| !is_task(command)).map(str::to_owned));
        missing.extend(files.into_iter().filter(|file| !exists(file)).cloned());
    }
    assert!(missing.is_empty(), "docs/claims.md names what doesn't exist: {}", missing.join(", "));
}

/// Returns whether a file, and its function after `::`, exist.
fn exists(code: &str) -> bool {
    let (path, function) = code.split_once("::").unwrap_or((code, ""));
    let Ok(text) = fs::read_to_string(root().join(path)) else { return false };
    let begins = ["fn", "def"].map(|word| format!("{word} {function}"));
    let is_there =
        |begin: &String| text.match_indices(begin).any(|(at, _)| text[at + begin.len()..].starts_with(['(', '<']));
    function.is_empty() || begins.iter().any(is_there)
}

#[test]
fn statements_of_pages_have_a_row() {
    let claims = claims();
    let mut uncovered = Vec::new();
    for page in pages() {
        let text = prose(&read(&page));
        let rows = claims.iter().filter(|claim| claim.pages.contains(&page));
        let spans: Vec<(usize, usize)> = rows
            .flat_map(|claim| text.match_indices(claim.words.as_str()).map(|(at, found)| (at, at + found.len())))
            .collect();
        let without = |at: usize| !spans.iter().any(|(begin, end)| (*begin..*end).contains(&at));
        let around =
            |at: usize| text[..at].chars().rev().take(40).collect::<Vec<_>>().into_iter().rev().collect::<String>();
        let places = statements(&text).into_iter().filter(|at| without(*at));
        uncovered.extend(
            places.map(|at| format!("{page}: …{}{}…", around(at), text[at..].chars().take(30).collect::<String>())),
        );
    }
    assert!(uncovered.is_empty(), "statements without a row in docs/claims.md:\n{}", uncovered.join("\n"));
}

/// Returns the places of statements and figures in a text.
fn statements(text: &str) -> BTreeSet<usize> {
    let words = STATEMENTS.iter().flat_map(|words| text.match_indices(words).map(|(at, _)| at));
    let figures = UNITS.iter().flat_map(|unit| {
        let is_figure = |(at, _): &(usize, &str)| {
            let before = text[..*at].strip_suffix(' ').unwrap_or_default();
            let is_whole = !text[at + unit.len()..].starts_with(char::is_alphanumeric);
            is_whole && before.ends_with(|last: char| last.is_ascii_digit())
        };
        text.match_indices(unit).filter(is_figure).map(|(at, _)| at)
    });
    words.chain(figures).collect()
}

#[test]
fn every_parser_has_a_fuzz_target() {
    let entries =
        fs::read_dir(root().join("fuzz/fuzz_targets")).expect("a folder").map(|entry| entry.expect("an entry"));
    let targets: Vec<String> =
        entries.map(|entry| entry.file_name().to_str().expect("a plain name").to_owned()).collect();
    let readme = read("README.md");
    let crates: BTreeSet<&str> = readme.split("](crates/").skip(1).filter_map(|part| part.split(')').next()).collect();
    let formats = crates.iter().filter(|name| root().join("crates").join(name).join("FORMAT.md").exists());
    let formats: Vec<String> =
        formats.map(|name| name.trim_start_matches("asset-").replace('-', "_").replace("zed_asset", "zed")).collect();
    assert!(formats.len() >= 11, "{formats:?}");
    for format in &formats {
        assert!(
            targets.iter().any(|target| target.starts_with(format.as_str())),
            "{format} has no target in {targets:?}"
        );
    }
}

#[test]
fn packages_that_compile_c_are_listed() {
    let (lock, page) = (read("Cargo.lock"), read("docs/native-code.md"));
    let packages = lock.split("[[package]]").filter(|package| package.contains("\n \"cc\""));
    let names: Vec<&str> = packages.filter_map(|package| package.split('"').nth(1)).collect();
    assert!(page.contains(&format!("compile C or C++: `{}`", names.join("` and `"))), "{names:?}");
    for name in names {
        assert!(page.contains(&format!("\n## {name} ")), "{name} has no section");
    }
}

#[test]
fn thirteen_repairs_are_listed() {
    let page = read("site/guide/repair.md");
    assert_eq!(Repair::ALL.len(), 13);
    for repair in Repair::ALL {
        assert!(page.contains(&format!("`{repair}`")), "{repair}");
    }
}

#[test]
fn ten_recipes_are_on_the_page() {
    assert_eq!(read("crates/engine-assets-py/docs/recipes.md").matches("\n## ").count(), 10);
}
