//! Every output format by its properties: name, extension, possible inputs.

use std::path::Path;

use asset_formats::{Error, Format, OutputFormat, Scenes, Shows};

/// Formats of UDM documents.
const UDM: &str = "pragma-animation pragma-map pragma-material pragma-model pragma-navmesh pragma-particles udm";
/// Formats with a model.
const MODELS: &str = "fbx gltf obj pragma-model urho-mdl zed-model";
/// Formats that glTF can be made of.
const SHOWN: &str = "fbx gltf obj pragma-map pragma-material pragma-model urho-ani urho-material urho-mdl urho-prefab urho-scene urho-xml-ani zed-model";
/// Formats that animations are made of.
const ANIMATED: &str = "fbx gltf obj pragma-model urho-ani urho-xml-ani";
/// Scenes of Urho3D, U3D and rbfx, scenes of no engine, and maps of Pragma.
const SCENES: &str = "fbx gltf obj pragma-map urho-prefab urho-scene";

/// The inputs that a scene is made of first.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ByScene {
    None,
    All,
    AllBut(Format),
    AllButAnimations,
    /// Scenes of no engine, and maps of another.
    Others,
}

/// Each output format: name, extension, source formats, and the source formats that are converted by a scene.
const TABLE: [(&str, Option<&str>, &str, ByScene); 17] = [
    ("glb", Some("glb"), SHOWN, ByScene::All),
    ("gltf", Some("gltf"), SHOWN, ByScene::All),
    ("mdl umdl umd2 umd3 amdl amd2", Some("mdl"), MODELS, ByScene::AllBut(Format::URHO_MDL)),
    ("ani uani uan2", Some("ani"), ANIMATED, ByScene::AllButAnimations),
    ("ani-xml", Some("xml"), ANIMATED, ByScene::AllButAnimations),
    ("pmdl", Some("pmdl_b"), MODELS, ByScene::AllBut(Format::PRAGMA_MODEL)),
    ("pmdl-text", Some("pmdl"), MODELS, ByScene::AllBut(Format::PRAGMA_MODEL)),
    ("zed zed-engine zed-document zed-lists", Some("zed"), MODELS, ByScene::AllBut(Format::ZED_MODEL)),
    ("scene-xml archive-xml", Some("xml"), SCENES, ByScene::Others),
    ("xml", Some("xml"), "fbx gltf obj pragma-map urho-material urho-prefab urho-scene", ByScene::Others),
    ("scene-json archive-json", Some("json"), SCENES, ByScene::Others),
    ("scene-binary archive-binary", Some("bin"), SCENES, ByScene::Others),
    ("udm-text udm-compact udm-reference udm-binary", None, UDM, ByScene::None),
    ("json-plain", Some("json"), UDM, ByScene::None),
    ("pak upak ulz4 rpak rlz4", Some("pak"), "urho-pak", ByScene::None),
    ("png", Some("png"), "image", ByScene::None),
    ("dds", Some("dds"), "image", ByScene::None),
];

fn named(name: &str) -> OutputFormat {
    OutputFormat::from_name(name).unwrap_or_else(|| panic!("no output format {name}"))
}

fn of_name(name: &str) -> OutputFormat {
    OutputFormat::for_path(name).unwrap_or_else(|error| panic!("{error}"))
}

fn sources(output_format: OutputFormat) -> Vec<&'static str> {
    Format::all().filter(|format| output_format.is_for(*format)).map(Format::name).collect()
}

#[test]
fn formats_have_their_extensions_and_inputs() {
    let mut names: Vec<&str> = TABLE.iter().flat_map(|(names, ..)| names.split(' ')).collect();
    for (names, extension, inputs, by_scene) in TABLE {
        for name in names.split(' ') {
            let output_format = named(name);
            assert_eq!((output_format.name(), output_format.to_string().as_str()), (name, name));
            assert_eq!(output_format.extension(), extension, "{name}");
            assert_eq!(sources(output_format), inputs.split(' ').collect::<Vec<_>>(), "{name}");
            for format in Format::all() {
                let expected = match by_scene {
                    ByScene::None => false,
                    ByScene::All => true,
                    ByScene::AllBut(own) => own != format,
                    ByScene::AllButAnimations => !format.is_urho_animation(),
                    ByScene::Others => format.is_neutral() || format == Format::PRAGMA_MAP,
                };
                assert_eq!(output_format.is_by_scene(format), expected, "{} to {name}", format.name());
            }
        }
    }
    // JSON of scenes and of documents.
    let json: Vec<&str> = sources(OutputFormat::JSON);
    let expected: Vec<&str> =
        "fbx gltf obj".split(' ').chain(UDM.split(' ')).chain(["urho-material", "urho-prefab", "urho-scene"]).collect();
    assert_eq!((json, OutputFormat::JSON.extension()), (expected, Some("json")));
    assert!(OutputFormat::JSON.is_by_scene(Format::GLTF) && !OutputFormat::JSON.is_by_scene(Format::UDM));
    names.push("json");
    names.sort_unstable();
    let mut all: Vec<&str> = OutputFormat::all().map(OutputFormat::name).collect();
    all.sort_unstable();
    assert_eq!(names, all);
    assert_eq!(OutputFormat::from_name("fbx"), None);
}

