//! Materials of real models: found by their names, shown, and no complaint of the Khronos validator.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use asset_convert::{ConvertOptions, Converted, Input, OutputFormat, convert};
use asset_formats::Asset;
use asset_project::Resources;
use asset_scene::{Id, Image, Material, Scene};
use scene_adapter::json::Base64;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::gltf_validator;

pub(crate) fn main() -> ExitCode {
    let materials = Selection::new("urho-scene/urho3d/Data/Materials", &["xml"], 51);
    let large = Selection::new("urho-scene/urho3d/Autoload/LargeData/Materials", &["xml"], 36);
    let rbfx = Selection::new("urho-scene/rbfx/Data/Materials", &["xml"], 15);
    run(&[
        ("is shown", materials.clone(), is_shown),
        ("is shown", large.clone(), is_shown),
        ("is shown", rbfx, is_shown),
        ("is valid", materials.unless(gltf_validator::missing()), is_valid),
        ("is valid", large.unless(gltf_validator::missing()), is_valid),
        ("table", Selection::new("pragma-scene", &["tsv"], 5), table),
        ("pragma models", Selection::new("pragma-scene", &["tsv"], 5), pragma_models),
        ("models", Selection::new("urho-scene/urho3d/Data/Models/Kachujin/Materials", &["xml"], 1), models),
    ])
}

/// The project that a file of the corpus belongs to.
fn project(file: &CorpusFile) -> (PathBuf, Arc<Resources>) {
    let root = file.path().ancestors().find(|folder| folder.ends_with("urho3d") || folder.ends_with("rbfx"));
    let root = root.expect("in a project").to_path_buf();
    let resources = Resources::around(file.path()).expect("a project");
    (root, Arc::new(resources))
}

/// A model with the materials of these names, as glTF.
fn shown(file: &CorpusFile, model: &str, materials: &[&str]) -> Result<Converted, String> {
    let (root, resources) = project(file);
    let corpus = root.parent().expect("a folder").join("urho3d");
    let bytes = std::fs::read(corpus.join(model)).map_err(|error| format!("{model}: {error}"))?;
    let asset = Asset::parse(&bytes, Some(model.as_ref())).map_err(|error| error.to_string())?;
    let resource = model.split_once('/').map(|(_, name)| name.trim_start_matches("LargeData/"));
    let options = ConvertOptions::default().resources(resources).material_names(materials.iter().copied());
    let input = Input::new("model", &asset).resource(resource);
    convert(&[input], OutputFormat::GLB, "model.glb", &options).map_err(|error| error.to_string())
}

fn scene(converted: &Converted) -> Result<Scene<'static>, String> {
    let bytes = &converted.files.last().ok_or("no file")?.bytes;
    let gltf = asset_formats::GltfDocument::parse(bytes, &asset_gltf::NoFiles).map_err(|error| error.to_string())?;
    Ok(gltf.scene)
}

fn said(converted: &Converted) -> Vec<String> {
    converted.findings.iter().map(ToString::to_string).collect()
}

/// The name that a material of the corpus has in its project.
fn resource(file: &CorpusFile) -> String {
    let (_, name) = file.name().rsplit_once("/Materials/").expect("a material");
    format!("Materials/{name}")
}

/// Checks that each material is converted with its file and each existing texture, and that missing textures are reported.
fn is_shown(file: &CorpusFile) -> Result<(), String> {
    let name = resource(file);
    let converted = shown(file, "Data/Models/Box.mdl", &[&name])?;
    let scene = scene(&converted)?;
    let material = scene.materials.first().ok_or("no material")?;
    let source = material.source.as_ref().ok_or("no source")?;
    let text: Base64 = serde_json::from_value(source.layout["text"].clone()).map_err(|error| error.to_string())?;
    if text.0 != file.bytes() || source.layout["file"] != name.as_str() {
        return Err("the file of the material isn't kept".to_owned());
    }
    let parsed = urho_material(&file.bytes())?;
    let (_, resources) = project(file);
    for (unit, texture) in scene_urho::needs(&parsed.data()).textures {
        let exists = matches!(resources.find(&texture), Ok(Some(_)));
        let is_image = scene.images.iter().any(|image| made_of(image) == Some(texture.as_str()));
        let is_told = said(&converted).iter().any(|one| one.contains(&texture));
        // Textures that the technique doesn't show and cube maps may be missing, but are reported.
        if !(is_image && exists || is_told) {
            return Err(format!("{} {texture}: neither shown nor told: {:?}", unit.name(), said(&converted)));
        }
    }
    Ok(())
}

fn urho_material(bytes: &[u8]) -> Result<urho_material::Material<'static>, String> {
    let material = urho_material::Material::parse(bytes).map_err(|error| error.to_string())?;
    Ok(material.into_owned())
}

/// The resource that an image was made of.
fn made_of<'i>(image: &'i Image<'_>) -> Option<&'i str> {
    image.source.as_ref()?.layout["file"].as_str()
}

