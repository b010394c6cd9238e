//! The labels for parts of a file.

use std::fmt;

use bevy::asset::AssetPath;

/// The label for a part of a file, as in `Models/Jack.mdl#Mesh0/Primitive0`. The indices are those that the part would
/// have in a glTF file. Use this to load only the part that you need.
///
/// ```
/// use bevy_engine_assets::EngineAssetLabel;
/// let path = EngineAssetLabel::Primitive { mesh: 0, primitive: 1 }.from_asset("Models/Jack.mdl");
/// assert_eq!(path.to_string(), "Models/Jack.mdl#Mesh0/Primitive1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineAssetLabel {
    /// `Scene0`: a `WorldAsset` with all nodes.
    Scene,
    /// `Node{}`: a node, loaded as [`EngineNode`](crate::EngineNode).
    Node(usize),
    /// `Mesh{}`: a mesh, loaded as [`EngineMesh`](crate::EngineMesh).
    Mesh(usize),
    /// `Mesh{}/Primitive{}`: a part of a mesh with one material, loaded as `Mesh`.
    Primitive {
        /// The index of the mesh.
        mesh: usize,
        /// The index of the primitive in this mesh.
        primitive: usize,
    },
    /// `Texture{}`: a texture, loaded as `Image`.
    Texture(usize),
    /// `Material{}`: a material, loaded as `StandardMaterial`.
    Material {
        /// The index of the material.
        index: usize,
        /// Whether to cull front faces instead of back faces. Use this for a mesh that is mirrored by a negative scale.
        is_scale_inverted: bool,
    },
    /// `DefaultMaterial`: the material for primitives that have none.
    DefaultMaterial,
    /// `Animation{}`: an animation, loaded as `AnimationClip`.
    Animation(usize),
    /// `AnimationGraph`: an `AnimationGraph` with all clips.
    AnimationGraph,
    /// `Skin{}`: a skin, loaded as [`EngineSkin`](crate::EngineSkin).
    Skin(usize),
    /// `Skin{}/InverseBindMatrices`: the matrices of a skin, loaded as `SkinnedMeshInverseBindposes`.
    InverseBindMatrices(usize),
}

impl fmt::Display for EngineAssetLabel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scene => f.write_str("Scene0"),
            Self::Node(index) => write!(f, "Node{index}"),
            Self::Mesh(index) => write!(f, "Mesh{index}"),
            Self::Primitive { mesh, primitive } => write!(f, "Mesh{mesh}/Primitive{primitive}"),
            Self::Texture(index) => write!(f, "Texture{index}"),
            Self::Material { index, is_scale_inverted: false } => write!(f, "Material{index}"),
            Self::Material { index, is_scale_inverted: true } => write!(f, "Material{index} (inverted)"),
            Self::DefaultMaterial => f.write_str("DefaultMaterial"),
            Self::Animation(index) => write!(f, "Animation{index}"),
            Self::AnimationGraph => f.write_str("AnimationGraph"),
            Self::Skin(index) => write!(f, "Skin{index}"),
            Self::InverseBindMatrices(index) => write!(f, "Skin{index}/InverseBindMatrices"),
        }
    }
}

impl EngineAssetLabel {
    /// Returns the path to load this part of a file.
    #[must_use]
    pub fn from_asset(&self, path: impl Into<AssetPath<'static>>) -> AssetPath<'static> {
        path.into().with_label(self.to_string())
    }
}
