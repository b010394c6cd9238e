//! New models show the same as their scenes.

use crate::kit;

use asset_scene::glam::{Mat4, Vec3};
use asset_scene::{Array, Id, Node, Primitive, Scene, Semantic, Skin, Transform};
use fuzzkit::scene::random::Random;
use fuzzkit::scene::{by_hand, random};
use kit::engine::check;
use pragma_asset::{Limits, MeshData, Model};
use scene_pragma::{CreateModelOptions, create};
use testkit::hostile::TimeLimit;

fn read(model: &Model<'_>) -> MeshData {
    MeshData::read(&model.meshes()[0], &mut Limits::default().budget()).unwrap()
}

/// Sheared, mirrored and uneven parents; static, moving, and bound to joints. Content that bones can't show is reported.
#[test]
fn triangles_stand_where_the_scene_shows_them() {
    let scenes = by_hand::below_parents();
    assert_eq!(scenes.len(), 21);
    for (name, scene) in scenes {
        let (_, findings) = check(&scene).unwrap_or_else(|error| panic!("{name}: {error}"));
        let shears = name.contains("sheared") || name.contains("uneven");
        let told = findings.iter().any(|finding| finding.kind == scene_pragma::kinds::BONES_SHEAR);
        assert_eq!(told, shears && !name.ends_with("still"), "{name}: {findings:?}");
    }
}

/// Front faces and normals of static meshes are on one side.
#[test]
fn fronts_and_normals_agree() {
    for (name, scene) in by_hand::below_parents() {
        let data = read(&create(&scene, &CreateModelOptions::default()).unwrap().model);
        let [a, b, c] = [0, 1, 2].map(|corner| data.positions[data.indices[corner] as usize]);
        let front = (b - a).cross(c - a).normalize();
        assert!(data.normals[0].distance(front) < 1e-4, "{name}: {} {front}", data.normals[0]);
    }
}

/// Children of a node whose matrix shears: rigid motions of its ancestors and descendants are exact.
#[test]
fn what_moves_without_shearing_is_exact_below_a_sheared_node() {
    for (name, parent) in by_hand::parents() {
        let mut scene = Scene::default();
        let shape = by_hand::cuboid(&mut scene, [1.0, 2.0, 0.5]);
        let mesh = by_hand::mesh(&mut scene, "Box", shape);
        let top = by_hand::node(&mut scene, "Top", None, by_hand::at(0.0, 1.0, 0.0));
        let below = by_hand::node(&mut scene, "Below", Some(top), parent);
        let slider = by_hand::node(&mut scene, "Slider", Some(below), by_hand::at(0.5, 0.0, 0.0));
        scene[slider].mesh = Some(mesh);
        let turns = [by_hand::turn([0.0, 1.0, 0.0], 0.0), by_hand::turn([0.0, 1.0, 0.0], 120.0)];
        let linear = asset_scene::Interpolation::Linear;
        let turning = by_hand::channel(&mut scene, top, (asset_scene::Property::Rotation, linear), &[0.0, 1.0], &turns);
        let places = [[0.5, 0.0, 0.0], [2.0, 1.0, -1.0]];
        let sliding =
            by_hand::channel(&mut scene, slider, (asset_scene::Property::Translation, linear), &[0.0, 1.0], &places);
        by_hand::animation(&mut scene, "Move", vec![turning, sliding]);
        let (_, findings) = check(&scene).unwrap_or_else(|error| panic!("{name}: {error}"));
        let told: Vec<_> = findings.iter().map(|one| one.kind.as_str()).collect();
        assert_eq!(told, ["scene-adapter/normals-flat"], "{name}: {findings:?}");
    }
}

/// The triangle that once came out without its shear.
#[test]
fn a_sheared_triangle_is_where_it_should_be() {
    let mut scene = Scene::default();
    let corners = Array::from_f32s([[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0]]);
    let attributes = vec![by_hand::attribute(&mut scene, Semantic::Position, corners)];
    let mesh = by_hand::mesh(&mut scene, "leaf", Primitive { attributes, ..Primitive::default() });
    let mut sheared = Mat4::IDENTITY.to_cols_array();
    sheared[4] = 1.0;
    let parent = by_hand::node(&mut scene, "sheared", None, Transform::Matrix(sheared));
    let child = by_hand::node(&mut scene, "leaf", Some(parent), Transform::IDENTITY);
    scene[child].mesh = Some(mesh);
    let (model, findings) = check(&scene).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(read(&model).positions, [Vec3::ZERO, Vec3::X * 40.0, Vec3::new(80.0, 40.0, 0.0)]);
}

