//! Scenes that ask for more than they are.

use asset_scene::{Array, Component, Data, Id, Interpolation, Mesh, Primitive, Property, Scene, Semantic, Topology};
use scene_urho::{CreateModelOptions, create, create_animations};

use fuzzkit::scene::by_hand::{animation, arm, at, attribute, channel, cuboid, mesh, node};
use testkit::hostile::TimeLimit;

fn error(scene: &Scene<'_>) -> String {
    create(scene, &CreateModelOptions::default()).unwrap_err().to_string()
}

#[test]
fn endless_sparse_arrays_are_refused() {
    let mut scene = arm();
    let data = Data::Sparse { rows: Vec::new(), values: Vec::new().into() };
    let endless = Array { component: Component::F32, width: 3, normalized: false, count: usize::MAX >> 8, data };
    let positions = attribute(&mut scene, Semantic::Position, endless);
    scene.meshes[Id::new(0)].primitives[0] = Primitive { attributes: vec![positions], ..Primitive::default() };
    let array = scene.arrays.len() - 1;
    assert_eq!(error(&scene), format!("array {array}: more than 16777216 rows"));
    assert!(create_animations(&scene, &CreateModelOptions::default()).is_err());
}

#[test]
fn a_mesh_shown_too_often_is_too_large() {
    let mut scene = Scene::default();
    let primitive = cuboid(&mut scene, [1.0; 3]);
    mesh(&mut scene, "Box", primitive);
    for number in 0..3 {
        let place = node(&mut scene, "", None, at(number as f32, 0.0, 0.0));
        scene.nodes[place].mesh = Some(Id::new(0));
    }
    let few = CreateModelOptions::default().max_vertices(71);
    let error = create(&scene, &few).unwrap_err();
    assert_eq!(error.to_string(), "mesh 0 > primitive 0: more than 71 vertices");
    let enough = few.max_vertices(72);
    assert!(create(&scene, &enough).is_ok());
}

#[test]
fn a_vertex_with_too_many_triangles_has_no_tangent() {
    for (triangles, has) in [(400, true), (100_000, false)] {
        let mut scene = Scene::default();
        let around = |vertex: u32| (vertex as f32 / triangles as f32 * 6.0).sin_cos();
        let places = || (0..=triangles).map(around);
        let attributes = vec![
            attribute(&mut scene, Semantic::Position, Array::from_f32s(places().map(|(x, y)| [x, y, 0.0]))),
            attribute(&mut scene, Semantic::Normal, Array::from_f32s(places().map(|_| [0.0, 0.0, 1.0]))),
            attribute(&mut scene, Semantic::TexCoord(0), Array::from_f32s(places().map(|(x, y)| [x, y]))),
        ];
        let primitive = Primitive { topology: Topology::TriangleFan, attributes, ..Primitive::default() };
        mesh(&mut scene, "Fan", primitive);
        let place = node(&mut scene, "Fan", None, at(0.0, 0.0, 0.0));
        scene.nodes[place].mesh = Some(Id::new(0));
        let built = create(&scene, &CreateModelOptions::default().tangents(true)).unwrap();
        let (model, findings) = (built.model, built.findings);
        assert_eq!(model.vertex_buffers[0].tangents().is_some(), has);
        assert_eq!(findings.iter().any(|one| one.kind.as_str() == "scene-adapter/tangents-not-computed"), !has);
    }
}

