//! Migrates scenes and prefabs.

use std::collections::BTreeMap;

use asset_formats::Format;
use urho_scene::urho_core::Variant;
use urho_scene::{Classes, Document, Encoding, Engine, Name, ReadOptions, Scene, Value, WriteOptions};

use super::context::{Context, Made, line_of};
use super::file_rules::ProjectFile;
use super::report::Action;

/// Migrates a scene or prefab.
pub(super) fn migrate(context: &Context, file: &ProjectFile<'_>) -> Made {
    let (bytes, name) = (file.bytes, file.format.unwrap_or(Format::URHO_SCENE).name());
    let plain = match Document::parse(bytes) {
        Ok(document) => document,
        Err(error) => return Made::refused(name, error),
    };
    let read = ReadOptions::default().classes(classes(context, &plain).clone());
    let document = Document::parse_with(bytes, &read).unwrap_or(plain);
    let is_kept = match context.to {
        Engine::Rbfx => document.encoding().is_archive(),
        _ => !document.encoding().is_archive() && document.engine() != Engine::Rbfx,
    };
    let (mut scene, mut findings) = if document.engine() == context.to {
        (document.scene().into_owned(), Default::default())
    } else {
        document.scene().to_engine(document.classes(), &context.to_classes)
    };
    let renamed = rename(&mut scene, &context.renamed);
    let places = component_places(&document, &scene, &context.to_classes, bytes);
    if is_kept && renamed == 0 {
        let mut migrated = Made::copied(name);
        custom(&mut migrated, places);
        // A scene that is kept is converted by nothing: only the classes of the game are left to do.
        if migrated.action == Action::ByHand {
            migrated.action = Action::Copied;
        }
        return migrated;
    }
    let write = WriteOptions::default().classes(context.to_classes.clone()).drop_unknown(true);
    let written = Document::from_scene(scene, encoding(context.to, document.encoding()), &write);
    let migrated = written.and_then(|(new, lost)| {
        findings.extend(lost);
        Ok(Made::converted(name, new.to_bytes()?, bytes))
    });
    let mut migrated = match migrated {
        Ok(migrated) => migrated,
        Err(error) => return Made::refused(name, error),
    };
    document.locate(&mut findings);
    migrated.tell(&findings, document.encoding().is_text().then_some(bytes));
    if renamed > 0 {
        migrated.changed(format!("{renamed} references follow files that have another name now"));
    }
    custom(&mut migrated, places);
    migrated
}

/// Returns the classes to read a document with: those of the engine to migrate from, and those that the game adds.
fn classes<'c>(context: &'c Context, document: &Document<'_>) -> &'c Classes {
    match (context.from, document.engine(), context.to) {
        _ if context.is_from_set && !document.encoding().is_archive() => &context.from_classes,
        // rbfx reads text of Urho3D as its own.
        (Engine::Rbfx, _, _) => &context.from_classes,
        (_, Engine::Rbfx, Engine::Rbfx) => &context.to_classes,
        (_, Engine::Rbfx, _) => Classes::of(Engine::Rbfx),
        _ => &context.from_classes,
    }
}

/// Returns the encoding to use in the other engine.
fn encoding(to: Engine, was: Encoding) -> Encoding {
    match (to, was) {
        (Engine::Rbfx, Encoding::Json | Encoding::ArchiveJson) => Encoding::ArchiveJson,
        (Engine::Rbfx, _) => Encoding::ArchiveXml,
        (_, Encoding::Json | Encoding::ArchiveJson) => Encoding::Json,
        _ => Encoding::Xml,
    }
}

/// Returns the names and lines of all components whose class is added by the game.
fn component_places(
    document: &Document<'_>,
    scene: &Scene<'_>,
    classes: &Classes,
    bytes: &[u8],
) -> BTreeMap<String, (usize, Option<usize>)> {
    let mut places: BTreeMap<String, (usize, Option<usize>)> = BTreeMap::new();
    let used: std::collections::HashSet<String> = scene
        .nodes
        .iter()
        .flat_map(|node| &node.components)
        .filter(|component| classes.get(component.class.hash).is_none())
        .map(|component| component.class.name.to_string())
        .collect();
    for (index, node) in document.scene().nodes.iter().enumerate() {
        for (number, component) in node.components.iter().enumerate() {
            let name = component.class.name.to_string();
            if !used.contains(&name) {
                continue;
            }
            let place = urho_scene::Place::node(index).component(number);
            places.entry(name).or_insert_with(|| {
                let offset = document.offset_of(place).filter(|_| document.encoding().is_text());
                (0, offset.map(|offset| line_of(bytes, offset)))
            });
        }
    }
    for component in document.scene().nodes.iter().flat_map(|node| &node.components) {
        if let Some((count, _)) = places.get_mut(&component.class.name.to_string()) {
            *count += 1;
        }
    }
    places
}

