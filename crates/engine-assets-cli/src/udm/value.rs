//! Single values as text.

use engine_assets::binio::Name;
use engine_assets::udm::{Array, Style, Value};

/// Characters of a value that a line shows.
const SHOWN: usize = 60;

/// A value in one line, safe to print.
pub(crate) fn brief(value: &Value<'_>) -> String {
    let ty = value.ty();
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match value {
        Value::Nil => "nil".to_owned(),
        Value::String(text) | Value::Ref(text) => format!("{ty} \"{}\"", cut(&escaped(text))),
        Value::Element(element) => format!("element, {}", counted(element.len(), "key")),
        Value::Array(array) => {
            let packed = match array {
                Array::Packed(packed) => format!(", packed in {}", counted(packed.as_bytes().len(), "byte")),
                _ => String::new(),
            };
            format!("{ty} of {}, {}{packed}", array.item_type(), counted(array.len(), "item"))
        }
        Value::Utf8(bytes) | Value::Blob(bytes) => format!("{ty}, {}", counted(bytes.len(), "byte")),
        Value::Lz4(packed) => {
            format!("lz4, {} packed in {}", counted(packed.unpacked_len as usize, "byte"), packed.data.len())
        }
        Value::Bool(byte) => format!("bool {byte}"),
        other => match other.to_text(Style::Compact) {
            Ok(text) => format!("{ty} {}", cut(&escaped(&text))),
            Err(_) => ty.to_string(),
        },
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((place, _)) => format!("{}…", text.get(..place).unwrap_or_default()),
        None => text.to_owned(),
    }
}

/// Bytes of a file, safe to print in one line; unlike a name's, their backslashes stay as they are.
pub(crate) fn escaped(bytes: &[u8]) -> String {
    let parts: Vec<String> = bytes.split(|byte| *byte == b'\\').map(|part| Name::from(part).to_string()).collect();
    parts.join("\\")
}

/// As [`escaped`], with the lines and tabs of a text.
pub(super) fn escaped_lines(bytes: &[u8]) -> String {
    let pieces = bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\t'));
    pieces.fold(String::new(), |text, piece| match piece.split_last() {
        Some((end @ (b'\n' | b'\t'), before)) => text + &escaped(before) + if *end == b'\n' { "\n" } else { "\t" },
        _ => text + &escaped(piece),
    })
}
