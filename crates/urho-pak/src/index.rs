//! Names to entries, made when a name is first looked up.

use std::hash::{BuildHasher, RandomState};

use hashbrown::HashTable;

use crate::directory::Directory;

/// Two tables of entry numbers. The hash is keyed anew for every package, so that no package can be made to be slow.
#[derive(Debug)]
pub(crate) struct NameIndex {
    hasher: RandomState,
    /// The last entry of each name.
    exact: HashTable<u32>,
    /// The first entry of each name in lower case.
    folded: HashTable<u32>,
}

impl NameIndex {
    pub(crate) fn new(directory: &Directory) -> Self {
        let count = directory.len();
        let hasher = RandomState::new();
        let mut exact: HashTable<u32> = HashTable::with_capacity(count);
        let mut folded: HashTable<u32> = HashTable::with_capacity(count);
        let rehash = |entry: &u32| hasher.hash_one(directory.name(*entry as usize));
        let rehash_folded = |entry: &u32| fold_hash(&hasher, directory.name(*entry as usize));
        for number in 0..u32::try_from(count).unwrap_or(u32::MAX) {
            let name = directory.name(number as usize);
            let same = |entry: &u32| directory.name(*entry as usize) == name;
            // The later of two wins, as in the engine.
            *exact.entry(hasher.hash_one(name), same, rehash).or_insert(number).get_mut() = number;
            let alike = |entry: &u32| directory.name(*entry as usize).eq_ignore_ascii_case(name);
            folded.entry(fold_hash(&hasher, name), alike, rehash_folded).or_insert(number);
        }
        Self { hasher, exact, folded }
    }

    /// The last entry called `name`.
    pub(crate) fn exact(&self, directory: &Directory, name: &[u8]) -> Option<usize> {
        let same = |entry: &u32| directory.name(*entry as usize) == name;
        self.exact.find(self.hasher.hash_one(name), same).map(|entry| *entry as usize)
    }

    /// The last entry called `name`, or else the last one of the first name that is `name` but for ASCII case: what the
    /// engine takes on Windows.
    pub(crate) fn ignoring_case(&self, directory: &Directory, name: &[u8]) -> Option<usize> {
        let alike = |entry: &u32| directory.name(*entry as usize).eq_ignore_ascii_case(name);
        let first = || {
            let first = self.folded.find(fold_hash(&self.hasher, name), alike)?;
            self.exact(directory, directory.name(*first as usize))
        };
        self.exact(directory, name).or_else(first)
    }

    /// The first entry that is called so but for ASCII case.
    pub(crate) fn first_alike(&self, directory: &Directory, name: &[u8]) -> Option<usize> {
        let alike = |entry: &u32| directory.name(*entry as usize).eq_ignore_ascii_case(name);
        self.folded.find(fold_hash(&self.hasher, name), alike).map(|entry| *entry as usize)
    }
}

/// The hash of a name in lower case.
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