fn is_valid(file: &CorpusFile) -> Result<(), String> {
    let converted = shown(file, "Data/Models/Box.mdl", &[&resource(file)])?;
    valid(&converted)
}

fn valid(converted: &Converted) -> Result<(), String> {
    if gltf_validator::missing().is_some() {
        return Ok(());
    }
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("model.glb");
    std::fs::write(&path, &converted.files.last().ok_or("no file")?.bytes).map_err(|error| error.to_string())?;
    gltf_validator::complaints(&[path]).map_or(Ok(()), Err)
}

/// Which texture is in which socket.
struct Sockets {
    model: &'static str,
    materials: &'static [&'static str],
    base_color: Option<&'static str>,
    normal: Option<&'static str>,
    metal: Option<&'static str>,
    specular: Option<&'static str>,
    /// A texture that isn't there.
    missing: Option<&'static str>,
}

const NONE: Sockets =
    Sockets { model: "", materials: &[], base_color: None, normal: None, metal: None, specular: None, missing: None };

const MODELS: &[Sockets] = &[
    // Found by the model's name.
    Sockets {
        model: "Data/Models/Kachujin/Kachujin.mdl",
        base_color: Some("Models/Kachujin/Textures/Kachujin_diffuse.png"),
        normal: Some("Models/Kachujin/Textures/Kachujin_normal.png"),
        specular: Some("Models/Kachujin/Textures/Kachujin_specular.png"),
        ..NONE
    },
    Sockets {
        model: "Data/Models/Mutant/Mutant.mdl",
        materials: &["Models/Mutant/Materials/mutant_M.xml"],
        base_color: Some("Models/Mutant/Textures/Mutant_diffuse.jpg"),
        normal: Some("Models/Mutant/Textures/Mutant_normal.jpg"),
        ..NONE
    },
    Sockets { model: "Data/Models/Jack.mdl", materials: &["Materials/Jack.xml"], ..NONE },
    Sockets {
        model: "Data/Models/NinjaSnowWar/Ninja.mdl",
        materials: &["Materials/NinjaSnowWar/Ninja.xml"],
        base_color: Some("Textures/NinjaSnowWar/Ninja.dds"),
        ..NONE
    },
    Sockets { model: "Data/Models/Mushroom.mdl", base_color: Some("Textures/Mushroom.dds"), ..NONE },
    Sockets {
        model: "Data/Models/Box.mdl",
        materials: &["Materials/Stone.xml"],
        base_color: Some("Textures/StoneDiffuse.dds"),
        normal: Some("Textures/StoneNormal.dds"),
        ..NONE
    },
    Sockets {
        model: "Autoload/LargeData/Models/HoverBike.mdl",
        materials: &["Materials/PBR/HoverBikeGlass.xml"],
        base_color: Some("Textures/PBR/HoverBike/Glass/Albedo.jpg"),
        metal: Some("Textures/PBR/HoverBike/Glass/Properties.jpg"),
        ..NONE
    },
    Sockets {
        model: "Autoload/LargeData/Models/HoverBike.mdl",
        materials: &["Materials/PBR/HoverBikeHull.xml"],
        missing: Some("Textures/PBR/HoverBike/Hull/Albedo.jpg"),
        ..NONE
    },
];

fn models(file: &CorpusFile) -> Result<(), String> {
    for wanted in MODELS {
        let converted = shown(file, wanted.model, wanted.materials)?;
        let scene = scene(&converted)?;
        let material: &Material = scene.materials.get(Id::new(0)).ok_or("no material")?;
        let image = |texture: Option<asset_scene::Texture>| made_of(&scene[texture?.image]);
        let specular = material.specular.as_ref().and_then(|own| own.color_texture);
        let found = [
            image(material.base_color_texture),
            image(material.normal_texture),
            image(material.metallic_roughness_texture),
            image(specular),
        ];
        if found != [wanted.base_color, wanted.normal, wanted.metal, wanted.specular] {
            return Err(format!("{}: {found:?}, {:?}", wanted.model, said(&converted)));
        }
        let is_reported = |missing: &str| said(&converted).iter().any(|one| one.contains(missing));
        if wanted.missing.is_some_and(|missing| !is_reported(missing)) {
            return Err(format!("{}: a missing texture isn't told", wanted.model));
        }
        valid(&converted).map_err(|why| format!("{}: {why}", wanted.model))?;
    }
    Ok(())
}

/// The folders of Pragma's project, in the order of the search.
fn pragma(folder: &std::path::Path) -> Arc<Resources> {
    Arc::new(Resources::around(folder.join("materials/white.dds")).expect("a project"))
}

