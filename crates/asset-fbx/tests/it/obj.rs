//! OBJ.

use std::io;

use asset_fbx::asset_scene::Id;
use asset_fbx::{NoFiles, ReadOptions, kinds, parse};

use crate::support::{assert_near, count, positions};

const DOOR: &str = "mtllib door.mtl\no Door\nv 0 0 0\nv 2 0 0\nv 2 1 0\nv 0 1 0\nvt 0 0.25\nvt 1 0.25\nvt 1 1\nvt 0 1\nvn 0 0 1\nusemtl wood\nf 1/1/1 2/2/1 3/3/1 4/4/1\n";
const WOOD: &str = "newmtl wood\nKd 0.5 0.25 0.125\nd 0.5\nmap_Kd oak.png\n";

#[test]
fn materials_come_from_the_folder() {
    let files = |name: &str, _: u64| match name {
        "door.mtl" => Ok(WOOD.as_bytes().to_vec()),
        "oak.png" => Ok(b"\x89PNG\r\n\x1a\n".to_vec()),
        _ => Err(io::Error::from(io::ErrorKind::NotFound)),
    };
    let options = ReadOptions::default().name("door");
    let (scene, findings) = parse(DOOR.as_bytes(), &options, &files).unwrap();
    assert_eq!(count(&findings, kinds::MATERIAL_FILE_MISSING), 0);
    assert_eq!((scene.name.as_str(), scene.nodes.len(), scene.meshes.len()), ("door", 1, 1));
    let material = &scene[scene.meshes.first().unwrap().primitives[0].material.unwrap()];
    assert_eq!(material.name, "wood");
    assert_near(&material.base_color, &[1.0, 1.0, 1.0, 0.5]);
    assert_eq!(scene[material.base_color_texture.unwrap().image].file.as_deref(), Some("oak.png"));
    // The file has no unit: numbers are metres.
    assert!(positions(&scene, Id::new(0)).contains(&[2.0, 1.0, 0.0]));
}

#[test]
fn missing_materials_are_told() {
    let (scene, findings) = parse(DOOR.as_bytes(), &ReadOptions::default(), &NoFiles).unwrap();
    assert_eq!((count(&findings, kinds::MATERIAL_FILE_MISSING), scene.meshes.len()), (1, 1));
    let outside = DOOR.replace("door.mtl", "../../etc/passwd");
    let never = |name: &str, _: u64| -> io::Result<Vec<u8>> { panic!("{name} was opened") };
    let (_, findings) = parse(outside.as_bytes(), &ReadOptions::default(), &never).unwrap();
    assert_eq!(count(&findings, kinds::MATERIAL_FILE_MISSING), 1);
}
