//! Describes values in one line.

use binio::Name;
use udm::{Style, Value};

/// How many characters of a text to show in a line.
const SHOWN: usize = 200;

/// Returns the text in one line, shortened.
pub(super) fn line(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", text.get(..at).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Describes a UDM value: the type and, if it is short, the content.
pub(super) fn udm_value(value: &Value<'_>) -> String {
    let ty = value.ty();
    match value {
        Value::String(text) | Value::Ref(text) => format!("{ty} \"{}\"", line(&text.to_string())),
        Value::Element(element) => format!("element, {} keys", element.len()),
        Value::Array(array) => format!("{ty} of {}, {} items", array.item_type(), array.len()),
        Value::Utf8(bytes) | Value::Blob(bytes) => format!("{ty}, {} bytes", bytes.len()),
        Value::Lz4(packed) => format!("lz4, {} bytes", packed.unpacked_len),
        other => match other.to_text(Style::Compact) {
            Ok(text) => format!("{ty} {}", line(&Name::from(text).to_string())),
            Err(_) => ty.to_string(),
        },
    }
}
