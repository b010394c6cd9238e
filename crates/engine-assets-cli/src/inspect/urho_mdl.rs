//! Prints the contents of a model.

use std::fmt::Write as _;

use engine_assets::binio::Name;
use engine_assets::urho_mdl::{Bounds, Geometry, Model};

use super::bones;
use crate::counts::{counted, grouped};

/// The maximum number of morphs to list. The others are only counted.
const MORPHS: usize = 12;

/// Writes the contents of a model, with the skeleton down to `depth` levels.
pub(super) fn describe(model: &Model<'_>, depth: usize, text: &mut String) {
    for (index, buffer) in model.vertex_buffers.iter().enumerate() {
        let count = grouped(buffer.vertex_count.into());
        line(
            text,
            format_args!("  vertex buffer {index}: {count} x {} bytes, {}", buffer.stride(), buffer.declaration),
        );
        if buffer.morph_range.count > 0 {
            let range = buffer.morph_range.numbers();
            line(text, format_args!("    morphs touch vertices {} to {}", range.start, range.end - 1));
        }
    }
    for (index, buffer) in model.index_buffers.iter().enumerate() {
        let count = grouped(buffer.index_count.into());
        line(text, format_args!("  index buffer {index}: {count} x {} bytes", buffer.index_size));
    }
    for (index, geometry) in model.geometries.iter().enumerate() {
        self::geometry(model, index, geometry, text);
    }
    morphs(model, text);
    skeleton(model, depth, text);
    line(text, format_args!("  bounds: {}", show_bounds(&model.bounds)));
    if let Some(levels) = model.lod_levels_2011() {
        line(text, format_args!("  LOD levels of 2011: {levels:?}"));
    }
    if !model.tail.rest.is_empty() {
        line(text, format_args!("  after the end: {}", counted(model.tail.rest.len(), "byte")));
    }
}

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "{line}");
}

fn geometry(model: &Model<'_>, index: usize, geometry: &Geometry, text: &mut String) {
    let name = model.tail.geometry_names.as_ref().and_then(|names| names.names.get(index));
    let name = name.map(|name| format!(" \"{name}\"")).unwrap_or_default();
    let mapping = match geometry.bone_mapping.len() {
        0 => String::new(),
        bones => format!(", maps {}", counted(bones, "bone")),
    };
    line(text, format_args!("  geometry {index}{name}: center {}{mapping}", model.center(index)));
    for (level, lod) in geometry.lods.iter().enumerate() {
        let drawn = match lod.primitive.topology() {
            Some(topology) if topology.is_triangles() => counted(model.triangles(lod).count(), "triangle"),
            Some(topology) if topology.is_lines() => counted(model.lines(lod).count(), "line"),
            Some(_) => counted(model.indices(lod).len(), "point"),
            None => format!("{} indices", grouped(lod.draw.count.into())),
        };
        let buffers = format!("vertex buffer {}, index buffer {}", lod.vertex_buffer, lod.index_buffer);
        line(
            text,
            format_args!("    LOD {level} from distance {}: {drawn} ({}), {buffers}", lod.distance, lod.primitive),
        );
    }
}

fn morphs(model: &Model<'_>, text: &mut String) {
    for (index, morph) in model.morphs.iter().take(MORPHS).enumerate() {
        let vertices: u64 = morph.buffers.iter().map(|buffer| u64::from(buffer.vertex_count)).sum();
        let weight = morph.weight.map(|weight| format!(", weight {weight}")).unwrap_or_default();
        line(text, format_args!("  morph {index} \"{}\": changes {} vertices{weight}", morph.name, grouped(vertices)));
    }
    if model.morphs.len() > MORPHS {
        line(text, format_args!("  and {} more", counted(model.morphs.len() - MORPHS, "morph")));
    }
}

fn skeleton(model: &Model<'_>, depth: usize, text: &mut String) {
    let bones = &model.skeleton.bones;
    if bones.is_empty() {
        return;
    }
    let hierarchy = model.skeleton.hierarchy();
    let names: Vec<&Name<'_>> = bones.iter().map(|bone| &bone.name).collect();
    bones::describe(&hierarchy, &names, depth, text);
}

fn show_bounds(bounds: &Bounds) -> String {
    if bounds.is_defined() { format!("{} to {}", bounds.min, bounds.max) } else { "undefined".to_owned() }
}
