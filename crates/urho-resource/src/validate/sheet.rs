//! Checks sprite sheets.

use std::collections::HashSet;

use binio::{Name, Path, Severity};
use urho_core::tree::Element;

use super::Check;
use crate::document::Document;
use crate::item::Item;
use crate::kinds;
use crate::reference::Reference;
use crate::vocabulary::Rule;

pub(super) fn sheet(check: &mut Check<'_>) {
    let mut seen = HashSet::new();
    let sprites = [check.named("SubTexture"), check.named("subtextures")].concat();
    for (index, sprite) in sprites {
        let name = sprite.attribute("name").unwrap_or_default().into_owned();
        if !seen.insert(name.clone()) {
            let message = format!("a second sprite \"{}\"; the engine uses the first", name.to_text());
            check.add(kinds::SPRITE_DUPLICATE, Severity::Warning, index, message);
        }
        for [one, other] in [["frameWidth", "frameHeight"], ["frameHeight", "frameWidth"]] {
            if let (Some(entry), None) = (sprite.entry(one), sprite.entry(other)) {
                let message = format!("{one} without {other}; the engine ignores the frame");
                check.add_value(kinds::RANGE_HALF, Severity::Warning, index, &entry, message);
            }
        }
    }
}

/// Returns the value for a key in a dictionary. This is the element that follows the key.
pub(crate) fn value<'d>(dictionary: Element<'d, 'd>, key: &str) -> Option<Element<'d, 'd>> {
    let mut children = dictionary.children();
    children.find(|child| child.name() == *"key" && child.text() == *key)?;
    children.next()
}

/// Returns the keys in a dictionary with their values.
pub(crate) fn entries<'d>(dictionary: Element<'d, 'd>) -> Vec<(Name<'d>, Element<'d, 'd>)> {
    let children: Vec<Element<'d, 'd>> = dictionary.children().collect();
    let pairs = children.windows(2).filter(|pair| pair.first().is_some_and(|key| key.name() == *"key"));
    pairs.filter_map(|pair| Some((pair.first()?.text(), *pair.get(1)?))).collect()
}

/// Returns the image of a sprite sheet that is a property list.
pub(crate) fn image(document: &Document<'_>) -> Option<Reference> {
    let Some(Item::Xml(root)) = document.root() else { return None };
    let image = value(value(root.child("dict")?, "metadata")?, "realTextureFileName")?;
    let offset = image.content_span().map(|span| u64::from(span.start));
    let path = Path::from("metadata").part("realTextureFileName");
    Some(Reference::named(path, image.text().into_owned(), offset, "Texture2D", Rule::Beside))
}

/// Returns the name of the sprite for a frame in a property list. This is the first part of the key between dots that
/// is not empty.
pub(crate) fn sprite_name(key: &[u8]) -> &[u8] {
    key.split(|byte| *byte == b'.').find(|piece| !piece.is_empty()).unwrap_or_default()
}

pub(super) fn property_list(check: &mut Check<'_>) {
    let Some(Item::Xml(root)) = check.document.root() else { return };
    let Some(dictionary) = root.child("dict") else { return };
    let missing = |check: &mut Check<'_>, key: &str, at: &Element<'_, '_>| {
        let message = format!("no key \"{key}\": Urho3D and U3D crash, and rbfx refuses the sheet");
        check.findings.add_at(kinds::SHEET_KEY, Severity::Error, Path::from("dict"), message, at.offset());
    };
    let message = "rbfx refuses every property list sheet";
    check.findings.add_at(kinds::SHEET_ENGINE, Severity::Note, Path::new(), message, root.offset());
    match value(dictionary, "metadata") {
        None => missing(check, "metadata", &dictionary),
        Some(metadata) if value(metadata, "realTextureFileName").is_none() => {
            missing(check, "realTextureFileName", &metadata);
        }
        Some(_) => {}
    }
    let Some(frames) = value(dictionary, "frames") else { return missing(check, "frames", &dictionary) };
    let mut seen = HashSet::new();
    for (index, (key, frame)) in entries(frames).into_iter().enumerate() {
        let path = Path::from([("frame", index)]);
        let name = sprite_name(&key).to_vec();
        if name.is_empty() {
            let message = "a frame without a name: Urho3D and U3D read an item of an empty list";
            check.findings.add_at(kinds::SHEET_KEY, Severity::Error, path.clone(), message, frame.offset());
        } else if !seen.insert(name) {
            let message = format!("a second sprite \"{}\"; the engine uses the first", key.to_text());
            check.findings.add_at(kinds::SPRITE_DUPLICATE, Severity::Warning, path.clone(), message, frame.offset());
        }
        let is_rotated = value(frame, "rotated").is_some_and(|rotated| rotated.name() == *"true");
        if is_rotated {
            let message = "a rotated sprite; the engine skips it";
            check.findings.add_at(kinds::SHEET_ROTATED, Severity::Warning, path.clone(), message, frame.offset());
        }
        for required in ["rotated", "frame", "sourceColorRect", "sourceSize"] {
            match value(frame, required) {
                // The engine reads no further keys of a rotated sprite.
                None if !is_rotated || required == "rotated" => missing(check, required, &frame),
                Some(number) if required != "rotated" => numbers(check, &number, required, &path),
                _ => {}
            }
        }
    }
}

/// Checks rectangles and sizes: they must have four or two numbers in braces. From any other text, the engine uses
/// numbers that it has never set.
fn numbers(check: &mut Check<'_>, value: &Element<'_, '_>, key: &str, path: &Path) {
    let text = value.text();
    let is_number = |word: &&str| word.trim().parse::<f32>().is_ok();
    let plain: String = text.to_text().replace(['{', '}'], "");
    let count = if key == "sourceSize" { 2 } else { 4 };
    if plain.split(',').filter(is_number).count() != count || plain.split(',').count() != count {
        let message = format!("{key} \"{}\" isn't {count} numbers in braces", text.to_text());
        check.findings.add_at(kinds::VALUE_INVALID, Severity::Warning, path.clone(), message, value.offset());
    }
}
