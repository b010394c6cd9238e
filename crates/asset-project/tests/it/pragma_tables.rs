//! Pragma's tables in a project check its assets; documents name sounds and fonts; materials of the previous format.

use std::fs;
use std::path::Path;

use asset_formats::{Asset, Format, Typed};
use asset_project::{Resources, check_references};
use binio::Severity;

const SHADER: &str = r#""shader_material" {
    $array properties [element][ { $string type "float" $string name "roughness_factor" $float min 0.0 $float max 1.0 } ]
    $array textures [element][ { $string name "albedo_map" $bool required 1 }, { $string name "normal_map" } ]
}"#;
const OPERATORS: &str = r#""base" { $string type "base" "keyvalues" {
    "maxparticles" { $string type "int32" $float min 0 $float max 5000 }
    "alpha_mode" { $string type "enum" $array values [string]["additive","opaque"] }
} }
"radius_random" { $string type "initializer" "keyvalues" { "radius_min" { $string type "float" $float min 0 $float max 50 } } }"#;
const SCHEMA: &str = r#""schema" { $array includes [string]["clips"] "types" {
    "Session" { "children" { "name" { $string default "" } "clip" { $string type "Clip" } } }
} }"#;
const CLIPS: &str = r#""schema" { "types" { "Clip" { "children" { "start" { $float default 0.0 } } } } }"#;

fn write(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, text).unwrap();
}

/// Findings of a file in a project with all tables.
fn findings(name: &str, text: &str) -> Vec<(String, String)> {
    let temporary = tempfile::tempdir().unwrap();
    let root = temporary.path();
    for (name, text) in [
        ("scripts/shader_data/materials/pbr.udm", SHADER),
        ("scripts/particle_system_desc/base.udm", OPERATORS),
        ("udm/schemas/pfm.udms", SCHEMA),
        ("udm/schemas/clips.udms", CLIPS),
        ("materials/a.png", "no image"),
        ("sounds/fx/a.wav", "no sound"),
        ("fonts/own/Own.ttf", "no font"),
        (name, text),
    ] {
        write(root, name, text);
    }
    let path = root.join(name);
    let resources = Resources::around(&path).unwrap();
    let asset = Asset::parse(text.as_bytes(), Some(&path)).unwrap();
    let (findings, _) = check_references(&asset, &path, &resources);
    let findings = findings
        .iter()
        .filter(|one| one.severity != Severity::Error && !one.kind.as_str().ends_with("resource-unreadable"));
    findings
        .map(|one| (one.kind.as_str().trim_start_matches("engine-assets/").to_owned(), one.path.to_string()))
        .collect()
}

fn of(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(kind, path)| ((*kind).to_owned(), (*path).to_owned())).collect()
}

#[test]
fn a_material_is_checked_by_the_table_of_its_shader() {
    let text = r#""pbr" { "textures" { $string odd_map "a" } "properties" { $float roughness_factor 1.5 } }"#;
    let expected = [
        ("table-required", "textures"),
        ("table-unknown", "textures > odd_map"),
        ("table-range", "properties > roughness_factor"),
    ];
    assert_eq!(findings("materials/b.pmat", text), of(&expected));
    let fine = r#""pbr" { "textures" { $string albedo_map "a" } "properties" { $float roughness_factor 0.5 } }"#;
    assert_eq!(findings("materials/b.pmat", fine), []);
    // Without a table of the shader nothing is known about it.
    assert_eq!(findings("materials/b.pmat", &text.replace("pbr", "own")), []);
}

