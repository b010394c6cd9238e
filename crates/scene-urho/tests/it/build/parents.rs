//! Parents that shear, mirror and scale unevenly.

use asset_scene::Id;
use asset_scene::glam::{DVec3, Vec3};
use fuzzkit::scene::by_hand::below_parents;
use fuzzkit::scene::evaluate::corners;
use scene_urho::{CreateModelOptions, Engine, UpAxis, create};

use crate::kit::compare::check_scaled;

#[test]
fn triangles_stand_where_gltf_says() {
    let scenes = below_parents();
    assert_eq!(scenes.len(), 21);
    for (name, scene) in scenes {
        let (plain, same) = (CreateModelOptions::default(), (1.0, UpAxis::Y));
        for (options, units) in [
            (plain.clone(), same),
            (plain.clone().keep_hierarchy(true), same),
            (plain.clone().keep_hierarchy(true), (0.01, UpAxis::Z)),
            (plain.clone().engine(Engine::Rbfx).max_bones(1), same),
        ] {
            assert_eq!(check_scaled(&scene, &options, units).err(), None, "{name}");
        }
    }
}

/// Front faces and normals of rigid meshes, the same as in the scene.
#[test]
fn fronts_and_normals_agree() {
    for (name, scene) in below_parents().into_iter().filter(|(name, _)| name.ends_with("still")) {
        let expected = corners(&scene, None, 0.0);
        let front = (expected[1] - expected[0]).cross(expected[2] - expected[0]);
        // The normal of the triangle in its own space is its front, so it is in the scene, mirrored or not.
        let mirrored = scene.world(Id::new(2)).determinant() < 0.0;
        let front = if mirrored { -front } else { front };
        let front = DVec3::new(-front.x, front.y, front.z).normalize();
        let model = create(&scene, &CreateModelOptions::default()).unwrap().model;
        let buffer = &model.vertex_buffers[0];
        let at = |index: u32| buffer.positions().unwrap().get(index as usize).unwrap();
        let [a, b, c] = model.triangles(&model.geometries[0].lods[0]).next().unwrap();
        // Clockwise in a left-handed space.
        let made: Vec3 = (at(b) - at(a)).cross(at(c) - at(a)).normalize();
        let normal = buffer.normals().unwrap().get(a as usize).unwrap();
        assert!(made.as_dvec3().distance(front) < 1e-4, "{name}: front {made}, expected {front}");
        assert!(normal.distance(made) < 1e-4, "{name}: normal {normal}, front {made}");
    }
}
