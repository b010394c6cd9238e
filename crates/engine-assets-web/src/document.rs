//! Shows a document as a tree of values to be changed by a person.

use engine_assets::paths::documents::{self, Child};
use engine_assets::paths::{
    self, Change, DiffOptions, Form, Part, SetOptions, Step, Value, ValuePath, Values, escape, find,
};
use engine_assets::{Asset, Error};
use serde::Serialize;
use wasm_bindgen::prelude::*;

use crate::facts::of_format;
use crate::opened::Content;
use crate::{Session, json, refused, thrown};

/// The number of characters after which a value is cut off in a row.
const BRIEF: usize = 120;
/// The number of parts after which a search stops.
const MOST_SEARCHED: usize = 1_000_000;

/// A row of the tree.
#[derive(Serialize)]
struct Row {
    #[serde(flatten)]
    child: RowChild,
    #[serde(flatten)]
    field: Field,
}

/// A row of the tree, for a UDM document. See [`Child`].
#[derive(Serialize)]
struct RowChild {
    name: String,
    path: String,
    brief: String,
    children: usize,
    is_leaf: bool,
}

/// Describes how a person can enter a value.
#[derive(Serialize, Default)]
struct Field {
    /// The name of the type. For a group or a list, this is empty.
    r#type: String,
    /// The words of an enumeration.
    words: Vec<String>,
    /// The value that the engine will use if the file does not have it, as text.
    default: Option<String>,
    /// This is `true` if the file contains the value.
    is_stored: bool,
    /// If the value can't be changed, this is the reason.
    read_only: Option<&'static str>,
}

#[derive(Serialize)]
struct Listed {
    children: Vec<Row>,
    count: usize,
}

#[wasm_bindgen]
impl Session {
    /// Lists the values directly below a path. If a list is too long for the page, use `first` and `count` to show it
    /// in pieces.
    pub fn children(
        &mut self,
        file: u32,
        entry: i32,
        path: &str,
        first: usize,
        count: usize,
    ) -> Result<String, JsValue> {
        self.with_asset(file, entry, |_, asset| {
            if let Some(document) = asset.as_udm() {
                let (children, count) =
                    documents::children(document, path, first, count).map_err(|error| thrown(&error))?;
                return json(&Listed { children: children.into_iter().map(row_of_udm).collect(), count });
            }
            let group = part_at(asset, path)?;
            let all = named_parts(path, &group);
            let children = all.iter().skip(first).take(count).map(|(path, part)| row(path.clone(), part)).collect();
            json(&Listed { children, count: all.len() })
        })
    }

    /// Finds values with `text` in their name or content. The search ends after `most` values.
    pub fn find(&mut self, file: u32, entry: i32, text: &str, most: usize) -> Result<String, JsValue> {
        self.with_asset(file, entry, |_, asset| match asset.as_udm() {
            Some(document) => {
                json(&documents::search(document, text, most).into_iter().map(row_of_udm).collect::<Vec<_>>())
            }
            None => json(&search(&part_at(asset, "")?, text, most)),
        })
    }

    /// Returns the value at a path as text.
    pub fn value(&mut self, file: u32, entry: i32, path: &str) -> Result<String, JsValue> {
        self.with_asset(file, entry, |_, asset| match asset.as_udm() {
            Some(document) => documents::text_of(document, path).map_err(|error| thrown(&error)),
            None => Ok(part_at(asset, path)?.value().map(Value::text).unwrap_or_default()),
        })
    }

    /// Sets the value at a path from `text`, and returns the bytes of the changed document. Note that this does not
    /// change the file in the session; to do this, call [`replace`](Self::replace).
    pub fn set(&mut self, file: u32, entry: i32, path: &str, text: &str) -> Result<Vec<u8>, JsValue> {
        self.changed(file, entry, |asset| match asset.as_udm() {
            Some(document) => {
                let mut document = document.clone();
                documents::set_text(&mut document, path, text, None, false).map_err(refused)?;
                document.to_bytes().map_err(|error| refused(error.to_string()))
            }
            None => {
                asset.set_values(&parsed(path)?, text, &SetOptions::default()).map_err(said)?;
                asset.to_bytes().map_err(|error| thrown(&error))
            }
        })
    }

    /// Removes the value at a path, so that the engine will use the default value. The changed document is returned as
    /// bytes.
    pub fn reset(&mut self, file: u32, entry: i32, path: &str) -> Result<Vec<u8>, JsValue> {
        self.changed(file, entry, |asset| {
            asset.remove_values(&parsed(path)?, &[]).map_err(said)?;
            asset.to_bytes().map_err(|error| thrown(&error))
        })
    }

    /// Compares the values of two documents. If this is not possible, for example because their formats are different,
    /// the result is `null`.
    pub fn differences(&mut self, old: u32, old_entry: i32, new: u32, new_entry: i32) -> Result<String, JsValue> {
        let new = self.content(new, new_entry).map_err(|error| thrown(&error))?;
        let new = new.parse(self).map_err(|error| of_format(&error))?;
        let old = self.content(old, old_entry).map_err(|error| thrown(&error))?;
        let old = old.parse(self).map_err(|error| of_format(&error))?;
        let is_document = |asset: &Asset<'_>| asset.as_udm().is_some() || asset.part().is_some();
        if old.format() != new.format() || !is_document(&old) {
            return json(&None::<Vec<Change>>);
        }
        json(&Some(paths::diff(&old, &new, &DiffOptions::default()).map_err(|error| thrown(&error))?))
    }
}

