//! Scenes fitted to another skeleton.

#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use asset_scene::glam::{DAffine3, DMat4, DQuat, DVec3};
use asset_scene::world::World;
use asset_scene::{
    Animation, Array, Attribute, Channel, Component, Data, Interpolation, Mesh, Node, Primitive, Property, Scene,
    Semantic, Skin, Transform,
};

/// A leg of two bones, `hip` and `knee`, whose axes are rotated by `turns`, with its mesh. The knee bends.
fn leg(above: &[&str], turns: [DQuat; 2]) -> Scene<'static> {
    let mut scene = Scene::default();
    let mut parent = None;
    for name in above {
        parent = Some(scene.nodes.push(Node { name: (*name).into(), parent, ..Node::default() }));
    }
    let places = [DVec3::Y * 2.0, DVec3::new(0.0, 1.0, 0.25)];
    let worlds = [0, 1].map(|bone| DAffine3::from_rotation_translation(turns[bone], places[bone]));
    let locals = [worlds[0], worlds[0].inverse() * worlds[1]];
    let mut joints = Vec::new();
    for (name, local) in ["hip", "knee"].into_iter().zip(locals) {
        let (_, rotation, translation) = local.to_scale_rotation_translation();
        let (translation, rotation) = (translation.as_vec3().to_array(), rotation.as_quat().to_array());
        let transform = Transform::Trs { translation, rotation, scale: [1.0; 3] };
        parent = Some(scene.nodes.push(Node { name: name.into(), parent, transform, ..Node::default() }));
        joints.extend(parent);
    }
    let columns = |matrix: DAffine3| DMat4::from(matrix).as_mat4().to_cols_array();
    let inverse_bind = worlds.iter().map(|world| columns(world.inverse())).collect();
    let skin = scene.skins.push(Skin { joints: joints.clone(), inverse_bind, ..Skin::default() });
    let mut attribute = |semantic, array| Attribute { semantic, array: scene.arrays.push(array) };
    let attributes = vec![
        attribute(Semantic::Position, Array::from_f32s([[0.0f32, 0.0, 0.25], [0.5, 0.5, 0.0], [0.0, 1.5, 0.0]])),
        attribute(Semantic::Joints(0), Array::from_u8x4([[1, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0]], false)),
        attribute(
            Semantic::Weights(0),
            Array::from_f32s([[1.0f32, 0.0, 0.0, 0.0], [1.0, 0.0, 0.0, 0.0], [0.5, 0.5, 0.0, 0.0]]),
        ),
    ];
    let primitives = vec![Primitive { attributes, ..Primitive::default() }];
    let mesh = scene.meshes.push(Mesh { primitives, ..Mesh::default() });
    scene.nodes.push(Node { name: "leg".into(), mesh: Some(mesh), skin: Some(skin), ..Node::default() });
    // The knee bends about a world axis, independent of its own axes.
    let knee = DAffine3::from_translation(places[1]);
    let bent = knee * DAffine3::from_quat(DQuat::from_rotation_x(0.8)) * knee.inverse() * worlds[1];
    let keys = [locals[1], worlds[0].inverse() * bent];
    let keys = keys.map(|local| local.to_scale_rotation_translation().1.as_quat().to_array());
    let times = scene.arrays.push(Array::from_f32s([[0.0f32], [1.0]]));
    let values = scene.arrays.push(Array::from_f32s(keys));
    let (node, property, interpolation) = (joints[1], Property::Rotation, Interpolation::Linear);
    let channels = vec![Channel { node, property, interpolation, times, values }];
    scene.animations.push(Animation { name: "bend".into(), channels, ..Animation::default() });
    scene.check().unwrap();
    scene
}

/// The mesh's vertices at a time.
fn shape(scene: &Scene<'_>, time: f32) -> Vec<[f32; 3]> {
    let pose = scene.sample(scene.animation("bend").unwrap(), time).unwrap();
    let node = scene.node("leg").unwrap();
    let primitive = &scene[scene[node].mesh.unwrap()].primitives[0];
    pose.posed(scene, node, primitive).unwrap().positions.iter().map(asset_scene::glam::Vec3::to_array).collect()
}

fn assert_same(a: &[[f32; 3]], b: &[[f32; 3]], what: &str) {
    let near = a.iter().flatten().zip(b.iter().flatten()).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(near && a.len() == b.len(), "{what}: {a:?} became {b:?}");
}

#[test]
fn axes_and_nodes_above_are_the_originals() {
    let original = leg(&[], [DQuat::IDENTITY, DQuat::from_rotation_z(0.3)]);
    let turned = [DQuat::from_rotation_x(1.1), DQuat::from_rotation_y(-0.7) * DQuat::from_rotation_z(2.0)];
    let mut edited = leg(&["Armature"], turned);
    let times = [0.0, 0.6, 1.0];
    let shapes = times.map(|time| shape(&edited, time));
    let findings = edited.take_skeleton_of(&original).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    edited.check().unwrap();
    for (time, before) in times.into_iter().zip(shapes) {
        assert_same(&before, &shape(&edited, time), "as it was");
        assert_same(&shape(&original, time), &shape(&edited, time), "as the original");
    }
    assert_eq!(edited.node("Armature"), None);
    let places = |scene: &Scene<'_>| {
        let world = World::new(scene);
        ["hip", "knee"].map(|bone| world.world(scene.node(bone).unwrap()))
    };
    for (own, theirs) in places(&edited).into_iter().zip(places(&original)) {
        assert!(own.abs_diff_eq(theirs, 1e-6), "bones stand as in the original");
    }
}

