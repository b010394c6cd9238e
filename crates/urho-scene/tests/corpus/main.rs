//! Real scenes and prefabs, against the engines' output in other encodings.

mod registered;

use std::path::Path;
use std::process::ExitCode;

use fuzzkit::urho_scene::Any;
use testkit::corpus::{self, CorpusFile, Selection, run};
use testkit::laws;
use urho_scene::{
    AttributeInfo, Class, Classes, Document, Encoding, Engine, FloatPrecision, ReadOptions, Variant, VariantKind,
    WriteOptions,
};

fn main() -> ExitCode {
    run(&[
        ("comes back", Selection::new("urho-scene/urho3d/Data/Scenes", &["xml"], 4), comes_back),
        ("comes back", Selection::new("urho-scene/urho3d/Data/99_Benchmark", &["xml"], 4), comes_back),
        ("comes back", Selection::new("urho-scene/urho3d/Data/Objects", &["xml"], 5), comes_back),
        ("comes back", Selection::new("urho-scene/urho3d/Data/native_objects", &["xml"], 5), comes_back),
        ("comes back", Selection::new("urho-scene/rbfx/Data/Scenes", &["xml", "scene"], 4), comes_back),
        ("comes back", Selection::new("urho-scene/rbfx/Data/Prefabs", &["prefab"], 3), comes_back),
        ("comes back", Selection::new("urho-scene/engine-written/AssetImporter/out", &["bin", "json"], 2), comes_back),
        (
            "comes back",
            Selection::new("urho-scene/engine-written/AssetImporter/out", &["xml"], 7),
            comes_back_unless_material,
        ),
        (
            "as Urho3D writes it",
            Selection::new("urho-scene/engine-written/Scenes", &["xml", "json", "bin"], 9),
            as_urho,
        ),
        (
            "as Urho3D writes it",
            Selection::new("urho-scene/engine-written/Objects", &["xml", "json", "bin"], 9),
            as_urho,
        ),
        ("as rbfx writes it", Selection::new("rbfx-written/scenes", &["xml", "json", "bin"], 87), as_rbfx),
        ("classes", Selection::new("rbfx-written", &["tsv"], 3), classes_are_the_engines),
        ("classes", Selection::new("../specs", &["tsv"], 6), registered::classes_are_registered),
    ])
}

/// Checks the round trip and all laws.
fn comes_back(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let document = Document::parse(&bytes).map_err(|error| error.to_string())?;
    let scene = document.scene();
    if scene.nodes.is_empty() || document.to_bytes().map_err(|error| error.to_string())? != bytes {
        return Err("does not come back".to_owned());
    }
    laws::all::<Any>(&bytes);
    let summary = document.summary(true);
    if summary.num_nodes == scene.nodes.len() { Ok(()) } else { Err("nodes are missing".to_owned()) }
}

/// The importer wrote materials next to its scenes.
fn comes_back_unless_material(file: &CorpusFile) -> Result<(), String> {
    if file.name().contains("/Materials/") { Ok(()) } else { comes_back(file) }
}

/// The engine's output of the same scene in the other encodings.
fn siblings(path: &Path) -> impl Iterator<Item = Vec<u8>> {
    let others = ["xml", "json", "bin"].map(|extension| path.with_extension(extension));
    let path = path.to_owned();
    others.into_iter().filter(move |other| *other != path).filter_map(|other| std::fs::read(other).ok())
}

fn converted(document: &Document<'_>, encoding: Encoding, classes: &Classes) -> Result<Vec<u8>, String> {
    let options = WriteOptions::default().digits(FloatPrecision::Engine).drop_unknown(true).classes(classes.clone());
    let (converted, _) = document.convert(encoding, &options).map_err(|error| error.to_string())?;
    converted.to_bytes().map_err(|error| error.to_string())
}

/// Known differences, because of earlier losses: text has lost digits, JSON of rbfx the order of maps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lost {
    Nothing,
    FloatPrecision,
    Order,
}

fn lost(from: Encoding, to: Encoding, engine: Engine) -> Lost {
    match (from, to) {
        (Encoding::Json, _) if engine == Engine::Rbfx => Lost::Order,
        (Encoding::Xml | Encoding::ArchiveXml, Encoding::Json | Encoding::ArchiveJson) => Lost::FloatPrecision,
        (from, to) if from.is_text() && !to.is_text() => Lost::FloatPrecision,
        _ => Lost::Nothing,
    }
}

