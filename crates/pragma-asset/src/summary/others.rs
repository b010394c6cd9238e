//! Materials, maps, navigation meshes, particles, channel animations, IK rigs.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use binio::Name;
use binio::summary::Float;
use serde::Serialize;

use super::PoseSummary;

/// A material, as `inspect --json` prints it.
#[derive(Debug, Serialize)]
pub struct MaterialSummary<'d> {
    /// Name of the shader; `None` without one.
    pub shader: Option<Name<'d>>,
    /// Textures and their paths.
    pub textures: BTreeMap<String, Name<'d>>,
    /// Names of the properties.
    pub properties: Vec<Name<'d>>,
    /// The material that stands in for what isn't said.
    pub base_material: Option<Name<'d>>,
}

/// A map, as `inspect --json` prints it.
#[derive(Debug, Serialize)]
pub struct MapSummary<'d> {
    /// Names of the materials.
    pub materials: Vec<Name<'d>>,
    /// How many entities.
    pub entity_count: usize,
    /// Entities of the map, in order.
    pub entities: Vec<EntitySummary<'d>>,
    /// Binary space partition, if the map has one.
    pub bsp: Option<BspSummary>,
}

/// An entity, as `inspect --json` prints it.
#[derive(Debug, Serialize)]
pub struct EntitySummary<'d> {
    /// What it is.
    pub class_name: Name<'d>,
    /// Where it is.
    pub pose: PoseSummary,
    /// Whether only clients have it.
    pub clientside_only: bool,
    /// Names of its components.
    pub components: Vec<Name<'d>>,
    /// What it is made with.
    pub key_values: BTreeMap<String, Name<'d>>,
    /// How many outputs it has.
    pub output_count: usize,
}

/// The tree of a map.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct BspSummary {
    /// How many nodes.
    pub node_count: u64,
    /// How many clusters.
    pub cluster_count: u64,
}

/// A navigation mesh.
#[derive(Debug, Serialize)]
pub struct NavMeshSummary<'d> {
    /// Surfaces that can be walked on.
    pub surface_materials: Vec<Name<'d>>,
    /// Radius of the agent that walks here, in units of the engine.
    pub walkable_radius: Float,
    /// Height of the agent that walks here, in units of the engine.
    pub character_height: Float,
    /// How many polygons.
    pub poly_count: i32,
    /// How many vertices they have.
    pub vertex_count: usize,
    /// How many triangles the heights have.
    pub detail_triangle_count: usize,
    /// Minimum and maximum.
    pub bounds: [[Float; 3]; 2],
}

/// A particle system.
#[derive(Debug, Serialize)]
pub struct ParticleSystemSummary<'d> {
    /// Name of the particle system.
    pub name: Name<'d>,
    /// What it is made with.
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
pub struct ChannelAnimationSummary<'d> {
    /// The entity that it is of.
    pub name: Name<'d>,
    /// Duration, in seconds.
    pub duration: Float,
    /// Whether it says to begin anew at its end.
    pub loops: bool,
    /// Channels of the animation, in order.
    pub channels: Vec<ChannelSummary<'d>>,
}

/// A channel, as `inspect --json` prints it.
#[derive(Debug, Serialize)]
pub struct ChannelSummary<'d> {
    /// What it moves.
    pub target: Name<'d>,
    /// How it says to interpolate.
    pub interpolation: Name<'d>,
    /// A formula that is applied.
    pub expression: Option<Name<'d>>,
    /// The type of its values.
    pub value_type: Option<String>,
    /// How many keys it has.
    pub key_count: usize,
}

/// An IK rig.
#[derive(Debug, Serialize)]
pub struct IkSummary<'d> {
    /// The bone at the top.
    pub root_bone: Name<'d>,
    /// Names of the bones.
    pub bones: Vec<Name<'d>>,
    /// The bones that are moved.
    pub controls: Vec<Name<'d>>,
    /// How many constraints.
    pub constraint_count: usize,
    /// How many joints.
    pub joint_count: usize,
}
