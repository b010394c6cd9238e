//! Each setter changes the value that its getter returns, and nothing else.

use std::collections::BTreeSet;

use pragma_asset::glam::Vec3;
use pragma_asset::map::{Lightmap, Output};
use pragma_asset::udm::{Array, Value};
use pragma_asset::{AnimationData, Asset, Encoding, ErrorKind, Frames, Kind, Map, Material, MeshData, Model, Pose};

const MAP: &str = r#"$string assetType "PMAP" $uint32 assetVersion 2 assetData {
    lightmap { $float intensity 4 $float exposure 2 $float note 1 }
    $array entities [element;3][{ $string className "a" }{ $string className "b" }{ $string className "c" }]
}"#;

/// Applies an edit, and returns the document as read from its bytes.
fn edited<K: Kind>(asset: &Asset<'_, K>, edit: impl FnOnce(&mut Asset<'_, K>)) -> Asset<'static, K> {
    let mut own = asset.clone();
    edit(&mut own);
    let bytes = own.to_bytes().expect("edited documents are writable");
    Asset::parse(&bytes).expect("written documents are readable").into_owned()
}

/// Keys of the data whose values differ.
fn changed<K: Kind>(before: &Asset<'_, K>, after: &Asset<'_, K>) -> Vec<String> {
    let (before, after) = (before.document.data(), after.document.data());
    let keys = before.iter().chain(after.iter()).map(|(key, _)| key.to_text().into_owned());
    let keys: BTreeSet<String> = keys.collect();
    keys.into_iter().filter(|key| before.get(key) != after.get(key)).collect()
}

fn classes(map: &Map<'_>) -> Vec<String> {
    map.entities().iter().map(|entity| entity.class_name().to_text().into_owned()).collect()
}

#[test]
fn lightmap_settings_keep_values_without_a_setter() {
    let map = Map::parse(MAP.as_bytes()).expect("a map");
    let bright = Lightmap { intensity: 0.5, exposure: 8.0 };
    let after = edited(&map, |map| map.set_lightmap(&bright));
    assert_eq!((after.lightmap(), changed(&map, &after)), (Some(bright), vec!["lightmap".to_owned()]));
    let note = after.document.data().get("lightmap").and_then(Value::as_element).and_then(|own| own.get("note"));
    assert_eq!(note.and_then(Value::as_f64), Some(1.0));
}

#[test]
fn a_removed_entity_leaves_the_others_in_order() {
    let map = Map::parse(MAP.as_bytes()).expect("a map");
    let after = edited(&map, |map| {
        let removed = map.remove_entity(1).expect("it exists");
        assert_eq!(removed.get("className").and_then(Value::as_text), Some("b".as_bytes()));
    });
    assert_eq!(classes(&after), ["a", "c"]);
    let mut own = after.clone();
    let error = own.remove_entity(2).expect_err("there are two");
    assert_eq!((error.kind(), error.path().to_string()), (&ErrorKind::Missing("such entity"), "entities 2".to_owned()));
    assert_eq!(own, after, "a failed edit changes nothing");
}

#[test]
fn an_entry_that_is_no_entity_is_kept() {
    let mut map = Map::parse(MAP.as_bytes()).expect("a map");
    let Some(Array::Items(items)) = map.document.data_mut().get_mut("entities").and_then(Value::as_array_mut) else {
        panic!("the entities are a list")
    };
    items.values_mut().push(Value::from(7_i32));
    let before = map.clone();
    assert!(map.remove_entity(3).is_err());
    assert_eq!(map, before);
}

