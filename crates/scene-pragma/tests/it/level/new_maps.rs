//! Maps that are created from scenes of other programs.

use scene_pragma::ShowOptions;
use scene_pragma::asset_scene::{
    Array, Attribute, Camera, Id, Light, LightKind, Material, Mesh, Node, Primitive, Projection, Scene, Semantic,
    Transform,
};
use scene_pragma::level::CreateMapOptions;
use scene_pragma::pragma_asset::Encoding;
use scene_pragma::pragma_asset::glam::Vec3;

use super::{Files, built, scene_of, value};

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
