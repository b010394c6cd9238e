//! Converts names between bytes and text.

use std::fmt::Write as _;

/// Converts a name to text, so that [`unescape_name`] can convert it back to the same bytes. Control characters,
/// percent signs and bytes that are not UTF-8 become `%` and two digits each, as in URIs. Everything else stays as it
/// is.
///
/// ```
/// use asset_scene::{escape_name, unescape_name};
/// assert_eq!(escape_name(b"Bip01 L Hand"), "Bip01 L Hand");
/// assert_eq!(escape_name(b"50%\xff\n"), "50%25%FF%0A");
/// assert_eq!(unescape_name("50%25%FF%0A"), b"50%\xff\n");
/// ```
pub fn escape_name(name: &[u8]) -> String {
    let mut text = String::with_capacity(name.len());
    for chunk in name.utf8_chunks() {
        for character in chunk.valid().chars() {
            if character.is_control() || character == '%' {
                let mut bytes = [0; 4];
                character.encode_utf8(&mut bytes).bytes().for_each(|byte| push_escaped(&mut text, byte));
            } else {
                text.push(character);
            }
        }
        chunk.invalid().iter().for_each(|byte| push_escaped(&mut text, *byte));
    }
    text
}

fn push_escaped(text: &mut String, byte: u8) {
    // Writing to a string can't fail.
    let _ = write!(text, "%{byte:02X}");
}

/// Converts the text from [`escape_name`] back to bytes. If a percent sign is not followed by two hexadecimal digits,
/// it stays as it is.
pub fn unescape_name(text: &str) -> Vec<u8> {
    let mut name = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        match (first, after) {
            (b'%', [high, low, after @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                name.push(digit(*high) << 4 | digit(*low));
                rest = after;
            }
            _ => {
                name.push(*first);
                rest = after;
            }
        }
    }
    name
}

/// Returns the value of a hexadecimal digit.
fn digit(hex: u8) -> u8 {
    char::from(hex).to_digit(16).map_or(0, |digit| digit as u8)
}