/// A joint with another name below the same parent is the original's, with its new name; one more joint is not.
#[test]
fn renamed_joints_keep_their_places() {
    let original = leg(&[], [DQuat::IDENTITY; 2]);
    let mut edited = leg(&["Armature"], [DQuat::IDENTITY; 2]);
    let knee = edited.node("knee").unwrap();
    edited[knee].name = "Knie".into();
    let shape_before = shape(&edited, 0.6);
    let findings = edited.take_skeleton_of(&original).unwrap();
    edited.check().unwrap();
    let messages: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert!(
        messages[0].contains(r#"other names than in the original: 1, the first is "Knie", which was "knee""#),
        "{messages:?}"
    );
    assert_same(&shape_before, &shape(&edited, 0.6), "as it was");
    let knee = edited.node("Knie").unwrap();
    assert_eq!((edited[knee].parent, edited.node("knee")), (edited.node("hip"), None));
    let joints = &edited.skins.iter().next().unwrap().joints;
    assert_eq!((joints.len(), joints[1]), (2, knee));
    // Where names can't change, it is the original's joint under its old name.
    let mut edited = leg(&["Armature"], [DQuat::IDENTITY; 2]);
    let knee = edited.node("knee").unwrap();
    edited[knee].name = "Knie".into();
    edited.take_skeleton_and_names_of(&original).unwrap();
    assert_eq!((edited.node("Knie"), edited[edited.node("knee").unwrap()].parent), (None, edited.node("hip")));
    // A second unknown joint beside it: neither is the original's for sure.
    let mut edited = leg(&["Armature"], [DQuat::IDENTITY; 2]);
    let (hip, knee) = (edited.node("hip"), edited.node("knee").unwrap());
    edited[knee].name = "Knie".into();
    let other = edited.nodes.push(Node { name: "other".into(), parent: hip, ..Node::default() });
    let skin = edited.skins.iter_mut().next().unwrap();
    skin.joints.push(other);
    skin.inverse_bind.push(skin.inverse_bind[1]);
    let findings = edited.take_skeleton_of(&original).unwrap();
    let messages: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(messages[0].contains("hasn't got are kept: 1") && messages[1].contains("are added: 2"), "{messages:?}");
    assert!(edited.node("knee").is_some());
}

#[test]
fn what_stands_elsewhere_is_told() {
    let original = leg(&[], [DQuat::IDENTITY; 2]);
    let mut edited = leg(&["Armature"], [DQuat::IDENTITY; 2]);
    let knee = edited.node("knee").unwrap();
    let moved = DAffine3::from_translation(DVec3::new(0.0, -1.4, -0.25));
    let moved = DMat4::from(moved).as_mat4().to_cols_array();
    edited[knee].transform = Transform::from_translation([0.0, -0.6, 0.25]);
    let toe = edited.nodes.push(Node { name: "toe".into(), parent: Some(knee), ..Node::default() });
    let skin = edited.skins.iter_mut().next().unwrap();
    skin.inverse_bind[1] = moved;
    skin.joints.push(toe);
    skin.inverse_bind.push(moved);
    edited.check().unwrap();
    let findings = edited.take_skeleton_of(&original).unwrap();
    edited.check().unwrap();
    let messages: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    assert!(
        messages[0].contains("bones that the original hasn't got are added: 1, the first is \"toe\""),
        "{messages:?}"
    );
    let elsewhere = "bones with another position than in the original: 1, the farthest is \"knee\", by 0.4";
    assert!(messages[1].contains(elsewhere), "{messages:?}");
    let (toe, knee) = (edited.node("toe").unwrap(), edited.node("knee").unwrap());
    assert_eq!(edited[toe].parent, Some(knee));
}

/// The last key of sparse times is a stored row, or an omitted zero.
#[test]
fn sparse_times_have_a_duration() {
    let mut scene = leg(&[], [DQuat::IDENTITY; 2]);
    for (rows, duration) in [(vec![0, 2], 5.0), (vec![0, 1], 0.0)] {
        let values = [1.0_f32, 5.0].map(f32::to_le_bytes).concat();
        let data = Data::Sparse { rows, values: values.into() };
        let times = Array { component: Component::F32, width: 1, normalized: false, count: 3, data };
        let times = scene.arrays.push(times);
        let animation = scene.animation("bend").unwrap();
        scene.animations[animation].channels[0].times = times;
        assert_eq!(scene.duration(animation), Some(duration));
    }
}
