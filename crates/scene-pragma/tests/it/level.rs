//! Round trips of maps through neutral scenes: each entity class, edits, and hostile maps.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use scene_adapter::{FileOptions, ResourceReader};
use scene_pragma::Rule;
use scene_pragma::ShowOptions;
use scene_pragma::asset_scene::{
    Array, Attribute, Camera, Id, Light, LightKind, Material, Mesh, Node, Primitive, Projection, Scene, Semantic,
    Transform,
};
use scene_pragma::level::{CreateMapOptions, CreatedMap, EntityTexts, create, to_scene};
use scene_pragma::pragma_asset::glam::{DVec3, Quat, Vec3};
use scene_pragma::pragma_asset::model::Skin;
use scene_pragma::pragma_asset::udm::{Array as Stored, Document, Element, Items};
use scene_pragma::pragma_asset::{Encoding, Map, MeshData, Model, Pose};
use testkit::hostile::{assert_linear, scaled};

/// Files by their names.
#[derive(Default)]
struct Files(BTreeMap<String, Vec<u8>>);

impl Files {
    fn with(mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.0.insert(name.to_owned(), bytes.into());
        self
    }
}

/// Returns the scene of a map with resources in memory; materials stay names.
fn scene_of(
    map: &Map<'_>,
    files: &Files,
    mut options: ShowOptions<'_>,
) -> Result<(Scene<'static>, binio::Findings), scene_pragma::asset_scene::Error> {
    let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
    options.materials = false;
    to_scene(map, "level", &mut resources, &options)
}

fn triangle() -> MeshData {
    let positions = vec![Vec3::ZERO, Vec3::X * 40.0, Vec3::Y * 40.0];
    MeshData { positions, indices: vec![0, 1, 2], ..MeshData::default() }
}

fn sign() -> Vec<u8> {
    Model::builder().material("Dev/Sign 1.a").mesh("body", triangle()).build().unwrap().to_bytes().unwrap()
}

/// Returns a map of entities in text, with this content between the braces of each.
fn map(entities: &[&str]) -> String {
    let entities = entities.iter().map(|own| format!("{{{own}}}")).collect::<Vec<_>>().join(",");
    format!(
        "\"assetData\"\n{{\n$array entities [element;{}][{entities}]\n}}\n$string assetType \"PMAP\"\n$uint32 assetVersion 2\n",
        entities.matches("className").count()
    )
}

fn entity(class: &str, values: &[(&str, &str)]) -> String {
    let values: String = values.iter().map(|(key, value)| format!("$string {key} \"{value}\"\n")).collect();
    format!("$string className \"{class}\"\nkeyValues\n{{\n{values}}}\n")
}

fn shown(text: &str, files: Files) -> (Scene<'static>, Vec<String>) {
    let map = Map::parse(text.as_bytes()).unwrap();
    let (scene, findings) = scene_of(&map, &files, ShowOptions::default()).unwrap();
    (scene, findings.iter().map(ToString::to_string).collect())
}

fn built(scene: &Scene<'_>, options: &CreateMapOptions<'_>) -> CreatedMap {
    create(scene, "level", options, &mut binio::Limits::default().budget()).unwrap()
}

fn value(built: &CreatedMap, entity: usize, key: &str) -> String {
    built.map.entities()[entity].key_value(key).map(|value| value.to_string()).unwrap_or_default()
}

#[test]
fn lights_have_converted_units() {
    let spot = |more: &[(&str, &str)]| {
        let all = [&[("light_intensity", "100"), ("color", "510 255 0"), ("radius", "200")][..], more].concat();
        entity("env_light_spot", &all)
    };
    let entities = [
        entity("env_light_point", &[("light_intensity", "12.566371"), ("light_intensity_type", "1")]),
        spot(&[("outerconeangle", "60"), ("blendfraction", "0.5")]),
        spot(&[("OuterCutoff", "30")]),
        entity("env_light_environment", &[("light_intensity", "3"), ("light_intensity_type", "2")]),
        entity("env_light_environment", &[]),
        entity("env_light_point", &[("light_intensity", "7"), ("light_intensity_type", "2")]),
    ];
    let (scene, said) = shown(&map(&entities.each_ref().map(String::as_str)), Files::default());
    let brightness: Vec<f32> = scene.lights.iter().map(|light| (light.intensity * 1000.0).round() / 1000.0).collect();
    // Lumens over the whole sphere; colours above 1; lux; the engine's default; lux of a point light, which the engine ignores.
    assert_eq!(brightness, [1.0, 200.0, 200.0, 3.0, 30.0, 0.0]);
    assert_eq!(scene.lights[Id::new(1)].color, [1.0, 0.5, 0.0]);
    assert_eq!(scene.lights[Id::new(1)].range, Some(5.0));
    let cone = |at: usize| match scene.lights[Id::new(at)].kind {
        LightKind::Spot { inner, outer } => [inner.to_degrees().round(), outer.to_degrees().round()],
        other => panic!("{other:?}"),
    };
    assert_eq!([cone(1), cone(2)], [[15.0, 30.0], [27.0, 30.0]]);
    assert_eq!(said.len(), 1, "{said:?}");
    assert!(said[0].contains("expected 0 (candela) or 1 (lumen), found 2"), "{said:?}");
}

