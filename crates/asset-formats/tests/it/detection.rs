//! Detection by types, names, roots and keys.

use std::path::Path;

use asset_formats::{Detection, Format};

/// Creates a UDM document of this type. The data is empty, or comes before the type.
fn document(kind: &str, data_first: bool) -> Vec<u8> {
    let data = [&[27][..], &4_u64.to_le_bytes(), &0_u32.to_le_bytes()].concat();
    let kind = [&[1, u8::try_from(kind.len()).unwrap()], kind.as_bytes()].concat();
    let (keys, values) = if data_first {
        (&b"\x09assetData\x09assetType"[..], [data, kind].concat())
    } else {
        (&b"\x09assetType\x09assetData"[..], [kind, data].concat())
    };
    let root = [&2_u32.to_le_bytes()[..], keys, &values].concat();
    [b"UDMB\x02\0\0\0\x1b", &(root.len() as u64).to_le_bytes()[..], &root].concat()
}

/// Returns the format of a file with these bytes.
fn format(bytes: &[u8], name: &str) -> Format {
    let path = (!name.is_empty()).then(|| Path::new(name));
    match Format::detect(bytes, bytes.len() as u64, bytes, path) {
        Detection::Known(format) => format,
        other => panic!("{name}: {other:?}"),
    }
}

#[test]
fn the_root_says_what_it_is() {
    for data_first in [false, true] {
        for (kind, expected) in [
            ("PMDL", Format::PRAGMA_MODEL),
            ("PMAT", Format::PRAGMA_MATERIAL),
            ("PMAP", Format::PRAGMA_MAP),
            ("PNAV", Format::PRAGMA_NAVMESH),
            ("PPTSYSCOLLECTION", Format::PRAGMA_PARTICLES),
            ("PGMA", Format::PRAGMA_ANIMATION),
            ("PANIMA", Format::PRAGMA_ANIMATION),
            ("PIKC", Format::UDM),
            ("PSAV", Format::UDM),
            ("nil", Format::UDM),
        ] {
            assert_eq!(format(&document(kind, data_first), ""), expected, "{kind}");
            // A name doesn't override the type.
            assert_eq!(format(&document(kind, data_first), "a.pnav_b"), expected, "{kind}");
        }
    }
}

#[test]
fn else_the_name_does() {
    let nil = document("nil", true);
    assert_eq!(format(&nil, "white.PMAT_B"), Format::PRAGMA_MATERIAL);
    assert_eq!(format(&nil, "cube.pmdl_b"), Format::UDM, "the engine refuses such models");
    let cut = &document("PMDL", true)[..30];
    assert_eq!(format(cut, "cube.pmdl_b"), Format::PRAGMA_MODEL);
    assert_eq!(format(cut, ""), Format::UDM);
    assert_eq!(format(b"text", "fire.pptsys"), Format::PRAGMA_PARTICLES);
    assert_eq!(format(b"text", "a.pikr"), Format::UDM);
    assert_eq!(format(b"text", "film.pfmp"), Format::UDM);
    assert_eq!(format(b"text", "sky.wmi"), Format::PRAGMA_MATERIAL);
}

/// Returns the format of a text in a file with this name, if it is one of the formats in this module.
fn named(name: &str, text: &[u8]) -> Option<Format> {
    let path = (!name.is_empty()).then(|| Path::new(name));
    match Format::detect(text, text.len() as u64, text, path) {
        Detection::Known(format) => Some(format).filter(|format| *format != Format::URHO_RESOURCE),
        _ => None,
    }
}

#[test]
fn the_root_of_xml_says_what_it_is() {
    for (text, expected) in [
        ("<material>", Some(Format::URHO_MATERIAL)),
        ("\u{feff}\n <material/>", Some(Format::URHO_MATERIAL)),
        ("<?xml version=\"1.0\"?>\n<!-- by hand > -->\n<technique vs=\"LitSolid\">", Some(Format::URHO_TECHNIQUE)),
        ("<!DOCTYPE technique [<!ENTITY a \"<x>\">]> <technique>", Some(Format::URHO_TECHNIQUE)),
        ("<!DOCTYPE material SYSTEM \"[\"><material>", Some(Format::URHO_MATERIAL)),
        ("<!DOCTYPE material [", None),
        ("<texture>", Some(Format::URHO_TEXTURE)),
        ("<cubemap>", Some(Format::URHO_TEXTURE)),
        ("<texture3d>", Some(Format::URHO_TEXTURE)),
        ("<texturearray>", Some(Format::URHO_TEXTURE)),
        ("<mat", None),
        ("", None),
    ] {
        assert_eq!(named("", text.as_bytes()), expected, "{text}");
    }
    let wide: Vec<u8> =
        "\u{feff}<?xml version=\"1.0\"?><material/>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(named("", &wide), Some(Format::URHO_MATERIAL));
}

#[test]
fn json_is_a_material_by_its_name_and_a_key() {
    for key in ["techniques", "shaderParameters"] {
        let text = format!("{{\"{key}\": []}}");
        for name in ["a.json", "a.XML", "a.material"] {
            assert_eq!(named(name, text.as_bytes()), Some(Format::URHO_MATERIAL), "{name}");
        }
        for name in ["a.txt", "a", ""] {
            assert_eq!(named(name, text.as_bytes()), None, "{name}");
        }
    }
    assert_eq!(named("a.json", b"{\"nodes\": 1}"), None);
}

#[test]
fn a_list_has_names_of_materials() {
    let list = b"Materials/A.xml\r\n\r\nNULL\nB.JSON\n";
    assert_eq!(named("Model.TXT", list), Some(Format::URHO_MATERIAL_LIST));
    assert_eq!(named("Model.md", list), None);
    assert_eq!(named("Model.txt", b"Read me.xml first\n"), None);
}
