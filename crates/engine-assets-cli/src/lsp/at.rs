//! Answers about a position in a text.

use std::path::Path;

use serde_json::Value;

use super::protocol::Position;
use super::{diagnostics, features, names};

/// A position in an open text.
#[derive(Clone, Copy)]
pub(super) struct At<'t> {
    pub(super) uri: &'t str,
    pub(super) text: &'t str,
    pub(super) position: Position,
    /// The folder that the editor shows.
    pub(super) root: Option<&'t Path>,
}

/// The value of a UDM document, or the file that is named.
pub(super) fn hover(at: At<'_>) -> Option<Value> {
    let At { uri, text, position, root } = at;
    let (value, file) = (features::hover(text, position), names::hover(uri, text, position, root));
    let Some((mut value, file)) = value.clone().zip(file.clone()) else { return value.or(file) };
    let part = |hover: &Value| hover["contents"]["value"].as_str().unwrap_or_default().to_owned();
    value["contents"]["value"] = format!("{}\n\n{}", part(&value), part(&file)).into();
    Some(value)
}

/// Names of files where the format reads one, otherwise types and keys of UDM.
pub(super) fn completion(at: At<'_>) -> Option<Vec<Value>> {
    let At { uri, text, position, root } = at;
    let of_udm = || features::completion(text, position, || diagnostics::schema(uri));
    Some(names::completion(uri, text, position, root).unwrap_or_else(of_udm))
}
