//! What comes before the root element.

/// Skips everything before the root element: the byte order mark, declarations, processing instructions, comments and a
/// document type.
///
/// Use this to detect a file by the name of its root without parsing it. If the text ends before the root, this returns
/// `None`.
///
/// ```
/// use urho_core::tree::before_root;
/// assert_eq!(before_root(b"<?xml version='1.0'?><!-- > --><!DOCTYPE a [<!ENTITY b '<c>'>]><a/>"), Some(&b"<a/>"[..]));
/// assert_eq!(before_root(b"<!-- open"), None);
/// ```
pub fn before_root(text: &[u8]) -> Option<&[u8]> {
    let mut text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    loop {
        text = text.trim_ascii_start();
        let end = match text {
            [b'<', b'?', ..] => find(text, b"?>")? + 2,
            [b'<', b'!', b'-', b'-', ..] => find(text, b"-->")? + 3,
            [b'<', b'!', ..] => document_type(text)?,
            _ => return Some(text),
        };
        text = text.get(end..)?;
    }
}

/// Returns the length of a document type at the start of a text. It can declare entities in brackets, and these contain
/// their own tags.
fn document_type(text: &[u8]) -> Option<usize> {
    let (mut quote, mut is_inside) = (None, false);
    for (at, byte) in text.iter().enumerate() {
        match (quote, *byte) {
            (Some(open), byte) if open == byte => quote = None,
            (None, byte @ (b'"' | b'\'')) => quote = Some(byte),
            (None, b'[') => is_inside = true,
            (None, b']') => is_inside = false,
            (None, b'>') if !is_inside => return Some(at + 1),
            _ => {}
        }
    }
    None
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}