/// Two skins that bind one node at different places: each is exact.
#[test]
fn nodes_that_are_bound_twice_are_two_bones() {
    let mut scene = by_hand::arm();
    let first = scene.node("Skinned").unwrap();
    let (upper, lower) = (scene.node("Upper").unwrap(), scene.node("Lower").unwrap());
    let bind = vec![by_hand::back(0.5, 0.0, 3.0), by_hand::back(0.5, 1.5, 3.0)];
    let skin = scene.skins.push(Skin { joints: vec![upper, lower], inverse_bind: bind, ..Skin::default() });
    let again = Node { skin: Some(skin), ..scene[first].clone() };
    scene.nodes.push(again);
    let turns = [by_hand::turn([0.0, 0.0, 1.0], 0.0), by_hand::turn([0.0, 0.0, 1.0], 90.0)];
    let property = (asset_scene::Property::Rotation, asset_scene::Interpolation::Linear);
    let bending = by_hand::channel(&mut scene, lower, property, &[0.0, 1.0], &turns);
    by_hand::animation(&mut scene, "Bend", vec![bending]);
    let (model, findings) = check(&scene).unwrap();
    let names: Vec<String> = model.skeleton().unwrap().bones.iter().map(|bone| bone.name.to_string()).collect();
    assert_eq!(names, ["Upper", "Lower", "Lower_2"]);
    assert!(findings.iter().any(|finding| finding.kind == scene_pragma::kinds::BIND_POSE_DIFFERS), "{findings:?}");
}

#[test]
fn scenes_that_nobody_would_make_are_shown_or_told_of() {
    let mut compared = 0;
    for seed in 0..150 {
        let scene = random::scene(&mut Random(seed));
        if create(&scene, &CreateModelOptions::default()).is_err() {
            continue;
        }
        compared += 1;
        check(&scene).unwrap_or_else(|error| panic!("seed {seed}: {error}"));
    }
    assert!(compared > 100, "{compared}");
}

#[test]
fn small_scenes_that_show_much_are_refused_before_anything_grows() {
    let mut scene = Scene::default();
    let positions = Array::from_f32s(vec![[0.0_f32; 3]; 3000]);
    let attributes = vec![by_hand::attribute(&mut scene, Semantic::Position, positions)];
    let mesh = by_hand::mesh(&mut scene, "dust", Primitive { attributes, ..Primitive::default() });
    scene.nodes.extend(vec![Node { mesh: Some(mesh), ..Node::default() }; 100_000]);
    let error = create(&scene, &CreateModelOptions::default()).unwrap_err().to_string();
    assert!(error.starts_with("meshes: expected at most"), "{error}");
}

#[test]
fn twenty_thousand_bones_of_one_name_are_named_at_once() {
    let mut scene = Scene::default();
    scene.nodes.extend(vec![Node { name: "bone".into(), ..Node::default() }; 20_000]);
    let joints = scene.nodes.ids().collect();
    scene.skins.push(Skin { joints, ..Skin::default() });
    let limit = TimeLimit::seconds(6);
    let model = create(&scene, &CreateModelOptions::default()).unwrap().model;
    assert_eq!(model.skeleton().unwrap().bones.len(), 20_000);
    limit.check();
    assert_eq!(scene.nodes[Id::new(7)].name, "bone");
}

#[test]
fn units_have_to_be_positive() {
    for units in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let error = create(&Scene::default(), &CreateModelOptions::default().scale(units)).unwrap_err().to_string();
        assert!(error.contains("expected a scale above 0"), "{error}");
    }
}

#[test]
fn positions_of_new_models_are_finite() {
    let mut scene = asset_scene::Scene { name: "nan".into(), ..asset_scene::Scene::default() };
    let corners = [[f32::NAN, 0.0, 0.0], [1.0, f32::INFINITY, 0.0], [0.0, 1.0, 0.0]];
    let positions = asset_scene::Array::from_f32s(corners);
    let attributes = vec![by_hand::attribute(&mut scene, asset_scene::Semantic::Position, positions)];
    let primitive = asset_scene::Primitive { attributes, ..asset_scene::Primitive::default() };
    let mesh = asset_scene::Mesh { name: "nan".into(), primitives: vec![primitive], ..asset_scene::Mesh::default() };
    let mesh = scene.meshes.push(mesh);
    let node = by_hand::node(&mut scene, "nan", None, by_hand::at(0.0, 0.0, 0.0));
    scene[node].mesh = Some(mesh);
    let made = create(&scene, &CreateModelOptions::default()).expect("a model");
    assert!(made.findings.iter().any(|finding| finding.kind == scene_pragma::kinds::POSITIONS_NOT_FINITE));
    let errors = made.model.validate().into_iter().filter(|one| one.severity == binio::Severity::Error);
    assert_eq!(errors.map(|one| one.to_string()).collect::<Vec<_>>(), Vec::<String>::new());
}

