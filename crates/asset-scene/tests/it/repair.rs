//! Repair of keys that can't be played.

use asset_scene::Interpolation::{CubicSpline, Linear};
use asset_scene::Property::{MorphWeights, Rotation, Translation};
use asset_scene::{
    Array, Attribute, Component, Data, ErrorKind, Id, Mesh, Node, Primitive, Scene, Semantic, Skin, kinds,
};
use binio::{Findings, Limits};
use proptest::prelude::*;

use crate::kit::{animation, channel, node, times, values};

const NAN: f32 = f32::NAN;

fn repaired(scene: &mut Scene<'_>) -> Findings {
    let findings = scene.repair_animations(&mut Limits::default().budget()).expect("a small scene");
    scene.check().expect("a whole scene");
    findings
}

/// A scene with one node and one channel.
fn of_one(
    moved: asset_scene::Property,
    how: asset_scene::Interpolation,
    keys: &[f32],
    numbers: &[f32],
) -> Scene<'static> {
    let mut scene = Scene::default();
    let node = node(&mut scene, "Hip", None, [0.0; 3]);
    let channel = channel(&mut scene, (node, moved, how), keys, numbers);
    animation(&mut scene, "Walk", vec![channel]);
    scene
}

/// The times and values of the only channel.
fn keys(scene: &Scene<'_>) -> (Vec<f32>, Vec<f32>) {
    let [channel] = scene.animations[Id::new(0)].channels.as_slice() else { panic!("one channel") };
    (times(scene, channel), values(scene, channel))
}

fn messages(findings: &Findings) -> Vec<String> {
    findings.iter().map(|finding| finding.message.clone()).collect()
}

#[test]
fn keys_without_a_number_are_left_out() {
    let numbers = [0.0, 0.0, 0.0, 1.0, NAN, 1.0, 2.0, 2.0, 2.0, 3.0, 3.0, 3.0];
    let mut scene = of_one(Translation, Linear, &[0.0, 1.0, f32::INFINITY, 3.0], &numbers);
    let findings = repaired(&mut scene);
    assert_eq!(keys(&scene), (vec![0.0, 3.0], vec![0.0, 0.0, 0.0, 3.0, 3.0, 3.0]));
    let [finding] = findings.iter().as_slice() else { panic!("{findings:?}") };
    assert_eq!((finding.kind, finding.severity), (kinds::KEYS_REPAIRED, binio::Severity::Warning));
    assert!(finding.message.ends_with(": 2"), "{finding}");
}

#[test]
fn rotations_get_unit_length_and_zeros_are_left_out() {
    let numbers = [0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 3.0, 0.0, 4.0];
    let mut scene = of_one(Rotation, Linear, &[0.0, 1.0, 2.0], &numbers);
    let findings = repaired(&mut scene);
    assert_eq!(keys(&scene), (vec![0.0, 2.0], vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.6, 0.0, 0.8]));
    assert_eq!(findings.len(), 2, "{findings:?}");
}

#[test]
fn times_that_go_back_are_sorted_and_steps_have_two_keys() {
    let numbers: Vec<f32> = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0].into_iter().flat_map(|x| [x, 0.0, 0.0]).collect();
    let mut scene = of_one(Translation, Linear, &[0.0, 2.0, 1.0, 2.0, 2.0, 3.0], &numbers);
    let findings = repaired(&mut scene);
    let (times, values) = keys(&scene);
    let first: Vec<f32> = values.chunks_exact(3).map(|row| row[0]).collect();
    assert_eq!((times, first), (vec![0.0, 1.0, 2.0, 2.0, 3.0], vec![0.0, 2.0, 1.0, 4.0, 5.0]));
    let reported = messages(&findings);
    assert!(
        reported.iter().any(|line| line.contains("sorted")) && reported.iter().any(|line| line.ends_with(": 1")),
        "{reported:?}"
    );
}

#[test]
fn tangents_without_a_number_become_zero() {
    let row = |number: f32| [number, 0.0, 0.0];
    let numbers: Vec<f32> = [NAN, 1.0, 5.0, 6.0, 2.0, NAN].into_iter().flat_map(row).collect();
    let mut scene = of_one(Translation, CubicSpline, &[0.0, 1.0], &numbers);
    let findings = repaired(&mut scene);
    let expected: Vec<f32> = [0.0, 1.0, 5.0, 6.0, 2.0, 0.0].into_iter().flat_map(row).collect();
    assert_eq!(keys(&scene), (vec![0.0, 1.0], expected));
    assert_eq!(messages(&findings), ["tangents that aren't finite become 0: 2"]);
}

#[test]
fn of_channels_that_move_the_same_the_first_applies() {
    let mut scene = of_one(Translation, Linear, &[0.0], &[1.0, 2.0, 3.0]);
    let first = scene.animations[Id::new(0)].channels[0];
    let again = channel(&mut scene, (first.node, Translation, Linear), &[0.0], &[7.0, 7.0, 7.0]);
    let empty = channel(&mut scene, (first.node, Rotation, Linear), &[0.0], &[0.0; 4]);
    scene.animations[Id::new(0)].channels.extend([again, empty]);
    let findings = repaired(&mut scene);
    assert_eq!(scene.animations[Id::new(0)].channels, [first]);
    assert_eq!(findings.len(), 2, "{findings:?}");
}

