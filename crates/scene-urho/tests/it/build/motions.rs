//! Animations.

use asset_scene::reduce::CurveTolerance;
use asset_scene::{Id, Interpolation, List, Node, Property, Scene, Transform};
use scene_urho::{CreateModelOptions, Engine, UpAxis, create, create_animations};

use crate::kit::compare::{assert_no_warnings, check, check_scaled};
use fuzzkit::scene::by_hand::{animation, arm, at, channel, cuboid, mesh, node, turn};

const UPPER: Id<Node> = Id::new(1);
const LOWER: Id<Node> = Id::new(2);

fn options() -> CreateModelOptions {
    CreateModelOptions::default()
}

#[test]
fn straight_keys_stay() {
    let mut scene = arm();
    let kind = |property| (property, Interpolation::Linear);
    let bend = [turn([0.0, 0.0, 1.0], 0.0), turn([0.0, 0.0, 1.0], 90.0), turn([1.0, 0.0, 0.0], -200.0)];
    let channels = vec![
        channel(&mut scene, LOWER, kind(Property::Rotation), &[0.0, 0.4, 1.0], &bend),
        channel(
            &mut scene,
            LOWER,
            kind(Property::Translation),
            &[0.0, 0.7, 1.25],
            &[[0.0, 1.0, 0.0], [0.5, 1.5, 0.0], [0.0, 1.0, 1.0]],
        ),
        channel(&mut scene, UPPER, kind(Property::Scale), &[0.0, 0.5], &[[1.0; 3], [1.0, 2.0, 0.5]]),
    ];
    animation(&mut scene, "Bend", channels);
    for (units, options) in [((1.0, UpAxis::Y), options()), ((3.0, UpAxis::Z), options().engine(Engine::Rbfx))] {
        let (_, animations) = check_scaled(&scene, &options, units).unwrap();
        let bend = &animations[0].animation;
        assert_eq!((animations[0].name.as_str(), bend.length), ("Bend", 1.25));
        let times = |track: &str| bend.track(track.as_bytes()).unwrap().times().iter().collect::<Vec<_>>();
        assert_eq!(times("Lower"), [0.0, 0.4, 0.7, 1.0, 1.25]);
        assert_eq!(times("Upper"), [0.0, 0.5, 1.25], "held to the end, for the engine leads back to the beginning");
        assert_eq!(bend.track(b"Upper").unwrap().channels.to_string(), "scale");
        assert!(bend.validate().is_empty(), "{:?}", bend.validate());
    }
}

#[test]
fn late_beginnings_are_held() {
    let mut scene = arm();
    let kind = (Property::Translation, Interpolation::Linear);
    let channels = vec![channel(&mut scene, LOWER, kind, &[1.0, 2.0], &[[0.0, 2.0, 0.0], [0.0, 5.0, 0.0]])];
    animation(&mut scene, "Late", channels);
    let (_, animations) = check(&scene, &options()).unwrap();
    assert_eq!(animations[0].animation.tracks[0].times().iter().collect::<Vec<_>>(), [0.0, 1.0, 2.0]);
}

#[test]
fn steps_jump() {
    let mut scene = arm();
    let values = [[0.0, 1.0, 0.0], [0.0, 2.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.5, 0.0]];
    let bend = [turn([0.0, 0.0, 1.0], 0.0), turn([0.0, 0.0, 1.0], 90.0)];
    let channels = vec![
        channel(&mut scene, LOWER, (Property::Translation, Interpolation::Step), &[0.0, 0.25, 0.5, 0.75], &values),
        channel(&mut scene, LOWER, (Property::Rotation, Interpolation::Linear), &[0.0, 1.0], &bend),
    ];
    animation(&mut scene, "Step", channels);
    let (_, animations) = check(&scene, &options()).unwrap();
    let times: Vec<f32> = animations[0].animation.tracks[0].times().iter().collect();
    assert_eq!(times, [0.0, 0.25, 0.25, 0.5, 0.75, 0.75, 1.0]);
}

