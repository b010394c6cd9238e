//! Real models and animations through glTF and back.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;

use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use asset_scene::{AnimationId, Scene};
use scene_urho::{add_animation, to_scene};
use tempfile::NamedTempFile;
use testkit::corpus::{CorpusFile, Selection, run};
use testkit::gltf_validator;
use urho_ani::Animation;
use urho_mdl::Model;

use crate::kit;

pub(crate) fn main() -> ExitCode {
    let models = |folder, count| ("model", Selection::new(folder, &["mdl"], count), model as _);
    let animations = |folder, count| ("animation", Selection::new(folder, &["ani"], count), animation as _);
    let done = run(&[
        models("urho/engine", 33),
        models("urho/importer", 11),
        models("urho/crafted", 35),
        models("urho/synth", 2),
        animations("urho/engine", 40),
        animations("urho/importer", 21),
        animations("urho/synth", 1),
    ]);
    // One run for all files: starting the validator takes longer than validating.
    let valid = gltf_validator::run(&[
        ("what was written of real files is valid", |_| {
            WRITTEN.lock().unwrap().iter().map(|file| file.path().to_owned()).collect()
        }),
        ("what is written of generated models is valid", generated),
    ]);
    // Nothing drops a static, and the files would stay.
    WRITTEN.lock().unwrap().clear();
    if done == ExitCode::SUCCESS { valid } else { done }
}

/// Generated models with animations, written as they come.
fn generated(folder: &Path) -> Vec<PathBuf> {
    let models = fuzzkit::common::examples(fuzzkit::mdl::drawing_model(), 150);
    let write = |(number, model): (usize, &Model<'static>)| {
        let animations = fuzzkit::common::examples(fuzzkit::ani::animation(), 2);
        let (mut scene, _) = to_scene(model, "model", &Default::default()).unwrap();
        for animation in &animations {
            add_animation(&mut scene, animation.borrowed(), "animation");
        }
        let path = folder.join(format!("{number}.glb"));
        std::fs::write(&path, write_glb(&scene, &WriteOptions::default()).unwrap().0).unwrap();
        path
    };
    models.iter().enumerate().map(write).collect()
}

/// Written files.
static WRITTEN: Mutex<Vec<NamedTempFile>> = Mutex::new(Vec::new());

/// Writes a scene and reads it.
fn through_glb(scene: &Scene<'_>) -> Result<Scene<'static>, String> {
    let (glb, _) = write_glb(scene, &WriteOptions::default()).map_err(|error| error.to_string())?;
    let file = tempfile::Builder::new().suffix(".glb").tempfile().map_err(|error| error.to_string())?;
    std::fs::write(file.path(), &glb).map_err(|error| error.to_string())?;
    WRITTEN.lock().map_err(|error| error.to_string())?.push(file);
    let (scene, _) = parse(&glb, &ReadOptions::default(), &NoFiles).map_err(|error| error.to_string())?;
    scene.check().map_err(|error| error.to_string())?;
    Ok(scene)
}

/// Unedited, with the animations in the model's folder that move its bones.
fn model(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(|error| error.to_string())?;
    let (mut scene, _) = to_scene(&model, "model", &Default::default()).unwrap();
    let beside: Vec<(String, Vec<u8>)> = beside(file.path());
    let mut animations: Vec<Animation<'_>> = Vec::new();
    for (name, bytes) in &beside {
        let Ok(animation) = Animation::parse(bytes) else { continue };
        if model.skeleton.bones.iter().any(|bone| animation.track(&bone.name).is_some()) {
            add_animation(&mut scene, animation.borrowed(), name);
            animations.push(animation);
        }
    }
    let read = through_glb(&scene)?;
    kit::unedited(&read, &model)?;
    for (id, animation) in read.animations.ids().zip(&animations) {
        kit::unmoved(&read, id, animation).map_err(|why| format!("animation {id}: {why:.400}"))?;
    }
    Ok(())
}

/// The animations in the folder of a model.
fn beside(path: &Path) -> Vec<(String, Vec<u8>)> {
    let entries =
        path.parent().into_iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let animations = paths.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "ani"));
    let named =
        animations.filter_map(|path| Some((path.file_stem()?.to_str()?.to_owned(), std::fs::read(&path).ok()?)));
    named.collect()
}

fn animation(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let animation = Animation::parse(&bytes).map_err(|error| error.to_string())?;
    let mut scene = Scene::default();
    add_animation(&mut scene, animation.borrowed(), "animation");
    let read = through_glb(&scene)?;
    kit::unmoved(&read, AnimationId::new(0), &animation).map_err(|why| format!("{why:.400}"))
}
