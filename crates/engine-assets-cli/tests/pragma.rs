//! Assets of Pragma from the command line: told apart from other documents, shown, checked, converted, edited.

mod common;

use common::{folder, path, run, stderr, stdout, text};
use serde_json::Value;

const MATERIAL: &[u8] = b"pbr { textures { $string albedo_map \"white\" } properties { $float metalness_factor 0.5 } }";
const MAP: &[u8] = b"$string assetType \"PMAP\" $uint32 assetVersion 2 assetData { $array entities [element;1][{ $string className \"world\" }] }";

#[test]
fn assets_are_told_from_documents() {
    let folder = folder(&[("a.pmat", MATERIAL), ("b.pmap", MAP), ("c.udm", MATERIAL), ("d.pmdl", MATERIAL)]);
    let json = |name: &str| -> Value {
        serde_json::from_str(&stdout(&run(&["inspect", "--json", text(&path(&folder, name))]))).expect("JSON")
    };
    let material = json("a.pmat");
    assert_eq!((material["format"].as_str(), material["variant"].as_str()), (Some("pragma-material"), Some("nil")));
    assert_eq!(material["material"]["shader"], "pbr");
    // The whole document stands there too, as in other documents.
    assert_eq!(material["root"]["assetData"]["c"]["pbr"]["c"]["textures"]["c"]["albedo_map"]["s"], "white");
    let map = json("b.pmap");
    assert_eq!((map["format"].as_str(), map["map"]["entity_count"].as_u64()), (Some("pragma-map"), Some(1)));
    assert_eq!(json("c.udm")["format"], "udm");
    // The engine refuses models that don't say what they are.
    let refused = run(&["inspect", text(&path(&folder, "d.pmdl"))]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("expected an asset of type PMDL, found \"nil\""), "{}", stderr(&refused));
}

#[test]
fn assets_are_shown_and_checked() {
    let folder = folder(&[("a.pmat", MATERIAL), ("b.pmap", MAP)]);
    let shown = stdout(&run(&["inspect", text(folder.path())]));
    for words in ["Pragma material", "shader: pbr", "albedo_map: white", "Pragma map (PMAP)", "1 entity", "world: 1"] {
        assert!(shown.contains(words), "{words}: {shown}");
    }
    let checked = run(&["validate", "--roundtrip", text(folder.path())]);
    assert_eq!(checked.status.code(), Some(0), "{}", stderr(&checked));
}

#[test]
fn files_that_an_asset_names_are_looked_for_below_a_root_only() {
    let folder = folder(&[("materials/a.pmat", MATERIAL), ("materials/white.dds", b"x")]);
    let (file, root) = (path(&folder, "materials/a.pmat"), path(&folder, "nowhere"));
    assert!(!stderr(&run(&["validate", text(&file)])).contains("isn't there"));
    let told = stderr(&run(&["validate", "--root", text(&root), text(&file)]));
    assert!(told.contains("\"white\" isn't there"), "{told}");
    let told = stderr(&run(&["validate", "--root", text(folder.path()), text(&file)]));
    assert!(!told.contains("isn't there"), "{told}");
}

#[test]
fn documents_commands_take_assets() {
    let folder = folder(&[("a.pmat", MATERIAL)]);
    let (file, binary) = (path(&folder, "a.pmat"), path(&folder, "a.pmat_b"));
    let converted = run(&["convert", text(&file), "-o", text(&binary), "--to", "udm-binary"]);
    assert_eq!(converted.status.code(), Some(0), "{}", stderr(&converted));
    let inspected: Value = serde_json::from_str(&stdout(&run(&["inspect", "--json", text(&binary)]))).expect("JSON");
    assert_eq!((inspected["format"].as_str(), inspected["form"].as_str()), (Some("pragma-material"), Some("binary")));
    assert_eq!(stdout(&run(&["udm", "get", text(&binary), "pbr/textures/albedo_map"])), "white\n");
    assert_eq!(run(&["udm", "diff", text(&file), text(&binary)]).status.code(), Some(0));
}
