//! Materials, maps, navigation meshes, particles, channel animations, IK rigs.

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::vec::Vec;

use binio::Name;
use binio::summary::Float;
use serde::Serialize;
use udm::{Array, Value};

use super::{Content, PoseSummary, corners, texts};
use crate::asset::{Asset, sealed};
use crate::ik::IkRigKind;
use crate::map::{Entity, MapKind};
use crate::material::MaterialKind;
use crate::navmesh::NavMeshKind;
use crate::panima::{AnimationsKind, ChannelAnimation, PathChannel};
use crate::particles::{ParticleSystem, ParticlesKind};

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

impl<'d> MaterialSummary<'d> {
    /// What the engine sees in `material`.
    pub(crate) fn new(material: &'d Asset<'_, MaterialKind>) -> Self {
        Self {
            shader: material.shader(),
            textures: texts(material.textures()),
            properties: material.properties().into_iter().map(|(name, _)| name).collect(),
            base_material: material.base_material(),
        }
    }
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

impl<'d> MapSummary<'d> {
    /// What the engine sees in `map`.
    pub(crate) fn new(map: &'d Asset<'_, MapKind>) -> Self {
        let entity = |entity: Entity<'d>| EntitySummary {
            class_name: entity.class_name(),
            pose: entity.pose().into(),
            clientside_only: entity.is_clientside_only(),
            components: entity.components().into_iter().map(|component| component.name).collect(),
            key_values: texts(entity.key_values()),
            output_count: entity.outputs().len(),
        };
        let bsp = map.bsp();
        Self {
            materials: map.materials(),
            entity_count: map.entity_count(),
            entities: map.entities().into_iter().map(entity).collect(),
            bsp: bsp.map(|bsp| BspSummary { node_count: bsp.node_count(), cluster_count: bsp.cluster_count() }),
        }
    }
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

impl<'d> NavMeshSummary<'d> {
    /// What the engine sees in `nav`.
    pub(crate) fn new(nav: &'d Asset<'_, NavMeshKind>) -> Self {
        let (config, mesh, detail) = (nav.config(), nav.poly_mesh(), nav.detail());
        let count = |array: Option<&Value<'_>>| array.and_then(Value::as_array).map_or(0, Array::len);
        Self {
            surface_materials: nav.surface_materials(),
            walkable_radius: Float(config.walkable_radius),
            character_height: Float(config.character_height),
            poly_count: mesh.poly_count(),
            vertex_count: count(mesh.element().get("vertices")),
            detail_triangle_count: count(detail.element().get("triangles")),
            bounds: corners(&mesh.bounds()),
        }
    }
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

impl<'d> ParticleSystemSummary<'d> {
    fn new(system: ParticleSystem<'d>) -> Self {
        let names = |operators: Vec<crate::Operator<'d>>| operators.into_iter().map(|operator| operator.name).collect();
        Self {
            key_values: texts(system.key_values()),
            initializers: names(system.initializers()),
            operators: names(system.operators()),
            renderers: names(system.renderers()),
            children: system.children().into_iter().map(|child| child.system).collect(),
            name: system.name,
        }
    }
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

impl<'d> ChannelAnimationSummary<'d> {
    fn new(animation: ChannelAnimation<'d>) -> Self {
        Self {
            duration: Float(animation.duration()),
            loops: animation.loops(),
            channels: animation.channels().iter().map(ChannelSummary::new).collect(),
            name: animation.name,
        }
    }
}

impl<'d> ChannelSummary<'d> {
    fn new(channel: &PathChannel<'d>) -> Self {
        let array = |key| channel.element().get(key).and_then(Value::as_array);
        Self {
            target: channel.target(),
            interpolation: channel.interpolation(),
            expression: channel.expression(),
            value_type: array("values").map(|values| alloc::format!("{}", values.item_type())),
            key_count: array("times").map_or(0, Array::len),
        }
    }
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

impl<'d> IkSummary<'d> {
    /// What the engine sees in `rig`.
    pub(crate) fn new(rig: &'d Asset<'_, IkRigKind>) -> Self {
        Self {
            root_bone: rig.root_bone(),
            bones: rig.bones().into_iter().map(|bone| bone.name).collect(),
            controls: rig.controls().into_iter().map(|control| control.bone).collect(),
            constraint_count: rig.constraints().len(),
            joint_count: rig.joints().len(),
        }
    }
}

/// The systems of `particles`.
fn systems<'d>(particles: &'d Asset<'_, ParticlesKind>) -> Vec<ParticleSystemSummary<'d>> {
    particles.systems().into_iter().map(ParticleSystemSummary::new).collect()
}

/// The animations of a file.
fn animations<'d>(animations: &'d Asset<'_, AnimationsKind>) -> Vec<ChannelAnimationSummary<'d>> {
    animations.animations().into_iter().map(ChannelAnimationSummary::new).collect()
}

impl sealed::Describe for ParticlesKind {
    fn content<'d>(asset: &'d Asset<'_, Self>, _hashes: bool) -> Content<'d> {
        Content::Particles(systems(asset))
    }
}

impl sealed::Describe for IkRigKind {
    fn content<'d>(asset: &'d Asset<'_, Self>, _hashes: bool) -> Content<'d> {
        Content::IkRig(IkSummary::new(asset))
    }
}

impl sealed::Describe for MaterialKind {
    fn content<'d>(asset: &'d Asset<'_, Self>, _hashes: bool) -> Content<'d> {
        Content::Material(MaterialSummary::new(asset))
    }
}

impl sealed::Describe for AnimationsKind {
    fn content<'d>(asset: &'d Asset<'_, Self>, _hashes: bool) -> Content<'d> {
        Content::Animations(animations(asset))
    }
}

impl sealed::Describe for NavMeshKind {
    fn content<'d>(asset: &'d Asset<'_, Self>, _hashes: bool) -> Content<'d> {
        Content::Navmesh(NavMeshSummary::new(asset))
    }
}

impl sealed::Describe for MapKind {
    fn content<'d>(asset: &'d Asset<'_, Self>, _hashes: bool) -> Content<'d> {
        Content::Map(MapSummary::new(asset))
    }
}
