//! `fuzz/RESULTS.md`: one section per command; a new run replaces its section.

use std::path::PathBuf;

use crate::run::{Run, root};

const HEAD: &str = "# Test results of the parsers\n\nEach section is written by the command that it names.\n";

fn file() -> PathBuf {
    root().join("fuzz/RESULTS.md")
}

/// Iterates over the sections: from each `## ` to the next.
fn sections() -> Vec<String> {
    let text = std::fs::read_to_string(file()).unwrap_or_default();
    text.split("\n## ").skip(1).map(|section| section.trim_end().to_owned()).collect()
}

/// Returns the text under a title; empty if the section doesn't exist.
pub(crate) fn section(title: &str) -> String {
    let found =
        sections().into_iter().find_map(|section| Some(section.strip_prefix(title)?.strip_prefix('\n')?.to_owned()));
    found.unwrap_or_default()
}

/// Puts a text under a title.
pub(crate) fn put(title: &str, text: &str) -> Run {
    let mut sections = sections();
    sections.retain(|section| section.lines().next() != Some(title));
    sections.push(format!("{title}\n\n{}", text.trim()));
    sections.sort();
    let body: String = sections.iter().map(|section| format!("\n## {section}\n")).collect();
    std::fs::write(file(), format!("{HEAD}{body}")).map_err(|error| format!("{}: {error}", file().display()))
}
