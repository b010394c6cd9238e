//! Files written with compression.

use crate::support;

use asset_gltf::asset_scene::{Array, Scene};
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

#[test]
fn what_doesnt_become_shorter_stays() {
    let scene = Scene::default();
    let (plain, _) = write_glb(&scene, &WriteOptions::default()).unwrap();
    assert_eq!(write_glb(&scene, &compressed()).unwrap().0, plain);
    let files = write_gltf(&long(), &compressed(), "a.bin").unwrap().0;
    let json = String::from_utf8(files.json.clone()).unwrap();
    assert!(json.contains("EXT_meshopt_compression") && json.contains(r#""uri":"a.bin""#), "{json}");
}
