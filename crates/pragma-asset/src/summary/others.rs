//! Materials, maps, navigation meshes, particles, channel animations and IK rigs.

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
    /// The name of the shader, if there is one.
    pub shader: Option<Name<'d>>,
    /// The textures and the paths to them.
    pub textures: BTreeMap<String, Name<'d>>,
    /// The names of the properties.
    pub properties: Vec<Name<'d>>,
    /// The values of the properties, by their names. For arrays and elements, this is the type.
    pub property_values: BTreeMap<String, String>,
    /// The base material, to be used for missing values.
    pub base_material: Option<Name<'d>>,
}

/// A map.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MapSummary<'d> {
    /// The material names.
    pub materials: Vec<Name<'d>>,
    /// The number of entities.
    pub entity_count: usize,
    /// The number of entities by class.
    pub classes: BTreeMap<String, usize>,
    /// The entities in the map, in order.
    pub entities: Vec<EntitySummary<'d>>,
    /// The BSP tree, if the map has one.
    pub bsp: Option<BspSummary>,
}

/// An entity.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct EntitySummary<'d> {
    /// The class.
    pub class_name: Name<'d>,
    /// The pose.
    pub pose: PoseSummary,
    /// Whether the entity only exists on clients.
    pub clientside_only: bool,
    /// The names of the components.
    pub components: Vec<Name<'d>>,
    /// The key values.
    pub key_values: BTreeMap<String, Name<'d>>,
    /// The number of outputs.
    pub output_count: usize,
}

/// The BSP tree of a map.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct BspSummary {
    /// The number of nodes.
    pub node_count: u64,
    /// The number of clusters.
    pub cluster_count: u64,
}

/// A navigation mesh.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct NavMeshSummary<'d> {
    /// The surfaces that an agent can walk on.
    pub surface_materials: Vec<Name<'d>>,
    /// The radius of the agent, in engine units.
    pub walkable_radius: Float,
    /// The height of the agent, in engine units.
    pub character_height: Float,
    /// The width of a cell, in engine units.
    pub cell_size: Float,
    /// The height of a cell, in engine units.
    pub cell_height: Float,
    /// The number of polygons.
    pub poly_count: i32,
    /// The number of vertices that the polygons have.
    pub vertex_count: usize,
    /// The number of triangles that are used for heights.
    pub detail_triangle_count: usize,
    /// The minimum and the maximum.
    pub bounds: [[Float; 3]; 2],
}

/// A particle system.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ParticleSystemSummary<'d> {
    /// The name of the particle system.
    pub name: Name<'d>,
    /// The material, if there is one.
    pub material: Option<Name<'d>>,
    /// The key values.
    pub key_values: BTreeMap<String, Name<'d>>,
    /// The names of the initializers.
    pub initializers: Vec<Name<'d>>,
    /// The names of the operators.
    pub operators: Vec<Name<'d>>,
    /// The names of the renderers.
    pub renderers: Vec<Name<'d>>,
    /// The names of the particle systems that this system will start.
    pub children: Vec<Name<'d>>,
}

/// An animation of properties.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ChannelAnimationSummary<'d> {
    /// The entity.
    pub name: Name<'d>,
    /// The duration, in seconds.
    pub duration: Float,
    /// Whether the animation loops.
    pub loops: bool,
    /// The channels, in order.
    pub channels: Vec<ChannelSummary<'d>>,
}

/// A channel.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ChannelSummary<'d> {
    /// The property to animate.
    pub target: Name<'d>,
    /// The interpolation as it is in the file.
    pub interpolation: Name<'d>,
    /// The formula to apply to the value.
    pub expression: Option<Name<'d>>,
    /// The type of the values.
    pub value_type: Option<String>,
    /// The number of keys.
    pub key_count: usize,
}

/// An IK rig.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct IkSummary<'d> {
    /// The root bone.
    pub root_bone: Name<'d>,
    /// The bone names.
    pub bones: Vec<Name<'d>>,
    /// The bones that have a control.
    pub controls: Vec<Name<'d>>,
    /// The number of constraints.
    pub constraint_count: usize,
    /// The number of joints.
    pub joint_count: usize,
}
