//! Models.

use alloc::string::String;
use alloc::vec::Vec;

use binio::Name;
use binio::summary::{Block, Float};
use serde::Serialize;

use super::PoseSummary;

/// The engine's view of a model.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ModelSummary<'d> {
    /// Number of vertices of all sub meshes.
    pub vertex_count: usize,
    /// Number of triangles of all sub meshes.
    pub triangle_count: usize,
    /// Folders of materials.
    pub material_paths: Vec<Name<'d>>,
    /// Material names.
    pub materials: Vec<Name<'d>>,
    /// Material numbers of each skin.
    pub skins: Vec<Vec<u32>>,
    /// Models that are added.
    pub include_models: Vec<Name<'d>>,
    /// Flags that are set.
    pub flags: Vec<Name<'d>>,
    /// Mass, in kilograms.
    pub mass: Float,
    /// Position of the eyes.
    pub eye_offset: [Float; 3],
    /// Minimum and maximum.
    pub bounds: [[Float; 3]; 2],
    /// Mesh groups in the order of their indices.
    pub mesh_groups: Vec<MeshGroupSummary<'d>>,
    /// Groups that are drawn.
    pub base_mesh_groups: Vec<u32>,
    /// Names of the body groups.
    pub body_groups: Vec<Name<'d>>,
    /// Number of further levels of detail.
    pub lod_count: usize,
    /// Bones in the order of their ids.
    pub bones: Vec<BoneSummary<'d>>,
    /// Animations in the order of their indices.
    pub animations: Vec<AnimationSummary<'d>>,
    /// Names of the blend controllers.
    pub blend_controllers: Vec<Name<'d>>,
    /// Names of the attachments.
    pub attachments: Vec<Name<'d>>,
    /// Hit boxes of the bones.
    pub hit_boxes: Vec<HitBoxSummary<'d>>,
    /// Collision meshes, each with its bone.
    pub collision_meshes: Vec<CollisionSummary<'d>>,
    /// Number of joints.
    pub joint_count: usize,
    /// Names of the flexes.
    pub flexes: Vec<Name<'d>>,
    /// Names of the flex controllers.
    pub flex_controllers: Vec<Name<'d>>,
    /// Names of the morph target animations.
    pub morph_target_animations: Vec<Name<'d>>,
    /// Names of the flex animations.
    pub flex_animations: Vec<Name<'d>>,
    /// Names of the eyes.
    pub eyeballs: Vec<Name<'d>>,
    /// Type of the meta rig.
    pub meta_rig: Option<Name<'d>>,
}

/// A mesh group.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MeshGroupSummary<'d> {
    /// Name of the mesh group.
    pub name: Name<'d>,
    /// Number of the mesh group.
    pub index: u32,
    /// All its sub meshes.
    pub meshes: Vec<MeshSummary<'d>>,
}

/// A sub mesh.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MeshSummary<'d> {
    /// Mesh name.
    pub name: Name<'d>,
    /// `Triangles`, `Lines`, `Points`.
    pub geometry_type: Name<'d>,
    /// Index of its material in a skin.
    pub material_index: u32,
    /// Number of vertices.
    pub vertex_count: usize,
    /// Number of indices.
    pub index_count: usize,
    /// Bits of an index.
    pub index_bits: u8,
    /// Names of the further uv sets.
    pub uv_sets: Vec<Name<'d>>,
    /// Whether it has bone weights.
    pub weighted: bool,
    /// The vertices, decompressed.
    pub vertices: Option<Block>,
    /// The indices, decompressed.
    pub indices: Option<Block>,
    /// The weights, decompressed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Block>,
}

/// A bone.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct BoneSummary<'d> {
    /// Bone name.
    pub name: Name<'d>,
    /// Number of the bone, for references.
    pub index: u32,
    /// The id of its parent.
    pub parent: Option<usize>,
    /// Reference pose in model space.
    pub pose: PoseSummary,
}

/// An animation.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct AnimationSummary<'d> {
    /// Animation name.
    pub name: Name<'d>,
    /// Number of the animation.
    pub index: u32,
    /// Activity.
    pub activity: Option<Name<'d>>,
    /// Flags as text.
    pub flags: String,
    /// Frames per second.
    pub fps: u8,
    /// Duration, in seconds.
    pub duration: Float,
    /// Number of channels.
    pub channel_count: usize,
    /// Number of events.
    pub event_count: usize,
}

/// A hit box.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct HitBoxSummary<'d> {
    /// Hit group: the part of the body that is hit.
    pub group: Name<'d>,
    /// Id of the bone.
    pub bone: u32,
    /// Minimum and maximum.
    pub bounds: [[Float; 3]; 2],
}

/// A collision mesh.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct CollisionSummary<'d> {
    /// Id of the bone.
    pub bone: Option<u32>,
    /// Surface material.
    pub surface_material: Name<'d>,
    /// Whether it is the convex hull of its vertices.
    pub convex: bool,
    /// Number of vertices.
    pub vertex_count: usize,
    /// Minimum and maximum.
    pub bounds: [[Float; 3]; 2],
}
