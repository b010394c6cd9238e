//! Animated weights of morphs: variant tracks for rbfx, attribute animations for Urho3D, and back.

use crate::kit;
use asset_scene::curve::Curve;
use asset_scene::{Array, Attribute, Id, Interpolation, Mesh, Node, Property, Scene, Semantic};
use fuzzkit::scene::by_hand;
use proptest::prelude::*;
use scene_urho::{
    Animation, AnimationBefore, CreateModelOptions, CreatedAnimation, Engine, SideFile, add_animation,
    add_side_weights, create, create_animations, to_scene, update_animation, with_weights,
};
use urho_ani::{Interpolation as Kind, VariantTrack, VariantType, Version};

/// A box with two morph targets whose weights are animated.
fn face(interpolation: Interpolation, times: &[f32], values: &[[f32; 1]]) -> Scene<'static> {
    let mut scene = Scene { name: "face".into(), ..Scene::default() };
    let mut primitive = by_hand::cuboid(&mut scene, [1.0; 3]);
    primitive.targets = [0.25, -0.5]
        .map(|by| {
            let array = scene.arrays.push(Array::from_f32s([[by, 0.0, 0.0_f32]; 8]));
            vec![Attribute { semantic: Semantic::Position, array }]
        })
        .to_vec();
    let morph_names = vec!["smile".to_owned(), "blink".to_owned()];
    let mesh = Mesh { name: "Head".into(), morph_names, primitives: vec![primitive], ..Mesh::default() };
    let mesh = scene.meshes.push(mesh);
    let node = by_hand::node(&mut scene, "Head", None, by_hand::at(0.0, 0.0, 0.0));
    scene[node].mesh = Some(mesh);
    let weights = by_hand::channel(&mut scene, node, (Property::MorphWeights, interpolation), times, values);
    by_hand::animation(&mut scene, "Talk", vec![weights]);
    scene
}

fn built(scene: &Scene<'_>, target: Engine) -> (CreatedAnimation, binio::Findings) {
    let (mut all, findings) =
        create_animations(scene, &CreateModelOptions::default().engine(target)).expect("animations");
    assert_eq!(all.len(), 1);
    (all.remove(0), findings)
}

/// The model that the scene becomes, as a scene, with the animation as it was written and read.
fn back(scene: &Scene<'_>, animation: &Animation<'_>, target: Engine) -> Scene<'static> {
    let model = create(scene, &CreateModelOptions::default().engine(target)).expect("a model").model;
    let (mut back, _) = to_scene(&model, "face", &Default::default()).expect("a scene");
    let bytes = animation.to_bytes().expect("an animation");
    let animation = Animation::parse(&bytes).expect("what was written").into_owned();
    let (_, findings) = add_animation(&mut back, animation, "Talk");
    assert!(findings.is_empty(), "{findings:?}");
    back.into_owned()
}

fn weights(scene: &Scene<'_>) -> Curve {
    let [channel] = scene.animations[Id::new(0)].channels.as_slice() else { panic!("one channel") };
    assert_eq!(channel.property, Property::MorphWeights);
    Curve::read(scene, channel).expect("weights")
}

#[test]
fn morph_weights_become_variant_tracks_of_rbfx() {
    let values = [[0.0], [0.0], [1.0], [0.25], [0.5], [1.0_f32]];
    let scene = face(Interpolation::Linear, &[0.0, 0.5, 1.5], &values);
    let (one, findings) = built(&scene, Engine::Rbfx);
    assert!(findings.is_empty() && one.morphs.is_none(), "{findings:?}");
    assert_eq!((one.animation.version, one.animation.length), (Version::LATEST, 1.5));
    let tracks: Vec<(String, Kind, u32)> = one
        .animation
        .variant_tracks
        .iter()
        .map(|track| (track.name.to_string(), track.interpolation, track.key_count))
        .collect();
    let expected =
        ["@AnimatedModel/Morphs/0", "@AnimatedModel/Morphs/1"].map(|name| (name.to_owned(), Kind::LINEAR, 3));
    assert_eq!(tracks, expected);
    let back = back(&scene, &one.animation, Engine::Rbfx);
    assert_eq!(weights(&back), weights(&scene));
    assert_eq!(kit::unmoved(&back, Id::new(0), &one.animation), Ok(()));
}