/// An arm whose lower part has one channel; the new model, its findings, and the frames of its animation.
fn moved<const N: usize>(
    property: (asset_scene::Property, asset_scene::Interpolation),
    times: &[f32],
    values: &[[f32; N]],
) -> (Scene<'static>, Vec<binio::Finding>, pragma_asset::Frames) {
    let mut scene = by_hand::arm();
    let lower = scene.node("Lower").unwrap();
    let channel = by_hand::channel(&mut scene, lower, property, times, values);
    by_hand::animation(&mut scene, "Move", vec![channel]);
    let made = create(&scene, &CreateModelOptions::default()).unwrap();
    let mut budget = Limits::default().budget();
    let frames = made.model.animation("Move").unwrap().frames(made.model.skeleton().as_ref(), &mut budget).unwrap();
    (scene, made.findings.iter().cloned().collect(), frames)
}

fn sampled(findings: &[binio::Finding]) -> usize {
    findings.iter().filter(|one| one.kind == scene_pragma::kinds::ANIMATION_SAMPLED).count()
}

/// Splines get as many frames as they need; the engine joins frames linearly.
#[test]
fn splines_are_within_a_thousandth() {
    use asset_scene::{Interpolation, Property};
    let property = (Property::Translation, Interpolation::CubicSpline);
    let (up, flat) = ([0.0, 40.0, 0.0_f32], [0.0_f32; 3]);
    let (rest, top) = ([0.0, 1.5, 0.0], [0.0, 2.5, 0.0_f32]);
    let values = [flat, rest, up, [0.0, -40.0, 0.0], top, flat];
    let (scene, findings, frames) = moved(property, &[0.0, 0.5], &values);
    assert_eq!(sampled(&findings), 0, "{findings:?}");
    assert!(frames.fps > 24.0 && frames.fps <= 240.0, "{}", frames.fps);
    let curve = asset_scene::curve::Curve::read(&scene, &scene.animations.iter().next().unwrap().channels[0]).unwrap();
    let slot = frames.bones.len() - 1;
    let mut most = 0.0_f64;
    for step in 0..=500 {
        let time = step as f32 * 0.001;
        let wanted = curve.sample(time, asset_scene::curve::Side::After);
        // Units of the engine; the axes are others.
        let shown = frames.sample(time * frames.fps / (frames.len() - 1) as f32)[slot]
            .origin
            .distance(frames.sample(0.0)[slot].origin)
            / 40.0;
        most = most.max((wanted.y - 1.5 - f64::from(shown)).abs());
    }
    assert!(most > 0.0 && most < 1e-2, "{most}");
    // One that no rate shows is a loss by name.
    let steep = [flat, rest, [0.0, 1e5, 0.0], [0.0, -1e5, 0.0], top, flat];
    let (_, findings, frames) = moved(property, &[0.0, 0.5], &steep);
    assert_eq!((sampled(&findings), frames.fps), (1, 192.0), "{findings:?}");
    // Frames of an animation without splines stay as many as they were.
    let (_, findings, frames) = moved((Property::Translation, Interpolation::Linear), &[0.0, 0.5], &[rest, top]);
    assert_eq!((sampled(&findings), frames.fps), (0, 24.0), "{findings:?}");
}

/// The format joins frames linearly, so a step is a loss by name, unless nothing jumps.
#[test]
fn a_step_is_a_loss_by_name() {
    use asset_scene::{Interpolation, Property};
    let property = (Property::Rotation, Interpolation::Step);
    let turn = |degrees| by_hand::turn([0.0, 0.0, 1.0], degrees);
    let (_, findings, _) = moved(property, &[0.0, 0.5, 1.0], &[turn(0.0), turn(90.0), turn(90.0)]);
    let losses: Vec<_> = findings.iter().filter(|one| one.kind == scene_pragma::kinds::ANIMATION_SAMPLED).collect();
    assert_eq!(losses.len(), 1, "{findings:?}");
    assert_eq!((losses[0].is_loss, losses[0].path.to_string()), (true, "animation 0".to_owned()));
    let (_, findings, _) = moved(property, &[0.0, 0.5], &[turn(90.0), turn(90.0)]);
    assert_eq!(sampled(&findings), 0, "{findings:?}");
}
