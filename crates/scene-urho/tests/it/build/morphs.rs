//! Models with morph targets.

use asset_scene::{Array, Id, Mesh, Primitive, Scene, Semantic};
use scene_urho::{Engine, create, update};
use urho_mdl::Version;
use urho_mdl::glam::Vec3;

use super::models::options;
use crate::kit::compare::check;
use fuzzkit::scene::by_hand::{at, attribute, mesh, node};

/// A triangle with two morph targets.
fn morphed() -> Scene<'static> {
    let mut scene = Scene::default();
    let positions = attribute(
        &mut scene,
        Semantic::Position,
        Array::from_f32s([[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0_f32]]),
    );
    let normals = attribute(&mut scene, Semantic::Normal, Array::from_f32s([[0.0, 0.0, 1.0_f32]; 3]));
    let up = attribute(
        &mut scene,
        Semantic::Position,
        Array::from_f32s([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.5, 1.0, 0.0_f32]]),
    );
    let out = attribute(
        &mut scene,
        Semantic::Position,
        Array::from_f32s([[0.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 0.0_f32]]),
    );
    let lean = attribute(
        &mut scene,
        Semantic::Normal,
        Array::from_f32s([[0.0, 0.0, 0.0], [0.5, 0.0, 0.0], [0.0, 0.0, 0.0_f32]]),
    );
    let primitive = Primitive {
        attributes: vec![positions, normals],
        targets: vec![vec![up], vec![out, lean]],
        ..Primitive::default()
    };
    mesh(&mut scene, "Face", primitive);
    scene.meshes[Id::new(0)].morph_weights = vec![0.5, 0.0];
    let place = node(&mut scene, "Face", None, at(1.0, 0.0, 0.0));
    scene.nodes[place].mesh = Some(Id::new(0));
    scene
}

#[test]
fn morphs_keep_what_moves() {
    let (model, _) = check(&morphed(), &options()).unwrap();
    let [up, out] = model.morphs.as_slice() else { panic!("{} morphs", model.morphs.len()) };
    assert_eq!((up.name.to_string(), up.weight), ("Face0".into(), None));
    assert_eq!(up.buffers[0].vertices().unwrap().iter().collect::<Vec<_>>(), [2]);
    assert_eq!(up.buffers[0].positions().unwrap().get(0), Some(Vec3::new(-0.5, 1.0, 0.0)));
    assert!(up.buffers[0].normals().is_none());
    assert_eq!(out.buffers[0].normals().unwrap().get(0), Some(Vec3::new(-0.5, 0.0, 0.0)));
    let range = model.vertex_buffers[0].morph_range;
    assert_eq!((range.start, range.count), (1, 2));
    // Half of the first is baked in.
    assert_eq!(model.vertex_buffers[0].positions().unwrap().get(2), Some(Vec3::new(-1.25, 1.5, 0.0)));
    let (model, _) = check(&morphed(), &options().engine(Engine::Rbfx)).unwrap();
    assert_eq!((model.version, model.morphs[0].weight), (Version::Umd3(2), Some(0.5)));
    assert_eq!(model.vertex_buffers[0].positions().unwrap().get(2), Some(Vec3::new(-1.0, 1.0, 0.0)));
}

#[test]
fn an_update_keeps_the_default_weights_of_its_original() {
    let original = create(&morphed(), &options().engine(Engine::Rbfx)).unwrap().model;
    let made = update(&original, &morphed(), &options()).unwrap();
    assert_eq!((made.model.version, made.model.morphs[0].weight), (Version::Umd3(2), Some(0.5)));
    let places = |model: &urho_mdl::Model<'_>| model.vertex_buffers[0].positions().unwrap().to_vec();
    assert_eq!(places(&made.model), places(&original));
    assert!(made.findings.iter().all(|finding| !finding.to_string().contains("baked")), "{:?}", made.findings);
}

#[test]
fn morphs_of_one_name_are_one() {
    let mut scene = morphed();
    let copy = scene.meshes[Id::new(0)].clone();
    scene.meshes.push(Mesh { morph_weights: Vec::new(), ..copy });
    let second = node(&mut scene, "Beard", None, at(0.0, 5.0, 0.0));
    scene.nodes[second].mesh = Some(Id::new(1));
    let (model, _) = check(&scene, &options()).unwrap();
    assert_eq!(model.morphs.len(), 2);
    assert_eq!(model.morphs[1].buffers[0].vertices().unwrap().iter().collect::<Vec<_>>(), [1, 4]);
    let (model, _) = check(&scene, &options().engine(Engine::Rbfx)).unwrap();
    assert_eq!(model.morphs.len(), 3, "one name begins with two weights");
}
