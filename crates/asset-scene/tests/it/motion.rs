//! Laws of the changes of animations.

use asset_scene::Interpolation::{CubicSpline, Linear, Step};
use asset_scene::Property::{MorphWeights, Rotation, Scale, Translation};
use asset_scene::motion::{self, Span, TimeChange};
use asset_scene::{AnimationId, Id, Interpolation, Mesh, Node, Player, Property, Scene, Source, Transform};
use binio::{Budget, Limits};
use proptest::prelude::*;

use crate::kit::{animation, channel, node, times, values};

fn budget() -> Budget {
    Limits::default().budget()
}

/// Numbers of a channel: the differences of its times, and values.
#[derive(Clone, Debug)]
struct Numbers {
    interpolation: Interpolation,
    steps: Vec<f32>,
    values: Vec<f32>,
}

fn numbers() -> impl Strategy<Value = Numbers> {
    let interpolation = prop_oneof![Just(Linear), Just(Step), Just(CubicSpline)];
    (interpolation, proptest::collection::vec(1_u8..20, 2..6), proptest::collection::vec(-1.0_f32..1.0, 72)).prop_map(
        |(interpolation, steps, values)| {
            let steps = steps.into_iter().map(|step| f32::from(step) / 16.0).collect();
            Numbers { interpolation, steps, values }
        },
    )
}

/// Adds a channel of random keys. The first key is at 0, or later.
fn random(scene: &mut Scene<'_>, node: Id<Node>, property: Property, numbers: &Numbers) -> asset_scene::Channel {
    let mut time = 0.0;
    let keys: Vec<f32> = numbers
        .steps
        .iter()
        .map(|step| {
            time += step;
            time - numbers.steps[0] * 0.5
        })
        .collect();
    let width = match property {
        Rotation => 4,
        MorphWeights => 2,
        _ => 3,
    };
    let parts = if numbers.interpolation == CubicSpline { 3 } else { 1 };
    let mut rows = numbers.values[..keys.len() * width * parts].to_vec();
    if property == Rotation {
        for (row, value) in rows.chunks_exact_mut(4).enumerate() {
            if parts == 1 || row % 3 == 1 {
                value[3] += 2.0;
                let length = value.iter().map(|number| number * number).sum::<f32>().sqrt();
                value.iter_mut().for_each(|number| *number /= length);
            }
        }
    }
    channel(scene, (node, property, numbers.interpolation), &keys, &rows)
}

/// A hip below a turned and scaled root, with a hand that has morphs, and an animation of all of them.
fn figure(all: &[Numbers; 4]) -> (Scene<'static>, AnimationId) {
    let mut scene = Scene::default();
    let root = node(&mut scene, "Root", None, [0.0, 1.0, 0.0]);
    scene[root].transform =
        Transform::Trs { translation: [0.0, 1.0, 0.0], rotation: [0.5, 0.5, 0.5, 0.5], scale: [2.0; 3] };
    let hip = node(&mut scene, "Hip", Some(root), [0.0, 1.0, 0.0]);
    let mesh = Mesh { morph_names: vec!["a".into(), "b".into()], ..Mesh::default() };
    let mesh = scene.meshes.push(mesh);
    let hand = node(&mut scene, "Hand", Some(hip), [1.0, 0.0, 0.0]);
    scene[hand].mesh = Some(mesh);
    let channels = vec![
        random(&mut scene, hip, Translation, &all[0]),
        random(&mut scene, hip, Rotation, &all[1]),
        random(&mut scene, hand, Scale, &all[2]),
        random(&mut scene, hand, MorphWeights, &all[3]),
    ];
    let id = animation(&mut scene, "Take", channels);
    scene.check().expect("a whole scene");
    (scene, id)
}