/// Key values take the place of parts of the pose, and lights look back.
#[test]
fn key_values_count_more_than_poses() {
    let posed = "$stransform pose [[40,0,0][1,0,0,0][2,2,2]]\n";
    let turned = [
        entity("env_light_point", &[("angles", "0 90 0")]) + posed,
        entity("prop_dynamic", &[("origin", "0 80 0"), ("scale", "3")]) + posed,
        entity("prop_dynamic", &[("angles", "90 0 0"), ("scale", "1 2 4")]) + posed,
    ];
    let (scene, _) = shown(&map(&turned.each_ref().map(String::as_str)), Files::default());
    let parts = |at: usize| match scene.nodes[Id::new(at)].transform {
        Transform::Trs { translation, rotation, scale } => (translation, Quat::from_array(rotation), scale),
        other => panic!("{other:?}"),
    };
    let (place, rotation, scale) = parts(0);
    assert_eq!((place, scale), ([1.0, 0.0, 0.0], [2.0; 3]));
    // Forward of the engine, turned left, is back of the node.
    assert!((rotation * Vec3::NEG_Z).abs_diff_eq(Vec3::X, 1e-6));
    assert_eq!((parts(1).0, parts(1).2), ([0.0, 2.0, 0.0], [3.0; 3]));
    assert!((parts(2).1 * Vec3::Z).abs_diff_eq(Vec3::NEG_Y, 1e-6));
    assert_eq!(parts(2).2, [1.0, 2.0, 4.0]);
}

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

fn mesh(scene: &mut Scene<'static>, name: &str) -> Id<Mesh> {
    let array = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
    let uvs = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0], [1.0, 0.0], [0.0, 1.0]]));
    let red = scene.materials.push(Material { base_color: [1.0, 0.0, 0.0, 1.0], ..Material::named("Red: Wall") });
    let attributes = [(Semantic::Position, array), (Semantic::TexCoord(0), uvs), (Semantic::TexCoord(1), uvs)];
    let attributes = attributes.map(|(semantic, array)| Attribute { semantic, array }).to_vec();
    let primitives = vec![Primitive { attributes, material: Some(red), ..Primitive::default() }];
    scene.meshes.push(Mesh { name: name.into(), primitives, ..Mesh::default() })
}

