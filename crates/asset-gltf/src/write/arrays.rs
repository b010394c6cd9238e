//! Scene arrays as accessors: one accessor each, and another one for each further use of an array that the same accessor can't serve.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use asset_scene::{Array, ArrayId, Component, Data, IdMap, Scene};

use super::role::{Role, Usage};

/// An array on its way into the file.
pub(super) struct Entry<'s> {
    pub(super) array: Cow<'s, Array<'s>>,
    /// The scene array that was written or changed, or `None` for an array that the scene doesn't have.
    origin: Option<ArrayId>,
    pub(super) usage: Usage,
    pub(super) bounds: bool,
    pub(super) filler: bool,
    /// Whether indices aren't those of a triangle list.
    pub(super) strip: bool,
}

impl Entry<'_> {
    /// Returns all rows as the file stores them; unchanged arrays borrow the rows of `scene`.
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

/// Reason for changing an array: its use, and the parameters of that use.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Variant {
    As(Role),
    /// Positions on the grid of this number.
    Grid(Role, usize),
    /// Indices of this number of vertices, with the topology.
    Indices(usize, asset_scene::Topology),
    /// Joints (`false`) or weights (`true`) of these sets, with this number of joints, in the set of this index.
    Influences(Vec<(ArrayId, ArrayId)>, usize, usize, bool),
}

/// All arrays that go into the file, numbered as they are added; [`Arrays::finish`] puts them into the scene's order.
#[derive(Default)]
pub(super) struct Arrays<'s> {
    entries: Vec<Entry<'s>>,
    unchanged: HashMap<(ArrayId, Usage), usize>,
    variants: HashMap<(ArrayId, Variant), usize>,
    fillers: HashMap<(usize, u8, Usage), usize>,
    /// Indices from 0 on, by how many they are.
    counted: HashMap<usize, usize>,
    /// Arrays that are empty after the changes for their use.
    nothing: HashSet<(ArrayId, Variant)>,
}

impl<'s> Arrays<'s> {
    /// Returns the known entry of an array in a role.
    pub(super) fn known(&self, origin: ArrayId, variant: &Variant) -> Option<usize> {
        self.variants.get(&(origin, variant.clone())).copied()
    }

    /// The array of the scene as it is.
    pub(super) fn unchanged(&mut self, origin: ArrayId, array: &'s Array<'s>, usage: Usage) -> usize {
        if let Some(known) = self.unchanged.get(&(origin, usage)) {
            return *known;
        }
        let entry = self.push(Cow::Borrowed(array), Some(origin), usage);
        self.unchanged.insert((origin, usage), entry);
        entry
    }

    /// Returns the entry for the scene array, or for its changed copy, and remembers it for this use.
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

    /// Remembers that nothing is left of an array in a role.
    pub(super) fn remember_nothing(&mut self, origin: ArrayId, variant: Variant) {
        self.nothing.insert((origin, variant));
    }

    /// Whether nothing is left of an array in a role, as far as is known.
    pub(super) fn is_nothing(&self, origin: ArrayId, variant: &Variant) -> bool {
        self.nothing.contains(&(origin, variant.clone()))
    }

    /// An array that the scene doesn't have.
    pub(super) fn add(&mut self, array: Array<'static>, usage: Usage) -> usize {
        self.push(Cow::Owned(array), None, usage)
    }

    /// Zeros, which take no bytes.
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

    /// Indices from 0 on, where glTF would take all vertices.
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

    /// Whether an array of the scene is in the file in any form.
    pub(super) fn used(&self, arrays: usize) -> IdMap<Array<'static>, bool> {
        let mut used = IdMap::filled(false, arrays);
        self.entries.iter().filter_map(|entry| entry.origin).for_each(|origin| used[origin] = true);
        used
    }

    /// The arrays in the scene's order, and where each went that was numbered as it came.
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
        placed.sort_by_key(|(place, _)| *place);
        (placed.into_iter().map(|(_, entry)| entry).collect(), places)
    }
}
