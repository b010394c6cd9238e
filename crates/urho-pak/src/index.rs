//! Finds entries by name. An index is created on the first use.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

use crate::directory::Directory;

/// The last entry with each name. The hash uses a random key for every package, so no package can be built to make
/// look-ups slow.
#[derive(Debug)]
pub(crate) struct NameIndex {
    hasher: RandomState,
    table: HashTable<u32>,
}

impl NameIndex {
    pub(crate) fn new(directory: &Directory) -> Self {
        let hasher = RandomState::new();
        let mut table: HashTable<u32> = HashTable::with_capacity(directory.len());
        let rehash = |entry: &u32| hasher.hash_one(directory.name(*entry as usize));
        for number in numbers(directory) {
            let name = directory.name(number as usize);
            let same = |entry: &u32| directory.name(*entry as usize) == name;
            // The later of two wins, as in the engine.
            *table.entry(hasher.hash_one(name), same, rehash).or_insert(number).get_mut() = number;
        }
        Self { hasher, table }
    }

    /// Returns the last entry with this name.
    pub(crate) fn find(&self, directory: &Directory, name: &[u8]) -> Option<usize> {
        let same = |entry: &u32| directory.name(*entry as usize) == name;
        self.table.find(self.hasher.hash_one(name), same).map(|entry| *entry as usize)
    }
}

/// The first entry with each name, in lower case.
#[derive(Debug)]
pub(crate) struct FoldedIndex {
    hasher: RandomState,
    table: HashTable<u32>,
}

impl FoldedIndex {
    pub(crate) fn new(directory: &Directory) -> Self {
        let hasher = RandomState::new();
        let mut table: HashTable<u32> = HashTable::with_capacity(directory.len());
        let rehash = |entry: &u32| fold_hash(&hasher, directory.name(*entry as usize));
        for number in numbers(directory) {
            let name = directory.name(number as usize);
            let alike = |entry: &u32| directory.name(*entry as usize).eq_ignore_ascii_case(name);
            table.entry(fold_hash(&hasher, name), alike, rehash).or_insert(number);
        }
        Self { hasher, table }
    }

    /// Returns the first entry with this name, ignoring ASCII case.
    pub(crate) fn find(&self, directory: &Directory, name: &[u8]) -> Option<usize> {
        let alike = |entry: &u32| directory.name(*entry as usize).eq_ignore_ascii_case(name);
        self.table.find(fold_hash(&self.hasher, name), alike).map(|entry| *entry as usize)
    }
}

fn numbers(directory: &Directory) -> core::ops::Range<u32> {
    0..u32::try_from(directory.len()).unwrap_or(u32::MAX)
}

/// Returns the hash of the name in lower case.
fn fold_hash(hasher: &RandomState, name: &[u8]) -> u64 {
    use std::hash::Hasher as _;
    let mut state = hasher.build_hasher();
    let mut piece = [0; 64];
    for bytes in name.chunks(piece.len()) {
        let piece = &mut piece[..bytes.len()];
        piece.copy_from_slice(bytes);
        piece.make_ascii_lowercase();
        state.write(piece);
    }
    state.finish()
}
