//! Changes of animations by `convert`.

use crate::common;

use common::{folder, path, run, stderr, stdout, text};
use engine_assets::Asset;
use engine_assets::asset_gltf::{WriteOptions, write_glb};
use engine_assets::asset_scene::{
    Animation, Array, Attribute, Channel, Component, Interpolation, Mesh, Node, Player, Primitive, Property, Scene,
    Semantic, Skin, Transform,
};

/// Bones of a figure with the names of Mixamo, and of Biped: the parent, and the place.
const BONES: [(&str, &str, usize, [f32; 3]); 9] = [
    ("Hips", "Bip01_Pelvis", 0, [0.0, 1.0, 0.0]),
    ("Spine", "Bip01_Spine", 0, [0.0, 0.1, 0.0]),
    ("Head", "Bip01_Head", 1, [0.0, 0.5, 0.0]),
    ("LeftUpLeg", "Bip01_L_Thigh", 0, [0.1, -0.05, 0.0]),
    ("LeftLeg", "Bip01_L_Calf", 3, [0.0, -0.45, 0.0]),
    ("LeftFoot", "Bip01_L_Foot", 4, [0.0, -0.4, 0.0]),
    ("RightUpLeg", "Bip01_R_Thigh", 0, [-0.1, -0.05, 0.0]),
    ("RightLeg", "Bip01_R_Calf", 6, [0.0, -0.45, 0.0]),
    ("RightFoot", "Bip01_R_Foot", 7, [0.0, -0.4, 0.0]),
];

/// A triangle on the bones of a figure of this size. `walks` is the length of each animation that moves the hips and lifts a leg.
fn figure(biped: bool, size: f32, walks: &[(&str, f32)]) -> Vec<u8> {
    let mut scene = Scene { name: "Figure".into(), ..Scene::default() };
    for (number, (mixamo, bip, parent, place)) in BONES.into_iter().enumerate() {
        let name = if biped { bip } else { mixamo };
        let parent = (number > 0).then(|| engine_assets::asset_scene::Id::new(parent));
        let transform = Transform::from_translation(place.map(|axis| axis * size));
        scene.nodes.push(Node { name: name.into(), parent, transform, ..Node::default() });
    }
    let joints: Vec<_> = scene.nodes.ids().collect();
    let positions = scene.arrays.push(Array::from_f32s([[0.0, 0.0, 0.0], [0.1, 1.0, 0.0], [-0.1, 1.0, 0.0]]));
    let bound = scene.arrays.push(Array::from_u8x4([[0, 1, 2, 0], [3, 4, 5, 0], [6, 7, 8, 0]], false));
    let weights = scene.arrays.push(Array::from_f32s([[0.5_f32, 0.25, 0.25, 0.0]; 3]));
    let attributes = [(Semantic::Position, positions), (Semantic::Joints(0), bound), (Semantic::Weights(0), weights)];
    let attributes = attributes.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
    let primitives = vec![Primitive { attributes, ..Primitive::default() }];
    let mesh = scene.meshes.push(Mesh { name: "Figure".into(), primitives, ..Mesh::default() });
    let world = |mut bone: usize| {
        let mut place = [0.0_f32; 3];
        loop {
            place.iter_mut().zip(BONES[bone].3).for_each(|(sum, axis)| *sum -= axis * size);
            if bone == 0 {
                break;
            }
            bone = BONES[bone].2;
        }
        Transform::from_translation(place).to_mat4().to_cols_array()
    };
    let inverse_bind = (0..BONES.len()).map(world).collect();
    let skin = scene.skins.push(Skin { joints: joints.clone(), inverse_bind, ..Skin::default() });
    scene.nodes.push(Node { name: "Figure".into(), mesh: Some(mesh), skin: Some(skin), ..Node::default() });
    for (name, length) in walks {
        let times = scene.arrays.push(Array::from_f32s([0.0, 0.5, 1.0].map(|share| [share * length])));
        let way = [0.0, 1.0, 2.0].map(|way| [0.0, size, way * size]);
        let way = scene.arrays.push(Array::from_f32s(way));
        let turns: Vec<u8> = [0.0_f32, 0.3, 0.0]
            .into_iter()
            .flat_map(|x| [x, 0.0, 0.0, (1.0 - x * x).sqrt()])
            .flat_map(f32::to_le_bytes)
            .collect();
        let turns = scene.arrays.push(Array::from_bytes(Component::F32, 4, turns));
        let interpolation = Interpolation::Linear;
        let channels = vec![
            Channel { node: joints[0], property: Property::Translation, interpolation, times, values: way },
            Channel { node: joints[3], property: Property::Rotation, interpolation, times, values: turns },
        ];
        scene.animations.push(Animation { name: (*name).into(), channels, source: None });
    }
    write_glb(&scene, &WriteOptions::default()).expect("a file").0
}

