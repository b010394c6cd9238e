//! Reports the parts that a scene can't contain.

use super::Reader;
use crate::kinds;

impl Reader<'_> {
    /// Reports the parts of the file that are left out.
    pub(super) fn parts(&mut self) {
        let file = self.file;
        let surfaces = file.nurbs_surfaces.len().saturating_add(file.procedural_geometries.len());
        let curves = file.line_curves.len().saturating_add(file.nurbs_curves.len());
        let lost = [(surfaces, "curved surfaces"), (file.cache_deformers.len(), "vertex caches")];
        for (count, what) in lost.into_iter().filter(|(count, _)| *count > 0) {
            self.findings.loss(kinds::PARTS_LEFT_OUT, "file", format!("left out: {count} {what}"));
        }
        // Nobody sees them in a game.
        let unseen = [
            (
                file.constraints.len(),
                "constraints: their effect is only in keys, if the file was exported with baked animations",
            ),
            (curves, "curves"),
        ];
        for (count, what) in unseen.into_iter().filter(|(count, _)| *count > 0) {
            self.findings.expected_loss(kinds::PARTS_LEFT_OUT, "file", format!("left out: {count} {what}"));
        }
    }
}
