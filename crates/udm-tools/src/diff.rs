//! Differences between two documents.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use udm::{Array, Document, Element, Value, child_path};

use crate::path::in_root;
use crate::same::{DiffOptions, same};

/// One difference, at a path as [`Document::get`] takes it. Keys of the root beside the data begin with `../`.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change<'d> {
    /// Path of the value in the document, as [`Document::get`] takes it.
    pub path: String,
    /// The value in the first document; `None` if only the second has one.
    pub old: Option<&'d Value<'d>>,
    /// The value in the second document; `None` if only the first has one.
    pub new: Option<&'d Value<'d>>,
}

impl<'d> Change<'d> {
    /// Creates a change for [`patch`](crate::patch()).
    pub fn new(path: impl Into<String>, old: Option<&'d Value<'d>>, new: Option<&'d Value<'d>>) -> Self {
        Self { path: path.into(), old, new }
    }
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match (self.old, self.new) {
            (None, _) => '+',
            (_, None) => '-',
            _ => '~',
        };
        write!(f, "{mark} {}", self.path)
    }
}

/// Returns the values that were added, removed or changed between two documents, sorted by path.
///
/// By meaning: the order of keys is no difference, of a key that stands twice only the last counts, and arrays that are
/// packed differently are the same if their items are.
///
/// ```
/// use udm::Document;
/// let old = Document::parse(b"$int8 a 1 $int8 b 2")?;
/// let new = Document::parse(b"$int8 b 3 $int8 c 4")?;
/// let changes: Vec<_> = udm_tools::diff(&old, &new).iter().map(ToString::to_string).collect();
/// assert_eq!(changes, ["- a", "~ b", "+ c"]);
/// # Ok::<(), udm::Error>(())
/// ```
pub fn diff<'d>(old: &'d Document<'_>, new: &'d Document<'_>) -> Vec<Change<'d>> {
    diff_with(old, new, &DiffOptions::default())
}

/// Compares as [`diff`] does, with `options`.
pub fn diff_with<'d>(old: &'d Document<'_>, new: &'d Document<'_>, options: &DiffOptions) -> Vec<Change<'d>> {
    let mut changes = Vec::new();
    let mut pending: Vec<Change<'d>> = Vec::new();
    for key in keys(&old.root, &new.root) {
        pending.push(Change::new(in_root(key), old.root.get(key), new.root.get(key)));
    }
    while let Some(change) = pending.pop() {
        let (Some(old), Some(new)) = (change.old, change.new) else {
            changes.push(change);
            continue;
        };
        match (old, new) {
            (Value::Element(old), Value::Element(new)) => {
                let child = |key| Change::new(child_path(&change.path, key), old.get(key), new.get(key));
                pending.extend(keys(old, new).into_iter().map(child));
            }
            (Value::Array(Array::Items(old)), Value::Array(Array::Items(new)))
                if old.item_type() == new.item_type() =>
            {
                let child = |index| Change::new(format!("{}[{index}]", change.path), old.get(index), new.get(index));
                pending.extend((0..old.len().max(new.len())).map(child));
            }
            _ if same(old, new, options) => {}
            _ => changes.push(change),
        }
    }
    changes.sort_by(|a, b| a.path.cmp(&b.path));
    changes
}

/// The keys of both, each once.
fn keys<'d>(old: &'d Element<'_>, new: &'d Element<'_>) -> BTreeSet<&'d [u8]> {
    old.iter().chain(new.iter()).map(|(key, _)| key.as_bytes()).collect()
}
