//! Models and animations of the engines through glTF and back.

use std::path::Path;
use std::process::ExitCode;

use asset_gltf::asset_scene::{Scene, pragma, urho, zed};
use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use testkit::corpus::{CorpusFile, Selection, run};
use urho_ani::Animation;
use urho_mdl::Model;

fn main() -> ExitCode {
    let models = |folder, count| ("model", Selection::new(folder, &["mdl"], count), model as _);
    let animations = |folder, count| ("animation", Selection::new(folder, &["ani"], count), animation as _);
    let zed_models = |folder, count| ("ZED model", Selection::new(folder, &["zed"], count), zed_model as _);
    run(&[
        models("urho/engine", 33),
        models("urho/importer", 11),
        models("urho/crafted", 35),
        models("urho/synth", 2),
        animations("urho/engine", 40),
        animations("urho/importer", 21),
        animations("urho/synth", 1),
        zed_models("zed/engine", 12),
        zed_models("zed/document", 9),
        zed_models("zed/author", 2),
        ("Pragma model", Selection::new("udm/pragma", &["pmdl_b", "pmdl"], 24), pragma_model),
    ])
}

/// What a scene becomes that is written and read, and what was changed on the way.
fn through_glb(scene: &Scene<'_>, exact: bool, name: &str) -> Result<(Scene<'static>, Vec<String>), String> {
    let written = write_glb(scene, &WriteOptions::default().exact(exact)).map_err(|error| error.to_string())?;
    let (glb, findings) = written;
    if let (Some(folder), true) = (std::env::var_os("KEEP_GLB"), exact) {
        let name = name.replace('/', "_") + ".glb";
        std::fs::write(Path::new(&folder).join(name), &glb).map_err(|error| error.to_string())?;
    }
    let (scene, _) = parse(&glb, &ReadOptions::default(), &NoFiles).map_err(|error| error.to_string())?;
    Ok((scene, findings.iter().map(ToString::to_string).collect()))
}

/// With the exact copy the same bytes; without it too, unless it was said what was changed.
fn comes_back(
    scene: &Scene<'_>,
    expected: &[(String, Vec<u8>)],
    back: impl Fn(&Scene<'_>) -> Result<Vec<Vec<u8>>, String>,
    name: &str,
) -> Result<(), String> {
    for exact in [true, false] {
        let (read, changes) = through_glb(scene, exact, name)?;
        read.check().map_err(|error| error.to_string())?;
        let restored = back(&read).map_err(|why| format!("exact {exact}: {why}; {changes:?}"))?;
        for ((part, expected), restored) in expected.iter().zip(restored) {
            let same = restored == *expected;
            if !same && (exact || changes.is_empty()) {
                return Err(format!("exact {exact}: {part} is another; {changes:?}"));
            }
            if !same {
                println!("{name}: {part} changed: {changes:?}");
            }
        }
    }
    Ok(())
}

/// With the animations that stand beside it and move its bones.
fn model(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(|error| error.to_string())?;
    let (mut scene, _) = urho::scene(&model, "model");
    let beside: Vec<(String, Vec<u8>)> = beside(file.path());
    let animations: Vec<(&String, &Vec<u8>, Animation<'_>)> =
        beside.iter().filter_map(|(name, bytes)| Some((name, bytes, Animation::parse(bytes).ok()?))).collect();
    let mut expected = vec![("the model".to_owned(), bytes.clone())];
    for (name, bytes, animation) in &animations {
        if model.skeleton.bones.iter().any(|bone| animation.track(&bone.name).is_some()) {
            urho::add_animation(&mut scene, animation, name);
            expected.push(((*name).clone(), (*bytes).clone()));
        }
    }
    let count = expected.len() - 1;
    let back = |scene: &Scene<'_>| {
        let model = urho::restore_model(scene).map_err(|error| error.to_string())?.ok_or("no model")?;
        let mut all = vec![model.to_bytes().map_err(|error| error.to_string())?];
        for index in 0..count {
            all.push(restored_animation(scene, index)?);
        }
        Ok(all)
    };
    comes_back(&scene, &expected, back, file.name())
}

fn restored_animation(scene: &Scene<'_>, index: usize) -> Result<Vec<u8>, String> {
    let animation = urho::restore_animation(scene, index).map_err(|error| format!("animation {index}: {error}"))?;
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
    urho::add_animation(&mut scene, &animation, "animation");
    let back = |scene: &Scene<'_>| Ok(vec![restored_animation(scene, 0)?]);
    comes_back(&scene, &[("the animation".to_owned(), bytes.clone())], back, file.name())
}

fn zed_model(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = zed_asset::Model::parse(&bytes).map_err(|error| error.to_string())?;
    let (scene, _) = zed::scene(&model, "model");
    let back = |scene: &Scene<'_>| {
        let model = zed::restore_model(scene).map_err(|error| error.to_string())?.ok_or("no model")?;
        Ok(vec![model.to_bytes().map_err(|error| error.to_string())?])
    };
    comes_back(&scene, &[("the model".to_owned(), bytes.clone())], back, file.name())
}

/// With the exact copy the same bytes and nothing that the Khronos validator minds; without it the same contents where nothing was changed.
fn pragma_model(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = pragma_asset::Model::parse(&bytes).map_err(|error| error.to_string())?;
    let mut budget = pragma_asset::Limits::default().budget();
    let (scene, _) = pragma::scene(&model, "model", &mut budget).map_err(|error| error.to_string())?;
    let back = |scene: &Scene<'_>| {
        pragma::restore_model(scene).map_err(|error| error.to_string())?.ok_or_else(|| "no model".to_owned())
    };
    let (read, changes) = through_glb(&scene, true, file.name())?;
    let exact = back(&read)?.to_bytes().map_err(|error| error.to_string())?;
    if exact != model.to_bytes().map_err(|error| error.to_string())? {
        return Err(format!("the exact copy is another; {changes:?}"));
    }
    let (read, changes) = through_glb(&scene, false, file.name())?;
    let (again, _) = pragma::scene(&model, "model", &mut budget).map_err(|error| error.to_string())?;
    let same = back(&read)?.into_owned();
    let (same, _) = pragma::scene(&same, "model", &mut budget).map_err(|error| error.to_string())?;
    if changes.is_empty() && (same.arrays != again.arrays || same.nodes != again.nodes) {
        return Err("comes back different, and nothing was said".to_owned());
    }
    if !changes.is_empty() {
        println!("{}: changed: {changes:?}", file.name());
    }
    is_valid(&scene)
}

fn is_valid(scene: &Scene<'_>) -> Result<(), String> {
    let (glb, _) = write_glb(scene, &WriteOptions::default().exact(true)).map_err(|error| error.to_string())?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let path = folder.path().join("written.glb");
    std::fs::write(&path, glb).map_err(|error| error.to_string())?;
    let verdicts = testkit::gltf_validator::check(&[path]);
    let bad = verdicts.into_iter().flatten().find(|verdict| verdict.errors + verdict.warnings > 0);
    bad.map_or(Ok(()), |verdict| Err(verdict.issues.join("\n")))
}
