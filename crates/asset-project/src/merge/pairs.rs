//! Which item of a list is which item of another version of the list.

use std::collections::HashMap;

use super::item::{Item, Role};

/// A kind of items, and the part that distinguishes them.
pub(super) type Key<'i> = (Role, &'i [u8], Option<&'i [u8]>);

pub(super) fn key<'i>(item: &'i Item<'_>) -> Key<'i> {
    (item.role, &item.kind, item.name.as_deref())
}

/// Returns the key of an item by its place.
fn place_key<'i>(item: &'i Item<'_>) -> Key<'i> {
    (item.role, &item.kind, item.name.as_deref().filter(|_| !item.can_be_renamed))
}

/// The indices of items without a counterpart, by some property.
type Free<K> = HashMap<K, Vec<usize>>;

/// Returns the index in `old` of each item in `new`, `None` for new items.
///
/// Items are paired by what distinguishes them; if several have the same, then by their content; at last by their place between two pairs. Each step
/// takes linear time.
pub(super) fn paired(old: &[&Item<'_>], new: &[&Item<'_>]) -> Vec<Option<usize>> {
    let mut pairs = vec![None; new.len()];
    // The only ones of their key.
    let (unique_old, unique_new) = (by(old, key), by(new, key));
    for (key, after) in &unique_new {
        if let ([after], Some([before])) = (after.as_slice(), unique_old.get(key).map(Vec::as_slice)) {
            pairs.iter_mut().skip(*after).take(1).for_each(|pair| *pair = Some(*before));
        }
    }
    let is_used = used(&pairs, old.len());
    // Equal ones, the first with the first.
    let mut equal = by(old, |item| (key(item), item.text));
    for places in equal.values_mut() {
        places.retain(|place| is_used.get(*place) == Some(&false));
        places.reverse();
    }
    for (pair, item) in pairs.iter_mut().zip(new).filter(|(pair, _)| pair.is_none()) {
        *pair = equal.get_mut(&(key(item), item.text)).and_then(Vec::pop);
    }
    let is_used = used(&pairs, old.len());
    by_place(old, new, &mut pairs, &is_used);
    pairs
}

/// Returns which of the old items have a counterpart.
fn used(pairs: &[Option<usize>], count: usize) -> Vec<bool> {
    let mut is_used = vec![false; count];
    for before in pairs.iter().flatten() {
        is_used.iter_mut().skip(*before).take(1).for_each(|used| *used = true);
    }
    is_used
}

/// Groups items by a property.
fn by<'i, K: std::hash::Hash + Eq>(items: &[&'i Item<'_>], property: impl Fn(&'i Item<'_>) -> K) -> Free<K> {
    let mut groups: Free<K> = HashMap::new();
    for (index, item) in items.iter().enumerate() {
        groups.entry(property(item)).or_default().push(index);
    }
    groups
}

/// Pairs items of one key after the same pair, in their order.
fn by_place(old: &[&Item<'_>], new: &[&Item<'_>], pairs: &mut [Option<usize>], is_used: &[bool]) {
    let mut free: Free<(Option<usize>, Key<'_>)> = HashMap::new();
    let mut anchor = None;
    for (index, (item, used)) in old.iter().zip(is_used.iter()).enumerate() {
        if *used {
            anchor = Some(index);
        } else {
            free.entry((anchor, place_key(item))).or_default().push(index);
        }
    }
    free.values_mut().for_each(|places| places.reverse());
    let mut anchor = None;
    for (item, pair) in new.iter().zip(pairs) {
        match *pair {
            Some(before) => anchor = Some(before),
            None => *pair = free.get_mut(&(anchor, place_key(item))).and_then(Vec::pop),
        }
    }
}
