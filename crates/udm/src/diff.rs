//! What is different between two documents.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use crate::array::Array;
use crate::document::{Document, key};
use crate::element::Element;
use crate::path::{escape_key, join};
use crate::value::Value;

/// One difference, at a path as [`Document::get`] takes it. Keys of the root beside the data begin with `../`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// Only the second document has it.
    Added(String),
    /// Only the first document has it.
    Removed(String),
    /// Both have it, with different values.
    Changed(String),
}

impl Change {
    /// Where.
    pub fn path(&self) -> &str {
        match self {
            Self::Added(path) | Self::Removed(path) | Self::Changed(path) => path,
        }
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match self {
            Self::Added(_) => '+',
            Self::Removed(_) => '-',
            Self::Changed(_) => '~',
        };
        write!(f, "{mark} {}", self.path())
    }
}

impl<'a> Document<'a> {
    /// What `other` has more, less or other than this document, as deep down as both are alike. The order of keys is of no
    /// account; of a key that is there twice only the last counts.
    ///
    /// ```
    /// # use udm::{Change, Document};
    /// let old = Document::parse(b"$int8 a 1 $int8 b 2")?;
    /// let new = Document::parse(b"$int8 b 3 $int8 c 4")?;
    /// let changes: Vec<_> = old.diff(&new).iter().map(ToString::to_string).collect();
    /// assert_eq!(changes, ["- a", "~ b", "+ c"]);
    /// # Ok::<(), udm::Error>(())
    /// ```
    pub fn diff(&self, other: &Document<'_>) -> Vec<Change> {
        let mut changes = Vec::new();
        let mut pending = Vec::new();
        for key in keys(&self.root, &other.root) {
            let path = if key == key::DATA.as_bytes() { String::new() } else { format!("../{}", escape_key(key)) };
            pair(path, self.root.get(key), other.root.get(key), &mut pending, &mut changes);
        }
        while let Some((path, old, new)) = pending.pop() {
            match (old, new) {
                (Value::Element(old), Value::Element(new)) => {
                    for key in keys(old, new) {
                        pair(join(&path, key), old.get(key), new.get(key), &mut pending, &mut changes);
                    }
                }
                (Value::Array(Array::Items(old)), Value::Array(Array::Items(new)))
                    if old.item_type() == new.item_type() =>
                {
                    for index in 0..old.len().max(new.len()) {
                        let path = format!("{path}[{index}]");
                        pair(path, old.get(index), new.get(index), &mut pending, &mut changes);
                    }
                }
                _ if old == new => {}
                _ => changes.push(Change::Changed(path)),
            }
        }
        changes.sort_by(|a, b| a.path().cmp(b.path()));
        changes
    }
}

/// The keys of both, each once.
fn keys<'d>(old: &'d Element<'_>, new: &'d Element<'_>) -> BTreeSet<&'d [u8]> {
    old.iter().chain(new.iter()).map(|(key, _)| key.as_bytes()).collect()
}

type Pair<'d, 'a, 'b> = (String, &'d Value<'a>, &'d Value<'b>);

/// What both have is compared later; what one of them has is a change.
fn pair<'d, 'a, 'b>(
    path: String,
    old: Option<&'d Value<'a>>,
    new: Option<&'d Value<'b>>,
    pending: &mut Vec<Pair<'d, 'a, 'b>>,
    changes: &mut Vec<Change>,
) {
    match (old, new) {
        (Some(old), Some(new)) => pending.push((path, old, new)),
        (Some(_), None) => changes.push(Change::Removed(path)),
        (None, Some(_)) => changes.push(Change::Added(path)),
        (None, None) => {}
    }
}
