//! Prints scenes and prefabs of Urho3D.

use std::fmt::Write as _;

use engine_assets::binio::Name;
use engine_assets::urho_scene::{Document, NodeSummary};

use crate::counts::{counted, grouped};

/// The maximum number of nodes and resources to show. The others are only counted.
const ITEMS: usize = 40;

/// Writes the contents of a scene: counts, resources, and the tree down to `depth` levels.
pub(super) fn describe(document: &Document<'_>, depth: usize, text: &mut String) {
    let summary = document.summary(false);
    // Writing to a string can't fail.
    let _ = writeln!(
        text,
        "  {}, {}, {} deep, {}",
        summary.engine,
        counted(summary.num_nodes, "node"),
        summary.depth,
        counted(summary.num_components, "component")
    );
    for (class, count) in &summary.components {
        let unknown = if summary.unknown_classes.contains(class) { " (unknown)" } else { "" };
        let _ = writeln!(text, "    {}: {}{unknown}", Name::from(class.as_str()), grouped(*count as u64));
    }
    let _ = writeln!(text, "  {}", counted(summary.resources.len(), "resource"));
    for resource in summary.resources.iter().take(ITEMS) {
        let (kind, name) = (Name::from(resource.kind.as_str()), Name::from(resource.name.as_str()));
        let _ = writeln!(text, "    {kind} {name}: {}", grouped(resource.count as u64));
    }
    more(summary.resources.len().saturating_sub(ITEMS), text);
    tree(&summary.nodes, depth, text);
}

fn tree(nodes: &[NodeSummary], depth: usize, text: &mut String) {
    let mut levels: Vec<usize> = Vec::with_capacity(nodes.len());
    let mut shown = 0;
    let mut hidden = 0;
    for node in nodes {
        let level = node.parent.and_then(|parent| levels.get(parent as usize)).map_or(0, |above| above + 1);
        levels.push(level);
        if level > depth || shown == ITEMS {
            hidden += 1;
            continue;
        }
        shown += 1;
        let name = if node.name.is_empty() { "(no name)".into() } else { Name::from(node.name.as_str()).to_string() };
        let off = if node.enabled { "" } else { ", disabled" };
        let classes = node.components.join(", ");
        let classes = if classes.is_empty() { classes } else { format!(": {}", Name::from(classes.as_str())) };
        let _ = writeln!(text, "  {}{name} [{}]{off}{classes}", "  ".repeat(level), node.id);
    }
    more(hidden, text);
}

fn more(count: usize, text: &mut String) {
    if count > 0 {
        let _ = writeln!(text, "    and {} more", grouped(count as u64));
    }
}
