//! Real files: round trips byte for byte, and comparison with the engine's output. Needs `ENGINE_ASSETS_CORPUS`, an
//! absolute path.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::ExitCode;

use testkit::corpus::{self, CorpusFile, Selection};
use urho_material::{Encoding, Engine, FloatPrecision, Material, MaterialList, Technique, Texture};

fn main() -> ExitCode {
    corpus::run(&[
        ("comes back", Selection::new("urho-scene", &["xml", "json"], 527), comes_back),
        ("comes back", Selection::new("rbfx-written/materials", &["material", "xml"], 8), comes_back),
        ("list", Selection::new("urho-scene/engine-written/AssetImporter/out/Models", &["txt"], 2), list),
        ("as the engine saves it", Selection::new("urho-scene/engine-written/Materials", &["xml"], 68), saved),
        ("as listed", Selection::new("urho-scene", &["tsv"], 1), techniques),
    ])
}

fn root(text: &[u8]) -> Option<String> {
    let tree = urho_material::urho_core::tree::XmlTree::parse(text).ok()?;
    Some(tree.root(text).name().to_string())
}

fn same<T>(what: &str, file: &[u8], written: Result<Vec<u8>, T>) -> Result<(), String> {
    if written.is_ok_and(|written| written == file) { Ok(()) } else { Err(format!("the {what} doesn't come back")) }
}

/// Every material, technique and texture file round-trips, is valid, and survives conversion to its other encoding.
fn comes_back(file: &CorpusFile) -> Result<(), String> {
    let text = file.bytes();
    let is_json = file.name().ends_with(".json");
    match root(&text).as_deref() {
        None if is_json && file.name().contains("Materials/") => material(file, &text),
        Some("material") => material(file, &text),
        Some("technique") => {
            let technique = Technique::parse(&text).map_err(|error| error.to_string())?;
            let errors = technique.validate().into_iter().map(|one| one.to_string());
            // Expected findings: a stray character, a technique for shadows only.
            let known = ["text between elements", "no pass that draws colour"];
            let errors: Vec<_> = errors.filter(|one| !known.iter().any(|known| one.contains(known))).collect();
            if !errors.is_empty() {
                return Err(errors.join("\n"));
            }
            same("technique", &text, technique.into_owned().to_bytes())
        }
        Some("texture" | "cubemap" | "texture3d") => {
            let texture = Texture::parse(&text).map_err(|error| error.to_string())?;
            let known = ["reads the first letter only", "attribute"];
            let invalid = texture.validate().into_iter().map(|one| one.to_string());
            if let Some(invalid) = invalid.into_iter().find(|one| !known.iter().any(|known| one.contains(known))) {
                return Err(invalid);
            }
            same("texture", &text, texture.into_owned().to_bytes())
        }
        _ => Ok(()),
    }
}

fn material(file: &CorpusFile, text: &[u8]) -> Result<(), String> {
    let material = Material::parse(text).map_err(|error| error.to_string())?;
    same("material", text, material.clone().into_owned().to_bytes())?;
    let data = material.data();
    if data.techniques.is_empty() && !file.name().contains("AssetImporter") {
        return Err("no technique".to_owned());
    }
    let is_rbfx = data.textures.iter().any(|texture| texture.is_slot);
    let engine = if is_rbfx { Engine::Rbfx } else { Engine::Urho3d };
    let xml = data.to_xml(engine).map_err(|error| error.to_string())?;
    let again = Material::parse(&xml).map_err(|error| error.to_string())?;
    if again.data() != data {
        return Err(format!("laid out anew it says something else:\n{}", String::from_utf8_lossy(&xml)));
    }
    if again.data().to_xml(engine).ok().as_ref() != Some(&xml) {
        return Err("laying out anew is no fixed point".to_owned());
    }
    if is_rbfx {
        return Ok(());
    }
    // Through the other encoding and back: JSON keeps one of two duplicates.
    let json = data.to_json().map_err(|error| error.to_string())?;
    let json = Material::parse(&json).map_err(|error| error.to_string())?;
    if json.encoding() != Encoding::Json || json.data().loaded(engine) != data.loaded(engine) {
        return Err(format!("as JSON it says something else: {:?}", json.data()));
    }
    let back = json.data().to_xml(engine).map_err(|error| error.to_string())?;
    let back = Material::parse(&back).map_err(|error| error.to_string())?;
    if back.data().loaded(engine) == data.loaded(engine) {
        Ok(())
    } else {
        Err("XML to JSON to XML differs".to_owned())
    }
}

