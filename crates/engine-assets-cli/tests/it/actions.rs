//! One action that moves several meshes and nodes stays one.

use crate::common;

use std::path::Path;

use common::{folder, path, run, stderr, text};
use engine_assets::asset_gltf::{WriteOptions, write_glb};
use engine_assets::asset_scene::{
    Animation, Array, Attribute, Channel, Component, Id, Interpolation, Mesh, Node, Primitive, Property, Scene,
    Semantic, Skin, Transform,
};

/// Adds a triangle that these joints move.
fn mesh(scene: &mut Scene<'_>, name: &str, joints: &[usize]) {
    let positions = scene.arrays.push(Array::from_f32s([[0.0, 0.0, 0.0], [0.1, 1.0, 0.0], [-0.1, 1.0, 0.0]]));
    let mut attributes = vec![Attribute { semantic: Semantic::Position, array: positions }];
    let mut skin = None;
    if let Some(last) = joints.len().checked_sub(1) {
        let bound = scene.arrays.push(Array::from_u8x4([[0, last as u8, 0, 0]; 3], false));
        let share = if last == 0 { [1.0_f32, 0.0, 0.0, 0.0] } else { [0.5, 0.5, 0.0, 0.0] };
        let weights = scene.arrays.push(Array::from_f32s([share; 3]));
        attributes.push(Attribute { semantic: Semantic::Joints(0), array: bound });
        attributes.push(Attribute { semantic: Semantic::Weights(0), array: weights });
        let joints: Vec<Id<Node>> = joints.iter().map(|joint| Id::new(*joint)).collect();
        // Each bone is a metre above the one below it.
        let bind = |joint: &Id<Node>| Transform::from_translation([0.0, 1.0 - joint.index() as f32, 0.0]).to_mat4();
        let inverse_bind = joints.iter().map(|joint| bind(joint).to_cols_array()).collect();
        skin = Some(scene.skins.push(Skin { joints, inverse_bind, ..Skin::default() }));
    }
    let primitives = vec![Primitive { attributes, ..Primitive::default() }];
    let mesh = Some(scene.meshes.push(Mesh { name: name.into(), primitives, ..Mesh::default() }));
    scene.nodes.push(Node { name: name.into(), mesh, skin, ..Node::default() });
}

/// A body, a coat with one of its bones and a bone of its own, a sword that has no bones, and two actions that move all of them.
pub(crate) fn figure() -> Scene<'static> {
    let mut scene = Scene { name: "Act".into(), ..Scene::default() };
    for (place, name) in ["Armature", "Root", "Arm", "Hem"].into_iter().enumerate() {
        let transform = Transform::from_translation([0.0, if place > 1 { 1.0 } else { 0.0 }, 0.0]);
        let parent = place.checked_sub(1).map(Id::new);
        scene.nodes.push(Node { name: name.into(), parent, transform, ..Node::default() });
    }
    mesh(&mut scene, "Body", &[1, 2]);
    mesh(&mut scene, "Coat", &[2, 3]);
    mesh(&mut scene, "Sword", &[]);
    for name in ["Wave", "Bow"] {
        let times =
            [1.0, 0.5].map(|end| scene.arrays.push(Array::from_f32s([0.0, 0.5, 1.0].map(|share| [share * end]))));
        let turns = [0.0_f32, 0.6, 0.0].into_iter().flat_map(|x| [x, 0.0, 0.0, (1.0 - x * x).sqrt()]);
        let turns: Vec<u8> = turns.flat_map(f32::to_le_bytes).collect();
        let turns = scene.arrays.push(Array::from_bytes(Component::F32, 4, turns));
        let way = scene.arrays.push(Array::from_f32s([[0.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 3.0, 0.0]]));
        let channel = |node: usize, property, times, values| Channel {
            node: Id::new(node),
            property,
            interpolation: Interpolation::Linear,
            times,
            values,
        };
        let mut channels: Vec<Channel> =
            (1..4).map(|bone| channel(bone, Property::Rotation, times[0], turns)).collect();
        // The sword stops earlier than the body.
        channels.push(channel(6, Property::Translation, times[1], way));
        scene.animations.push(Animation { name: name.into(), channels, source: None });
    }
    scene
}

pub(crate) fn write(scene: &Scene<'_>, file: &Path) {
    std::fs::write(file, write_glb(scene, &WriteOptions::default()).expect("a file").0).expect("a file");
}

fn converted(input: &Path, output: &Path, engine: &str) -> String {
    let result = run(&["convert", "--force", "--engine", engine, text(input), "-o", text(output)]);
    assert_eq!(result.status.code(), Some(0), "{}", stderr(&result));
    stderr(&result)
}

fn scene(file: &Path) -> Scene<'static> {
    let Some(gltf) =
        engine_assets::open(file).ok().and_then(|asset| asset.into_owned().downcast::<engine_assets::GltfDocument>())
    else {
        panic!("a glb")
    };
    gltf.scene
}

fn animation(file: &Path) -> engine_assets::urho_ani::Animation<'static> {
    let bytes = std::fs::read(file).expect("a file");
    engine_assets::urho_ani::Animation::parse(&bytes).expect("an animation").into_owned()
}

