//! Writes the arrays of a scene as accessors. An array usually becomes a single accessor. But if it has more than one
//! use, for example for vertices and for keys, then it may need an accessor for each.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use asset_scene::{Array, ArrayId, Component, Data, IdMap, Scene};

use super::role::{Role, Usage};

/// An array that is being written to the file.
pub(super) struct Entry<'s> {
    pub(super) array: Cow<'s, Array<'s>>,
    /// The array in the scene, or `None` if the array was created by the writer.
    origin: Option<ArrayId>,
    pub(super) usage: Usage,
    pub(super) bounds: bool,
    pub(super) filler: bool,
    /// This is `true` for indices that are not those of a triangle list.
    pub(super) strip: bool,
}

impl Entry<'_> {
    /// Returns all rows in the form to be stored. If the array was not changed, this borrows them from `scene`.
    pub(super) fn into_bytes<'w>(self, scene: &'w Scene<'w>) -> Cow<'w, [u8]> {
        match (self.array, self.origin) {
            (Cow::Borrowed(_), Some(origin)) => scene[origin].dense(),
            (array, _) => match array.into_owned().data {
                Data::Dense(bytes) => std::mem::take(bytes.into_owned().to_mut()).into(),
                Data::Sparse { .. } => Cow::default(),
            },
        }
    }
}

/// The reason to change an array: the use of the array, with parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Variant {
    As(Role),
    /// Positions on the grid with this number.
    Grid(Role, usize),
    /// Indices for this number of vertices, with this topology.
    Indices(usize, asset_scene::Topology),
    /// Joints (`false`) or weights (`true`). The parameters are all sets, the number of joints, and the index of the
    /// set.
    Influences(Vec<(ArrayId, ArrayId)>, usize, usize, bool),
}

/// Collects all arrays to write. An array gets a number when you add it; at the end, [`Arrays::finish`] sorts all of
/// them into the order of the scene.
#[derive(Default)]
pub(super) struct Arrays<'s> {
    entries: Vec<Entry<'s>>,
    unchanged: HashMap<(ArrayId, Usage), usize>,
    variants: HashMap<(ArrayId, Variant), usize>,
    fillers: HashMap<(usize, u8, Usage), usize>,
    /// Arrays of indices that count from 0. The key is the number of indices.
    counted: HashMap<usize, usize>,
    /// Arrays that are empty after they were changed for a use.
    nothing: HashSet<(ArrayId, Variant)>,
}

impl<'s> Arrays<'s> {
    /// Returns the entry of an array for this use, if it was already added.
    pub(super) fn known(&self, origin: ArrayId, variant: &Variant) -> Option<usize> {
        self.variants.get(&(origin, variant.clone())).copied()
    }

    /// Adds an array of the scene without changes.
    pub(super) fn unchanged(&mut self, origin: ArrayId, array: &'s Array<'s>, usage: Usage) -> usize {
        if let Some(known) = self.unchanged.get(&(origin, usage)) {
            return *known;
        }
        let entry = self.push(Cow::Borrowed(array), Some(origin), usage);
        self.unchanged.insert((origin, usage), entry);
        entry
    }

    /// Adds an array of the scene, or its changed copy, and remembers it for this use.
    pub(super) fn remember(
        &mut self,
        origin: ArrayId,
        array: &'s Array<'s>,
        variant: Variant,
        usage: Usage,
        changed: Option<Array<'static>>,
    ) -> usize {
        let entry = match changed {
            Some(changed) => self.push(Cow::Owned(changed), Some(origin), usage),
            None => self.unchanged(origin, array, usage),
        };
        self.variants.insert((origin, variant), entry);
        entry
    }

    /// Remembers that an array is empty after it was changed for this use.
    pub(super) fn remember_nothing(&mut self, origin: ArrayId, variant: Variant) {
        self.nothing.insert((origin, variant));
    }

    /// Returns `true` if the change for this use is known to leave the array empty.
    pub(super) fn is_nothing(&self, origin: ArrayId, variant: &Variant) -> bool {
        self.nothing.contains(&(origin, variant.clone()))
    }

    /// Adds an array that is not in the scene.
    pub(super) fn add(&mut self, array: Array<'static>, usage: Usage) -> usize {
        self.push(Cow::Owned(array), None, usage)
    }

    /// Adds an array of zeros, which takes no bytes in the file.
    pub(super) fn zeros(&mut self, count: usize, width: u8, usage: Usage) -> usize {
        if let Some(known) = self.fillers.get(&(count, width, usage)) {
            return *known;
        }
        let data = Data::Sparse { rows: Vec::new(), values: Vec::new().into() };
        let entry = self.add(Array { component: Component::F32, width, normalized: false, count, data }, usage);
        self.mark(entry, |entry| (entry.filler, entry.bounds) = (true, true));
        self.fillers.insert((count, width, usage), entry);
        entry
    }

    /// Adds indices that count from 0. They are needed if glTF would use all vertices otherwise.
    pub(super) fn counted(&mut self, count: usize) -> usize {
        if let Some(known) = self.counted.get(&count) {
            return *known;
        }
        let entry = self.add(super::indices::counted(count), Usage::Index);
        self.mark(entry, |entry| entry.filler = true);
        self.counted.insert(count, entry);
        entry
    }

    pub(super) fn mark(&mut self, entry: usize, mark: impl FnOnce(&mut Entry<'s>)) {
        if let Some(entry) = self.entries.get_mut(entry) {
            mark(entry);
        }
    }

    fn push(&mut self, array: Cow<'s, Array<'s>>, origin: Option<ArrayId>, usage: Usage) -> usize {
        self.entries.push(Entry { array, origin, usage, bounds: false, filler: false, strip: false });
        self.entries.len().saturating_sub(1)
    }

    /// Returns the arrays of the scene that are in the file, with or without changes.
    pub(super) fn used(&self, arrays: usize) -> IdMap<Array<'static>, bool> {
        let mut used = IdMap::filled(false, arrays);
        self.entries.iter().filter_map(|entry| entry.origin).for_each(|origin| used[origin] = true);
        used
    }

    /// Returns the arrays in the order of the scene. Because arrays were numbered when they were added, this also
    /// returns a list to convert the old numbers to the new order.
    pub(super) fn finish(self) -> (Vec<Entry<'s>>, Vec<usize>) {
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        // Arrays that the scene doesn't have follow the others.
        let origin = |index: &usize| self.entries.get(*index).and_then(|entry| entry.origin);
        order.sort_by_key(|index| (origin(index).is_none(), origin(index)));
        let mut places = vec![0; order.len()];
        for (place, index) in order.iter().enumerate() {
            if let Some(slot) = places.get_mut(*index) {
                *slot = place;
            }
        }
        let mut placed: Vec<(usize, Entry<'s>)> = places.iter().copied().zip(self.entries).collect();
        placed.sort_by_key(|(index, _)| *index);
        (placed.into_iter().map(|(_, entry)| entry).collect(), places)
    }
}
