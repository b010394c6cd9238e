//! Edits of a map's scene are written, part by part, without any other difference.

use std::collections::BTreeMap;

use scene_adapter::{FileOptions, ResourceReader, ShowOptions};
use scene_pragma::asset_scene::{Animation, Array, Id, ImageBytes, Material, Node, Scene, Semantic, Transform};
use scene_pragma::level::{CreateMapOptions, CreatedMap, create, to_scene};
use scene_pragma::pragma_asset::glam::Vec3;
use scene_pragma::pragma_asset::{Encoding, Map, MeshData, Model, Pose};

/// Files by their names.
type Files = BTreeMap<String, Vec<u8>>;

fn triangle(height: f32) -> MeshData {
    let positions = vec![Vec3::ZERO, Vec3::X * 40.0, Vec3::Y * height];
    let (uvs, normals) = (vec![Default::default(); 3], vec![Vec3::Z; 3]);
    MeshData { positions, normals, uvs, indices: vec![0, 1, 2], ..MeshData::default() }
}

fn still(material: &str, height: f32) -> Vec<u8> {
    Model::builder().material(material).mesh("body", triangle(height)).build().unwrap().to_bytes().unwrap()
}

/// A model that a bone moves.
fn bound() -> Vec<u8> {
    let weights =
        MeshData { bones: vec![[0, -1, -1, -1]; 3], weights: vec![[1.0, 0.0, 0.0, 0.0]; 3], ..triangle(40.0) };
    Model::builder()
        .material("red")
        .bone("hip", None, Pose::at(Vec3::Y * 40.0))
        .mesh("body", weights)
        .build()
        .unwrap()
        .to_bytes()
        .unwrap()
}

fn material(roughness: &str) -> Vec<u8> {
    format!("\"pbr\"\n{{\n\t\"textures\"\n\t{{\n\t\t$string albedo_map \"wall\"\n\t}}\n\t\"properties\"\n\t{{\n\t\t$float roughness_factor {roughness}\n\t\t$float wind 3\n\t}}\n}}\n").into_bytes()
}

fn png(red: u8) -> Vec<u8> {
    asset_image::Pixels::new(2, 2, [red, 0, 0, 255].repeat(4)).unwrap().to_png().unwrap()
}

fn project() -> Files {
    let files = [
        ("models/box.pmdl_b", still("red", 40.0)),
        ("models/tent.pmdl_b", still("blue", 80.0)),
        ("materials/red.pmat", material("0.25")),
        ("materials/blue.pmat", material("0.75")),
        ("materials/wall.png", png(200)),
    ];
    files.into_iter().map(|(name, bytes)| (name.to_owned(), bytes)).collect()
}

/// Two boxes, a tent, a lamp, an eye.
fn map() -> Map<'static> {
    let mut map = Map::empty(Encoding::Text);
    for (number, (name, model)) in [("first", "box"), ("second", "box"), ("third", "tent")].into_iter().enumerate() {
        let mut entity = map.push_entity("prop_dynamic");
        entity.set_key_value("name", name);
        entity.set_key_value("model", model);
        entity.set_pose(&Pose::at(Vec3::X * 100.0 * number as f32));
    }
    map.push_entity("env_light_point").set_key_value("light_intensity", "12");
    map.push_entity("env_camera").set_key_value("fov", "60");
    map
}

fn shown(project: &Files) -> Scene<'static> {
    let mut resources = ResourceReader::new(project, binio::Limits::default());
    to_scene(&map(), "camp", &mut resources, &ShowOptions::default()).unwrap().0
}