impl Session {
    fn with_asset<T>(
        &mut self,
        file: u32,
        entry: i32,
        then: impl FnOnce(&Content, &Asset<'_>) -> Result<T, JsValue>,
    ) -> Result<T, JsValue> {
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let asset = content.parse(self).map_err(|error| of_format(&error))?;
        then(&content, &asset)
    }

    fn changed(
        &mut self,
        file: u32,
        entry: i32,
        change: impl FnOnce(&mut Asset<'_>) -> Result<Vec<u8>, JsValue>,
    ) -> Result<Vec<u8>, JsValue> {
        let content = self.content(file, entry).map_err(|error| thrown(&error))?;
        let mut asset = content.parse(self).map_err(|error| of_format(&error))?;
        change(&mut asset)
    }
}

fn said(error: paths::PathError) -> JsValue {
    refused(error.to_string())
}

fn parsed(path: &str) -> Result<ValuePath, JsValue> {
    path.parse().map_err(said)
}

fn part_at<'a>(asset: &'a Asset<'_>, path: &str) -> Result<Part<'a>, JsValue> {
    let root = asset.part().ok_or_else(|| refused(format!("a {} has no values", asset.format().title())))?;
    if path.is_empty() {
        return Ok(root);
    }
    let mut found = find(&root, &parsed(path)?).map_err(said)?;
    found.pop().map(|found| found.part).ok_or_else(|| thrown(&Error::Refused(format!("expected a value at {path}"))))
}

/// Returns the parts of a part. Each has a path that leads to no other part.
fn named_parts<'d>(around: &str, group: &Part<'d>) -> Vec<(String, Part<'d>)> {
    let below = |path: &str| match around.is_empty() || path.starts_with('[') {
        true => format!("{around}{path}"),
        false => format!("{around}/{path}"),
    };
    if group.form() == Form::Value {
        return Vec::new();
    }
    // Patterns pass over links.
    let inside = find(group, &ValuePath::default().then(Step::Any)).unwrap_or_default();
    let links = group.parts().into_iter().filter(Part::is_link);
    let links = links.map(|part| (below(&escape(part.name())), part));
    inside.into_iter().map(|found| (below(&found.path), found.part)).chain(links).collect()
}

fn row(path: String, part: &Part<'_>) -> Row {
    let children = part.parts();
    let value = part.value();
    let is_leaf = children.is_empty() && value.is_some();
    let brief = match (value, part.form()) {
        (Some(value), _) => cut(&value.text()),
        (None, Form::List) => format!("list of {}", children.len()),
        (None, _) => part.kind().to_owned(),
    };
    let field = value.map(|value| Field {
        r#type: value.type_name().to_owned(),
        words: value.words.iter().map(|word| word.clone().into_owned()).collect(),
        default: value.default_text(),
        is_stored: value.is_stored,
        read_only: value.read_only,
    });
    let child = RowChild { name: name_of(&path, part), path, brief, children: children.len(), is_leaf };
    Row { child, field: field.unwrap_or_default() }
}

/// Returns the name to show for a part. For a node, this includes the id. If a part has no name, its position is used.
fn name_of(path: &str, part: &Part<'_>) -> String {
    match (part.name(), part.id()) {
        ("", None) => path.rfind('[').and_then(|start| path.get(start..)).unwrap_or(path).to_owned(),
        ("", Some(id)) => format!("[#{id}]"),
        (name, Some(id)) => format!("{name} [#{id}]"),
        (name, None) => name.to_owned(),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(BRIEF) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
}

fn row_of_udm(child: Child) -> Row {
    let field = Field { r#type: child.type_name, is_stored: true, ..Field::default() };
    let Child { name, path, brief, children, is_leaf, .. } = child;
    Row { child: RowChild { name, path, brief, children, is_leaf }, field }
}

/// Finds parts by their name or content, ignoring case, in the order of the document. This does not use recursion,
/// because documents can be deep.
fn search(root: &Part<'_>, text: &str, most: usize) -> Vec<Row> {
    let wanted = text.to_lowercase();
    let (mut found, mut open, mut left) = (Vec::new(), vec![(String::new(), root.clone())], MOST_SEARCHED);
    while let Some((path, part)) = open.pop() {
        if found.len() >= most || left == 0 {
            break;
        }
        left -= 1;
        let has = |text: &str| text.to_lowercase().contains(&wanted);
        if !path.is_empty() && (has(part.name()) || part.value().is_some_and(|value| has(&value.text()))) {
            found.push(row(path.clone(), &part));
        }
        let inside = named_parts(&path, &part).into_iter().filter(|(_, part)| !part.is_link());
        open.extend(inside.rev());
    }
    found
}