/// Scenes of classes in the engine's build equal its output in every encoding. For other classes it only had text: text equals its
/// output, and in bytes, where it lost them, the rest does.
fn as_urho(file: &CorpusFile) -> Result<(), String> {
    comes_back(file)?;
    let bytes = file.bytes();
    // Classes that the build lacked: physics, scripts, network.
    let lacking = ["PhysicsWorld", "RigidBody", "CollisionShape", "ScriptInstance", "NetworkPriority"];
    let classes = lacking.iter().fold(Classes::of(Engine::Urho3d).clone(), |classes, name| classes.without(name));
    let options = ReadOptions::default().classes(classes.clone());
    let document = Document::parse_with(&bytes, &options).map_err(|error| error.to_string())?;
    let has_unknown = !document.summary(false).unknown_classes.is_empty();
    for expected in siblings(file.path()) {
        let other = Document::parse_with(&expected, &options).map_err(|error| error.to_string())?;
        let encoding = other.encoding();
        let (found, expected) = match (document.encoding(), encoding, has_unknown) {
            (Encoding::Binary, _, true) => {
                (converted(&known(&document)?, encoding, &classes)?, converted(&known(&other)?, encoding, &classes)?)
            }
            (_, Encoding::Binary, true) => (
                converted(&document, encoding, &classes)?,
                known(&other)?.to_bytes().map_err(|error| error.to_string())?,
            ),
            _ => (converted(&document, encoding, &classes)?, expected),
        };
        same(&found, &expected, lost(document.encoding(), encoding, Engine::Urho3d), encoding, &classes)?;
    }
    Ok(())
}

/// A file without the components of unknown classes.
fn known(document: &Document<'_>) -> Result<Document<'static>, String> {
    let mut scene = document.scene().into_owned();
    for node in &mut scene.nodes {
        node.components.retain(|component| document.classes().get(component.class.hash).is_some());
    }
    let options = WriteOptions::default().classes(document.classes().clone()).digits(FloatPrecision::Engine);
    Document::from_scene(scene, document.encoding(), &options)
        .map(|(document, _)| document)
        .map_err(|error| error.to_string())
}

/// Byte for byte, except for data that was lost before: then the same comes of both when it is lost of both.
fn same(found: &[u8], expected: &[u8], lost: Lost, encoding: Encoding, classes: &Classes) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let without = |bytes: &[u8], encoding: Encoding| {
        let options = ReadOptions::default().classes(classes.clone());
        let document = Document::parse_with(bytes, &options).map_err(|error| error.to_string())?;
        converted(&document, encoding, classes)
    };
    let (xml, json) = match encoding.is_archive() {
        true => (Encoding::ArchiveXml, Encoding::ArchiveJson),
        false => (Encoding::Xml, Encoding::Json),
    };
    let equal = match lost {
        Lost::Nothing => false,
        Lost::FloatPrecision => without(found, xml)? == without(expected, xml)?,
        // XML and JSON lose content; both losses are applied.
        Lost::Order => without(&without(found, xml)?, json)? == without(&without(expected, xml)?, json)?,
    };
    if equal {
        return Ok(());
    }
    let mut lines = found.split(|byte| *byte == b'\n').zip(expected.split(|byte| *byte == b'\n'));
    let (found, expected) = lines.find(|(found, expected)| found != expected).unwrap_or_default();
    let [found, expected] = [found, expected].map(String::from_utf8_lossy);
    Err(format!("{encoding} is not as the engine writes it ({lost:?} lost): {found}, not {expected}"))
}

/// Converts the encodings of one scene to each other: equal to rbfx's output.
fn as_rbfx(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let classes = test_classes();
    let options = ReadOptions::default().classes(classes.clone());
    let document = Document::parse_with(&bytes, &options).map_err(|error| error.to_string())?;
    if document.to_bytes().map_err(|error| error.to_string())? != bytes {
        return Err("does not come back".to_owned());
    }
    laws::all::<Any>(&bytes);
    for expected in siblings(file.path()) {
        let other = Document::parse_with(&expected, &options).map_err(|error| error.to_string())?;
        let encoding = other.encoding();
        let expected = String::from_utf8(expected)
            .map_or_else(std::string::FromUtf8Error::into_bytes, |text| mended(file, text).into_bytes());
        let is_faulty = file.name().ends_with("types.legacy.json");
        if !is_faulty {
            let found = converted(&document, encoding, &classes)?;
            same(&found, &expected, lost(document.encoding(), encoding, Engine::Rbfx), encoding, &classes)?;
        }
    }
    Ok(())
}