#[test]
fn weights_of_several_morphs_stay_together() {
    let mut scene = Scene::default();
    let mesh = Mesh { morph_names: vec!["a".into(), "b".into()], ..Mesh::default() };
    let mesh = scene.meshes.push(mesh);
    let node = scene.nodes.push(Node { mesh: Some(mesh), ..Node::default() });
    let numbers = [0.0, 0.1, NAN, 0.3, 0.4, 0.5];
    let channel = channel(&mut scene, (node, MorphWeights, Linear), &[0.0, 1.0, 2.0], &numbers);
    animation(&mut scene, "Talk", vec![channel]);
    repaired(&mut scene);
    assert_eq!(keys(&scene), (vec![0.0, 2.0], vec![0.0, 0.1, 0.4, 0.5]));
}

#[test]
fn sparse_arrays_are_never_expanded() {
    let sparse = |width: u8, count: usize, rows: Vec<u32>, numbers: &[f32]| {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let data = Data::Sparse { rows, values: bytes.into() };
        Array { component: Component::F32, width, normalized: false, count, data }
    };
    let mut scene = Scene::default();
    let hip = node(&mut scene, "Hip", None, [0.0; 3]);
    let many = 1 << 40;
    let times = scene.arrays.push(sparse(1, many, vec![7], &[1.0]));
    let values = scene.arrays.push(sparse(3, many, vec![7], &[1.0, 2.0, 3.0]));
    let unwritten = asset_scene::Channel { node: hip, property: Translation, interpolation: Linear, times, values };
    // Two rotations are written; the others have length 0.
    let times = scene.arrays.push(Array::from_f32s((0..100).map(|time| [time as f32])));
    let values = scene.arrays.push(sparse(4, 100, vec![3, 9], &[0.0, 0.0, 0.0, 2.0, 0.0, 0.0, 1.0, 0.0]));
    let turns = asset_scene::Channel { node: hip, property: Rotation, interpolation: Linear, times, values };
    animation(&mut scene, "Walk", vec![unwritten, turns]);
    repaired(&mut scene);
    assert_eq!(keys(&scene), (vec![3.0, 9.0], vec![0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0]));
}

#[test]
fn only_broken_channels_spend_the_budget() {
    let mut scene = Scene::default();
    let hip = node(&mut scene, "Hip", None, [0.0; 3]);
    let keys: Vec<f32> = (0..1000).map(|key| key as f32).collect();
    let whole = channel(&mut scene, (hip, Translation, Linear), &keys, &vec![0.0; 3000]);
    animation(&mut scene, "Walk", vec![whole]);
    let mut budget = Limits::default().max_expanded_bytes(100).budget();
    assert!(scene.repair_animations(&mut budget).expect("nothing to repair").is_empty());
    let broken = channel(&mut scene, (hip, Translation, Linear), &keys, &vec![NAN; 3000]);
    animation(&mut scene, "Run", vec![broken]);
    let error = scene.repair_animations(&mut budget).expect_err("too many keys");
    assert!(matches!(error.kind(), ErrorKind::Unsupported(_)), "{error}");
    assert_eq!(error.path().to_string(), "animations");
}

#[test]
fn shared_arrays_are_repaired_once() {
    let mut scene = of_one(Translation, Linear, &[0.0, 1.0], &[0.0, 0.0, 0.0, NAN, 0.0, 0.0]);
    let shared = scene.animations[Id::new(0)].channels[0];
    let others: Vec<_> = (0..100).map(|number| node(&mut scene, &number.to_string(), None, [0.0; 3])).collect();
    let channels = others.into_iter().map(|node| asset_scene::Channel { node, ..shared });
    scene.animations[Id::new(0)].channels.extend(channels);
    let before = scene.arrays.len();
    repaired(&mut scene);
    assert_eq!(scene.arrays.len(), before + 2);
}

#[test]
fn positions_and_bind_poses_are_refused() {
    let mut scene = Scene::default();
    let array = scene.arrays.push(Array::from_f32s([[0.0, NAN, 0.0]]));
    let attributes = vec![Attribute { semantic: Semantic::Position, array }];
    let primitive = Primitive { attributes, ..Primitive::default() };
    scene.meshes.push(Mesh { primitives: vec![primitive.clone(), primitive], ..Mesh::default() });
    scene.skins.push(Skin { inverse_bind: vec![[f32::INFINITY; 16]], ..Skin::default() });
    let findings = scene.check_positions();
    assert_eq!(findings.len(), 3, "{findings:?}");
    assert!(findings.iter().all(|one| one.severity == binio::Severity::Error && one.kind == kinds::POSITIONS_BROKEN));
}

/// Numbers that are often broken.
fn number() -> impl Strategy<Value = f32> {
    prop_oneof![8 => -4.0_f32..4.0, 1 => Just(0.0), 1 => Just(NAN), 1 => Just(f32::INFINITY)]
}

proptest! {
    /// After a repair every channel can be sampled, rotations have unit length, and there is nothing more to repair.
    #[test]
    fn repaired_channels_are_sound(
        keys in proptest::collection::vec(number(), 1..12),
        is_spline: bool,
        numbers in proptest::collection::vec(number(), 144),
    ) {
        let how = if is_spline { CubicSpline } else { Linear };
        let count = keys.len() * if is_spline { 12 } else { 4 };
        let mut scene = of_one(Rotation, how, &keys, &numbers[..count]);
        repaired(&mut scene);
        for channel in scene.animations[Id::new(0)].channels.clone() {
            let curve = asset_scene::curve::Curve::read(&scene, &channel).expect("a curve");
            for time in curve.times() {
                let length = curve.sample(*time, asset_scene::curve::Side::After).length();
                prop_assert!((length - 1.0).abs() < 0.008, "{length}");
            }
        }
        let before = scene.clone();
        prop_assert!(repaired(&mut scene).is_empty());
        prop_assert_eq!(before, scene);
    }
}
