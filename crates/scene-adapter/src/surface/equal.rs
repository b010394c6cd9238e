//! Finds equal rows in a table.

use std::hash::{BuildHasher as _, Hash, RandomState};

use hashbrown::HashTable;

/// Returns the first equal row, for each of the `count` rows. This takes linear time.
pub(super) fn first_equal<R: Hash + Eq>(count: u32, row: impl Fn(u32) -> R) -> Vec<u32> {
    // Its hashes are others in each run: nobody makes many rows of one hash.
    let hasher = RandomState::new();
    let mut known = HashTable::with_capacity(count as usize);
    let first = |number: u32| {
        let own = row(number);
        let entry =
            known.entry(hasher.hash_one(&own), |other| row(*other) == own, |other| hasher.hash_one(row(*other)));
        *entry.or_insert(number).get()
    };
    (0..count).map(first).collect()
}
