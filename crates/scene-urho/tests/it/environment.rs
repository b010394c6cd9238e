//! Zones, skies and lights: of scenes as the engine shows them, and of new scenes.

use scene_adapter::{FileOptions, ResourceReader};
use scene_urho::ShowOptions;
use scene_urho::asset_scene::{Material, Scene, Sky, Transform};
use scene_urho::level::{CreateLevelOptions, CreatedLevel, to_scene};
use urho_scene::Document;

use crate::level::{Files, attribute, built, component, node, sign};

/// Physically based materials divide light by π and reflect the zone's texture: without both, new scenes would be dark.
#[test]
fn new_scenes_are_lit_for_their_materials() {
    let scene = |unlit: bool| {
        let mut scene = Scene::default();
        scene.materials.push(Material { unlit, ..Material::named("Tin") });
        scene
    };
    let parts = |built: &CreatedLevel| {
        let text = String::from_utf8(built.document.to_bytes().unwrap()).unwrap();
        let mut names: Vec<String> = built.files.iter().map(|file| file.name.clone()).collect();
        names.retain(|name| name.starts_with("Textures/"));
        (text, names)
    };
    let (text, names) = parts(&built(&scene(false), &CreateLevelOptions::default()));
    assert_eq!(names, ["Textures/Surroundings.png", "Textures/Surroundings.xml"]);
    assert!(text.contains(r#"name="Zone Texture" value="TextureCube;Textures/Surroundings.xml""#), "{text}");
    assert!(text.contains(r#"name="Brightness Multiplier" value="3.1415927""#), "{text}");
    let mut without_materials = FileOptions::default();
    without_materials.materials = false;
    for dark in [
        built(&scene(true), &CreateLevelOptions::default()),
        built(&scene(false), &CreateLevelOptions::default().files(without_materials)),
    ] {
        let (text, names) = parts(&dark);
        assert!(names.is_empty() && !text.contains("Zone Texture") && text.contains("GlobalLight"), "{text}");
    }
    // A project keeps the texture that it has, and another one of its name.
    let first = built(&scene(false), &CreateLevelOptions::default());
    let mut files = Files::default();
    files.0.extend(first.files.iter().map(|file| (file.name.clone(), file.bytes.clone())));
    let again = built(&scene(false), &CreateLevelOptions::default().files(FileOptions::in_project(&files.0)));
    assert_eq!(parts(&again), (text, Vec::new()));
    files.0.insert("Textures/Surroundings.png".into(), b"other".to_vec());
    let beside = built(&scene(false), &CreateLevelOptions::default().files(FileOptions::in_project(&files.0)));
    assert_eq!(parts(&beside).1, ["Textures/Surroundings_2.png", "Textures/Surroundings_2.xml"]);
}

/// The scene of a file with materials and textures.
fn surrounded(file: &str, files: &Files) -> (Scene<'static>, Vec<String>) {
    let document = Document::parse(file.as_bytes()).unwrap();
    let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
    let (scene, findings) = to_scene(&document, "level", &mut resources, &ShowOptions::default()).unwrap();
    (scene, findings.iter().map(ToString::to_string).collect())
}

/// Of several zones the one of the highest priority counts, of these the largest.
#[test]
fn zones_are_ambient_light_and_fog() {
    let zone = |id: u32, attributes: &[(&str, &str)]| node(id, "zone", &component("Zone", attributes));
    let large = ("Bounding Box Max", "1000 1000 1000");
    let zones = [
        zone(2, &[("Ambient Color", "1 1 1 1")]),
        zone(3, &[("Ambient Color", "0.5 0.25 0 1"), ("Fog Color", "1 0.5 0 1"), ("Fog Start", "50"), large]),
        zone(4, &[("Is Enabled", "false"), ("Priority", "9")]),
    ];
    let (scene, said) = surrounded(&format!(r#"<scene id="1">{}</scene>"#, zones.concat()), &Files::default());
    assert!(said.is_empty(), "{said:?}");
    let environment = scene.environment.unwrap();
    let fog = environment.fog.unwrap();
    let code = |color: [f32; 3]| color.map(scene_urho::asset_scene::color::linear_to_srgb);
    let is_near = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-5);
    assert!(is_near(code(environment.ambient), [0.5, 0.25, 0.0]) && is_near(code(fog.color), [1.0, 0.5, 0.0]));
    assert_eq!((fog.start, fog.end, environment.sky), (50.0, 1000.0, None));
    let first = zone(5, &[("Priority", "1"), ("Fog End", "70")]);
    let (scene, _) = surrounded(&format!(r#"<scene id="1">{}{first}</scene>"#, zones.concat()), &Files::default());
    assert_eq!(scene.environment.unwrap().fog.unwrap().end, 70.0);
    assert_eq!(surrounded(r#"<scene id="1"/>"#, &Files::default()).0.environment, None);
}

/// A sky with a cube map of six files; a missing face is named.
#[test]
fn skyboxes_are_cube_maps() {
    let look = r#"<material><texture unit="diffuse" name="Textures/Sky.xml"/><parameter name="MatDiffColor" value="1 1 0 1"/></material>"#;
    let faces = ["px", "nx", "py", "ny", "pz", "nz"];
    let map: String = faces.iter().map(|face| format!(r#"<face name="{face}.png"/>"#)).collect();
    let mut files =
        Files::default().with("Materials/Sky.xml", look).with("Textures/Sky.xml", format!("<cubemap>{map}</cubemap>"));
    for face in faces.iter().take(5) {
        files = files.with(&format!("Textures/{face}.png"), face.as_bytes());
    }
    let sky = component("Skybox", &[("Model", "Model;Models/Box.mdl"), ("Material", "Material;Materials/Sky.xml")]);
    let turn = attribute("Rotation", "0 0 1 0");
    let file = format!(r#"<scene id="1"><node id="2">{turn}{sky}</node></scene>"#);
    let (scene, said) = surrounded(&file, &files);
    assert!(said.len() == 1 && said[0].contains("nz.png") && said[0].contains("isn't shown"), "{said:?}");
    let Some(Sky::Cube(cube)) = scene.environment.as_ref().unwrap().sky.as_ref() else { panic!("no cube") };
    let found: Vec<(Option<&str>, u64)> =
        cube.images.iter().map(|image| (image.file.as_deref(), image.bytes.len())).collect();
    assert_eq!(found[0], (Some("Textures/px.png"), 2));
    assert_eq!(found[5], (Some("Textures/nz.png"), 0));
    assert_eq!((cube.color, cube.rotation[1].abs()), ([1.0, 1.0, 0.0], 1.0));
    // The component comes back with its file.
    let back = built(&scene, &CreateLevelOptions::default());
    let again = back.document.scene();
    assert_eq!(again.nodes[1].components_of("Skybox").count(), 1);
    assert!(back.files.iter().all(|file| !file.name.ends_with(".mdl")));
}

/// A sky with a flat texture is its model around the camera.
#[test]
fn skyboxes_are_meshes() {
    let look = r#"<material><texture unit="diffuse" name="Textures/Clouds.png"/></material>"#;
    let files = Files::default()
        .with("Materials/Clouds.xml", look)
        .with("Textures/Clouds.png", "no picture")
        .with("Models/Sign.mdl", sign());
    let sky = component("Skybox", &[("Model", "Model;Models/Sign.mdl"), ("Material", "Material;Materials/Clouds.xml")]);
    let place = attribute("Position", "1 30 0") + &attribute("Scale", "300 1 300");
    let (scene, _) = surrounded(&format!(r#"<scene id="1"><node id="2">{place}{sky}</node></scene>"#), &files);
    let Some(Sky::Mesh { mesh, transform }) = scene.environment.as_ref().unwrap().sky.as_ref() else {
        panic!("no mesh")
    };
    assert_eq!(scene.meshes[*mesh].name, "Sign");
    assert!(scene.nodes.iter().all(|node| node.mesh.is_none()));
    let Transform::Matrix(matrix) = transform else { panic!("{transform:?}") };
    assert_eq!((matrix[0], matrix[12], matrix[13]), (300.0, -1.0, 30.0));
}

/// Only pictures need shadows, so other scenes don't have them.
#[test]
fn shadows_are_read_for_pictures() {
    let files = Files::default().with("Models/Sign.mdl", sign());
    let on = ("Cast Shadows", "true");
    let model = ("Model", "Model;Models/Sign.mdl");
    let nodes = [
        node(2, "caster", &component("StaticModel", &[model, on])),
        node(3, "plain", &component("StaticModel", &[model])),
        node(4, "sun", &component("Light", &[("Light Type", "Directional"), on])),
        node(5, "lamp", &component("Light", &[("Use Physical Values", "true")])),
    ];
    let file = format!(r#"<scene id="1">{}</scene>"#, nodes.concat());
    let document = Document::parse(file.as_bytes()).unwrap();
    let staged = |time| {
        let mut resources = ResourceReader::new(&files.0, binio::Limits::default());
        let mut options = ShowOptions::default();
        options.picture_time = time;
        to_scene(&document, "level", &mut resources, &options).unwrap().0
    };
    assert!(staged(None).staging.is_none());
    let scene = staged(Some(0.0));
    let staging = scene.staging.as_deref().unwrap();
    let casters: Vec<&str> = staging.shadow_casters.iter().map(|node| scene[*node].name.as_str()).collect();
    assert_eq!(casters, ["caster"]);
    let casting = staging.lights.iter().filter(|(_, effect)| effect.shadow.is_some_and(|shadow| shadow.left == 0.0));
    let lights: Vec<&str> = casting.map(|(light, _)| scene[*light].name.as_str()).collect();
    assert_eq!(lights, ["sun"]);
    assert!(staging.is_physical);
}