#[test]
fn steps_stay_steps_and_splines_keep_their_tangents() {
    let values = [[0.0], [0.0], [1.0], [0.25], [0.5], [1.0_f32]];
    let scene = face(Interpolation::Step, &[0.0, 0.5, 1.5], &values);
    let (one, _) = built(&scene, Engine::Rbfx);
    assert_eq!(one.animation.variant_tracks[0].interpolation, Kind::NONE);
    assert_eq!(weights(&back(&scene, &one.animation, Engine::Rbfx)), weights(&scene));

    // Tangents in, values, tangents out of two keys, half a second apart.
    let spline = [[0.0], [0.0], [0.25], [0.5], [4.0], [-2.0], [1.0], [3.0], [1.0], [0.0], [0.0], [0.0_f32]];
    let scene = face(Interpolation::CubicSpline, &[0.0, 0.5], &spline);
    let (one, _) = built(&scene, Engine::Rbfx);
    let track = &one.animation.variant_tracks[0];
    assert_eq!(track.interpolation, Kind::TANGENT_SPLINE);
    let tangents: Vec<f32> =
        track.tangents.chunks_exact(4).map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect();
    // Tangents of rbfx are for a time from 0 to 1.
    assert_eq!(tangents, [0.0, 2.0, 0.5, 0.0]);
    let (was, is) = (weights(&scene), weights(&back(&scene, &one.animation, Engine::Rbfx)));
    for time in [0.0, 0.1, 0.25, 0.4, 0.5] {
        let (was, is) = (was.weights(time), is.weights(time));
        assert!(was.iter().zip(&is).all(|(a, b)| (a - b).abs() < 1e-6), "{time}: {was:?} {is:?}");
    }
}

/// Tracks of other tools: any node and component, keys of each at their own times.
#[test]
fn tracks_with_keys_of_their_own_are_sampled() {
    let scene = face(Interpolation::Linear, &[0.0, 1.0], &[[0.0], [0.0], [1.0], [1.0]]);
    let track = |name: &'static str, keys: &[f32]| VariantTrack {
        name: name.into(),
        variant_type: VariantType(3),
        interpolation: Kind::LINEAR,
        weight: 1.0,
        key_count: (keys.len() / 2) as u32,
        keys: keys.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>().into(),
        ..VariantTrack::default()
    };
    let mut animation = Animation::new(Version::LATEST, "Talk", 2.0);
    animation.variant_tracks.push(track("/@AnimatedModel#0/Morphs/1", &[0.0, 0.0, 2.0, 1.0]));
    animation.variant_tracks.push(track("Body/@AnimatedModel/Morphs/0", &[0.0, 0.5, 1.0, 0.0]));
    animation.variant_tracks.push(track("@Light/Range", &[0.0, 0.5, 1.0, 0.0]));
    let model = create(&scene, &CreateModelOptions::default()).expect("a model").model;
    let (mut back, _) = to_scene(&model, "face", &Default::default()).expect("a scene");
    let (id, findings) = add_animation(&mut back, animation.clone(), "Talk");
    assert_eq!(findings.len(), 1, "the light: {findings:?}");
    let curve = weights(&back);
    for (time, expected) in [(0.0, [0.5, 0.0]), (0.5, [0.25, 0.25]), (1.0, [0.0, 0.5]), (2.0, [0.0, 1.0])] {
        let is = curve.weights(time);
        assert!(is.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{time}: {is:?}");
    }
    assert_eq!(kit::unmoved(&back, id, &animation), Ok(()));
    // Changed weights differ from the tracks.
    let channel = back.animations[id].channels[0];
    let mut rows = back[channel.values].to_f32s::<1>().unwrap();
    rows[0][0] = 0.75;
    back[channel.values] = Array::from_f32s(rows);
    let updated = scene_urho::updated_animation(&back, id, &Default::default(), &mut binio::Findings::new());
    let updated = updated.expect("as it was").expect("an animation");
    assert_eq!(
        (&updated.variant_tracks[0], &updated.variant_tracks[2]),
        (&animation.variant_tracks[0], &animation.variant_tracks[2])
    );
    assert_ne!(updated.variant_tracks[1].keys, animation.variant_tracks[1].keys);
}

