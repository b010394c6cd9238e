//! Prints the whole graph.

use std::io;
use std::path::Path;

use engine_assets::graph::{Graph, Target};
use serde::Serialize;

use crate::report::{FileName, json_line};

/// The JSON that `refs --graph json` prints.
#[derive(Serialize)]
struct Whole<'g> {
    files: Vec<File<'g>>,
    references: Vec<Reference<'g>>,
}

#[derive(Serialize)]
struct File<'g> {
    #[serde(flatten)]
    file: FileName,
    name: &'g str,
    /// The certainty of the most certain reference to this file, or null if there is no reference.
    certainty: Option<&'static str>,
}

#[derive(Serialize)]
struct Reference<'g> {
    /// The number of the file that contains the reference.
    from: u32,
    /// The number of the referenced file.
    to: Option<u32>,
    target: &'static str,
    reference: std::borrow::Cow<'g, str>,
    certainty: &'static str,
    #[serde(skip_serializing_if = "str::is_empty")]
    kind: &'g str,
    #[serde(skip_serializing_if = "str::is_empty")]
    part: &'g str,
    line: Option<u32>,
}

pub(super) fn json(graph: &Graph, project: &Path) -> io::Result<String> {
    let below = |path: &Path| FileName::of(path.strip_prefix(project).unwrap_or(path).as_os_str());
    let files = graph.files().iter();
    let file = |(id, file): (u32, &'_ _)| -> File<'_> {
        let file: &engine_assets::graph::ProjectFile = file;
        File {
            file: below(&file.path),
            name: graph.files().get(id).map_or("", |file| &file.name),
            certainty: graph.certainty(id).map(engine_assets::graph::Certainty::name),
        }
    };
    let files = files.map(file).collect();
    let ids = graph.files().iter().map(|(id, _)| id);
    let references = ids.flat_map(|from| {
        graph.uses(from).map(move |one| Reference {
            from,
            to: if let Target::File(file) = one.target { Some(file) } else { None },
            target: one.target.name(),
            reference: one.name,
            certainty: one.certainty.name(),
            kind: one.kind,
            part: one.part,
            line: one.line,
        })
    });
    json_line(&Whole { files, references: references.collect() })
}

/// Returns the graph in DOT: the files that have references, and an arrow for each pair. If a name was found in a text,
/// the arrow is dashed.
pub(super) fn dot(graph: &Graph, project: &Path) -> String {
    let label = |path: &Path| {
        let below = path.strip_prefix(project).unwrap_or(path).to_string_lossy().replace('\\', "/");
        let safe: String = below.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect();
        safe.replace('"', "\\\"")
    };
    let mut text = String::from("digraph references {\n  rankdir=LR;\n  node [shape=box];\n");
    for (id, file) in graph.files().iter() {
        let mut targets: Vec<(u32, bool)> = Vec::new();
        for one in graph.uses(id) {
            if let Target::File(to) = one.target {
                targets.push((to, one.certainty < engine_assets::graph::Certainty::Certain));
            }
        }
        targets.sort_unstable();
        targets.dedup_by_key(|(to, _)| *to);
        if targets.is_empty() && graph.certainty(id).is_none() {
            continue;
        }
        text += &format!("  {id} [label=\"{}\"];\n", label(&file.path));
        for (to, is_text) in targets {
            let style = if is_text { " [style=dashed]" } else { "" };
            text += &format!("  {id} -> {to}{style};\n");
        }
    }
    text + "}\n"
}
