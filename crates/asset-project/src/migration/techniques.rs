//! Techniques of the engines and of a project.

use urho_material::{Material, Technique, TextureUnit};
use urho_scene::Engine;

use super::context::{Context, Made};
use super::names::resource_name;
use super::report::Action;
use crate::Format;

/// Techniques of Urho3D and rbfx, as lines: the engines that have it (`U`, `R`, `UR`) and its name below `Techniques`, without extension.
const STOCK: &str = include_str!("techniques.txt");

/// Shaders of rbfx by which techniques can draw.
const SHADERS: [&str; 26] = [
    "Basic",
    "Depth",
    "LightmapBaker",
    "LitParticle",
    "LitSolid",
    "M_CelShader",
    "M_Default",
    "M_DeferredDecal",
    "M_InvalidShader",
    "M_LegacyTerrain",
    "M_Refraction",
    "M_Skymesh",
    "M_Skyplane",
    "M_Water",
    "PBRLitSolid",
    "PBRTerrainBlend",
    "PBRVegetation",
    "Shadow",
    "Skybox",
    "TerrainBlend",
    "Unlit",
    "UnlitParticle",
    "Vegetation",
    "VegetationDepth",
    "VegetationShadow",
    "Water",
];

/// A technique of the other engine.
pub(super) enum Counterpart {
    /// The engine has one of the same name.
    Same,
    /// Another one draws the same.
    Other(String),
    None,
}

/// Returns the file name of a technique without its extension.
pub(super) fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".xml").unwrap_or(file)
}

/// Whether an engine has a technique of this resource name of its own.
pub(super) fn is_stock(engine: Engine, name: &str) -> bool {
    let Some(wanted) = name.strip_prefix("Techniques/").and_then(|name| name.strip_suffix(".xml")) else {
        return false;
    };
    let letter = if engine == Engine::Rbfx { 'R' } else { 'U' };
    let mut lines = STOCK.lines().filter_map(|line| line.split_once(' '));
    lines.any(|(engines, known)| known == wanted && engines.contains(letter))
}

/// Returns the technique of the engine `to` for a technique that the engine `from` has of its own.
pub(super) fn counterpart(from: Engine, to: Engine, name: &str, material: &Material<'_>) -> Counterpart {
    if is_stock(to, name) {
        return Counterpart::Same;
    }
    if !is_stock(from, name) {
        return Counterpart::None;
    }
    let stem = stem(name);
    let data = material.data();
    let has = |unit| data.texture(unit).is_some();
    let other = match stem {
        "DiffSkydome" => "DiffSkymesh".to_owned(),
        "DiffSkymesh" => "DiffSkydome".to_owned(),
        _ if to == Engine::Rbfx => return Counterpart::None,
        _ if stem.starts_with("Unlit") => {
            let blend = match stem.trim_start_matches("Unlit") {
                "Opaque" => "",
                "TransparentAdd" => "Add",
                "TransparentAddAlpha" => "AddAlpha",
                _ => "Alpha",
            };
            format!("{}Unlit{blend}", if has(TextureUnit::DIFFUSE) { "Diff" } else { "NoTexture" })
        }
        _ if stem.starts_with("LitOpaque") || stem.starts_with("LitTransparent") => {
            let word = |is: bool, word: &'static str| if is { word } else { "" };
            let is_pbr = data.pixel_defines.as_ref().is_some_and(|defines| defines.to_string().contains("PBR"));
            let (diffuse, normal) = (has(TextureUnit::DIFFUSE), has(TextureUnit::NORMAL) && stem.contains("NormalMap"));
            let alpha = word(stem.contains("Transparent"), "Alpha");
            let emissive = word(has(TextureUnit::EMISSIVE), "Emissive");
            let shown = [word(diffuse, "Diff"), word(normal, "Normal")].concat();
            match (is_pbr, has(TextureUnit::SPECULAR)) {
                (true, true) => format!("PBR/PBRMetallicRough{shown}Spec{emissive}{alpha}"),
                (true, false) if shown.is_empty() && emissive.is_empty() => format!("PBR/PBRNoTexture{alpha}"),
                (true, false) => format!("PBR/PBR{shown}{emissive}{alpha}"),
                (false, _) if shown.is_empty() => format!("NoTexture{alpha}"),
                (false, _) => format!("{shown}{alpha}"),
            }
        }
        _ => return Counterpart::None,
    };
    let other = format!("Techniques/{other}.xml");
    if is_stock(to, &other) { Counterpart::Other(other) } else { Counterpart::None }
}

