//! Changes to content that glTF forbids.

use std::fmt;

/// The rules, each with the text that findings and the documentation show.
macro_rules! rules {
    ($($rule:ident = $text:literal,)*) => {
        /// A change that writing makes to content that glTF forbids or that the validator warns of. The same table is in [`crate::format`].
        ///
        /// Each is reported once per part of the scene, as a finding with the number of changes; with
        /// [`WriteOptions::strict`](crate::WriteOptions::strict) the first is an error.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum Rule {
            $(
                #[doc = concat!("Text: \"", $text, "\".")]
                $rule,
            )*
        }

        impl Rule {
            /// All rules, in the order of the documentation.
            pub const ALL: &'static [Self] = &[$(Self::$rule,)*];

            /// Returns a description of the change, for findings.
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$rule => $text,)*
                }
            }
        }
    };
}

rules! {
    NonFinite = "numbers that aren't finite become 0, in scales 1; distances of levels are left out",
    NonFiniteMatrix = "matrices with numbers that aren't finite become the identity",
    Normals = "normals that aren't of unit length are divided by it; those without direction become 0 1 0",
    Tangents = "tangents that aren't of unit length are divided by it; those without direction become 1 0 0",
    TangentSigns = "signs of tangents other than 1 and -1 become -1 below 0, else 1",
    ColorRange = "numbers of the first colours become 0 below 0 and 1 above 1",
    Weights = "weights that are negative or not finite become 0, then all of a vertex are divided by their sum; a sum of 0 gives the first joint 1",
    UnusedJoints = "joints without weight become joint 0",
    RepeatedInfluences = "a joint that is there twice in a vertex gets the sum of its weights",
    JointRange = "joints that the skin doesn't have lose their weight",
    ComponentType = "numbers of a kind that glTF doesn't have there become floats",
    Normalized = "numbers that can't be fractions lose the mark of being such",
    SetNumbers = "sets of texture coordinates, colours or joints that don't count from 0 are counted anew",
    MissingDependency = "attributes without those they need (tangents without normals, joints without weights) get a name of their own, with an underscore",
    RepeatedAttributes = "attributes that are there twice are left out the second time",
    NoPositions = "vertices without positions get such of 0 0 0",
    EmptyPrimitives = "primitives that show nothing are left out",
    EmptyMeshes = "meshes without primitives are left out",
    EmptyArrays = "arrays without rows are left out",
    IndexRange = "indices of vertices that aren't there become those of the same triangle or line, or the one before",
    RestartIndices = "indices that would begin a new strip are widened",
    IncompletePrimitives = "indices of an incomplete last triangle or line are left out",
    ClosedTopology = "only lines can be closed; others stay open",
    MorphBase = "morphs of attributes that can't be morphed or aren't there are left out",
    EmptyTargets = "morph targets that change nothing get positions of 0 0 0",
    EmptySkins = "skins without joints are left out",
    RepeatedJoints = "a node that is there twice in a skin gets a child that stands in for it",
    CommonRoot = "joints below several roots get one above them all",
    SkeletonRoot = "a root of a skin that isn't above all its joints is left out",
    InverseBind = "the last rows of inverse bind matrices become 0 0 0 1",
    SkinnedPlace = "a skinned mesh below a transform moves to a root of its own; the transform has no effect on it",
    SkinWithoutJoints = "a skin of a mesh without joints and weights is left out",
    JointsWithoutSkin = "joints and weights without a skin get a name of their own, with an underscore",
    Rotations = "rotations that aren't of unit length are divided by it; those without direction become none",
    Shear = "matrices that are no translation, rotation and scale become the nearest that are",
    AnimatedMatrix = "matrices of nodes that move become translation, rotation and scale",
    KeyTimes = "keys not later than the one before, or earlier than 0, come as soon after it as a float can say",
    SingleKeySpline = "splines of one key hold that key",
    EmptyChannels = "channels without keys, or of morph targets that aren't there, are left out",
    RepeatedChannels = "channels that move what another one moves are left out",
    EmptyAnimations = "animations without channels are kept beside the others, in extras",
    FactorRange = "factors of materials beyond their range become its nearer end; those that aren't finite become the usual",
    EmissiveStrength = "strengths of materials that emit nothing are left out",
    UnlitExtensions = "of a material without light the reflection, the index of refraction and the strength of emission are left out",
    MissingCoordinates = "vertices without the texture coordinates that their material wants get such of 0 0",
    ManyCoordinates = "textures by the ninth or a further set of texture coordinates go by the first",
    Lights = "colours, strengths, ranges and cones of lights beyond what glTF allows become its nearer end, ranges are left out",
    Lens = "numbers of cameras that make no picture become the usual ones, distances and shapes that needn't be there are left out",
    ImageKinds = "images that are neither PNG, JPEG, WebP nor KTX2 are left out, with the textures that show them",
    ImageFiles = "names of image files that are taken or lead out of the folder are left out, the image is inside",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
