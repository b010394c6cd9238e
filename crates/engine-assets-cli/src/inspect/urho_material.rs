//! Prints materials, techniques, material lists and texture parameters of Urho3D.

use std::fmt::Write as _;

use engine_assets::binio::Name;
use engine_assets::urho_material::{Material, MaterialList, Technique, Texture};

use crate::counts::counted;

/// The maximum number of lines to show for a list. The others are only counted.
const LINES: usize = 64;

fn line(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "  {line}");
}

pub(super) fn material(material: &Material<'_>, text: &mut String) {
    let data = material.data();
    for technique in &data.techniques {
        let quality = technique.quality.map(|quality| format!(", quality {quality}")).unwrap_or_default();
        let distance = technique.lod_distance.map(|distance| format!(", from {distance}")).unwrap_or_default();
        line(text, format_args!("technique {}{quality}{distance}", technique.name));
    }
    for texture in &data.textures {
        let unit = texture.unit.as_ref().map_or_else(|| Name::from("diffuse"), Name::borrowed);
        line(text, format_args!("texture {unit}: {}", texture.name));
    }
    for (stage, defines) in [("vertex", &data.vertex_defines), ("pixel", &data.pixel_defines)] {
        if let Some(defines) = defines {
            line(text, format_args!("{stage} shader defines: {defines}"));
        }
    }
    for parameter in &data.parameters {
        let kind = parameter.value().value.kind().name();
        line(text, format_args!("parameter {}: {kind} {}", parameter.name, parameter.text));
    }
    for animation in &data.animations {
        line(text, format_args!("animation of {}: {}", animation.name, counted(animation.keyframes.len(), "key")));
    }
    let settings = [
        data.cull.map(|cull| format!("cull {}", cull.name())),
        data.shadow_cull.map(|cull| format!("cull of shadows {}", cull.name())),
        data.fill.map(|fill| format!("fill {}", fill.name())),
        data.depth_bias.map(|bias| format!("depth bias {}, {} by slope", bias.constant, bias.slope_scaled)),
        data.alpha_to_coverage.map(|enable| format!("alpha to coverage {enable}")),
        data.line_antialias.map(|enable| format!("smooth lines {enable}")),
        data.render_order.map(|order| format!("render order {order}")),
        data.occlusion.map(|enable| format!("occlusion {enable}")),
    ];
    let settings: Vec<String> = settings.into_iter().flatten().collect();
    if !settings.is_empty() {
        line(text, format_args!("{}", settings.join(", ")));
    }
}

pub(super) fn technique(technique: &Technique<'_>, text: &mut String) {
    for pass in technique.passes() {
        let (shader, defines) = technique.pixel_shader_of(&pass);
        let defines: Vec<String> = defines.iter().map(ToString::to_string).collect();
        let blend = pass.blend.as_ref().map(|blend| format!(", blend {blend}")).unwrap_or_default();
        line(text, format_args!("pass {}: {shader} {}{blend}", pass.name, defines.join(" ")));
    }
}

pub(super) fn list(list: &MaterialList<'_>, text: &mut String) {
    let mut names = list.names().enumerate();
    for (index, name) in names.by_ref().take(LINES) {
        line(text, format_args!("geometry {index}: {name}"));
    }
    match names.count() {
        0 => {}
        more => line(text, format_args!("and {more} more")),
    }
}

pub(super) fn texture(texture: &Texture<'_>, text: &mut String) {
    for image in texture.images() {
        line(text, format_args!("image {image}"));
    }
    for coord in ['u', 'v', 'w'] {
        if let Some(mode) = texture.address(coord) {
            line(text, format_args!("{coord} beyond 0 to 1: {mode}"));
        }
    }
    if let Some(filter) = texture.filter() {
        line(text, format_args!("filter {filter}"));
    }
    for (what, value) in [("mipmaps", texture.mipmaps()), ("sRGB", texture.srgb()), ("linear", texture.linear())] {
        if let Some(value) = value {
            line(text, format_args!("{what} {value}"));
        }
    }
}