/// A scene of another program: its content keeps its place.
#[test]
fn new_maps() {
    let mut scene = Scene::default();
    let wall = Some(mesh(&mut scene, "Wall.001"));
    let group = Transform::Trs { translation: [0.0, 1.0, 0.0], rotation: [0.0, 0.0, 0.0, 1.0], scale: [2.0; 3] };
    let group = scene.nodes.push(Node { name: "group".into(), transform: group, ..Node::default() });
    scene.nodes.push(Node { name: "world".into(), mesh: wall, ..Node::default() });
    let tilted = Transform::Trs { translation: [1.0, 0.0, 0.0], rotation: [0.5, 0.5, 0.5, 0.5], scale: [1.0; 3] };
    scene.nodes.push(Node {
        name: "crate".into(),
        mesh: wall,
        parent: Some(group),
        transform: tilted,
        ..Node::default()
    });
    let spot = LightKind::Spot { inner: 0.2, outer: 0.5 };
    let light = Light { kind: spot, intensity: 3.0, color: [0.5, 1.0, 0.0], range: Some(8.0), ..Light::default() };
    let light = Some(scene.lights.push(light));
    scene.nodes.push(Node { name: "lamp".into(), light, transform: tilted, ..Node::default() });
    let projection = Projection::Perspective { y_fov: 1.0, aspect: Some(1.5) };
    let camera = Some(scene.cameras.push(Camera { projection, near: 0.5, far: Some(50.0), ..Camera::default() }));
    scene.nodes.push(Node { name: "eye".into(), camera, ..Node::default() });
    scene.nodes.push(Node { name: "info_player_start.001".into(), transform: tilted, ..Node::default() });
    scene.nodes.push(Node { name: "here".into(), ..Node::default() });
    for encoding in [Encoding::Binary, Encoding::Text] {
        let made = built(&scene, &CreateMapOptions::default().encoding(encoding));
        assert!(!made.restored && made.map.validate().is_empty(), "{:?}", made.map.validate());
        let entities = made.map.entities();
        let classes: Vec<String> = entities.iter().map(|own| own.class_name().to_string()).collect();
        let wanted = ["world", "prop_dynamic", "env_light_spot", "env_camera", "info_player_start", "entity"];
        assert_eq!((classes, made.map.version()), (wanted.map(str::to_owned).to_vec(), 2));
        assert_eq!([value(&made, 0, "model"), value(&made, 1, "model")], ["maps/level/wall.001"; 2]);
        assert_eq!([value(&made, 0, "name"), value(&made, 1, "name")], ["", "crate"]);
        assert_eq!(value(&made, 1, "origin"), "80 40 0");
        assert_eq!(value(&made, 1, "scale"), "2 2 2");
        let names: Vec<String> = made.map.materials().iter().map(ToString::to_string).collect();
        assert_eq!(names, ["models/maps/level/red wall"]);
        let mut files = Files::default();
        for file in &made.files {
            files.0.insert(file.name.clone(), file.bytes.clone());
        }
        assert_eq!(files.0.keys().filter(|name| name.contains("pmdl")).count(), 1);
        let (again, said) = scene_of(&made.map, &files, ShowOptions::default()).unwrap();
        assert!(said.iter().all(|said| said.severity < binio::Severity::Warning), "{said:?}");
        assert_eq!((again.meshes.len(), again.lights.len(), again.cameras.len()), (1, 1, 1));
        let lightmap = &again.meshes[Id::new(0)].primitives[0];
        assert!(lightmap.attribute(&Semantic::TexCoord(1)).is_some());
        let light = &again.lights[Id::new(0)];
        assert!((light.intensity - 3.0).abs() < 1e-5 && (light.range.unwrap() - 8.0).abs() < 1e-5, "{light:?}");
        let LightKind::Spot { inner, outer } = light.kind else { panic!("{light:?}") };
        assert!((inner - 0.2).abs() < 1e-5 && (outer - 0.5).abs() < 1e-5, "{light:?}");
        let Projection::Perspective { y_fov, aspect } = again.cameras[Id::new(0)].projection else { panic!() };
        assert!((y_fov - 1.0).abs() < 1e-5 && aspect == Some(1.5));
        // Lights and cameras look where they looked, and the crate is where it was.
        for name in ["lamp", "eye", "here"] {
            let [a, b] = [&scene, &again].map(|scene| scene.world(scene.node(name).unwrap()));
            assert!(a.abs_diff_eq(b, 1e-5), "{name} {a} {b}");
        }
        let corner = |scene: &Scene<'_>, at: usize| {
            let (node, mesh) = scene.mesh_nodes().nth(at).unwrap();
            let rows: Vec<[f32; 3]> = scene[mesh].primitives[0].positions(scene).unwrap().collect();
            scene.world(node).transform_point3(Vec3::from(rows[2]))
        };
        assert!(corner(&scene, 1).abs_diff_eq(corner(&again, 1), 1e-5));
    }
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    /// Any scene becomes a map or is refused, and the map shows the scene's lights again.
    #[test]
    fn any_scene_is_built_or_refused(scene in fuzzkit::gltf::scene()) {
        let made = create(&scene, "level", &CreateMapOptions::default(), &mut binio::Limits::default().budget());
        if let Ok(made) = made {
            let mut files = Files::default();
            for file in &made.files {
                files.0.insert(file.name.clone(), file.bytes.clone());
            }
            let map = Map::parse(&made.map.to_bytes().expect("what can be written")).expect("what was written").into_owned();
            let (again, _) = scene_of(&map, &files, ShowOptions::default()).expect("what was written");
            let unseen = scene_pragma::asset_scene::appearance::unseen(&scene, &scene_pragma::asset_scene::world::World::new(&scene));
            let lights = scene.nodes.enumerate().filter(|(id, node)| node.light.is_some() && !unseen[*id]).count();
            prop_assert_eq!(again.lights.len(), lights);
        }
    }

    /// Any entity round-trips.
    #[test]
    fn any_entity_comes_back(any in fuzzkit::udm::document(), text: bool) {
        let mut document = Document::new("PMAP", 2);
        let entities = Items::from_elements([any.data().clone(), Element::new()]);
        document.data_mut().insert("entities", Stored::Items(entities));
        let encoding = if text { Encoding::Text } else { Encoding::Binary };
        let Ok(map) = Map::from_document(document, encoding) else { return Ok(()) };
        let Ok(bytes) = map.to_bytes() else { return Ok(()) };
        let (scene, _) = scene_of(&map, &Files::default(), ShowOptions::default()).expect("a scene");
        let made = built(&scene, &CreateMapOptions::default());
        prop_assert_eq!(made.map.to_bytes().expect("a map"), bytes);
    }
}
