//! Finding kinds in words: `explain`, and the page of all kinds.

use crate::common;

use std::collections::BTreeSet;
use std::path::Path;

use common::{run, stderr, stdout};

fn explain(arguments: &[&str]) -> String {
    let output = run(&[&["explain"], arguments].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    stdout(&output)
}

#[test]
fn a_kind_is_explained_with_its_repair() {
    let shown = explain(&["urho-mdl/bounds-too-small"]);
    for expected in [
        "urho-mdl/bounds-too-small\n",
        "The bounding box doesn't contain all vertices.",
        "The engine may cull a visible model.",
        "engine-assets convert FILE --repair recompute-bounds -o OUT",
    ] {
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
    assert!(explain(&["udm/key-duplicate"]).contains("repair: Remove or rename one of the two keys."));
}

/// A kind of data file is explained by its table.
#[test]
fn a_kind_of_data_file_is_explained_by_its_table() {
    let shown = explain(&["particle-effect"]);
    assert!(shown.starts_with("## particle effect: `particle-effect`\n"), "{shown}");
    assert!(shown.contains("| `activetime@value` | number |"), "{shown}");
    assert!(explain(&["ui-layout"]).contains("| Button (BorderImage) |"));
    let both = explain(&["render-path", "udm/key-duplicate"]);
    assert!(both.contains("| `command@vs` |") && both.contains("udm/key-duplicate\n"), "{both}");
}

#[test]
fn patterns_explain_several_kinds() {
    let shown = explain(&["urho-mdl/bone-*", "urho-pak/appended"]);
    let named = |line: &&str| !line.starts_with(' ') && !line.is_empty();
    let kinds: Vec<&str> = shown.lines().filter(named).collect();
    assert!(kinds.len() > 5 && kinds.contains(&"urho-mdl/bone-scale") && kinds.contains(&"urho-pak/appended"));
    let output = run(&["explain", "bounds-to-small"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("did you mean urho-mdl/bounds-too-small?"), "{}", stderr(&output));
    assert_eq!(run(&["explain"]).status.code(), Some(2));
}

#[test]
fn every_kind_has_a_line_and_no_two_lines_are_equal() {
    let all = explain(&["--all"]);
    assert_eq!(all.lines().count(), engine_assets::finding_kinds().len());
    // In a crate, two kinds don't have the same description.
    let described: Vec<(&str, &str)> = all
        .lines()
        .map(|line| {
            let (kind, about) = line.split_once(": ").expect("a kind and a sentence");
            (kind.split_once('/').expect("a crate").0, about)
        })
        .collect();
    let mut seen = BTreeSet::new();
    let twice: Vec<_> = described.iter().filter(|one| !seen.insert(**one)).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn the_page_of_kinds_is_current() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/findings.md");
    let written = explain(&["--all", "--markdown"]);
    if std::env::var_os("ENGINE_ASSETS_BLESS").is_some() {
        std::fs::write(&page, &written).expect("a page");
    }
    let findings = std::fs::read_to_string(&page).expect("docs/findings.md");
    assert!(findings == written, "ENGINE_ASSETS_BLESS=1 writes docs/findings.md");
    let rows = written.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, engine_assets::finding_kinds().len());
    // A cell has no sign that ends it.
    assert!(written.lines().filter(|line| line.starts_with("| `")).all(|line| line.matches('|').count() == 5));
}

#[test]
fn options_that_kinds_name_exist() {
    let mut help = String::new();
    for command in ["convert", "validate", "inspect"] {
        help += &stdout(&run(&[command, "--help"]));
    }
    let mut named = 0;
    for kind in engine_assets::finding_kinds() {
        let texts = [Some(kind.about()), kind.engine(), kind.advice()];
        for word in texts.into_iter().flatten().flat_map(str::split_whitespace).filter(|word| word.starts_with("--")) {
            let option = word.trim_end_matches(['.', ',', ';', ':']);
            named += 1;
            assert!(help.contains(option), "{kind}: {option}");
        }
    }
    assert!(named > 50, "{named}");
}

#[test]
fn commands_that_kinds_name_exist() {
    let help = stdout(&run(&["--help"]));
    let of_packages = stdout(&run(&["pak", "--help"]));
    let is_command = |help: &str, word: &str| {
        let word = word.trim_end_matches(['.', ',', ';', ':']);
        help.lines().any(|line| line.split_whitespace().next() == Some(word))
    };
    let mut named = 0;
    for kind in engine_assets::finding_kinds() {
        for text in [kind.engine(), kind.advice()].into_iter().flatten() {
            for (_, rest) in text.match_indices("engine-assets ").map(|(at, name)| text.split_at(at + name.len())) {
                let mut words = rest.split_whitespace();
                let command = words.next().unwrap_or_default();
                named += 1;
                assert!(is_command(&help, command), "{kind}: engine-assets {rest}");
                if command == "pak" {
                    assert!(is_command(&of_packages, words.next().unwrap_or_default()), "{kind}: engine-assets {rest}");
                }
            }
        }
    }
    assert!(named > 10, "{named}");
}
