//! Models and animations to glTF.

use std::fmt::Display;
use std::io;
use std::path::{Path, PathBuf};

use engine_assets::asset_gltf::{self, WriteOptions, write_glb, write_gltf};
use engine_assets::asset_scene::{Scene, urho};
use engine_assets::binio::Findings;
use engine_assets::urho_ani::Animation;
use engine_assets::{Asset, Error};

use super::{Goal, files, is_model, scene_of};
use crate::convert::{Arguments, each, write};
use crate::inputs::Input;
use crate::report::{Outcome, complain_about, tell_finding};

/// Makes glTF of the inputs: one file of a model and its animations, or one of each model in folders.
pub(in crate::convert) fn run(goal: Goal, arguments: &Arguments, quiet: bool) -> io::Result<Outcome> {
    if Goal::of_name(&arguments.output) == Some(goal) && !arguments.output.is_dir() {
        let inputs = arguments.inputs.files().collect::<io::Result<Vec<Input>>>()?;
        return Ok(together(goal, &inputs, arguments));
    }
    Ok(each(&arguments.inputs, quiet, |input| alone(goal, input, arguments)))
}

/// One file of one model and any number of animations, or of animations alone.
fn together(goal: Goal, inputs: &[Input], arguments: &Arguments) -> Outcome {
    let mut bytes = Vec::with_capacity(inputs.len());
    for input in inputs {
        match input.read() {
            Ok(read) => bytes.push(read),
            Err(error) => return refuse(input, &error.into()),
        }
    }
    let (mut models, mut animations) = (Vec::new(), Vec::new());
    for (input, bytes) in inputs.iter().zip(&bytes) {
        match input.asset(bytes) {
            Ok(Asset::UrhoAni(animation)) => animations.push((input, animation)),
            Ok(asset) => models.push((input, asset)),
            Err(error) => return refuse(input, &error),
        }
    }
    let name = files::stem(&arguments.output);
    match models.as_slice() {
        [] => {
            let Some((input, _)) = animations.first() else { return Outcome::Fine };
            let scene = Scene { name, ..Scene::default() };
            finish(goal, input, scene, &animations, &arguments.output, arguments)
        }
        [(input, asset)] => match scene_of(asset, &name) {
            Ok((scene, findings)) => {
                tell_all(input, &findings);
                finish(goal, input, scene, &animations, &arguments.output, arguments)
            }
            Err(error) => bad(input, &error),
        },
        [_, (second, _), ..] => bad(second, &"a second model; one file holds one, and a folder as OUT any number"),
    }
}

/// A file of its own for a model, with the animations that lie beside it.
fn alone(goal: Goal, input: &Input, arguments: &Arguments) -> Outcome {
    let bytes = match input.read() {
        Ok(bytes) => bytes,
        Err(error) => return refuse(input, &error.into()),
    };
    let asset = match input.asset(&bytes) {
        // Animations come with their models.
        Ok(Asset::UrhoAni(_)) => return Outcome::Fine,
        Ok(asset) => asset,
        Err(Error::Unknown { .. } | Error::LookAlike(_)) if !input.named => return Outcome::Fine,
        Err(error) => return refuse(input, &error),
    };
    if !input.named && !is_model(asset.format()) {
        return Outcome::Fine;
    }
    let (scene, findings) = match scene_of(&asset, &files::stem(input.path())) {
        Ok(scene) => scene,
        Err(error) => return bad(input, &error),
    };
    tell_all(input, &findings);
    let beside = animations_beside(input, arguments);
    let files: Vec<(Input, Vec<u8>)> = beside
        .into_iter()
        .filter_map(|input| Some((input.read().ok()?, input)))
        .map(|(bytes, input)| (input, bytes))
        .collect();
    let mut animations = Vec::new();
    for (input, bytes) in &files {
        match input.asset(bytes) {
            Ok(Asset::UrhoAni(animation)) if fits(&animation, &scene) => animations.push((input, animation)),
            _ => {}
        }
    }
    let path = arguments.output.join(input.relative()).with_extension(goal.extension());
    finish(goal, input, scene, &animations, &path, arguments)
}

/// Files of animations in a model's folder: those that are asked for, or else those that are called after it.
fn animations_beside(input: &Input, arguments: &Arguments) -> Vec<Input> {
    let Some(folder) = input.path().parent().filter(|_| !input.is_in_package() && !input.is_stdin()) else {
        return Vec::new();
    };
    let model = files::stem(input.path());
    let options = &arguments.scenes;
    let wanted = |path: &Path| {
        let stem = files::stem(path);
        let is_animation = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ani"));
        let after_model = || stem == model || stem.starts_with(&format!("{model}_"));
        is_animation && if options.animations.is_empty() { after_model() } else { options.takes(&stem) }
    };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(|path| wanted(path)).collect();
    paths.sort();
    paths.iter().map(|path| Input::new(path)).collect()
}

/// Whether an animation moves anything of a scene.
fn fits(animation: &Animation<'_>, scene: &Scene<'_>) -> bool {
    animation.tracks.iter().any(|track| scene.nodes.iter().any(|node| track.name == *node.name.as_str()))
}

/// Puts everything together, and writes it.
fn finish<'s>(
    goal: Goal,
    input: &Input,
    mut scene: Scene<'s>,
    animations: &'s [(&Input, Animation<'_>)],
    path: &Path,
    arguments: &Arguments,
) -> Outcome {
    let options = &arguments.scenes;
    for (input, animation) in animations {
        let name = files::stem(input.path());
        if options.takes(&name) {
            tell_all(input, &urho::add_animation(&mut scene, animation, &name));
        }
    }
    if let Some(level) = options.lod {
        scene.keep_lod(level);
    }
    if options.scale != 1.0 {
        scene.scale(options.scale);
    }
    let how = WriteOptions::default().exact(options.exact).strict(options.strict);
    match written(goal, &scene, &how, path) {
        Ok((files, findings)) => {
            tell_all(input, &findings);
            let save = |worst: Outcome, (path, bytes): (PathBuf, Vec<u8>)| {
                worst.max(write(input, &path, Ok(bytes), arguments.force))
            };
            files.into_iter().fold(Outcome::Fine, save)
        }
        Err(error) => bad(input, &error),
    }
}

/// Files and what they hold, the one that was named last.
type Files = Vec<(PathBuf, Vec<u8>)>;

fn written(
    goal: Goal,
    scene: &Scene<'_>,
    options: &WriteOptions,
    path: &Path,
) -> Result<(Files, Findings), asset_gltf::Error> {
    if goal == Goal::Glb {
        let (bytes, findings) = write_glb(scene, options)?;
        return Ok((vec![(path.to_path_buf(), bytes)], findings));
    }
    let numbers = path.with_extension("bin");
    let name = numbers.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let (gltf, findings) = write_gltf(scene, options, &name)?;
    let mut files = vec![(numbers, gltf.bin), (path.to_path_buf(), gltf.json)];
    files.retain(|(_, bytes)| !bytes.is_empty());
    Ok((files, findings))
}

fn tell_all(input: &Input, findings: &Findings) {
    findings.iter().for_each(|finding| tell_finding(input, finding));
}

fn refuse(input: &Input, error: &Error) -> Outcome {
    complain_about(input, error);
    Outcome::of(error)
}

fn bad(input: &Input, why: &dyn Display) -> Outcome {
    complain_about(input, why);
    Outcome::Bad
}