/// Converts, and returns the scene and the messages.
fn converted(folder: &tempfile::TempDir, arguments: &[&str]) -> (Scene<'static>, String) {
    let output = path(folder, "out.glb");
    let input = path(folder, "in.glb");
    let all = [&["convert", "--force", text(&input), "-o", text(&output)], arguments].concat();
    let result = run(&all);
    let said = stderr(&result);
    assert_eq!(result.status.code(), Some(0), "{said}");
    let bytes = std::fs::read(&output).expect("a file");
    let asset = Asset::parse(&bytes, None).expect("glTF");
    let (scene, _) = asset.to_scene("out").expect("a scene");
    (scene.into_owned(), said)
}

fn lengths(scene: &Scene<'_>) -> Vec<(String, f32)> {
    let all = scene.animations.enumerate();
    all.map(|(id, own)| (own.name.clone(), scene.duration(id).expect("a duration"))).collect()
}

#[test]
fn a_take_is_cut_into_clips_and_joined() {
    let folder = folder(&[("in.glb", &figure(false, 1.0, &[("Take", 2.0)]))]);
    let (scene, said) = converted(&folder, &["--clip", "A=0..0.75", "--clip", "B=1.5..2"]);
    assert_eq!(lengths(&scene), [("A".into(), 0.75), ("B".into(), 0.5)]);
    assert!(said.contains("keys that are in no clip are left out: 2"), "{said}");
    // Clips that overlap don't hide what is in none.
    let (_, said) = converted(&folder, &["--clip", "A=0..0.75", "--clip", "B=0..0.75", "--clip", "C=0.25..0.5"]);
    assert!(said.contains("keys that are in no clip are left out: 4"), "{said}");
    let (scene, _) = converted(&folder, &["--clip", "A=0..1", "--clip", "B=1..2", "--merge", "Whole"]);
    assert_eq!(lengths(&scene), [("Whole".into(), 2.0)]);
    let hips = scene.node("Hips").expect("the hips");
    let player = Player::new(&scene, scene.animation("Whole").expect("the clip")).expect("a player");
    let way = [0.0, 0.5, 1.0, 1.5, 2.0].map(|time| player.sample(time).world(hips).w_axis.z);
    assert!(way.iter().zip([0.0, 0.5, 1.0, 1.5, 2.0]).all(|(is, was)| (is - was).abs() < 1e-5), "{way:?}");
}

#[test]
fn speed_direction_and_rate_change() {
    let folder = folder(&[("in.glb", &figure(false, 1.0, &[("Take", 2.0)]))]);
    let (scene, _) = converted(&folder, &["--speed", "2", "--reverse", "--fps", "10"]);
    assert_eq!(lengths(&scene), [("Take".into(), 1.0)]);
    let hips = scene.node("Hips").expect("the hips");
    let player = Player::new(&scene, scene.animation("Take").expect("the clip")).expect("a player");
    assert!((player.sample(0.25).world(hips).w_axis.z - 1.5).abs() < 1e-5);
    assert_eq!(scene[scene.animations[engine_assets::asset_scene::Id::new(0)].channels[0].times].count, 11);
    let shown = stdout(&run(&["inspect", text(&path(&folder, "out.glb"))]));
    let expected = "    name  length (s)  keys  fps  loop gap (°, m, share)  root speed (m/s)  jumps  foot slide (m)
    Take           1    22   30  [0, 0, 0]                              2      0               0
";
    assert!(shown.contains(expected), "{shown}");
}

