//! Prints the contents of assets of the Pragma engine.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use engine_assets::binio::Name;
use engine_assets::pragma_asset::model::SubMeshes;
use engine_assets::pragma_asset::{Animations, Asset, Form, Kind, Map, Material, Mesh, Model, NavMesh, Particles};
use engine_assets::udm::Array;

use super::bones;
use crate::counts::{counted, grouped};
use crate::udm::brief;

/// The maximum number of items to list. The others are only counted.
const ITEMS: usize = 24;

/// Writes the version and encoding of an asset.
fn head<K: Kind>(asset: &Asset<'_, K>, text: &mut String) {
    let form = match asset.form() {
        Form::Binary => "binary",
        Form::Text => "text",
    };
    line(text, format_args!("  version {}, {form}", asset.version()));
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "{line}");
}

/// Writes the first items on separate lines, and the number of the others.
fn list(text: &mut String, lines: impl ExactSizeIterator<Item = String>) {
    let more = lines.len().saturating_sub(ITEMS);
    lines.take(ITEMS).for_each(|each| line(text, format_args!("    {each}")));
    if more > 0 {
        line(text, format_args!("    and {} more", grouped(more as u64)));
    }
}

/// Writes `label: a, b, c`, unless there are no names.
fn names(text: &mut String, label: &str, names: &[Name<'_>]) {
    if names.is_empty() {
        return;
    }
    let shown: Vec<String> = names.iter().take(ITEMS).map(ToString::to_string).collect();
    let more = names.len().saturating_sub(ITEMS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    line(text, format_args!("  {label}: {}{more}", shown.join(", ")));
}

/// Writes the contents of a model, with the skeleton down to `depth` levels.
pub(super) fn model(model: &Model<'_>, depth: usize, text: &mut String) {
    head(model, text);
    let drawn = model.base_mesh_groups();
    for group in model.mesh_groups() {
        let shown = if drawn.contains(&group.index) { "" } else { ", not drawn at first" };
        line(text, format_args!("  mesh group {} \"{}\"{shown}", group.index, group.name));
        let meshes: Vec<Mesh<'_>> = group.meshes().iter().flat_map(SubMeshes::meshes).collect();
        list(text, meshes.iter().map(|mesh| describe_mesh(model, mesh)));
    }
    names(text, "material folders", &model.material_paths());
    names(text, "materials", &model.materials());
    names(text, "flags", &model.flags());
    if let Some(skeleton) = model.skeleton() {
        let names: Vec<&Name<'_>> = skeleton.bones.iter().map(|bone| &bone.name).collect();
        bones::describe(&skeleton.hierarchy, &names, depth, text);
    }
    let animations = model.animations();
    if !animations.is_empty() {
        line(text, format_args!("  {}", counted(animations.len(), "animation")));
        let describe = |animation: &engine_assets::pragma_asset::Animation<'_>| {
            let flags = animation.flags().to_text();
            let flags = if flags.is_empty() { String::new() } else { format!(", {flags}") };
            format!("{}: {:.3} s at {} frames/s{flags}", animation.name, animation.duration(), animation.fps())
        };
        list(text, animations.iter().map(describe));
    }
    let counts = [
        (model.hit_boxes().len(), "hit box", "hit boxes"),
        (model.collision_meshes().len(), "collision mesh", "collision meshes"),
        (model.attachments().len(), "attachment", "attachments"),
        (model.joints().len(), "joint", "joints"),
        (model.flexes().len(), "flex", "flexes"),
        (model.lods().len(), "further LOD", "further LODs"),
        (model.skins().len(), "skin", "skins"),
    ];
    let counts = counts.into_iter().filter(|(count, ..)| *count > 0);
    let counts: Vec<String> =
        counts.map(|(count, one, many)| format!("{count} {}", if count == 1 { one } else { many })).collect();
    if !counts.is_empty() {
        line(text, format_args!("  {}", counts.join(", ")));
    }
    let bounds = model.bounds();
    line(text, format_args!("  bounds: {} to {}", bounds.min, bounds.max));
}

fn describe_mesh(model: &Model<'_>, mesh: &Mesh<'_>) -> String {
    let primitives = match mesh.topology() {
        Some(topology) if topology.is_triangles() => counted(topology.triangle_count(mesh.index_count()), "triangle"),
        _ => format!("{} indices ({})", grouped(mesh.index_count() as u64), mesh.geometry_type()),
    };
    let material = model.material_of(mesh, 0).map_or_else(|| "no material".to_owned(), |name| format!("\"{name}\""));
    let bones = if mesh.element().get("vertexWeights").is_some() { ", moved by bones" } else { "" };
    let vertices = grouped(mesh.vertex_count() as u64);
    format!("{vertices} vertices, {primitives}, {material}{bones}")
}

/// Writes the contents of a material.
pub(super) fn material(material: &Material<'_>, text: &mut String) {
    head(material, text);
    let shader = material.shader().map_or_else(|| "none".to_owned(), |name| name.to_string());
    line(text, format_args!("  shader: {shader}"));
    list(text, material.textures().into_iter().map(|(name, path)| format!("{name}: {path}")));
    let properties = material.properties();
    list(text, properties.into_iter().map(|(name, value)| format!("{name}: {}", brief(value))));
    if let Some(base) = material.base_material() {
        line(text, format_args!("  base material: {base}"));
    }
}

/// Writes the contents of a map.
pub(super) fn map(map: &Map<'_>, text: &mut String) {
    head(map, text);
    let mut classes: BTreeMap<String, usize> = BTreeMap::new();
    for entity in map.entities() {
        *classes.entry(entity.class_name().to_string()).or_default() += 1;
    }
    let count = map.entity_count();
    line(
        text,
        format_args!(
            "  {}",
            if count == 1 { "1 entity".to_owned() } else { format!("{} entities", grouped(count as u64)) }
        ),
    );
    list(text, classes.into_iter().map(|(class, count)| format!("{class}: {count}")));
    names(text, "materials", &map.materials());
    if let Some(bsp) = map.bsp() {
        let (nodes, clusters) = (grouped(bsp.node_count()), grouped(bsp.cluster_count()));
        line(text, format_args!("  BSP: {nodes} nodes, {clusters} clusters"));
    }
}

/// Writes the contents of a navigation mesh.
pub(super) fn navmesh(nav: &NavMesh<'_>, text: &mut String) {
    head(nav, text);
    let (config, mesh) = (nav.config(), nav.poly_mesh());
    let triangles = nav.detail().element().get("triangles").and_then(|value| value.as_array()).map_or(0, Array::len);
    line(text, format_args!("  {} polygons, {}", mesh.poly_count(), counted(triangles, "triangle")));
    line(text, format_args!("  agent: radius {}, height {}", config.walkable_radius, config.character_height));
    line(text, format_args!("  cells: {} x {}", mesh.cell_size(), mesh.cell_height()));
    names(text, "surfaces", &nav.surface_materials());
    let bounds = mesh.bounds();
    line(text, format_args!("  bounds: {} to {}", bounds.min, bounds.max));
}

/// Writes the list of particle systems.
pub(super) fn particles(particles: &Particles<'_>, text: &mut String) {
    head(particles, text);
    let systems = particles.systems();
    line(text, format_args!("  {}", counted(systems.len(), "particle system")));
    let describe = |system: &engine_assets::pragma_asset::ParticleSystem<'_>| {
        let material = system.material().map_or_else(String::new, |material| format!("material \"{material}\", "));
        let (first, then) = (system.initializers().len(), system.operators().len());
        let drawn = system.renderers().len();
        format!("{}: {material}{first} initializers, {then} operators, {drawn} renderers", system.name)
    };
    list(text, systems.iter().map(describe));
}

/// Writes the list of animations.
pub(super) fn animations(animations: &Animations<'_>, text: &mut String) {
    head(animations, text);
    for animation in animations.animations().iter().take(ITEMS) {
        let name = if animation.name.is_empty() { String::new() } else { format!(" \"{}\"", animation.name) };
        let channels = animation.channels();
        let count = counted(channels.len(), "channel");
        line(text, format_args!("  animation{name}: {} s, {count}", animation.duration()));
        list(text, channels.iter().map(|channel| channel.target().to_string()));
    }
}
