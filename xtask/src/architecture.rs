//! The diagram of the crates, drawn from their dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use pulldown_cmark::{Event, Parser};

use crate::links::{entries, files_of, folders, has_end};
use crate::run::{Run, root};
use crate::workspace::{Package, packages};

const BEGIN: &str = "<!-- crates -->";
const END: &str = "<!-- end of crates -->";

/// Layers from the top, with their crates; all other crates are formats.
const LAYERS: [(&str, &[&str]); 4] = [
    (
        "programs",
        &[
            "engine-assets-cli",
            "engine-assets",
            "asset-migrate",
            "asset-batch",
            "asset-convert",
            "asset-formats",
            "asset-merge",
            "asset-paths",
            "asset-preview",
            "asset-project",
            "asset-refs",
        ],
    ),
    (
        "scene",
        &[
            "asset-fbx",
            "asset-gltf",
            "asset-render",
            "asset-scene",
            "scene-adapter",
            "scene-pragma",
            "scene-urho",
            "scene-zed",
        ],
    ),
    ("formats", &[]),
    ("shared by formats", &["asset-geometry", "asset-image", "asset-unpack", "engine-assets-binio", "urho-core"]),
];

/// Draws the diagram into `ARCHITECTURE.md`.
pub(crate) fn draw() -> Run {
    let drawn = with_diagram()?;
    std::fs::write(page(), drawn).map_err(|error| format!("ARCHITECTURE.md: {error}"))
}

/// Checks that the diagram matches the crates, and that all named files exist.
pub(crate) fn check() -> Run {
    let page = read()?;
    if page != with_diagram()? {
        let message = "ARCHITECTURE.md: the arrows between crates have changed; `cargo xtask architecture` draws them";
        return Err(message.to_owned());
    }
    let missing = missing_files(&file_names(&page), &all_files()?);
    if missing.is_empty() { Ok(()) } else { Err(format!("ARCHITECTURE.md: no file {}", missing.join(", "))) }
}

/// Returns the file names in the code spans of a page.
fn file_names(page: &str) -> Vec<String> {
    let spans = Parser::new(page).filter_map(|event| match event {
        Event::Code(name) => Some(name.into_string()),
        _ => None,
    });
    spans.filter(|name| has_end(Path::new(name), &KINDS) && !name.contains([' ', '*'])).collect()
}

/// Extensions of the files that the page names.
const KINDS: [&str; 4] = ["rs", "js", "py", "md"];

/// Returns the files of all crates and of the Blender add-on, and the pages at the root, with `/` before their paths in the tree.
fn all_files() -> Result<Vec<String>, String> {
    let root = root();
    let mut files: Vec<PathBuf> = entries(&root)?.into_iter().filter(|path| has_end(path, &KINDS)).collect();
    for package in folders(&root.join("crates"))? {
        files.extend(entries(&package)?.into_iter().filter(|path| has_end(path, &KINDS)));
        for folder in
            ["src", "tests", "www", "python"].map(|name| package.join(name)).iter().filter(|folder| folder.is_dir())
        {
            files.extend(files_of(folder, &KINDS)?);
        }
    }
    files.extend(files_of(&root.join("blender"), &KINDS)?);
    let in_tree = |path: &PathBuf| path.strip_prefix(&root).unwrap_or(path).to_string_lossy().replace('\\', "/");
    Ok(files.iter().map(|path| format!("/{}", in_tree(path))).collect())
}

/// Returns the names that aren't the end of any path.
fn missing_files(names: &[String], files: &[String]) -> Vec<String> {
    let exists = |name: &str| files.iter().any(|file| file.ends_with(&format!("/{name}")));
    names.iter().filter(|name| !exists(name)).cloned().collect()
}

fn page() -> PathBuf {
    root().join("ARCHITECTURE.md")
}

fn read() -> Result<String, String> {
    std::fs::read_to_string(page()).map_err(|error| format!("ARCHITECTURE.md: {error}"))
}

/// Returns the page with the current diagram.
fn with_diagram() -> Result<String, String> {
    let page = read()?;
    let parts = page.split_once(BEGIN).and_then(|(before, rest)| Some((before, rest.split_once(END)?.1)));
    let (before, after) = parts.ok_or_else(|| format!("ARCHITECTURE.md: expected {BEGIN} and {END}"))?;
    Ok(format!("{before}{BEGIN}\n{}{END}{after}", diagram()?))
}

/// Dependencies of each published crate.
type Arrows = BTreeMap<String, BTreeSet<String>>;

fn arrows() -> Result<Arrows, String> {
    let packages: Vec<_> = packages()?.into_iter().filter(Package::is_published).collect();
    let names: BTreeSet<&str> = packages.iter().map(|package| package.name.as_str()).collect();
    let below = |package: &Package| package.needs().filter(|name| names.contains(name)).map(str::to_owned).collect();
    Ok(packages.iter().map(|package| (package.name.clone(), below(package))).collect())
}

/// Returns all direct and indirect dependencies of a crate.
fn reached(arrows: &Arrows, from: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut open = vec![from.to_owned()];
    while let Some(name) = open.pop() {
        open.extend(arrows.get(&name).into_iter().flatten().filter(|below| found.insert((*below).clone())).cloned());
    }
    found
}

fn diagram() -> Result<String, String> {
    let arrows = arrows()?;
    let mut text = "```mermaid\nflowchart TD\n".to_owned();
    // Writing to a string can't fail.
    for (layer, named) in LAYERS {
        let is_in = |name: &str| match named {
            [] => !LAYERS.iter().any(|(_, named)| named.contains(&name)),
            _ => named.contains(&name),
        };
        let _ = writeln!(text, "  subgraph {}[\"{layer}\"]", layer.replace(' ', "-"));
        for name in arrows.keys().filter(|name| is_in(name)) {
            let _ = writeln!(text, "    {name}");
        }
        text.push_str("  end\n");
    }
    for (name, below) in &arrows {
        let around: BTreeSet<String> = below.iter().flat_map(|other| reached(&arrows, other)).collect();
        for other in below.difference(&around) {
            let _ = writeln!(text, "  {name} --> {other}");
        }
    }
    text.push_str("```\n");
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::{file_names, missing_files};

    #[test]
    fn named_files_must_exist() {
        let names = file_names("See `a/src/read.rs`, `read.rs`, `validate/` and `Model::parse`.\n\n    ignored.rs\n");
        assert_eq!(names, ["a/src/read.rs", "read.rs"]);
        let files = ["/crates/a/src/read.rs".to_owned(), "/crates/b/src/spread.rs".to_owned()];
        assert!(missing_files(&names, &files).is_empty());
        assert_eq!(missing_files(&["spread.rs".into(), "ad.rs".into()], &files), ["ad.rs"]);
    }
}