#[test]
fn deep_and_wide_scenes_take_no_time() {
    let limit = TimeLimit::seconds(60);
    let mut scene = Scene::default();
    let primitive = cuboid(&mut scene, [1.0; 3]);
    mesh(&mut scene, "Box", primitive);
    for number in 0..20_000_usize {
        let place = node(&mut scene, "Same", number.checked_sub(1).map(Id::new), at(0.0, 0.001, 0.0));
        scene.nodes[place].mesh = Some(Id::new(0));
    }
    let spin = [[0.0, 0.0, 0.0, 1.0], [1.0, 0.0, 0.0, 0.0_f32]];
    let turn = channel(&mut scene, Id::new(0), (Property::Rotation, Interpolation::Linear), &[0.0, 1.0], &spin);
    animation(&mut scene, "Turn", vec![turn]);
    let model = create(&scene, &CreateModelOptions::default()).unwrap().model;
    assert_eq!((model.skeleton.bones.len(), model.geometries.len()), (20_000, 20_000));
    assert_eq!(create_animations(&scene, &CreateModelOptions::default()).unwrap().0.len(), 1);
    limit.check();
}

#[test]
fn scales_have_to_be_above_nothing() {
    for scale in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        let options = CreateModelOptions::default().scale(scale);
        assert!(create(&arm(), &options).unwrap_err().to_string().starts_with("options: expected a scale"));
    }
}

#[test]
fn vertices_that_nothing_draws_are_left_out() {
    let mut scene = arm();
    let indices = scene.arrays.push(Array::from_u16s([0, 1, 2, 15, 16, 17]));
    scene.meshes[Id::new(0)].primitives[0].indices = Some(indices);
    let (model, _) = crate::kit::compare::check(&scene, &CreateModelOptions::default()).unwrap();
    assert_eq!(model.vertex_buffers[0].vertex_count, 6);
}

#[test]
fn little_that_is_shown_often_is_refused_before_it_is_unpacked() {
    let mut scene = Scene::default();
    let positions = Array::from_f32s(vec![[0.0, 1.0, 2.0]; 60_000]);
    let attributes = vec![attribute(&mut scene, Semantic::Position, positions)];
    let primitive = Primitive { attributes, ..Primitive::default() };
    // A hundred primitives of the same array, on a thousand nodes.
    scene.meshes.push(Mesh { primitives: vec![primitive; 100], ..Mesh::default() });
    for _ in 0..1000 {
        let place = node(&mut scene, "", None, at(0.0, 0.0, 0.0));
        scene.nodes[place].mesh = Some(Id::new(0));
    }
    let limit = TimeLimit::seconds(2);
    let message = error(&scene);
    assert!(message.starts_with("meshes: expected at most 1073741824 bytes"), "{message}");
    limit.check();
}

#[test]
fn flat_corners_are_counted_before_they_are_made() {
    let mut scene = Scene::default();
    let attributes =
        vec![attribute(&mut scene, Semantic::Position, Array::from_f32s([[0.0; 3], [1.0; 3], [2.0, 0.0, 1.0]]))];
    let deltas = attribute(&mut scene, Semantic::Position, Array::from_f32s([[1.0; 3]; 3]));
    let indices = scene.arrays.push(Array::from_u16s((0..30_000).map(|index| index % 3)));
    let targets = vec![vec![deltas]; 1000];
    mesh(&mut scene, "Flat", Primitive { attributes, indices: Some(indices), targets, ..Primitive::default() });
    let place = node(&mut scene, "Flat", None, at(0.0, 0.0, 0.0));
    scene.nodes[place].mesh = Some(Id::new(0));
    assert_eq!(error(&scene), "mesh 0 > primitive 0: more than 16777216 vertices");
}

#[test]
fn channels_that_share_keys_are_counted_before_they_are_read() {
    let mut scene = arm();
    let count = 200_000.0_f32;
    let times: Vec<f32> = (0..200_000).map(|key| key as f32 / count).collect();
    let kind = (Property::Scale, Interpolation::Linear);
    let first = channel(&mut scene, Id::new(1), kind, &times, &vec![[1.0; 3]; times.len()]);
    animation(&mut scene, "Shared", vec![first; 1000]);
    let limit = TimeLimit::seconds(2);
    for message in [error(&scene), create_animations(&scene, &CreateModelOptions::default()).unwrap_err().to_string()] {
        assert!(message.starts_with("animations: expected at most 1073741824 bytes of keyframes"), "{message}");
    }
    limit.check();
}
