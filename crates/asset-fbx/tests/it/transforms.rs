//! Transforms of nodes.

use asset_fbx::asset_scene::Id;
use asset_fbx::asset_scene::glam::DVec3;
use asset_fbx::asset_scene::world::World;
use asset_fbx::kinds;

use crate::support::{assert_near, count, fbx, model, oo, positions, read, square, vector};

#[test]
fn rotations_and_pivots_are_composed() {
    let properties = [
        vector("Lcl Translation", "Lcl Translation", [1.0, 0.0, 0.0]),
        vector("Lcl Rotation", "Lcl Rotation", [0.0, 0.0, 90.0]),
        vector("PreRotation", "Vector3D", [90.0, 0.0, 0.0]),
        vector("RotationPivot", "Vector3D", [0.0, 1.0, 0.0]),
        "P: \"RotationActive\", \"bool\", \"\", \"\",1\n".to_owned(),
    ];
    let (scene, findings) = read(&fbx(&model(2, "Door", "Null", &properties.concat()), &oo(2, 0)));
    assert_eq!(count(&findings, kinds::PIVOTS_BAKED), 1);
    let world = World::new(&scene).world(scene.node("Door").unwrap());
    // T · pivot · pre-rotation · rotation · pivot⁻¹: the pivot itself only moves.
    assert_near(&world.transform_point3(DVec3::Y).as_vec3().to_array(), &[1.0, 1.0, 0.0]);
    // X turns to Y, and then to Z.
    assert_near(&world.transform_vector3(DVec3::X).as_vec3().to_array(), &[0.0, 0.0, 1.0]);
}

#[test]
fn geometry_transforms_move_vertices_alone() {
    let properties = vector("GeometricTranslation", "Vector3D", [0.0, 5.0, 0.0]);
    let objects = [square(1, ""), model(2, "Door", "Mesh", &properties), model(3, "Handle", "Null", "")];
    let (scene, findings) = read(&fbx(&objects.concat(), &[oo(1, 2), oo(2, 0), oo(3, 2)].concat()));
    assert_eq!(count(&findings, kinds::GEOMETRY_TRANSFORM), 0);
    assert!(positions(&scene, Id::new(0)).contains(&[1.0, 6.0, 0.0]));
    assert_eq!(World::new(&scene).world(scene.node("Handle").unwrap()).translation, DVec3::ZERO);
}

#[test]
fn geometry_transforms_of_shared_geometry_are_nodes() {
    let properties = vector("GeometricTranslation", "Vector3D", [0.0, 5.0, 0.0]);
    let objects = [
        square(1, ""),
        model(2, "Door", "Mesh", &properties),
        model(3, "Gate", "Mesh", ""),
        model(4, "Handle", "Null", ""),
    ];
    let (scene, findings) = read(&fbx(&objects.concat(), &[oo(1, 2), oo(2, 0), oo(1, 3), oo(3, 0), oo(4, 2)].concat()));
    assert_eq!((count(&findings, kinds::GEOMETRY_TRANSFORM), scene.meshes.len()), (1, 1));
    let helper = scene.node("Door geometry").unwrap();
    let world = World::new(&scene);
    assert_eq!((scene[helper].parent, scene[helper].mesh), (scene.node("Door"), Some(Id::new(0))));
    assert_near(&world.world(helper).translation.as_vec3().to_array(), &[0.0, 5.0, 0.0]);
    assert_eq!(world.world(scene.node("Handle").unwrap()).translation, DVec3::ZERO);
    assert_eq!(world.world(scene.node("Gate").unwrap()).translation, DVec3::ZERO);
}

/// A child that ignores the scale of its parent, as joints of Maya do.
#[test]
fn scales_that_arent_inherited_have_no_effect() {
    let parent = vector("Lcl Scaling", "Lcl Scaling", [2.0, 2.0, 2.0]);
    let child = [
        "P: \"InheritType\", \"enum\", \"\", \"\",2\n".to_owned(),
        vector("Lcl Translation", "Lcl Translation", [1.0, 0.0, 0.0]),
    ];
    let objects = [model(2, "Hip", "LimbNode", &parent), model(3, "Knee", "LimbNode", &child.concat())].concat();
    let (scene, findings) = read(&fbx(&objects, &[oo(2, 0), oo(3, 2)].concat()));
    assert_eq!(count(&findings, kinds::SCALE_INHERITANCE), 1);
    let world = World::new(&scene).world(scene.node("Knee").unwrap());
    assert_near(&world.translation.as_vec3().to_array(), &[2.0, 0.0, 0.0]);
    assert_near(&world.transform_vector3(DVec3::X).as_vec3().to_array(), &[1.0, 0.0, 0.0]);
}

#[test]
fn numbers_that_arent_finite_become_zero() {
    // Finite with 64 bits.
    let properties = "P: \"Lcl Translation\", \"Lcl Translation\", \"\", \"A\",1e39,1,2\n";
    let (scene, findings) = read(&fbx(&model(2, "Door", "Null", properties), &oo(2, 0)));
    assert_eq!(count(&findings, kinds::NOT_FINITE), 1);
    let translation = scene[scene.node("Door").unwrap()].transform.split().first.translation;
    assert_near(&translation.as_vec3().to_array(), &[0.0, 1.0, 2.0]);
}
