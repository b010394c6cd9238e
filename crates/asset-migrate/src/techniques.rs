//! Migrates techniques, and finds those to use in the other engine.

use asset_formats::Format;
use asset_project::resources::shaders;
use urho_material::{Material, Technique, TextureUnit};
use urho_scene::Engine;

use super::context::{Context, Made};
use super::renames::resource_name;
use super::report::Action;
use super::stock::{has_stock_content, is_stock};

/// The technique to use in the other engine.
pub(super) enum Counterpart {
    /// The technique with the same name.
    Same,
    /// Another technique, which draws the same.
    Other(String),
    None,
}

/// Returns the file name of a technique, without the extension.
pub(super) fn stem(name: &str) -> &str {
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".xml").unwrap_or(file)
}

/// Finds the technique in the engine `to` that can replace a technique in the engine `from`.
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
        // rbfx has a technique `Water`, too, which names a shader that it doesn't have.
        "Water" => "LitWater".to_owned(),
        "LitWater" => "Water".to_owned(),
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

/// Makes a material physically based, using an rbfx technique, if it has Blinn-Phong shading.
pub(super) fn make_pbr(material: &mut Material<'static>, notes: &mut Made) -> Result<(), urho_material::Error> {
    let data = material.data();
    let Some(first) = data.techniques.first().map(|technique| technique.name.to_string()) else { return Ok(()) };
    let stem = stem(&first);
    if !has_counterpart(stem) {
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

/// Checks whether there is a physically based technique with the same maps and blending. For particles, masks, vertex
/// colours and others, there is none.
fn has_counterpart(stem: &str) -> bool {
    let start = ["Diff", "NoTexture"].into_iter().find_map(|start| stem.strip_prefix(start));
    let Some(mut rest) = start else { return false };
    for part in ["Normal", "Packed", "Spec", "Emissive", "Alpha"] {
        rest = rest.strip_prefix(part).unwrap_or(rest);
    }
    rest.is_empty()
}

fn text(name: Option<&urho_material::Name<'_>>) -> String {
    name.map(ToString::to_string).unwrap_or_default()
}

/// Returns whether the file is in the folder for the engine's own files.
pub(super) fn is_of_engine(file: &str) -> bool {
    file.starts_with("CoreData/")
}

/// Returns whether the project uses this file instead of the technique with the same name in the engine.
pub(super) fn is_own(engine: Engine, file: &str, bytes: &[u8]) -> bool {
    let resource = resource_name(file);
    let changed = || Technique::parse(bytes).is_ok_and(|technique| !has_stock_content(resource, &technique));
    !is_stock(engine, resource) || !is_of_engine(file) && changed()
}

/// Migrates a technique in the project.
pub(super) fn migrate(context: &Context, file: &str, bytes: &[u8]) -> Made {
    let format = Format::URHO_TECHNIQUE.name();
    let technique = match Technique::parse(bytes) {
        Ok(technique) => technique,
        Err(error) => return Made::refused(format, error),
    };
    if context.from.hashes() == context.to.hashes() {
        return Made::copied(format);
    }
    let resource = resource_name(file);
    if is_stock(context.from, resource) {
        let is_changed = !has_stock_content(resource, &technique);
        // The project draws with its own file: it stays, and overrides the new engine's.
        if !is_changed || is_of_engine(file) {
            let mut migrated = Made::new(format, Action::Replaced);
            migrated.changed(match is_stock(context.to, resource) {
                true => "the engine has its own technique of this name",
                false => "a technique of the old engine: materials get its counterpart",
            });
            if is_changed {
                migrated.by_hand(None, "its content is in no version of the engines: compare it with the engine's own");
            }
            return migrated;
        }
    }
    let mut migrated = Made::copied(format);
    if is_stock(context.to, resource) {
        migrated
            .changed("kept, since its content isn't the engine's; it overrides the engine's technique of this name");
    }
    let mut names: Vec<String> = shaders::named(&technique).into_iter().map(|(_, name)| name.to_string()).collect();
    names.iter_mut().for_each(|name| *name = name.trim_start_matches("v2/").to_owned());
    names.sort();
    names.dedup();
    for shader in names {
        if !shaders::is_stock(context.to, &shader) {
            let line = super::texts::lines_with(bytes, &shader).first().copied();
            migrated.by_hand(
                line,
                format!("shader {shader}: {} has none of this name; port the shader, or name another", context.to),
            );
        }
    }
    migrated
}
