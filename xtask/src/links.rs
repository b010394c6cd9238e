//! Link checks that rustdoc lacks: sections of pages, pages of the tree, and links of the site.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Parser, Tag};

use crate::run::{Run, root};

/// Checks every `crate::format#SECTION` and `FORMAT.md#SECTION` in sources and pages against the headings of the crate's FORMAT.md.
pub(crate) fn check() -> Run {
    let mut broken = Vec::new();
    for package in folders(&root().join("crates"))? {
        let headings = std::fs::read_to_string(package.join("FORMAT.md")).map(|page| slugs(&page)).unwrap_or_default();
        for file in files_of(&package, &["rs", "md"])? {
            let text = std::fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))?;
            for (number, line) in text.lines().enumerate() {
                let missing = sections(line).filter(|section| !headings.iter().any(|heading| heading == section));
                broken
                    .extend(missing.map(|section| format!("{}:{}: no section #{section}", file.display(), number + 1)));
            }
        }
    }
    broken.extend(missing_files()?);
    if broken.is_empty() { Ok(()) } else { Err(broken.join("\n")) }
}

/// Folders of pages, apart from those at the root.
const PAGES: [&str; 5] = ["crates", "site", "blender", "benches", "docs"];

/// Returns the links of pages to missing files.
fn missing_files() -> Result<Vec<String>, String> {
    let mut pages: Vec<PathBuf> = entries(&root())?.into_iter().filter(|path| has_end(path, &["md"])).collect();
    for folder in PAGES.map(|name| root().join(name)).iter().filter(|folder| folder.is_dir()) {
        pages.extend(files_of(folder, &["md"])?);
    }
    let mut missing = Vec::new();
    // The links of a page are relative to the page, not to a link to it.
    let is_ours =
        |page: &&PathBuf| !page.is_symlink() && !page.components().any(|part| part.as_os_str() == "node_modules");
    for page in pages.iter().filter(is_ours) {
        let text = std::fs::read_to_string(page).map_err(|error| format!("{}: {error}", page.display()))?;
        for link in Parser::new(&text).filter_map(|event| match event {
            Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
            _ => None,
        }) {
            // `crate::` is for rustdoc, @ for pages that only the site has.
            let file = link.split('#').next().unwrap_or_default();
            let is_elsewhere = file.is_empty() || file.contains(':') || file.starts_with('@');
            if !is_elsewhere && !page.with_file_name("").join(file).exists() {
                missing.push(format!("{}: no file {file}", page.display()));
            }
        }
    }
    Ok(missing)
}

/// Checks every link of a site: its file and its anchor must exist. Returns the number of links.
pub(crate) fn check_site(folder: &Path) -> Result<usize, String> {
    let folder = &plain(folder);
    // The page for browsers has no page of ours below it, and the page of the samples is one by itself.
    let is_ours = |path: &PathBuf| ["try", "demo"].iter().all(|other| !path.starts_with(folder.join(other)));
    let mut pages = BTreeMap::new();
    for path in files_of(folder, &["html"])?.into_iter().filter(is_ours) {
        let html = std::fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        pages.insert(path, html);
    }
    let anchors: BTreeMap<&PathBuf, BTreeSet<&str>> =
        pages.iter().map(|(path, html)| (path, values(html, " id=\"").collect())).collect();
    let (mut broken, mut count) = (Vec::new(), 0);
    for (path, html) in &pages {
        for link in values(html, " href=\"").chain(values(html, " src=\"")) {
            if link.contains(':') {
                continue;
            }
            count += 1;
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { path.clone() } else { plain(&path.with_file_name("").join(file)) };
            let has_anchor = anchor.is_empty() || anchors.get(&target).is_some_and(|all| all.contains(anchor));
            if !target.is_file() || !has_anchor {
                broken.push(format!("{}: {link} leads nowhere", path.display()));
            }
        }
    }
    if broken.is_empty() { Ok(count) } else { Err(broken.join("\n")) }
}

/// The values of an attribute.
fn values<'h>(html: &'h str, attribute: &'h str) -> impl Iterator<Item = &'h str> {
    html.split(attribute).skip(1).filter_map(|rest| rest.split('"').next())
}

/// A path without `..`.
fn plain(path: &Path) -> PathBuf {
    path.components().fold(PathBuf::new(), |mut plain, part| {
        if part == std::path::Component::ParentDir {
            plain.pop()
        } else {
            plain.push(part);
            true
        };
        plain
    })
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

/// The anchors of the headings of a page.
fn slugs(page: &str) -> Vec<String> {
    let headings = page.lines().filter(|line| line.starts_with('#')).map(|line| line.trim_start_matches('#').trim());
    headings.map(slug).collect()
}

/// The anchor that rustdoc and GitHub give a heading: lower case, spaces to hyphens, punctuation left out.
pub(crate) fn slug(heading: &str) -> String {
    let letters = heading.chars().filter_map(|c| match c {
        ' ' => Some('-'),
        c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c.to_ascii_lowercase()),
        _ => None,
    });
    letters.collect()
}

/// The folders in a folder.
pub(crate) fn folders(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found: Vec<PathBuf> = entries(folder)?.into_iter().filter(|path| path.is_dir()).collect();
    found.sort();
    Ok(found)
}

/// Files below a folder that have one of these extensions.
pub(crate) fn files_of(folder: &Path, ends: &[&str]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    for path in entries(folder)? {
        if path.is_dir() {
            found.extend(files_of(&path, ends)?);
        } else if has_end(&path, ends) {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Whether a path has one of these extensions.
pub(crate) fn has_end(path: &Path, ends: &[&str]) -> bool {
    path.extension().is_some_and(|extension| ends.iter().any(|end| extension == *end))
}

/// Returns the entries of a folder.
pub(crate) fn entries(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    entries.map(|entry| entry.map(|entry| entry.path()).map_err(|error| error.to_string())).collect()
}
