//! Order of the parts of both sides of a merge.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use udm::{Array, Element, Value};

use crate::lcs;
use crate::same::array_items;

/// Parts of the three versions with common numbers, which identify equal parts.
pub(super) struct Numbered {
    pub(super) base: Vec<usize>,
    pub(super) ours: Vec<usize>,
    pub(super) theirs: Vec<usize>,
}

impl Numbered {
    /// Returns the keys of elements, including duplicates.
    pub(super) fn keys(base: Option<&Element<'_>>, ours: &Element<'_>, theirs: &Element<'_>) -> Self {
        let mut known: BTreeMap<(Vec<u8>, usize), usize> = BTreeMap::new();
        let mut number = |element: &Element<'_>| {
            let mut times: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
            let numbers = element.iter().map(|(key, _)| {
                let time = times.entry(key.as_bytes().to_vec()).or_default();
                *time = time.saturating_add(1);
                let next = known.len();
                *known.entry((key.as_bytes().to_vec(), *time)).or_insert(next)
            });
            numbers.collect::<Vec<usize>>()
        };
        let base = base.map(&mut number).unwrap_or_default();
        Self { base, ours: number(ours), theirs: number(theirs) }
    }

    /// The items of arrays: by their names if all have one, otherwise by the longest common subsequence.
    pub(super) fn items(base: &Array<'_>, ours: &Array<'_>, theirs: &Array<'_>) -> Self {
        if let Some(numbered) = Self::named(base, ours, theirs) {
            return numbered;
        }
        let (old, mine, new) = (array_items(base), array_items(ours), array_items(theirs));
        let ours = lcs::aligned(old.len(), mine.len(), |a, b| old.get(a) == mine.get(b));
        let theirs = lcs::aligned(old.len(), new.len(), |a, b| old.get(a) == new.get(b));
        let mut next = base.len();
        let mut number = |side: Vec<Option<usize>>| {
            let numbers = side.into_iter().map(|old| {
                old.unwrap_or_else(|| {
                    next = next.saturating_add(1);
                    next.saturating_sub(1)
                })
            });
            numbers.collect::<Vec<usize>>()
        };
        Self { base: (0..base.len()).collect(), ours: number(ours), theirs: number(theirs) }
    }

    fn named(base: &Array<'_>, ours: &Array<'_>, theirs: &Array<'_>) -> Option<Self> {
        let key = NAMES.iter().find(|key| [base, ours, theirs].iter().all(|array| names(array, key).is_some()))?;
        let mut known: BTreeMap<Vec<u8>, usize> = BTreeMap::new();
        let mut number = |array: &Array<'_>| {
            let numbers = names(array, key).into_iter().flatten().map(|name| {
                let next = known.len();
                *known.entry(name).or_insert(next)
            });
            numbers.collect::<Vec<usize>>()
        };
        Some(Self { base: number(base), ours: number(ours), theirs: number(theirs) })
    }

    /// All parts in the order of ours, each part that theirs alone has after the one before it there.
    pub(super) fn order(&self) -> Vec<usize> {
        let ours: BTreeSet<usize> = self.ours.iter().copied().collect();
        let known: BTreeSet<usize> = self.base.iter().chain(&self.theirs).copied().collect();
        let mut added: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
        let mut before = None;
        for part in &self.theirs {
            if ours.contains(part) {
                before = Some(*part);
            } else {
                added.entry(before).or_default().push(*part);
            }
        }
        let mut order = Vec::new();
        let mut pending = added.remove(&None).unwrap_or_default();
        for part in &self.ours {
            // Ours' own additions come first.
            if known.contains(part) {
                order.append(&mut pending);
            }
            order.push(*part);
            pending.extend(added.remove(&Some(*part)).unwrap_or_default());
        }
        order.append(&mut pending);
        order
    }
}

/// Keys that name an element among others.
const NAMES: &[&str] = &["name", "id", "uuid", "uniqueId"];

/// The names of all items under `key`, if each has one of its own.
fn names(array: &Array<'_>, key: &str) -> Option<Vec<Vec<u8>>> {
    let Array::Items(items) = array else { return None };
    let mut seen = BTreeSet::new();
    let mut names = Vec::new();
    for item in items.iter() {
        let name = match item.as_element()?.get(key)? {
            Value::String(name) => name.as_bytes().to_vec(),
            other => other.as_i128().map(|number| number.to_le_bytes().to_vec())?,
        };
        if !seen.insert(name.clone()) {
            return None;
        }
        names.push(name);
    }
    Some(names)
}
