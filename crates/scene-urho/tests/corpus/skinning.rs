//! Real models, skinned by the engine's data and by the scene's: the same but for the mirror.

use std::path::Path;
use std::process::ExitCode;

use asset_scene::glam::{Affine3A, Mat4, Quat, Vec3};
use asset_scene::{Id, Property, Scene, Semantic, Transform};
use testkit::corpus::{CorpusFile, Selection, run};
use urho_ani::Animation;
use urho_mdl::{Lod, Model};

pub(crate) fn main() -> ExitCode {
    let models = |folder, count| ("skinning", Selection::new(folder, &["mdl"], count), agrees as _);
    run(&[models("urho/engine", 33), models("urho/importer", 11)])
}

/// In the bind pose and at three keys of each animation of the model.
fn agrees(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(|error| error.to_string())?;
    let size = (model.bounds.max - model.bounds.min).length();
    let (bind, _) = scene_urho::to_scene(&model, "model", &Default::default()).unwrap();
    same(&engine_vertices(&model, None), &scene_vertices(&bind, None), size)?;
    for bytes in animations_beside(file.path()) {
        let animation = Animation::parse(&bytes).map_err(|error| error.to_string())?;
        if !model.skeleton.bones.iter().any(|bone| animation.track(&bone.name).is_some()) {
            continue;
        }
        let (mut scene, _) = scene_urho::to_scene(&model, "model", &Default::default()).unwrap();
        scene_urho::add_animation(&mut scene, animation.borrowed(), "animation");
        for key in [0, 3, 7] {
            same(
                &engine_vertices(&model, Some((&animation, key))),
                &scene_vertices(&scene, Some((&animation, key))),
                size,
            )?;
        }
    }
    Ok(())
}

fn animations_beside(path: &Path) -> Vec<Vec<u8>> {
    let entries =
        path.parent().into_iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let files = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|name| name == "ani"));
    files.filter_map(|path| std::fs::read(path).ok()).collect()
}

fn same(engine: &[Vec3], scene: &[Vec3], size: f32) -> Result<(), String> {
    if engine.len() != scene.len() {
        return Err(format!("{} and {} corners", engine.len(), scene.len()));
    }
    let apart = engine.iter().zip(scene).map(|(a, b)| (Vec3::new(-a.x, a.y, a.z) - *b).length());
    let most = apart.fold(0.0, f32::max);
    if most <= 1e-5 * size { Ok(()) } else { Err(format!("{most} apart of {size}")) }
}

/// Of several keys at one time the engine shows the last.
fn last_at_its_time(track: &urho_ani::Track<'_>, key: usize) -> usize {
    let times: Vec<f32> = track.times().iter().collect();
    let key = key.min(times.len() - 1);
    times.iter().rposition(|time| *time == times[key]).unwrap()
}

/// The corners of all triangles of the finest levels, skinned ones first, in the engine's space.
fn engine_vertices(model: &Model<'_>, pose: Option<(&Animation<'_>, usize)>) -> Vec<Vec3> {
    let locals: Vec<Affine3A> = model
        .skeleton
        .bones
        .iter()
        .map(|bone| {
            let track = pose.and_then(|(animation, key)| Some((animation.track(&bone.name)?, key)));
            let Some((track, key)) = track.filter(|(track, _)| track.key_count() > 0) else {
                return bone.local_transform();
            };
            let key = last_at_its_time(track, key);
            let position = track.positions().and_then(|column| column.get(key)).unwrap_or(bone.position);
            let rotation =
                track.rotations().and_then(|column| column.get(key)).map_or(bone.rotation, |rotation| rotation.0);
            let scale = track.scales().and_then(|column| column.get(key)).unwrap_or(bone.scale);
            Affine3A::from_scale_rotation_translation(scale, rotation, position)
        })
        .collect();
    let globals = model.skeleton.hierarchy().global_transforms(&locals).unwrap();
    let bones: Vec<Affine3A> =
        globals.iter().zip(&model.skeleton.bones).map(|(global, bone)| *global * bone.inverse_bind()).collect();
    let mut corners = Vec::new();
    for geometry in &model.geometries {
        let Some(lod) = geometry.lods.first() else { continue };
        let vertices = skinned(model, lod, &geometry.bone_mapping, &bones);
        let triangles = model.triangles(lod).flat_map(|[a, b, c]| [a, c, b]);
        corners.extend(triangles.map(|index| vertices[index as usize]));
    }
    corners
}

