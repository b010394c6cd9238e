//! Every real model round-trips through its scene, byte for byte, also by way of glTF.

mod kit;

use std::process::ExitCode;
use std::sync::Mutex;

use asset_scene::Scene;
use scene_zed::{Model, original, to_scene};
use tempfile::NamedTempFile;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::gltf_validator;

fn main() -> ExitCode {
    let models = |folder, count| ("model", Selection::new(folder, &["zed"], count), model as _);
    let through = |folder, count| ("through glTF", Selection::new(folder, &["zed"], count), through_gltf as _);
    let done = run(&[
        models("zed/engine", 12),
        models("zed/document", 9),
        models("zed/author", 2),
        models("zed/engine-rejects", 5),
        through("zed/engine", 12),
        through("zed/document", 9),
        through("zed/author", 2),
    ]);
    // One run for all files: starting the validator takes longer than validating.
    let valid = gltf_validator::run(&[("what was written is valid", |_| {
        WRITTEN.lock().unwrap().iter().map(|file| file.path().to_owned()).collect()
    })]);
    // Nothing drops a static, and the files would stay.
    WRITTEN.lock().unwrap().clear();
    if done == ExitCode::SUCCESS { valid } else { done }
}

/// Written glTF files.
static WRITTEN: Mutex<Vec<NamedTempFile>> = Mutex::new(Vec::new());

fn keep(glb: &[u8]) -> std::io::Result<()> {
    let file = tempfile::Builder::new().suffix(".glb").tempfile()?;
    std::fs::write(file.path(), glb)?;
    WRITTEN.lock().unwrap().push(file);
    Ok(())
}

fn model(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    match Model::parse(&bytes) {
        Ok(model) => kit::comes_back(&model),
        // A model but for the letter that says so, which only the reader of animations takes.
        Err(_) if file.name().ends_with("anim_type.zed") => {
            let animation = zed_asset::Animation::parse(&bytes).map_err(|error| error.to_string())?;
            let model = animation.as_model().ok_or("no chunks of a model")?;
            to_scene(&model, "model", &Default::default()).unwrap().0.check().map_err(|error| error.to_string())
        }
        Err(error) => Err(error.to_string()),
    }
}

/// Through glTF the same bytes come back, with the file in the glTF and with the file beside it.
fn through_gltf(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(|error| error.to_string())?;
    let (scene, _) = to_scene(&model, "model", &Default::default()).unwrap();
    let (glb, _) = kit::glb(&scene)?;
    keep(&glb).map_err(|error| error.to_string())?;
    let mut read = kit::read(&glb)?;
    let carried = original(&read).map_err(|error| error.to_string())?.ok_or("no model")?;
    let back = |original: &Model<'_>, scene: &Scene<'_>| {
        kit::updated(original, scene)?.model.to_bytes().map_err(|error| error.to_string())
    };
    if back(&carried, &read)? != bytes {
        return Err("another model, carried".to_owned());
    }
    read.source = None;
    if back(&model, &read)? != bytes {
        return Err("another model, beside".to_owned());
    }
    Ok(())
}