#[test]
fn urho3d_has_them_as_an_attribute_animation() {
    let values = [[0.0], [0.0], [1.0], [0.2], [0.5], [1.0_f32]];
    let scene = face(Interpolation::Linear, &[0.0, 0.5, 1.5], &values);
    let (one, findings) = built(&scene, Engine::Urho3d);
    let kinds: Vec<&str> = findings.iter().map(|one| one.kind.as_str()).collect();
    assert_eq!(kinds, ["scene-urho/morph-weights-in-side-file"], "{findings:?}");
    assert_eq!((one.animation.version, one.animation.length), (Version::Uani, 1.5));
    let element = one.morphs.as_deref().expect("an element");
    let text = String::from_utf8_lossy(element);
    assert!(text.starts_with("<attributeanimation name=\"@AnimatedModel/Morphs\" wrapmode=\"Loop\" speed=\"1\" interpolationmethod=\"None\">"), "{text}");
    assert!(text.contains("<keyframe time=\"0.5\" type=\"Buffer\" value=\"255 51\" />"), "{text}");

    let triggers = SideFile {
        is_json: false,
        bytes: b"<animation>\n\t<trigger time=\"0.4\" type=\"Int\" value=\"1\" />\n</animation>\n".to_vec(),
    };
    let side = with_weights(Some(&triggers), element).expect("a side file");
    let said = String::from_utf8_lossy(&side.bytes);
    assert!(said.contains("<trigger time=\"0.4\"") && said.contains(&*text), "{said}");
    assert_eq!(with_weights(Some(&side), element).expect("a side file"), side, "what moves alike stays");

    let mut back = back(&scene, &one.animation, Engine::Urho3d);
    side.store(back.animations[Id::new(0)].source.as_mut().expect("a source"));
    assert!(add_side_weights(&mut back, Id::new(0), &side).is_empty());
    let (was, is) = (weights(&scene), weights(&back));
    for time in is.times() {
        let (was, is) = (was.weights(*time), is.weights(*time));
        assert!(was.iter().zip(&is).all(|(a, b)| (a - b).abs() <= 0.5 / 255.0 + 1e-6), "{time}: {was:?} {is:?}");
    }
    assert_eq!(is.end(), 1.5);
    assert_eq!(kit::unmoved(&back, Id::new(0), &one.animation), Ok(()));
}

#[test]
fn what_a_byte_cant_hold_is_told() {
    let scene = face(Interpolation::Linear, &[0.0, 1.0], &[[0.0], [0.0], [1.5], [-0.5_f32]]);
    let (_, findings) = built(&scene, Engine::Urho3d);
    assert!(
        findings.iter().any(|one| one.is_loss && one.kind == scene_urho::kinds::MORPH_WEIGHTS_CLAMPED),
        "{findings:?}"
    );
    let (one, findings) = built(&scene, Engine::Rbfx);
    assert!(findings.is_empty() && one.animation.variant_tracks.len() == 2);
}

/// A key that can't be read is told and the others count.
#[test]
fn broken_keys_are_left_out() {
    let scene = face(Interpolation::Linear, &[0.0, 1.0], &[[0.0], [0.0], [1.0], [1.0]]);
    let (one, _) = built(&scene, Engine::Urho3d);
    let mut back = back(&scene, &one.animation, Engine::Urho3d);
    let keys = "<keyframe time=\"0\" value=\"0 1 2 3\"/><keyframe time=\"x\" value=\"1\"/><keyframe time=\"1\" value=\"900\"/><keyframe time=\"-1\" value=\"1\"/>";
    let text = format!("<animation><attributeanimation name=\"Morphs\">{keys}</attributeanimation></animation>");
    let findings = add_side_weights(&mut back, Id::new(0), &SideFile { is_json: false, bytes: text.into_bytes() });
    assert_eq!(findings.len(), 3, "{findings:?}");
    assert_eq!(weights(&back).weights(0.0), [0.0, 1.0 / 255.0], "weights beyond the morphs are nobody's");
}

#[test]
fn edited_weights_go_into_the_original() {
    let values = [[0.0], [0.0], [1.0], [0.25], [0.5], [1.0_f32]];
    let (original, _) = built(&face(Interpolation::Linear, &[0.0, 0.5, 1.5], &values), Engine::Rbfx);
    let mut original = original.animation;
    original.variant_tracks[0].weight = 0.5;
    let mut edited = values;
    edited[2][0] = 0.125;
    let (new, _) = built(&face(Interpolation::Linear, &[0.0, 0.5, 1.5], &edited), Engine::Rbfx);
    let mut findings = binio::Findings::new();
    let before = |original| AnimationBefore { original, shown: None, model: None };
    let made = update_animation(before(&original), new.animation.clone(), &mut findings);
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(made.variant_tracks[0].weight, 0.5, "how much it counts is the original's");
    assert_eq!(made.variant_tracks[0].keys, new.animation.variant_tracks[0].keys);
    assert_eq!(made.variant_tracks[1], original.variant_tracks[1], "what moves alike stays to the bit");
    let old = Animation::new(Version::Uani, "Talk", 1.5);
    update_animation(before(&old), new.animation, &mut findings);
    assert_eq!(findings.iter().filter(|one| one.is_loss).count(), 2, "{findings:?}");
}