/// The largest difference between two animations, at times that aren't keys of a step. `time` gives the time in the second one.
fn difference(scene: &Scene<'_>, a: AnimationId, b: AnimationId, span: (f32, f32), time: impl Fn(f32) -> f32) -> f32 {
    let (first, second) = (Player::new(scene, a).expect("a player"), Player::new(scene, b).expect("a player"));
    let mut worst = 0.0_f32;
    for sample in 0..97 {
        // Between all sixteenths of a second, where keys are.
        let at = span.0 + (span.1 - span.0) * (sample as f32 + 0.37) / 97.0;
        let (was, is) = (first.sample(at), second.sample(time(at)));
        // The root may get the motion of the hip.
        for id in scene.nodes.ids().skip(1) {
            let (was, is) = (was.world(id).to_cols_array(), is.world(id).to_cols_array());
            worst = was.iter().zip(is).map(|(a, b)| (a - b).abs()).fold(worst, f32::max);
        }
        let hand = scene.node("Hand").expect("the hand");
        let weights = was.morph_weights(hand).iter().zip(is.morph_weights(hand));
        worst = weights.map(|(a, b)| (a - b).abs()).fold(worst, f32::max);
    }
    worst
}

fn all() -> impl Strategy<Value = [Numbers; 4]> {
    [numbers(), numbers(), numbers(), numbers()]
}

/// Rotations of splines are normalised at a cut, which bends them a little.
fn bends(all: &[Numbers; 4]) -> bool {
    all[1].interpolation == CubicSpline
}

