//! Repairs: what [`validate`](crate::Model::validate) finds, mended on request, one thing at a time.

mod draw;
mod skin;
mod values;

use binio::Findings;
use core::fmt;

use crate::kinds;
use crate::model::Model;

/// Something that can be mended. Repairs take any model, can't fail, and find nothing to do the second time.
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
    /// Index buffers whose indices have neither 2 nor 4 bytes get the size, and so the indices, that the engine makes of them.
    FixIndexSizes,
    /// Removes levels of detail that reference missing buffers, and vertices that have no elements.
    DropBrokenLods,
    /// Draw ranges end where their index buffer ends, and with a whole primitive.
    FixDrawRanges,
    /// Triangles, lines and points go that lead to vertices which don't exist. Strips and fans that lose something become lists;
    /// of unknown primitives all go.
    /// What is left is drawn from new indices at the end of the buffer; [`Model::drop_unused_vertices`] frees the old ones.
    DropBadTriangles,
    /// Levels of detail stand in ascending order of their distances, the first at 0; those go that would never show: at the
    /// same distance as another, or at none.
    SortLods,
    /// NaN and infinities in vertices, morphs and bones become numbers: a normal +Y, a tangent +X with w 1, any other component 0, a
    /// bone's rotation none and scale 1, its offset matrix the inverse of its bind pose. Spheres and boxes that aren't
    /// finite go.
    ReplaceNonFinite,
    /// Entries of bone mappings that lead to no bone lead to the first bone; without bones there are no mappings.
    FixBoneMappings,
    /// Blend indices that lead to no bone become 0, and lose their weight.
    ClampJoints,
    /// Blend weights are neither negative nor NaN, and sum to 1; a vertex without any hangs on its first bone.
    NormaliseWeights,
    /// Morphs change only vertices and elements that exist, each vertex buffer once; morph ranges hold what morphs change.
    FixMorphs,
    /// Bones whose parent doesn't exist, and those that are their own ancestors, become roots where they are.
    FixBoneParents,
    /// The bounding box is the least around all vertices.
    RecomputeBounds,
    /// Every geometry has a center: the mean of what it draws.
    RecomputeCenters,
}

impl Repair {
    /// All repairs, in the order in which one leaves nothing for another to spoil. After all of them `validate` finds no errors.
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

    /// Its name on a command line.
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

    /// What it does, in a line.
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
            Self::FixMorphs => "drop morph deltas for what doesn't exist, and recompute morph ranges",
            Self::FixBoneParents => "cut cycles of bones, and bones off parents that don't exist",
            Self::RecomputeBounds => "recompute the bounding box",
            Self::RecomputeCenters => "recompute the centers of geometries",
        }
    }

    /// The repair of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|repair| repair.name() == name)
    }
}

/// The name.
impl fmt::Display for Repair {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl Model<'_> {
    /// Mends one thing, and says what it changed, a note for each part; none if there was nothing to do.
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
    // Models without identifier have none.
    let old = model.tail.clone();
    if model.compute_centers().is_ok() && model.tail != old {
        notes.note(kinds::REPAIRED, "tail", "centers recomputed");
    }
}
