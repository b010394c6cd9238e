//! `fuzz/RESULTS.md`: a section for each command that has something to say of how the parsers are tried, in place of what it said before.

use std::path::PathBuf;

use crate::run::{Run, root};

const HEAD: &str =
    "# How the parsers were tried, and what came of it\n\nEach section is written by the command that it names.\n";

fn file() -> PathBuf {
    root().join("fuzz/RESULTS.md")
}

/// The sections: what follows each `## `, to the next.
fn sections() -> Vec<String> {
    let text = std::fs::read_to_string(file()).unwrap_or_default();
    text.split("\n## ").skip(1).map(|section| section.trim_end().to_owned()).collect()
}

/// What stands under a title; empty if there is no such section.
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