#[test]
fn figures_play_in_place_and_loop() {
    let folder = folder(&[("in.glb", &figure(false, 1.0, &[("Take", 2.0)]))]);
    let (scene, said) = converted(&folder, &["--in-place", "--loop", "5"]);
    assert!(said.contains("is removed: 2.000 m") && said.contains("5 frames"), "{said}");
    let hips = scene.node("Hips").expect("the hips");
    let player = Player::new(&scene, scene.animation("Take").expect("the clip")).expect("a player");
    assert!([0.0, 0.7, 2.0].iter().all(|time| player.sample(*time).world(hips).w_axis.z.abs() < 1e-5));
    // What goes up isn't the way over the ground: it is closed too.
    let bytes = figure(false, 1.0, &[("Take", 2.0)]);
    let mut rising = Asset::parse(&bytes, None).expect("glTF").to_scene("in").expect("a scene").0.into_owned();
    let values = rising.animations[engine_assets::asset_scene::Id::new(0)].channels[0].values;
    rising.arrays[values] = Array::from_f32s(vec![[0.0, 1.0, 0.0], [0.0, 1.2, 1.0], [0.0, 1.5, 2.0]]);
    std::fs::write(path(&folder, "in.glb"), write_glb(&rising, &WriteOptions::default()).expect("a file").0)
        .expect("a file");
    let (scene, said) = converted(&folder, &["--in-place", "--loop", "5"]);
    assert!(said.contains("0.5000 in translations"), "{said}");
    let hips = scene.node("Hips").expect("the hips");
    let player = Player::new(&scene, scene.animation("Take").expect("the clip")).expect("a player");
    let heights = [0.0, 2.0].map(|time| player.sample(time).world(hips).w_axis.y);
    assert!((heights[0] - heights[1]).abs() < 1e-4, "{heights:?}");
    let (_, said) = converted(&folder, &["--loop", "5"]);
    assert!(said.contains("the way of Hips over the ground stays"), "{said}");
    std::fs::write(path(&folder, "in.glb"), figure(false, 1.0, &[("Take", 2.0)])).expect("a file");
    let (_, said) = converted(&folder, &["--root-motion", "Hips"]);
    assert!(said.contains("has the horizontal motion already"), "{said}");
}

