//! The diagram of the crates, drawn from their dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::PathBuf;

use crate::run::{Run, root};
use crate::workspace::{Package, packages};

const BEGIN: &str = "<!-- crates -->";
const END: &str = "<!-- end of crates -->";

/// Layers from the top, with their crates; all other crates are formats.
const LAYERS: [(&str, &[&str]); 4] = [
    ("programs", &["engine-assets-cli", "engine-assets", "asset-project"]),
    (
        "scene",
        &["asset-gltf", "asset-render", "asset-scene", "scene-adapter", "scene-pragma", "scene-urho", "scene-zed"],
    ),
    ("formats", &[]),
    ("shared by formats", &["asset-geometry", "asset-image", "asset-unpack", "engine-assets-binio", "urho-core"]),
];

/// Draws the diagram into `ARCHITECTURE.md`.
pub(crate) fn draw() -> Run {
    let drawn = with_diagram()?;
    std::fs::write(page(), drawn).map_err(|error| format!("ARCHITECTURE.md: {error}"))
}

/// Checks that the diagram matches the crates.
pub(crate) fn check() -> Run {
    if read()? == with_diagram()? {
        Ok(())
    } else {
        Err("ARCHITECTURE.md: the arrows between crates have changed; `cargo xtask architecture` draws them".to_owned())
    }
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