#[test]
fn meshes_on_one_skeleton_share_their_animations() {
    for engine in ["urho3d", "rbfx"] {
        let folder = folder(&[]);
        let [input, level, back] = ["in.glb", "Scenes/Act.xml", "back.glb"].map(|name| path(&folder, name));
        write(&figure(), &input);
        converted(&input, &level, engine);
        let before = common::files(folder.path());
        let names: Vec<&str> = before.keys().map(String::as_str).filter(|name| name.ends_with(".ani")).collect();
        let expected = ["Models/Body_Bow.ani", "Models/Body_Wave.ani", "Models/Bow.ani", "Models/Wave.ani"];
        assert_eq!(names, expected, "one for the skeleton, and one for the other nodes");
        let wave = animation(&path(&folder, "Models/Body_Wave.ani"));
        let tracks: Vec<String> = wave.tracks.iter().map(|track| track.name.to_string()).collect();
        assert_eq!(tracks, ["Root", "Arm", "Hem"], "{engine}");
        // Parts that repeat have one length.
        assert_eq!((wave.length, animation(&path(&folder, "Models/Wave.ani")).length), (1.0, 1.0));
        let Some(document) = engine_assets::open(&level)
            .ok()
            .and_then(|asset| asset.into_owned().downcast::<engine_assets::urho_scene::Document<'static>>())
        else {
            panic!("a scene")
        };
        let count = |class| document.scene().nodes.iter().map(|node| node.components_of(class).count()).sum::<usize>();
        assert_eq!((count("AnimatedModel"), count("AnimationController")), (2, 2), "a controller for each file");
        // The first model has the bones of all, so that the engine finds them.
        let Some(model) = engine_assets::open(path(&folder, "Models/Body.mdl"))
            .ok()
            .and_then(|asset| asset.into_owned().downcast::<engine_assets::urho_mdl::Model<'static>>())
        else {
            panic!("a model")
        };
        let bones: Vec<String> = model.skeleton.bones.iter().map(|bone| bone.name.to_string()).collect();
        assert_eq!(bones, ["Root", "Arm", "Hem"]);

        let said = converted(&level, &back, engine);
        assert!(!said.contains("warning"), "{said}");
        let shown = scene(&back);
        let actions: Vec<(&str, usize)> =
            shown.animations.iter().map(|own| (own.name.as_str(), own.channels.len())).collect();
        assert_eq!(actions, [("Wave", 4), ("Bow", 4)], "each is one action again");
        converted(&back, &level, engine);
        let after = common::files(folder.path());
        assert!(before.iter().all(|(name, bytes)| after.get(name) == Some(bytes)), "nothing was edited");
    }
}

#[test]
fn edits_of_an_action_are_written_to_its_files() {
    let folder = folder(&[]);
    let [input, level, back] = ["in.glb", "Scenes/Act.xml", "back.glb"].map(|name| path(&folder, name));
    write(&figure(), &input);
    converted(&input, &level, "urho3d");
    converted(&level, &back, "urho3d");
    let before = common::files(folder.path());
    let mut edited = scene(&back);
    let sword = edited.node("Sword").expect("the sword");
    let wave = edited.animation("Wave").expect("the action");
    let channel = *edited[wave].channels.iter().find(|channel| channel.node == sword).expect("its channel");
    edited.arrays[channel.values] = Array::from_f32s(vec![[0.0, 0.0, 0.0]; edited[channel.values].count]);
    write(&edited, &back);
    let said = converted(&back, &level, "urho3d");
    let after = common::files(folder.path());
    let changed: Vec<&str> = before
        .iter()
        .filter(|(name, bytes)| after.get(*name) != Some(*bytes) && *name != "back.glb")
        .map(|(name, _)| name.as_str())
        .collect();
    assert_eq!(changed, ["Models/Wave.ani"], "{said}");
}

/// Animations of other characters that happen to have equal names stay apart.
#[test]
fn actions_of_other_lengths_stay_apart() {
    let folder = folder(&[]);
    let [input, level, back] = ["in.glb", "Scenes/Act.xml", "back.glb"].map(|name| path(&folder, name));
    write(&figure(), &input);
    converted(&input, &level, "urho3d");
    let file = path(&folder, "Models/Wave.ani");
    let mut clip = animation(&file);
    clip.length = 2.0;
    std::fs::write(&file, clip.to_bytes().expect("bytes")).expect("a file");
    converted(&level, &back, "urho3d");
    let names: Vec<String> = scene(&back).animations.iter().map(|own| own.name.clone()).collect();
    assert_eq!(names, ["Wave", "Bow", "Body_Wave"]);
}

/// A mesh that shows nothing gets no model, and doesn't take the animations of its skeleton with it.
#[test]
fn an_empty_mesh_leaves_animations_to_the_next() {
    let folder = folder(&[]);
    let [input, level] = ["in.glb", "Scenes/Act.xml"].map(|name| path(&folder, name));
    let mut scene = figure();
    let body = scene.nodes[scene.node("Body").expect("the body")].mesh.expect("its mesh");
    scene.meshes[body].primitives.clear();
    write(&scene, &input);
    converted(&input, &level, "urho3d");
    let files = common::files(folder.path());
    let names: Vec<&str> = files.keys().map(String::as_str).filter(|name| name.ends_with(".ani")).collect();
    assert_eq!(names, ["Models/Bow.ani", "Models/Coat_Bow.ani", "Models/Coat_Wave.ani", "Models/Wave.ani"]);
}
