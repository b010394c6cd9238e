//! Nodes of the scene hierarchy.

use std::sync::Arc;

use asset_geometry::glam::{DAffine3, DMat4, DQuat, DVec3, Mat4};
use serde_json::{Map, Value};

use crate::{Camera, Id, Light, Mesh, Skin, Source};
use binio::same_bits;

/// A node of the hierarchy: a bone, a mesh, or neither.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// Name; see [`crate::escape_name`] for names that aren't text.
    pub name: String,
    /// The parent; `None` for a root.
    pub parent: Option<Id<Node>>,
    /// Transform from the node's space to its parent's.
    pub transform: Transform,
    /// Mesh of the node.
    pub mesh: Option<Id<Mesh>>,
    /// Skin of the mesh. The joints then transform the mesh, and the node's own transform has no effect on it, as in glTF.
    pub skin: Option<Id<Skin>>,
    /// Coarser levels of detail, nearest first. Each replaces the mesh of this node from its distance on; its node has no parent, and
    /// its transform is relative to this node's parent, see [`Pose::lod_world`](crate::Pose::lod_world).
    pub lods: Vec<LodLevel>,
    /// Light along the node's −Z.
    pub light: Option<Id<Light>>,
    /// Camera along the node's −Z.
    pub camera: Option<Id<Camera>>,
    /// Whether the node and all its descendants are invisible.
    pub hidden: bool,
    /// Additional data of the scene's format about the node. It has no blocks.
    pub source: Option<Arc<Source<'static>>>,
    /// Properties that people give nodes, for example Blender's custom properties: glTF stores them in `extras`. [`PLAIN_EXTRAS`] have another
    /// meaning there, and aren't among them.
    pub extras: Map<String, Value>,
}

/// Members of a node's glTF `extras` that this library reads itself, so that [`Node::extras`] never contains them.
pub const PLAIN_EXTRAS: [&str; 3] = ["engine_assets", "lod_distance", "MSFT_screencoverage"];

/// A coarser level of detail.
#[derive(Clone, Copy, Debug)]
pub struct LodLevel {
    /// Node of the level.
    pub node: Id<Node>,
    /// Smallest camera distance, in the scene's unit, if the format has one.
    pub distance: Option<f32>,
}

binio::eq_by_bits! { LodLevel { distance; node } }

/// A transform from a node's space to its parent's.
#[derive(Clone, Copy, Debug)]
pub enum Transform {
    /// Scale, then rotation, then translation.
    Trs {
        /// Translation, in the parent's unit.
        translation: [f32; 3],
        /// Rotation as a quaternion, `x y z w`.
        rotation: [f32; 4],
        /// Scale along the node's axes; negative where it mirrors.
        scale: [f32; 3],
    },
    /// A column-major matrix. It may shear.
    Matrix([f32; 16]),
}

impl PartialEq for Transform {
    /// Floats are compared by their bits.
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (
                Self::Trs { translation, rotation, scale },
                Self::Trs { translation: other_translation, rotation: other_rotation, scale: other_scale },
            ) => {
                same_bits(translation, other_translation)
                    && same_bits(rotation, other_rotation)
                    && same_bits(scale, other_scale)
            }
            (Self::Matrix(own), Self::Matrix(other)) => same_bits(own, other),
            _ => false,
        }
    }
}

impl Transform {
    /// The identity: the node's space is its parent's.
    pub const IDENTITY: Self = Self::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };

    /// Creates a uniform scale.
    pub const fn from_scale(scale: f32) -> Self {
        Self::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [scale; 3] }
    }

    /// Creates a translation, in the parent's unit.
    pub const fn from_translation(translation: [f32; 3]) -> Self {
        Self::Trs { translation, rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] }
    }

    /// Returns the transform as a matrix.
    pub fn to_mat4(&self) -> Mat4 {
        match self {
            Self::Trs { .. } => DMat4::from(self.to_affine()).as_mat4(),
            Self::Matrix(columns) => Mat4::from_cols_array(columns),
        }
    }

    /// Returns the transform with double precision, including shear.
    pub fn to_affine(&self) -> DAffine3 {
        match self {
            Self::Trs { translation, rotation, scale } => DAffine3::from_scale_rotation_translation(
                DVec3::from(scale.map(f64::from)),
                DQuat::from_array(rotation.map(f64::from)),
                DVec3::from(translation.map(f64::from)),
            ),
            Self::Matrix(columns) => DAffine3::from_mat4(Mat4::from_cols_array(columns).as_dmat4()),
        }
    }
}

impl Default for Transform {
    fn default() -> Self {
        Self::IDENTITY
    }
}
