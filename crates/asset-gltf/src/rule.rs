//! What becomes of what glTF refuses.

use std::fmt;

/// What becomes of what glTF refuses, or warns of: one rule for each such thing. The same table is in [`crate::format`].
///
/// Each is reported once per part of the scene, as a finding that says how often; with [`crate::WriteOptions::strict`] the first is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
#[allow(missing_docs, reason = "each says in its text what it means")]
pub enum Rule {
    NonFinite,
    NonFiniteMatrix,
    Normals,
    Tangents,
    TangentSigns,
    ColorRange,
    Weights,
    UnusedJoints,
    RepeatedInfluences,
    JointRange,
    Kind,
    Normalized,
    Sets,
    Misplaced,
    RepeatedAttributes,
    NoPositions,
    EmptyPrimitives,
    EmptyMeshes,
    EmptyArrays,
    IndexRange,
    RestartIndices,
    IncompletePrimitives,
    Closed,
    MorphBase,
    EmptyTargets,
    EmptySkins,
    RepeatedJoints,
    CommonRoot,
    SkeletonRoot,
    InverseBind,
    SkinnedPlace,
    SkinWithoutJoints,
    JointsWithoutSkin,
    Rotations,
    Shear,
    AnimatedMatrix,
    KeyTimes,
    SingleKeySpline,
    EmptyChannels,
    RepeatedChannels,
    EmptyAnimations,
    FactorRange,
    EmissiveStrength,
    UnlitExtensions,
    MissingCoordinates,
    ManyCoordinates,
    ImageKinds,
    ImageFiles,
}

impl Rule {
    /// All of them.
    pub const ALL: &'static [Self] = &[
        Self::NonFinite,
        Self::NonFiniteMatrix,
        Self::Normals,
        Self::Tangents,
        Self::TangentSigns,
        Self::ColorRange,
        Self::Weights,
        Self::UnusedJoints,
        Self::RepeatedInfluences,
        Self::JointRange,
        Self::Kind,
        Self::Normalized,
        Self::Sets,
        Self::Misplaced,
        Self::RepeatedAttributes,
        Self::NoPositions,
        Self::EmptyPrimitives,
        Self::EmptyMeshes,
        Self::EmptyArrays,
        Self::IndexRange,
        Self::RestartIndices,
        Self::IncompletePrimitives,
        Self::Closed,
        Self::MorphBase,
        Self::EmptyTargets,
        Self::EmptySkins,
        Self::RepeatedJoints,
        Self::CommonRoot,
        Self::SkeletonRoot,
        Self::InverseBind,
        Self::SkinnedPlace,
        Self::SkinWithoutJoints,
        Self::JointsWithoutSkin,
        Self::Rotations,
        Self::Shear,
        Self::AnimatedMatrix,
        Self::KeyTimes,
        Self::SingleKeySpline,
        Self::EmptyChannels,
        Self::RepeatedChannels,
        Self::EmptyAnimations,
        Self::FactorRange,
        Self::EmissiveStrength,
        Self::UnlitExtensions,
        Self::MissingCoordinates,
        Self::ManyCoordinates,
        Self::ImageKinds,
        Self::ImageFiles,
    ];

    /// What it is about and what is done, as findings say it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NonFinite => "numbers that aren't finite become 0, in scales 1; distances of levels are left out",
            Self::NonFiniteMatrix => "matrices with numbers that aren't finite become the identity",
            Self::Normals => {
                "normals that aren't of unit length are divided by it; those without direction become 0 1 0"
            }
            Self::Tangents => {
                "tangents that aren't of unit length are divided by it; those without direction become 1 0 0"
            }
            Self::TangentSigns => "signs of tangents other than 1 and -1 become -1 below 0, else 1",
            Self::ColorRange => "numbers of the first colours become 0 below 0 and 1 above 1",
            Self::Weights => {
                "weights that are negative or not finite become 0, then all of a vertex are divided by their sum; a sum of 0 gives the first joint 1"
            }
            Self::UnusedJoints => "joints without weight become joint 0",
            Self::RepeatedInfluences => "a joint that is there twice in a vertex gets the sum of its weights",
            Self::JointRange => "joints that the skin doesn't have lose their weight",
            Self::Kind => "numbers of a kind that glTF doesn't have there become floats",
            Self::Normalized => "numbers that can't be fractions lose the mark of being such",
            Self::Sets => "sets of texture coordinates, colours or joints that don't count from 0 are counted anew",
            Self::Misplaced => {
                "attributes without those they need (tangents without normals, joints without weights) get a name of their own, with an underscore"
            }
            Self::RepeatedAttributes => "attributes that are there twice are left out the second time",
            Self::NoPositions => "vertices without positions get such of 0 0 0",
            Self::EmptyPrimitives => "primitives that show nothing are left out",
            Self::EmptyMeshes => "meshes without primitives are left out",
            Self::EmptyArrays => "arrays without rows are left out",
            Self::IndexRange => {
                "indices of vertices that aren't there become those of the same triangle or line, or the one before"
            }
            Self::RestartIndices => "indices that would begin a new strip are widened",
            Self::IncompletePrimitives => "indices of an incomplete last triangle or line are left out",
            Self::Closed => "only lines can be closed; others stay open",
            Self::MorphBase => "morphs of attributes that can't be morphed or aren't there are left out",
            Self::EmptyTargets => "morph targets that change nothing get positions of 0 0 0",
            Self::EmptySkins => "skins without joints are left out",
            Self::RepeatedJoints => "a node that is there twice in a skin gets a child that stands in for it",
            Self::CommonRoot => "joints below several roots get one above them all",
            Self::SkeletonRoot => "a root of a skin that isn't above all its joints is left out",
            Self::InverseBind => "the last rows of inverse bind matrices become 0 0 0 1",
            Self::SkinnedPlace => {
                "a skinned mesh below a transform moves to a root of its own; the transform has no effect on it"
            }
            Self::SkinWithoutJoints => "a skin of a mesh without joints and weights is left out",
            Self::JointsWithoutSkin => "joints and weights without a skin get a name of their own, with an underscore",
            Self::Rotations => {
                "rotations that aren't of unit length are divided by it; those without direction become none"
            }
            Self::Shear => "matrices that are no translation, rotation and scale become the nearest that are",
            Self::AnimatedMatrix => "matrices of nodes that move become translation, rotation and scale",
            Self::KeyTimes => {
                "keys not later than the one before, or earlier than 0, come as soon after it as a float can say"
            }
            Self::SingleKeySpline => "splines of one key hold that key",
            Self::EmptyChannels => "channels without keys, or of morph targets that aren't there, are left out",
            Self::RepeatedChannels => "channels that move what another one moves are left out",
            Self::EmptyAnimations => "animations without channels are kept beside the others, in extras",
            Self::FactorRange => {
                "factors of materials beyond their range become its nearer end; those that aren't finite become the usual"
            }
            Self::EmissiveStrength => "strengths of materials that emit nothing are left out",
            Self::UnlitExtensions => {
                "of a material without light the reflection, the index of refraction and the strength of emission are left out"
            }
            Self::MissingCoordinates => {
                "vertices without the texture coordinates that their material wants get such of 0 0"
            }
            Self::ManyCoordinates => "textures by the ninth or a further set of texture coordinates go by the first",
            Self::ImageKinds => {
                "images that are neither PNG, JPEG, WebP nor KTX2 are left out, with the textures that show them"
            }
            Self::ImageFiles => {
                "names of image files that are taken or lead out of the folder are left out, the image is inside"
            }
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
