//! Maps and scenes that mean harm, and large ones.

use scene_pragma::ShowOptions;
use scene_pragma::asset_scene::Id;
use scene_pragma::level::CreateMapOptions;
use scene_pragma::pragma_asset::{Encoding, Map, Model, Pose};
use std::sync::Arc;
use testkit::hostile::{assert_linear, scaled};

use super::{Files, built, entity, map, scene_of, shown, sign, triangle};

#[test]
fn maps_that_mean_harm() {
    let entities = [
        "$string className \"\"\n".to_owned(),
        "$string className \"prop_dynamic\"\n$string components \"none\"\n$float keyValues 3\n$float pose 2\n"
            .to_owned(),
        entity("prop_dynamic", &[("name", "a"), ("parent", "b"), ("parentname", "a")]),
        entity("prop_dynamic", &[("name", "b"), ("parent", "a")]),
        entity("env_light_spot", &[("origin", "here"), ("angles", "nan 0 0"), ("scale", "1e99"), ("radius", "x")]),
        entity("env_light_spot", &[("outerconeangle", "-1e30"), ("blendfraction", "inf"), ("color", "-1 -2 -3")]),
        entity("env_camera", &[])
            + "components\n{\ncamera\n{\nproperties\n{\n$float fov 1e30\n$float nearz -1\n$float farz 0\n}\n}\n}\n",
        entity("prop_dynamic", &[("model", "../../../etc/passwd"), ("skin", "-1")]),
        entity("prop_dynamic", &[("model", "broken")]),
        entity("prop_dynamic", &[("model", "*3")]),
    ];
    let text = map(&entities.each_ref().map(String::as_str));
    let files = Files::default().with("models/broken.pmdl_b", *b"UDMB what");
    let (scene, said) = shown(&text, files);
    assert_eq!(scene.nodes.iter().filter(|node| node.parent.is_none()).count(), 10);
    for wanted in [
        "entity 4 > origin: expected numbers, found \"here\"",
        "entity 4 > angles: expected numbers",
        "entity 4 > scale: expected a number",
        "entity 4 > radius: expected a number, found \"x\"",
        "entity 7 > model > ../../../etc/passwd: no model",
        "entity 8 > model > broken: no model: models/broken.pmdl_b",
    ] {
        assert!(said.iter().any(|said| said.contains(wanted)), "{wanted}: {said:#?}");
    }
    let made = built(&scene, &CreateMapOptions::default());
    assert_eq!(String::from_utf8(made.map.to_bytes().unwrap()).unwrap(), text);
}

/// An entity with false information in its node's source.
#[test]
fn stored_sources_that_mean_harm() {
    let (scene, _) = shown(&map(&[&entity("prop_dynamic", &[])]), Files::default());
    let bytes = scene.source.as_ref().unwrap().original.clone().unwrap();
    let known = asset_scene::sum(&bytes);
    // A node with a key that is none is found by name. An entity that doesn't exist is left out, with a message.
    let keys = [
        (r#"{"version":1}"#.to_owned(), 1),
        (format!(r#"{{"version":2,"entity":18446744073709551615,"document":"{known}"}}"#), 0),
        (r#"{"version":2,"entity":0,"document":"7:0"}"#.to_owned(), 1),
        ("null".to_owned(), 1),
        ("7".to_owned(), 1),
    ];
    for (key, entities) in keys {
        let mut scene = scene.clone();
        let source = Arc::make_mut(scene.nodes[Id::new(0)].source.as_mut().unwrap());
        source.layout = serde_json::from_str(&key).unwrap();
        let made = built(&scene, &CreateMapOptions::default());
        assert_eq!((made.map.entity_count(), made.findings.len()), (entities, 1 - entities), "{key}");
    }
}

fn many(count: usize) -> Map<'static> {
    let mut map = Map::empty(Encoding::Binary);
    for number in 0..count {
        let mut entity = map.push_entity("prop_physics");
        entity.set_key_value("model", "sign");
        entity.set_key_value("origin", &format!("{number} 0 0"));
    }
    map
}

/// A small map shows a model of many bones as often as it likes.
#[test]
fn maps_of_many_bones_are_limited() {
    let pose = Pose::default();
    let bones = (0..4_000).fold(Model::builder(), |model, bone| model.bone(&format!("b{bone}"), None, pose));
    let mut mesh = triangle();
    (mesh.bones, mesh.weights) = (vec![[0, -1, -1, -1]; 3], vec![[1.0, 0.0, 0.0, 0.0]; 3]);
    let model = bones.material("Dev/Sign 1.a").mesh("body", mesh).build().unwrap().to_bytes().unwrap();
    let files = Files::default().with("models/sign.pmdl_b", model);
    let (few, findings) = scene_of(&many(10), &files, ShowOptions::default()).unwrap();
    let is_limit = |finding: &&binio::Finding| finding.kind == scene_pragma::kinds::TOO_MANY_NODES;
    assert!(few.nodes.len() > 40_000 && findings.iter().find(is_limit).is_none(), "{}", few.nodes.len());
    let (all, findings) = scene_of(&many(300), &files, ShowOptions::default()).unwrap();
    assert!(((1 << 20) - 5_000..=1 << 20).contains(&all.nodes.len()), "{}", all.nodes.len());
    assert_eq!(findings.iter().filter(is_limit).count(), 1);
}

/// The time of a round trip grows linearly with the number of entities.
#[test]
fn many_entities_take_linear_time() {
    assert_linear(scaled(5_000, 125_000), |count| {
        let map = many(count);
        let files = Files::default().with("models/sign.pmdl_b", sign());
        let (scene, _) = scene_of(&map, &files, ShowOptions::default()).unwrap();
        assert_eq!((scene.meshes.len(), scene.nodes.len()), (1, 2 * count));
        let made = built(&scene, &CreateMapOptions::default());
        assert_eq!(made.map.entity_count(), count);
    });
}