/// Each texture of each material resolves to the file that the table says, or to none.
fn table(file: &CorpusFile) -> Result<(), String> {
    if !file.name().ends_with("/materials.tsv") {
        return Ok(());
    }
    let folder = file.path().parent().expect("a folder");
    let resources = pragma(folder);
    let text = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let mut wanted: std::collections::BTreeMap<&str, Vec<[&str; 4]>> = std::collections::BTreeMap::new();
    for line in text.lines().skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [material, shader, slot, name, found] = fields.as_slice() else { return Err(format!("a line: {line}")) };
        wanted.entry(material).or_default().push([shader, slot, name, found]);
    }
    if wanted.len() != 84 {
        return Err(format!("expected 84 materials, found {}", wanted.len()));
    }
    for (material, mut lines) in wanted {
        let bytes = std::fs::read(folder.join(material)).map_err(|error| format!("{material}: {error}"))?;
        let parsed = pragma_material(material, &bytes).map_err(|error| format!("{material}: {error}"))?;
        let shader = parsed.shader().map(|name| name.to_text().into_owned()).unwrap_or_default();
        let references = parsed.references();
        let mut found: Vec<[String; 4]> = Vec::new();
        for (slot, name) in parsed.textures() {
            let is_it = |one: &&pragma_asset::Reference| one.name == name;
            let candidates = references.iter().find(is_it).map(|one| one.candidates.clone()).unwrap_or_default();
            let plain = candidates
                .iter()
                .map(|one| one.split('/').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("/"));
            let plain: Vec<String> = plain.collect();
            let place = resources.find_first(plain.iter().map(String::as_str)).map_err(|error| error.to_string())?;
            let place = place.map(|found| found.path.strip_prefix(folder).expect("below").display().to_string());
            let place = place.unwrap_or_else(|| "MISSING".to_owned());
            found.push([shader.clone(), slot.to_text().into_owned(), name.to_text().into_owned(), place]);
        }
        if found.is_empty() {
            found.push([shader, "-".into(), "-".into(), "-".into()]);
        }
        found.sort();
        lines.sort_unstable();
        let same =
            found.len() == lines.len() && found.iter().zip(&lines).all(|(a, b)| a.iter().zip(b).all(|(a, b)| a == b));
        if !same {
            return Err(format!("{material}: expected {lines:?}, found {found:?}"));
        }
    }
    Ok(())
}

fn pragma_material(name: &str, bytes: &[u8]) -> Result<pragma_asset::Material<'static>, String> {
    use pragma_asset::Material;
    let material = if name.ends_with(".wmi") {
        Material::from_wmi(bytes)
    } else {
        Material::parse(bytes).map(Material::into_owned)
    };
    material.map_err(|error| error.to_string())
}

/// Models with whole chains: the images that their materials show.
const PRAGMA: &[(&str, &[&str])] = &[
    ("models/player/soldier.pmdl_b", &["materials/models/player/soldier/soldier_d.dds"]),
    (
        "addons/pfm_tutorials/models/props/living_room/armchair02.pmdl_b",
        &["addons/pfm_tutorials/materials/models/props/living_room/armchair02/armchair fabric 02_albedo.dds"],
    ),
    (
        "addons/pfm_tutorials/models/pfm/demo/generic_char.pmdl",
        &["addons/pfm_tutorials/materials/models/pfm/demo/generic_char_albedo.dds"],
    ),
];

/// Every model of the corpus converts and is valid; the models of the table show their materials.
fn pragma_models(file: &CorpusFile) -> Result<(), String> {
    if !file.name().ends_with("/models.tsv") {
        return Ok(());
    }
    let folder = file.path().parent().expect("a folder");
    let resources = pragma(folder);
    let text = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let mut names: Vec<&str> = text.lines().skip(1).filter_map(|line| line.split('\t').next()).collect();
    names.dedup();
    let mut seen = 0;
    for name in names {
        let bytes = std::fs::read(folder.join(name)).map_err(|error| format!("{name}: {error}"))?;
        let asset = Asset::parse(&bytes, Some(name.as_ref())).map_err(|error| format!("{name}: {error}"))?;
        let options = ConvertOptions::default().resources(resources.clone());
        let converted = convert(&[Input::new("model", &asset)], OutputFormat::GLB, "model.glb", &options);
        let converted = converted.map_err(|error| format!("{name}: {error}"))?;
        valid(&converted).map_err(|why| format!("{name}: {why}"))?;
        if let Some((_, wanted)) = PRAGMA.iter().find(|(known, _)| *known == name) {
            seen += 1;
            let scene = scene(&converted)?;
            for wanted in *wanted {
                let is_it = |image: &Image<'_>| {
                    made_of(image).is_some_and(|converted| wanted.to_lowercase().ends_with(&converted.to_lowercase()))
                };
                if !scene.images.iter().any(is_it) {
                    let converted: Vec<_> = scene.images.iter().map(made_of).collect();
                    return Err(format!("{name}: {wanted} isn't shown, but {converted:?}"));
                }
            }
        }
    }
    if seen == PRAGMA.len() { Ok(()) } else { Err(format!("only {seen} of the named models are there")) }
}
