//! Bones, their shapes, and bone mappings of geometries.

use urho_mdl::binio::Severity::{Error, Note, Warning};
use urho_mdl::glam::{Quat, Vec3};
use urho_mdl::{Bounds, Geometry, Model, Name};

use super::finds;
use crate::sound;

#[test]
fn bone_mappings_beyond_the_skeleton_are_reported() {
    finds(|model| model.geometries[0].bone_mapping = vec![1, 0], &[]);
    finds(
        |model| model.geometries[0].bone_mapping = vec![0, 1, 2],
        &[(Error, "geometry 0", "1 bones of the mapping (first: 2) lie beyond the skeleton's 2")],
    );
    finds(
        |model| model.geometries[0].bone_mapping = vec![0],
        &[
            (Error, "geometry 0 > LOD 0", "1 indices of the draw range (first: 2) lead to blend indices"),
            (Error, "geometry 0 > LOD 1", "1 indices of the draw range (first: 0) lead to blend indices"),
        ],
    );
    finds(|model| model.geometries[0].bone_mapping = vec![0; 64], &[]);
    finds(
        |model| model.geometries[0].bone_mapping = vec![0; 65],
        &[(Note, "geometry 0", "65 bones in one draw call; 64 work everywhere")],
    );
    finds(
        |model| model.geometries[0].bone_mapping = vec![0; 129],
        &[(Warning, "geometry 0", "129 bones in one draw call; shaders take 128 at best")],
    );
}

#[test]
fn bones() {
    let part = "bone 1";
    finds(
        |model| {
            model.skeleton.bones[1].name = Name::from("hip");
            let third = model.skeleton.bones[1].clone();
            model.skeleton.bones.push(third);
        },
        &[
            (Warning, part, "\"hip\" is the name of bone 0, too; animations reach the first only"),
            (Warning, "bone 2", "\"hip\" is the name of bone 0, too; animations reach the first only"),
        ],
    );
    let unmoved = |model: &mut Model<'static>| model.skeleton.bones[1] = sound::root_bone("knee", 1);
    finds(
        |model| {
            unmoved(model);
            model.skeleton.bones[1].parent = 2;
        },
        &[(Warning, part, "parent 2 doesn't exist; the engine hangs the bone on the model's node")],
    );
    finds(unmoved, &[(Warning, "skeleton", "2 roots; the engine animates only the bones under the last one")]);
    let pose: [fn(&mut Model<'static>); 4] = [
        |model| model.skeleton.bones[1].position.x = f32::NAN,
        |model| model.skeleton.bones[1].rotation = Quat::from_xyzw(0.0, 0.0, f32::INFINITY, 1.0),
        |model| model.skeleton.bones[1].scale.z = f32::NAN,
        |model| model.skeleton.bones[1].offset_matrix[11] = f32::NAN,
    ];
    let distorted = (Note, "skeleton", "1 offset matrices (first: 1) are not the inverse of the bind pose");
    for change in pose {
        finds(change, &[(Warning, part, "the bind pose is not finite"), distorted]);
    }
    finds(|model| model.skeleton.bones[1].offset_matrix[3] = 5.0, &[distorted]);
    finds(
        |model| {
            model.skeleton.bones[0].parent = 1;
            model.skeleton.bones[1].parent = 0;
        },
        &[(Warning, "skeleton", "2 bones (first: 0) are their own ancestors")],
    );
}

#[test]
fn shapes_of_bones() {
    finds(
        |model| model.skeleton.bones[1].collision.mask |= 0x84,
        &[(Note, "bone 1", "collision mask 0x87 has bits without a meaning")],
    );
    let tiny = (Note, "bone 1", "its sphere or box is next to nothing; the engine drops it");
    finds(|model| model.skeleton.bones[1].collision.radius = Some(0.0), &[tiny]);
    let point = Bounds { min: Vec3::ONE, max: Vec3::ONE };
    finds(|model| model.skeleton.bones[1].collision.bounds = Some(point), &[tiny]);
    finds(
        |model| {
            model.skeleton.bones[1].collision.mask = 1;
            model.skeleton.bones[1].collision.bounds = None;
        },
        &[(Note, "bone 1", "a sphere without a box; the engine bounds the model with half its radius")],
    );
    let undefined = (Warning, "bone 1", "its sphere or box is undefined");
    finds(|model| model.skeleton.bones[1].collision.bounds = Some(Bounds::UNDEFINED), &[undefined]);
    finds(|model| model.skeleton.bones[1].collision.radius = Some(f32::NAN), &[undefined]);
    finds(
        |model| model.skeleton.bones.iter_mut().for_each(|bone| bone.collision = urho_mdl::Collision::default()),
        &[(Warning, "skeleton", "no bone has a sphere or a box")],
    );
}

#[test]
fn a_mapping_for_some_geometries_only() {
    finds(
        |model| {
            let center = Vec3::ZERO;
            model.geometries.push(Geometry { bone_mapping: vec![0, 1], lods: model.geometries[0].lods.clone() });
            model.tail.centers.push(center);
        },
        &[(Note, "geometry 0", "no bone mapping, though others have one")],
    );
}
