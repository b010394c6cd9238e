//! Hover and completion for XML, using the tables of data files: particle effects, interfaces, render paths and others.

use engine_assets::urho_resource::editor::{self, About};
use serde_json::{Value, json};

use super::diagnostics::path_of;
use super::position::Lines;
use super::protocol::Position;

/// The numbers of completion kinds in the protocol.
const ITEM_PROPERTY: u8 = 10;

/// Returns the name of the file, because some kinds can only be distinguished by name.
fn name_of(uri: &str) -> Option<String> {
    path_of(uri)?.to_str().map(str::to_owned)
}

/// Returns the type, default value and effect of the element or attribute at a position. The name is in a code block,
/// because it may come from the file.
pub(super) fn hover(uri: &str, text: &str, position: Position) -> Option<Value> {
    let lines = Lines::of(text);
    let About { range, title, lines: said, .. } = editor::about(text, name_of(uri).as_deref(), lines.offset(position))?;
    let value = format!("```text\n{title}\n{}\n```", said.join("\n"));
    Some(json!({ "contents": { "kind": "markdown", "value": value }, "range": lines.range(range) }))
}

/// Returns the elements, attributes and words that can be used at a position.
pub(super) fn completion(uri: &str, text: &str, position: Position) -> Option<Vec<Value>> {
    let lines = Lines::of(text);
    let completion = editor::completion(text, name_of(uri).as_deref(), lines.offset(position))?;
    let range = lines.range(completion.range);
    let item = |item: editor::Item| {
        json!({
            "label": item.label,
            "kind": ITEM_PROPERTY,
            "detail": item.detail,
            "filterText": item.insert,
            "textEdit": { "range": range, "newText": item.insert },
        })
    };
    Some(completion.items.into_iter().map(item).collect())
}
