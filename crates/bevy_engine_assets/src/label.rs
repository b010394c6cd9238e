//! Labels of the parts of a file.

use std::fmt;

use bevy::asset::AssetPath;

/// Label of a part of a file, as in `Models/Jack.mdl#Mesh0/Primitive0`. Numbers are those of the glTF that the file would become.
///
/// ```
/// use bevy_engine_assets::EngineAssetLabel;
/// let path = EngineAssetLabel::Primitive { mesh: 0, primitive: 1 }.from_asset("Models/Jack.mdl");
/// assert_eq!(path.to_string(), "Models/Jack.mdl#Mesh0/Primitive1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum EngineAssetLabel {
    /// `Scene0`: all nodes, as a `WorldAsset`.
    Scene,
    /// `Node{}`: a node, as an [`EngineNode`](crate::EngineNode).
    Node(usize),
    /// `Mesh{}`: a mesh, as an [`EngineMesh`](crate::EngineMesh).
    Mesh(usize),
    /// `Mesh{}/Primitive{}`: a part of a mesh with one material, as a `Mesh`.
    Primitive {
        /// Number of the mesh.
        mesh: usize,
        /// Number of the primitive in its mesh.
        primitive: usize,
    },
    /// `Texture{}`: a texture, as an `Image`.
    Texture(usize),
    /// `Material{}`: a material, as a `StandardMaterial`.
    Material {
        /// Number of the material.
        index: usize,
        /// Whether front faces are culled instead of back faces, for meshes that a negative scale mirrors.
        is_scale_inverted: bool,
    },
    /// `DefaultMaterial`: the material of primitives without one.
    DefaultMaterial,
    /// `Animation{}`: an animation, as an `AnimationClip`.
    Animation(usize),
    /// `AnimationGraph`: a graph with all clips, as an `AnimationGraph`.
    AnimationGraph,
    /// `Skin{}`: a skin, as an [`EngineSkin`](crate::EngineSkin).
    Skin(usize),
    /// `Skin{}/InverseBindMatrices`: the matrices of a skin, as `SkinnedMeshInverseBindposes`.
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
    /// Returns the path of a file with this label.
    #[must_use]
    pub fn from_asset(&self, path: impl Into<AssetPath<'static>>) -> AssetPath<'static> {
        path.into().with_label(self.to_string())
    }
}
