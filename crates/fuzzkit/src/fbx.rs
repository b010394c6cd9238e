//! FBX and OBJ.

use asset_fbx::{NoFiles, ReadOptions, parse};
use asset_gltf::WriteOptions;
use binio::Limits;

use crate::Target;

/// The fuzz target of FBX and OBJ.
pub const TARGET: Target = Target { name: "fbx", body, seeds };

/// Memory of one execution: the parser allocates in C, where no meter counts.
const MEMORY: u64 = 1 << 26;

/// A file that opens is a scene that can be posed, and written as glTF.
fn body(bytes: &[u8]) {
    let options = ReadOptions::default().limits(Limits::default().max_expanded_bytes(MEMORY));
    let Ok((scene, _)) = parse(bytes, &options, &NoFiles) else { return };
    scene.rest_pose().expect("a checked scene");
    let (glb, _) = asset_gltf::write_glb(&scene, &WriteOptions::default()).expect("a scene that glTF can store");
    asset_gltf::parse(&glb, &asset_gltf::ReadOptions::default(), &asset_gltf::NoFiles)
        .expect("a file that was written");
}

fn seeds() -> Vec<Vec<u8>> {
    vec![include_bytes!("fbx/door.fbx").to_vec(), include_bytes!("fbx/crate.obj").to_vec()]
}
