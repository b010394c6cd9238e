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

/// The scene after the round trip, and the changes: part and message.
type Back = (Scene<'static>, Vec<(String, String)>);

/// Writes a scene and reads it.
fn through_glb(scene: &Scene<'_>, exact: bool) -> Result<Back, String> {
    let written = write_glb(scene, &WriteOptions::default().exact(exact));
    let (glb, findings) = written.map_err(|error| error.to_string())?;
    let file = tempfile::Builder::new().suffix(".glb").tempfile().map_err(|error| error.to_string())?;
    std::fs::write(file.path(), &glb).map_err(|error| error.to_string())?;
    WRITTEN.lock().map_err(|error| error.to_string())?.push(file);
    let (scene, _) = parse(&glb, &ReadOptions::default(), &NoFiles).map_err(|error| error.to_string())?;
    Ok((scene, findings.iter().map(|finding| (finding.path.to_string(), finding.message.clone())).collect()))
}

/// Whether a finding is about a part of the scene: the model, or the animation of a number.
fn is_about(path: &str, part: usize) -> bool {
    match part.checked_sub(1) {
        None => !path.starts_with("animation"),
        Some(animation) => path.starts_with(&format!("animation {animation} ")),
    }
}

/// With the exact copy the same bytes; without it too, but of parts that something was said to be changed of.
///
/// The first part is the model, the others are the animations.
fn comes_back(
    scene: &Scene<'_>,
    expected: &[&[u8]],
    back: impl Fn(&Scene<'_>) -> Result<Vec<Vec<u8>>, String>,
) -> Result<(), String> {
    for (exact, name) in [(true, "exact"), (false, "plain")] {
        let (read, changes) = through_glb(scene, exact)?;
        read.check().map_err(|error| error.to_string())?;
        let restored = back(&read).map_err(|why| format!("{name}: {why}; {changes:?}"))?;
        for (part, (expected, restored)) in expected.iter().zip(restored).enumerate() {
            let told = changes.iter().any(|(path, _)| is_about(path, part));
            if restored != **expected && (exact || !told) {
                return Err(format!("{name}: part {part} is another; {changes:?}"));
            }
        }
    }
    Ok(())
}

/// With the animations in the model's folder that move its bones.
fn model(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(|error| error.to_string())?;
    let (mut scene, _) = to_scene(&model, "model", &Default::default()).unwrap();
    let beside: Vec<(String, Vec<u8>)> = beside(file.path());
    let animations: Vec<(&String, &Vec<u8>, Animation<'_>)> =
        beside.iter().filter_map(|(name, bytes)| Some((name, bytes, Animation::parse(bytes).ok()?))).collect();
    let mut expected = vec![bytes.as_slice()];
    for (name, bytes, animation) in &animations {
        if model.skeleton.bones.iter().any(|bone| animation.track(&bone.name).is_some()) {
            add_animation(&mut scene, animation.borrowed(), name);
            expected.push(bytes.as_slice());
        }
    }
    let count = expected.len() - 1;
    let back = |scene: &Scene<'_>| {
        let updated = scene_urho::update(&model, scene, &Default::default()).map_err(|error| error.to_string())?;
        if updated.model != model {
            eprintln!(
                "{:?}\n{:?}\n{:?}\n{:?}\n{:?}",
                updated.findings.iter().map(ToString::to_string).collect::<Vec<_>>(),
                updated.model.geometries,
                model.geometries,
                updated.model.skeleton,
                model.skeleton
            );
            return Err(format!("updated into another model: {}", differing(&updated.model, &model)));
        }
        let mut all = vec![updated.model.to_bytes().map_err(|error| error.to_string())?];
        for index in 0..count {
            all.push(restored_animation(scene, index)?);
        }
        Ok(all)
    };
    comes_back(&scene, &expected, back)
}

/// The parts in which two models differ.
fn differing(a: &Model<'_>, b: &Model<'_>) -> String {
    let parts = [
        ("vertex buffers", a.vertex_buffers == b.vertex_buffers),
        ("index buffers", a.index_buffers == b.index_buffers),
        ("geometries", a.geometries == b.geometries),
        ("morphs", a.morphs == b.morphs),
        ("skeleton", a.skeleton == b.skeleton),
        ("bounds", a.bounds == b.bounds),
        ("tail", a.tail == b.tail),
    ];
    parts.into_iter().filter(|(_, same)| !same).map(|(name, _)| name).collect::<Vec<_>>().join(", ")
}

fn restored_animation(scene: &Scene<'_>, index: usize) -> Result<Vec<u8>, String> {
    let animation = scene_urho::restore_animation(scene, AnimationId::new(index))
        .map_err(|error| format!("animation {index}: {error}"))?;
    animation.ok_or("no animation")?.to_bytes().map_err(|error| error.to_string())
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
    let back = |scene: &Scene<'_>| Ok(vec![Vec::new(), restored_animation(scene, 0)?]);
    comes_back(&scene, &[&[], &bytes], back)
}