#[test]
fn descriptions_differ() {
    let descriptions: std::collections::BTreeSet<&str> = OutputFormat::all().map(OutputFormat::description).collect();
    assert_eq!(descriptions.len(), OutputFormat::all().count());
    assert!(descriptions.iter().all(|text| text.len() > 10 && !text.ends_with('.')));
}

#[test]
fn formats_of_one_document_keep_its_format() {
    let same = OutputFormat::SAME;
    assert_eq!((same.name(), same.to_string().as_str(), same.extension()), ("same", "the same", None));
    assert!(Format::all().all(|format| same.is_for(format) != format.is_read_only() && !same.is_by_scene(format)));
    for (output_format, name, inputs) in [
        (of_name("x.asc"), "compiled Urho3D script", "urho-asc"),
        (of_name("x.scene"), "Urho3D scene", "fbx gltf obj pragma-map urho-scene"),
        (of_name("x.prefab"), "Urho3D prefab", "fbx gltf obj pragma-map urho-prefab"),
        (OutputFormat::PMAP_TEXT, "Pragma map as text", "fbx gltf obj pragma-map urho-prefab urho-scene"),
        (OutputFormat::PMAP_BINARY, "Pragma map in binary", "fbx gltf obj pragma-map urho-prefab urho-scene"),
        (of_name("x.pmat"), "Pragma material as text", "pragma-material"),
        (of_name("x.udm"), "UDM document as text", UDM),
        (of_name("x.udm_b"), "UDM document in binary", UDM),
    ] {
        assert_eq!(output_format.to_string(), name);
        assert_eq!(sources(output_format), inputs.split(' ').collect::<Vec<_>>(), "{name}");
        let by_scene: Vec<_> = Format::all().filter(|format| output_format.is_by_scene(*format)).collect();
        let is_level = inputs.starts_with("fbx");
        // All but the format itself: scenes of no engine, and those of the other engine.
        let own = [Format::URHO_SCENE, Format::URHO_PREFAB, Format::PRAGMA_MAP]
            .into_iter()
            .filter(|own| output_format.is_pragma_map() == (*own == Format::PRAGMA_MAP))
            .collect::<Vec<_>>();
        let others = Format::all().filter(|format| output_format.is_for(*format) && !own.contains(format));
        assert_eq!(by_scene, if is_level { others.collect() } else { vec![] }, "{name}");
        assert_eq!(output_format.is_level(), is_level, "{name}");
    }
}

#[test]
fn levels_models_and_maps() {
    let names = |is: fn(OutputFormat) -> bool| {
        OutputFormat::all().filter(|one| is(*one)).map(OutputFormat::name).collect::<Vec<_>>()
    };
    let scenes =
        ["scene-xml", "scene-json", "scene-binary", "archive-xml", "archive-json", "archive-binary", "xml", "json"];
    assert_eq!(names(OutputFormat::is_urho_scene), scenes);
    assert_eq!(names(OutputFormat::is_level), scenes);
    assert_eq!(names(OutputFormat::is_pragma_map), [""; 0]);
    assert_eq!(names(OutputFormat::is_gltf), ["glb", "gltf"]);
    let models = ["mdl", "umdl", "umd2", "umd3", "amdl", "amd2", "pmdl", "pmdl-text"];
    assert_eq!(names(OutputFormat::has_materials), models);
    for map in [OutputFormat::PMAP_TEXT, OutputFormat::PMAP_BINARY] {
        assert!(map.is_pragma_map() && map.is_level() && !map.is_urho_scene() && !map.has_materials());
    }
    assert!(!of_name("x.pmdl").is_pragma_map());
    assert!(of_name("x.prefab").is_urho_scene());
    assert!(!of_name("x.asc").is_urho_scene());
}

