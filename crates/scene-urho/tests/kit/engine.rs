//! Pose of a model at a time, by the engine's rules.

use asset_scene::Topology;
use asset_scene::glam::{Affine3A, DAffine3, DMat3, DVec3, Mat3};
use urho_ani::{Animation, Playback, Player, Transform};
use urho_mdl::{Geometry, Lod, Model};

fn double(matrix: Affine3A) -> DAffine3 {
    let matrix3: DMat3 = Mat3::from(matrix.matrix3).as_dmat3();
    DAffine3 { matrix3, translation: asset_scene::glam::Vec3::from(matrix.translation).as_dvec3() }
}

/// Returns the skinning matrix of each bone.
fn bones(model: &Model<'_>, animation: Option<&Animation<'_>>, time: f32) -> Vec<DAffine3> {
    let bones = &model.skeleton.bones;
    let at_rest =
        |bone: &urho_mdl::Bone<'_>| Transform { position: bone.position, rotation: bone.rotation, scale: bone.scale };
    let mut pose: Vec<Transform> = bones.iter().map(at_rest).collect();
    if let Some(animation) = animation {
        let mut player = Player::new(animation, bones.iter().map(|bone| bone.name.as_bytes()));
        // It may begin again at its end, so earlier poses must not blend towards it.
        let looped = time < animation.length;
        player.sample(time, &Playback::of(animation, looped), &mut pose);
    }
    let world = |bone: usize| {
        let mut matrix = DAffine3::IDENTITY;
        let mut next = Some(bone);
        while let Some(bone) = next {
            let Transform { position, rotation, scale } = pose[bone];
            let local = Affine3A::from_scale_rotation_translation(scale, rotation, position);
            matrix = double(local) * matrix;
            next = model.skeleton.parent(bone);
        }
        matrix
    };
    (0..bones.len()).map(|bone| world(bone) * double(bones[bone].inverse_bind())).collect()
}

/// Returns the vertices of one level of detail of each geometry, in drawing order, with default morph weights.
pub(crate) fn corners(model: &Model<'_>, level: usize, animation: Option<&Animation<'_>>, time: f32) -> Vec<DVec3> {
    let bones = bones(model, animation, time);
    let mut corners = Vec::new();
    for geometry in &model.geometries {
        let Some(lod) = geometry.lods.get(level.min(geometry.lods.len() - 1)) else { continue };
        corners.extend(geometry_corners(model, geometry, lod, &bones));
    }
    corners
}

/// The same for one geometry.
fn geometry_corners(model: &Model<'_>, geometry: &Geometry, lod: &Lod, bones: &[DAffine3]) -> Vec<DVec3> {
    let buffer = model.vertex_buffer(lod).unwrap();
    let mut positions: Vec<DVec3> = buffer.positions().unwrap().iter().map(asset_scene::glam::Vec3::as_dvec3).collect();
    for morph in &model.morphs {
        let weight = f64::from(morph.weight.unwrap_or(0.0));
        for deltas in morph.buffers.iter().filter(|deltas| deltas.vertex_buffer == lod.vertex_buffer) {
            for (vertex, delta) in deltas.vertices().unwrap().iter().zip(deltas.positions().unwrap().iter()) {
                positions[vertex as usize] += delta.as_dvec3() * weight;
            }
        }
    }
    let (joints, weights) = (buffer.joints(), buffer.weights());
    let shown = |vertex: u32| {
        let position = positions[vertex as usize];
        let (Some(joints), Some(weights)) = (joints, weights) else { return position };
        let joints = joints.get(vertex as usize).unwrap();
        let weights = weights.get(vertex as usize).unwrap().to_array();
        let mut sum = DVec3::ZERO;
        for (joint, weight) in joints.into_iter().zip(weights) {
            let joint = usize::from(joint);
            let bone = geometry.bone_mapping.get(joint).map_or(joint, |bone| *bone as usize);
            sum += bones[bone].transform_point3(position) * f64::from(weight);
        }
        sum
    };
    let indices = || model.indices(lod);
    let drawn: Vec<u32> = match lod.primitive.topology().unwrap() {
        Topology::Points => indices().collect(),
        topology @ (Topology::Lines | Topology::LineStrip) => {
            asset_geometry::lines(topology, indices()).flatten().collect()
        }
        Topology::Triangles => indices().collect(),
        _ => {
            let whole = |[a, b, c]: &[u32; 3]| a != b && b != c && a != c;
            model.triangles(lod).filter(whole).flatten().collect()
        }
    };
    drawn.into_iter().map(shown).collect()
}
