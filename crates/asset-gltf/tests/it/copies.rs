//! Copies of a mesh at one node, by `EXT_mesh_gpu_instancing`: read, written, and hostile.

use asset_gltf::asset_scene::{Array, Attribute, Light, Mesh, Node, Primitive, Scene, Semantic, Transform};
use asset_gltf::{Error, NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use binio::Findings;

/// A glTF of a triangle at a node with these attributes of copies; accessor 0 has its corners, 1 two places, 2 two rotations, 3 two scales, 4 three places,
/// 5 places without bytes, 6 two numbers.
fn file(attributes: &str, without_bytes: u64) -> String {
    let mut bytes = Vec::new();
    let floats = |numbers: &[f32]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<u8>>();
    bytes.extend(floats(&[0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0]));
    bytes.extend(floats(&[1.0, 2.0, 3.0, -4.0, 5.0, 6.0]));
    bytes.extend([0_u8, 0, 0, 127, 0, 0, 129, 0]);
    bytes.extend(floats(&[1.0, 1.0, 1.0, 2.0, 3.0, 0.5]));
    bytes.extend(floats(&[0.0; 9]));
    bytes.extend(floats(&[7.0, 8.0]));
    let data = base64(&bytes);
    let length = bytes.len();
    format!(
        r#"{{"asset":{{"version":"2.0"}},"extensionsUsed":["EXT_mesh_gpu_instancing"],"extensionsRequired":["EXT_mesh_gpu_instancing"],
        "scene":0,"scenes":[{{"nodes":[0]}}],
        "nodes":[{{"name":"Tree","translation":[10,0,0],"mesh":0,"extensions":{{"EXT_mesh_gpu_instancing":{{"attributes":{{{attributes}}}}}}}}}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[
        {{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}},
        {{"bufferView":1,"componentType":5126,"count":2,"type":"VEC3"}},
        {{"bufferView":2,"componentType":5120,"normalized":true,"count":2,"type":"VEC4"}},
        {{"bufferView":3,"componentType":5126,"count":2,"type":"VEC3"}},
        {{"bufferView":4,"componentType":5126,"count":3,"type":"VEC3"}},
        {{"componentType":5126,"count":{without_bytes},"type":"VEC3"}},
        {{"bufferView":5,"componentType":5126,"count":2,"type":"SCALAR"}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}},{{"buffer":0,"byteOffset":36,"byteLength":24}},
        {{"buffer":0,"byteOffset":60,"byteLength":8}},{{"buffer":0,"byteOffset":68,"byteLength":24}},
        {{"buffer":0,"byteOffset":92,"byteLength":36}},{{"buffer":0,"byteOffset":128,"byteLength":8}}],
        "buffers":[{{"byteLength":{length},"uri":"data:application/octet-stream;base64,{data}"}}]}}"#
    )
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let group = |group: &[u8]| {
        let bits =
            group.iter().enumerate().fold(0_u32, |bits, (place, byte)| bits | u32::from(*byte) << (16 - 8 * place));
        (0..4)
            .map(|place| match place <= group.len() {
                true => char::from(DIGITS[(bits >> (18 - 6 * place) & 63) as usize]),
                false => '=',
            })
            .collect::<String>()
    };
    bytes.chunks(3).map(group).collect()
}

fn read(attributes: &str, without_bytes: u64) -> Result<(Scene<'static>, Findings), Error> {
    parse(file(attributes, without_bytes).as_bytes(), &ReadOptions::default(), &NoFiles)
}

