//! Repairs for what [`validate`](crate::Model::validate) reports. They are only done on request, and one at a time.

mod draw;
mod skin;
mod values;

use binio::Findings;
use core::fmt;

use crate::kinds;
use crate::model::Model;

/// A repair that you can apply with [`Model::repair`]. It accepts any model, never fails, and does nothing if you apply
/// it again.
///
/// ```
/// use urho_mdl::Repair;
/// assert_eq!(Repair::from_name("drop-bad-triangles"), Some(Repair::DropBadTriangles));
/// for repair in Repair::ALL {
///     println!("{:20} {}", repair.name(), repair.description());
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Repair {
    /// If an index does not have 2 or 4 bytes, converts it to the size and the value that the engine reads.
    FixIndexSizes,
    /// Removes the levels of detail that reference missing buffers, and the vertices that have no elements.
    DropBrokenLods,
    /// Shortens draw ranges that do not end inside their index buffer, or do not end with a complete primitive.
    FixDrawRanges,
    /// Removes triangles, lines and points whose vertices are missing. If a strip or a fan loses a triangle, it will be
    /// a list. If the primitive is unknown, it is removed as a whole.
    ///
    /// The remaining indices replace the old ones. If other levels draw the old indices or there is not enough room,
    /// they are appended to the buffer. Use [`Model::drop_unused_vertices`] to remove what is then unused.
    DropBadTriangles,
    /// Sorts levels of detail by distance so that the first is at 0. Removes the levels that you can never see, because
    /// they are at NaN or at the same distance as another level.
    SortLods,
    /// Replaces NaN and infinities in vertices, morphs and bones. A normal will be +Y, a tangent +X with w 1, and any
    /// other component 0. For a bone, the rotation will be the identity, the scale 1 and the offset matrix the inverse
    /// of the bind pose. Spheres and boxes that are not finite are removed.
    ReplaceNonFinite,
    /// Changes bone mappings that refer to a missing bone: they will refer to the first bone. If there are no bones,
    /// the mappings are removed.
    FixBoneMappings,
    /// Changes blend indices that refer to a missing bone to 0, and sets their weight to 0.
    ClampJoints,
    /// Makes blend weights sum to 1, and replaces negative ones. A vertex without weights will be moved by its first
    /// bone.
    NormaliseWeights,
    /// Removes the morph deltas for missing vertices or elements, and all but one buffer of a morph for the same vertex
    /// buffer. Also fixes morph ranges that do not contain all changed vertices.
    FixMorphs,
    /// Turns a bone into a root if the parent is missing, or if the bone is its own ancestor.
    FixBoneParents,
    /// Sets the bounding box to the smallest box around all vertices.
    RecomputeBounds,
    /// Sets the center of every geometry to the mean of the positions that it draws.
    RecomputeCenters,
}

impl Repair {
    /// All repairs, in an order in which none will undo another. If you apply all of them, [`Model::validate`] will not
    /// report errors.
    pub const ALL: [Self; 13] = [
        Self::FixIndexSizes,
        Self::DropBrokenLods,
        Self::FixDrawRanges,
        Self::DropBadTriangles,
        Self::SortLods,
        Self::FixBoneParents,
        Self::ReplaceNonFinite,
        Self::FixBoneMappings,
        Self::ClampJoints,
        Self::NormaliseWeights,
        Self::FixMorphs,
        Self::RecomputeBounds,
        Self::RecomputeCenters,
    ];

