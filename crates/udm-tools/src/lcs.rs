//! Longest common subsequences.

use alloc::vec;
use alloc::vec::Vec;

/// The maximum number of comparisons for a table. Beyond this, the items will be paired by position.
const MOST_CELLS: usize = 1 << 22;

/// Pairs as many equal items of two lists as possible, and returns the pairs in rising order.
pub(crate) fn common(old: usize, new: usize, same: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    let begin = (0..old.min(new)).take_while(|index| same(*index, *index)).count();
    let most = old.min(new).saturating_sub(begin);
    let from_end = |length: usize, index: usize| length.saturating_sub(index).saturating_sub(1);
    let end = (0..most).take_while(|index| same(from_end(old, *index), from_end(new, *index))).count();
    let mut pairs: Vec<(usize, usize)> = (0..begin).map(|index| (index, index)).collect();
    let (height, width) =
        (old.saturating_sub(begin).saturating_sub(end), new.saturating_sub(begin).saturating_sub(end));
    let within = middle(height, width, |a, b| same(a.saturating_add(begin), b.saturating_add(begin)));
    pairs.extend(within.into_iter().map(|(a, b)| (a.saturating_add(begin), b.saturating_add(begin))));
    pairs.extend((0..end).rev().map(|index| (from_end(old, index), from_end(new, index))));
    pairs
}

/// Does the same, using a table of the remaining lengths.
fn middle(height: usize, width: usize, same: impl Fn(usize, usize) -> bool) -> Vec<(usize, usize)> {
    if height == 0 || width == 0 {
        return Vec::new();
    }
    if height.saturating_mul(width) > MOST_CELLS {
        return (0..height.min(width)).filter(|index| same(*index, *index)).map(|index| (index, index)).collect();
    }
    let row = width.saturating_add(1);
    let mut table = vec![0_u32; height.saturating_add(1).saturating_mul(row)];
    let cell = |a: usize, b: usize| a.saturating_mul(row).saturating_add(b);
    let get = |table: &[u32], a: usize, b: usize| table.get(cell(a, b)).copied().unwrap_or(0);
    for a in (0..height).rev() {
        for b in (0..width).rev() {
            let (below, right) = (a.saturating_add(1), b.saturating_add(1));
            let length = if same(a, b) {
                get(&table, below, right).saturating_add(1)
            } else {
                get(&table, below, b).max(get(&table, a, right))
            };
            if let Some(place) = table.get_mut(cell(a, b)) {
                *place = length;
            }
        }
    }
    let (mut a, mut b, mut pairs) = (0_usize, 0_usize, Vec::new());
    while a < height && b < width {
        let (below, right) = (a.saturating_add(1), b.saturating_add(1));
        let here = get(&table, a, b);
        if same(a, b) && here == get(&table, below, right).saturating_add(1) {
            pairs.push((a, b));
            (a, b) = (below, right);
        } else if get(&table, below, b) == here {
            a = below;
        } else {
            b = right;
        }
    }
    pairs
}

/// Pairs all items, starting with equal items. The items between two pairs will be treated as changed, and paired by
/// position. Returns the old item for every new item.
pub(crate) fn aligned(old: usize, new: usize, same: impl Fn(usize, usize) -> bool) -> Vec<Option<usize>> {
    completed(old, new, &common(old, new, same), &[])
}

/// Adds the remaining pairs to the `pairs` from [`common`] and to the pairs of `moved` items. Moved items may cross the
/// others.
pub(crate) fn completed(
    old: usize,
    new: usize,
    pairs: &[(usize, usize)],
    moved: &[(usize, usize)],
) -> Vec<Option<usize>> {
    let (mut matches, mut is_used) = (vec![None; new], vec![false; old]);
    for (before, after) in pairs.iter().chain(moved) {
        if let (Some(place), Some(used)) = (matches.get_mut(*after), is_used.get_mut(*before)) {
            (*place, *used) = (Some(*before), true);
        }
    }
    let (mut a, mut b) = (0_usize, 0_usize);
    for (next_a, next_b) in pairs.iter().copied().chain([(old, new)]) {
        let free = (a..next_a).filter(|index| is_used.get(*index) == Some(&false));
        let places = matches.get_mut(b..next_b).into_iter().flatten().filter(|place| place.is_none());
        places.zip(free).for_each(|(place, index)| *place = Some(index));
        (a, b) = (next_a.saturating_add(1), next_b.saturating_add(1));
    }
    matches
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(old: &[u8], new: &[u8]) -> Vec<(usize, usize)> {
        common(old.len(), new.len(), |a, b| old[a] == new[b])
    }

    #[test]
    fn longest_sequences_are_found() {
        assert_eq!(pairs(b"abcd", b"abd"), [(0, 0), (1, 1), (3, 2)]);
        assert_eq!(pairs(b"xaybz", b"ab"), [(1, 0), (3, 1)]);
        assert_eq!(pairs(b"", b"ab"), []);
    }

    #[test]
    fn changed_items_are_paired_between_equal_ones() {
        let aligned = |old: &[u8], new: &[u8]| aligned(old.len(), new.len(), |a, b| old[a] == new[b]);
        assert_eq!(aligned(b"abc", b"aXc"), [Some(0), Some(1), Some(2)]);
        assert_eq!(aligned(b"abc", b"ac"), [Some(0), Some(2)]);
        assert_eq!(aligned(b"a", b"Xb"), [Some(0), None]);
        assert_eq!(aligned(b"ab", b"abcd"), [Some(0), Some(1), None, None]);
    }

    #[test]
    fn moved_items_are_paired_with_no_others() {
        // "c" moved to the front, and "a" became "X".
        assert_eq!(completed(3, 3, &[(1, 2)], &[(2, 0)]), [Some(2), Some(0), Some(1)]);
        assert_eq!(completed(3, 2, &[(1, 1)], &[(2, 0)]), [Some(2), Some(1)]);
    }
}
