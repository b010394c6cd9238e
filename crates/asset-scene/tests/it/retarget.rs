//! Animations on other skeletons, and with left and right swapped.

use asset_scene::Interpolation::Linear;
use asset_scene::Property::{Rotation, Translation};
use asset_scene::glam::{DAffine3, DQuat, DVec3, EulerRot};
use asset_scene::motion::{self, BoneMap};
use asset_scene::{AnimationId, Id, Node, Player, Scene, Skin, Transform, kinds};
use binio::{Budget, Limits};
use proptest::prelude::*;

use crate::kit::{animation, channel};

fn budget() -> Budget {
    Limits::default().budget()
}

/// Bones of a figure that faces +Z: the names of Mixamo and of Biped, the parent, and the place.
const BONES: [(&str, &str, usize, [f64; 3]); 18] = [
    ("Hips", "Bip01_Pelvis", 0, [0.0, 1.0, 0.0]),
    ("Spine", "Bip01_Spine", 0, [0.0, 1.1, 0.0]),
    ("Spine1", "Bip01_Spine1", 1, [0.0, 1.25, 0.0]),
    ("Neck", "Bip01_Neck", 2, [0.0, 1.5, 0.0]),
    ("Head", "Bip01_Head", 3, [0.0, 1.6, 0.0]),
    ("LeftArm", "Bip01_L_UpperArm", 2, [0.2, 1.45, 0.0]),
    ("LeftForeArm", "Bip01_L_Forearm", 5, [0.5, 1.45, 0.0]),
    ("LeftHand", "Bip01_L_Hand", 6, [0.75, 1.45, 0.0]),
    ("RightArm", "Bip01_R_UpperArm", 2, [-0.2, 1.45, 0.0]),
    ("RightForeArm", "Bip01_R_Forearm", 8, [-0.5, 1.45, 0.0]),
    ("RightHand", "Bip01_R_Hand", 9, [-0.75, 1.45, 0.0]),
    ("LeftUpLeg", "Bip01_L_Thigh", 0, [0.1, 0.95, 0.0]),
    ("LeftLeg", "Bip01_L_Calf", 11, [0.1, 0.5, 0.02]),
    ("LeftFoot", "Bip01_L_Foot", 12, [0.1, 0.1, 0.0]),
    ("RightUpLeg", "Bip01_R_Thigh", 0, [-0.1, 0.95, 0.0]),
    ("RightLeg", "Bip01_R_Calf", 14, [-0.1, 0.5, 0.02]),
    ("RightFoot", "Bip01_R_Foot", 15, [-0.1, 0.1, 0.0]),
    ("LeftToeBase", "Bip01_L_Toe0", 13, [0.1, 0.02, 0.15]),
];

/// How a figure differs from the plain one.
#[derive(Clone, Copy, Debug)]
struct Shape {
    biped: bool,
    scale: f64,
    /// Degrees by which the arms are lowered.
    lowered: f64,
    /// Degrees by which the figure faces another way.
    facing: f64,
    /// Seed of the axes of bones.
    axes: f64,
}

const PLAIN: Shape = Shape { biped: false, scale: 1.0, lowered: 0.0, facing: 0.0, axes: 0.0 };

/// A skeleton, whose bones have any axes.
fn figure(shape: Shape) -> Scene<'static> {
    let mut scene = Scene::default();
    let facing = DQuat::from_rotation_y(shape.facing.to_radians());
    let mut worlds: Vec<DAffine3> = Vec::new();
    for (number, (mixamo, biped, parent, place)) in BONES.into_iter().enumerate() {
        let mut place = DVec3::from_array(place);
        for (shoulder, sign, bones) in [(5, 1.0, 6..=7), (8, -1.0, 9..=10)] {
            if bones.contains(&number) {
                let pivot = DVec3::from_array(BONES[shoulder].3);
                place = pivot + DQuat::from_rotation_z(-sign * shape.lowered.to_radians()) * (place - pivot);
            }
        }
        let seed = shape.axes * (number as f64 + 1.0);
        let axes = DQuat::from_euler(EulerRot::XYZ, seed, seed * 1.7, seed * 2.3);
        let world = DAffine3::from_rotation_translation(facing * axes, facing * place * shape.scale);
        let above = if number == 0 { DAffine3::IDENTITY } else { worlds[parent] };
        let local = above.inverse() * world;
        let (_, rotation, translation) = local.to_scale_rotation_translation();
        let transform = Transform::Trs {
            translation: translation.as_vec3().to_array(),
            rotation: rotation.as_quat().to_array(),
            scale: [1.0; 3],
        };
        let name = if shape.biped { biped } else { mixamo };
        let parent = (number > 0).then(|| Id::new(parent));
        scene.nodes.push(Node { name: name.into(), parent, transform, ..Node::default() });
        worlds.push(world);
    }
    let joints = scene.nodes.ids().collect();
    scene.skins.push(Skin { joints, ..Skin::default() });
    scene
}

