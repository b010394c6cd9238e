//! glTF, and models of other engines, to models and animations.

use std::path::{Path, PathBuf};

use engine_assets::Asset;
use engine_assets::asset_scene::urho::build::{BuildOptions, Target, Up, build_animations, build_model};
use engine_assets::asset_scene::{Error, Scene, urho, zed};
use engine_assets::binio::Findings;
use engine_assets::zed_asset::Dialect;

use super::files::{Beside, stem};
use super::{Axis, Goal, SceneOptions, scene_of};
use crate::convert::{Arguments, write};
use crate::inputs::Input;
use crate::report::{Outcome, complain_about, tell_finding};

/// Why nothing comes of a scene.
type Failure = Box<dyn std::error::Error>;

/// What comes of a scene: files, the one that was named last.
struct Made {
    files: Vec<(PathBuf, Vec<u8>)>,
    findings: Findings,
}

/// Makes what `goal` says of a file, as `path` and, for animations, beside it.
pub(in crate::convert) fn file(
    input: &Input,
    asset: &Asset<'_>,
    goal: Goal,
    path: &Path,
    arguments: &Arguments,
) -> Outcome {
    let Some((mut scene, mut findings)) = scene_of(asset, &stem(input.path())) else {
        complain_about(input, &format!("a {} is no model", asset.format().title()));
        return Outcome::Bad;
    };
    let options = &arguments.scenes;
    if let Some(level) = options.lod {
        scene.keep_lod(level);
    }
    let made = made(goal, scene, options, path);
    if let Ok(made) = &made {
        findings.extend(made.findings.clone());
    }
    findings.iter().for_each(|finding| tell_finding(input, finding));
    match made {
        Ok(made) => {
            let save = |worst: Outcome, (path, bytes): (PathBuf, Vec<u8>)| {
                worst.max(write(input, &path, Ok(bytes), arguments.force))
            };
            made.files.into_iter().fold(Outcome::Fine, save)
        }
        Err(error) => {
            complain_about(input, &error);
            Outcome::Bad
        }
    }
}

fn made(goal: Goal, scene: Scene<'_>, options: &SceneOptions, path: &Path) -> Result<Made, Failure> {
    match goal {
        Goal::Model(target) => model(&scene, target, options, path),
        Goal::Animations(target) => animations_alone(&scene, target, options, path),
        Goal::Zed(dialect) => zed_model(scene, dialect, options, path),
        Goal::Glb | Goal::Gltf => Err("glTF is made of all inputs together".into()),
    }
}

/// A model, and its animations beside it.
fn model(scene: &Scene<'_>, target: Target, options: &SceneOptions, path: &Path) -> Result<Made, Failure> {
    let build = build_options(scene, target, options);
    let mut findings = Findings::new();
    let bytes = match restored("model", options, &mut findings, || urho::restore_model(scene)) {
        Some(model) => model.to_bytes()?,
        None => {
            let (model, more) = build_model(scene, &build)?;
            findings.extend(more);
            model.to_bytes()?
        }
    };
    let mut beside = Beside::new(path);
    let animations = animations(scene, build, options, &mut findings)?;
    let mut files: Vec<_> = animations.into_iter().map(|(name, bytes)| (beside.path(&name), bytes)).collect();
    files.push((path.to_path_buf(), bytes));
    Ok(Made { files, findings })
}

/// The animations without a model: the only one as `path`, several beside it.
fn animations_alone(scene: &Scene<'_>, target: Target, options: &SceneOptions, path: &Path) -> Result<Made, Failure> {
    let mut findings = Findings::new();
    let animations = animations(scene, build_options(scene, target, options), options, &mut findings)?;
    let mut beside = Beside::new(path);
    let files: Vec<_> = match animations.len() {
        0 => return Err("there is no animation in it".into()),
        1 => animations.into_iter().map(|(_, bytes)| (path.to_path_buf(), bytes)).collect(),
        _ => animations.into_iter().map(|(name, bytes)| (beside.path(&name), bytes)).collect(),
    };
    Ok(Made { files, findings })
}

/// Names and bytes of the animations: those that came from the same format as they were, the others new.
fn animations(
    scene: &Scene<'_>,
    mut build: BuildOptions,
    options: &SceneOptions,
    findings: &mut Findings,
) -> Result<Vec<(String, Vec<u8>)>, Failure> {
    let (mut made, mut new) = (Vec::new(), Vec::new());
    for (index, animation) in scene.animations.iter().enumerate().filter(|(_, one)| options.takes(&one.name)) {
        match restored("animation", options, findings, || urho::restore_animation(scene, index)) {
            Some(restored) => made.push((animation.name.clone(), restored.to_bytes()?)),
            None => new.push(index),
        }
    }
    if !new.is_empty() {
        build.animations = Some(new);
        let (animations, more) = build_animations(scene, &build)?;
        findings.extend(more);
        for (name, animation) in animations {
            made.push((name, animation.to_bytes()?));
        }
    }
    Ok(made)
}

fn zed_model(mut scene: Scene<'_>, dialect: Dialect, options: &SceneOptions, path: &Path) -> Result<Made, Failure> {
    let mut findings = Findings::new();
    let bytes = match restored("model", options, &mut findings, || zed::restore_model(&scene)) {
        Some(model) => model.to_bytes()?,
        None => {
            if options.scale != 1.0 {
                scene.scale(options.scale);
            }
            let (model, more) = zed::model(&scene, dialect)?;
            findings.extend(more);
            model.to_bytes()?
        }
    };
    Ok(Made { files: vec![(path.to_path_buf(), bytes)], findings })
}

/// What a scene came from, if it still is that and nothing of it is to change.
fn restored<T>(
    what: &str,
    options: &SceneOptions,
    findings: &mut Findings,
    restore: impl FnOnce() -> Result<Option<T>, Error>,
) -> Option<T> {
    if !options.is_plain() {
        return None;
    }
    restore().unwrap_or_else(|error| {
        findings.note("source", format!("no longer the {what} that it came from, so a new one is made: {error}"));
        None
    })
}

fn build_options(scene: &Scene<'_>, target: Target, options: &SceneOptions) -> BuildOptions {
    let taken = scene.animations.iter().enumerate().filter(|(_, animation)| options.takes(&animation.name));
    BuildOptions {
        max_bones: usize::from(options.max_bones),
        scale: options.scale,
        up: if options.up == Axis::Z { Up::Z } else { Up::Y },
        animations: Some(taken.map(|(index, _)| index).collect()),
        target,
        ..BuildOptions::default()
    }
}