proptest! {
    #[test]
    fn a_cut_take_that_is_joined_again_is_the_take(numbers in all(), share in 0.1_f32..0.9) {
        let (mut scene, take) = figure(&numbers);
        let end = scene.duration(take).expect("a duration");
        let at = end * share;
        let first = motion::clip(&mut scene, take, &Span::new("A", 0.0, at), &mut budget()).expect("a clip");
        let second = motion::clip(&mut scene, take, &Span::new("B", at, end), &mut budget()).expect("a clip");
        prop_assert_eq!(difference(&scene, take, second.animation, (at, end), |time| time - at) < limit(&numbers), true);
        let parts = [first.animation, second.animation];
        let (joined, changes) = motion::append(&mut scene, &parts, "AB", &mut budget()).expect("one animation");
        scene.check().expect("a whole scene");
        prop_assert_eq!(changes[1], TimeChange::Shift(scene.duration(first.animation).expect("a duration")));
        prop_assert!((scene.duration(joined).expect("a duration") - end).abs() < 1e-5);
        let worst = difference(&scene, take, joined, (0.0, end), |time| time);
        prop_assert!(worst < limit(&numbers), "{}", worst);
    }

    #[test]
    fn backwards_twice_is_forwards(numbers in all()) {
        let (mut scene, take) = figure(&numbers);
        let copy = scene.animations.push(scene[take].clone());
        let end = scene.duration(take).expect("a duration");
        motion::reverse(&mut scene, copy, &mut budget()).expect("keys");
        let worst = difference(&scene, take, copy, (0.0, end), |time| end - time);
        prop_assert!(worst < 1e-4, "once: {}", worst);
        motion::reverse(&mut scene, copy, &mut budget()).expect("keys");
        let worst = difference(&scene, take, copy, (0.0, end), |time| time);
        prop_assert!(worst < 1e-4, "twice: {}", worst);
    }

    #[test]
    fn twice_as_fast_is_half_as_long(numbers in all(), factor in 0.25_f32..4.0) {
        let (mut scene, take) = figure(&numbers);
        let copy = scene.animations.push(scene[take].clone());
        let end = scene.duration(take).expect("a duration");
        motion::set_speed(&mut scene, copy, factor, &mut budget()).expect("keys");
        prop_assert!((scene.duration(copy).expect("a duration") - end / factor).abs() < 1e-5);
        let worst = difference(&scene, take, copy, (0.0, end), |time| time / factor);
        prop_assert!(worst < 1e-4, "{}", worst);
    }

    #[test]
    fn motion_that_is_taken_and_given_back_is_the_same(numbers in all()) {
        let (mut scene, take) = figure(&numbers);
        let copy = scene.animations.push(scene[take].clone());
        let end = scene.duration(take).expect("a duration");
        let hip = scene.node("Hip").expect("the hip");
        prop_assume!(motion::moving_node(&scene, copy) == Some(hip));
        let taken = motion::take_motion(&mut scene, copy, hip, &mut budget()).expect("motion");
        let pose = Player::new(&scene, copy).expect("a player");
        let places = [0.0, 0.3, 0.7, 1.0].map(|share| pose.sample(end * share).world(hip).w_axis);
        for place in places {
            prop_assert!((place.x - places[0].x).abs() < 1e-4 && (place.z - places[0].z).abs() < 1e-4, "{:?}", places);
        }
        motion::give_motion(&mut scene, copy, hip, &taken, &mut budget()).expect("motion");
        let worst = difference(&scene, take, copy, (0.0, end), |time| time);
        prop_assert!(worst < 1e-4, "{}", worst);
        // To the root, which doesn't turn, and back.
        let root = scene.node("Root").expect("the root");
        motion::move_motion(&mut scene, copy, hip, root, &mut budget()).expect("motion");
        let worst = difference(&scene, take, copy, (0.0, end), |time| time);
        prop_assert!(worst < 1e-4, "{}", worst);
        motion::move_motion(&mut scene, copy, root, hip, &mut budget()).expect("motion");
        let worst = difference(&scene, take, copy, (0.0, end), |time| time);
        prop_assert!(worst < 1e-4, "{}", worst);
        prop_assert_ne!(motion::moving_node(&scene, copy), Some(root));
    }

    #[test]
    fn a_closed_loop_ends_as_it_begins(numbers in all(), frames in 1_u32..5) {
        let (mut scene, take) = figure(&numbers);
        let copy = scene.animations.push(scene[take].clone());
        let end = scene.duration(take).expect("a duration");
        let window = frames as f32 / 30.0;
        prop_assume!(window < end);
        let before = motion::loop_gap(&scene, copy, &[], &mut budget()).expect("a gap");
        let closed = motion::close_loop(&mut scene, copy, frames, 30.0, &[], &mut budget()).expect("a loop");
        prop_assert_eq!(before, closed);
        let after = motion::loop_gap(&scene, copy, &[], &mut budget()).expect("a gap");
        prop_assert!(after.angle < 1e-2 && after.distance < 1e-5 && after.share < 1e-5, "{:?}", after);
        // Sampled splines are a little off.
        let is_exact = numbers.iter().all(|numbers| numbers.interpolation != CubicSpline);
        prop_assert!(!is_exact || difference(&scene, take, copy, (0.0, end - window - 0.02), |time| time) < 2e-3);
    }

    #[test]
    fn keys_on_whole_frames_show_the_same_there(numbers in all()) {
        let (mut scene, take) = figure(&numbers);
        let copy = scene.animations.push(scene[take].clone());
        let end = scene.duration(take).expect("a duration");
        let created = motion::resample(&mut scene, copy, 16.0, &mut budget()).expect("keys");
        prop_assert_eq!(created.before, scene[take].channels.iter().map(|own| scene[own.times].count).sum::<usize>());
        let (was, is) = (Player::new(&scene, take).expect("a player"), Player::new(&scene, copy).expect("a player"));
        let hip = scene.node("Hip").expect("the hip");
        for frame in 0..=(end * 16.0) as u32 {
            let time = frame as f32 / 16.0;
            prop_assert!(was.sample(time).world(hip).abs_diff_eq(is.sample(time).world(hip), 1e-4));
        }
    }
}

fn limit(numbers: &[Numbers; 4]) -> f32 {
    if bends(numbers) { 0.5 } else { 2e-4 }
}

