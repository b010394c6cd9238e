//! The rules that change content which glTF forbids.

use std::fmt;

/// Declares the rules. Each has a text that is used in findings and in the documentation.
macro_rules! rules {
    ($($rule:ident = $text:literal,)*) => {
        /// A change to content that glTF forbids, or that the validator warns about. See [`crate::format`] for the same
        /// table.
        ///
        /// When you write a scene, each rule is reported once per part of the scene, as a finding with the number of
        /// changes. If you set [`WriteOptions::strict`](crate::WriteOptions::strict), the first change is an error
        /// instead.
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
    NonFinite = "non-finite numbers become 0, scales 1; non-finite level distances are left out",
    NonFiniteMatrix = "matrices with non-finite numbers become the identity",
    Normals = "normals are scaled to unit length; normals without direction become 0 1 0",
    Tangents = "tangents are scaled to unit length; tangents without direction become 1 0 0",
    TangentSigns = "tangent signs other than 1 and -1 become -1 if negative, otherwise 1",
    ColorRange = "values of the first colours are clamped to 0 … 1",
    Weights = "negative and non-finite weights become 0, then the weights of each vertex are divided by their sum; with a sum of 0 the first joint gets weight 1",
    UnusedJoints = "joints with weight 0 become joint 0",
    RepeatedInfluences = "duplicate joints of a vertex are merged and their weights added",
    JointRange = "joints beyond the skin's joints lose their weight",
    ComponentType = "numbers of a type that glTF doesn't allow there become floats",
    Normalized = "component types that can't be normalised lose the flag `normalized`",
    SetNumbers = "sets of texture coordinates, colours or joints are renumbered from 0",
    MissingDependency = "attributes without a required attribute (tangents without normals, joints without weights) get a name with an underscore",
    RepeatedAttributes = "duplicate attributes are left out",
    NoPositions = "missing positions are set to 0 0 0",
    EmptyPrimitives = "primitives without visible content are left out",
    EmptyMeshes = "meshes without primitives are left out",
    EmptyArrays = "arrays without rows are left out",
    IndexRange = "indices out of bounds are replaced by an index of the same triangle or line, or by the previous index",
    RestartIndices = "index types are widened if an index equals the primitive restart value",
    IncompletePrimitives = "indices of an incomplete last triangle or line are left out",
    ClosedTopology = "only lines can be closed; others stay open",
    MorphBase = "morph attributes that glTF doesn't allow, or that the base mesh lacks, are left out",
    EmptyTargets = "empty morph targets get positions of 0 0 0",
    EmptySkins = "skins without joints are left out",
    RepeatedJoints = "duplicate joints of a skin are replaced by a child of the node",
    CommonRoot = "joints of several roots get a common root",
    SkeletonRoot = "a skin's `skeleton` that isn't an ancestor of all joints is left out",
    InverseBind = "the last rows of inverse bind matrices become 0 0 0 1",
    SkinnedPlace = "a skinned mesh below a transform moves to a root of its own; the transform has no effect on it",
    SkinWithoutJoints = "a skin of a mesh without joints and weights is left out",
    JointsWithoutSkin = "joints and weights without a skin get a name with an underscore",
    Rotations = "rotations are scaled to unit length; rotations of length 0 become the identity",
    Shear = "matrices with shear become the nearest translation, rotation and scale",
    AnimatedMatrix = "matrices of animated nodes become translation, rotation and scale",
    KeyTimes = "of two equal key times the first becomes the next smaller float; times before 0 or not after the previous key become the next larger float",
    SingleKeySpline = "splines of one key hold that key",
    EmptyChannels = "channels without keys or without their morph targets are left out",
    RepeatedChannels = "channels with the same target as an earlier channel are left out",
    EmptyAnimations = "animations without channels are kept in `extras`",
    FactorRange = "material factors are clamped to their range; non-finite factors become the default value",
    EmissiveStrength = "emissive strengths of materials without emission are left out",
    UnlitExtensions = "reflection, index of refraction and emissive strength of unlit materials are left out",
    MissingCoordinates = "missing texture coordinates are set to 0 0",
    ManyCoordinates = "textures with the ninth or a later set of texture coordinates use the first set",
    Lights = "light colours, intensities and cones are clamped to glTF's range; invalid light ranges are left out",
    Lens = "invalid camera values become the default values; invalid optional values are left out",
    ImageKinds = "images other than PNG, JPEG, WebP and KTX2 are left out with their textures",
    ImageFiles = "images with a duplicate file name, or one outside the folder, are embedded",
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