/// The engine's legacy JSON has `null` for the resources in maps; these are the values.
fn mended(file: &CorpusFile, text: String) -> String {
    if !file.name().contains("types.legacy") || !text.starts_with('{') {
        return text;
    }
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    for index in 1..lines.len() {
        if lines[index].trim() == "\"value\": null" {
            let before = lines[..index].concat();
            let value = match (
                before.rfind("\"var ResourceRefList\""),
                before.rfind("\"ref\""),
                before.rfind("\"var ResourceRef\""),
            ) {
                (Some(list), _, single) if single.is_none_or(|single| list > single) => "Material;A.xml;B.xml",
                (_, Some(_), None) => "Material;Materials/Stone.xml",
                _ => "Material;Materials/Stone.xml",
            };
            lines[index] = lines[index].replace("null", &format!("\"{value}\""));
        }
    }
    lines.join("\n")
}

/// The engine's classes and the two that the files were created with.
fn test_classes() -> Classes {
    use VariantKind as K;
    const KINDS: [(&str, VariantKind); 28] = [
        ("Int", K::Int),
        ("UInt", K::Int),
        ("Bool", K::Bool),
        ("Float", K::Float),
        ("Double", K::Double),
        ("Int64", K::Int64),
        ("Vector2", K::Vector2),
        ("Vector3", K::Vector3),
        ("Vector4", K::Vector4),
        ("DoubleVector2", K::DoubleVector2),
        ("DoubleVector3", K::DoubleVector3),
        ("Quaternion", K::Quaternion),
        ("Color", K::Color),
        ("String", K::String),
        ("Buffer", K::Buffer),
        ("ResourceRef", K::ResourceRef),
        ("ResourceRefList", K::ResourceRefList),
        ("VariantVector", K::VariantVector),
        ("VariantMap", K::VariantMap),
        ("StringVariantMap", K::StringVariantMap),
        ("IntRect", K::IntRect),
        ("IntVector2", K::IntVector2),
        ("IntVector3", K::IntVector3),
        ("Matrix3", K::Matrix3),
        ("Matrix3x4", K::Matrix3x4),
        ("Matrix4", K::Matrix4),
        ("StringVector", K::StringVector),
        ("Rect", K::Rect),
    ];
    let engine = Engine::Rbfx;
    let mut attributes: Vec<_> = KINDS.map(|(name, kind)| AttributeInfo::new(engine, name, kind)).into();
    let mut enumeration = AttributeInfo::new(engine, "Enum", K::Int);
    enumeration.names = ["First", "Second Name", "Third"].map(Into::into).into();
    attributes.push(enumeration);
    let curve = Class::new(engine, "CurveHolder", vec![AttributeInfo::new(engine, "VariantCurve", K::VariantCurve)]);
    let classes = Classes::of(engine).with(curve);
    // One node has a component with all values of the class definition.
    let file = corpus::root().expect("a corpus").join("rbfx-written/scenes/types.legacy.bin");
    let bytes = std::fs::read(file).expect("a file of the corpus");
    let without = classes.with(Class::new(engine, "AllTypes", attributes.clone()));
    let document = Document::parse_with(&bytes, &ReadOptions::default().classes(without)).expect("a scene");
    let scene = document.into_scene().into_owned();
    let node = scene.nodes.iter().find(|node| node.name() == "Defaults").expect("the node");
    for attribute in &mut attributes {
        attribute.default = node.components[0].get(&attribute.name).map(Variant::into_owned);
    }
    classes.with(Class::new(engine, "AllTypes", attributes))
}

/// The tables equal the engine's registrations: names, order, types, hashes, default values and names of enumerations.
fn classes_are_the_engines(file: &CorpusFile) -> Result<(), String> {
    if !file.name().ends_with("/attributes.tsv") {
        return Ok(());
    }
    let text = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let rows: Vec<Vec<&str>> = text.lines().skip(1).map(|line| line.split('\t').collect()).collect();
    // Bit 0 of the mode: in files.
    let is_in_file =
        |row: &[&str]| row.get(6).and_then(|mode| mode.parse::<u32>().ok()).is_some_and(|mode| mode & 1 == 1);
    let mut compared = 0;
    for class in Classes::of(Engine::Rbfx).iter() {
        let rows: Vec<&Vec<&str>> = rows.iter().filter(|row| row[0] == class.name() && is_in_file(row)).collect();
        if rows.is_empty() {
            continue;
        }
        compared += 1;
        if class.attributes().len() != rows.len() || rows[0][1] != class.hash().to_string() {
            return Err(format!("{}: {} attributes, not {}", class.name(), class.attributes().len(), rows.len()));
        }
        for (info, row) in class.attributes().iter().zip(rows) {
            let names = row.get(7).copied().unwrap_or_default();
            let same = (row[3], row[4], names) == (&*info.name, info.kind.name(), &*info.names.join("|"));
            if !same {
                return Err(format!("{}: {info:?}, not {row:?}", class.name()));
            }
        }
    }
    if compared > 30 { Ok(()) } else { Err(format!("only {compared} classes were compared")) }
}
