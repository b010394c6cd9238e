//! Models through glTF and back, and glTF files of others as models: sound, and moving as they should.

use crate::kit;

use std::process::ExitCode;
use std::sync::Mutex;

use asset_gltf::{Folder, NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use asset_scene::Scene;
use pragma_asset::Model;
use scene_pragma::{CreateModelOptions, restore, to_scene, update};
use tempfile::NamedTempFile;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::gltf_validator;

pub(crate) fn main() -> ExitCode {
    // Millions of corners; its copies are read as nodes, as those of `many-cubes.gltf` are.
    let files = Selection::new("gltf/valid", &["glb", "gltf"], 80).soak_only(&["24_gpu_instancing.gltf"]);
    let done = run(&[
        ("becomes a model", files, becomes_a_model),
        ("through glTF", Selection::new("udm/pragma", &["pmdl_b", "pmdl"], 24), through_gltf),
    ]);
    // One run for all files: starting the validator takes longer than validating.
    let valid = gltf_validator::run(&[("what was written is valid", |_| {
        WRITTEN.lock().unwrap().iter().map(|file| file.path().to_owned()).collect()
    })]);
    if done == ExitCode::SUCCESS { valid } else { done }
}

/// Written files.
static WRITTEN: Mutex<Vec<NamedTempFile>> = Mutex::new(Vec::new());

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn becomes_a_model(file: &CorpusFile) -> Result<(), String> {
    let folder = Folder::of_file(file.path()).expect("the folder of a file");
    let Ok((scene, _)) = parse(&file.bytes(), &ReadOptions::default(), &folder) else { return Ok(()) };
    let (model, _) = kit::engine::check(&scene)?;
    kit::comes_back(&model)
}

/// Writes a scene and reads it; how much was changed on the way, too.
fn through_glb(scene: &Scene<'_>) -> Result<(Scene<'static>, usize), String> {
    let (glb, findings) = write_glb(scene, &WriteOptions::default()).map_err(text)?;
    let file = tempfile::Builder::new().suffix(".glb").tempfile().map_err(text)?;
    std::fs::write(file.path(), &glb).map_err(text)?;
    WRITTEN.lock().map_err(text)?.push(file);
    let (scene, _) = parse(&glb, &ReadOptions::default(), &NoFiles).map_err(text)?;
    Ok((scene, findings.len()))
}

/// With the original the same bytes; without it the same scene again, unless something was said to be changed. An unedited scene changes nothing in
/// the original.
fn through_gltf(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(text)?;
    let (scene, _) = to_scene(&model, "model", &Default::default()).map_err(text)?;
    let back = |scene: &Scene<'_>| restore(scene).map_err(text)?.ok_or_else(|| "no model".to_owned());
    let (read, _) = through_glb(&scene)?;
    if kit::encoded(&back(&read)?)? != kit::encoded(&model)? {
        return Err("the model with its original is another".to_owned());
    }
    let (read, changes) = through_glb(&kit::without_original(&scene))?;
    let restored = back(&read)?;
    let (again, _) = to_scene(&restored, "model", &Default::default()).map_err(text)?;
    if changes == 0 && (again.arrays != scene.arrays || again.nodes != scene.nodes) {
        return Err("doesn't round-trip, and nothing was said".to_owned());
    }
    let into = update(&model, &read, &CreateModelOptions::default()).map_err(text)?;
    if kit::encoded(&into.model)? != kit::encoded(&model)? {
        return Err("unedited, it changes the original".to_owned());
    }
    Ok(())
}
