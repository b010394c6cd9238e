//! Reads groups of levels of detail.

use asset_scene::{Id, LodLevel, Node};

use super::{Reader, named};
use crate::kinds;

impl Reader<'_> {
    /// Converts a group to levels of detail of its first child, but only if every child is a mesh without children.
    pub(super) fn lods(&mut self) {
        let file = self.file;
        for group in &file.lod_groups {
            for node in &group.element.instances {
                let levels: Vec<&ufbx::Node> = (&node.children).into_iter().collect();
                let ids: Vec<Id<Node>> = levels.iter().filter_map(|level| self.node(level)).collect();
                let is_mesh = |id: &Id<Node>| self.scene[*id].mesh.is_some();
                let fits = levels.iter().all(|level| level.children.is_empty());
                let [finest, coarser @ ..] = ids.as_slice() else { continue };
                if !fits || !ids.iter().all(is_mesh) || ids.len() != levels.len() {
                    let message = "its levels aren't single meshes: they stay nodes side by side";
                    self.findings.warning(kinds::LODS_AS_NODES, named("node", &node.element.name), message);
                    continue;
                }
                let unit =
                    if file.settings.original_unit_meters > 0.0 { file.settings.original_unit_meters } else { 1.0 };
                let mut lods = Vec::new();
                for (number, id) in coarser.iter().enumerate() {
                    // Thresholds are between levels; percentages of the screen are no distances.
                    let level = group.lod_levels.get(number).filter(|_| !group.relative_distances);
                    let distance = level.map(|level| self.numbers.one(level.distance * unit)).filter(|far| *far > 0.0);
                    self.scene[*id].parent = None;
                    lods.push(LodLevel { node: *id, distance });
                }
                self.scene[*finest].lods = lods;
            }
        }
    }
}