#[test]
fn animations_go_onto_another_skeleton_and_bones_get_other_names() {
    let files = [("in.glb", figure(false, 1.0, &[("Take", 2.0)])), ("other.glb", figure(true, 2.0, &[]))];
    let map = "Hips = Root\nHead = Skull\n";
    let folder = folder(&[(files[0].0, &files[0].1), (files[1].0, &files[1].1), ("map.txt", map.as_bytes())]);
    let other = path(&folder, "other.glb");
    let (scene, said) = converted(&folder, &["--onto", text(&other)]);
    assert!(said.contains("9 bones follow the source; the way is multiplied by 2.000"), "{said}");
    let hips = scene.node("Bip01_Pelvis").expect("the hips of the other");
    let player = Player::new(&scene, scene.animation("Take").expect("the clip")).expect("a player");
    assert!((player.sample(2.0).world(hips).w_axis.z - 4.0).abs() < 1e-3);
    // As files of an engine, too.
    let [input, animation] = ["in.glb", "Models/Take.ani"].map(|name| path(&folder, name));
    let output = run(&["convert", text(&input), "--onto", text(&other), "-o", text(&animation)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(stdout(&run(&["inspect", text(&animation)])).contains("Bip01_L_Thigh"));
    let map = path(&folder, "map.txt");
    let (scene, _) = converted(&folder, &["--rename-bones", text(&map)]);
    assert!(scene.node("Skull").is_some() && scene.node("Root").is_some() && scene.node("Head").is_none());
    let (scene, _) = converted(&folder, &["--mirror"]);
    let foot = scene.node("RightFoot").expect("a foot");
    let player = Player::new(&scene, scene.animation("Take").expect("the clip")).expect("a player");
    assert!(player.sample(1.0).world(foot).w_axis.y > 0.11, "the other leg is lifted");
}

/// A model alone, from glTF and back.
#[test]
fn models_are_converted_without_animations() {
    let folder = folder(&[("in.glb", &figure(false, 1.0, &[("Take", 2.0)]))]);
    let [input, bare, full, back] =
        ["in.glb", "Bare/Models/F.mdl", "Models/F.mdl", "back.glb"].map(|name| path(&folder, name));
    let convert = |from: &std::path::Path, to: &std::path::Path, more: &[&str]| {
        let output = run(&[&["convert", text(from), "-o", text(to), "--force"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    };
    convert(&input, &bare, &["--no-animations"]);
    convert(&input, &full, &[]);
    let names = |of: &str| common::files(&path(&folder, of)).into_keys().collect::<Vec<_>>();
    assert_eq!(
        (names("Bare/Models"), names("Models")),
        (vec!["F.mdl".into()], vec!["F.mdl".into(), "F_Take.ani".into()])
    );
    for from in [&input, &full] {
        convert(from, &back, &["--no-animations"]);
        let bytes = std::fs::read(&back).expect("a file");
        let asset = Asset::parse(&bytes, None).expect("glTF");
        let (scene, _) = asset.to_scene("back").expect("a scene");
        assert!(scene.animations.is_empty() && scene.skins.len() == 1);
    }
    let refused = |arguments: &[&str]| {
        let output = run(&[&["convert", text(&input), "--force", "--no-animations"], arguments].concat());
        assert!(output.status.code() != Some(0) && stderr(&output).contains("no-animations"), "{}", stderr(&output));
    };
    refused(&["-o", text(&path(&folder, "Take.ani"))]);
    refused(&["-o", text(&back), "--animations", "Take"]);
    refused(&["-o", text(&back), "--reverse"]);
}

/// Length, keys, frame rate, gap and speed of clips, for people and for programs.
#[test]
fn facts_of_clips_are_shown() {
    let folder = folder(&[("in.glb", &figure(false, 1.0, &[("Take", 2.0)]))]);
    let [input, model, animation] = ["in.glb", "Models/F.mdl", "Models/F_Take.ani"].map(|name| path(&folder, name));
    assert_eq!(run(&["convert", text(&input), "-o", text(&model)]).status.code(), Some(0));
    let shown = stdout(&run(&["inspect", text(&animation)]));
    let expected = "    name  length (s)  keys  fps  loop gap (°, m, share)  root speed (m/s)  jumps  foot slide (m)
    Take           2     6   30  [0, 0, 0]                              1      0               0
";
    assert!(shown.contains(expected), "{shown}");
    for (file, name) in [(&input, "Take"), (&animation, "Take")] {
        let json: serde_json::Value =
            serde_json::from_str(&stdout(&run(&["inspect", "--json", text(file)]))).expect("JSON");
        let clip = &json["clips"][0];
        assert_eq!(
            (clip["name"].as_str(), clip["keys"].as_u64(), clip["fps"].as_u64()),
            (Some(name), Some(6), Some(30))
        );
        assert_eq!((clip["length"].as_f64(), clip["root_speed"].as_f64()), (Some(2.0), Some(1.0)), "{clip}");
        assert_eq!((clip["jumps"].as_u64(), clip["loop_gap"][0].as_f64()), (Some(0), Some(0.0)), "{clip}");
    }
}

/// A foot that stands while the figure walks on stays where it is, or it slides.
#[test]
fn feet_that_slide_are_notes() {
    let bytes = figure(false, 1.0, &[("Take", 2.0)]);
    let mut slow = Asset::parse(&bytes, None).expect("glTF").to_scene("in").expect("a scene").0.into_owned();
    let values = slow.animations[engine_assets::asset_scene::Id::new(0)].channels[0].values;
    // The whole figure, its feet too, moves at 0.15 m/s.
    slow.arrays[values] = Array::from_f32s([[0.0, 1.0, 0.0], [0.0, 1.0, 0.15], [0.0, 1.0, 0.3]]);
    let slow = write_glb(&slow, &WriteOptions::default()).expect("a file").0;
    let folder = folder(&[("in.glb", &bytes), ("slow.glb", &slow)]);
    let said = |name: &str| stdout(&run(&["inspect", text(&path(&folder, name))]));
    assert!(said("slow.glb").contains("over the ground while it stands"), "{}", said("slow.glb"));
    // At 1 m/s feet aren't taken to stand.
    assert!(!said("in.glb").contains("over the ground"), "{}", said("in.glb"));
}

#[test]
fn wrong_changes_are_refused() {
    let folder = folder(&[
        ("in.glb", &figure(false, 1.0, &[("A", 2.0), ("B", 1.0)])),
        ("still.glb", &figure(false, 1.0, &[])),
        ("map.txt", b"Hips"),
    ]);
    let [input, still, map, output] = ["in.glb", "still.glb", "map.txt", "out.glb"].map(|name| path(&folder, name));
    let refused = |arguments: &[&str], why: &str| {
        let result = run(&[&["convert", "-o", text(&output)], arguments].concat());
        let said = stderr(&result);
        assert!(result.status.code() != Some(0) && said.contains(why), "{arguments:?}: {said}");
        assert!(!output.exists());
    };
    refused(&[text(&input), "--clip", "X=0..1"], "found several");
    refused(&[text(&input), "--animations", "B", "--clip", "X=0..1.5"], "expected a part of 0 to 1 s");
    refused(&[text(&input), "--clip", "X"], "expected a name and two times");
    refused(&[text(&still), "--reverse"], "expected an animation to change");
    refused(&[text(&input), "--root-motion", "Nose"], "found no \"Nose\"");
    refused(&[text(&input), "--rename-bones", text(&map)], "line 1");
    refused(&[text(&input), "--bone-map", text(&map)], "--onto");
    refused(&[text(&input), "--onto", text(&map)], "map.txt");
    refused(&[text(&input), "--loop", "500"], "frames for the loop");
}

/// A step is two keys at one time in the engine: glTF shows the later value at that time, and the earlier one until just before it.
#[test]
fn steps_come_back_at_their_time() {
    use engine_assets::urho_ani::Animation as Clip;
    let folder = folder(&[("in.glb", &figure(false, 1.0, &[("Take", 2.0)]))]);
    let [input, model, back] = ["in.glb", "Models/F.mdl", "back.glb"].map(|name| path(&folder, name));
    assert_eq!(run(&["convert", text(&input), "-o", text(&model)]).status.code(), Some(0));
    let file = path(&folder, "Models/F_Take.ani");
    let bytes = std::fs::read(&file).expect("an animation");
    let mut clip = Clip::parse(&bytes).expect("an animation").into_owned();
    for track in &mut clip.tracks {
        let mut data = track.to_data();
        // The second key is at the time of the third.
        data.times[1] = data.times[2];
        *track = engine_assets::urho_ani::Track::from_data(track.name.clone(), &data).expect("a track");
    }
    std::fs::write(&file, clip.to_bytes().expect("bytes")).expect("a file");
    assert_eq!(run(&["convert", text(&model), "-o", text(&back)]).status.code(), Some(0));
    let bytes = std::fs::read(&back).expect("a file");
    let asset = Asset::parse(&bytes, None).expect("glTF");
    let (scene, _) = asset.to_scene("back").expect("a scene");
    let hips = scene.node("Hips").expect("the hips");
    let player = Player::new(&scene, scene.animation("F_Take").expect("the clip")).expect("a player");
    let way = [1.0, 1.999, 2.0, 3.0].map(|time| player.sample(time).world(hips).w_axis.z);
    assert!(way.iter().zip([0.5, 1.0, 2.0, 2.0]).all(|(is, was)| (is - was).abs() < 2e-3), "{way:?}");
}

/// A track whose keys are pairs becomes steps of glTF, and its file again, byte for byte, also without the original. Where only one channel jumps, the other
/// has no pairs.
#[test]
fn tracks_that_only_jump_are_steps() {
    use engine_assets::urho_ani::Animation as Clip;
    let folder = folder(&[("in.glb", &figure(false, 1.0, &[("Take", 2.0)]))]);
    let [input, model, back] = ["in.glb", "Models/F.mdl", "back.glb"].map(|name| path(&folder, name));
    assert_eq!(run(&["convert", text(&input), "-o", text(&model)]).status.code(), Some(0));
    let file = path(&folder, "Models/F_Take.ani");
    let mut clip = Clip::parse(&std::fs::read(&file).expect("an animation")).expect("an animation").into_owned();
    for track in &mut clip.tracks {
        let mut data = track.to_data();
        // From three keys: one, the same until the end, and there the last.
        data.times = vec![0.0, 2.0, 2.0];
        data.positions.iter_mut().for_each(|values| values[1] = values[0]);
        data.rotations.iter_mut().for_each(|values| values[1] = values[0]);
        *track = engine_assets::urho_ani::Track::from_data(track.name.clone(), &data).expect("a track");
    }
    let written = clip.to_bytes().expect("bytes");
    std::fs::write(&file, &written).expect("a file");
    for more in [&[][..], &["--no-originals"]] {
        let output = run(&[&["convert", text(&model), "-o", text(&back), "--force"], more].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let bytes = std::fs::read(&back).expect("a file");
        let asset = Asset::parse(&bytes, None).expect("glTF");
        let (scene, _) = asset.to_scene("back").expect("a scene");
        let channels = &scene.animations[engine_assets::asset_scene::Id::new(0)].channels;
        let steps: Vec<(Property, bool, usize)> = channels
            .iter()
            .map(|own| (own.property, own.interpolation == Interpolation::Step, scene[own.times].count))
            .collect();
        // The turn of the leg comes back to where it began: it never jumps.
        assert_eq!(steps, [(Property::Translation, true, 2), (Property::Rotation, false, 2)]);
        let home = path(&folder, "Home/Models/F.mdl");
        let output = run(&["convert", text(&back), "-o", text(&home), "--force"]);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let home = std::fs::read(path(&folder, "Home/Models/F_Take.ani")).expect("a file");
        let track = |bytes: &[u8]| Clip::parse(bytes).expect("an animation").into_owned().tracks[0].clone();
        assert_eq!(track(&home), track(&written), "{more:?}");
        assert!(!more.is_empty() || home == written);
    }
}

/// A track of something that is no bone doesn't become one on the way back.
#[test]
fn tracks_of_other_nodes_are_no_bones() {
    use engine_assets::urho_ani::Animation as Clip;
    let folder = folder(&[("in.glb", &figure(false, 1.0, &[("Take", 2.0)]))]);
    let [input, model, shown, back] =
        ["in.glb", "Models/F.mdl", "shown.glb", "Back/Models/F.mdl"].map(|name| path(&folder, name));
    assert_eq!(run(&["convert", text(&input), "-o", text(&model)]).status.code(), Some(0));
    let file = path(&folder, "Models/F_Take.ani");
    let bytes = std::fs::read(&file).expect("an animation");
    let mut clip = Clip::parse(&bytes).expect("an animation").into_owned();
    let mut camera = clip.tracks[0].clone();
    camera.name = "Camera01".into();
    clip.tracks.push(camera);
    std::fs::write(&file, clip.to_bytes().expect("bytes")).expect("a file");
    assert_eq!(run(&["convert", text(&model), "-o", text(&shown)]).status.code(), Some(0));
    let output = run(&["convert", text(&shown), "--into", text(&model), "-o", text(&back)]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    for name in ["F.mdl", "F_Take.ani"] {
        let [was, is] = ["Models", "Back/Models"].map(|place| std::fs::read(path(&folder, &format!("{place}/{name}"))));
        assert!(was.expect("a file") == is.expect("a file"), "{name}");
    }
}