#[test]
fn copies_are_nodes() {
    let (scene, findings) = read(r#""TRANSLATION":1,"ROTATION":2,"SCALE":3,"_ID":6"#, 1).unwrap();
    let nodes: Vec<(&str, bool, Transform)> =
        scene.nodes.iter().map(|node| (node.name.as_str(), node.mesh.is_some(), node.transform)).collect();
    let place = |translation, rotation, scale| Transform::Trs { translation, rotation, scale };
    let wanted = [
        ("Tree", false, Transform::from_translation([10.0, 0.0, 0.0])),
        ("Tree_0", true, place([1.0, 2.0, 3.0], [0.0, 0.0, 0.0, 1.0], [1.0; 3])),
        ("Tree_1", true, place([-4.0, 5.0, 6.0], [0.0, 0.0, -1.0, 0.0], [2.0, 3.0, 0.5])),
    ];
    assert_eq!(nodes, wanted);
    assert!(scene.nodes.iter().skip(1).all(|node| node.parent.is_some_and(|parent| parent.index() == 0)));
    let messages: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert!(messages.iter().any(|messages| messages.contains("_ID") && messages.contains("left out")), "{messages:?}");
    // Transforms of copies are in the nodes, not in arrays: the vertices, and an unused array, remain.
    assert_eq!(scene.arrays.len(), 3);
}

#[test]
fn copies_need_places_only() {
    let (scene, findings) = read(r#""SCALE":3"#, 1).unwrap();
    assert_eq!((scene.nodes.len(), findings.is_empty()), (3, true));
    let (scene, _) = read(r#""TRANSLATION":5"#, 1000).unwrap();
    assert_eq!(scene.nodes.len(), 1001);
}

#[test]
fn broken_copies_are_errors() {
    let cases = [
        (r#""TRANSLATION":1,"SCALE":4"#, 1, "as many in each attribute"),
        (r#""TRANSLATION":1,"_ID":4"#, 1, "as many in each attribute"),
        (r#""TRANSLATION":2"#, 1, "expected 3 floats, found 4 i8"),
        (r#""ROTATION":1"#, 1, "expected 4 floats, or normalised numbers"),
        (r#""TRANSLATION":77"#, 1, "there is no accessor 77"),
        ("", 1, "expected at least one attribute"),
        // More copies than a file of this size can have.
        (r#""TRANSLATION":5"#, 1 << 20, "limit"),
        (r#""TRANSLATION":5"#, 1 << 27, "limit"),
        (r#""TRANSLATION":5"#, u64::from(u32::MAX), "limit"),
    ];
    for (attributes, count, wanted) in cases {
        let error = read(attributes, count).unwrap_err().to_string();
        assert!(error.contains(wanted), "{attributes}: {error}");
        assert!(error.contains("node 0") || error.contains("accessor 5"), "{attributes}: {error}");
    }
}

/// Trees in two groups, one with a light; and a house.
fn forest() -> Scene<'static> {
    let mut scene = Scene::default();
    let corners = scene.arrays.push(Array::from_f32s([[0.0f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]));
    let attributes = vec![Attribute { semantic: Semantic::Position, array: corners }];
    let mut mesh = |name: &str| {
        let primitive = Primitive { attributes: attributes.clone(), ..Primitive::default() };
        Some(scene.meshes.push(Mesh { name: name.into(), primitives: vec![primitive], ..Mesh::default() }))
    };
    let (tree, house) = (mesh("tree"), mesh("house"));
    let group = Some(scene.nodes.push(Node { name: "Wood".into(), ..Node::default() }));
    for number in 0..5_u8 {
        let x = f32::from(number);
        let turned = f32::from(number % 2);
        let transform = Transform::Trs {
            translation: [x, 0.5, -x],
            rotation: [0.0, turned, 0.0, 1.0 - turned],
            scale: [1.0, 1.0 + x, 1.0],
        };
        let parent = group.filter(|_| number < 3);
        scene.nodes.push(Node { name: format!("Tree{number}"), parent, transform, mesh: tree, ..Node::default() });
    }
    scene.nodes.push(Node { name: "House".into(), mesh: house, ..Node::default() });
    let light = Some(scene.lights.push(Light::default()));
    scene.nodes.push(Node { name: "Lamp".into(), mesh: tree, light, ..Node::default() });
    scene
}

/// Returns each mesh with its material, in any order.
fn shown(scene: &Scene<'_>) -> Vec<(String, String)> {
    let world = asset_gltf::asset_scene::world::World::new(scene);
    let round = |number: f64| (number * 1e4).round() / 1e4 + 0.0;
    let place = |id| format!("{:?}", world.world(id).to_cols_array().map(round));
    let mut shown: Vec<_> = scene.mesh_nodes().map(|(node, mesh)| (scene[mesh].name.clone(), place(node))).collect();
    shown.sort();
    shown
}

#[test]
fn nodes_side_by_side_become_copies() {
    let scene = forest();
    let (plain, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    assert!(!String::from_utf8_lossy(&plain).contains("EXT_mesh_gpu_instancing"));
    let (glb, findings) = write_glb(&scene, &WriteOptions::default().gpu_instancing(true).strict(true)).unwrap();
    let text = String::from_utf8_lossy(&glb);
    assert_eq!(text.matches(r#""EXT_mesh_gpu_instancing":{"attributes":{"TRANSLATION":"#).count(), 2);
    assert!(text.contains(r#""extensionsRequired":["EXT_mesh_gpu_instancing"]"#), "{text}");
    let messages: Vec<String> = findings.iter().map(ToString::to_string).collect();
    assert_eq!(messages.len(), 2, "{messages:?}");
    let (back, findings) = parse(&glb, &ReadOptions::default().check(true), &NoFiles).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    assert_eq!(shown(&back), shown(&scene));
    // The wood and the house, the lamp, two nodes for five trees, which are restored as their children.
    assert_eq!(back.nodes.len(), 5 + 5);
    assert_eq!(back.arrays, scene.arrays);
}
