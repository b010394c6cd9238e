//! Edits of a scene come home into its map.

use scene_adapter::FileOptions;
use scene_pragma::ShowOptions;
use scene_pragma::asset_scene::{Id, Node, Transform};
use scene_pragma::level::{CreateMapOptions, CreatedMap, EntityTexts};
use scene_pragma::pragma_asset::glam::Vec3;
use scene_pragma::pragma_asset::{Encoding, Map, Pose};

use super::{Files, built, entity, map, scene_of, shown, sign, value};

/// Content that a scene can't store round-trips, byte for byte; only edits differ.
#[test]
fn edits_are_taken_over() {
    let sound = entity("env_sound", &[("sound", "a/b.wav"), ("origin", "0 40 0")]) + "$array outputs [element;0][]\n";
    let prop =
        entity("prop_physics", &[("model", "sign"), ("uuid", "1-2"), ("targetname", "door"), ("angles", "0 0 0")]);
    let light = entity("env_light_point", &[("lightcolor", "255 0 0"), ("light_intensity", "5")]);
    let text = map(&[&sound, &prop, &light, &entity("info_target", &[])]);
    let comment = format!("// made by hand\n{text}");
    let files = || Files::default().with("models/sign.pmdl_b", sign());
    for text in [text, comment] {
        let project = files();
        let (mut scene, _) = shown(&text, files());
        let options = CreateMapOptions::default();
        let same = built(&scene, &options);
        assert_eq!(String::from_utf8(same.map.to_bytes().unwrap()).unwrap(), text);
        let names: Vec<&str> = same.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, ["models/sign.pmdl"]);
        // Where the model is already, it stays.
        let there = FileOptions::in_project(&project.0);
        assert_eq!(built(&scene, &options.files(there)).files, []);
        let door = scene.node("door").unwrap();
        scene[door].transform = Transform::from_translation([1.0, 0.0, 0.0]);
        scene[door].name = "gate".into();
        scene.lights[Id::new(0)].intensity = 9.0;
        let gone = scene.node("info_target_4").unwrap();
        scene.retain_nodes(|node| node != gone);
        // A copy, as Blender names it.
        let copy = Node { name: "gate.001".into(), ..scene[door].clone() };
        scene.nodes.push(copy);
        let made = built(&scene, &options);
        let classes: Vec<String> = made.map.entities().iter().map(|own| own.class_name().to_string()).collect();
        assert_eq!(classes, ["env_sound", "prop_physics", "env_light_point", "prop_physics"]);
        assert_eq!(made.map.entities()[0].element(), same.map.entities()[0].element());
        assert_eq!([value(&made, 1, "targetname"), value(&made, 1, "uuid")], ["gate", "1-2"]);
        assert_eq!(made.map.entities()[1].pose(), Pose::at(Vec3::X * 40.0));
        // Unturned entities keep their text, and no key value is added.
        assert_eq!([value(&made, 1, "angles"), value(&made, 1, "origin")], ["0 0 0", ""]);
        assert_eq!([value(&made, 2, "light_intensity"), value(&made, 2, "lightcolor")], ["9", "255 0 0"]);
        assert_eq!(value(&made, 3, "uuid"), "");
        let text = String::from_utf8(made.map.to_bytes().unwrap()).unwrap();
        assert_eq!(text.contains("made by hand"), text.starts_with("// "));
    }
}

/// Some programs keep extras of nodes, but not of the file.
#[test]
fn entities_of_a_map_that_is_gone_are_told() {
    let mut map = Map::empty(Encoding::Binary);
    map.set_materials(&["a", "b"]);
    map.push_entity("world").set_key_value("model", "sign");
    map.push_entity("info_target");
    let files = Files::default().with("models/sign.pmdl_b", sign());
    let (mut scene, _) = scene_of(&map, &files, ShowOptions::default()).unwrap();
    scene.source = None;
    let made = built(&scene, &CreateMapOptions::default());
    let lost = made.findings.iter().filter(|finding| finding.is_loss);
    let lost: Vec<String> = lost.map(ToString::to_string).collect();
    assert!(!made.restored && lost.len() == 1, "{lost:?}");
    assert!(lost[0].contains("come from a file that isn't at hand") && lost[0].contains("3, the first is"), "{lost:?}");
    // The map that is named has the same entities.
    let options = CreateMapOptions::default().original(&map).files(FileOptions::in_project(&files.0));
    let made = built(&scene, &options);
    assert_eq!(made.map.to_bytes().unwrap(), map.to_bytes().unwrap());
    assert!(
        made.restored && made.files.is_empty() && made.findings.iter().all(|finding| !finding.is_loss),
        "{:?}",
        made.findings
    );
}