fn custom(migrated: &mut Made, places: BTreeMap<String, (usize, Option<usize>)>) {
    for (class, (count, line)) in places {
        let components = if count == 1 { "1 component".to_owned() } else { format!("{count} components") };
        let message = format!(
            "{components} of the class {class}, which the engine doesn't have: register it in the game; the option classes takes a table of its attributes, which gives their values types"
        );
        migrated.by_hand(line, message);
    }
}

/// Changes references to files that are renamed. Returns the number of changes.
fn rename(scene: &mut Scene<'static>, renamed: &BTreeMap<String, String>) -> usize {
    if renamed.is_empty() {
        return 0;
    }
    let mut count = 0;
    for node in &mut scene.nodes {
        let components = node.components.iter_mut().map(|component| &mut component.attributes);
        for attributes in std::iter::once(&mut node.attributes).chain(components) {
            if !attributes.iter().any(|(_, value)| names_any(&value, renamed)) {
                continue;
            }
            for attribute in attributes.to_list().into_iter().flatten() {
                match &mut attribute.value {
                    Value::Variant(variant) => count += rename_in(variant, renamed),
                    Value::Text(text) => count += rename_text(text, renamed),
                    _ => {}
                }
            }
        }
    }
    count
}

fn names_any(value: &Value<'_>, renamed: &BTreeMap<String, String>) -> bool {
    match value {
        Value::Variant(variant) => rename_in(&mut variant.clone().into_owned(), renamed) > 0,
        Value::Text(text) => rename_text(&mut text.clone().into_owned(), renamed) > 0,
        _ => false,
    }
}

fn rename_in(variant: &mut Variant<'static>, renamed: &BTreeMap<String, String>) -> usize {
    match variant {
        Variant::ResourceRef(reference) => rename_name(&mut reference.name, renamed),
        Variant::ResourceRefList(list) => list.names.iter_mut().map(|name| rename_name(name, renamed)).sum(),
        Variant::String(text) => rename_text(text, renamed),
        Variant::VariantVector(items) => items.iter_mut().map(|item| rename_in(item, renamed)).sum(),
        Variant::VariantMap(entries) => entries.iter_mut().map(|(_, item)| rename_in(item, renamed)).sum(),
        Variant::StringVariantMap(entries) => entries.iter_mut().map(|(_, item)| rename_in(item, renamed)).sum(),
        Variant::StringVector(texts) => texts.iter_mut().map(|text| rename_name(text, renamed)).sum(),
        _ => 0,
    }
}

fn rename_name(name: &mut Name<'static>, renamed: &BTreeMap<String, String>) -> usize {
    // `Sheet.plist@Walk` is a sprite of a sheet.
    let of_sheet = |name: &str| {
        let (sheet, sprite) = name.split_once('@')?;
        Some(format!("{}@{sprite}", renamed.get(sheet)?))
    };
    let new = name.as_str().and_then(|name| renamed.get(name).cloned().or_else(|| of_sheet(name)));
    new.map_or(0, |new| {
        *name = new.into();
        1
    })
}

/// Like [`rename_name`], but the name can have a resource type before it: `XMLFile;Objects/Box.xml`.
fn rename_text(text: &mut Name<'static>, renamed: &BTreeMap<String, String>) -> usize {
    let changed = text.as_str().and_then(|text| {
        let (kind, name) = text.split_once(';')?;
        let mut name = Name::from(name.to_owned());
        (rename_name(&mut name, renamed) > 0).then(|| format!("{kind};{}", name.to_text()))
    });
    match changed {
        Some(changed) => {
            *text = changed.into();
            1
        }
        None => rename_name(text, renamed),
    }
}
