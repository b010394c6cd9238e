//! Merges values. This is used for documents that are not text.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::vec::Vec;

use binio::{Limits, MAX_DEPTH, Name};
use udm::{Array, Document, Element, PackedArray, Value};

use super::order::Numbered;
use super::{Conflict, inner};
use crate::same::{DiffOptions, array_items, array_of, same};

/// Merges the changes from `base` to `theirs` into `ours`.
pub(super) fn merge(base: &Document<'_>, ours: &mut Document<'_>, theirs: &Document<'_>) -> Vec<Conflict> {
    let mut merge = Merge { conflicts: Vec::new() };
    if ours.root == base.root {
        ours.root = theirs.root.clone().into_owned();
    } else {
        merge.element("..", Some(&base.root), &mut ours.root, &theirs.root, MAX_DEPTH);
    }
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
        let known = base.map(Element::by_key).unwrap_or_default();
        let new_values = theirs.by_key();
        let mut own: BTreeMap<Vec<u8>, &mut Value<'_>> =
            ours.iter_mut().map(|(name, value)| (name.as_bytes().to_vec(), value)).collect();
        let (mut added, mut gone): (Vec<(Name<'static>, Value<'static>)>, BTreeSet<Vec<u8>>) = Default::default();
        let mut seen: BTreeSet<&[u8]> = Default::default();
        for (name, _) in theirs.iter() {
            if !seen.insert(name.as_bytes()) {
                continue;
            }
            let (base, theirs) = (known.get(name.as_bytes()).copied(), new_values.get(name.as_bytes()).copied());
            let path = inner(path, name);
            match (own.get_mut(name.as_bytes()), base, theirs) {
                (Some(value), ..) => {
                    let is_gone = self.value(&path, base, value, theirs, levels);
                    if is_gone {
                        gone.insert(name.as_bytes().to_vec());
                    }
                }
                (None, None, Some(new)) => added.push((name.clone().into_owned(), new.clone().into_owned())),
                (None, Some(base), Some(new)) if !unchanged(Some(base), Some(new)) => {
                    self.conflict(&path, None, Some(new));
                }
                _ => {}
            }
        }
        drop(own);
        // The last of duplicate keys counts.
        let left = ours.by_key().into_iter().filter(|(name, _)| !seen.contains(name));
        let left = left.filter_map(|(name, value)| Some((name, value, known.get(name).copied()?)));
        let mut removed: BTreeMap<&[u8], (&Value<'_>, bool)> = BTreeMap::new();
        for (name, value, base) in left {
            removed.insert(name, (value, unchanged(Some(base), Some(value))));
        }
        for (name, _) in ours.iter() {
            match removed.remove(name.as_bytes()) {
                Some((_, true)) => drop(gone.insert(name.as_bytes().to_vec())),
                Some((value, false)) => self.conflict(&inner(path, name), Some(value), None),
                None => {}
            }
        }
        if !gone.is_empty() {
            let kept = ours.iter_mut().filter(|(name, _)| !gone.contains(name.as_bytes()));
            *ours = kept.map(|(name, value)| (name.clone(), core::mem::replace(value, Value::Nil))).collect();
        }
        ours.extend(added);
    }

    /// Merges a value that we have. Returns `true` if it has to be removed.
    fn value(
        &mut self,
        path: &str,
        base: Option<&Value<'_>>,
        ours: &mut Value<'_>,
        theirs: Option<&Value<'_>>,
        levels: u16,
    ) -> bool {
        let Some(new) = theirs else {
            let removed = unchanged(base, Some(ours));
            if !removed {
                self.conflict(path, Some(ours), None);
            }
            return removed;
        };
        if unchanged(Some(ours), theirs) || unchanged(base, theirs) {
            return false;
        }
        let (deeper, is_old) = (levels.checked_sub(1), unchanged(base, Some(ours)));
        if base == Some(&*ours) {
            *ours = new.clone().into_owned();
            return false;
        }
        match (&mut *ours, new, base, deeper) {
            (Value::Element(ours), Value::Element(theirs), base, Some(levels)) => {
                self.element(path, base.and_then(Value::as_element), ours, theirs, levels);
            }
            (Value::Array(ours), Value::Array(theirs), Some(Value::Array(base)), Some(levels)) if !is_old => {
                if !self.array(path, base, ours, theirs, levels) {
                    self.conflict(path, Some(&Value::Array(ours.clone())), Some(new));
                }
            }
            _ if is_old => *ours = new.clone().into_owned(),
            _ => self.conflict(path, Some(ours), theirs),
        }
        false
    }

    /// Merges array items. On a conflict in an item, and for arrays of different types, this returns `false` without
    /// changing anything.
    fn array(&mut self, path: &str, base: &Array<'_>, ours: &mut Array<'_>, theirs: &Array<'_>, levels: u16) -> bool {
        let mut budget = Limits::default().budget();
        let is_packed = matches!(ours, Array::Packed(_));
        let unpacked = (base.unpack(&mut budget), ours.unpack(&mut budget), theirs.unpack(&mut budget));
        let (Ok(old), Ok(mine), Ok(new)) = unpacked else { return false };
        if old.item_type() != mine.item_type() || mine.item_type() != new.item_type() {
            return false;
        }
        let before = self.conflicts.len();
        let merged = self.items(path, [&old, &mine, &new], levels);
        let Some(merged) = merged.and_then(|items| array_of(&new, items).ok()) else {
            self.conflicts.truncate(before);
            return false;
        };
        *ours = match is_packed.then(|| PackedArray::compress(&merged)) {
            Some(Ok(packed)) => Array::Packed(Box::new(packed)),
            Some(Err(_)) => return false,
            None => merged,
        };
        true
    }

    /// Merges the items of both sides. If both sides have changed an item that is not an element, this is `None`.
    fn items(&mut self, path: &str, arrays: [&Array<'_>; 3], levels: u16) -> Option<Vec<Value<'static>>> {
        let [base, ours, theirs] = arrays;
        let numbered = Numbered::items(base, ours, theirs);
        let by_number = |numbers: &[usize], array| -> BTreeMap<usize, Value<'static>> {
            let items = array_items(array).into_iter().map(|item: Cow<'_, Value<'_>>| item.into_owned().into_owned());
            numbers.iter().copied().zip(items).collect()
        };
        let base = by_number(&numbered.base, base);
        let (mut ours, theirs) = (by_number(&numbered.ours, ours), by_number(&numbered.theirs, theirs));
        let mut items = Vec::new();
        for number in numbered.order() {
            let (base, new) = (base.get(&number), theirs.get(&number));
            match (ours.remove(&number), base, new) {
                (Some(mut mine), base, new) => {
                    let path = format!("{path}[{}]", items.len());
                    let found = self.conflicts.len();
                    let removed = match new {
                        None if base.is_none() => false,
                        new => self.value(&path, base, &mut mine, new, levels),
                    };
                    if self.conflicts.len() > found && mine.as_element().is_none() {
                        return None;
                    }
                    if !removed {
                        items.push(mine);
                    }
                }
                (None, None, Some(new)) => items.push(new.clone()),
                (None, Some(base), Some(new)) if !unchanged(Some(base), Some(new)) => {
                    self.conflict(&format!("{path}[{}]", items.len()), None, Some(new));
                }
                _ => {}
            }
        }
        Some(items)
    }

    fn conflict(&mut self, path: &str, ours: Option<&Value<'_>>, theirs: Option<&Value<'_>>) {
        self.conflicts.push(Conflict::new(path, ours, theirs));
    }
}

/// Returns `true` if two optional values have the same meaning. The order of keys is ignored.
pub(super) fn unchanged(a: Option<&Value<'_>>, b: Option<&Value<'_>>) -> bool {
    match (a, b) {
        (None, None) => true,
        (Some(a), Some(b)) => a == b || alike(a, b, MAX_DEPTH),
        _ => false,
    }
}

fn alike(a: &Value<'_>, b: &Value<'_>, levels: u16) -> bool {
    match (a, b, levels.checked_sub(1)) {
        (Value::Element(a), Value::Element(b), Some(levels)) => {
            let (a, b) = (a.by_key(), b.by_key());
            let mut pairs = a.iter().zip(&b);
            a.len() == b.len() && pairs.all(|((key, a), (other, b))| key == other && alike(a, b, levels))
        }
        (Value::Array(Array::Items(a)), Value::Array(Array::Items(b)), Some(levels)) => {
            let pairs = || a.iter().zip(b.iter());
            a.item_type() == b.item_type() && a.len() == b.len() && pairs().all(|(a, b)| alike(a, b, levels))
        }
        _ => same(a, b, &DiffOptions::default()),
    }
}
