//! Base64, read and written the way the engine does it (see [FORMAT.md, "Text"](crate::format#text)).

use alloc::vec::Vec;
use base64_simd::{Out, STANDARD};

/// Decodes `text`, using the standard alphabet plus `-` and `_`. The padding may be `=` or `.`, and it may be missing
/// or in the middle of the text. Returns `None` for any other byte, and for a group with a single character.
pub fn decode(text: &[u8]) -> Option<Vec<u8>> {
    STANDARD.decode_to_vec(text).ok().or_else(|| decode_lenient(text))
}

/// Decodes four characters at a time, without looking at the other groups.
#[cold]
fn decode_lenient(text: &[u8]) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len());
    for group in text.chunks(4) {
        let sextet = |index: usize| group.get(index).copied().and_then(sextet);
        let is_there = |index: usize| group.get(index).is_some_and(|byte| !matches!(byte, b'=' | b'.'));
        let (first, second) = (sextet(0)?, sextet(1)?);
        bytes.push(first << 2 | second >> 4);
        if is_there(2) {
            let third = sextet(2)?;
            bytes.push(second << 4 | third >> 2);
            if is_there(3) {
                bytes.push(third << 6 | sextet(3)?);
            }
        }
    }
    Some(bytes)
}

fn sextet(byte: u8) -> Option<u8> {
    Some(match byte {
        b'A'..=b'Z' => byte.wrapping_sub(b'A'),
        b'a'..=b'z' => byte.wrapping_sub(b'a').wrapping_add(26),
        b'0'..=b'9' => byte.wrapping_sub(b'0').wrapping_add(52),
        b'+' | b'-' => 62,
        b'/' | b'_' => 63,
        _ => return None,
    })
}

/// Encodes `bytes` and appends them to `out`. The result will have padding, and no line breaks.
pub fn encode(bytes: &[u8], out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start.saturating_add(STANDARD.encoded_length(bytes.len())), 0);
    if let Some(target) = out.get_mut(start..) {
        let _ = STANDARD.encode(bytes, Out::from_slice(target));
    }
}
