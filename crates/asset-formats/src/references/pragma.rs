//! Finds the references in UDM documents for Pragma that have no format of their own: sound scripts and fonts.
//!
//! Localization and `cfg/mounted_games.udm` don't name files in the project. They contain texts by id, and archives of
//! other games.

use binio::{Name, Path};
use udm::{Array, Document, Element, Value};

use crate::references::Reference;

/// Nested elements are visited to this depth.
const MOST_DEPTH: usize = 16;

/// Returns the files that a document names. Which keys contain names depends on the folder of the document.
pub(crate) fn references(document: &Document<'_>, resource: Option<&str>) -> Vec<Reference> {
    let resource = resource.unwrap_or_default();
    let under = |folder: &str| {
        resource.split_once(folder).is_some_and(|(before, _)| before.is_empty() || before.ends_with('/'))
    };
    let mut references = Vec::new();
    if under("scripts/sounds/") {
        visit(document.data(), &Path::new(), 0, &mut |key, name, path| {
            if key == "source" {
                references.push(of("sounds", name, path, "Sound", &["wav", "ogg", "mp3"]));
            }
        });
    } else if under("fonts/") {
        // The font is beside the document.
        let folder = resource.rsplit_once('/').map_or("", |(folder, _)| folder);
        visit(document.data(), &Path::new(), 0, &mut |key, name, path| {
            if key == "fileName" {
                references.push(of(folder, name, path, "Font", &["ttf", "otf"]));
            }
        });
    }
    references
}

/// Calls `each` for every text, with the key, the text and the path.
fn visit(element: &Element<'_>, path: &Path, depth: usize, each: &mut impl FnMut(&str, &Name<'_>, Path)) {
    if depth > MOST_DEPTH {
        return;
    }
    for (key, value) in element.iter() {
        let text = key.to_text();
        value_of(&text, value, &path.clone().name(key.as_bytes()), depth, each);
    }
}

fn value_of(key: &str, value: &Value<'_>, path: &Path, depth: usize, each: &mut impl FnMut(&str, &Name<'_>, Path)) {
    match value {
        Value::String(name) => each(key, name, path.clone()),
        Value::Element(element) => visit(element, path, depth + 1, each),
        Value::Array(Array::Strings(names)) => {
            for (index, name) in names.iter().enumerate() {
                each(key, &Name::from(name), path.clone().item("", index));
            }
        }
        Value::Array(Array::Items(items)) => {
            for (index, element) in
                items.iter().enumerate().filter_map(|(index, value)| Some((index, value.as_element()?)))
            {
                visit(element, &path.clone().item("", index), depth + 1, each);
            }
        }
        _ => {}
    }
}

/// Creates a reference to a file below a folder. If the name doesn't have one of the extensions, each of them is tried.
fn of(folder: &str, name: &Name<'_>, path: Path, kind: &str, endings: &[&str]) -> Reference {
    let text = name.to_text().replace('\\', "/");
    let stem = format!("{folder}/{}", text.trim_start_matches('/'));
    let has_ending = endings.iter().any(|ending| stem.to_ascii_lowercase().ends_with(&format!(".{ending}")));
    let candidates = match has_ending {
        true => vec![stem],
        false => endings.iter().map(|ending| format!("{stem}.{ending}")).collect(),
    };
    Reference { candidates, ..Reference::new(path, name, kind) }
}