proptest! {
    /// Linear keys at any times round-trip bit for bit.
    #[test]
    fn keys_come_back(steps in prop::collection::vec((0.01..2.0_f32, -2.0..2.0_f32, -2.0..2.0_f32), 1..12)) {
        let mut time = 0.0;
        let times: Vec<f32> = steps.iter().map(|(step, ..)| { time += step; time }).collect();
        let mut values: Vec<[f32; 1]> = steps.iter().flat_map(|(_, a, b)| [[*a], [*b]]).collect();
        // Morphs that stay at their defaults need no track.
        (values[0][0], values[1][0]) = (1.0, 1.0);
        let scene = face(Interpolation::Linear, &times, &values);
        let (one, _) = built(&scene, Engine::Rbfx);
        prop_assert_eq!(weights(&back(&scene, &one.animation, Engine::Rbfx)), weights(&scene));
    }
}

/// Of two nodes that move one morph apart the first counts, which is told; nodes without morphs are told too.
#[test]
fn nodes_that_move_one_morph_apart_are_told() {
    let mut scene = face(Interpolation::Linear, &[0.0, 1.0], &[[0.0], [0.0], [1.0], [1.0]]);
    let other: Node = scene.nodes[Id::new(0)].clone();
    let other = scene.nodes.push(Node { name: "Twin".into(), ..other });
    let kind = (Property::MorphWeights, Interpolation::Linear);
    let channel = by_hand::channel(&mut scene, other, kind, &[0.0, 1.0], &[[0.0], [0.0], [0.25], [1.0_f32]]);
    scene.animations[Id::new(0)].channels.push(channel);
    let (one, findings) = built(&scene, Engine::Rbfx);
    assert_eq!(one.animation.variant_tracks.len(), 2);
    assert!(findings.iter().any(|one| one.is_loss && one.message.contains("\"smile\"")), "{findings:?}");
}

/// Default weights: the first moves from 1 to 0, the second never moves.
fn with_defaults() -> Scene<'static> {
    let mut scene = face(Interpolation::Linear, &[0.0, 1.0], &[[1.0], [0.5], [0.0], [0.5_f32]]);
    scene.meshes[Id::new(0)].morph_weights = vec![1.0, 0.5];
    scene
}

#[test]
fn default_weights_that_move_stay_out_of_the_vertices() {
    let scene = with_defaults();
    let made = create(&scene, &CreateModelOptions::default()).expect("a model");
    let corner = |model: &urho_mdl::Model<'_>| model.vertex_buffers[0].positions().expect("positions").get(0);
    let rest = |weights: Vec<f32>| {
        let mut scene = scene.borrowed();
        scene.animations = Vec::new().into();
        scene.meshes[Id::new(0)].morph_weights = weights;
        corner(&create(&scene, &CreateModelOptions::default()).expect("a model").model)
    };
    assert_eq!(corner(&made.model), rest(vec![0.0, 0.5]), "only the second is baked");
    assert_ne!(corner(&made.model), rest(vec![1.0, 0.5]));
    let told: Vec<String> = made.findings.iter().map(ToString::to_string).collect();
    assert!(told.iter().any(|line| line.contains("1, the first is \"smile\"")), "{told:?}");
    // The animation has the whole weight of the first, and nothing for the second, which is in the vertices.
    let (one, findings) = built(&scene, Engine::Urho3d);
    assert!(findings.iter().all(|finding| !finding.is_loss), "{findings:?}");
    let text = String::from_utf8(one.morphs.expect("an element")).expect("text");
    let first = text.lines().find(|line| line.contains("time=\"0\"")).expect("a first key");
    let last = text.lines().find(|line| line.contains("time=\"1\"")).expect("a last key");
    assert!(first.contains("value=\"255\"") && last.contains("value=\"0\""), "{text}");
    // rbfx stores the defaults with the model.
    let (one, _) = built(&scene, Engine::Rbfx);
    assert_eq!(one.animation.variant_tracks.len(), 1, "the second doesn't move");
}

#[test]
fn an_animation_that_leaves_an_unbaked_default_alone_still_stores_it() {
    let mut scene = with_defaults();
    let node = scene.nodes.ids().next().expect("the node");
    let still = by_hand::channel(
        &mut scene,
        node,
        (Property::MorphWeights, Interpolation::Linear),
        &[0.0, 1.0],
        &[[1.0], [0.5], [1.0], [1.0_f32]],
    );
    by_hand::animation(&mut scene, "Stay", vec![still]);
    let (all, _) = create_animations(&scene, &CreateModelOptions::default()).expect("animations");
    let text = String::from_utf8(all[1].morphs.clone().expect("an element")).expect("text");
    // Both are moved by an animation, so neither is baked.
    assert!(text.contains("value=\"255 128\"") && text.contains("value=\"255 255\""), "{text}");
}
