//! Every real Pragma model round-trips through its scene, and has the right place in it.

use crate::kit;

use std::process::ExitCode;

use kit::{globals, positions};
use pragma_asset::binio::Severity;
use pragma_asset::glam::Vec3;
use pragma_asset::{Limits, Model, Pose};
use testkit::corpus::{CorpusFile, Selection, run};

pub(crate) fn main() -> ExitCode {
    const MODELS: Selection = Selection::new("udm/pragma", &["pmdl_b", "pmdl"], 24);
    run(&[("comes back", MODELS, comes_back), ("bind pose", MODELS, bind_pose), ("animations", MODELS, animations)])
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn comes_back(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    kit::comes_back(&Model::parse(&bytes).map_err(text)?)
}

/// Returns the name of a mesh group's node: a coarser group is named after the finest.
fn shown_name(model: &Model<'_>, group: u32) -> String {
    let name = |index: u32| {
        let groups = model.mesh_groups();
        groups
            .iter()
            .find(|group| group.index == index)
            .map_or_else(String::new, |group| group.name.to_text().into_owned())
    };
    let mut lods = model.lods();
    lods.sort_by_key(|lod| lod.lod);
    let replacements: Vec<_> = lods.iter().flat_map(|lod| &lod.replacements).collect();
    let Some(at) = replacements.iter().position(|one| one.target == group) else { return name(group) };
    let source = replacements[at].source;
    let level = replacements[..=at].iter().filter(|one| one.source == source).count();
    format!("{}_LOD{level}", name(source))
}

/// In the reference pose each vertex is where the model has it, in metres; all sub meshes are shown, and nothing is amiss.
fn bind_pose(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(text)?;
    let mut budget = Limits::default().budget();
    let (scene, findings) = scene_pragma::to_scene(&model, "model", &Default::default()).map_err(text)?;
    if let Some(finding) = findings.iter().find(|finding| finding.severity > Severity::Note) {
        return Err(finding.to_string());
    }
    let places = globals(&scene, None);
    let mut compared = 0;
    for group in model.mesh_groups() {
        let stored: Vec<_> = group.meshes().iter().flat_map(pragma_asset::model::SubMeshes::meshes).collect();
        let name = shown_name(&model, group.index);
        let is_it = |node: &asset_scene::Node| name == node.name && node.mesh.is_some();
        let node = scene.nodes.enumerate().find(|(_, node)| is_it(node)).map(|(id, _)| id);
        if stored.is_empty() {
            assert_eq!(node, None);
            continue;
        }
        let node = node.ok_or_else(|| format!("no node is called {name}"))?;
        let primitives = &scene[scene[node].mesh.unwrap()].primitives;
        assert_eq!(primitives.len(), stored.len(), "each sub mesh is shown");
        for (primitive, stored) in primitives.iter().zip(&stored) {
            let vertices = stored.vertices(&mut budget).map_err(text)?;
            let shown = positions(&scene, node, primitive, &places);
            assert_eq!(shown.len(), vertices.len());
            let close = 1e-5 * vertices.bounds().size().map_or(0.0, Vec3::length).max(1.0) * 0.025;
            for ((shown, weight), expected) in shown.into_iter().zip(vertices.positions().iter()) {
                let expected = expected * weight * 0.025;
                if (shown - expected).length() > close {
                    return Err(format!("a vertex is at {shown}, not {expected}"));
                }
                compared += 1;
            }
        }
    }
    if compared > 0 || model.meshes().is_empty() { Ok(()) } else { Err("nothing was compared".to_owned()) }
}

/// At its start each animation has the bones where the engine has them: gestures on the reference pose.
fn animations(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(text)?;
    let mut budget = Limits::default().budget();
    let scene = kit::scene(&model)?;
    let Some(skeleton) = model.skeleton() else { return Ok(()) };
    let locals = skeleton.local_poses();
    for animation in model.animations().iter().filter(|animation| animation.name != "reference") {
        let frames = animation.frames(Some(&skeleton), &mut budget).map_err(text)?;
        let shown = scene.animations.iter().find(|shown| animation.name == shown.name.as_str());
        let Some(shown) = shown else {
            assert!(frames.is_empty(), "{} is missing", animation.name);
            continue;
        };
        let mut expected = locals.clone();
        for (bone, pose) in frames.bones.iter().zip(frames.frame(0).unwrap_or_default()) {
            let place = &mut expected[*bone as usize];
            let gesture = animation.flags().contains(pragma_asset::AnimationFlags::GESTURE);
            *place = if gesture { *place * *pose } else { *pose };
        }
        let unit = |pose: Pose| Pose { rotation: pose.rotation.normalize(), ..pose };
        let mut all: Vec<Pose> = expected.into_iter().map(unit).collect();
        assert!(skeleton.hierarchy.globalize(&mut all));
        for (pose, place) in all.iter().zip(&globals(&scene, Some(shown))[1..]) {
            let origin = place.transform_point3(Vec3::ZERO);
            let ahead = place.transform_vector3(Vec3::Z);
            let off = (origin - pose.origin * 0.025).length() + (ahead - pose.rotation * Vec3::Z * 0.025).length();
            if off > 1e-4 {
                return Err(format!("{}: a bone is at {origin}, not {}", animation.name, pose.origin * 0.025));
            }
        }
    }
    Ok(())
}
