//! Pose of a model by the engine's rules: bones are composed as poses, and a vertex is moved by the pose of a bone after the inverse of its reference
//! pose without scale.

use asset_scene::glam::{DAffine3, DQuat, DVec3};
use asset_scene::{AnimationId, Scene};
use binio::{Findings, Severity};
use fuzzkit::scene::compare::{TOLERANCE, size, worst};
use fuzzkit::scene::evaluate;
use pragma_asset::{Frames, Limits, MeshData, Model, Pose};
use scene_pragma::{CreateModelOptions, CreatedModel, create, kinds};

fn affine(pose: &Pose) -> DAffine3 {
    let (scale, rotation) = (pose.scale.as_dvec3(), DQuat::from_array(pose.rotation.to_array().map(f64::from)));
    DAffine3::from_scale_rotation_translation(scale, rotation.normalize(), pose.origin.as_dvec3())
}

/// Returns the vertices of all sub meshes, in metres, with the bones at `poses` in model space.
pub(crate) fn corners(meshes: &[MeshData], rest: &[Pose], poses: &[Pose]) -> Vec<DVec3> {
    let moved: Vec<DAffine3> = rest
        .iter()
        .zip(poses)
        .map(|(rest, pose)| affine(pose) * affine(&Pose { scale: asset_scene::glam::Vec3::ONE, ..*rest }).inverse())
        .collect();
    let mut corners = Vec::new();
    for mesh in meshes {
        for index in &mesh.indices {
            let vertex = *index as usize;
            let at = mesh.positions[vertex].as_dvec3();
            let shown = mesh.bones.get(vertex).map_or(at, |bones| {
                let slots = bones.iter().zip(mesh.weights[vertex]).filter(|(bone, _)| **bone >= 0);
                slots.map(|(bone, weight)| moved[*bone as usize].transform_point3(at) * f64::from(weight)).sum()
            });
            corners.push(shown / 40.0);
        }
    }
    corners
}

/// Poses of all bones in the model's space at a frame.
fn posed(model: &Model<'_>, frames: &Frames, frame: usize) -> Vec<Pose> {
    let skeleton = model.skeleton().unwrap();
    let mut poses = skeleton.local_poses();
    for (bone, pose) in frames.bones.iter().zip(frames.frame(frame).unwrap()) {
        poses[*bone as usize] = *pose;
    }
    assert!(skeleton.hierarchy.globalize(&mut poses));
    poses
}

/// Returns the end of an animation of the scene if it moves bones.
fn moves(scene: &Scene<'_>, animation: AnimationId) -> Option<f32> {
    let channels = scene[animation].channels.iter();
    let moving = channels.filter(|channel| channel.property != asset_scene::Property::MorphWeights);
    let ends =
        moving.filter_map(|channel| asset_scene::curve::Curve::read(scene, channel).ok()).map(|curve| curve.end());
    ends.reduce(f32::max)
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// Builds a model, and compares it in the engine with the scene: at rest, unless a note reports another bind pose, and at frames of every animation,
/// unless a warning reports that bones would have to shear. Returns the model and the findings.
pub(crate) fn check(scene: &Scene<'_>) -> Result<(Model<'static>, Findings), String> {
    let CreatedModel { model, findings, .. } = create(scene, &CreateModelOptions::default()).map_err(text)?;
    let bytes = model.to_bytes().map_err(text)?;
    let model = Model::parse(&bytes).map_err(text)?.into_owned();
    if let Some(finding) = model.validate().iter().find(|finding| finding.severity == Severity::Error) {
        return Err(text(finding));
    }
    let mut budget = Limits::default().budget();
    let read = |mesh: &pragma_asset::Mesh<'_>| MeshData::read(mesh, &mut Limits::default().budget()).map_err(text);
    let meshes = model.meshes().iter().map(read).collect::<Result<Vec<_>, _>>()?;
    let rest = model.skeleton().ok_or("no bones")?.reference_poses();
    let told = |kind: &binio::FindingKind, path: &str| {
        findings.iter().any(|finding| finding.kind == kind && finding.path.to_string().starts_with(path))
    };
    let mut moments = Vec::new();
    if !told(kinds::BIND_POSE_DIFFERS, "skin") {
        moments.push((None, 0.0, rest.clone()));
    }
    let all = model.animations();
    let mut stored = all.iter().filter(|stored| stored.name != "reference");
    for animation in scene.animations.ids() {
        let Some(end) = moves(scene, animation) else { continue };
        let frames = stored.next().ok_or("an animation is missing")?;
        let frames = frames.frames(model.skeleton().as_ref(), &mut budget).map_err(text)?;
        if told(kinds::BONES_SHEAR, &format!("animation {}", animation.index())) {
            continue;
        }
        for frame in [0, frames.len() / 3, frames.len() / 2, frames.len() - 1] {
            let time = (frame as f32 / frames.fps).min(end);
            moments.push((Some(animation), time, posed(&model, &frames, frame)));
        }
    }
    for (animation, time, poses) in moments {
        let expected = [evaluate::corners(scene, animation, time)];
        let made = [corners(&meshes, &rest, &poses)];
        let size = size(&expected);
        let off = worst(&expected, &made, size * TOLERANCE).map_err(|why| format!("{animation:?} at {time}: {why}"))?;
        if off > size * TOLERANCE {
            return Err(format!("{animation:?} at {time}: off by {off}, the size is {size}"));
        }
    }
    Ok((model, findings))
}
