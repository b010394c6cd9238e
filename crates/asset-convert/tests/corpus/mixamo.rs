//! A figure as Mixamo exports it, as glTF and as FBX: it plays in the engine.

mod text;

use std::process::ExitCode;
use std::sync::Arc;

use asset_convert::{ConvertOptions, Input, Motion, Onto, OutputFile, OutputFormat, convert};
use asset_formats::Asset;
use asset_gltf::{WriteOptions, write_glb};
use asset_scene::motion::{BoneMap, retarget};
use asset_scene::{Animation, AnimationId, Id, Node, Player, Scene, Transform};
use binio::Limits;
use testkit::corpus::{CorpusFile, Selection, run};

use crate::motion::{JACK, KACHUJIN, Pair, bytes_of, model, with_animation};

/// Metres by which a bone may be elsewhere.
const NEAR: f32 = 1e-3;
/// Frames of the walk, 30 per second.
const FRAMES: u8 = 29;

pub(crate) fn main() -> ExitCode {
    let walk = || Selection::new("urho/engine/Data/Models/Kachujin", &["ani"], 1);
    run(&[
        ("mixamo characters", walk(), characters),
        ("mixamo animations alone", walk(), animations),
        ("mixamo with other roots", walk(), other_roots),
    ])
}

/// The figure with other names of bones, and without the file that it was made of.
fn figure(file: &CorpusFile, prefix: &str) -> Result<Scene<'static>, String> {
    let mut scene = with_animation(KACHUJIN, file)?;
    scene.source = None;
    scene.animations.iter_mut().for_each(|own| own.source = None);
    for node in &mut scene.nodes {
        node.source = None;
        if node.mesh.is_none() {
            node.name = format!("{prefix}{}", node.name);
        }
    }
    Ok(scene)
}

/// The same without the mesh: an animation alone.
fn without_mesh(mut scene: Scene<'static>) -> Scene<'static> {
    for node in &mut scene.nodes {
        (node.mesh, node.skin) = (None, None);
    }
    (scene.meshes, scene.skins, scene.materials) = Default::default();
    scene
}

/// The files of a person: as glTF and as FBX.
fn files(scene: &Scene<'_>) -> Result<[(&'static str, Vec<u8>); 2], String> {
    let (glb, _) = write_glb(scene, &WriteOptions::default()).map_err(|error| error.to_string())?;
    Ok([("Walk.glb", glb), ("Walk.fbx", text::fbx(scene, AnimationId::new(0)).into_bytes())])
}

fn converted(input: &(&str, Vec<u8>), output: &str, onto: Option<&str>) -> Result<Vec<OutputFile>, String> {
    let name = |error: asset_formats::Error| format!("{} to {output}: {error}", input.0);
    let asset = Asset::parse(&input.1, Some(input.0.as_ref())).map_err(name)?;
    let mut motion = Motion::default();
    if let Some(onto) = onto {
        let bytes = bytes_of(onto)?;
        let model = Asset::parse(&bytes, Some(onto.as_ref())).map_err(name)?;
        motion.onto = Some(Arc::new(Onto::new("model", &model).map_err(name)?));
    }
    let options = ConvertOptions::default().motion(motion);
    let output_format = OutputFormat::for_path(output).map_err(name)?;
    Ok(convert(&[Input::new("Walk", &asset)], output_format, output, &options).map_err(name)?.files)
}