#[test]
fn outputs_replace_those_before() {
    let output = |target: &'static str, times: i32| Output {
        name: "OnTrigger".into(),
        target: target.into(),
        input: "Open".into(),
        param: "fast".into(),
        delay: 0.25,
        times,
    };
    let map = Map::parse(MAP.as_bytes()).expect("a map");
    let both = [output("door", -1), output("gate", 3)];
    let after = edited(&map, |map| map.entity_mut(0).expect("it exists").set_outputs(&both));
    assert_eq!(after.entities()[0].outputs(), both);
    let after = edited(&after, |map| map.entity_mut(0).expect("it exists").set_outputs(&both[1..]));
    assert_eq!(after.entities()[0].outputs(), both[1..]);
    assert_eq!((after.entities()[1].outputs(), classes(&after)), (Vec::new(), classes(&map)));
}

#[test]
fn values_of_a_model_are_set_one_by_one() {
    let model = Model::builder().material("skin").material("cloth").build().expect("a model");
    let after = edited(&model, |model| model.set_include_models(&["male", "gestures"]));
    assert_eq!(after.include_models().iter().map(|name| name.to_text()).collect::<Vec<_>>(), ["male", "gestures"]);
    assert_eq!(changed(&model, &after), ["includeModels"]);

    let after = edited(&model, |model| model.set_eye_offset(Vec3::new(0.5, 64.0, -2.0)));
    assert_eq!(
        (after.eye_offset(), changed(&model, &after)),
        (Vec3::new(0.5, 64.0, -2.0), vec!["eyeOffset".to_owned()])
    );

    let after = edited(&model, |model| model.set_material(1, "leather").expect("it exists"));
    assert_eq!(after.materials().iter().map(|name| name.to_text()).collect::<Vec<_>>(), ["skin", "leather"]);
    assert_eq!(changed(&model, &after), ["materials"]);
    let error = model.clone().set_material(2, "leather").expect_err("there are two");
    assert_eq!(
        (error.kind(), error.path().to_string()),
        (&ErrorKind::Missing("such material"), "materials".to_owned())
    );
}

#[test]
fn the_base_material_is_set_and_removed() {
    let material = Material::parse(b"\"pbr\" { $string note \"kept\" }");
    let material = material.expect("a material");
    let after = edited(&material, |material| material.set_base_material(Some("models/base")).expect("it has a shader"));
    assert_eq!(after.base_material().map(|name| name.to_text().into_owned()), Some("models/base".to_owned()));
    let back = edited(&after, |material| material.set_base_material(None).expect("it has a shader"));
    assert_eq!((back.base_material(), changed(&material, &back)), (None, Vec::new()));
    let error = Material::empty(Encoding::Text).set_base_material(Some("base")).expect_err("it has no shader");
    assert_eq!(error.kind(), &ErrorKind::Missing("shader"));
}

/// Edits that fail leave the model as it was.
#[test]
fn edits_that_fail_change_nothing() {
    let text = br#"$string assetType "PMDL" $uint32 assetVersion 1 assetData { animations { $string odd "x" run { $uint32 index 0 } }
        meshGroups { reference { $uint32 index 0 $array meshes [element;1][{ $array subMeshes [element;1][{ $string assetType "PMESH"
            assetData { $array vertexData [struct<vec3:pos,float:own>;1][[[1,2,3],4]] } }] }] } } }"#;
    let mut model = Model::parse(text).unwrap();
    let mesh = MeshData { positions: vec![Vec3::ZERO], name: "new".into(), ..MeshData::default() };
    let id = model.meshes()[0].id().clone();
    let id = pragma_asset::MeshId { group: id.group.into_owned(), ..id };
    let wrong = MeshData { indices: vec![9], ..mesh.clone() };
    let still = AnimationData { frames: Frames::new(0.5, vec![0], vec![Pose::IDENTITY]), ..AnimationData::default() };
    let before = model.clone();
    for failed in [
        model.set_mesh(&id, &mesh),
        model.add_mesh("hat", &wrong).map(drop),
        model.set_animation("run", &still),
        model.rename_animation("walk", "run"),
        model.rename_animation("walk", "stand"),
        model.rename_flex_animation("smile", "grin"),
    ] {
        failed.expect_err("the edit can't be made");
    }
    assert_eq!(model.document, before.document);
}
