//! Decides on the order of the parts after a merge.

use alloc::borrow::Cow;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use udm::{Array, Element, Value};

use crate::lcs;
use crate::same::array_items;

/// The parts of all three versions, using the same number for equal parts.
pub(super) struct Numbered {
    pub(super) base: Vec<usize>,
    pub(super) ours: Vec<usize>,
    pub(super) theirs: Vec<usize>,
    /// Parts moved by them and not by us, which keep their position in theirs.
    moved: BTreeSet<usize>,
}

impl Numbered {
    /// Numbers the keys of elements, including duplicates.
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
        Self { base, ours: number(ours), theirs: number(theirs), moved: BTreeSet::new() }
    }

    /// Numbers the items of arrays. Items are matched by name if all of them have names, otherwise by their longest
    /// common subsequence and then by value. An item moved by both sides gets a single number, so that it will not be
    /// duplicated.
    pub(super) fn items(base: &Array<'_>, ours: &Array<'_>, theirs: &Array<'_>) -> Self {
        if let Some(numbered) = Self::named(base, ours, theirs) {
            return numbered;
        }
        let (old, mine, new) = (array_items(base), array_items(ours), array_items(theirs));
        let (ours, moved_by_ours) = matched(&old, &mine);
        let (theirs, mut moved) = matched(&old, &new);
        moved.retain(|number| !moved_by_ours.contains(number));
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
        Self { base: (0..base.len()).collect(), ours: number(ours), theirs: number(theirs), moved }
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
        Some(Self { base: number(base), ours: number(ours), theirs: number(theirs), moved: BTreeSet::new() })
    }

    /// Returns all parts in our order. If a part was added or moved only by them, it goes after the part that it
    /// follows in theirs.
    pub(super) fn order(&self) -> Vec<usize> {
        let ours: BTreeSet<usize> = self.ours.iter().copied().filter(|part| !self.moved.contains(part)).collect();
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
        for part in self.ours.iter().filter(|part| ours.contains(part)) {
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

/// Returns the old item for every new item, and also the old items that were moved. A moved item is equal to a new
/// item, with other items in between that have kept their order.
fn matched<'d>(old: &[Cow<'d, Value<'d>>], new: &[Cow<'d, Value<'d>>]) -> (Vec<Option<usize>>, BTreeSet<usize>) {
    let pairs = lcs::common(old.len(), new.len(), |a, b| old.get(a) == new.get(b));
    let (kept, found): (BTreeSet<usize>, BTreeSet<usize>) = pairs.iter().copied().unzip();
    let mut gone: BTreeMap<String, VecDeque<usize>> = BTreeMap::new();
    for (index, item) in old.iter().enumerate().filter(|(index, _)| !kept.contains(index)) {
        gone.entry(format!("{item:?}")).or_default().push_back(index);
    }
    let mut moved = Vec::new();
    for (index, item) in new.iter().enumerate().filter(|(index, _)| !found.contains(index)) {
        let places = gone.get_mut(&format!("{item:?}"));
        // Two values may look alike.
        let before =
            places.and_then(|places| if old.get(*places.front()?) == Some(item) { places.pop_front() } else { None });
        moved.extend(before.map(|before| (before, index)));
    }
    let matches = lcs::completed(old.len(), new.len(), &pairs, &moved);
    (matches, moved.into_iter().map(|(before, _)| before).collect())
}

/// These keys can be used to name an element.
const NAMES: &[&str] = &["name", "id", "uuid", "uniqueId"];

/// Returns the names of all items, taken from `key`, or `None` if a name is not unique.
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
