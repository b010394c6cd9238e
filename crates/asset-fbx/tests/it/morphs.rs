//! Morph targets.

use asset_fbx::asset_scene::{Data, Property, Semantic};
use asset_fbx::kinds;

use crate::support::{SECOND, array, assert_near, count, fbx, model, oo, op, read, square};

fn shape(id: u32, vertices: &[u32], offsets: &[f64]) -> String {
    format!(
        "Geometry: {id}, \"Geometry::\", \"Shape\" {{\n\tVersion: 100\n\tIndexes: {}\n\tVertices: {}\n}}\n",
        array(vertices),
        array(offsets)
    )
}

fn channel(id: u32, name: &str, percent: f64, full: &[f64]) -> String {
    format!(
        "Deformer: {id}, \"SubDeformer::{name}\", \"BlendShapeChannel\" {{\n\tVersion: 100\n\tDeformPercent: {percent}\n\tFullWeights: {}\n\tProperties70: {{\n\t\tP: \"DeformPercent\", \"Number\", \"\", \"A\",{percent}\n\t}}\n}}\n",
        array(full)
    )
}

/// A square with a shape that raises its first vertex, complete at 100, and one between that raises it higher, complete at 50.
fn face(extra: &str, connections: &str) -> String {
    let objects = [
        square(1, ""),
        model(2, "Face", "Mesh", ""),
        "Deformer: 3, \"Deformer::\", \"BlendShape\" {\n\tVersion: 100\n}\n".to_owned(),
        channel(4, "blendShape1.smile", 25.0, &[50.0, 100.0]),
        shape(5, &[0], &[0.0, 0.0, 4.0]),
        shape(6, &[0], &[0.0, 0.0, 1.0]),
        extra.to_owned(),
    ];
    let own = [oo(1, 2), oo(2, 0), oo(3, 1), oo(4, 3), oo(5, 4), oo(6, 4)];
    fbx(&objects.concat(), &format!("{}{connections}", own.concat()))
}

#[test]
fn shapes_between_are_targets() {
    let (scene, findings) = read(&face("", ""));
    let mesh = scene.meshes.first().unwrap();
    assert_eq!(mesh.morph_names, ["smile 50%", "smile"]);
    assert_near(&mesh.morph_weights, &[0.5, 0.0]);
    assert_eq!(count(&findings, kinds::MORPHS_BETWEEN), 1);
    let primitive = &mesh.primitives[0];
    let array = &scene[primitive.target_attribute(0, &Semantic::Position).unwrap()];
    assert!(matches!(&array.data, Data::Sparse { rows, .. } if rows.len() == 1), "one vertex moves");
    let node = scene.node("Face").unwrap();
    let posed = scene.rest_pose().unwrap().posed(&scene, node, primitive).unwrap();
    let highest = posed.positions.iter().map(|position| position.z).fold(0.0, f32::max);
    assert_near(&[highest], &[2.0]);
}

#[test]
fn weights_bend_where_a_shape_is_complete() {
    let curve = format!(
        "AnimationStack: 20, \"AnimStack::Take\", \"\" {{\n}}\nAnimationLayer: 21, \"AnimLayer::L\", \"\" {{\n}}\nAnimationCurveNode: 22, \"AnimCurveNode::DeformPercent\", \"\" {{\n\tProperties70: {{\n\t\tP: \"d|DeformPercent\", \"Number\", \"\", \"A\",0\n\t}}\n}}\nAnimationCurve: 23, \"AnimCurve::\", \"\" {{\n\tDefault: 0\n\tKeyVer: 4008\n\tKeyTime: {}\n\tKeyValueFloat: {}\n\tKeyAttrFlags: {}\n\tKeyAttrDataFloat: {}\n\tKeyAttrRefCount: {}\n}}\n",
        array(&[0, SECOND]),
        array(&[0.0, 100.0]),
        array(&[4]),
        array(&[0, 0, 0, 0]),
        array(&[2])
    );
    let connections = [oo(21, 20), oo(22, 21), op(22, 4, "DeformPercent"), op(23, 22, "d|DeformPercent")].concat();
    let (scene, _) = read(&face(&curve, &connections));
    let animation = scene.animations.first().unwrap();
    let channel = animation.channels.iter().find(|channel| channel.property == Property::MorphWeights).unwrap();
    let times: Vec<f32> = scene[channel.times].rows::<1>().unwrap().map(|[time]| time).collect();
    let values: Vec<f32> = scene[channel.values].rows::<1>().unwrap().map(|[value]| value).collect();
    assert_near(&times, &[0.0, 0.5, 1.0]);
    assert_near(&values, &[0.0, 0.0, 1.0, 0.0, 0.0, 1.0]);
}