#[test]
fn splines_are_followed() {
    let mut scene = arm();
    let quarter = turn([0.0, 0.0, 1.0], 90.0);
    let none = [0.0; 4];
    let rotations = [
        none,
        turn([0.0, 0.0, 1.0], 0.0),
        [0.0, 0.8, 0.0, 0.1],
        [0.3, 0.0, 0.0, 0.0],
        quarter,
        none,
        none,
        turn([1.0, 0.0, 0.0], 60.0),
        none,
    ];
    let translations = [[0.0; 3], [0.0, 1.0, 0.0], [3.0, 0.0, 0.0], [0.0, -4.0, 1.0], [0.0, 2.0, 0.0], [0.0; 3]];
    let channels = vec![
        channel(&mut scene, LOWER, (Property::Rotation, Interpolation::CubicSpline), &[0.0, 0.5, 2.0], &rotations),
        channel(&mut scene, LOWER, (Property::Translation, Interpolation::CubicSpline), &[0.25, 1.75], &translations),
        channel(&mut scene, UPPER, (Property::Scale, Interpolation::Step), &[0.0, 1.0], &[[1.0; 3], [2.0, 1.0, 1.0]]),
        channel(&mut scene, UPPER, (Property::Rotation, Interpolation::CubicSpline), &[0.0, 0.5, 2.0], &rotations),
    ];
    animation(&mut scene, "Swing", channels);
    let (_, animations) = check(&scene, &options()).unwrap();
    let keys = animations[0].animation.track(b"Lower").unwrap().key_count();
    let loose = options().curve_tolerance(CurveTolerance::millimetres(10.0));
    let (animations, _) = create_animations(&scene, &loose).unwrap();
    let fewer = animations[0].animation.track(b"Lower").unwrap().key_count();
    assert!(fewer > 10 && fewer * 5 < keys && keys < 2000, "{fewer}, {keys}");
    let few = options().max_keys(100);
    assert!(create_animations(&scene, &few).unwrap_err().to_string().contains("more than 100 keys"));
}

/// A box that moves, and a box that doesn't.
fn rigid() -> Scene<'static> {
    let mut scene = Scene::default();
    let primitive = cuboid(&mut scene, [1.0, 2.0, 3.0]);
    mesh(&mut scene, "Box", primitive);
    let mirrored = Transform::Trs {
        translation: [3.0, 0.0, 0.0],
        rotation: turn([0.0, 1.0, 0.0], 70.0),
        scale: [-1.0, 2.0, 0.25],
    };
    let moved = node(&mut scene, "Moved", None, mirrored);
    let below = node(&mut scene, "Below", Some(moved), at(0.0, 4.0, 0.0));
    let still = node(&mut scene, "Still", None, at(-9.0, 0.0, 1.0));
    for place in [moved, below, still] {
        scene.nodes[place].mesh = Some(Id::new(0));
    }
    let spin = [turn([1.0, 0.0, 0.0], 0.0), turn([1.0, 0.0, 0.0], 120.0)];
    let channels = vec![channel(&mut scene, moved, (Property::Rotation, Interpolation::Linear), &[0.0, 1.0], &spin)];
    animation(&mut scene, "Spin", channels);
    scene
}

#[test]
fn rigid_meshes_hang_on_their_nodes() {
    let (model, animations) = check(&rigid(), &options()).unwrap();
    let names: Vec<String> = model.skeleton.bones.iter().map(|bone| bone.name.to_string()).collect();
    assert_eq!(names, ["Root", "Moved", "Below", "Still"]);
    assert_eq!(model.skeleton.root(), Some(0));
    assert_no_warnings(&model);
    assert!(animations[0].animation.validate_for(names).is_empty());
    // Without the animation nothing moves.
    let none = options().animations(Vec::new());
    let model = create(&rigid(), &none).unwrap().model;
    assert!(model.skeleton.bones.is_empty());
}

#[test]
fn what_moves_no_mesh_needs_no_bones() {
    let mut scene = rigid();
    scene.animations = List::default();
    let camera = node(&mut scene, "Camera", None, at(0.0, 0.0, 9.0));
    let kind = (Property::Translation, Interpolation::Linear);
    let dolly = channel(&mut scene, camera, kind, &[0.0, 1.0], &[[0.0, 0.0, 9.0], [1.0, 0.0, 9.0]]);
    animation(&mut scene, "Dolly", vec![dolly]);
    let (model, animations) = check(&scene, &options()).unwrap();
    assert!(model.skeleton.bones.is_empty());
    let track = animations[0].animation.track(b"Camera").unwrap();
    assert_eq!(track.positions().unwrap().get(1).unwrap().to_array(), [-1.0, 0.0, 9.0]);
    // With a mesh below, it is another matter.
    let held = node(&mut scene, "Held", Some(camera), at(0.0, -1.0, -1.0));
    scene.nodes[held].mesh = Some(Id::new(0));
    let (model, _) = check(&scene, &options()).unwrap();
    assert!(model.skeleton.find("Camera").is_some() && model.skeleton.find("Held").is_some());
}