#[test]
fn a_changed_animation_has_no_stored_file_any_more() {
    let mut scene = Scene::default();
    let hip = node(&mut scene, "Hip", None, [0.0; 3]);
    let walk = channel(&mut scene, (hip, Translation, Linear), &[0.0, 1.0], &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0]);
    let id = animation(&mut scene, "Walk", vec![walk]);
    let source = Source { format: "urho-ani".into(), layout: serde_json::Value::Null, original: Some(vec![1].into()) };
    scene[id].source = Some(source);
    let change = motion::set_speed(&mut scene, id, 2.0, &mut budget()).expect("keys");
    assert_eq!(change.apply(0.5), Some(0.25));
    assert_eq!(scene[id].source.as_ref().expect("a source").original, None);
    assert_eq!(times(&scene, &scene[id].channels[0]), [0.0, 0.5]);
    let stats = motion::ClipStats::of(&scene, id, &mut budget()).expect("facts");
    assert_eq!((stats.keys, stats.duration, stats.root_speed, stats.gap.distance), (2, 0.5, 4.0, 0.0));
}

#[test]
fn parts_that_dont_exist_are_refused() {
    let mut scene = Scene::default();
    let hip = node(&mut scene, "Hip", None, [0.0; 3]);
    let walk = channel(&mut scene, (hip, Translation, Linear), &[0.0, 1.0], &[0.0; 6]);
    let id = animation(&mut scene, "Walk", vec![walk]);
    for (from, to) in [(0.5, 0.5), (0.5, 2.0), (-1.0, 0.5), (f32::NAN, 0.5)] {
        let error = motion::clip(&mut scene, id, &Span::new("Part", from, to), &mut budget()).expect_err("no part");
        assert!(error.to_string().contains("expected a part of 0 to 1 s"), "{error}");
    }
    for factor in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        motion::set_speed(&mut scene, id, factor, &mut budget()).expect_err("no speed");
    }
    assert!(motion::resample(&mut scene, id, 1e9, &mut budget()).is_err());
    assert!(motion::resample(&mut scene, id, 1e5, &mut Limits::default().max_expanded_bytes(1000).budget()).is_err());
    assert!(motion::close_loop(&mut scene, id, 100, 30.0, &[], &mut budget()).is_err());
    assert!(motion::move_motion(&mut scene, id, hip, hip, &mut budget()).is_err());
    assert_eq!(scene.animations.len(), 1, "nothing was added");
}

#[test]
fn joined_parts_hold_the_pose_of_rest_where_they_move_nothing() {
    let mut scene = Scene::default();
    let hip = node(&mut scene, "Hip", None, [0.0, 1.0, 0.0]);
    let hand = node(&mut scene, "Hand", None, [5.0, 0.0, 0.0]);
    let first = channel(&mut scene, (hip, Translation, Linear), &[0.0, 1.0], &[0.0, 1.0, 0.0, 0.0, 3.0, 0.0]);
    let second = channel(&mut scene, (hand, Translation, Step), &[0.0, 1.0], &[6.0, 0.0, 0.0, 7.0, 0.0, 0.0]);
    let parts = [animation(&mut scene, "A", vec![first]), animation(&mut scene, "B", vec![second])];
    let (joined, _) = motion::append(&mut scene, &parts, "AB", &mut budget()).expect("one animation");
    let player = Player::new(&scene, joined).expect("a player");
    let at = |time: f32| (player.sample(time).world(hip).w_axis.y, player.sample(time).world(hand).w_axis.x);
    assert_eq!([0.0, 0.5, 1.5, 2.0].map(at), [(1.0, 5.0), (2.0, 5.0), (1.0, 6.0), (1.0, 7.0)]);
}

#[test]
fn a_key_that_jumps_is_counted() {
    let mut scene = Scene::default();
    let hip = node(&mut scene, "Hip", None, [0.0; 3]);
    let rows: Vec<f32> = (0..20).flat_map(|key| [if key == 9 { 5.0 } else { key as f32 * 0.01 }, 0.0, 0.0]).collect();
    let keys: Vec<f32> = (0..20).map(|key| key as f32 / 30.0).collect();
    let walk = channel(&mut scene, (hip, Translation, Linear), &keys, &rows);
    let id = animation(&mut scene, "Walk", vec![walk]);
    let stats = motion::ClipStats::of(&scene, id, &mut budget()).expect("facts");
    assert_eq!((stats.pops, stats.first_pop.as_deref()), (1, Some("Hip")));
    assert_eq!(values(&scene, &scene[id].channels[0]).len(), 60);
}
