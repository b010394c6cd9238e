//! The nodes in the scene hierarchy.

use std::sync::Arc;

use asset_geometry::glam::{DAffine3, DMat4, DQuat, DVec3, Mat4};
use serde_json::{Map, Value};

use crate::{Camera, Id, Light, Mesh, Skin, Source};
use binio::same_bits;

/// A node in the hierarchy. It can be a bone, have a mesh, light or camera, or only group other nodes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Node {
    /// The name. See [`crate::escape_name`] if it is not valid text.
    pub name: String,
    /// The parent, or `None` for a root.
    pub parent: Option<Id<Node>>,
    /// The transform from the node's space to its parent's space.
    pub transform: Transform,
    /// The mesh that this node shows, if any.
    pub mesh: Option<Id<Mesh>>,
    /// The skin to use for the mesh. If this is set, the mesh follows the joints, and the transform of this node has no
    /// effect on it (as in glTF).
    pub skin: Option<Id<Skin>>,
    /// The coarser levels of detail, nearest first. From its distance on, a level replaces the mesh of this node. The
    /// node of a level has no parent; its transform is relative to the parent of this node. See
    /// [`Pose::lod_world`](crate::Pose::lod_world).
    pub lods: Vec<LodLevel>,
    /// A light that shines along −Z.
    pub light: Option<Id<Light>>,
    /// A camera that looks along −Z.
    pub camera: Option<Id<Camera>>,
    /// Whether to hide this node and everything below it.
    pub hidden: bool,
    /// Additional data about the node, from the scene's format. It has no blocks.
    pub source: Option<Arc<Source<'static>>>,
    /// Properties that people have added, for example custom properties in Blender. glTF stores them in `extras`. They
    /// don't include [`PLAIN_EXTRAS`], because these have another meaning there.
    pub extras: Map<String, Value>,
}

/// The members in a node's glTF `extras` that this library reads itself, so you will never see them in
/// [`Node::extras`].
pub const PLAIN_EXTRAS: [&str; 3] = ["engine_assets", "lod_distance", "MSFT_screencoverage"];

/// A coarser level of detail.
#[derive(Clone, Copy, Debug)]
pub struct LodLevel {
    /// The node with the mesh to use at this level.
    pub node: Id<Node>,
    /// The camera distance from which to use it, in the scene's unit, if the format has one.
    pub distance: Option<f32>,
}

binio::eq_by_bits! { LodLevel { distance; node } }

/// A transform from a node's space to its parent's space.
#[derive(Clone, Copy, Debug)]
pub enum Transform {
    /// Applies the scale first, then the rotation, then the translation.
    Trs {
        /// The translation, in the parent's unit.
        translation: [f32; 3],
        /// The rotation as a quaternion, `x y z w`.
        rotation: [f32; 4],
        /// The scale along the node's axes. A negative value mirrors.
        scale: [f32; 3],
    },
    /// A column-major matrix, which can also shear.
    Matrix([f32; 16]),
}

impl PartialEq for Transform {
    /// Compares floats by their bits.
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
            (Self::Matrix(one), Self::Matrix(other)) => same_bits(one, other),
            _ => false,
        }
    }
}

impl Transform {
    /// The identity: the node uses the same space as its parent.
    pub const IDENTITY: Self = Self::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [1.0; 3] };

    /// Creates a transform that scales all axes by the same factor.
    pub const fn from_scale(scale: f32) -> Self {
        Self::Trs { translation: [0.0; 3], rotation: [0.0, 0.0, 0.0, 1.0], scale: [scale; 3] }
    }

    /// Creates a transform that only translates, in the parent's unit.
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

    /// Returns the transform as a matrix with double precision. This keeps shear.
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
