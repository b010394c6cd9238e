//! Files written with compression.

use crate::support;

use asset_gltf::asset_scene::{Array, Attribute, Id, Mesh, Primitive, Scene, Semantic, Topology};
use asset_gltf::{Compression, WriteOptions, write_glb, write_gltf};
use support::read;
use support::spoiled::base;

fn compressed() -> WriteOptions {
    WriteOptions::default().compression(Compression::Meshopt)
}

/// A scene with arrays that become shorter.
fn long() -> Scene<'static> {
    let mut scene = base();
    scene.arrays.push(Array::from_u32s(0..5000));
    scene.arrays.push(Array::from_f32s::<3>((0..900).map(|number| [number as f32, 0.5, 1.0])));
    scene
}

#[test]
fn compressed_files_hold_the_same_scene() {
    let scene = long();
    let (plain, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    let (small, _) = write_glb(&scene, &compressed()).unwrap();
    assert!(small.len() * 2 < plain.len(), "{} {}", small.len(), plain.len());
    assert_eq!(read(&small).unwrap(), read(&plain).unwrap());
    let text = String::from_utf8_lossy(&small).into_owned();
    for said in [r#""extensionsRequired":["EXT_meshopt_compression"]"#, r#""fallback":true"#, r#""mode":"ATTRIBUTES""#]
    {
        assert!(text.contains(said), "{said}");
    }
}

/// A grid of triangles, and a strip of the same indices as another scene's triangles.
#[test]
fn triangles_are_turned_only_with_fewer_bits() {
    let mut scene = base();
    let corners: Vec<u32> = (0..300).flat_map(|quad| [0, 1, 2, 1, 3, 2].map(|corner| quad * 2 + corner)).collect();
    let positions = Array::from_f32s::<3>((0..602).map(|number| [number as f32, (number % 2) as f32, 0.5]));
    let indices = scene.arrays.push(Array::from_u32s(corners.iter().copied()));
    let positions = scene.arrays.push(positions);
    let attributes = vec![Attribute { semantic: Semantic::Position, array: positions }];
    let primitive = |topology| Primitive {
        topology,
        attributes: attributes.clone(),
        indices: Some(indices),
        ..Primitive::default()
    };
    let own = |scene: &Scene<'_>| scene[scene.meshes[Id::new(0)].primitives[0].indices.unwrap()].to_u32s().unwrap();
    for (topology, turned) in [(Topology::Triangles, true), (Topology::TriangleStrip, false)] {
        scene.meshes[Id::new(0)] = Mesh { primitives: vec![primitive(topology)], ..Mesh::default() };
        let back = read(&write_glb(&scene, &compressed()).unwrap().0).unwrap();
        assert_eq!(own(&back), corners);
        let (small, _) = write_glb(&scene, &compressed().quantize(true)).unwrap();
        assert_eq!(own(&read(&small).unwrap()) != corners, turned);
        assert!(String::from_utf8_lossy(&small).contains(r#""mode":"TRIANGLES""#));
    }
}

#[test]
fn what_doesnt_become_shorter_stays() {
    let scene = Scene::default();
    let (plain, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    assert_eq!(write_glb(&scene, &compressed()).unwrap().0, plain);
    let files = write_gltf(&long(), &compressed(), "a.bin").unwrap().0;
    let json = String::from_utf8(files.json.clone()).unwrap();
    assert!(json.contains("EXT_meshopt_compression") && json.contains(r#""uri":"a.bin""#), "{json}");
}