/// Adds an animation that turns all bones from their pose of rest, and moves the hips.
fn with_walk(scene: &mut Scene<'_>, turns: &[f64]) -> AnimationId {
    let keys = [0.0_f32, 0.5, 1.0];
    let mut channels = Vec::new();
    for (number, id) in scene.nodes.ids().enumerate().collect::<Vec<_>>() {
        let Transform::Trs { rotation, translation, .. } = scene[id].transform else { panic!("parts") };
        let rest = DQuat::from_array(rotation.map(f64::from));
        let mut rows = Vec::new();
        for key in 0..3 {
            let turn = |axis: usize| turns[(number * 7 + key * 3 + axis) % turns.len()] * 0.6;
            let turned = DQuat::from_euler(EulerRot::XYZ, turn(0), turn(1), turn(2)) * rest;
            rows.extend(turned.as_quat().to_array());
        }
        channels.push(channel(scene, (id, Rotation, Linear), &keys, &rows));
        if number == 0 {
            let [x, y, z] = translation;
            let rows = [x, y, z, x, y + 0.05, z + 0.5, x, y, z + 1.0];
            channels.push(channel(scene, (id, Translation, Linear), &keys, &rows));
        }
    }
    animation(scene, "Walk", channels)
}

/// The largest difference of world transforms of two animations of equal skeletons.
fn difference(a: (&Scene<'_>, AnimationId), b: (&Scene<'_>, AnimationId)) -> f32 {
    let (first, second) = (Player::new(a.0, a.1).expect("a player"), Player::new(b.0, b.1).expect("a player"));
    let mut worst = 0.0_f32;
    for key in [0.0, 0.5, 1.0] {
        let (was, is) = (first.sample(key), second.sample(key));
        for id in a.0.nodes.ids() {
            let pairs = was.world(id).to_cols_array().into_iter().zip(is.world(id).to_cols_array());
            worst = pairs.map(|(a, b)| (a - b).abs()).fold(worst, f32::max);
        }
    }
    worst
}

fn shape() -> impl Strategy<Value = Shape> {
    (any::<bool>(), 0.3_f64..3.0, 0.0_f64..60.0, prop_oneof![Just(0.0), Just(90.0), Just(180.0)], 0.0_f64..6.0)
        .prop_map(|(biped, scale, lowered, facing, axes)| Shape { biped, scale, lowered, facing, axes })
}

fn turns() -> impl Strategy<Value = Vec<f64>> {
    proptest::collection::vec(-1.0_f64..1.0, 29)
}

/// A quarter of the usual cases: each computes hundreds of poses.
fn fewer() -> ProptestConfig {
    let usual = ProptestConfig::default();
    ProptestConfig { cases: usual.cases.div_ceil(4), ..usual }
}

proptest! {
    #![proptest_config(fewer())]
    #[test]
    fn there_and_back_is_the_same(other in shape(), turns in turns()) {
        let mut source = figure(PLAIN);
        let walk = with_walk(&mut source, &turns);
        // The same proportions with other names, axes, size, arms and direction.
        let mut target = figure(other);
        let map = BoneMap::between(&source, &target);
        prop_assert_eq!(map.pairs().len(), BONES.len());
        let (there, report) = motion::retarget(&source, walk, &mut target, &map, &mut budget()).expect("an animation");
        prop_assert_eq!(report.matched, BONES.len());
        prop_assert!((report.ratio - other.scale).abs() < 1e-5, "{:?}", report);
        target.check().expect("a whole scene");
        let mut back = figure(PLAIN);
        let (id, _) = motion::retarget(&target, there, &mut back, &map.reversed(), &mut budget()).expect("an animation");
        let worst = difference((&source, walk), (&back, id));
        prop_assert!(worst < 2e-3, "{}", worst);
    }

    #[test]
    fn equal_skeletons_give_the_same_animation(axes in 0.0_f64..6.0, turns in turns()) {
        let shape = Shape { axes, ..PLAIN };
        let mut source = figure(shape);
        let walk = with_walk(&mut source, &turns);
        let mut target = figure(shape);
        let map = BoneMap::between(&source, &target);
        let (converted, report) = motion::retarget(&source, walk, &mut target, &map, &mut budget()).expect("an animation");
        prop_assert!(report.unmatched_source.is_empty() && report.unmatched_target.is_empty() && report.slide < 1e-4);
        let worst = difference((&source, walk), (&target, converted));
        prop_assert!(worst < 1e-4, "{}", worst);
    }

    /// Limbs, spine and head point where those of the source do.
    #[test]
    fn directions_are_those_of_the_source(other in shape(), turns in turns()) {
        let mut source = figure(PLAIN);
        let walk = with_walk(&mut source, &turns);
        let mut target = figure(other);
        let map = BoneMap::between(&source, &target);
        let (converted, _) = motion::retarget(&source, walk, &mut target, &map, &mut budget()).expect("an animation");
        let (from, to) = (Player::new(&source, walk).expect("a player"), Player::new(&target, converted).expect("a player"));
        let facing = DQuat::from_rotation_y(other.facing.to_radians());
        for key in [0.0, 0.5, 1.0] {
            let (was, is) = (from.sample(key), to.sample(key));
            for (bone, (_, _, parent, _)) in BONES.iter().enumerate().filter(|(bone, _)| [2, 3, 4, 6, 7, 9, 10, 12, 13, 15, 16].contains(bone)) {
                let direction = |pose: &asset_scene::Pose| {
                    let place = |bone: usize| pose.world(Id::new(bone)).w_axis.truncate().as_dvec3();
                    (place(bone) - place(*parent)).normalize()
                };
                let angle = (facing * direction(&was)).angle_between(direction(&is)).to_degrees();
                prop_assert!(angle < 0.1, "{}: {}", BONES[bone].0, angle);
            }
        }
    }

    #[test]
    fn mirrored_twice_is_the_same(axes in 0.0_f64..6.0, turns in turns()) {
        let mut scene = figure(Shape { axes, ..PLAIN });
        let walk = with_walk(&mut scene, &turns);
        let copy = scene.animations.push(scene[walk].clone());
        let once = motion::mirror(&mut scene, copy, &mut budget()).expect("keys");
        prop_assert_eq!(once.pairs, 6);
        prop_assert_eq!(&once.without_partner, &["LeftToeBase"]);
        let (was, is) = (Player::new(&scene, walk).expect("a player"), Player::new(&scene, copy).expect("a player"));
        for key in [0.0, 0.5, 1.0] {
            let place = |pose: &asset_scene::Pose, bone: usize| pose.world(Id::new(bone)).w_axis.truncate();
            let (left, right) = (place(&was.sample(key), 7), place(&is.sample(key), 10));
            prop_assert!((left * asset_scene::glam::Vec3::new(-1.0, 1.0, 1.0)).distance(right) < 2e-4, "{} {}", left, right);
        }
        motion::mirror(&mut scene, copy, &mut budget()).expect("keys");
        let worst = difference((&scene, walk), (&scene, copy));
        prop_assert!(worst < 5e-4, "{}", worst);
    }
}

