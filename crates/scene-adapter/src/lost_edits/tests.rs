#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::arithmetic_side_effects)]

use asset_scene::{
    Animation, Array, Camera, Channel, Id, Interpolation, Light, Material, Mesh, Node, Primitive, Property, Scene,
    Transform,
};

use super::*;

/// A room: a box with a plain material and a morph target, a lamp, and a door that is animated.
fn room() -> Scene<'static> {
    let mut scene = Scene::default();
    let material = Some(scene.materials.push(Material::named("wall")));
    let primitives = vec![Primitive { material, ..Primitive::default() }];
    let (morph_names, morph_weights) = (vec!["open".to_owned()], vec![0.0]);
    let mesh = Some(scene.meshes.push(Mesh { primitives, morph_names, morph_weights, ..Mesh::default() }));
    let light = Some(scene.lights.push(Light::default()));
    let camera = Some(scene.cameras.push(Camera::default()));
    let named = |name: &str| Node { name: name.to_owned(), ..Node::default() };
    let room = Some(scene.nodes.push(named("room")));
    scene.nodes.push(Node { mesh, parent: room, ..named("box") });
    scene.nodes.push(Node { light, parent: room, ..named("lamp") });
    scene.nodes.push(Node { camera, parent: room, ..named("eye") });
    add_animation(&mut scene, "open");
    scene
}

fn add_animation(scene: &mut Scene<'static>, name: &str) {
    let times = scene.arrays.push(Array::from_f32s([[0.0]]));
    let values = scene.arrays.push(Array::from_f32s([[0.0; 3]]));
    let (property, interpolation) = (Property::Translation, Interpolation::Linear);
    let channel = Channel { node: Id::new(0), property, interpolation, times, values };
    scene.animations.push(Animation { name: name.to_owned(), channels: vec![channel], source: None });
}

fn node<'s>(scene: &'s mut Scene<'static>, name: &str) -> &'s mut Node {
    scene.nodes.iter_mut().find(|node| node.name == name).unwrap()
}

/// Asserts that an edit of the room is told with these words if the result is as before, and not if it shows the edit.
fn told(words: &[&str], edit: impl Fn(&mut Scene<'static>)) {
    let (before, mut edited) = (room(), room());
    edit(&mut edited);
    let lost = |after: &Scene<'_>| {
        let scenes = [&before, &edited, after];
        let mut lost = lost_edits(scenes, |_| false);
        lost.extend(lost_animations(scenes));
        lost.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(lost(&edited), Vec::<String>::new(), "it is written");
    let lost = lost(&before);
    assert_eq!(lost.len(), words.len(), "{lost:?} instead of {words:?}");
    for (line, word) in lost.iter().zip(words) {
        assert!(line.contains(word), "{line} without {word}");
    }
}

#[test]
fn edits_that_are_lost_are_told() {
    told(&[], |_| ());
    told(&["was hidden"], |scene| node(scene, "box").hidden = true);
    told(&["was hidden, or lost its mesh"], |scene| node(scene, "box").mesh = None);
    told(&["was moved"], |scene| node(scene, "box").transform = Transform::from_translation([0.0, 1.0, 0.0]));
    told(&["another light"], |scene| scene.lights[Id::new(0)].intensity += 1.0);
    told(&["another camera"], |scene| scene.cameras[Id::new(0)].near += 1.0);
    told(&["other morph weights"], |scene| scene.meshes[Id::new(0)].morph_weights[0] = 0.5);
    told(&["a plain material that was edited"], |scene| scene.materials[Id::new(0)].double_sided = true);
    told(&["another material"], |scene| scene.materials[Id::new(0)].name = "brick".into());
    told(&["was removed or renamed"], |scene| node(scene, "lamp").name = "Sun".into());
    told(&["they stay in the file"], |scene| scene.animations = Default::default());
    told(&["is a new animation"], |scene| add_animation(scene, "close"));
    told(&["of 2 meshes the written file shows 1"], |scene| {
        let copy = Node { name: "another".into(), ..node(scene, "box").clone() };
        scene.nodes.push(copy);
    });
}

#[test]
fn what_other_programs_do_is_no_edit() {
    // Numbers of duplicates, other parents, names that were cut off, and a plain material for none.
    told(&[], |scene| node(scene, "box").name = "box.001".into());
    told(&[], |scene| {
        let above = scene.nodes.push(Node { name: "Armature".into(), ..Node::default() });
        node(scene, "box").parent = Some(above);
    });
    told(&[], |scene| scene.meshes[Id::new(0)].primitives[0].material = None);
    let long = "a name that is longer than Blender keeps, by a number of letters".to_owned();
    let mut before = room();
    node(&mut before, "lamp").name = long;
    assert!(lost_edits([&before, &room(), &before], |_| false).is_empty());
}

#[test]
fn of_many_edits_one_finding_counts() {
    let mut before = room();
    let light = node(&mut before, "lamp").light;
    for number in 0..1000 {
        before.nodes.push(Node { name: format!("lamp {number}"), light, ..Node::default() });
    }
    let lost = lost_edits([&before, &room(), &before], |_| false);
    let lines: Vec<String> = lost.iter().map(ToString::to_string).collect();
    assert!(lines.len() == 1 && lines[0].contains("(and 999 more)"), "{lines:?}");
    assert!(lost_edits([&before, &room(), &before], |name| name.starts_with("lamp")).is_empty(), "they are told");
}

#[test]
fn animations_of_models_have_names_of_their_own() {
    let (before, mut edited, mut after) = (room(), room(), room());
    add_animation(&mut edited, "Walk");
    add_animation(&mut after, "Hero_Walk");
    assert!(lost_animations([&before, &edited, &after]).is_empty());
}

#[test]
fn numbers_of_nodes_without_a_name_move_up() {
    let at = |places: &[f32]| {
        let mut scene = Scene::default();
        for (number, x) in places.iter().enumerate() {
            let transform = asset_scene::Transform::from_translation([*x, 0.0, 0.0]);
            scene.nodes.push(Node { name: format!("lamp_{number}"), transform, ..Node::default() });
        }
        scene
    };
    let (before, mut edited) = (at(&[1.0, 2.0]), at(&[1.0, 2.0]));
    edited.retain_nodes(|node| node.index() != 0);
    assert_eq!(lost_edits([&before, &edited, &at(&[2.0])], |_| false).len(), 0);
    assert_eq!(lost_edits([&before, &edited, &before], |_| false).len(), 1);
}
