//! Finds the largest values in a document.

use std::cmp::Reverse;

use engine_assets::udm::{Array, Document, Value};
use serde::Serialize;

use crate::counts::grouped;
use crate::udm::{brief, escaped};

/// A value that does not contain other values.
#[derive(Serialize)]
pub(super) struct Largest<'d, 'a> {
    /// The path, which starts at the data of the asset.
    path: String,
    #[serde(rename = "type")]
    ty: String,
    /// The size in a binary file in bytes, without key and type.
    bytes: u64,
    #[serde(skip)]
    value: &'d Value<'a>,
}

/// Returns the `count` largest values that don't contain other values. If values have the same size, they stay in the
/// order of the file.
pub(super) fn largest<'d, 'a>(document: &'d Document<'a>, count: usize) -> Vec<Largest<'d, 'a>> {
    let mut values: Vec<_> = document
        .walk()
        .filter(|(_, value)| !matches!(value, Value::Element(_) | Value::Array(Array::Items(_))))
        .filter_map(|(path, value)| {
            Some(Largest { path, ty: value.ty().to_string(), bytes: value.encoded_len().ok()?, value })
        })
        .collect();
    values.sort_by_key(|largest| Reverse(largest.bytes));
    values.truncate(count);
    values
}

/// Writes the largest values, one per line.
pub(super) fn describe(document: &Document<'_>, count: usize, text: &mut String) {
    let values = largest(document, count);
    *text += "  largest:\n";
    let width = values.first().map_or(0, |largest| grouped(largest.bytes).len());
    for Largest { path, bytes, value, .. } in values {
        let (size, path, value) = (grouped(bytes), escaped(path.as_bytes()), brief(value));
        *text += &format!("    {size:>width$} bytes  {path}: {value}\n");
    }
}
