//! The README is short, and the ticks of its table are the abilities of the library.

use std::path::{Path, PathBuf};

use crate::common::{folder, path, run, stderr, text};
use engine_assets::convert::OutputFormat;
use engine_assets::{Asset, Format, asset_gltf, finding_kinds};

const COLUMNS: [&str; 5] = ["read", "write", "edit", "check", "glTF"];

/// Formats of each row of the table, by the beginning of the row.
const ROWS: [(&str, &[Format]); 14] = [
    ("models `.mdl`", &[Format::URHO_MDL]),
    ("animations `.ani` and XML", &[Format::URHO_ANI, Format::URHO_XML_ANI]),
    (
        "materials, techniques",
        &[Format::URHO_MATERIAL, Format::URHO_MATERIAL_LIST, Format::URHO_TECHNIQUE, Format::URHO_TEXTURE],
    ),
    ("scenes and prefabs", &[Format::URHO_SCENE, Format::URHO_PREFAB]),
    ("particle effects, interface", &[Format::URHO_RESOURCE]),
    ("packages `.pak`", &[Format::URHO_PAK]),
    ("shader caches", &[Format::URHO_SHADER]),
    ("compiled AngelScript", &[Format::URHO_ASC]),
    ("Pragma models", &[Format::PRAGMA_MODEL, Format::PRAGMA_MATERIAL, Format::PRAGMA_MAP]),
    ("Pragma navigation", &[Format::PRAGMA_NAVMESH, Format::PRAGMA_PARTICLES, Format::PRAGMA_ANIMATION]),
    ("UDM documents", &[Format::UDM]),
    ("ZED models", &[Format::ZED_MODEL]),
    ("ZED fonts", &[Format::ZED_FONT, Format::ZED_ANIMATION, Format::ZED_IMAGE]),
    ("textures", &[Format::IMAGE]),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn readme() -> String {
    std::fs::read_to_string(root().join("README.md")).expect("a page")
}

/// Returns the cells of the table's rows, without the header.
fn rows(page: &str) -> Vec<Vec<&str>> {
    let table = page.lines().skip_while(|line| !line.starts_with("| format |"));
    let rows = table.take_while(|line| line.starts_with('|')).skip(2);
    rows.map(|line| line.trim_matches('|').split(" | ").map(str::trim).collect()).collect()
}

/// Returns the samples that the library reads as a format: name and bytes.
fn samples(format: Format) -> Vec<(&'static str, Vec<u8>)> {
    let all = fuzzkit::samples::all().into_iter().map(|sample| (sample.name, sample.bytes));
    all.filter(|(name, bytes)| Asset::parse(bytes, Some(name.as_ref())).is_ok_and(|asset| asset.format() == format))
        .collect()
}

/// Returns whether a crate has a module for changes or new documents.
fn has_editor(folder: &Path) -> bool {
    std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path()).any(|path| {
        let is_editor = path.file_stem().is_some_and(|stem| stem == "edit" || stem == "build");
        is_editor || path.is_dir() && has_editor(&path)
    })
}

/// Whether a model's conversion to glTF includes files of a format.
fn is_part_of_models(format: Format) -> bool {
    matches!(
        format,
        Format::URHO_MATERIAL
            | Format::URHO_MATERIAL_LIST
            | Format::URHO_TECHNIQUE
            | Format::URHO_TEXTURE
            | Format::PRAGMA_MATERIAL
            | Format::IMAGE
    )
}

/// Returns the cells that a row must have, one for each column.
fn expected(formats: &[Format], folder: &str) -> [&'static str; 5] {
    let tick = |is_set: bool| if is_set { "✓" } else { "–" };
    let all: Vec<Vec<(&str, Vec<u8>)>> = formats.iter().map(|format| samples(*format)).collect();
    let reads = all.iter().all(|files| !files.is_empty());
    let writes = all.iter().flatten().all(|(name, bytes)| {
        Asset::parse(bytes, Some(name.as_ref())).is_ok_and(|asset| asset.round_trips(bytes).is_ok_and(|same| same))
    });
    let prefix = format!("{folder}/");
    let checks = finding_kinds().iter().any(|kind| kind.as_str().starts_with(&prefix));
    let converts = formats.iter().any(|format| OutputFormat::GLB.is_for(*format) || is_part_of_models(*format));
    // Decoded pixels of all texture types are written as png.
    let written = if formats == [Format::IMAGE] { "png, dds, webp" } else { tick(writes) };
    let edits = has_editor(&root().join("crates").join(folder).join("src"));
    [tick(reads), written, tick(edits), tick(checks), tick(converts)]
}

#[test]
fn ticks_are_the_abilities_of_the_library() {
    let page = readme();
    let rows = rows(&page);
    let header = page.lines().find(|line| line.starts_with("| format |")).expect("a table");
    assert_eq!(header, format!("| format | {} | crate |", COLUMNS.join(" | ")));
    assert_eq!(rows.len(), ROWS.len(), "rows of the table");
    let mut wrong = Vec::new();
    for (row, (begin, formats)) in rows.iter().zip(ROWS) {
        let [title, cells @ .., link] = row.as_slice() else { panic!("{row:?}") };
        assert!(title.starts_with(begin), "{title}: expected a row of {begin}");
        let (_, folder) = link.trim_end_matches(')').split_once("](crates/").expect("a link to a crate");
        let expected = expected(formats, folder);
        if cells != expected {
            wrong.push(format!("{title}: {cells:?} instead of {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_format_has_a_row() {
    let listed: Vec<Format> = ROWS.iter().flat_map(|(_, formats)| formats.iter().copied()).collect();
    let missing: Vec<&str> =
        Format::all().filter(|format| !listed.contains(format)).map(engine_assets::Format::name).collect();
    assert_eq!(missing, ["fbx", "gltf", "obj"], "the target of conversions has a column, and sources a sentence");
}

#[test]
fn a_model_is_converted_with_its_materials_and_textures() {
    let samples = fuzzkit::samples::all();
    let files: Vec<(&str, &[u8])> = samples.iter().map(|sample| (sample.name, sample.bytes.as_slice())).collect();
    let folder = folder(&files);
    let glb = path(&folder, "out.glb");
    for (model, has_textures) in [("Models/Fox.mdl", true), ("pragma/models/samples/crate.pmdl_b", false)] {
        let output = run(&["convert", text(&path(&folder, model)), "-o", text(&glb), "--force"]);
        assert!(output.status.success(), "{}", stderr(&output));
        let bytes = std::fs::read(&glb).expect("a file");
        let (scene, _) =
            asset_gltf::parse(&bytes, &asset_gltf::ReadOptions::default(), &asset_gltf::NoFiles).expect("a scene");
        assert_eq!((scene.materials.is_empty(), scene.images.is_empty()), (false, !has_textures), "{model}");
    }
}

#[test]
fn the_page_is_short() {
    let page = readme();
    let words = page.split_whitespace().filter(|word| word.chars().any(char::is_alphanumeric)).count();
    assert!(words <= 900, "{words} words");
    for part in ["## Install", "## Use", "## Formats", "not affiliated"] {
        assert!(page.contains(part), "{part}");
    }
    let pictures = page.matches("<img src=\"").count();
    let sizes = page.split("<img src=\"").skip(1).map(|part| {
        let (path, _) = part.split_once('"').expect("a path");
        std::fs::metadata(root().join(path)).expect("a picture").len()
    });
    assert!(pictures == 2 && sizes.sum::<u64>() < 400_000, "{pictures} pictures");
}