    /// Returns the name of this repair on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::FixIndexSizes => "fix-index-sizes",
            Self::DropBrokenLods => "drop-broken-lods",
            Self::FixDrawRanges => "fix-draw-ranges",
            Self::DropBadTriangles => "drop-bad-triangles",
            Self::SortLods => "sort-lods",
            Self::ReplaceNonFinite => "replace-non-finite",
            Self::FixBoneMappings => "fix-bone-mappings",
            Self::ClampJoints => "clamp-joints",
            Self::NormaliseWeights => "normalise-weights",
            Self::FixMorphs => "fix-morphs",
            Self::FixBoneParents => "fix-bone-parents",
            Self::RecomputeBounds => "recompute-bounds",
            Self::RecomputeCenters => "recompute-centers",
        }
    }

    /// Returns a description in one line, for example to list all repairs.
    pub const fn description(self) -> &'static str {
        match self {
            Self::FixIndexSizes => "convert indices of invalid sizes to the size that the engine reads",
            Self::DropBrokenLods => "remove levels of detail with missing buffers",
            Self::FixDrawRanges => "shorten draw ranges to the end of their index buffer",
            Self::DropBadTriangles => "remove triangles, lines and points with missing vertices",
            Self::SortLods => "sort levels of detail by distance, beginning at 0",
            Self::ReplaceNonFinite => "replace NaN and infinities in vertices, morphs and bones",
            Self::FixBoneMappings => "fix bone mappings that refer to missing bones",
            Self::ClampJoints => "remove weights of missing bones",
            Self::NormaliseWeights => "make blend weights sum to 1",
            Self::FixMorphs => "remove morph deltas of missing vertices, and recompute morph ranges",
            Self::FixBoneParents => "turn bones in a cycle or with a missing parent into roots",
            Self::RecomputeBounds => "recompute the bounding box",
            Self::RecomputeCenters => "recompute the centers of geometries",
        }
    }

    /// Returns the repair with this name, or `None` if there is no such repair.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|repair| repair.name() == name)
    }
}

/// Writes the name of the repair.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Model<'_> {
    /// Applies several repairs, in this order. The message of each note begins with the name of its repair.
    pub fn repair_all(&mut self, repairs: &[Repair]) -> Findings {
        let mut findings = Findings::new();
        for repair in repairs {
            for note in &self.repair(*repair) {
                findings.add(note.kind, note.severity, note.path.clone(), alloc::format!("{repair}: {}", note.message));
            }
        }
        findings
    }

    /// Applies a repair, and returns a note for each part that was changed. If nothing was wrong, there are no notes.
    ///
    /// ```
    /// use urho_mdl::{Model, Repair};
    /// let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    /// let mut model = Model::builder().positions(&corners).indices(&[0, 1, 2, 0, 2, 1]).build()?;
    /// model.index_buffers[0].data.to_mut()[0] = 99;
    /// let notes = model.repair(Repair::DropBadTriangles);
    /// assert_eq!(notes.iter().next().unwrap().message, "1 of 2 primitives dropped");
    /// assert!(model.repair(Repair::DropBadTriangles).is_empty());
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    pub fn repair(&mut self, repair: Repair) -> Findings {
        let mut notes = Findings::new();
        match repair {
            Repair::FixIndexSizes => draw::index_sizes(self, &mut notes),
            Repair::DropBrokenLods => draw::broken_lods(self, &mut notes),
            Repair::FixDrawRanges => draw::draw_ranges(self, &mut notes),
            Repair::DropBadTriangles => draw::bad_primitives(self, &mut notes),
            Repair::SortLods => draw::sort_lods(self, &mut notes),
            Repair::ReplaceNonFinite => values::non_finite(self, &mut notes),
            Repair::FixBoneMappings => skin::bone_mappings(self, &mut notes),
            Repair::ClampJoints => skin::joints(self, &mut notes),
            Repair::NormaliseWeights => skin::weights(self, &mut notes),
            Repair::FixMorphs => skin::morphs(self, &mut notes),
            Repair::FixBoneParents => skin::parents(self, &mut notes),
            Repair::RecomputeBounds => bounds(self, &mut notes),
            Repair::RecomputeCenters => centers(self, &mut notes),
        }
        notes
    }
}

fn bounds(model: &mut Model<'_>, notes: &mut Findings) {
    let old = model.bounds;
    model.compute_bounds();
    if model.bounds != old {
        notes.note(kinds::REPAIRED, "bounding box", "recomputed");
    }
}

fn centers(model: &mut Model<'_>, notes: &mut Findings) {
    // Models without identifier have no centers.
    let old = model.tail.clone();
    if model.compute_centers().is_ok() && model.tail != old {
        notes.note(kinds::REPAIRED, "tail", "centers recomputed");
    }
}