/// Gives a material with Blinn-Phong shading a physically based technique of rbfx.
pub(super) fn make_pbr(material: &mut Material<'static>, notes: &mut Made) -> Result<(), urho_material::Error> {
    let data = material.data();
    let Some(first) = data.techniques.first().map(|technique| technique.name.to_string()) else { return Ok(()) };
    let stem = stem(&first);
    let plain = ["Diff", "NoTexture"].iter().any(|start| stem.starts_with(start));
    let special = ["Unlit", "Sky", "EnvCube", "LightMap", "Add", "Multiply", "Overlay", "VCol", "AO"];
    if !plain || special.iter().any(|word| stem.contains(word)) {
        notes.changed("not made physically based: its technique has no counterpart");
        return Ok(());
    }
    let normal = if data.texture(TextureUnit::NORMAL).is_some() { "NormalMap" } else { "" };
    let technique = match stem.ends_with("Alpha") {
        true => format!("Techniques/LitTransparentFade{normal}.xml"),
        false => format!("Techniques/LitOpaque{normal}.xml"),
    };
    let exponent = match data.parameter("MatSpecColor").and_then(urho_material::Parameter::numbers).as_deref() {
        Some([r, g, b, power]) if r + g + b > 0.0 => power.max(0.0),
        _ => 0.0,
    };
    let roughness = (2.0 / (exponent + 2.0)).powf(0.25);
    let (vertex, pixel) = (text(data.vertex_defines.as_ref()), text(data.pixel_defines.as_ref()));
    let specular = data.texture(TextureUnit::SPECULAR).map(|texture| texture.name.to_string());
    let count = data.techniques.len();
    drop(data);
    for index in (1..count).rev() {
        material.remove_technique(index)?;
    }
    material.set_technique(0, &technique)?;
    material.set_defines(format!("PBR {vertex}").trim(), format!("PBR {pixel}").trim())?;
    material.set_parameter("Roughness", roughness)?;
    material.set_parameter("Metallic", 0.0)?;
    notes.changed(format!("physically based: {technique}, roughness {roughness} of the specular exponent {exponent}"));
    if let Some(specular) = specular {
        material.remove_texture(TextureUnit::SPECULAR)?;
        notes.by_hand(
            None,
            format!("specular map {specular} is left out: the engine expects roughness and metalness there"),
        );
    }
    Ok(())
}

fn text(name: Option<&urho_material::Name<'_>>) -> String {
    name.map(ToString::to_string).unwrap_or_default()
}

/// Migrates a technique of the project.
pub(super) fn migrate(context: &Context, file: &str, bytes: &[u8]) -> Made {
    let format = Format::UrhoTechnique.name();
    let technique = match Technique::parse(bytes) {
        Ok(technique) => technique,
        Err(error) => return Made::refused(format, error),
    };
    if context.from.hashes() == context.to.hashes() {
        return Made::copied(format);
    }
    let resource = resource_name(file);
    if is_stock(context.to, resource) && is_stock(context.from, resource) {
        let mut made = Made::new(format, Action::Replaced);
        made.changed("the engine has its own technique of this name");
        return made;
    }
    if is_stock(context.from, resource) {
        let mut made = Made::new(format, Action::Replaced);
        made.changed("a technique of the old engine: materials get its counterpart");
        return made;
    }
    let mut made = Made::copied(format);
    for shader in shaders_of(&technique) {
        let is_known = match context.to {
            Engine::Rbfx => SHADERS.contains(&&*shader),
            _ => !shader.starts_with("M_"),
        };
        if !is_known {
            let line = super::texts::lines_with(bytes, &shader).first().copied();
            made.by_hand(
                line,
                format!("shader {shader}: {} has none of this name; port the shader, or name another", context.to),
            );
        }
    }
    made
}

fn shaders_of(technique: &Technique<'_>) -> Vec<String> {
    let mut shaders: Vec<String> = Vec::new();
    let own = ["vs", "ps"].into_iter().filter_map(|stage| technique.attribute(stage)).map(|name| name.to_string());
    shaders.extend(own);
    for pass in technique.passes() {
        shaders.extend([pass.vertex_shader, pass.pixel_shader].into_iter().flatten().map(|name| name.to_string()));
    }
    shaders.iter_mut().for_each(|name| *name = name.trim_start_matches("v2/").to_owned());
    shaders.sort();
    shaders.dedup();
    shaders
}