#[test]
fn documents_keep_their_kind_in_the_extension() {
    let created = |output_format: OutputFormat, name: &str| output_format.extension_for(Path::new(name));
    for text in [OutputFormat::UDM_TEXT, OutputFormat::UDM_COMPACT, OutputFormat::UDM_REFERENCE] {
        assert_eq!(created(text, "Fox.pmdl_b").as_deref(), Some("pmdl"));
        assert_eq!(created(text, "a/FOX.PMAT_B").as_deref(), Some("PMAT"));
        assert_eq!(created(text, "lamp.udm").as_deref(), Some("udm"));
        assert_eq!(created(text, "lamp.glb_b"), None, "no document");
        assert_eq!(created(text, "lamp"), None);
    }
    assert_eq!(created(OutputFormat::UDM_BINARY, "Fox.pmdl").as_deref(), Some("pmdl_b"));
    assert_eq!(created(OutputFormat::UDM_BINARY, "lamp.udm_b").as_deref(), Some("udm_b"));
    assert_eq!(created(OutputFormat::UDM_BINARY, "lamp.txt"), None);
    assert_eq!(created(OutputFormat::UMD2, "Fox.glb").as_deref(), Some("mdl"));
    assert_eq!(created(OutputFormat::SAME, "Fox.glb"), None);
}

#[test]
fn a_request_and_a_name_agree_or_are_refused() {
    let chosen = |asked: &str, name: &str| OutputFormat::choose(Some(named(asked)), name);
    for (asked, name) in [
        ("umd3", "Jack.mdl"),
        ("uani", "Walk.ani"),
        ("pmdl-text", "fox.pmdl"),
        ("udm-text", "fox.pmdl"),
        ("udm-reference", "lamp.udm"),
        ("udm-compact", "wall.pmat"),
        ("udm-binary", "wall.pmat"),
        ("udm-binary", "wall.pmat_b"),
        ("udm-binary", "fox.pmdl"),
        ("udm-binary", "fox.pmdl_b"),
        ("archive-xml", "Level.scene"),
        ("archive-json", "Lamp.prefab"),
        ("archive-binary", "Level.scene"),
        ("archive-xml", "Level.xml"),
        ("scene-json", "Level.json"),
        ("glb", "without"),
        ("glb", "fox.fbx"),
    ] {
        assert_eq!(chosen(asked, name).ok(), Some(named(asked)), "{asked} in {name}");
    }
    for (asked, name) in [
        ("umd3", "Jack.ani"),
        ("glb", "fox.gltf"),
        ("udm-text", "fox.pmdl_b"),
        ("udm-text", "Level.xml"),
        ("udm-binary", "Level.xml"),
        ("archive-xml", "Main.asc"),
        ("scene-xml", "Level.scene"),
        ("archive-json", "Level.xml"),
    ] {
        let Err(Error::Refused(message)) = chosen(asked, name) else { panic!("{asked} in {name}") };
        assert_eq!(message, format!("the name {name} doesn't match the format {asked}"));
    }
    assert_eq!(OutputFormat::choose(None, "X.GLB").ok(), Some(OutputFormat::GLB));
    assert!(OutputFormat::choose(None, "x.fbx").is_err());
    let everywhere = OutputFormat::extensions().all(|extension| {
        let named = OutputFormat::for_path(format!("x.{extension}")).expect("a known extension");
        OutputFormat::SAME.agrees_with(named)
    });
    assert!(everywhere);
}

#[test]
fn a_format_of_another_engine_is_made_of_models() {
    const FORMAT: Format = Format::new("toy-model", "toy model").shows(Shows::Model);
    let toy = OutputFormat::new(FORMAT, "toy").created_from(Scenes::Models).named("toy-model", "toy models");
    assert_eq!(
        (toy.to_string().as_str(), toy.description(), toy.extension()),
        ("toy-model", "toy models", Some("toy"))
    );
    assert_eq!(sources(toy), MODELS.split(' ').collect::<Vec<_>>());
    assert!(toy.is_for(FORMAT) && !toy.is_by_scene(FORMAT));
    assert!(Format::all().all(|format| toy.is_by_scene(format)));
}
