//! Applying changes, and merging two documents that come from the same one.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use binio::{Limits, MAX_DEPTH, Name};

use crate::array::Array;
use crate::diff::{Change, DiffOptions, same};
use crate::document::{Document, key};
use crate::element::Element;
use crate::error::{Error, ErrorKind, no_place};
use crate::path::{escape_key, join};
use crate::value::Value;

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

impl<'a> Document<'a> {
    /// Makes changes that [`diff`](Self::diff) found: whatever isn't there yet is made, on a document that has the old values.
    ///
    /// # Errors
    /// [`ErrorKind::Contradiction`] if a value isn't the old one; whatever [`insert`](Self::insert) and
    /// [`remove`](Self::remove) give. The document is then as it was.
    pub fn apply(&mut self, changes: &[Change<'_>]) -> Result<(), Error> {
        let mut document = self.clone();
        let within = |error: Error, path: &str| error.within(binio::Segment::Name(Name::from(String::from(path))));
        // Items are removed from the last on, so that those before keep their places.
        let removed = changes.iter().rev().filter(|change| change.new.is_none());
        let mut removed: Vec<&Change<'_>> = removed.collect();
        removed.sort_by_key(|change| core::cmp::Reverse(index_of(&change.path)));
        let mut added: Vec<&Change<'_>> = changes.iter().filter(|change| change.new.is_some()).collect();
        added.sort_by_key(|change| index_of(&change.path));
        for change in added.into_iter().chain(removed) {
            document.apply_one(change).map_err(|error| within(error, &change.path))?;
        }
        *self = document;
        Ok(())
    }

    fn apply_one(&mut self, change: &Change<'_>) -> Result<(), Error> {
        let found = self.fetch(&change.path, &mut Limits::default().budget());
        let fits = match (&found, change.old) {
            (Ok(found), Some(old)) => same(found, old, &DiffOptions::default()),
            (Err(error), None) => matches!(error.kind(), ErrorKind::NoSuchPath(_)),
            _ => false,
        };
        if !fits {
            return Err(no_place(ErrorKind::Contradiction(
                "expected the value that the change was made from, found another",
            )));
        }
        match change.new {
            Some(new) => self.insert(&change.path, new.clone().into_owned()).map(|_| ()),
            None => self.remove(&change.path).map(|_| ()),
        }
    }

    /// Merges what `theirs` has changed since `base` into this document, by meaning: the order of keys and the layout of texts
    /// don't matter, and of a text only what they have changed changes. Returns the conflicts, where our value is kept.
    ///
    /// ```
    /// # use udm::Document;
    /// let base = Document::parse(b"$int8 a 1\n$int8 b 2\n")?;
    /// let mut ours = Document::parse(b"$int8 a 5 // why\n$int8 b 2\n")?;
    /// let theirs = Document::parse(b"$int8 b 3 $int8 a 1")?;
    /// assert!(ours.merge(&base, &theirs).is_empty());
    /// assert_eq!(ours.to_bytes()?, b"$int8 a 5 // why\n$int8 b 3\n");
    /// # Ok::<(), udm::Error>(())
    /// ```
    pub fn merge(&mut self, base: &Document<'_>, theirs: &Document<'_>) -> Vec<Conflict> {
        let mut merge = Merge { conflicts: Vec::new() };
        merge.element("..", Some(&base.root), &mut self.root, &theirs.root, MAX_DEPTH);
        if self.trailing == base.trailing {
            self.trailing = theirs.trailing.clone().into_owned();
        }
        if self.header_version == base.header_version {
            self.header_version = theirs.header_version;
        }
        merge.conflicts
    }
}

/// The last index of a path that ends in one.
fn index_of(path: &str) -> usize {
    let inside = path.strip_suffix(']').and_then(|path| path.rsplit_once('['));
    inside.and_then(|(_, index)| index.parse().ok()).unwrap_or(0)
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
        let mut seen: alloc::collections::BTreeSet<&[u8]> = Default::default();
        for (name, _) in theirs.iter() {
            if !seen.insert(name.as_bytes()) {
                continue;
            }
            let (base, theirs) = (known(name), theirs.get(name.as_bytes()));
            let path = self.inner(path, name);
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
            let path = self.inner(path, &name);
            if unchanged(known(&name), ours.get(name.as_bytes())) {
                ours.remove(name.as_bytes());
            } else {
                self.conflict(&path, ours.get(name.as_bytes()), None);
            }
        }
    }

    /// The path of `key` in the element at `path`; the data begins anew.
    fn inner(&self, path: &str, key: &[u8]) -> String {
        match path {
            ".." if key == key::DATA.as_bytes() => String::new(),
            ".." => alloc::format!("../{}", escape_key(key)),
            _ => join(path, key),
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
                    let path = alloc::format!("{path}[{index}]");
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
