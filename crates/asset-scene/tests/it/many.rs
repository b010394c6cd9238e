//! Many animations, bones and keys: time and memory grow with their number.

use asset_scene::Interpolation::Linear;
use asset_scene::Property::{Rotation, Translation};
use asset_scene::motion::{self, BoneMap, ClipStats};
use asset_scene::{ErrorKind, Id, Node, Scene, Transform};
use binio::Limits;
use testkit::hostile::assert_linear;

use crate::kit::{animation, channel, node};

/// Nodes in a row, each with an animation of its own.
fn many_animations(count: usize) -> Scene<'static> {
    let mut scene = Scene::default();
    for number in 0..count {
        let node = node(&mut scene, &format!("Node{number}"), None, [0.0; 3]);
        let own = channel(&mut scene, (node, Translation, Linear), &[0.0, 1.0], &[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
        animation(&mut scene, "Move", vec![own]);
    }
    scene
}

#[test]
fn many_animations_take_linear_time() {
    assert_linear(500, |count| drop(ClipStats::of_all(&many_animations(count))));
    assert_linear(500, |count| {
        let mut scene = many_animations(count);
        let mut budget = Limits::default().budget();
        for id in scene.animations.ids() {
            motion::reverse(&mut scene, id, &mut budget).expect("keys");
            motion::set_speed(&mut scene, id, 2.0, &mut budget).expect("keys");
            let hip = motion::moving_node(&scene, id).expect("a node");
            motion::take_motion(&mut scene, id, hip, &mut budget).expect("motion");
        }
    });
}

/// Bones that all have a name of a spine, one below the other, or all below the first.
fn many_bones(count: usize, in_chain: bool) -> Scene<'static> {
    let mut scene = Scene::default();
    for number in 0..count {
        let parent = number.checked_sub(1).map(|last| Id::new(if in_chain { last } else { 0 }));
        let transform = Transform::from_translation([0.0, 0.001, 0.0]);
        scene.nodes.push(Node { name: format!("Spine{number}"), parent, transform, ..Node::default() });
    }
    let turn = channel(&mut scene, (Id::new(0), Rotation, Linear), &[0.0], &[0.0, 0.0, 0.0, 1.0]);
    animation(&mut scene, "Turn", vec![turn]);
    scene
}

#[test]
fn many_bones_are_paired_in_linear_time() {
    for in_chain in [false, true] {
        assert_linear(400, |count| {
            let (source, mut target) = (many_bones(count, in_chain), many_bones(count, in_chain));
            let map = BoneMap::between(&source, &target);
            let mut budget = Limits::default().budget();
            motion::retarget(&source, Id::new(0), &mut target, &map, &mut budget).expect("an animation");
            motion::mirror(&mut target, Id::new(1), &mut budget).expect("an animation");
        });
    }
}

#[test]
fn poses_beyond_the_budget_are_refused() {
    let (source, mut target) = (many_bones(1000, false), many_bones(1000, false));
    let map = BoneMap::between(&source, &target);
    let mut budget = Limits::default().max_expanded_bytes(10_000).budget();
    let error = motion::retarget(&source, Id::new(0), &mut target, &map, &mut budget).expect_err("too many poses");
    assert!(matches!(error.kind(), ErrorKind::Unsupported(_)), "{error}");
    assert_eq!(error.path().to_string(), "animation 0");
}
