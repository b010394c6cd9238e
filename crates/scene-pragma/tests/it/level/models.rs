//! Models of maps exist once in a scene.

use scene_pragma::Rule;
use scene_pragma::asset_scene::Id;
use scene_pragma::level::CreateMapOptions;
use scene_pragma::pragma_asset::glam::{DVec3, Vec3};
use scene_pragma::pragma_asset::model::Skin;
use scene_pragma::pragma_asset::{MeshData, Model, Pose};

use super::{Files, built, entity, map, shown, triangle};

/// A model exists once, with a mesh for each shown skin; names in other case are found and reported.
#[test]
fn models_are_shared() {
    let model = Model::builder().material("a").material("b").skin(vec![0]).skin(vec![1]).mesh("body", triangle());
    let model = model.build().unwrap();
    assert_eq!(model.skins(), [vec![0], vec![1]].map(|materials| Skin { materials }));
    let show = |model: &str, skin: &str| entity("prop_physics", &[("model", model), ("skin", skin)]);
    let entities = [
        show("props/sign", "0"),
        show("Props/Sign", "0"),
        show("props\\\\sign", "1"),
        show("props/sign", "7"),
        show("props/sign", "two"),
        show("props/gone", "0"),
    ];
    let files = Files::default().with("models/Props/sign.pmdl_b", model.to_bytes().unwrap());
    let (scene, said) = shown(&map(&entities.each_ref().map(String::as_str)), files);
    assert_eq!((scene.meshes.len(), scene.materials.len(), scene.arrays.len()), (2, 2, 4));
    let meshes: Vec<usize> = scene.nodes.iter().filter_map(|node| node.mesh).map(Id::index).collect();
    assert_eq!(meshes, [0, 0, 1, 0, 0]);
    for wanted in [
        "entity 0 > model > props/sign: models/props/sign.pmdl_b is called models/Props/sign.pmdl_b",
        "entity 4 > skin: expected a number, found \"two\"",
        "entity 5 > model > props/gone: no model: not in memory",
    ] {
        assert!(said.iter().any(|said| said.contains(wanted)), "{wanted}: {said:?}");
    }
    let missing = said.iter().filter(|said| said.contains(&Rule::MissingMaterial.to_string())).count();
    assert_eq!(missing, 2, "each material once: {said:?}");
}

/// Skinned models stay skinned: two of them share a mesh, each has bones of its own.
#[test]
fn skinned_models_share_their_mesh() {
    let weights = MeshData { bones: vec![[0, -1, -1, -1]; 3], weights: vec![[1.0, 0.0, 0.0, 0.0]; 3], ..triangle() };
    let model = Model::builder()
        .material("a")
        .bone("hip", None, Pose::at(Vec3::Y * 40.0))
        .mesh("body", weights)
        .build()
        .unwrap();
    let show = |place: &str| entity("prop_dynamic", &[("model", "soldier"), ("origin", place)]);
    let text = map(&[&show("0 0 0"), &show("400 0 0")]);
    let (scene, said) = shown(&text, Files::default().with("models/soldier.pmdl_b", model.to_bytes().unwrap()));
    assert_eq!((scene.meshes.len(), scene.skins.len(), said.len()), (1, 2, 1), "{said:?}");
    let world = scene_pragma::asset_scene::world::World::new(&scene);
    let at = |skin: usize| world.joint_matrices(&scene.skins[Id::new(skin)])[0].transform_point3(DVec3::ZERO);
    assert!(at(0).abs_diff_eq(DVec3::ZERO, 1e-5) && at(1).abs_diff_eq(DVec3::X * 10.0, 1e-5), "{} {}", at(0), at(1));
    let made = built(&scene, &CreateMapOptions::default());
    assert_eq!(made.map.to_bytes().unwrap(), text.as_bytes());
    let again = Model::parse(&made.files[0].bytes).unwrap();
    assert_eq!((made.files.len(), !again.skeleton().unwrap().is_empty()), (1, true));
}
