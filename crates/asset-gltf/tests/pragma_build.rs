//! Files of others as models of Pragma: sound, and moving as they should.

#[path = "../../asset-scene/tests/pragma_kit/mod.rs"]
mod pragma_kit;

use std::collections::HashSet;
use std::process::ExitCode;

use asset_gltf::asset_scene::glam::{Affine3A, Mat4, Vec3};
use asset_gltf::asset_scene::{Scene, Semantic, pragma};
use asset_gltf::{Folder, ReadOptions, parse};
use pragma_asset::binio::Severity;
use pragma_asset::{Limits, MeshData, Model, Pose};
use testkit::corpus::{CorpusFile, Selection, run};

fn main() -> ExitCode {
    run(&[("becomes a model", Selection::new("gltf/valid", &["glb", "gltf"], 80), becomes_a_model)])
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn becomes_a_model(file: &CorpusFile) -> Result<(), String> {
    let folder = Folder::of_file(file.path()).expect("the folder of a file");
    let Ok((scene, _)) = parse(&file.bytes(), &ReadOptions::default(), &folder) else { return Ok(()) };
    let mut budget = Limits::default().budget();
    let (model, _) = pragma::build_model(&scene, &pragma::BuildOptions::default(), &mut budget).map_err(text)?;
    let bytes = model.to_bytes().map_err(text)?;
    let model = Model::parse(&bytes).map_err(text)?;
    if let Some(finding) = model.validate().iter().find(|finding| finding.severity == Severity::Error) {
        return Err(finding.to_string());
    }
    pragma_kit::comes_back(&model)?;
    let meshes: Result<Vec<MeshData>, _> =
        model.meshes().iter().map(|mesh| MeshData::read(mesh, &mut Limits::default().budget())).collect();
    let meshes = meshes.map_err(text)?;
    let skeleton = model.skeleton().ok_or("no bones")?;
    let rest = skeleton.reference_poses();
    // Skins need not be at rest where they were bound.
    if scene.skins.is_empty() {
        let places = pragma_kit::globals(&scene, None);
        compare(&scene, &meshes, &places, &rest, &rest).map_err(|why| format!("at rest: {why}"))?;
    }
    for (number, animation) in scene.animations.iter().enumerate() {
        let Some(stored) = model.animations().into_iter().find(|stored| stored.name == animation.name.as_str()) else {
            continue;
        };
        let frames = stored.frames(Some(&skeleton), &mut Limits::default().budget()).map_err(text)?;
        for frame in [0, frames.len() / 3, frames.len() - 1] {
            let mut poses = skeleton.local_poses();
            for (bone, pose) in frames.bones.iter().zip(frames.frame(frame).unwrap()) {
                poses[*bone as usize] = *pose;
            }
            assert!(skeleton.hierarchy.globalize(&mut poses));
            let channels = animation.channels.iter().map(|channel| scene.arrays[channel.times].to_f32s::<1>().unwrap());
            let end = channels.filter_map(|times| times.last().map(|[time]| *time)).fold(0.0, f32::max);
            let time = (frame as f32 / frames.fps).min(end);
            let places = pragma_kit::globals_at(&scene, Some(animation), time);
            compare(&scene, &meshes, &places, &rest, &poses)
                .map_err(|why| format!("animation {number} at {time}: {why}"))?;
        }
    }
    Ok(())
}

/// Whether each vertex is where the file has it, within 1e-4 of the size of the whole.
fn compare(
    scene: &Scene<'_>,
    meshes: &[MeshData],
    places: &[Mat4],
    rest: &[Pose],
    poses: &[Pose],
) -> Result<(), String> {
    let coarse: HashSet<usize> = scene.nodes.iter().flat_map(|node| node.lods.iter().map(|lod| lod.node)).collect();
    let moves: Vec<Mat4> = rest
        .iter()
        .zip(poses)
        .map(|(rest, pose)| {
            let rest = Affine3A::from_rotation_translation(rest.rotation, rest.origin);
            Mat4::from(pose.to_affine() * rest.inverse())
        })
        .collect();
    let mut built = meshes.iter();
    let mut pairs = Vec::new();
    for (number, node) in scene.nodes.iter().enumerate().filter(|(number, _)| !coarse.contains(number)) {
        for primitive in node.mesh.iter().flat_map(|mesh| &scene.meshes[*mesh].primitives) {
            let shown = pragma_kit::positions(scene, number, primitive, places);
            let count = primitive.indices.map_or(shown.len(), |array| scene.arrays[array].count);
            if primitive.topology.primitive_count(count) == 0 && !primitive.closed {
                continue;
            }
            let mesh = built.next().ok_or("a mesh is missing")?;
            if primitive.attribute(&Semantic::Joints(1)).is_some() {
                continue;
            }
            if mesh.positions.len() != shown.len() {
                return Err("another number of vertices".to_owned());
            }
            for (vertex, (expected, sum)) in shown.into_iter().enumerate() {
                let own = mesh.positions[vertex];
                let found = match mesh.bones.get(vertex) {
                    Some(bones) => {
                        let slots = bones.iter().zip(mesh.weights[vertex]).filter(|(bone, _)| **bone >= 0);
                        slots.map(|(bone, weight)| moves[*bone as usize].transform_point3(own) * weight).sum()
                    }
                    None => own,
                };
                if sum > 0.0 {
                    pairs.push((found / 40.0, expected / sum));
                }
            }
        }
    }
    if built.next().is_some() {
        return Err("a mesh too many".to_owned());
    }
    let bounds =
        pairs.iter().fold((Vec3::INFINITY, Vec3::NEG_INFINITY), |(low, high), (_, p)| (low.min(*p), high.max(*p)));
    let size = (bounds.1 - bounds.0).length();
    match pairs.iter().find(|(found, expected)| (*found - *expected).length() > 1e-4 * size.max(1e-3)) {
        Some((found, expected)) => Err(format!("a vertex is at {found}, not {expected}; the size is {size}")),
        None => Ok(()),
    }
}