fn skinned(model: &Model<'_>, lod: &Lod, mapping: &[u32], bones: &[Affine3A]) -> Vec<Vec3> {
    let buffer = model.vertex_buffer(lod).unwrap();
    let positions = buffer.positions().unwrap().to_vec();
    let (Some(weights), Some(joints)) = (buffer.weights(), buffer.joints()) else { return positions };
    if bones.is_empty() {
        return positions;
    }
    let vertex = |((position, weights), joints): ((Vec3, asset_scene::glam::Vec4), [u8; 4])| {
        let influences = joints.into_iter().zip(weights.to_array()).filter(|(_, weight)| *weight != 0.0);
        influences.fold(Vec3::ZERO, |sum, (joint, weight)| {
            let joint = usize::from(joint);
            // Vertices of other geometries go through other mappings.
            let bone = if mapping.is_empty() { joint } else { mapping.get(joint).map_or(0, |bone| *bone as usize) };
            sum + bones[bone].transform_point3(position) * weight
        })
    };
    positions.into_iter().zip(weights.iter()).zip(joints.iter()).map(vertex).collect()
}

/// The same of the scene, in its own space.
fn scene_vertices(scene: &Scene<'_>, pose: Option<(&Animation<'_>, usize)>) -> Vec<Vec3> {
    let mut nodes: Vec<Transform> = scene.nodes.iter().map(|node| node.transform).collect();
    if let Some((animation, key)) = pose {
        for channel in &scene.animations[Id::new(0)].channels {
            let track = animation.track(scene.nodes[channel.node].name.as_bytes()).unwrap();
            let time = track.times().get(last_at_its_time(track, key)).unwrap();
            let times = scene.arrays[channel.times].to_f32s::<1>().unwrap();
            let key = times.iter().rposition(|[own]| *own <= time).unwrap();
            let values = &scene.arrays[channel.values];
            let Transform::Trs { translation, rotation, scale } = &mut nodes[channel.node.index()] else { panic!() };
            match channel.property {
                Property::Translation => *translation = values.to_f32s().unwrap()[key],
                Property::Rotation => *rotation = values.to_f32s().unwrap()[key],
                _ => *scale = values.to_f32s().unwrap()[key],
            }
        }
    }
    let locals: Vec<Affine3A> = nodes
        .iter()
        .map(|node| {
            let Transform::Trs { translation, rotation, scale } = *node else { panic!() };
            Affine3A::from_scale_rotation_translation(scale.into(), Quat::from_array(rotation), translation.into())
        })
        .collect();
    let globals = scene.hierarchy().global_transforms(&locals).unwrap();
    let mut corners = Vec::new();
    for node in scene.nodes.iter().filter(|node| !node.name.contains("_LOD")) {
        let Some(mesh) = node.mesh else { continue };
        for primitive in &scene.meshes[mesh].primitives {
            let array = |semantic| primitive.attribute(&semantic).map(|array| &scene.arrays[array]);
            let positions = array(Semantic::Position).unwrap().to_f32s::<3>().unwrap();
            let mut vertices: Vec<Vec3> = positions.into_iter().map(Vec3::from).collect();
            if let Some(skin) = node.skin.map(|skin| &scene.skins[skin]) {
                let joints = array(Semantic::Joints(0)).unwrap().to_u32s().unwrap();
                let weights = array(Semantic::Weights(0)).unwrap().to_f32s::<4>().unwrap();
                for ((vertex, joints), weights) in vertices.iter_mut().zip(joints.chunks(4)).zip(weights) {
                    let point = *vertex;
                    *vertex = joints.iter().zip(weights).fold(Vec3::ZERO, |sum, (joint, weight)| {
                        let inverse_bind = Mat4::from_cols_array(&skin.inverse_bind[*joint as usize]);
                        let global = globals[skin.joints[*joint as usize].index()];
                        sum + global.transform_point3(inverse_bind.transform_point3(point)) * weight
                    });
                }
            }
            let indices = scene.arrays[primitive.indices.unwrap()].to_u32s().unwrap();
            let triangles = asset_geometry::triangles(primitive.topology, indices);
            corners.extend(triangles.flatten().map(|index| vertices[index as usize]));
        }
    }
    corners
}