#[test]
fn particle_systems_are_checked_by_the_tables_of_the_editor() {
    let system = |maximum: &str, mode: &str, name: &str| {
        format!(
            r#""particleSystemDefinitions" {{ "fire" {{ "assetData" {{
                "keyValues" {{ $string maxparticles "{maximum}" $string alpha_mode "{mode}" $string own "1" }}
                $array initializers [element;1][ {{ $string name "{name}" "keyValues" {{ $string radius_min "60" }} }} ]
            }} }} }}"#
        )
    };
    let place = "particleSystemDefinitions > fire";
    let expected = [
        ("table-range", format!("{place} > keyValues > maxparticles")),
        ("table-unknown", format!("{place} > keyValues > alpha_mode")),
        ("table-unknown", format!("{place} > initializers 0")),
    ];
    let expected: Vec<(String, String)> = expected.into_iter().map(|(kind, path)| (kind.to_owned(), path)).collect();
    assert_eq!(findings("particles/a.pptsys", &system("9000", "odd", "odd")), expected);
    let range = format!("{place} > initializers 0 > keyValues > radius_min");
    assert_eq!(
        findings("particles/a.pptsys", &system("50", "opaque", "radius_random")),
        of(&[("table-range", &range)])
    );
}

#[test]
fn a_project_of_the_film_maker_is_checked_by_its_schema() {
    let project = |key: &str| {
        format!(
            r#"$string assetType "PFMP" $uint32 assetVersion 1 "assetData" {{ "session" {{ $string name "a" "clip" {{ $float {key} 1.0 }} }} }}"#
        )
    };
    let text = project("odd");
    let path = Path::new("projects/a.pfmp");
    assert_eq!(Asset::parse(text.as_bytes(), Some(path)).unwrap().format(), Format::UDM);
    let messages = findings("projects/a.pfmp", &text);
    assert!(
        messages.contains(&("udm-tools/key-unknown".to_owned(), "session > clip > odd".to_owned())),
        "{messages:?}"
    );
    let fine = findings("projects/a.pfmp", &project("start"));
    assert!(fine.iter().all(|(kind, _)| kind != "udm-tools/key-unknown"), "{fine:?}");
}

#[test]
fn sound_scripts_and_fonts_name_files() {
    let sound = r#""fx" { $array events [element;1][ { $string type "playsound" $array source [string;2]["fx/a.wav","fx/b.wav"] } ] }"#;
    let messages = findings("scripts/sounds/fx.udm", sound);
    assert_eq!(messages.len(), 1, "{messages:?}");
    assert_eq!(messages[0].0, "resource-missing");
    assert!(messages[0].1.contains("source"), "{messages:?}");
    assert_eq!(findings("fonts/own/font.udm", r#""own" { $string fileName "Own.ttf" }"#), []);
    assert_eq!(findings("fonts/own/font.udm", r#""own" { $string fileName "Else.ttf" }"#).len(), 1);
    // Elsewhere the same keys are other things.
    assert_eq!(findings("cfg/other.udm", sound), []);
}

#[test]
fn a_material_of_the_previous_format_is_read_and_converted() {
    let text = b"\"pbr\"\n{\n\t$texture albedo_map \"a\" // colour\n\t$float roughness_factor 0.5\n}";
    let asset = Asset::parse(text, Some(Path::new("materials/old.wmi"))).unwrap();
    assert_eq!(asset.format(), Format::PRAGMA_MATERIAL);
    assert_eq!(asset.to_bytes().unwrap(), text);
    assert!(asset.round_trips(text).unwrap());
    let mut material: pragma_asset::Material<'static> = asset.into_owned().downcast().expect("a material");
    assert!(material.is_previous());
    let new = material.document.to_bytes().unwrap();
    let converted = Asset::parse(&new, Some(Path::new("materials/new.pmat"))).unwrap();
    let Typed::PragmaMaterial(converted) = converted.typed() else { panic!("a material") };
    assert!(!converted.is_previous());
    assert_eq!(converted.texture("albedo_map").unwrap(), *"a");
    // An edited material isn't written as `.wmi`.
    material.set_texture("normal_map", "b").unwrap();
    assert!(material.to_bytes().is_err() && material.encoded_len().is_err());
    assert_eq!(findings("materials/old.wmi", std::str::from_utf8(text).unwrap()), []);
}
