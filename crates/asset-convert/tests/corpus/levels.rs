//! Round trips of real scenes and prefabs through glTF, compared with an evaluator of their transforms that shares no code with the converter.

use crate::evaluator;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use asset_convert::{ConvertOptions, Converted, Input, OutputFormat, Overwrite, convert};
use asset_formats::{Asset, GltfDocument, references};
use asset_gltf::NoFiles;
use asset_project::Resources;
use asset_scene::Scene;
use evaluator::{compare, of_file, of_glb};
use testkit::corpus::{Check, CorpusFile, Selection, run};
use testkit::gltf_validator;

pub(crate) fn main() -> ExitCode {
    let xml = |folder: &'static str, count| Selection::new(folder, &["xml"], count);
    let all = |folder: &'static str, count| Selection::new(folder, &["xml", "json", "bin"], count);
    let urho = [
        xml("urho-scene/urho3d/Data/Scenes", 4),
        xml("urho-scene/urho3d/Data/99_Benchmark/Scenes", 4),
        xml("urho-scene/urho3d/Data/Objects", 5),
        xml("urho-scene/urho3d/Data/native_objects", 5),
        // Two million triangles, the same in each form as in `Data`.
        all("urho-scene/engine-written/Scenes", 9).soak_only(&["PBRExample"]),
        all("urho-scene/engine-written/Objects", 9),
    ];
    let rbfx = [
        Selection::new("urho-scene/rbfx/Data/Scenes", &["xml", "scene"], 4),
        Selection::new("urho-scene/rbfx/Data/Prefabs", &["prefab"], 3),
        all("rbfx-written/scenes", 87),
    ];
    let mut suites: Vec<(&'static str, Selection, Check)> = Vec::new();
    // The other folders of Urho3D contain the same scenes in other encodings.
    for selection in urho.iter().take(4).chain(&rbfx) {
        suites.push(("references are copied or reported", selection.clone(), is_carried));
    }
    for selection in urho.into_iter().chain(rbfx) {
        suites.push(("every node and model stands where the engine has it", selection.clone(), stands));
        suites.push(("there and back", selection.clone(), there_and_back));
        suites.push(("valid", selection.unless(gltf_validator::missing()), is_valid));
    }
    let code = run(&suites);
    for (kind, [carried, engines, messages]) in &*lock() {
        println!("references of {kind}: {carried} copied, {engines} of the engine, {messages} reported");
    }
    code
}

/// Number of references by the formats that the engine reads there: copied ones, files of the engine, reported ones.
static REFERENCES: Mutex<BTreeMap<String, [usize; 3]>> = Mutex::new(BTreeMap::new());

fn lock() -> MutexGuard<'static, BTreeMap<String, [usize; 3]>> {
    REFERENCES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the resource folders of a file: the folders of its engine, and for rbfx also of Urho3D, since rbfx uses some of its resources.
fn resources(file: &CorpusFile) -> Arc<Resources> {
    let root = testkit::corpus::root().expect("the corpus").join("urho-scene");
    let mut folders = vec!["urho3d/Data", "urho3d/Autoload/LargeData", "urho3d/CoreData"];
    if file.name().contains("rbfx/") || file.name().contains("rbfx-written") {
        folders.insert(0, "rbfx/Data");
    }
    let add = |resources: Resources, folder: &&str| resources.folder(root.join(folder)).expect("a folder");
    Arc::new(folders.iter().fold(Resources::new(), add))
}

fn said(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// A file as glTF, without textures: these are no part of the question.
fn glb_of(name: &str, bytes: &[u8], resources: Arc<Resources>) -> Result<Converted, String> {
    glb_with(name, bytes, ConvertOptions::default().resources(resources))
}

fn glb_with(name: &str, bytes: &[u8], options: ConvertOptions) -> Result<Converted, String> {
    let asset = Asset::parse(bytes, Some(name.as_ref())).map_err(said)?;
    let options = options.textures(false);
    convert(&[Input::new("level", &asset)], OutputFormat::GLB, "level.glb", &options).map_err(said)
}

fn glb(file: &CorpusFile) -> Result<Vec<u8>, String> {
    let converted = glb_of(file.name(), &file.bytes(), resources(file))?;
    Ok(converted.requested("level.glb").ok_or("no file")?.bytes.clone())
}

fn scene(glb: &[u8]) -> Result<Scene<'static>, String> {
    GltfDocument::parse(glb, &NoFiles).map(|gltf| gltf.scene).map_err(said)
}

fn stands(file: &CorpusFile) -> Result<(), String> {
    let resources = resources(file);
    let bytes = file.bytes();
    let document = urho_scene::Document::parse(&bytes).map_err(said)?;
    let exists = |name: &str| matches!(resources.find(name), Ok(Some(_)));
    let expected = of_file(&document.scene(), &exists);
    compare(&expected, &of_glb(&scene(&glb(file)?)?), 1e-5)
}

fn is_valid(file: &CorpusFile) -> Result<(), String> {
    let folder = tempfile::tempdir().map_err(said)?;
    let [nodes, copies] = ["level.glb", "copies.glb"].map(|name| folder.path().join(name));
    std::fs::write(&nodes, glb(file)?).map_err(said)?;
    let options = ConvertOptions::default().resources(resources(file)).gpu_instancing(true).originals(false);
    let converted = glb_with(file.name(), &file.bytes(), options)?;
    std::fs::write(&copies, &converted.requested("level.glb").ok_or("no file")?.bytes).map_err(said)?;
    // Height maps are copied without a change of format.
    let of_file = |issue: &String| issue.starts_with("IMAGE_FEATURES_UNSUPPORTED ");
    let verdicts = gltf_validator::check(&[nodes, copies]);
    match verdicts.iter().all(|verdict| verdict.errors == 0 && verdict.issues.iter().all(of_file)) {
        true => Ok(()),
        false => Err(format!("{verdicts:?}")),
    }
}

/// Checks that every file that a scene names in an empty project, and every file that those name, was copied or is reported.
fn is_carried(file: &CorpusFile) -> Result<(), String> {
    let source = resources(file);
    let asset = asset_formats::Asset::new(GltfDocument::parse(&glb(file)?, &NoFiles).map_err(said)?);
    let folder = tempfile::tempdir().map_err(said)?;
    let target = Arc::new(Resources::new().folder(folder.path()).map_err(said)?);
    let options = ConvertOptions::default().lossy(true).resources(target).copy_from(source).textures(false);
    let converted = convert(&[Input::new("level", &asset)], OutputFormat::XML, "Scenes/level.xml", &options);
    let converted = converted.map_err(said)?;
    converted.write_below(folder.path(), Overwrite::Never).map_err(said)?;
    let target = Resources::new().folder(folder.path()).map_err(said)?;
    let missing = converted.findings.iter().filter(|finding| finding.kind.as_str() == "engine-assets/resource-missing");
    let messages: String = missing.map(|finding| finding.message.clone()).collect();
    for written in converted.files.iter().filter(|file| !file.name.as_str().ends_with(".mdl")) {
        let Ok(asset) = Asset::parse(&written.bytes, Some(written.name.as_str().as_ref())) else { continue };
        for reference in references(&asset, Some(written.name.as_str())) {
            let is_there = target.find_first(reference.candidates.iter().map(String::as_str)).map_err(said)?.is_some();
            let is_engines = reference.candidates.iter().any(|name| scene_urho::is_engine_file(name));
            let place = match (is_there, is_engines) {
                (true, _) => 0,
                (_, true) => 1,
                _ if messages.contains(&reference.name.to_string()) => 2,
                _ => return Err(format!("{}: {} is neither copied nor reported", written.name, reference.name)),
            };
            let formats: Vec<&str> = reference.expects.iter().map(|format| format.name()).collect();
            let kind = if formats.is_empty() { "any format".to_owned() } else { formats.join(" or ") };
            lock().entry(kind).or_default()[place] += 1;
        }
    }
    Ok(())
}

/// A scene written as files of a project and read again.
fn again(
    glb: &[u8],
    (output_format, output): (OutputFormat, &str),
    folder: &Path,
    prefabs: &[PathBuf],
) -> Result<Vec<u8>, String> {
    let asset = asset_formats::Asset::new(GltfDocument::parse(glb, &NoFiles).map_err(said)?);
    let options = ConvertOptions::default().lossy(true);
    let converted = convert(&[Input::new("level", &asset)], output_format, output, &options).map_err(said)?;
    converted.write_below(folder, Overwrite::Never).map_err(said)?;
    let path: PathBuf = folder.join(output);
    let bytes = std::fs::read(&path).map_err(said)?;
    let own = Resources::new().folder(folder).map_err(said)?;
    let own = prefabs.iter().try_fold(own, Resources::folder).map_err(said)?;
    let converted = glb_of(output, &bytes, Arc::new(own))?;
    Ok(converted.requested("level.glb").ok_or("no file")?.bytes.clone())
}

fn there_and_back(file: &CorpusFile) -> Result<(), String> {
    let first = glb(file)?;
    let before = scene(&first)?;
    for (output_format, output) in [(OutputFormat::XML, "Scenes/Level.xml"), (OutputFormat::JSON, "Scenes/Level.json")]
    {
        let folder = tempfile::tempdir().map_err(said)?;
        // A prefab that a scene references stays a separate file, with its references.
        let root = testkit::corpus::root().expect("the corpus").join("urho-scene");
        let folders = ["rbfx/Data", "urho3d/Data"].map(|folder| root.join(folder));
        let prefabs = if file.name().contains("/models.") { &folders[..] } else { &[] };
        let after = scene(&again(&first, (output_format, output), folder.path(), prefabs)?)?;
        same(&before, &after).map_err(|why| format!("{output}: {why}"))?;
    }
    Ok(())
}

/// Whether two scenes show the same things in the same places.
fn same(before: &Scene<'_>, after: &Scene<'_>) -> Result<(), String> {
    let counts = |scene: &Scene<'_>| {
        [
            scene.nodes.len(),
            scene.meshes.len(),
            scene.skins.len(),
            scene.animations.len(),
            scene.lights.len(),
            scene.cameras.len(),
        ]
    };
    if counts(before) != counts(after) {
        return Err(format!(
            "nodes, meshes, skins, animations, lights, cameras {:?}, then {:?}",
            counts(before),
            counts(after)
        ));
    }
    compare(&of_glb(before), &of_glb(after), 1e-5)?;
    for (a, b) in before.lights.iter().zip(&after.lights) {
        let close = (a.intensity - b.intensity).abs() <= 1e-5 * a.intensity.max(1.0);
        if !close || a.name != b.name {
            return Err(format!("{a:?}, then {b:?}"));
        }
    }
    let corners = |scene: &Scene<'_>| -> usize {
        let primitives = scene.meshes.iter().flat_map(|mesh| &mesh.primitives);
        primitives.filter_map(|primitive| Some(scene[primitive.indices?].count)).sum()
    };
    match (corners(before), corners(after)) {
        (a, b) if a == b => Ok(()),
        (a, b) => Err(format!("{a} corners of triangles, then {b}")),
    }
}