/// The scene of a model with an animation, as the engine plays them.
fn played(model: Scene<'static>, animation: &[u8]) -> Result<Scene<'static>, String> {
    let mut scene = model;
    scene.animations = Vec::<Animation<'static>>::new().into();
    let Some(animation) = Asset::parse(animation, Some("Walk.ani".as_ref()))
        .ok()
        .and_then(|asset| asset.into_owned().downcast::<urho_ani::Animation<'static>>())
    else {
        return Err("no animation".into());
    };
    let (_, findings) = scene_urho::add_animation(&mut scene, animation.into_owned(), "clip");
    if findings.is_empty() { Ok(scene) } else { Err(format!("{findings:?}")) }
}

/// The largest distance of a bone of both scenes, over all bones and frames.
fn farthest(was: &Scene<'_>, is: &Scene<'_>, name: impl Fn(&Node) -> Option<String>) -> Result<f32, String> {
    let player = |scene| Player::new(scene, AnimationId::new(0)).map_err(|error| error.to_string());
    let (a, b) = (player(was)?, player(is)?);
    let named = was.nodes.enumerate().filter_map(|(id, node)| Some((id, name(node).filter(|_| node.mesh.is_none())?)));
    let bones: Vec<(Id<Node>, Id<Node>)> = named
        .map(|(id, name)| is.node(&name).map(|other| (id, other)).ok_or_else(|| format!("no bone {name}")))
        .collect::<Result<_, String>>()?;
    let mut farthest = (a.duration() - b.duration()).abs();
    // Between keys FBX blends angles, so that only poses at keys are equal.
    for frame in 0..=FRAMES {
        let time = a.duration() * frame as f32 / FRAMES as f32;
        let (a, b) = (a.sample(time), b.sample(time));
        for (was, is) in &bones {
            farthest = farthest.max((a.world(*was).w_axis - b.world(*is).w_axis).length());
        }
    }
    Ok(farthest)
}

fn check(what: &str, farthest: f32) -> Result<(), String> {
    println!("MIXAMO {what}: {:.3} mm", farthest * 1000.0);
    if farthest < NEAR { Ok(()) } else { Err(format!("{what}: a bone is {farthest} m elsewhere")) }
}

/// A character with its animation becomes a model and a file of the animation.
fn characters(file: &CorpusFile) -> Result<(), String> {
    let was = figure(file, "mixamorig:")?;
    for input in files(&was)? {
        let result = converted(&input, "Models/Kachujin.mdl", None)?;
        let bytes = |end: &str| result.iter().find(|file| file.name.as_str().ends_with(end)).map(|file| &file.bytes);
        let (Some(model), Some(animation)) = (bytes(".mdl"), bytes(".ani")) else { return Err("two files".into()) };
        let asset = Asset::parse(model, None).map_err(|error| error.to_string())?;
        let (model, _) = asset.to_scene("model").map_err(|error| error.to_string())?;
        let vertices = |scene: &Scene<'_>| scene.rest_pose().ok().and_then(|pose| pose.bounds(scene).ok());
        let (a, b) = (vertices(&was).ok_or("bounds")?, vertices(&model).ok_or("bounds")?);
        let skinned = (a.min - b.min).abs().max((a.max - b.max).abs()).max_element();
        check(&format!("{} skin", input.0), skinned)?;
        let is = played(model.into_owned(), animation)?;
        check(input.0, farthest(&was, &is, |node| Some(node.name.clone()))?)?;
    }
    Ok(())
}

/// An animation alone goes onto the engine's own model: its bones have no prefix, and onto another figure.
fn animations(file: &CorpusFile) -> Result<(), String> {
    let was = without_mesh(figure(file, "mixamorig:")?);
    for input in files(&was)? {
        let own = converted(&input, "Models/Kachujin_Walk.ani", Some(KACHUJIN))?;
        let animation = own.last().ok_or("a file")?;
        let is = played(model(KACHUJIN)?, &animation.bytes)?;
        check(
            &format!("{} onto its own model", input.0),
            farthest(&was, &is, |node| Some(without_prefix(&node.name)))?,
        )?;
        onto_jack(&was, &input)?;
    }
    Ok(())
}

/// Another figure moves its limbs alike.
fn onto_jack(was: &Scene<'_>, input: &(&str, Vec<u8>)) -> Result<(), String> {
    let result = converted(input, "Models/Jack_Walk.ani", Some(JACK))?;
    let [animation] = result.as_slice() else { return Err(format!("expected one file, found {}", result.len())) };
    let (mut target, id) = (model(JACK)?, AnimationId::new(0));
    let map = BoneMap::between(was, &target);
    let mut budget = Limits::default().budget();
    let (_, report) = retarget(was, id, &mut target, &map, &mut budget).map_err(|error| error.to_string())?;
    let is = played(target, &animation.bytes)?;
    Pair { source: was, target: &is, map: &map, ratio: report.ratio }.check(id, id)
}

fn without_prefix(name: &str) -> String {
    name.rsplit(':').next().unwrap_or(name).to_owned()
}

/// Programs put objects above the hips, and names of them before bones.
fn other_roots(file: &CorpusFile) -> Result<(), String> {
    for (prefix, root) in [("mixamorig1:", "Armature"), ("Alice:", "Reference"), ("", "RootNode")] {
        let mut was = without_mesh(figure(file, prefix)?);
        let above = was.nodes.push(Node { name: root.into(), transform: Transform::IDENTITY, ..Node::default() });
        for node in was.nodes.iter_mut().filter(|node| node.parent.is_none() && node.name != root) {
            node.parent = Some(above);
        }
        for input in files(&was)? {
            let own = converted(&input, "Models/Kachujin_Walk.ani", Some(KACHUJIN))?;
            let is = played(model(KACHUJIN)?, &own.last().ok_or("a file")?.bytes)?;
            let name = |node: &Node| (node.name != root).then(|| without_prefix(&node.name));
            check(&format!("{} below {root}", input.0), farthest(&was, &is, name)?)?;
            onto_jack(&was, &input)?;
        }
    }
    Ok(())
}
