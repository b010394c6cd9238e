//! Merge of two documents with a common ancestor.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use binio::{MAX_DEPTH, Name};
use udm::{Array, Document, Element, Value, child_path};

use crate::path::in_root;
use crate::same::{DiffOptions, same};

/// A place that both sides of a merge have changed, each in another way.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Conflict {
    /// Where, as [`Document::get`] takes it.
    pub path: String,
    /// The value in our document, which is kept; `None` if it was removed.
    pub ours: Option<Value<'static>>,
    /// The value in their document; `None` if it was removed.
    pub theirs: Option<Value<'static>>,
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = |value: &Option<Value<'_>>| if value.is_some() { "changed" } else { "removed" };
        write!(f, "{}: {} here, {} there", self.path, what(&self.ours), what(&self.theirs))
    }
}

/// Merges the changes from `base` to `theirs` into `ours`, by meaning: the order of keys and the layout of texts are
/// ignored. The text of `ours` changes only where `theirs` has changes. Returns the conflicts, where `ours` keeps its value.
///
/// ```
/// use udm::Document;
/// let base = Document::parse(b"$int8 a 1\n$int8 b 2\n")?;
/// let mut ours = Document::parse(b"$int8 a 5 // why\n$int8 b 2\n")?;
/// let theirs = Document::parse(b"$int8 b 3 $int8 a 1")?;
/// assert!(udm_tools::merge(&base, &mut ours, &theirs).is_empty());
/// assert_eq!(ours.to_bytes()?, b"$int8 a 5 // why\n$int8 b 3\n");
/// # Ok::<(), udm::Error>(())
/// ```
pub fn merge(base: &Document<'_>, ours: &mut Document<'_>, theirs: &Document<'_>) -> Vec<Conflict> {
    let mut merge = Merge { conflicts: Vec::new() };
    merge.element("..", Some(&base.root), &mut ours.root, &theirs.root, MAX_DEPTH);
    if ours.trailing == base.trailing {
        ours.trailing = theirs.trailing.clone().into_owned();
    }
    if ours.header_version == base.header_version {
        ours.header_version = theirs.header_version;
    }
    merge.conflicts
}

struct Merge {
    conflicts: Vec<Conflict>,
}

impl Merge {
    fn element(
        &mut self,
        path: &str,
        base: Option<&Element<'_>>,
        ours: &mut Element<'_>,
        theirs: &Element<'_>,
        levels: u16,
    ) {
        let known = |key: &[u8]| base.and_then(|base| base.get(key));
        let mut seen: BTreeSet<&[u8]> = Default::default();
        for (name, _) in theirs.iter() {
            if !seen.insert(name.as_bytes()) {
                continue;
            }
            let (base, theirs) = (known(name), theirs.get(name.as_bytes()));
            let path = inner(path, name);
            match ours.get_mut(name.as_bytes()) {
                Some(value) => {
                    if self.value(&path, base, value, theirs, levels) {
                        ours.remove(name.as_bytes());
                    }
                }
                None => match (base, theirs) {
                    (None, Some(new)) => ours.push(name.clone().into_owned(), new.clone().into_owned()),
                    (Some(base), Some(new)) if !unchanged(Some(base), Some(new)) => {
                        self.conflict(&path, None, Some(new));
                    }
                    _ => {}
                },
            }
        }
        let gone: Vec<Name<'static>> = ours
            .iter()
            .filter(|(name, _)| !seen.contains(name.as_bytes()) && known(name).is_some())
            .map(|(name, _)| name.clone().into_owned())
            .collect();
        for name in gone {
            let path = inner(path, &name);
            if unchanged(known(&name), ours.get(name.as_bytes())) {
                ours.remove(name.as_bytes());
            } else {
                self.conflict(&path, ours.get(name.as_bytes()), None);
            }
        }
    }

    /// Merges a value that we have; whether it is to be removed.
    fn value(
        &mut self,
        path: &str,
        base: Option<&Value<'_>>,
        ours: &mut Value<'_>,
        theirs: Option<&Value<'_>>,
        levels: u16,
    ) -> bool {
        let Some(new) = theirs else { return unchanged(base, Some(ours)) };
        if unchanged(Some(ours), theirs) || unchanged(base, theirs) {
            return false;
        }
        let (deeper, is_old) = (levels.checked_sub(1), unchanged(base, Some(ours)));
        match (&mut *ours, new, base, deeper) {
            (Value::Element(ours), Value::Element(theirs), base, Some(levels)) => {
                self.element(path, base.and_then(Value::as_element), ours, theirs, levels);
            }
            (
                Value::Array(Array::Items(ours)),
                Value::Array(Array::Items(theirs)),
                Some(Value::Array(Array::Items(base))),
                Some(levels),
            ) if ours.len() == base.len() && theirs.len() == base.len() && ours.item_type() == theirs.item_type() => {
                for (index, (ours, theirs)) in ours.iter_mut().zip(theirs.iter()).enumerate() {
                    let path = format!("{path}[{index}]");
                    self.value(&path, base.get(index), ours, Some(theirs), levels);
                }
            }
            _ if is_old => *ours = new.clone().into_owned(),
            _ => self.conflict(path, Some(ours), theirs),
        }
        false
    }

    fn conflict(&mut self, path: &str, ours: Option<&Value<'_>>, theirs: Option<&Value<'_>>) {
        let owned = |value: Option<&Value<'_>>| value.map(|value| value.clone().into_owned());
        self.conflicts.push(Conflict { path: path.into(), ours: owned(ours), theirs: owned(theirs) });
    }
}

/// The path of `key` in the element at `path`, which may be the root.
fn inner(path: &str, key: &[u8]) -> String {
    if path == ".." { in_root(key) } else { child_path(path, key) }
}

/// Whether two values, or the lack of them, mean the same, whatever the order of their keys.
fn unchanged(a: Option<&Value<'_>>, b: Option<&Value<'_>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a == b || alike(a, b, MAX_DEPTH),
        _ => false,
    }
}

fn alike(a: &Value<'_>, b: &Value<'_>, levels: u16) -> bool {
    match (a, b, levels.checked_sub(1)) {
        (Value::Element(a), Value::Element(b), Some(levels)) => {
            let covers = |a: &Element<'_>, b: &Element<'_>| {
                a.iter().all(|(key, _)| match (a.get(key.as_bytes()), b.get(key.as_bytes())) {
                    (Some(a), Some(b)) => alike(a, b, levels),
                    _ => false,
                })
            };
            covers(a, b) && b.iter().all(|(key, _)| a.get(key.as_bytes()).is_some())
        }
        (Value::Array(Array::Items(a)), Value::Array(Array::Items(b)), Some(levels)) => {
            let pairs = || a.iter().zip(b.iter());
            a.item_type() == b.item_type() && a.len() == b.len() && pairs().all(|(a, b)| alike(a, b, levels))
        }
        _ => same(a, b, &DiffOptions::default()),
    }
}
