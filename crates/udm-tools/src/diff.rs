//! Finds the differences between two documents.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use udm::{Array, Document, Element, Value, child_path};

use crate::lcs;
use crate::path::in_root;
use crate::same::{DiffOptions, array_items, same};

/// A difference between two documents. You can pass the path to [`Document::fetch`]. If it starts with `../`, it is a
/// root key other than the data. For a changed or removed item, the index is the index in the first document. For an
/// added item, this is the index in the second.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Change<'d> {
    /// The path to the value, which you can pass to [`Document::fetch`].
    pub path: String,
    /// The value in the first document. This is `None` if only the second document has a value.
    pub old: Option<Cow<'d, Value<'d>>>,
    /// The value in the second document. This is `None` if only the first document has a value.
    pub new: Option<Cow<'d, Value<'d>>>,
}

impl<'d> Change<'d> {
    /// Creates a change to use with [`patch`](crate::patch()).
    pub fn new(path: impl Into<String>, old: Option<&'d Value<'d>>, new: Option<&'d Value<'d>>) -> Self {
        Self { path: path.into(), old: old.map(Cow::Borrowed), new: new.map(Cow::Borrowed) }
    }
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = match (&self.old, &self.new) {
            (None, _) => '+',
            (_, None) => '-',
            _ => '~',
        };
        write!(f, "{mark} {}", self.path)
    }
}

/// Compares two documents, and returns the values that were added, removed or changed. They are sorted by path.
///
/// This function compares the meaning of documents: the order of keys does not matter, only the last value of a
/// duplicate key is used, and it makes no difference how an array is packed. To compare arrays, it uses the longest
/// common subsequence of their items, so when you remove an item, you will see a single removal. With more than 64
/// changed items, an array of numbers or strings is reported as a single change.
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

/// Compares two documents like [`diff`], using `options`.
pub fn diff_with<'d>(old: &'d Document<'_>, new: &'d Document<'_>, options: &DiffOptions) -> Vec<Change<'d>> {
    let mut changes = Vec::new();
    let mut pending: Vec<Change<'d>> = Vec::new();
    pending.extend(children(&old.root, &new.root, in_root));
    while let Some(change) = pending.pop() {
        // Items of arrays of elements are borrowed; only leaf values are owned.
        let (Some(Cow::Borrowed(old)), Some(Cow::Borrowed(new))) = (&change.old, &change.new) else {
            changes.push(change);
            continue;
        };
        let (old, new): (&'d Value<'d>, &'d Value<'d>) = (old, new);
        match (old, new) {
            (Value::Element(old), Value::Element(new)) => {
                pending.extend(children(old, new, |key| child_path(&change.path, key)));
            }
            _ if same(old, new, options) => {}
            (Value::Array(old), Value::Array(new)) if items(&change, old, new, options, &mut pending) => {}
            _ => changes.push(change),
        }
    }
    changes.sort_by(|a, b| a.path.cmp(&b.path));
    changes
}

/// With more changed items than this, an array of numbers or strings is reported as a single change.
const MOST_ITEMS: usize = 64;

/// Compares arrays item by item. Returns `false` if they have to be reported as a single change.
fn items<'d>(
    change: &Change<'d>,
    old: &'d Array<'_>,
    new: &'d Array<'_>,
    options: &DiffOptions,
    pending: &mut Vec<Change<'d>>,
) -> bool {
    let packed = |array: &Array<'_>| matches!(array, Array::Packed(_));
    if old.item_type() != new.item_type() || packed(old) || packed(new) || layout(old) != layout(new) {
        return false;
    }
    let (old, new) = (array_items(old), array_items(new));
    let aligned = lcs::aligned(old.len(), new.len(), |a, b| match (old.get(a), new.get(b)) {
        (Some(a), Some(b)) => same(a, b, options),
        _ => false,
    });
    let kept: BTreeSet<usize> = aligned.iter().copied().flatten().collect();
    let mut changes = Vec::new();
    for (index, item) in old.iter().enumerate().filter(|(index, _)| !kept.contains(index)) {
        changes.push(Change { path: format!("{}[{index}]", change.path), old: Some(item.clone()), new: None });
    }
    for (index, (item, before)) in new.iter().zip(&aligned).enumerate() {
        let before = before.and_then(|before| Some((before, old.get(before)?)));
        match before {
            None => {
                changes.push(Change { path: format!("{}[{index}]", change.path), old: None, new: Some(item.clone()) });
            }
            Some((_, before)) if same(before, item, options) => {}
            Some((place, before)) => {
                let path = format!("{}[{place}]", change.path);
                changes.push(Change { path, old: Some(before.clone()), new: Some(item.clone()) });
            }
        }
    }
    let is_leaf = !matches!(change.old.as_deref(), Some(Value::Array(Array::Items(_))));
    if is_leaf && changes.len() > MOST_ITEMS {
        return false;
    }
    pending.extend(changes);
    true
}

/// Returns the struct fields if this is an array of structs.
fn layout<'d>(array: &'d Array<'_>) -> Option<&'d [(udm::Type, udm::Name<'d>)]> {
    if let Array::Structs(structs) = array { Some(structs.layout().fields()) } else { None }
}

/// Returns the two values under every key, even if they are equal.
fn children<'d>(
    old: &'d Element<'_>,
    new: &'d Element<'_>,
    path: impl Fn(&[u8]) -> String,
) -> impl Iterator<Item = Change<'d>> {
    let mut both: BTreeMap<&'d [u8], [Option<&'d Value<'d>>; 2]> = BTreeMap::new();
    for (key, value) in old.iter() {
        both.entry(key.as_bytes()).or_default()[0] = Some(value);
    }
    for (key, value) in new.iter() {
        both.entry(key.as_bytes()).or_default()[1] = Some(value);
    }
    both.into_iter().map(move |(key, [old, new])| Change::new(path(key), old, new))
}
