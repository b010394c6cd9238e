//! Skins.

use asset_fbx::asset_scene::{Id, Semantic};
use asset_fbx::kinds;

use crate::support::{array, assert_near, count, fbx, model, oo, read, square, vector};

/// A matrix that moves along X.
fn moved(x: f64) -> String {
    array(&[1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, x, 0.0, 0.0, 1.0])
}

fn cluster(id: u32, vertices: &[u32], weights: &[f64], (transform, link): (f64, f64)) -> String {
    format!(
        "Deformer: {id}, \"SubDeformer::\", \"Cluster\" {{\n\tVersion: 100\n\tIndexes: {}\n\tWeights: {}\n\tTransform: {}\n\tTransformLink: {}\n}}\n",
        array(vertices),
        array(weights),
        moved(transform),
        moved(link)
    )
}

/// A square with `bones` bones that all hold its first vertex; the last vertex has none. The bones were bound at x = 1 and now are at x = 3.
fn skinned(bones: u32, kind: &str) -> String {
    let mut objects = vec![
        square(1, ""),
        model(2, "Cloth", "Mesh", ""),
        format!(
            "Deformer: 3, \"Deformer::Skin\", \"Skin\" {{\n\tVersion: 101\n\tLink_DeformAcuracy: 50\n\tSkinningType: \"{kind}\"\n}}\n"
        ),
    ];
    let mut connections = vec![oo(1, 2), oo(2, 0), oo(3, 1)];
    for bone in 0..bones {
        let (model_id, cluster_id) = (10 + bone, 100 + bone);
        let name = format!("bone{bone}");
        objects.push(model(
            model_id,
            &name,
            "LimbNode",
            &vector("Lcl Translation", "Lcl Translation", [3.0, 0.0, 0.0]),
        ));
        let weight = 1.0 / f64::from(bones) + f64::from(bones - bone) * 1e-6;
        objects.push(cluster(cluster_id, &[0, 1, 2], &[weight; 3], (-1.0, 1.0)));
        connections.extend([oo(model_id, 0), oo(cluster_id, 3), oo(model_id, cluster_id)]);
    }
    fbx(&objects.concat(), &connections.concat())
}

#[test]
fn bones_move_vertices() {
    let (scene, findings) = read(&skinned(1, "Linear"));
    let node = scene.node("Cloth").unwrap();
    let skin = &scene[scene[node].skin.unwrap()];
    // The vertex without bones follows the node of the mesh.
    assert_eq!(skin.joints, [scene.node("bone0").unwrap(), node]);
    assert_eq!(count(&findings, kinds::VERTICES_WITHOUT_BONES), 1);
    let pose = scene.rest_pose().unwrap();
    let primitive = &scene.meshes.first().unwrap().primitives[0];
    let posed = pose.posed(&scene, node, primitive).unwrap();
    let rest: Vec<[f32; 3]> = primitive.positions(&scene).unwrap().collect();
    let mut moved = 0;
    for (before, after) in rest.iter().zip(&posed.positions) {
        let is_free = *before == [0.0, 1.0, 0.0];
        moved += usize::from(!is_free);
        assert_near(&after.to_array(), &[before[0] + if is_free { 0.0 } else { 2.0 }, before[1], before[2]]);
    }
    assert_eq!((moved, rest.len()), (3, 4));
}

#[test]
fn more_than_four_bones_are_further_sets() {
    let (scene, findings) = read(&skinned(6, "Linear"));
    let primitive = &scene.meshes.first().unwrap().primitives[0];
    assert_eq!((primitive.sets(Semantic::Joints), primitive.sets(Semantic::Weights)), (2, 2));
    assert_eq!(count(&findings, kinds::INFLUENCES_LEFT_OUT), 0);
    let weights = |set: u32| scene[primitive.attribute(&Semantic::Weights(set)).unwrap()].to_f32s::<4>().unwrap();
    for (first, second) in weights(0).iter().zip(weights(1)) {
        assert_near(&[first.iter().chain(&second).sum::<f32>()], &[1.0]);
    }
    let (scene, findings) = read(&skinned(20, "Linear"));
    assert_eq!(scene.meshes.first().unwrap().primitives[0].sets(Semantic::Joints), 4);
    assert_eq!(count(&findings, kinds::INFLUENCES_LEFT_OUT), 1);
}

#[test]
fn dual_quaternions_are_told() {
    let (_, findings) = read(&skinned(1, "DualQuaternion"));
    assert_eq!(count(&findings, kinds::SKINNING_METHOD), 1);
    assert_eq!(count(&read(&skinned(1, "Linear")).1, kinds::SKINNING_METHOD), 0);
}

#[test]
fn instances_of_a_skinned_mesh_are_told() {
    let file = skinned(1, "Linear");
    let again = model(90, "Copy", "Mesh", "");
    let file = file.replace("Objects:  {\n", &format!("Objects:  {{\n{again}"));
    let file = file.replace("Connections:  {\n", &format!("Connections:  {{\n{}{}", oo(1, 90), oo(90, 0)));
    let (scene, findings) = read(&file);
    assert_eq!(count(&findings, kinds::SKIN_INSTANCES), 1);
    assert_eq!((scene.meshes.len(), scene.skins.len()), (1, 2), "each follows its own node where there is no bone");
    assert_eq!(scene.skins.ids().next(), Some(Id::new(0)));
}