/// Returns the map, its files, and the findings, after an edit in an existing project.
fn edited(edit: impl FnOnce(&mut Scene<'static>)) -> (Map<'static>, Files, Vec<String>) {
    let project = project();
    let mut scene = shown(&project);
    edit(&mut scene);
    scene.check().unwrap();
    back(&scene, Some(&project))
}

fn back(scene: &Scene<'_>, project: Option<&Files>) -> (Map<'static>, Files, Vec<String>) {
    let options = CreateMapOptions::default()
        .files(project.map_or_else(FileOptions::default, |project| FileOptions::in_project(project)));
    let CreatedMap { map, files, findings, .. } =
        create(scene, "camp", &options, &mut binio::Limits::default().budget()).unwrap();
    let said = findings.iter().filter(|one| one.kind != scene_pragma::kinds::MODELS_KEPT).map(ToString::to_string);
    (map, files.into_iter().map(|file| (file.name, file.bytes)).collect(), said.collect())
}

fn models(map: &Map<'_>) -> Vec<String> {
    map.entities().iter().filter_map(|own| own.key_value("model")).map(|name| name.to_string()).collect()
}

fn names(files: &Files) -> Vec<&str> {
    files.keys().map(String::as_str).collect()
}

/// The node that shows the mesh of an entity.
fn meshed(scene: &Scene<'_>, entity: &str) -> Id<Node> {
    let top = scene.node(entity).unwrap();
    let is_below =
        |node: Id<Node>| std::iter::successors(Some(node), |node| scene[*node].parent).any(|node| node == top);
    scene.nodes.ids().find(|node| scene[*node].mesh.is_some() && is_below(*node)).unwrap()
}

/// Gives an entity a mesh of its own, half as high again.
fn stretch(scene: &mut Scene<'static>, entity: &str) {
    let node = meshed(scene, entity);
    let mut mesh = scene[scene[node].mesh.unwrap()].clone();
    for attribute in mesh.primitives.iter_mut().flat_map(|primitive| &mut primitive.attributes) {
        if attribute.semantic == Semantic::Position {
            let rows: Vec<[f32; 3]> = scene[attribute.array].to_f32s().unwrap();
            attribute.array = scene.arrays.push(Array::from_f32s(rows.into_iter().map(|[x, y, z]| [x, y * 1.5, z])));
        }
    }
    let mesh = scene.meshes.push(mesh);
    scene[node].mesh = Some(mesh);
}

fn height(bytes: &[u8]) -> f32 {
    let model = Model::parse(bytes).unwrap();
    let (scene, _) = scene_pragma::to_scene(&model, "model", &Default::default()).unwrap();
    let primitive = &scene.meshes[Id::new(0)].primitives[0];
    let top = primitive.positions(&scene).unwrap().map(|[_, y, _]| y).fold(0.0, f32::max);
    top.round()
}

#[test]
fn what_was_not_edited_comes_back_without_a_file() {
    let (now, files, said) = edited(|_| ());
    assert_eq!((names(&files), said), (Vec::new(), Vec::new()));
    assert_eq!(now.to_bytes().unwrap(), map().to_bytes().unwrap());
}

#[test]
fn a_mesh_that_others_show_gets_a_file_of_its_own() {
    let (now, files, said) = edited(|scene| stretch(scene, "second"));
    assert_eq!(names(&files), ["models/box_2.pmdl_b"]);
    assert_eq!((height(&files["models/box_2.pmdl_b"]), height(&project()["models/box.pmdl_b"])), (60.0, 40.0));
    assert_eq!(models(&now), ["box", "box_2", "tent"]);
    assert!(said.len() == 1 && said[0].contains("box_2"), "{said:?}");
    // Nothing else differs.
    let mut expected = map();
    expected.entity_mut(1).unwrap().set_key_value("model", "box_2");
    assert_eq!(now.to_bytes().unwrap(), expected.to_bytes().unwrap());
}

#[test]
fn a_mesh_that_nobody_else_shows_is_written_to_its_file() {
    let (now, files, said) = edited(|scene| stretch(scene, "third"));
    assert_eq!((names(&files), models(&now)), (vec!["models/tent.pmdl_b"], models(&map())));
    assert_eq!(height(&files["models/tent.pmdl_b"]), 120.0);
    assert!(said.iter().any(|line| line.starts_with("warning") && line.contains("models/tent.pmdl_b")), "{said:?}");
    assert_eq!(now.to_bytes().unwrap(), map().to_bytes().unwrap());
}

#[test]
fn nothing_is_lost_where_the_files_are_not() {
    let mut scene = shown(&project());
    stretch(&mut scene, "second");
    for target in [None, Some(&Files::new())] {
        let (now, files, _) = back(&scene, target);
        assert_eq!(models(&now), ["box", "box_2", "tent"]);
        assert_eq!((height(&files["models/box.pmdl"]), height(&files["models/box_2.pmdl"])), (40.0, 60.0));
    }
}

fn paint(scene: &mut Scene<'static>, material: Id<Material>) {
    scene[material].roughness = 0.5;
}

fn material_of(scene: &Scene<'_>, entity: &str) -> Id<Material> {
    scene[scene[meshed(scene, entity)].mesh.unwrap()].primitives[0].material.unwrap()
}

#[test]
fn an_edited_material_is_written_and_a_copied_one_becomes_a_file() {
    let (now, files, said) = edited(|scene| paint(scene, material_of(scene, "third")));
    assert_eq!(names(&files), ["materials/blue.pmat"], "{said:?}");
    let text = String::from_utf8(files["materials/blue.pmat"].clone()).unwrap();
    assert!(text.contains("wind") && text.contains("0.5") && text.contains("\"wall\""), "{text}");
    assert!(said.iter().any(|line| line.contains("materials/blue.pmat")), "{said:?}");
    assert_eq!(now.to_bytes().unwrap(), map().to_bytes().unwrap());
    // A copy of the material of the boxes, for one of them: another model with another material.
    let (now, files, _) = edited(|scene| {
        let copy = scene.materials.push(scene[material_of(scene, "first")].clone());
        scene[copy].name = "green".into();
        paint(scene, copy);
        let node = meshed(scene, "second");
        let mut mesh = scene[scene[node].mesh.unwrap()].clone();
        mesh.primitives[0].material = Some(copy);
        let mesh = scene.meshes.push(mesh);
        scene[node].mesh = Some(mesh);
    });
    assert_eq!(models(&now), ["box", "box_2", "tent"]);
    assert_eq!(names(&files), ["materials/red_2.pmat", "models/box_2.pmdl_b"]);
    let model = Model::parse(&files["models/box_2.pmdl_b"]).unwrap();
    assert_eq!(model.materials()[0].to_string(), "red_2");
}

#[test]
fn an_edited_texture_is_written_to_its_file() {
    let (now, files, said) = edited(|scene| scene.images[Id::new(0)].bytes = ImageBytes::from(png(90)));
    assert_eq!(files["materials/wall.png"], png(90));
    assert!(
        files.iter().all(|(name, bytes)| name.ends_with(".png") || project()[name] == *bytes),
        "{:?}",
        names(&files)
    );
    assert!(said.iter().any(|line| line.contains("materials/wall.png")), "{said:?}");
    assert_eq!(now.to_bytes().unwrap(), map().to_bytes().unwrap());
}

#[test]
fn a_moved_model_moves_its_entity() {
    let (now, files, said) = edited(|scene| {
        let node = meshed(scene, "second");
        scene[node].transform =
            Transform::Trs { translation: [1.0, 0.0, 0.0], rotation: [0.0, 0.0, 0.0, 1.0], scale: [0.025; 3] };
    });
    assert_eq!((names(&files), said), (Vec::new(), Vec::new()));
    let mut expected = map();
    expected.entity_mut(1).unwrap().set_pose(&Pose::at(Vec3::X * 140.0));
    assert_eq!(now.to_bytes().unwrap(), expected.to_bytes().unwrap());
}

#[test]
fn a_copied_model_copies_its_entity() {
    let (now, files, said) = edited(|scene| {
        let mut copy = scene[meshed(scene, "third")].clone();
        copy.name.push_str(".001");
        (copy.parent, copy.transform) = (None, Transform::from_scale(0.025));
        scene.nodes.push(copy);
    });
    assert_eq!((names(&files), said), (Vec::new(), Vec::new()));
    assert_eq!(models(&now), ["box", "box", "tent", "tent"]);
    let copy = &now.entities()[5];
    assert_eq!((copy.key_value("name").unwrap().to_string(), copy.pose().origin), ("third".to_owned(), Vec3::ZERO));
}

#[test]
fn what_a_map_has_no_place_for_is_told() {
    let without = |edit: fn(&mut Scene<'static>, Id<Node>)| {
        let (now, files, said) = edited(|scene| edit(scene, meshed(scene, "third")));
        assert_eq!(names(&files), Vec::<&str>::new());
        assert_eq!(now.to_bytes().unwrap(), map().to_bytes().unwrap());
        said.join("\n")
    };
    let said = without(|scene, node| scene[node].name = "hut".into());
    assert!(said.contains("\"tent\" is called \"hut\" now, which isn't written"), "{said}");
    let said = without(|scene, node| scene[node].mesh = None);
    assert!(said.contains("isn't in the scene any more: 1 entities keep it"), "{said}");
    let said = without(|scene, node| scene[node].hidden = true);
    assert!(said.contains("entities can't be hidden"), "{said}");
    let said = without(|scene, node| drop(scene[node].extras.insert("kind".into(), "enemy".into())));
    assert!(said.contains("custom properties of nodes aren't written"), "{said}");
    let said = without(|scene, _| {
        scene.animations.push(Animation { name: "Bounce".into(), ..Animation::default() });
    });
    assert!(said.contains("a map has no animations") && said.contains("Bounce"), "{said}");
    // Programs that lose extras have edited nothing.
    assert_eq!(without(|scene, node| scene[node].source = None), "");
}

#[test]
fn lights_and_cameras_are_set() {
    let (now, files, _) = edited(|scene| {
        scene.lights[Id::new(0)].intensity *= 2.0;
        let camera = &mut scene.cameras[Id::new(0)];
        camera.projection = scene_pragma::asset_scene::Projection::Perspective { y_fov: 0.5, aspect: None };
    });
    assert_eq!(files.len(), 0);
    let (before, now) = (map(), now);
    let differs = |entity: usize| before.entities()[entity].element() != now.entities()[entity].element();
    assert_eq!([0, 1, 2, 3, 4].map(differs), [false, false, false, true, true]);
}

#[test]
fn an_edited_skeleton_is_written_to_its_file() {
    let mut project = project();
    project.insert("models/tent.pmdl_b".into(), bound());
    let mut scene = shown(&project);
    assert_eq!(names(&back(&scene, Some(&project)).1), Vec::<&str>::new());
    let hip = scene.node("hip").expect("a bone");
    scene[hip].transform = Transform::from_translation([0.0, 2.0, 0.0]);
    let (_, files, said) = back(&scene, Some(&project));
    assert_eq!(names(&files), ["models/tent.pmdl_b"]);
    assert!(said.iter().any(|line| line.contains("skeleton")), "{said:?}");
}
