//! Laws of values by paths over real scenes: what is set back, and what is inserted and removed, leaves the bytes as they were.

use std::collections::{BTreeSet, HashSet};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use asset_formats::{Asset, Typed};
use asset_paths::{Form, Match, SetOptions, Value, ValuePath, Values, find};
use testkit::corpus::{CorpusFile, Selection, run};
use urho_core::VariantKind;

const EXTENSIONS: &[&str] = &["xml", "json", "bin", "scene", "prefab"];

static SCENES: AtomicUsize = AtomicUsize::new(0);
static EDITS: AtomicUsize = AtomicUsize::new(0);
/// Types of values that were set and set back.
static TYPES: Mutex<BTreeSet<&str>> = Mutex::new(BTreeSet::new());

pub(crate) fn main() -> ExitCode {
    let code = run(&[
        ("values are set and set back", Selection::new("urho-scene", EXTENSIONS, 538), set_and_back),
        ("values are set and set back", Selection::new("rbfx-written", EXTENSIONS, 112), set_and_back),
    ]);
    println!("paths: {} edits of {} scenes undone", EDITS.load(Ordering::Relaxed), SCENES.load(Ordering::Relaxed));
    let types = TYPES.lock().expect("no panic");
    // None is no value, and lists, maps and custom values are set item by item.
    let is_item = |name: &str| {
        matches!(name, "None" | "VariantVector" | "VariantMap" | "StringVariantMap" | "VariantCurve")
            || name.starts_with("Custom")
            || name.ends_with("Ptr")
    };
    let missing: Vec<&str> =
        VariantKind::all().map(VariantKind::name).filter(|name| !is_item(name) && !types.contains(name)).collect();
    println!("paths: types: {types:?}");
    if EDITS.load(Ordering::Relaxed) > 0 && !missing.is_empty() {
        println!("paths: no value of these types was set: {missing:?}");
        return ExitCode::FAILURE;
    }
    code
}

/// A value to be changed.
struct Chosen {
    path: ValuePath,
    before: Option<String>,
    after: String,
    ty: &'static str,
}

fn set_and_back(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let Ok(asset) = Asset::parse(&bytes, Some(file.path())) else { return Ok(()) };
    let Typed::UrhoScene(_) = asset.typed() else { return Ok(()) };
    SCENES.fetch_add(1, Ordering::Relaxed);
    let chosen = one_of_each_type(&asset)?;
    drop(asset);
    for Chosen { path, before, after, ty } in chosen {
        let mut asset = Asset::parse(&bytes, Some(file.path())).expect("as before");
        let options = SetOptions::default();
        let failed = |error: asset_paths::PathError| format!("{path} = {after}: {error}");
        asset.set_values(&path, &after, &options).map_err(failed)?;
        let changed = asset.to_bytes().map_err(|error| format!("{path}: {error}"))?;
        if changed == bytes {
            return Err(format!("{path}: nothing changed by {after:?}"));
        }
        match &before {
            Some(before) => asset.set_values(&path, before, &options).map_err(failed)?,
            None => asset.remove_values(&path, &[]).map_err(failed)?,
        };
        same(&asset, &bytes, &format!("{path}: {before:?} -> {after:?} and back"))?;
        EDITS.fetch_add(1, Ordering::Relaxed);
        TYPES.lock().expect("no panic").insert(ty);
    }
    insertions(file, &bytes)
}

fn same(asset: &Asset<'_>, bytes: &[u8], what: &str) -> Result<(), String> {
    let now = asset.to_bytes().map_err(|error| format!("{what}: {error}"))?;
    if now == bytes {
        return Ok(());
    }
    let at = now.iter().zip(bytes).position(|(a, b)| a != b).unwrap_or(now.len().min(bytes.len()));
    let part = |bytes: &[u8]| {
        let shown = bytes.get(at.saturating_sub(60)..(at + 60).min(bytes.len())).unwrap_or_default();
        String::from_utf8_lossy(shown).into_owned()
    };
    Err(format!("{what}: differs at {at}: {:?} instead of {:?}", part(&now), part(bytes)))
}

