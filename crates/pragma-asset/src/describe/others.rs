//! Creates summaries of materials, maps, navigation meshes, particles, channel animations and IK rigs.

use alloc::collections::BTreeMap;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use binio::summary::Float;
use udm::{Array, Style, Value};

use super::{corners, texts};
use crate::asset::{Asset, sealed};
use crate::ik::IkRigKind;
use crate::map::{Entity, MapKind};
use crate::material::MaterialKind;
use crate::navmesh::NavMeshKind;
use crate::panima::{AnimationsKind, ChannelAnimation, PathChannel};
use crate::particles::{ParticleSystem, ParticlesKind};
use crate::summary::{
    BspSummary, ChannelAnimationSummary, ChannelSummary, Content, EntitySummary, IkSummary, MapSummary,
    MaterialSummary, NavMeshSummary, ParticleSystemSummary,
};

impl<'d> MaterialSummary<'d> {
    /// Returns the material the way the engine reads it.
    fn new(material: &'d Asset<'_, MaterialKind>) -> Self {
        Self {
            shader: material.shader(),
            textures: texts(material.textures()),
            properties: material.properties().into_iter().map(|(name, _)| name).collect(),
            property_values: material
                .properties()
                .into_iter()
                .map(|(name, value)| (name.to_text().into_owned(), value_text(value)))
                .collect(),
            base_material: material.base_material(),
        }
    }
}

/// Returns a value as text, or its type if it can be long.
fn value_text(value: &Value<'_>) -> String {
    let text = match value {
        Value::String(text) | Value::Ref(text) => return text.to_text().into_owned(),
        Value::Element(_) | Value::Array(_) | Value::Struct(_) | Value::Utf8(_) | Value::Blob(_) | Value::Lz4(_) => {
            None
        }
        short => short.to_text(Style::Compact).ok().and_then(|text| String::from_utf8(text).ok()),
    };
    text.unwrap_or_else(|| value.ty().to_string())
}

impl<'d> MapSummary<'d> {
    /// Returns the map the way the engine reads it.
    fn new(map: &'d Asset<'_, MapKind>) -> Self {
        let entity = |entity: Entity<'d>| EntitySummary {
            class_name: entity.class_name(),
            pose: entity.pose().into(),
            clientside_only: entity.is_clientside_only(),
            components: entity.components().into_iter().map(|component| component.name).collect(),
            key_values: texts(entity.key_values()),
            output_count: entity.outputs().len(),
        };
        let entities: Vec<_> = map.entities().into_iter().map(entity).collect();
        let mut classes = BTreeMap::new();
        for entity in &entities {
            *classes.entry(entity.class_name.to_text().into_owned()).or_default() += 1;
        }
        let bsp = map.bsp();
        Self {
            materials: map.materials(),
            entity_count: map.entity_count(),
            classes,
            entities,
            bsp: bsp.map(|bsp| BspSummary { node_count: bsp.node_count(), cluster_count: bsp.cluster_count() }),
        }
    }
}

impl<'d> NavMeshSummary<'d> {
    /// Returns the navigation mesh the way the engine reads it.
    fn new(nav: &'d Asset<'_, NavMeshKind>) -> Self {
        let (config, mesh, detail) = (nav.config(), nav.poly_mesh(), nav.detail());
        let count = |array: Option<&Value<'_>>| array.and_then(Value::as_array).map_or(0, Array::len);
        Self {
            surface_materials: nav.surface_materials(),
            walkable_radius: Float(config.walkable_radius),
            character_height: Float(config.character_height),
            cell_size: Float(mesh.cell_size()),
            cell_height: Float(mesh.cell_height()),
            poly_count: mesh.poly_count(),
            vertex_count: count(mesh.element().get("vertices")),
            detail_triangle_count: count(detail.element().get("triangles")),
            bounds: corners(&mesh.bounds()),
        }
    }
}

impl<'d> ParticleSystemSummary<'d> {
    fn new(system: ParticleSystem<'d>) -> Self {
        let names = |operators: Vec<crate::Operator<'d>>| operators.into_iter().map(|operator| operator.name).collect();
        Self {
            material: system.material(),
            key_values: texts(system.key_values()),
            initializers: names(system.initializers()),
            operators: names(system.operators()),
            renderers: names(system.renderers()),
            children: system.children().into_iter().map(|child| child.system).collect(),
            name: system.name,
        }
    }
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

impl<'d> IkSummary<'d> {
    /// Returns the IK rig the way the engine reads it.
    fn new(rig: &'d Asset<'_, IkRigKind>) -> Self {
        Self {
            root_bone: rig.root_bone(),
            bones: rig.bones().into_iter().map(|bone| bone.name).collect(),
            controls: rig.controls().into_iter().map(|control| control.bone).collect(),
            constraint_count: rig.constraints().len(),
            joint_count: rig.joints().len(),
        }
    }
}

fn systems<'d>(particles: &'d Asset<'_, ParticlesKind>) -> Vec<ParticleSystemSummary<'d>> {
    particles.systems().into_iter().map(ParticleSystemSummary::new).collect()
}

/// Returns the animations in a file.
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
