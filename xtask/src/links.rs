//! Checks links to sections: rustdoc checks that a page exists, not that it has the section.

use std::path::{Path, PathBuf};

use crate::run::{Run, root};

/// Checks every `crate::format#SECTION` and `FORMAT.md#SECTION` in sources and pages against the headings of the crate's FORMAT.md.
pub(crate) fn check() -> Run {
    let mut broken = Vec::new();
    for package in folders(&root().join("crates"))? {
        let headings = std::fs::read_to_string(package.join("FORMAT.md")).map(|page| slugs(&page)).unwrap_or_default();
        for file in files(&package)? {
            let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            for (number, line) in text.lines().enumerate() {
                let missing = sections(line).filter(|section| !headings.iter().any(|heading| heading == section));
                broken
                    .extend(missing.map(|section| format!("{}:{}: no section #{section}", file.display(), number + 1)));
            }
        }
    }
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// The sections that a line links to.
fn sections(line: &str) -> impl Iterator<Item = &str> {
    ["crate::format#", "FORMAT.md#"].into_iter().flat_map(move |page| {
        line.split(page).skip(1).map(|rest| {
            let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
            &rest[..end.unwrap_or(rest.len())]
        })
    })
}

/// The anchors that rustdoc gives the headings of a page: lower case, spaces to hyphens, punctuation left out.
fn slugs(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    let slug = |heading: &str| {
        let letters = heading.chars().filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
            _ => None,
        });
        letters.collect()
    };
    headings.map(slug).collect()
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found: Vec<PathBuf> = entries(folder)?.into_iter().filter(|path| path.is_dir()).collect();
    found.sort();
    Ok(found)
}

/// Sources and pages below a folder.
fn files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            found.extend(files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "md") {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    entries.map(|entry| entry.map(|entry| entry.path()).map_err(|error| error.to_string())).collect()
}