#[test]
fn maps_are_read_and_wrong_ones_refused() {
    let map = BoneMap::parse("# comment\n\n Hips = Bip01_Pelvis \nHead=Bip01_Head").expect("a map");
    assert_eq!(map.pairs().len(), 2);
    let json =
        r#"{"tasks":[{"sourceModel":"A.mdl","boneMapping":{"Hips":"Pelvis","Head":"head"}}],"taskTemplates":[]}"#;
    let of_rbfx = BoneMap::parse(json).expect("a map");
    assert_eq!(of_rbfx.pairs(), [("Head".to_owned(), "head".to_owned()), ("Hips".to_owned(), "Pelvis".to_owned())]);
    for (wrong, why) in [
        ("Hips", "line 1: expected \"source = target\""),
        ("a = b\n= c", "line 2"),
        ("a = b\nc = b", "expected one source for \"b\""),
        ("{\"tasks\":[]}", "expected a task with a boneMapping"),
        ("{", "JSON"),
    ] {
        let error = BoneMap::parse(wrong).expect_err(wrong).to_string();
        assert!(error.contains(why), "{wrong}: {error}");
    }
}

#[test]
fn bones_get_the_names_of_a_map() {
    let mut scene = figure(PLAIN);
    let map = BoneMap::new(
        BONES
            .iter()
            .map(|(mixamo, biped, ..)| (format!("mixamorig:{mixamo}"), *biped))
            .chain([("Tail".to_owned(), "Tail")]),
    );
    let findings = motion::rename_bones(&mut scene, &map).expect("names");
    assert!(scene.nodes.iter().zip(BONES).all(|(node, (_, biped, ..))| node.name == biped));
    let [finding] = findings.iter().as_slice() else { panic!("{findings:?}") };
    assert_eq!(finding.kind, kinds::BONES_UNMATCHED);
    let same = BoneMap::new([("Bip01_Head", "Bip01_Neck")]);
    let error = motion::rename_bones(&mut scene, &same).expect_err("two of a name").to_string();
    assert!(error.contains("expected a new name for each bone"), "{error}");
}

#[test]
fn bones_without_a_partner_are_listed() {
    let mut source = figure(PLAIN);
    let tail = source.nodes.push(Node { name: "Tail".into(), parent: Some(Id::new(0)), ..Node::default() });
    let walk = with_walk(&mut source, &[0.5, -0.25]);
    let mut target = figure(Shape { biped: true, ..PLAIN });
    let wing = target.nodes.push(Node { name: "Wing".into(), parent: Some(Id::new(0)), ..Node::default() });
    target.skins[Id::new(0)].joints.push(wing);
    let map = BoneMap::between(&source, &target);
    let (_, report) = motion::retarget(&source, walk, &mut target, &map, &mut budget()).expect("an animation");
    assert_eq!(
        (report.unmatched_source, report.unmatched_target),
        (vec![source[tail].name.clone()], vec!["Wing".to_owned()])
    );
    let nothing = BoneMap::new([("x", "y")]);
    let error =
        motion::retarget(&source, walk, &mut target, &nothing, &mut budget()).expect_err("no bones").to_string();
    assert!(error.contains("no bone"), "{error}");
}
