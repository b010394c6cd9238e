//! Materials, maps, navigation meshes, particles, channel animations, IK rigs.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use binio::Name;
use binio::summary::Float;
use serde::Serialize;

use super::PoseSummary;

/// A material.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MaterialSummary<'d> {
    /// Name of the shader; `None` without one.
    pub shader: Option<Name<'d>>,
    /// Textures and their paths.
    pub textures: BTreeMap<String, Name<'d>>,
    /// Names of the properties.
    pub properties: Vec<Name<'d>>,
    /// Base material, which provides missing values.
    pub base_material: Option<Name<'d>>,
}

/// A map.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MapSummary<'d> {
    /// Material names.
    pub materials: Vec<Name<'d>>,
    /// Number of entities.
    pub entity_count: usize,
    /// Entities of the map, in order.
    pub entities: Vec<EntitySummary<'d>>,
    /// Binary space partition, if the map has one.
    pub bsp: Option<BspSummary>,
}

/// An entity.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct EntitySummary<'d> {
    /// Class.
    pub class_name: Name<'d>,
    /// Pose.
    pub pose: PoseSummary,
    /// Whether it only exists on clients.
    pub clientside_only: bool,
    /// Names of its components.
    pub components: Vec<Name<'d>>,
    /// Key values.
    pub key_values: BTreeMap<String, Name<'d>>,
    /// Number of outputs.
    pub output_count: usize,
}

/// The BSP tree of a map.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct BspSummary {
    /// Number of nodes.
    pub node_count: u64,
    /// Number of clusters.
    pub cluster_count: u64,
}

/// A navigation mesh.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct NavMeshSummary<'d> {
    /// Walkable surfaces.
    pub surface_materials: Vec<Name<'d>>,
    /// Radius of the agent, in engine units.
    pub walkable_radius: Float,
    /// Height of the agent, in engine units.
    pub character_height: Float,
    /// Number of polygons.
    pub poly_count: i32,
    /// Number of their vertices.
    pub vertex_count: usize,
    /// Number of height triangles.
    pub detail_triangle_count: usize,
    /// Minimum and maximum.
    pub bounds: [[Float; 3]; 2],
}

/// A particle system.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ParticleSystemSummary<'d> {
    /// Name of the particle system.
    pub name: Name<'d>,
    /// Key values.
    pub key_values: BTreeMap<String, Name<'d>>,
    /// Names of the initializers.
    pub initializers: Vec<Name<'d>>,
    /// Names of the operators.
    pub operators: Vec<Name<'d>>,
    /// Names of the renderers.
    pub renderers: Vec<Name<'d>>,
    /// Names of the particle systems that it starts.
    pub children: Vec<Name<'d>>,
}

/// An animation of properties.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ChannelAnimationSummary<'d> {
    /// Entity.
    pub name: Name<'d>,
    /// Duration, in seconds.
    pub duration: Float,
    /// Whether it loops.
    pub loops: bool,
    /// Channels of the animation, in order.
    pub channels: Vec<ChannelSummary<'d>>,
}

/// A channel.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ChannelSummary<'d> {
    /// Animated property.
    pub target: Name<'d>,
    /// Stored interpolation.
    pub interpolation: Name<'d>,
    /// A formula that is applied.
    pub expression: Option<Name<'d>>,
    /// Type of the values.
    pub value_type: Option<String>,
    /// Number of keys.
    pub key_count: usize,
}

/// An IK rig.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct IkSummary<'d> {
    /// Root bone.
    pub root_bone: Name<'d>,
    /// Bone names.
    pub bones: Vec<Name<'d>>,
    /// Controlled bones.
    pub controls: Vec<Name<'d>>,
    /// Number of constraints.
    pub constraint_count: usize,
    /// Number of joints.
    pub joint_count: usize,
}
