//! Sorting with one copy of the algorithm, where code has to be small.
//!
//! The sorting of the standard library is compiled once for every type that is sorted: several kilobytes each. With the feature `small`, as for the
//! browser, where the code is downloaded first, what is sorted here are places; without it, it is the sorting of the standard library itself.

use core::cmp::Ordering;

/// A collection with all of some items, added one by one: collecting into a `BTreeMap` or a `BTreeSet` would sort them first, by a copy of that
/// sorting for each type.
pub fn filled<C: Default + Extend<T>, T>(items: impl IntoIterator<Item = T>) -> C {
    let mut all = C::default();
    all.extend(items);
    all
}

/// Sorting of slices, stable: what is equal stays in its order.
pub trait Sort<T> {
    /// Sorts by the order of the values, as [`slice::sort`].
    fn sorting(&mut self)
    where
        T: Ord;

    /// Sorts by a comparison, as [`slice::sort_by`].
    fn sorting_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Sorts by a key, as [`slice::sort_by_key`].
    fn sorting_by_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);

    /// Sorts by the order of the values, as [`slice::sort_unstable`]: in no order among what is equal, and without other memory.
    fn sorting_unstable(&mut self)
    where
        T: Ord;

    /// Sorts by a comparison, as [`slice::sort_unstable_by`].
    fn sorting_unstable_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);
}

impl<T> Sort<T> for [T] {
    fn sorting(&mut self)
    where
        T: Ord,
    {
        self.sorting_by(T::cmp);
    }

    fn sorting_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        #[cfg(not(feature = "small"))]
        self.sort_by(compare);
        #[cfg(feature = "small")]
        small::sort(&mut small::Slice { items: self, compare });
    }

    fn sorting_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.sorting_by(|a, b| key(a).cmp(&key(b)));
    }

    fn sorting_unstable(&mut self)
    where
        T: Ord,
    {
        self.sorting_unstable_by(T::cmp);
    }

    fn sorting_unstable_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering) {
        #[cfg(not(feature = "small"))]
        self.sort_unstable_by(compare);
        #[cfg(feature = "small")]
        small::sort(&mut small::Slice { items: self, compare });
    }
}

#[cfg(any(test, feature = "small"))]
mod small {
    use alloc::vec::Vec;
    use core::cmp::Ordering;

    /// What is sorted, by the places of its items.
    pub(super) trait Places {
        fn len(&self) -> usize;
        fn compare(&mut self, a: usize, b: usize) -> Ordering;
        fn swap(&mut self, a: usize, b: usize);
    }

    /// Items with their comparison.
    pub(super) struct Slice<'s, T, F> {
        pub(super) items: &'s mut [T],
        pub(super) compare: F,
    }

    impl<T, F: FnMut(&T, &T) -> Ordering> Places for Slice<'_, T, F> {
        fn len(&self) -> usize {
            self.items.len()
        }

        fn compare(&mut self, a: usize, b: usize) -> Ordering {
            match (self.items.get(a), self.items.get(b)) {
                (Some(a), Some(b)) => (self.compare)(a, b),
                _ => Ordering::Equal,
            }
        }

        fn swap(&mut self, a: usize, b: usize) {
            self.items.swap(a, b);
        }
    }

    /// Items that are moved one by one to where they belong: for more, memory is worth its while.
    const FEW: usize = 12;

    /// Sorts the places, then brings the items there: each is moved once.
    #[inline(never)]
    pub(super) fn sort(items: &mut dyn Places) {
        if items.len() <= FEW {
            for end in 1..items.len() {
                let mut at = end;
                while at > 0 && items.compare(at - 1, at) == Ordering::Greater {
                    items.swap(at - 1, at);
                    at -= 1;
                }
            }
            return;
        }
        let mut sorted: Vec<usize> = (0..items.len()).collect();
        sorted.sort_by(|a, b| items.compare(*a, *b));
        let mut goes_to = alloc::vec![0; sorted.len()];
        for (place, from) in sorted.iter().enumerate() {
            if let Some(goes) = goes_to.get_mut(*from) {
                *goes = place;
            }
        }
        for place in 0..goes_to.len() {
            while let Some(&to) = goes_to.get(place).filter(|to| **to != place) {
                items.swap(place, to);
                goes_to.swap(place, to);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::string::String;
    use alloc::vec::Vec;
    use alloc::{format, vec};

    use super::{Sort as _, small};

    /// Numbers that come again, in no order.
    fn numbers(count: u32) -> impl Iterator<Item = u32> {
        (0..count).map(|index| index.wrapping_mul(0x9E37_79B9) >> 26)
    }

    #[test]
    fn places_are_sorted_as_items_are() {
        for count in [0, 1, 2, 3, 20, 64, 1000] {
            let mut items: Vec<(u32, String)> = numbers(count).enumerate().map(|(i, n)| (n, format!("{i}"))).collect();
            let mut expected = items.clone();
            expected.sort_by_key(|item| item.0);
            small::sort(&mut small::Slice {
                items: &mut items,
                compare: |a: &(u32, String), b: &(u32, String)| a.0.cmp(&b.0),
            });
            assert_eq!(items, expected, "{count}");
        }
    }

    #[test]
    fn one_step_aside_is_no_long_way() {
        let mut items: Vec<u32> = (1..=200_000).chain([0]).collect();
        small::sort(&mut small::Slice { items: &mut items, compare: u32::cmp });
        assert!(items.is_sorted());
    }

    #[test]
    fn keys_and_values() {
        let mut items = vec!["pear", "fig", "apple", "date", "kiwi"];
        items.sorting_by_key(|item| item.len());
        assert_eq!(items, ["fig", "pear", "date", "kiwi", "apple"]);
        items.sorting();
        assert_eq!(items, ["apple", "date", "fig", "kiwi", "pear"]);
    }
}
