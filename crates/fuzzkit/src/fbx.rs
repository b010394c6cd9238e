//! FBX and OBJ.

use asset_fbx::{NoFiles, ReadOptions, parse};
use asset_gltf::WriteOptions;
use binio::Limits;

use crate::Target;

/// The fuzz target for FBX and OBJ.
pub const TARGET: Target = Target { name: "fbx", body, seeds };

/// How much memory an execution may use. We need a limit because the parser allocates in C, where we can't count it.
const MEMORY: u64 = 1 << 26;

/// A file that can be opened must become a scene to be posed and written to glTF.
fn body(bytes: &[u8]) {
    let options = ReadOptions::default().limits(Limits::default().max_expanded_bytes(MEMORY));
    let Ok((scene, _)) = parse(bytes, &options, &NoFiles) else { return };
    scene.rest_pose().expect("a checked scene");
    let (glb, _) = asset_gltf::write_glb(&scene, &WriteOptions::default()).expect("a scene that glTF can store");
    asset_gltf::parse(&glb, &asset_gltf::ReadOptions::default(), &asset_gltf::NoFiles)
        .expect("a file that was written");
}

/// Changes to the door. Each of them takes another way through the reader.
const CHANGES: [(&str, &str); 8] = [
    // Keys that are linear, and constant.
    ("a: 264", "a: 4"),
    ("a: 264", "a: 2"),
    // Metres; Z up.
    ("\"\",1.0", "\"\",100.0"),
    ("\"UpAxis\", \"int\", \"Integer\", \"\",1", "\"UpAxis\", \"int\", \"Integer\", \"\",2"),
    // Triangles, and an edge.
    ("0,1,2,-4", "0,1,-3,2,-4"),
    // A clip without an end.
    ("LocalStop", "LocalStart"),
    // A texture of opacity.
    ("DiffuseColor", "TransparentColor"),
    // A translation instead of a rotation.
    ("Lcl Rotation", "Lcl Translation"),
];

fn seeds() -> Vec<Vec<u8>> {
    let door = include_str!("fbx/door.fbx");
    let files: [&[u8]; 3] = [door.as_bytes(), include_bytes!("fbx/triangle.fbx"), include_bytes!("fbx/crate.obj")];
    let changed = CHANGES.iter().map(|(from, to)| door.replace(from, to).into_bytes());
    files.map(<[u8]>::to_vec).into_iter().chain(changed).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    #[test]
    fn seeds_differ_and_open() {
        let seeds = super::seeds();
        assert_eq!(seeds.iter().collect::<BTreeSet<_>>().len(), 11);
        for seed in seeds {
            let read = asset_fbx::parse(&seed, &asset_fbx::ReadOptions::default(), &asset_fbx::NoFiles);
            assert!(read.is_ok(), "{}", String::from_utf8_lossy(&seed));
        }
    }
}
