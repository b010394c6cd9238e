//! XML and JSON documents that you can edit while the rest of the file stays as it is, to the byte.
//!
//! A tree does not contain any text. [`XmlTree::parse`] and [`JsonTree::parse`] check a file once and remember where
//! its parts are. To read the file, use the tree together with the bytes; names and values are borrowed from them:
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
//! To keep a document, store its bytes and its tree. After an edit you have to parse the new bytes. You may collect
//! several edits before you apply them, but they must not overlap. To create a new file in the layout of the engine,
//! use [`XmlWriter`] and [`JsonWriter`].
//!
//! # Accepted input
//! * XML: elements, attributes and text. Comments, processing instructions and the declaration are ignored but kept,
//!   and so is a document type, whose entities are not declared. A reference to an unknown entity is kept as it is, as
//!   in the engine. For duplicate attributes, the first is used.
//! * JSON: comments and trailing commas are allowed, because the engine accepts them. For duplicate members, the last
//!   is used.
//! * The file must be UTF-8, with or without a byte order mark, and must not contain a NUL. When XML has another
//!   encoding, decode it first using [`XmlEncoding`].
//! * Elements can be nested up to [`binio::MAX_DEPTH`], and a file can have up to 4 GiB. A tree takes less than 96
//!   bytes per byte of the file, even while it grows.

mod edits;
mod escape;
mod json;
mod xml;

use alloc::string::String;
use binio::{Fault, Path};

use crate::error::{Error, ErrorKind};

pub use edits::{Edits, Span};
pub use escape::escape_attribute;
#[cfg(feature = "sidecar")]
pub(crate) use escape::{is_xml_name, unescape_attribute};
pub use json::{JsonKind, JsonMember, JsonTree, JsonValue, JsonWriter};
pub use xml::{Attribute, Element, XmlEncoding, XmlTree, XmlWriter, before_root};

/// Checks that a tree can store the file, and returns the length of its byte order mark.
///
/// # Errors
/// Fails if the file is UTF-16 or UTF-32, contains a NUL, or has more than 4 GiB.
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

/// Returns the range of the line end and the indentation before `at`. If there is anything else before `at` on its
/// line, returns `None`.
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

/// How far to search for a line end. Without a limit, a file without line ends would be searched as a whole for each
/// edit.
const LONGEST_LINE: usize = 1 << 12;

/// Returns the indentation of the line at `at`. If the line is very long, this is empty.
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

/// Returns the line end that a file uses and a step of its indentation, given its first lines.
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
