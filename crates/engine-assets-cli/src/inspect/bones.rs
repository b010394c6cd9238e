//! Prints a skeleton as a tree of bone names.

use std::fmt::Write as _;

use engine_assets::binio::Name;
use engine_assets::urho_mdl::Hierarchy;

use crate::counts::counted;

/// Writes the number of bones, and their names down to `depth` levels.
pub(super) fn describe(hierarchy: &Hierarchy, names: &[&Name<'_>], depth: usize, text: &mut String) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "  skeleton: {}", counted(names.len(), "bone"));
    for node in hierarchy.depth_first() {
        let level = hierarchy.depth(*node).unwrap_or(0);
        let (Some(name), true) = (names.get(*node), level < depth) else { continue };
        let hidden = if level + 1 == depth { below(hierarchy, *node) } else { 0 };
        let more = if hidden > 0 { format!(" (+{hidden} below)") } else { String::new() };
        let _ = writeln!(text, "    {:indent$}{name}{more}", "", indent = 2 * level);
    }
}

/// Returns the number of descendants of a node. Parents come before their children in depth-first order, so a subtree
/// is a contiguous range.
fn below(hierarchy: &Hierarchy, node: usize) -> usize {
    let level = hierarchy.depth(node).unwrap_or(0);
    let behind = hierarchy.depth_first().iter().skip_while(|other| **other != node).skip(1);
    behind.take_while(|other| hierarchy.depth(**other).unwrap_or(0) > level).count()
}
