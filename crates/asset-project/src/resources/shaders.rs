//! Finds the shaders that techniques name.

use std::collections::HashSet;

use asset_formats::kinds;
use binio::{Findings, Name, Path};
use urho_material::Technique;
#[cfg(feature = "fs")]
use urho_scene::Engine;

use super::Resources;

/// Shaders in Urho3D and U3D that have a vertex and a pixel stage.
const OF_URHO3D: [&str; 36] = [
    "AutoExposure",
    "Basic",
    "Bloom",
    "BloomHDR",
    "Blur",
    "ClearFramebuffer",
    "ColorCorrection",
    "CopyFramebuffer",
    "DeferredLight",
    "Depth",
    "FXAA2",
    "FXAA3",
    "GammaCorrection",
    "GreyScale",
    "LitParticle",
    "LitSolid",
    "PBRDeferred",
    "PBRLitSolid",
    "PBRTerrainBlend",
    "PBRVegetation",
    "PrepassLight",
    "Shadow",
    "ShadowBlur",
    "Skybox",
    "Skydome",
    "Stencil",
    "TerrainBlend",
    "Text",
    "Tonemap",
    "Unlit",
    "UnlitParticle",
    "Urho2D",
    "Vegetation",
    "VegetationDepth",
    "VegetationShadow",
    "Water",
];

/// Shaders in rbfx that a technique can use. The rbfx technique `Water` names a shader that doesn't exist, so it is not
/// included.
const OF_RBFX: [&str; 29] = [
    "Basic",
    "DeferredLight",
    "Depth",
    "LightmapBaker",
    "LitParticle",
    "LitSolid",
    "M_Basic",
    "M_CelShader",
    "M_Default",
    "M_DeferredDecal",
    "M_InvalidShader",
    "M_LegacyTerrain",
    "M_LegacyVegetation",
    "M_OutlinePixel",
    "M_Refraction",
    "M_Skymesh",
    "M_Skyplane",
    "M_Text",
    "M_Water",
    "PBRLitSolid",
    "PBRTerrainBlend",
    "PBRVegetation",
    "Shadow",
    "Skybox",
    "TerrainBlend",
    "Text",
    "Unlit",
    "UnlitParticle",
    "Vegetation",
];

/// Returns all shaders in the engines. Some of them are returned twice.
fn of_engines() -> impl Iterator<Item = &'static str> {
    OF_URHO3D.into_iter().chain(OF_RBFX)
}

/// Returns whether any of the engines contains a shader with this name.
pub fn is_of_engine(name: &str) -> bool {
    of_engines().any(|known| known == name)
}

/// Returns whether the engine contains a shader with this name.
#[cfg(feature = "fs")]
pub fn is_stock(engine: Engine, name: &str) -> bool {
    match engine {
        Engine::Rbfx => OF_RBFX.contains(&name),
        _ => OF_URHO3D.contains(&name),
    }
}

/// Folders and extensions of shaders. rbfx looks into `v2` first.
const PLACES: [(&str, &str); 4] = [
    ("Shaders/GLSL/", ".glsl"),
    ("Shaders/HLSL/", ".hlsl"),
    ("Shaders/GLSL/v2/", ".glsl"),
    ("Shaders/HLSL/v2/", ".hlsl"),
];

/// Returns the files that can contain a shader. The engine adds the same folders and extensions to the name.
pub fn files(name: &str) -> impl Iterator<Item = String> {
    PLACES.iter().map(move |(folder, extension)| format!("{folder}{name}{extension}"))
}

/// Returns the shaders that a technique names, each only once, with the path of the pass. If the technique itself names
/// a shader, the path is empty.
pub fn named(technique: &Technique<'_>) -> Vec<(Path, Name<'static>)> {
    let stages =
        ["vs", "ps"].into_iter().filter_map(|stage| technique.attribute(stage)).map(|name| (Path::new(), name));
    let of_passes = technique.passes().into_iter().enumerate().flat_map(|(index, pass)| {
        let names = [pass.vertex_shader, pass.pixel_shader].into_iter().flatten();
        names.map(move |name| (Path::from([("pass", index)]), name)).collect::<Vec<_>>()
    });
    let mut seen = HashSet::new();
    let all = stages.chain(of_passes).map(|(path, name)| (path, name.into_owned()));
    all.filter(|(_, name)| !name.is_empty() && seen.insert(name.clone())).collect()
}

/// Reports shaders that are neither in the project nor in an engine. Case matters in shader names on all systems except
/// Windows.
pub(super) fn check(technique: &Technique<'_>, resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    for (path, shader) in named(technique) {
        let text = shader.to_text();
        let candidates: Vec<String> = files(&text).collect();
        let resource = resources.find_first(candidates.iter().map(String::as_str)).ok().flatten();
        if resource.as_ref().is_some_and(|found| found.is_exact) || is_of_engine(&text) {
            continue;
        }
        let stock = of_engines().find(|known| known.eq_ignore_ascii_case(&text)).map(str::to_owned);
        if let Some(name) = resource.map(|resource| resource.name).or(stock) {
            let message = format!(
                "shader \"{shader}\" is \"{}\", which differs in upper and lower case: it is found on Windows only",
                Name::from(name.as_str())
            );
            findings.warning(kinds::RESOURCE_CASE, path, message);
            continue;
        }
        let advice = match PLACES.iter().find_map(|(_, extension)| text.strip_suffix(extension)) {
            Some(stem) => format!("; the engine adds the extension: name it \"{}\"", Name::from(stem)),
            None => String::new(),
        };
        findings.warning(kinds::SHADER_MISSING, path, format!("shader \"{shader}\" isn't there{advice}"));
    }
    findings
}
