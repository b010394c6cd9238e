//! Models.

use alloc::string::String;
use alloc::vec::Vec;

use binio::Name;
use binio::summary::{Block, Float};
use serde::Serialize;

use super::PoseSummary;

/// A model the way the engine reads it.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ModelSummary<'d> {
    /// The number of vertices in all sub meshes.
    pub vertex_count: usize,
    /// The number of triangles in all sub meshes.
    pub triangle_count: usize,
    /// The folders to search for materials.
    pub material_paths: Vec<Name<'d>>,
    /// The material names.
    pub materials: Vec<Name<'d>>,
    /// The material numbers of each skin.
    pub skins: Vec<Vec<u32>>,
    /// The models that the engine will add.
    pub include_models: Vec<Name<'d>>,
    /// The flags set on the model.
    pub flags: Vec<Name<'d>>,
    /// The mass, in kilograms.
    pub mass: Float,
    /// The position of the eyes.
    pub eye_offset: [Float; 3],
    /// The minimum and the maximum.
    pub bounds: [[Float; 3]; 2],
    /// The mesh groups in index order.
    pub mesh_groups: Vec<MeshGroupSummary<'d>>,
    /// The groups to be drawn by default.
    pub base_mesh_groups: Vec<u32>,
    /// The names of the body groups.
    pub body_groups: Vec<Name<'d>>,
    /// The number of levels of detail, not including the first.
    pub lod_count: usize,
    /// The bones, sorted by id.
    pub bones: Vec<BoneSummary<'d>>,
    /// The animations in index order.
    pub animations: Vec<AnimationSummary<'d>>,
    /// The names of the blend controllers.
    pub blend_controllers: Vec<Name<'d>>,
    /// The names of the attachments.
    pub attachments: Vec<Name<'d>>,
    /// The hit boxes of the bones.
    pub hit_boxes: Vec<HitBoxSummary<'d>>,
    /// The collision meshes and their bones.
    pub collision_meshes: Vec<CollisionSummary<'d>>,
    /// The number of joints.
    pub joint_count: usize,
    /// The names of the flexes.
    pub flexes: Vec<Name<'d>>,
    /// The names of the flex controllers.
    pub flex_controllers: Vec<Name<'d>>,
    /// The names of the vertex animations.
    pub morph_target_animations: Vec<Name<'d>>,
    /// The names of the flex animations.
    pub flex_animations: Vec<Name<'d>>,
    /// The names of the eyes.
    pub eyeballs: Vec<Name<'d>>,
    /// The kind of meta rig.
    pub meta_rig: Option<Name<'d>>,
}

/// A mesh group.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MeshGroupSummary<'d> {
    /// The name of the mesh group.
    pub name: Name<'d>,
    /// The index of the mesh group.
    pub index: u32,
    /// All sub meshes in the group.
    pub meshes: Vec<MeshSummary<'d>>,
}

/// A sub mesh.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MeshSummary<'d> {
    /// The mesh name.
    pub name: Name<'d>,
    /// Either `Triangles`, `Lines` or `Points`.
    pub geometry_type: Name<'d>,
    /// The index of the material in a skin.
    pub material_index: u32,
    /// The name of this material in the first skin.
    pub material: Option<Name<'d>>,
    /// The number of vertices.
    pub vertex_count: usize,
    /// The number of indices.
    pub index_count: usize,
    /// How many bits an index takes.
    pub index_bits: u8,
    /// The names of the additional uv sets.
    pub uv_sets: Vec<Name<'d>>,
    /// Whether there are bone weights.
    pub weighted: bool,
    /// The vertices after decompression.
    pub vertices: Option<Block>,
    /// The indices after decompression.
    pub indices: Option<Block>,
    /// The weights after decompression.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weights: Option<Block>,
}

/// A bone.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct BoneSummary<'d> {
    /// The bone name.
    pub name: Name<'d>,
    /// The id to use when you refer to this bone.
    pub index: u32,
    /// The index of the parent.
    pub parent: Option<usize>,
    /// The reference pose, in model space.
    pub pose: PoseSummary,
}

/// An animation.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct AnimationSummary<'d> {
    /// The animation name.
    pub name: Name<'d>,
    /// The index of the animation.
    pub index: u32,
    /// The activity.
    pub activity: Option<Name<'d>>,
    /// The flags as text.
    pub flags: String,
    /// The frame rate, in frames per second.
    pub fps: u8,
    /// The duration, in seconds.
    pub duration: Float,
    /// The number of channels.
    pub channel_count: usize,
    /// The number of events.
    pub event_count: usize,
}

/// A hit box.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct HitBoxSummary<'d> {
    /// The hit group: the part of the body that will be hit.
    pub group: Name<'d>,
    /// The bone id.
    pub bone: u32,
    /// The minimum and the maximum.
    pub bounds: [[Float; 3]; 2],
}

/// A collision mesh.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct CollisionSummary<'d> {
    /// The bone id.
    pub bone: Option<u32>,
    /// The surface material.
    pub surface_material: Name<'d>,
    /// Whether this is the convex hull of its vertices.
    pub convex: bool,
    /// The number of vertices.
    pub vertex_count: usize,
    /// The minimum and the maximum.
    pub bounds: [[Float; 3]; 2],
}
