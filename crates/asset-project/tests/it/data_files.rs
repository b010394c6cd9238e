//! Data files of Urho3D in a project: detection, references, patches.

use std::path::Path;

use asset_formats::{Asset, Detection, Format};
use asset_project::{Resources, check_references};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n";

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

/// Findings of the check of a file's references: kinds and paths.
fn findings(folder: &Path, name: &str) -> Vec<(String, String)> {
    let resources = Resources::new().folder(folder.join("Data")).unwrap();
    let path = folder.join("Data").join(name);
    let bytes = std::fs::read(&path).unwrap();
    let asset = Asset::parse(&bytes, Some(&path)).unwrap();
    let (findings, _) = check_references(&asset, &path, &resources);
    findings.iter().map(|one| (one.kind.as_str().to_owned(), one.path.to_string())).collect()
}

#[test]
fn data_files_are_one_format_with_their_kinds() {
    for (name, bytes, kind) in [
        ("a.xml", &b"<particleeffect/>"[..], "particle-effect"),
        ("UI/Window.xml", b"<element/>", "ui-layout"),
        ("a.tmx", b"<map/>", "tile-map"),
        ("Strings.json", b"{\"a\": \"b\"}", "strings"),
        ("a.wav", b"RIFF\0\0\0\0WAVE", "sound"),
        ("a.rml", b"<rml/>", "rml"),
        ("a.ttf", b"OTTO", "outline-font"),
    ] {
        let detection = Format::detect(bytes, bytes.len() as u64, bytes, Some(Path::new(name)));
        assert_eq!(detection, Detection::Known(Format::URHO_RESOURCE), "{name}");
        let asset = Asset::parse(bytes, Some(Path::new(name))).unwrap();
        assert_eq!((asset.format(), &*asset.variant()), (Format::URHO_RESOURCE, kind), "{name}");
        assert_eq!(asset.to_bytes().unwrap(), bytes);
        assert_eq!(asset.clone_bytes(), bytes);
    }
    // Scenes, materials and other formats keep theirs.
    for (text, format) in [("<material/>", Format::URHO_MATERIAL), ("<technique/>", Format::URHO_TECHNIQUE)] {
        let detection = Format::detect(text.as_bytes(), text.len() as u64, text.as_bytes(), Some(Path::new("a.xml")));
        assert_eq!(detection, Detection::Known(format));
    }
}

/// The bytes after a copy.
trait CloneBytes {
    fn clone_bytes(self) -> Vec<u8>;
}

impl CloneBytes for Asset<'_> {
    fn clone_bytes(self) -> Vec<u8> {
        self.into_owned().to_bytes().unwrap()
    }
}

#[test]
fn missing_files_of_data_files_are_reported() {
    let folder = project(&[
        ("Particle/a.xml", b"<particleeffect><material name=\"Materials/No.xml\"/></particleeffect>"),
        ("Urho2D/a.pex", b"<particleEmitterConfig><texture name=\"there.png\"/></particleEmitterConfig>"),
        ("Urho2D/b.pex", b"<particleEmitterConfig><texture name=\"no.png\"/></particleEmitterConfig>"),
        ("Urho2D/there.png", PNG),
        ("Urho2D/rig.scml", b"<spriter_data><folder><file name=\"arm.png\"/></folder></spriter_data>"),
        ("Urho2D/orc.scml", b"<spriter_data><folder><file name=\"arm.png\"/></folder></spriter_data>"),
        ("Urho2D/orc.xml", b"<TextureAtlas imagePath=\"there.png\"/>"),
        ("Urho2D/imp.scml", b"<spriter_data><folder><file name=\"arm.png\"/></folder></spriter_data>"),
        ("Urho2D/imp.xml", b"<texture><mipmap enable=\"false\"/></texture>"),
    ]);
    let missing = |path: &str| vec![("engine-assets/resource-missing".to_owned(), path.to_owned())];
    assert_eq!(findings(folder.path(), "Particle/a.xml"), missing("material"));
    assert_eq!(findings(folder.path(), "Urho2D/a.pex"), []);
    assert_eq!(findings(folder.path(), "Urho2D/b.pex"), missing("texture"));
    // A sheet of the same name replaces the images, and parameters of a texture in its place fail.
    assert_eq!(findings(folder.path(), "Urho2D/rig.scml"), missing("folder 0 > file 0"));
    assert_eq!(findings(folder.path(), "Urho2D/orc.scml"), []);
    let messages = findings(folder.path(), "Urho2D/imp.scml");
    assert_eq!(messages, [("engine-assets/resource-format".to_owned(), "sprite sheet".to_owned())]);
}

#[test]
fn patches_and_includes_are_followed() {
    let folder = project(&[
        ("UI/base.xml", b"<element><element type=\"Text\"/></element>"),
        ("UI/good.xml", b"<element inherit=\"UI/base.xml\"><remove sel=\"/element/element\"/></element>"),
        ("UI/odd.xml", b"<element inherit=\"UI/base.xml\"><remove sel=\"/element/no\"/><add/></element>"),
        ("UI/self.xml", b"<element inherit=\"UI/self.xml\"/>"),
        ("UI/lost.xml", b"<element inherit=\"UI/no.xml\"/>"),
        ("Shaders/GLSL/a.glsl", b"#include \"b.glsl\"\n"),
        ("Shaders/GLSL/b.glsl", b"#include \"a.glsl\"\n"),
        ("Shaders/GLSL/c.glsl", b"#include \"d.glsl\"\n"),
        ("Shaders/GLSL/d.glsl", b"\n"),
    ]);
    let of = |name: &str| -> Vec<String> { findings(folder.path(), name).into_iter().map(|(kind, _)| kind).collect() };
    assert_eq!(of("UI/good.xml"), [""; 0]);
    assert_eq!(of("UI/odd.xml"), ["urho-resource/patch-step"]);
    assert_eq!(of("UI/self.xml"), ["urho-resource/patch-cycle"]);
    assert_eq!(of("UI/lost.xml"), ["engine-assets/resource-missing"]);
    assert_eq!(of("Shaders/GLSL/a.glsl"), ["urho-resource/shader-include"]);
    assert_eq!(of("Shaders/GLSL/c.glsl"), [""; 0]);
}
