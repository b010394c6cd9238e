//! References of the engines' own files, beside those that the rules of their formats give by an independent reader.

mod tables;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::ExitCode;

use asset_refs::graph::{Certainty, Graph, Target, Usage};
use testkit::corpus::{CorpusFile, Selection, run};

pub(crate) fn main() -> ExitCode {
    run(&[
        ("references", Selection::new("urho-data", &["md"], 1), references),
        ("unused files", Selection::new("urho-data", &["md"], 1), unused),
        ("unused files of the engines", Selection::new("urho-data", &["md"], 1), unused_of_engines),
        ("table", Selection::new("urho-data", &["md"], 1), |file| tables::check(file, &["urho3d", "rbfx"])),
        ("table", Selection::new("urho-scene", &["md"], 1), |file| {
            tables::check(file, &["urho3d", "rbfx", "engine-written"])
        }),
        ("table", Selection::new("pragma-scene", &["md"], 1), |file| tables::check(file, &[""])),
    ])
}

/// A row of `references.tsv`.
struct Row<'t> {
    file: &'t str,
    kind: &'t str,
    resolved: &'t str,
}

/// The rows of an engine about files of the corpus.
fn rows<'t>(table: &'t str, engine: &str) -> Vec<Row<'t>> {
    let row = |line: &'t str| match line.split('\t').collect::<Vec<_>>()[..] {
        [of, file, kind, _, resolved, _, "yes"] if of == engine => Some(Row { file, kind, resolved }),
        _ => None,
    };
    table.lines().filter_map(row).collect()
}

fn read(root: &Path, name: &str) -> Result<String, String> {
    std::fs::read_to_string(root.join(name)).map_err(|error| error.to_string())
}

/// A graph of an older version of rbfx, whose material the current format doesn't know as a reference.
const STALE: &str = "Data/Particle/SnowExplosionGraph.xml";

/// Every reference to a file of the corpus is in the graph, and is certain unless a script contains it.
fn references(file: &CorpusFile) -> Result<(), String> {
    let root = file.path().parent().ok_or("no folder")?;
    let table = read(root, "references.tsv")?;
    let (mut wrong, mut count) = (BTreeSet::new(), 0);
    for engine in ["urho3d", "rbfx"] {
        let folder = root.join(engine);
        let graph = Graph::read(&[&folder]).map_err(|error| error.to_string())?;
        for row in rows(&table, engine) {
            count += 1;
            let [from, to] = [row.file, row.resolved].map(|name| graph.files().at_path(&folder.join(name)));
            let (Some(from), Some(to)) = (from, to) else {
                wrong.insert(format!("{engine}: {} or {} isn't listed", row.file, row.resolved));
                continue;
            };
            let found = graph.uses(from).filter(|used| used.target == Target::File(to));
            let best = found.map(|used| used.certainty).max();
            let least = if row.kind.starts_with("script.") || row.file == STALE {
                Certainty::Literal
            } else {
                Certainty::Certain
            };
            if from != to && best < Some(least) {
                wrong.insert(format!("{engine}: {} -> {} ({}): {best:?}", row.file, row.resolved, row.kind));
            }
        }
    }
    if count < 300 {
        return Err(format!("only {count} references"));
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{wrong:#?}")) }
}

/// No file that a file of the corpus names is called unused.
fn unused(file: &CorpusFile) -> Result<(), String> {
    let root = file.path().parent().ok_or("no folder")?;
    let table = read(root, "references.tsv")?;
    let mut wrong = BTreeSet::new();
    for engine in ["urho3d", "rbfx"] {
        let folder = root.join(engine);
        let graph = Graph::read(&[&folder]).map_err(|error| error.to_string())?;
        let named: BTreeSet<&str> =
            rows(&table, engine).iter().filter(|row| row.file != row.resolved).map(|row| row.resolved).collect();
        for name in named {
            let id = graph.files().at_path(&folder.join(name)).ok_or_else(|| format!("{name} isn't listed"))?;
            if !matches!(graph.usage(id), Usage::Used) {
                wrong.insert(format!("{engine}: {name}"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{wrong:#?}")) }
}

/// Unused files that the engines' whole folders name, in files that the corpus leaves out: sounds in scripts and code, an array of textures in a scene.
const NAMED_ELSEWHERE: [&str; 3] =
    ["Data/Sounds/NutThrow.wav", "Data/Sounds/SmallExplosion.wav", "Data/Textures/Showcase/PreviewTexture2DArray.xml"];

/// What is called unused is unused in the engines' whole folders too.
fn unused_of_engines(file: &CorpusFile) -> Result<(), String> {
    let root = file.path().parent().ok_or("no folder")?;
    let table = read(root, "unused.tsv")?;
    let mut wrong = BTreeSet::new();
    for engine in ["urho3d", "rbfx"] {
        let known: BTreeSet<&str> = table
            .lines()
            .filter_map(|line| match line.split('\t').collect::<Vec<_>>()[..] {
                [of, file, "unused", ..] if of == engine => Some(file),
                _ => None,
            })
            .collect();
        let folder = root.join(engine);
        for name in tables::Usages::of(&folder)?.unused {
            if !known.contains(name.as_str()) && !NAMED_ELSEWHERE.contains(&name.as_str()) {
                wrong.insert(format!("{engine}: {name}"));
            }
        }
    }
    if wrong.is_empty() { Ok(()) } else { Err(format!("{wrong:#?}")) }
}