/// Returns a value of each type: of attributes that the file has, of others, and of items.
fn one_of_each_type(asset: &Asset<'_>) -> Result<Vec<Chosen>, String> {
    let is_text = !asset.variant().contains("binary");
    let root = asset.part().expect("a scene has parts");
    let all = find(&root, &"nodes/**".parse().expect("a path")).map_err(|error| error.to_string())?;
    let mut seen = HashSet::new();
    let mut chosen = Vec::new();
    for found in &all {
        let Some(value) = found.part.value().filter(|value| value.read_only.is_none()) else { continue };
        let levels = found.path.matches(['/', '[']).count().min(5);
        let key = (value.type_name(), value.is_stored, levels);
        let Some(after) = other(value).filter(|_| !seen.contains(&key)) else { continue };
        // Binary files have every attribute of a class, and an item of a default value isn't removed like a value.
        if !value.is_stored && (!is_text || found.around.form() == Form::List) {
            continue;
        }
        seen.insert(key);
        // The name of a node is part of its path; its position isn't.
        let path = if found.path.ends_with("/Name") {
            format!("nodes[{}]/Name", position(&all, found))
        } else {
            found.path.clone()
        };
        let path = path.parse().map_err(|error| format!("{}: {error}", found.path))?;
        chosen.push(Chosen { path, before: value.is_stored.then(|| value.text()), after, ty: value.type_name() });
    }
    Ok(chosen)
}

/// Returns the position of the node with an attribute.
fn position(all: &[Match<'_>], attribute: &Match<'_>) -> usize {
    let nodes = all.iter().filter(|found| found.part.kind() == "Node");
    let before = nodes.take_while(|node| !attribute.path.starts_with(&format!("{}/", node.path)));
    before.count()
}

/// Returns another value of the same type.
fn other(value: &Value) -> Option<String> {
    let now = value.text();
    if !value.words.is_empty() {
        return value.words.iter().find(|word| !word.eq_ignore_ascii_case(&now)).map(ToString::to_string);
    }
    let numbers = |count: usize| {
        let text = (0..count).map(|index| format!("{}", index * 3 + 1)).collect::<Vec<_>>().join(" ");
        if text == now { text.replace('1', "7") } else { text }
    };
    Some(match value.type_name() {
        // The legacy JSON has `null` for some empty references, and `;` for others.
        "ResourceRef" | "ResourceRefList" if now.is_empty() => return None,
        "Bool" => (now != "true").to_string(),
        "Int" | "Int64" | "Float" | "Double" => numbers(1),
        "Vector2" | "IntVector2" | "DoubleVector2" => numbers(2),
        "Vector3" | "IntVector3" | "DoubleVector3" => numbers(3),
        "Vector4" | "Color" | "Quaternion" | "Rect" | "IntRect" => numbers(4),
        "Matrix3" => numbers(9),
        "Matrix3x4" => numbers(12),
        "Matrix4" => numbers(16),
        "Buffer" => numbers(3),
        "String" | "ResourceRef" | "unknown" => now + "x",
        "StringVector" if now.is_empty() => "a".to_owned(),
        "StringVector" | "ResourceRefList" => now + ";x",
        _ => return None,
    })
}

/// Inserts a node and a component, and removes them again.
fn insertions(file: &CorpusFile, bytes: &[u8]) -> Result<(), String> {
    for (list, text, path) in [("nodes", "Law of paths", "nodes/Law of paths"), ("nodes[0]/components", "Light", "")] {
        let mut asset = Asset::parse(bytes, Some(file.path())).expect("as before");
        let list: ValuePath = list.parse().expect("a path");
        let failed = |error| format!("insert {list} {text}: {error}");
        let edited = asset.insert_value(&list, text).map_err(failed)?;
        let path = if path.is_empty() { edited[0].path.as_str() } else { path };
        asset.remove_values(&path.parse().expect("a path"), &[]).map_err(failed)?;
        same(&asset, bytes, &format!("{list}: insertion of {text} and back"))?;
        EDITS.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}
