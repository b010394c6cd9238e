//! XML and JSON documents as byte ranges, with edits that keep the rest of the file.
//!
//! A tree contains no text. [`XmlTree::parse`] and [`JsonTree::parse`] check a file once and store the ranges of its parts. To read it,
//! pair the tree with the bytes of the file; names and values are borrowed from the bytes:
//!
//! ```
//! use urho_core::tree::{Edits, XmlTree};
//!
//! let file = b"<material>\n\t<!-- grey -->\n\t<cull value=\"ccw\"/>\n</material>\n";
//! let tree = XmlTree::parse(file)?;
//! let root = tree.root(file);
//! let cull = root.child("cull").unwrap();
//! assert_eq!(cull.attribute("value").unwrap(), "ccw");
//!
//! // Edits are ranges and what replaces them; nothing else in the file changes.
//! let mut edits = Edits::new();
//! cull.set_attribute("value", b"none", &mut edits)?;
//! root.append(&mut edits, |new| new.open("fill").attribute("value", b"solid").close())?;
//! let changed = edits.apply(file)?;
//! let expected = "<material>\n\t<!-- grey -->\n\t<cull value=\"none\"/>\n\t<fill value=\"solid\" />\n</material>\n";
//! assert_eq!(changed, expected.as_bytes());
//! # Ok::<(), urho_core::Error>(())
//! ```
//!
//! Keep a document as its bytes and its tree, and parse the new bytes after an edit. Several edits can be collected before they are
//! applied, if they don't overlap. [`XmlWriter`] and [`JsonWriter`] create new files in the engine's layout.
//!
//! # Accepted input
//! * XML: elements, attributes, text. Comments, processing instructions and the declaration are ignored and kept. So is a document
//!   type: its entities aren't declared. References to unknown entities are kept as they are, as in the engine. For duplicate
//!   attributes the first counts.
//! * JSON: also with comments and trailing commas, which the engine accepts. For duplicate members the last counts.
//! * UTF-8, with a byte order mark or without; files with a NUL are refused. Decode XML in other encodings first: [`XmlEncoding`].
//! * Nesting up to [`binio::MAX_DEPTH`], files up to 4 GiB. A tree takes less than 96 bytes per byte of the file, also while it grows.

mod edits;
mod escape;
mod json;
mod xml;

use alloc::string::String;
use binio::{Fault, Path};

use crate::error::{Error, ErrorKind};

pub use edits::{Edits, Span};
#[cfg(feature = "sidecar")]
pub(crate) use escape::is_xml_name;
pub use escape::{escape_attribute, unescape_attribute};
pub use json::{JsonKind, JsonMember, JsonTree, JsonValue, JsonWriter};
pub use xml::{Attribute, Element, XmlEncoding, XmlTree, XmlWriter, before_root};

/// Checks that a tree can store the file, and returns the length of its byte order mark.
///
/// # Errors
/// UTF-16 or UTF-32, a NUL, more than 4 GiB.
pub(crate) fn byte_order_mark(text: &[u8]) -> Result<usize, Error> {
    let not_utf8 = |at: usize| Err(Error::new(ErrorKind::NotUtf8, Path::new()).at(at as u64));
    if text.starts_with(b"\xfe\xff") || text.starts_with(b"\xff\xfe") {
        return not_utf8(0);
    }
    if let Some(at) = text.iter().position(|byte| *byte == 0) {
        return not_utf8(at);
    }
    if u32::try_from(text.len()).is_err() {
        let fault = Fault::TooLarge { value: text.len() as u64, max: u64::from(u32::MAX) };
        return Err(Error::new(fault, Path::new()).at(0));
    }
    Ok(if text.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 })
}

#[cold]
fn xml_error(message: impl Into<String>, at: usize) -> Error {
    Error::new(ErrorKind::Xml(message.into()), Path::new()).at(at as u64)
}

#[cold]
fn json_error(message: impl Into<String>, at: usize) -> Error {
    Error::new(ErrorKind::Json(message.into()), Path::new()).at(at as u64)
}

#[cold]
fn too_deep(at: usize) -> Error {
    Error::new(Fault::Limit("nesting"), Path::new()).at(at as u64)
}

/// Returns the range of line end and indentation before `at`, if only indentation precedes `at` on its line.
fn line_start(text: &[u8], at: usize) -> Option<Span> {
    let before = text.get(..at)?;
    let indent = before.iter().rev().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let mut start = at - indent;
    start = start.checked_sub(usize::from(before.get(..start)?.ends_with(b"\n")))?;
    (start < at - indent).then(|| {
        let carriage = usize::from(before.get(..start).is_some_and(|before| before.ends_with(b"\r")));
        Span::new(start - carriage, at)
    })
}

/// Bytes that are searched for a line end: a file without line ends isn't searched whole for each of its edits.
const LONGEST_LINE: usize = 1 << 12;

/// Returns the indentation of the line at `at`; of a very long line nothing.
fn indentation(text: &[u8], at: usize) -> &[u8] {
    let from = at.saturating_sub(LONGEST_LINE);
    let before = text.get(from..at).unwrap_or_default();
    let start = match before.iter().rposition(|byte| *byte == b'\n') {
        Some(newline) => from + newline + 1,
        None if from == 0 => 0,
        None => return b"",
    };
    let line = text.get(start..).unwrap_or_default();
    let indent = line.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    line.get(..indent).unwrap_or_default()
}

/// Returns the line end of a file and one step of its indentation, as its first lines have them.
fn layout(text: &[u8]) -> (&'static [u8], &[u8]) {
    let text = text.get(..2 * LONGEST_LINE).unwrap_or(text);
    let Some(newline) = text.iter().position(|byte| *byte == b'\n') else { return (b"\n", b"\t") };
    let carriage = newline.checked_sub(1).and_then(|before| text.get(before)) == Some(&b'\r');
    let indented = text.split(|byte| *byte == b'\n').find(|line| matches!(line.first(), Some(b' ' | b'\t')));
    let unit = indented.map_or(&b"\t"[..], |line| {
        let indent = line.iter().take_while(|byte| **byte == b' ').count();
        if indent == 0 { b"\t" } else { line.get(..indent).unwrap_or_default() }
    });
    (if carriage { b"\r\n" } else { b"\n" }, unit)
}
