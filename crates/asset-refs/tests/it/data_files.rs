//! Files that data files of Urho3D name.

use asset_refs::graph::{Certainty, Graph};

/// A picture of one pixel.
const TGA: &[u8] = b"\0\0\x02\0\0\0\0\0\0\0\0\0\x01\0\x01\0\x18\0abc";

/// A folder with these files below `Data`.
fn project(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in files {
        let path = folder.path().join("Data").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, bytes).unwrap();
    }
    folder
}

#[test]
fn images_and_materials_that_data_files_name_are_used() {
    let folder = project(&[
        ("UI/style.xml", b"<elements><element type=\"Button\"><attribute name=\"Texture\" value=\"Texture2D;Textures/used.tga\"/></element></elements>"),
        ("Particle/a.xml", b"<particleeffect><material name=\"Materials/used.xml\"/></particleeffect>"),
        ("Textures/used.tga", TGA),
        ("Textures/other.tga", TGA),
        ("Materials/used.xml", b"<material/>"),
        ("Materials/other.xml", b"<material/>"),
    ]);
    let graph = Graph::read(&[folder.path()]).unwrap();
    let certainty = |name: &str| graph.certainty(graph.find(name)[0]);
    for name in ["Textures/used.tga", "Materials/used.xml"] {
        assert_eq!(certainty(name), Some(Certainty::Certain), "{name}");
    }
    for name in ["Textures/other.tga", "Materials/other.xml"] {
        assert_eq!(certainty(name), None, "{name}");
    }
}