/// A scene with an entity that was copied from another map.
#[test]
fn entities_of_other_maps_come_with_their_key_values() {
    let one = map(&[&entity("env_sound", &[("sound", "a.wav"), ("uuid", "1")])]);
    let other = map(&[&entity("info_target", &[]), &entity("env_sound", &[("sound", "b.wav"), ("uuid", "2")])]);
    let (mut scene, _) = shown(&one, Files::default());
    let (pasted, _) = shown(&other, Files::default());
    scene.nodes.push(Node { name: "noise".into(), ..pasted.nodes[Id::new(1)].clone() });
    let bare = built(&scene, &CreateMapOptions::default());
    let is_told =
        |made: &CreatedMap| made.findings.iter().any(|finding| finding.to_string().contains("file that isn't at hand"));
    assert!(is_told(&bare) && bare.map.entity_count() == 2);
    scene.other_sources.extend(pasted.source.clone());
    let made = built(&scene, &CreateMapOptions::default());
    assert!(!is_told(&made), "{:?}", made.findings);
    assert_eq!([value(&made, 0, "sound"), value(&made, 0, "uuid")], ["a.wav", "1"]);
    assert_eq!([value(&made, 1, "sound"), value(&made, 1, "uuid")], ["b.wav", ""]);
    assert_eq!(value(&made, 1, "name"), "noise");
}

/// What a scene can't show is in the text of its entity.
#[test]
fn nodes_give_the_text_of_their_entity() {
    let text = map(&[&entity("env_sound", &[("sound", "a.wav")]), &entity("env_light_point", &[("radius", "3")])]);
    let (mut scene, _) = shown(&text, Files::default());
    let texts = EntityTexts::of(&scene).unwrap();
    let first = texts.entity(&scene.nodes[Id::new(0)]).unwrap();
    assert!(first.contains("env_sound") && first.contains("a.wav") && !first.contains("radius"), "{first}");
    scene.nodes.push(Node { name: "new".into(), ..Node::default() });
    assert!(texts.entity(scene.nodes.iter().last().unwrap()).is_none());
    scene.source = None;
    assert!(EntityTexts::of(&scene).is_none());
}

/// Edits of a scene are written to a newer version of its map.
#[test]
fn a_newer_version_of_the_map_keeps_its_changes() {
    let sound = |name: &str, uuid: &str, volume: &str| {
        entity("env_sound", &[("targetname", name), ("sound", "a.wav"), ("uuid", uuid), ("volume", volume)])
    };
    let (before, newer) = (
        map(&[&sound("a", "1", "5"), &sound("b", "2", "5")]),
        map(&[&entity("info_target", &[]), &sound("b", "2", "9"), &sound("a", "1", "9")]),
    );
    let (mut scene, _) = shown(&before, Files::default());
    let first = scene.node("a").unwrap();
    scene[first].transform = Transform::from_translation([1.0, 0.0, 0.0]);
    let newer = Map::parse(newer.as_bytes()).unwrap().into_owned();
    let made = built(&scene, &CreateMapOptions::default().original(&newer));
    let entities = made.map.entities();
    let of = |uuid: &str| (0..entities.len()).find(|number| value(&made, *number, "uuid") == uuid).unwrap();
    assert_eq!([value(&made, of("1"), "volume"), value(&made, of("2"), "volume")], ["9", "9"]);
    assert_eq!(entities[of("1")].pose().origin, Vec3::X * 40.0);
}

/// Some programs remove all extras. Then names say which node is which entity, if the map is carried or named.
#[test]
fn entities_are_known_by_name() {
    let prop = |name: &str, uuid: &str, origin: &str| {
        entity("prop_physics", &[("model", "sign"), ("uuid", uuid), ("targetname", name), ("origin", origin)])
    };
    let text = map(&[
        &entity("env_sound", &[("sound", "a/b.wav")]),
        &prop("door", "1-2", "0 0 0"),
        &prop("door", "3-4", "40 0 0"),
        &entity("env_light_point", &[("lightcolor", "255 0 0"), ("light_intensity", "5")]),
    ]);
    let files = Files::default().with("models/sign.pmdl_b", sign());
    let original = Map::parse(text.as_bytes()).unwrap().into_owned();
    let options = CreateMapOptions::default().files(FileOptions::in_project(&files.0));
    let (mut scene, _) = shown(&text, Files::default().with("models/sign.pmdl_b", sign()));
    scene.nodes.iter_mut().for_each(|node| node.source = None);
    scene.materials.iter_mut().for_each(|material| material.source = None);
    let carried = scene.clone();
    scene.source = None;
    for (scene, options) in [(&carried, options), (&scene, options.original(&original))] {
        let same = built(scene, &options);
        assert_eq!(String::from_utf8(same.map.to_bytes().unwrap()).unwrap(), text);
        let names: Vec<&str> = same.files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!((same.restored, names), (true, vec![]));
        // Of two entities with one name, the one in its place is known by it.
        let mut edited = scene.clone();
        let doors: Vec<Id<Node>> = edited.nodes.ids().filter(|id| edited[*id].name == "door").collect();
        let first = doors.into_iter().find(|id| edited[*id].transform.to_mat4().w_axis.x == 0.0).unwrap();
        edited[first].transform = Transform::from_translation([0.0, 1.0, 0.0]);
        edited.nodes.push(Node { name: "env_sound_1.001".into(), ..Node::default() });
        let made = built(&edited, &options);
        assert_eq!([value(&made, 1, "uuid"), value(&made, 1, "origin")], ["1-2", "0 40 0"]);
        assert_eq!([value(&made, 2, "uuid"), value(&made, 2, "origin")], ["3-4", "40 0 0"]);
        let sounds = made.map.entities().iter().filter(|own| own.key_value("sound").is_some()).count();
        assert_eq!((sounds, made.map.entity_count()), (2, 5));
    }
    // Without the map, every node is new.
    assert!(!built(&scene, &options).restored);
}
