//! Levels of detail as people and programs without `MSFT_lod` keep them: nodes next to each other, by their names.

#![allow(missing_docs, clippy::unwrap_used, clippy::indexing_slicing)]

use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use asset_scene::{Array, Attribute, LodLevel, Mesh, Node, Primitive, Scene, Semantic};

/// A mesh of one triangle of some size.
fn mesh(scene: &mut Scene<'static>, size: f32) -> asset_scene::Id<Mesh> {
    let array = scene.arrays.push(Array::from_f32s([[0.0, 0.0, 0.0], [size, 0.0, 0.0], [0.0, size, 0.0]]));
    let attributes = vec![Attribute { semantic: Semantic::Position, array }];
    scene.meshes.push(Mesh { primitives: vec![Primitive { attributes, ..Primitive::default() }], ..Mesh::default() })
}

/// A node of each name below one parent, as Blender writes them, with these `extras`.
fn siblings(nodes: &[(&str, &str)]) -> Vec<u8> {
    let children: Vec<String> = (1..=nodes.len()).map(|node| node.to_string()).collect();
    let listed = nodes.iter().map(|(name, extras)| {
        let extras = if extras.is_empty() { String::new() } else { format!(r#","extras":{extras}"#) };
        format!(r#"{{"name":"{name}","mesh":0{extras}}}"#)
    });
    format!(
        r#"{{"asset":{{"version":"2.0"}},"scenes":[{{"nodes":[0]}}],"nodes":[{{"name":"Armature","children":[{}]}},{}],
        "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}}}}]}}],
        "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}}],
        "bufferViews":[{{"buffer":0,"byteLength":36}}],"buffers":[{{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}}]}}"#,
        children.join(","),
        listed.collect::<Vec<_>>().join(",")
    )
    .into_bytes()
}

fn read(bytes: &[u8]) -> Scene<'static> {
    let (scene, _) = parse(bytes, &ReadOptions::default(), &NoFiles).unwrap();
    scene
}

/// Names and distances of the levels of the node of a name.
fn levels(scene: &Scene<'_>, name: &str) -> Vec<(String, Option<f32>)> {
    let lods = &scene[scene.node(name).unwrap()].lods;
    lods.iter().map(|lod| (scene[lod.node].name.clone(), lod.distance)).collect()
}

#[test]
fn names_make_levels() {
    let scene = read(&siblings(&[
        ("Jack_LOD2", r#"{"lod_distance":30.5}"#),
        ("Jack.001", ""),
        ("jack_lod1", r#"{"lod_distance":15}"#),
        ("Box_LOD1", ""),
    ]));
    let expected = [("jack_lod1".to_owned(), Some(15.0)), ("Jack_LOD2".to_owned(), Some(30.5))];
    assert_eq!(levels(&scene, "Jack.001"), expected);
    let alone = scene.node("Box_LOD1").unwrap();
    assert!(scene[alone].parent.is_some(), "a level of nothing is a mesh like others");
    assert_eq!(scene.mesh_nodes().count(), 2);
}

#[test]
fn distances_come_from_the_finest_or_the_share_of_the_screen() {
    let stored = r#"{"engine_assets":{"lod_distances":[7.5,9]}}"#;
    let scene = read(&siblings(&[("A_LOD0", stored), ("A_LOD1", r#"{"lod_distance":8}"#), ("A_LOD2", "")]));
    assert_eq!(levels(&scene, "A_LOD0").iter().map(|level| level.1).collect::<Vec<_>>(), [Some(8.0), Some(9.0)]);
    let scene = read(&siblings(&[("A", r#"{"MSFT_screencoverage":[0.5,0.01]}"#), ("A_LOD1", ""), ("A_LOD2", "")]));
    let far: Vec<f32> = levels(&scene, "A").iter().map(|level| level.1.unwrap()).collect();
    // A tenth of the size covers a hundredth of the screen.
    assert!((far[1] / far[0] - 50.0_f32.sqrt()).abs() < 1e-3 && far[0] > 1.0 && far[0] < 3.0, "{far:?}");
}

#[test]
fn two_of_a_name_are_nobodys_level() {
    let scene = read(&siblings(&[("A", ""), ("A_LOD1", ""), ("A_LOD1", "")]));
    assert_eq!(scene.mesh_nodes().count(), 3);
}

#[test]
fn coarser_levels_are_in_a_scene_of_their_own() {
    let mut scene = Scene { name: "Jack".into(), ..Scene::default() };
    let (fine, coarse) = (mesh(&mut scene, 1.0), mesh(&mut scene, 2.0));
    let level = scene.nodes.push(Node { name: "Jack_LOD1".into(), mesh: Some(coarse), ..Node::default() });
    let lods = vec![LodLevel { node: level, distance: Some(12.5) }];
    scene.nodes.push(Node { name: "Jack".into(), mesh: Some(fine), lods, ..Node::default() });
    let (bytes, findings) = write_glb(&scene, &WriteOptions::default()).unwrap();
    assert!(findings.is_empty(), "{findings:?}");
    let text = String::from_utf8_lossy(&bytes);
    assert!(text.contains(r#""scenes":[{"name":"Jack","nodes":[1]},{"name":"Jack LODs","nodes":[0]}]"#), "{text}");
    assert!(text.contains(r#""extras":{"lod_distance":12.5}"#), "{text}");
    assert_eq!(read(&bytes).nodes, scene.nodes);
}
