//! Many animations, bones and keys: time and memory grow with their number.

use std::time::{Duration, Instant};

use asset_scene::Interpolation::Linear;
use asset_scene::Property::{Rotation, Translation};
use asset_scene::motion::{self, BoneMap, ClipStats};
use asset_scene::{ErrorKind, Id, Node, Scene, Transform};
use binio::Limits;

use crate::kit::{animation, channel, node};

/// The time of a task of four times the size, divided by the time of the task: 4 if it is linear, 16 if it is quadratic. The least of several tries,
/// because other programs run too.
fn growth(task: impl Fn(usize), size: usize) -> f64 {
    let time = |size: usize| {
        let best = (0..3).map(|_| {
            let start = Instant::now();
            task(size);
            start.elapsed()
        });
        best.min().unwrap_or_default().max(Duration::from_micros(200))
    };
    let tries = (0..6).map(|_| time(size * 4).as_secs_f64() / time(size).as_secs_f64());
    let mut least = f64::INFINITY;
    for growth in tries {
        least = least.min(growth);
        if least < LINEAR {
            break;
        }
    }
    least
}

/// Between 4 and 16.
const LINEAR: f64 = 9.0;

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
    let facts = growth(|count| drop(ClipStats::of_all(&many_animations(count))), 500);
    assert!(facts < LINEAR, "{facts}");
    let changed = growth(
        |count| {
            let mut scene = many_animations(count);
            let mut budget = Limits::default().budget();
            for id in scene.animations.ids() {
                motion::reverse(&mut scene, id, &mut budget).expect("keys");
                motion::set_speed(&mut scene, id, 2.0, &mut budget).expect("keys");
                let hip = motion::moving_node(&scene, id).expect("a node");
                motion::take_motion(&mut scene, id, hip, &mut budget).expect("motion");
            }
        },
        500,
    );
    assert!(changed < LINEAR, "{changed}");
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
        let time = growth(
            |count| {
                let (source, mut target) = (many_bones(count, in_chain), many_bones(count, in_chain));
                let map = BoneMap::between(&source, &target);
                let mut budget = Limits::default().budget();
                motion::retarget(&source, Id::new(0), &mut target, &map, &mut budget).expect("an animation");
                motion::mirror(&mut target, Id::new(1), &mut budget).expect("an animation");
            },
            400,
        );
        assert!(time < LINEAR, "{in_chain}: {time}");
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
