//! Assets of Pragma from the command line: told apart from other documents, shown, checked, converted, edited.

use crate::common;

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
    // The whole document is included, as for other documents.
    assert_eq!(material["root"]["assetData"]["c"]["pbr"]["c"]["textures"]["c"]["albedo_map"]["s"], "white");
    let map = json("b.pmap");
    assert_eq!((map["format"].as_str(), map["map"]["entity_count"].as_u64()), (Some("pragma-map"), Some(1)));
    assert_eq!(json("c.udm")["format"], "udm");
    // The engine refuses models without an asset type.
    let refused = run(&["inspect", text(&path(&folder, "d.pmdl"))]);
    assert_eq!(refused.status.code(), Some(1));
    assert!(stderr(&refused).contains("expected an asset of type PMDL, found \"nil\""), "{}", stderr(&refused));
}

#[test]
fn assets_are_shown_and_checked() {
    let folder = folder(&[("a.pmat", MATERIAL), ("b.pmap", MAP)]);
    let shown = stdout(&run(&["inspect", text(folder.path())]));
    let material = "  material:
    shader:          pbr
    textures:
      albedo_map: white
    property values:
      metalness_factor: 0.5
";
    let map = "    entity count: 1\n    classes:\n      world: 1\n";
    for words in ["Pragma material (nil)", material, "Pragma map (PMAP)", map] {
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
    let messages = stderr(&run(&["validate", "--root", text(&root), text(&file)]));
    assert!(messages.contains("\"white\" isn't there"), "{messages}");
    let messages = stderr(&run(&["validate", "--root", text(folder.path()), text(&file)]));
    assert!(!messages.contains("isn't there"), "{messages}");
}

#[test]
fn documents_commands_take_assets() {
    let folder = folder(&[("a.pmat", MATERIAL)]);
    let (file, binary) = (path(&folder, "a.pmat"), path(&folder, "a.pmat_b"));
    let converted = run(&["convert", text(&file), "-o", text(&binary), "--to", "udm-binary"]);
    assert_eq!(converted.status.code(), Some(0), "{}", stderr(&converted));
    let inspected: Value = serde_json::from_str(&stdout(&run(&["inspect", "--json", text(&binary)]))).expect("JSON");
    assert_eq!(
        (inspected["format"].as_str(), inspected["encoding"].as_str()),
        (Some("pragma-material"), Some("binary"))
    );
    assert_eq!(stdout(&run(&["udm", "get", text(&binary), "pbr/textures/albedo_map"])), "white\n");
    assert_eq!(run(&["udm", "diff", text(&file), text(&binary)]).status.code(), Some(0));
}

#[test]
fn models_come_with_materials_and_textures() {
    let folder = folder(&[("in/flag.glb", &common::flag(1))]);
    let (glb, model) = (path(&folder, "in/flag.glb"), path(&folder, "assets/models/props/Flag.pmdl_b"));
    let convert = |arguments: &[&str]| {
        let output = run(&[&["convert"], arguments].concat());
        (output.status.code(), stderr(&output))
    };
    let (status, said) = convert(&[text(&glb), "-o", text(&model)]);
    assert_eq!(status, Some(0), "{said}");
    const ALL: [&str; 4] = [
        "materials/models/props/flag/cloth.pmat_b",
        "materials/models/props/flag/cloth.png",
        "materials/models/props/flag/pole.pmat_b",
        "models/props/Flag.pmdl_b",
    ];
    let assets = path(&folder, "assets");
    assert_eq!(common::files_below(&assets), ALL);
    let get = |name: &str| stdout(&run(&["udm", "get", text(&model), name]));
    assert!(get("materialPaths").contains("models/props/flag/") && get("materials").contains("\"cloth\",\"pole\""));
    let json = stdout(&run(&["validate", "--json", "--root", text(&assets), text(&assets)]));
    // The engine's own texture alone isn't below.
    let missing: Vec<&str> = json.lines().filter(|line| line.contains("isn't there")).collect();
    assert!(missing.iter().all(|line| line.contains("white")), "{json}");

    // Nothing is replaced; the same content is left alone.
    let before = std::fs::read(path(&folder, "assets/materials/models/props/flag/cloth.png")).expect("a texture");
    let other = common::folder(&[("flag.glb", &common::flag(2))]);
    let (status, said) = convert(&[text(&path(&other, "flag.glb")), "-o", text(&model)]);
    assert!(status == Some(2) && said.contains("--force"), "{said}");
    assert_eq!(convert(&[text(&path(&other, "flag.glb")), "-o", text(&model), "--force"]).0, Some(0));
    let after = std::fs::read(path(&folder, "assets/materials/models/props/flag/cloth.png")).expect("a texture");
    assert_ne!(before, after);

    // Materials can be left out, or written to another folder.
    let converted = |name: &str, options: &[&str]| {
        let model = path(&folder, &format!("{name}/models/flag.pmdl"));
        let (status, said) = convert(&[&[text(&glb), "-o", text(&model)], options].concat());
        assert_eq!(status, Some(0), "{said}");
        common::files_below(&path(&folder, name))
    };
    assert_eq!(converted("bare", &["--no-materials"]), ["models/flag.pmdl"]);
    let plain = ["materials/models/flag/cloth.pmat", "materials/models/flag/pole.pmat", "models/flag.pmdl"];
    assert_eq!(converted("plain", &["--no-textures"]), plain);
    let (root, art) = (path(&folder, "game"), path(&folder, "game/art/flag.pmdl_b"));
    assert_eq!(convert(&[text(&glb), "-o", text(&art), "--resource-dir", text(&root)]).0, Some(0));
    assert!(common::files_below(&root).contains(&"materials/models/art/flag/cloth.png".to_owned()));

    // There and back, and there again.
    let back = path(&folder, "back.glb");
    assert_eq!(convert(&[text(&model), "-o", text(&back)]).0, Some(0));
    let again = path(&folder, "again/models/props/Flag.pmdl_b");
    assert_eq!(convert(&[text(&back), "-o", text(&again)]).0, Some(0));
    assert_eq!(common::files_below(&path(&folder, "again")), ALL);
    for name in &ALL[..3] {
        let [a, b] = ["assets", "again"].map(|root| std::fs::read(path(&folder, root).join(name)).expect("a file"));
        testkit::assert_bytes(&a, &b);
    }
}

#[test]
fn materials_of_models_are_picked_by_name() {
    let sample = |name: &str| {
        std::fs::read(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples/pragma").join(name))
            .expect("a sample")
    };
    let crate_ = sample("materials/samples/crate.pmat");
    let red = String::from_utf8_lossy(&crate_).replace("[0.5,0.32,0.16]", "[1,0,0]");
    let folder = folder(&[
        ("models/samples/crate.pmdl_b", &sample("models/samples/crate.pmdl_b")),
        ("materials/samples/crate.pmat", &crate_),
        ("materials/other/red.pmat", red.as_bytes()),
    ]);
    let model = path(&folder, "models/samples/crate.pmdl_b");
    for (picked, color) in [
        (None, [0.5, 0.32, 0.16]),
        (Some("other/red"), [1.0, 0.0, 0.0]),
        (Some("materials/other/red.pmat"), [1.0, 0.0, 0.0]),
    ] {
        let target = path(&folder, "made.glb");
        let options = picked.map_or_else(Vec::new, |name| vec!["--material", name]);
        let output = run(&[&["convert", text(&model), "-o", text(&target), "--force"], options.as_slice()].concat());
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        let bytes = std::fs::read(&target).expect("a file");
        let gltf = engine_assets::GltfDocument::parse(&bytes, &engine_assets::asset_gltf::NoFiles).expect("glTF");
        let colors: Vec<_> = gltf.scene.materials.iter().map(|material| material.base_color).collect();
        let [r, g, b] = color;
        assert_eq!(colors, [[r, g, b, 1.0]], "{picked:?}");
    }
}
