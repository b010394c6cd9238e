//! Repairs of the findings of [`validate`](crate::Model::validate), on request, one at a time.

mod draw;
mod skin;
mod values;

use binio::Findings;
use core::fmt;

use crate::kinds;
use crate::model::Model;

/// A repair. Repairs accept any model, can't fail, and are idempotent.
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
    /// Converts indices that have neither 2 nor 4 bytes to the size, and so the values, that the engine reads.
    FixIndexSizes,
    /// Removes levels of detail that reference missing buffers, and vertices that have no elements.
    DropBrokenLods,
    /// Shortens draw ranges to the end of their index buffer and to complete primitives.
    FixDrawRanges,
    /// Removes triangles, lines and points with missing vertices. Strips and fans that lose a triangle become lists; unknown
    /// primitives are removed as a whole. The remaining indices replace the old ones, or are appended to the buffer if others draw from these or
    /// they don't suffice; [`Model::drop_unused_vertices`] removes unused ones.
    DropBadTriangles,
    /// Sorts levels of detail by distance, the first at 0, and removes invisible levels: at the same distance as another, or at NaN.
    SortLods,
    /// Replaces NaN and infinities in vertices, morphs and bones: a normal becomes +Y, a tangent +X with w 1, any other component 0,
    /// a bone's rotation the identity and its scale 1, its offset matrix the inverse of its bind pose. Spheres and boxes that aren't
    /// finite are removed.
    ReplaceNonFinite,
    /// Changes entries of bone mappings without a bone to the first bone; removes the mappings if there are no bones.
    FixBoneMappings,
    /// Changes blend indices without a bone to 0, and their weight to 0.
    ClampJoints,
    /// Makes blend weights non-negative numbers that sum to 1; a vertex without weights gets its first bone.
    NormaliseWeights,
    /// Restricts morphs to existing vertices and elements, each vertex buffer once; sets morph ranges to the changed vertices.
    FixMorphs,
    /// Makes roots of bones whose parent is missing, and of bones that are their own ancestors.
    FixBoneParents,
    /// Sets the bounding box to the smallest box around all vertices.
    RecomputeBounds,
    /// Sets the center of every geometry to the mean of its drawn positions.
    RecomputeCenters,
}

impl Repair {
    /// All repairs, in an order in which no repair undoes another. After all of them `validate` reports no errors.
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

    /// Returns the name on the command line.
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

    /// Returns a one-line description.
    pub const fn description(self) -> &'static str {
        match self {
            Self::FixIndexSizes => "take indices of odd sizes as the engine does",
            Self::DropBrokenLods => "drop levels of detail whose buffers don't exist",
            Self::FixDrawRanges => "end draw ranges where their index buffer ends",
            Self::DropBadTriangles => "drop primitives that lead to vertices which don't exist",
            Self::SortLods => "sort levels of detail by distance, from 0 on",
            Self::ReplaceNonFinite => "replace NaN and infinities in vertices, morphs and bones",
            Self::FixBoneMappings => "lead bone mappings to bones that exist",
            Self::ClampJoints => "free vertices of bones that don't exist",
            Self::NormaliseWeights => "make blend weights sum to 1",
            Self::FixMorphs => "drop morph deltas for missing vertices, and recompute morph ranges",
            Self::FixBoneParents => "cut cycles of bones, and bones off parents that don't exist",
            Self::RecomputeBounds => "recompute the bounding box",
            Self::RecomputeCenters => "recompute the centers of geometries",
        }
    }

    /// Returns the repair with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|repair| repair.name() == name)
    }
}

/// Writes the name.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Model<'_> {
    /// Applies one repair. Returns a note for each changed part; none if nothing was wrong.
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
