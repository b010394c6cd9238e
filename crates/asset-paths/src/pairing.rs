//! Matches the items in two versions of a list.

use std::collections::HashMap;
use std::hash::Hash;

/// Returns the index in `old` for each item in `new`, or `None` if the item is new.
///
/// The first step pairs items by each of the `keys`, if no other item in the same list has this key. Then items with
/// equal `content` are paired, from first to last. In the end, items between two pairs are paired if they have the same
/// `place` key. Each step takes linear time. The content is only computed for items that the keys don't match.
pub fn paired<'i, T, K, C>(
    old: &'i [T],
    new: &'i [T],
    keys: &[&dyn Fn(&'i T) -> Option<K>],
    content: &dyn Fn(&'i T) -> C,
    place: &dyn Fn(&'i T) -> K,
) -> Vec<Option<usize>>
where
    K: Hash + Eq,
    C: Hash + Eq,
{
    let mut pairs = vec![None; new.len()];
    for key in keys {
        by_key(old, new, key, &mut pairs);
    }
    by_content(old, new, content, &mut pairs);
    by_place(old, new, place, &mut pairs);
    pairs
}

/// Pairs items whose key is unique in both lists.
fn by_key<'i, T, K: Hash + Eq>(
    old: &'i [T],
    new: &'i [T],
    key: &dyn Fn(&'i T) -> Option<K>,
    pairs: &mut [Option<usize>],
) {
    let used = used(pairs, old.len());
    let mut found: HashMap<K, [Found; 2]> = HashMap::with_capacity(old.len());
    for (index, item) in old.iter().enumerate().filter(|(index, _)| used.get(*index) == Some(&false)) {
        if let Some(key) = key(item) {
            found.entry(key).or_default()[0].add(index);
        }
    }
    for ((index, item), _) in new.iter().enumerate().zip(&*pairs).filter(|(_, pair)| pair.is_none()) {
        if let Some([_, after]) = key(item).and_then(|key| found.get_mut(&key)) {
            after.add(index);
        }
    }
    for both in found.values() {
        if let [Found::Once(before), Found::Once(after)] = both {
            pairs.iter_mut().skip(*after).take(1).for_each(|pair| *pair = Some(*before));
        }
    }
}

/// Where a key was found in a list.
#[derive(Clone, Copy, Default)]
enum Found {
    #[default]
    Nowhere,
    Once(usize),
    Often,
}

impl Found {
    fn add(&mut self, index: usize) {
        *self = match self {
            Self::Nowhere => Self::Once(index),
            Self::Once(_) | Self::Often => Self::Often,
        };
    }
}

fn by_content<'i, T, C: Hash + Eq>(
    old: &'i [T],
    new: &'i [T],
    content: &dyn Fn(&'i T) -> C,
    pairs: &mut [Option<usize>],
) {
    if pairs.iter().all(Option::is_some) {
        return;
    }
    let used = used(pairs, old.len());
    let mut equal: HashMap<C, Vec<usize>> = HashMap::new();
    for (index, item) in old.iter().enumerate().rev().filter(|(index, _)| used.get(*index) == Some(&false)) {
        equal.entry(content(item)).or_default().push(index);
    }
    if equal.is_empty() {
        return;
    }
    for (pair, item) in pairs.iter_mut().zip(new).filter(|(pair, _)| pair.is_none()) {
        *pair = equal.get_mut(&content(item)).and_then(Vec::pop);
    }
}

/// Pairs items that come after the same pair and have the same key, in order.
fn by_place<'i, T, K: Hash + Eq>(old: &'i [T], new: &'i [T], key: &dyn Fn(&'i T) -> K, pairs: &mut [Option<usize>]) {
    let mut free: HashMap<(Option<usize>, K), Vec<usize>> = HashMap::new();
    let mut anchor = None;
    for (index, (item, is_used)) in old.iter().zip(used(pairs, old.len())).enumerate() {
        if is_used {
            anchor = Some(index);
        } else {
            free.entry((anchor, key(item))).or_default().push(index);
        }
    }
    free.values_mut().for_each(|places| places.reverse());
    let mut anchor = None;
    for (item, pair) in new.iter().zip(pairs) {
        match *pair {
            Some(before) => anchor = Some(before),
            None => *pair = free.get_mut(&(anchor, key(item))).and_then(Vec::pop),
        }
    }
}

/// Returns which of the old items have been paired.
fn used(pairs: &[Option<usize>], count: usize) -> Vec<bool> {
    let mut is_used = vec![false; count];
    for before in pairs.iter().flatten() {
        is_used.iter_mut().skip(*before).take(1).for_each(|used| *used = true);
    }
    is_used
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(old: &str, new: &str) -> Vec<Option<usize>> {
        let (old, new): (Vec<char>, Vec<char>) = (old.chars().collect(), new.chars().collect());
        let same = |letter: &char| *letter;
        // Upper-case letters have a place for any of them.
        let key = |letter: &char| if letter.is_uppercase() { '!' } else { *letter };
        paired(&old, &new, &[&|letter: &char| Some(*letter)], &same, &key)
    }

    #[test]
    fn pairs_by_key_then_content_then_place() {
        assert_eq!(letters("abc", "cab"), [Some(2), Some(0), Some(1)]);
        assert_eq!(letters("aab", "ab"), [Some(0), Some(2)]);
        assert_eq!(letters("aXb", "aYb"), [Some(0), Some(1), Some(2)]);
        assert_eq!(letters("aXb", "Yab"), [None, Some(0), Some(2)]);
        assert_eq!(letters("", "ab"), [None, None]);
    }

    #[test]
    fn long_lists_take_linear_time() {
        let same = "a".repeat(200_000);
        assert_eq!(letters(&same, &same).iter().flatten().count(), 200_000);
    }
}