#[test]
fn what_grows_from_nothing_keeps_its_digits() {
    for scale in [0.0, 1e-5] {
        let mut scene = rigid();
        scene.nodes[Id::new(0)].transform =
            Transform::Trs { translation: [3.0, 0.0, 0.0], rotation: [0.0, 0.0, 0.0, 1.0], scale: [scale; 3] };
        let grow = channel(
            &mut scene,
            Id::new(0),
            (Property::Scale, Interpolation::Linear),
            &[0.0, 1.0],
            &[[scale; 3], [1.0, 2.0, 1.0]],
        );
        animation(&mut scene, "Grow", vec![grow]);
        let (model, _) = check(&scene, &options()).unwrap();
        assert!(model.vertex_buffers[0].positions().unwrap().iter().any(|position| position.length() > 2.0));
    }
}

#[test]
fn weights_of_morphs_are_beside_the_keys_of_nodes() {
    let mut scene = rigid();
    let moved = fuzzkit::scene::by_hand::attribute(
        &mut scene,
        asset_scene::Semantic::Position,
        asset_scene::Array::from_f32s([[0.0, 1.0, 0.0]; 8]),
    );
    scene.meshes[Id::new(0)].primitives[0].targets = vec![vec![moved]];
    scene.meshes[Id::new(0)].morph_names = vec!["Lift".into()];
    let weights =
        channel(&mut scene, Id::new(0), (Property::MorphWeights, Interpolation::Linear), &[0.0, 2.0], &[[0.0], [1.0]]);
    scene.animations[Id::new(0)].channels.push(weights);
    animation(&mut scene, "Only weights", vec![weights]);
    let (animations, findings) = create_animations(&scene, &options()).unwrap();
    let lengths: Vec<f32> = animations.iter().map(|built| built.animation.length).collect();
    assert_eq!(lengths, [2.0, 2.0]);
    let tracks: Vec<usize> = animations.iter().map(|built| built.animation.tracks.len()).collect();
    assert_eq!(tracks, [1, 0], "the second moves no node");
    assert!(animations.iter().all(|built| built.morphs.is_some()), "as attribute animations");
    let told: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    assert!(told.iter().all(|told| told.contains("ObjectAnimation")), "{told:?}");
}

#[test]
fn animations_of_one_name_get_numbers() {
    let mut scene = rigid();
    let again = scene.animations[Id::new(0)].clone();
    scene.animations.push(again.clone());
    scene.animations.push(asset_scene::Animation { name: String::new(), ..again });
    let (animations, _) = create_animations(&scene, &options()).unwrap();
    let names: Vec<&str> = animations.iter().map(|built| built.name.as_str()).collect();
    assert_eq!(names, ["Spin", "Spin_2", "Animation2"]);
    let one = options().animations(vec![Id::new(1)]);
    assert_eq!(create_animations(&scene, &one).unwrap().0.len(), 1);
}

/// Ten seconds of a limb that swings twice a second by 40 degrees, as splines. At its fastest, a chord within a hundredth of a degree, at the end of the limb, is 7 ms
/// long.
#[test]
fn splines_have_few_keys() {
    let mut scene = arm();
    let times: Vec<f32> = (0..=20).map(|key| key as f32 / 2.0).collect();
    let none = [0.0; 4];
    let keys: Vec<[f32; 4]> =
        (0..=20).flat_map(|key| [none, turn([0.0, 0.0, 1.0], if key % 2 == 0 { -20.0 } else { 20.0 }), none]).collect();
    let channels = vec![channel(&mut scene, LOWER, (Property::Rotation, Interpolation::CubicSpline), &times, &keys)];
    animation(&mut scene, "Wave", channels);
    let count = |options: &CreateModelOptions| {
        let (animations, _) = create_animations(&scene, options).unwrap();
        animations[0].animation.track(b"Lower").unwrap().key_count()
    };
    let usual = count(&options());
    assert!((800..1600).contains(&usual), "{usual}");
    // Four times the error: half of the keys.
    let loose = count(&options().curve_tolerance(CurveTolerance::millimetres(0.4)));
    assert!((usual * 2 / 5..usual * 3 / 5).contains(&loose), "{usual} {loose}");
}
