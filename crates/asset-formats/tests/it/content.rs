//! Files whose extension belongs to one family of formats, and whose content is another.

use asset_formats::{Asset, Content, Detection, Error, Format};

const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/v1\noid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n";

fn content(name: &str, bytes: &[u8]) -> Option<(Format, Content)> {
    match Asset::parse(bytes, Some(name.as_ref())) {
        Err(Error::OtherContent { format, content }) => Some((format, content)),
        _ => None,
    }
}

#[test]
fn lost_content_is_told_from_the_expected_format() {
    let cases: [(&str, &[u8], Content); 4] = [
        ("lfs", POINTER, Content::LfsPointer),
        ("empty", b"", Content::Empty),
        ("zeros", &[0; 400], Content::Zeros),
        ("garbage", b"garbage garbage", Content::Unknown),
    ];
    let formats = [
        ("mdl", Format::URHO_MDL),
        ("ANI", Format::URHO_ANI),
        ("pak", Format::URHO_PAK),
        ("dds", Format::IMAGE),
        ("png", Format::IMAGE),
        ("glb", Format::GLTF),
        ("fbx", Format::FBX),
    ];
    for (name, bytes, expected) in cases {
        for (extension, format) in formats {
            let name = format!("{name}.{extension}");
            assert_eq!(content(&name, bytes), Some((format, expected)), "{name}");
        }
        // Programs of all kinds use these extensions.
        for extension in ["xml", "json", "bin", "txt"] {
            assert_eq!(content(&format!("{name}.{extension}"), bytes), None, "{name}.{extension}");
        }
    }
    // Texts of UDM have no identifier: any text may be one.
    assert_eq!(content("a.pmdl_b", POINTER), Some((Format::PRAGMA_MODEL, Content::LfsPointer)));
    assert_eq!(content("a.tga", POINTER), Some((Format::IMAGE, Content::LfsPointer)));
    // Other engines use the same extension.
    assert!(matches!(Format::detect(b"IDPO\x06\0\0\0", 8, b"", Some("a.mdl".as_ref())), Detection::LookAlike(_)));
}
