//! Answers requests about a position in a text.

use std::path::Path;

use serde_json::Value;

use super::protocol::Position;
use super::{diagnostics, features, file_names, tables};

/// A position in an open text.
#[derive(Clone, Copy)]
pub(super) struct At<'t> {
    pub(super) uri: &'t str,
    pub(super) text: &'t str,
    pub(super) position: Position,
    /// The folder that is open in the editor.
    pub(super) root: Option<&'t Path>,
}

/// Returns the text to show at a position: the value in a UDM document, or the description of an element or attribute,
/// and the file that is named.
pub(super) fn hover(at: At<'_>) -> Option<Value> {
    let At { uri, text, position, root } = at;
    let value = features::hover(text, position).or_else(|| tables::hover(uri, text, position));
    let file = file_names::hover(uri, text, position, root);
    let Some((mut value, file)) = value.clone().zip(file.clone()) else { return value.or(file) };
    let part = |hover: &Value| hover["contents"]["value"].as_str().unwrap_or_default().to_owned();
    value["contents"]["value"] = format!("{}\n\n{}", part(&value), part(&file)).into();
    Some(value)
}

/// Returns the completions for a position: file names if the format reads a name there, or else words from the tables,
/// or types and keys for UDM.
pub(super) fn completion(at: At<'_>) -> Option<Vec<Value>> {
    let At { uri, text, position, root } = at;
    let of_udm = || features::completion(text, position, || diagnostics::schema(uri));
    let of_tables = || tables::completion(uri, text, position);
    Some(file_names::completion(uri, text, position, root).or_else(of_tables).unwrap_or_else(of_udm))
}