fn list(file: &CorpusFile) -> Result<(), String> {
    let text = file.bytes();
    let list = MaterialList::parse(&text).map_err(|error| error.to_string())?;
    let names: Vec<String> = list.names().map(|name| name.to_string()).collect();
    if !names.iter().all(|name| name.starts_with("Materials/") && name.ends_with(".xml")) {
        return Err(format!("{names:?}"));
    }
    let again = MaterialList::new(names.iter().map(String::as_str)).map_err(|error| error.to_string())?;
    same("list", &text, again.to_bytes())?;
    same("list", &text, list.into_owned().to_bytes())
}

/// The original of a material that the engine wrote, loaded and saved by this crate, equals the engine's output in both
/// encodings.
fn saved(file: &CorpusFile) -> Result<(), String> {
    let name = file.name().rsplit('/').next().unwrap_or_default();
    let mut originals = Vec::new();
    let scene = corpus::root().expect("there is a corpus").join("urho-scene/urho3d");
    find(&scene, name, &mut originals);
    let expected = file.bytes();
    let expected_json = std::fs::read(file.path().with_extension("json")).map_err(|error| error.to_string())?;
    let mut differences = Vec::new();
    for path in &originals {
        let text = std::fs::read(path).map_err(|error| error.to_string())?;
        let material = Material::parse(&text).map_err(|error| error.to_string())?;
        let loaded = material.data().loaded(Engine::Urho3d);
        let xml = loaded.to_xml_with(Engine::Urho3d, FloatPrecision::Engine).map_err(|error| error.to_string())?;
        let json = loaded.to_json_with(FloatPrecision::Engine).map_err(|error| error.to_string())?;
        if xml == expected && json == expected_json {
            // The engine's own files load to the same.
            let written = Material::parse(&expected_json).map_err(|error| error.to_string())?;
            let written = written.data().loaded(Engine::Urho3d).to_xml_with(Engine::Urho3d, FloatPrecision::Engine);
            return same("JSON of the engine", &expected, written);
        }
        differences.push(format!(
            "{}\n{}\n{}",
            path.display(),
            String::from_utf8_lossy(&xml),
            String::from_utf8_lossy(&json)
        ));
    }
    Err(format!("{} originals; none becomes the engine's file:\n{}", originals.len(), differences.join("\n")))
}

fn find(folder: &Path, name: &str, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            find(&path, name, found);
        } else if engine_name(&path).is_some_and(|file| file == name) {
            found.push(path);
        }
    }
}

/// Name of the engine's file: folders below `Materials`, with `_` between.
fn engine_name(path: &Path) -> Option<String> {
    let text = path.to_str()?.replace('\\', "/");
    Some(text.split_once("/Materials/")?.1.replace('/', "_"))
}

/// Shader, passes and defines of every technique in the table that is among the files.
fn techniques(file: &CorpusFile) -> Result<(), String> {
    let scene = corpus::root().expect("there is a corpus").join("urho-scene");
    let table = String::from_utf8(file.bytes()).map_err(|error| error.to_string())?;
    let mut checked = 0;
    let mut wrong = BTreeMap::new();
    for line in table.lines().skip(1) {
        let columns: Vec<&str> = line.split('\t').collect();
        let [engine, name, shader, _blend, defines, passes] = columns[..] else { return Err(line.to_owned()) };
        let roots: &[&str] =
            if engine == "U" { &["urho3d/CoreData", "urho3d/Data"] } else { &["rbfx/CoreData", "rbfx/Data"] };
        let Some(path) = roots.iter().map(|root| scene.join(root).join(name)).find(|path| path.is_file()) else {
            continue;
        };
        let text = std::fs::read(path).map_err(|error| error.to_string())?;
        let technique = Technique::parse(&text).map_err(|error| error.to_string())?;
        let found = technique.passes();
        let names: Vec<String> = found.iter().map(|pass| pass.name.to_string()).collect();
        let used = ["vs", "ps"].map(|stage| technique.attribute(stage).unwrap_or_default());
        let mut words = Vec::new();
        for pass in &found {
            words.extend(technique.pixel_shader_of(pass).1.iter().map(ToString::to_string));
        }
        let has_all = defines.split(' ').filter(|word| !word.is_empty()).all(|word| {
            words.iter().any(|own| own == word) || text.windows(word.len()).any(|part| part == word.as_bytes())
        });
        if names.join(" ") != passes || (!used[0].is_empty() && used.iter().all(|used| used != shader)) || !has_all {
            wrong.insert(name.to_owned(), format!("{used:?} {names:?} {words:?}"));
        }
        checked += 1;
    }
    if wrong.is_empty() && checked >= 220 { Ok(()) } else { Err(format!("{checked} checked; {wrong:#?}")) }
}
