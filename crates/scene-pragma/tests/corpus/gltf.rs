//! Models through glTF and back, and glTF files of others as models: sound, and moving as they should.

use crate::kit;

use std::process::ExitCode;
use std::sync::Mutex;

use asset_gltf::{Folder, NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use asset_scene::Scene;
use pragma_asset::Model;
use scene_pragma::to_scene;
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
    // Nothing drops a static, and the files would stay.
    WRITTEN.lock().unwrap().clear();
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

/// Writes a scene and reads it.
fn through_glb(scene: &Scene<'_>) -> Result<Scene<'static>, String> {
    let (glb, _) = write_glb(scene, &WriteOptions::default()).map_err(text)?;
    let file = tempfile::Builder::new().suffix(".glb").tempfile().map_err(text)?;
    std::fs::write(file.path(), &glb).map_err(text)?;
    WRITTEN.lock().map_err(text)?.push(file);
    let (scene, _) = parse(&glb, &ReadOptions::default(), &NoFiles).map_err(text)?;
    Ok(scene)
}

/// An unedited scene gives the same bytes.
fn through_gltf(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(text)?;
    let (scene, _) = to_scene(&model, "model", &Default::default()).map_err(text)?;
    let read = through_glb(&scene)?;
    if kit::encoded(&kit::home(&read)?)? == kit::encoded(&model)? { Ok(()) } else { Err("another model".to_owned()) }
}
