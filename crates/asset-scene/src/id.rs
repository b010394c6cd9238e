//! Typed indices.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut, Index, IndexMut};

use crate::{Animation, Array, Image};

/// The index of an item in a list of a scene, for example `Id<Node>` or `Id<Mesh>`. Each list has its own id type, so
/// you can't mix them up.
///
/// Note that an id is a list index and not a handle: if you remove an item, later ids will refer to other items. The
/// functions of [`Scene`](crate::Scene) that remove items update all ids.
pub struct Id<T: ?Sized> {
    index: usize,
    of: PhantomData<fn() -> *const T>,
}

/// The index of an array, with any lifetime.
pub type ArrayId = Id<Array<'static>>;

/// The index of an animation, with any lifetime.
pub type AnimationId = Id<Animation<'static>>;

/// The index of an image, with any lifetime.
pub type ImageId = Id<Image<'static>>;

impl<T: ?Sized> Id<T> {
    /// Creates the id for the item at `index`.
    pub const fn new(index: usize) -> Self {
        Self { index, of: PhantomData }
    }

    /// Returns the list index, starting at 0.
    pub const fn index(self) -> usize {
        self.index
    }
}

impl<T: ?Sized> Clone for Id<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Id<T> {}

impl<T: ?Sized> PartialEq for Id<T> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index
    }
}

impl<T: ?Sized> Eq for Id<T> {}

impl<T: ?Sized> PartialOrd for Id<T> {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: ?Sized> Ord for Id<T> {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.index.cmp(&other.index)
    }
}

impl<T: ?Sized> Hash for Id<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.index.hash(state);
    }
}

impl<T: ?Sized> fmt::Debug for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index)
    }
}

impl<T: ?Sized> fmt::Display for Id<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index)
    }
}

/// A type that has its own list in a scene.
pub trait Item {
    /// The type to use in ids: the item itself, with the static lifetime.
    type Of: 'static;
    /// The name to use in messages, for example `node`.
    const NAME: &'static str;
}

/// A list that can be indexed by an [`Id`]. It derefs to a slice, so you can also use `len`, `iter`, `first` and so on.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct List<T>(Vec<T>);

impl<T: Item> List<T> {
    /// Creates an empty list.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Appends an item and returns its id.
    pub fn push(&mut self, item: T) -> Id<T::Of> {
        self.0.push(item);
        Id::new(self.0.len().saturating_sub(1))
    }

    /// Returns the item, or `None` if the id is out of bounds.
    pub fn get(&self, id: Id<T::Of>) -> Option<&T> {
        self.0.get(id.index)
    }

    /// Returns the item so that you can change it, or `None` if the id is out of bounds.
    pub fn get_mut(&mut self, id: Id<T::Of>) -> Option<&mut T> {
        self.0.get_mut(id.index)
    }

    /// Returns whether there is an item with this id.
    pub fn contains(&self, id: Id<T::Of>) -> bool {
        id.index < self.0.len()
    }

    /// Iterates over all ids, ascending. This doesn't borrow the list, so you can change items in the loop.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = Id<T::Of>> + DoubleEndedIterator + use<T> {
        (0..self.0.len()).map(Id::new)
    }

    /// Iterates over all items with their ids.
    pub fn enumerate(&self) -> impl ExactSizeIterator<Item = (Id<T::Of>, &T)> + DoubleEndedIterator {
        self.0.iter().enumerate().map(|(index, item)| (Id::new(index), item))
    }

    /// Iterates over all items with their ids, and lets you change the items.
    pub fn enumerate_mut(&mut self) -> impl ExactSizeIterator<Item = (Id<T::Of>, &mut T)> {
        self.0.iter_mut().enumerate().map(|(index, item)| (Id::new(index), item))
    }

    /// Keeps only the items for which `keep` returns true, in the same order. Use the result to update ids: it has the
    /// new id for each item, and `None` for removed ones.
    pub fn retain_ids(&mut self, mut keep: impl FnMut(Id<T::Of>) -> bool) -> IdIndex<T::Of> {
        let mut places = Vec::with_capacity(self.0.len());
        let mut next = 0_usize;
        let mut index = 0_usize;
        self.0.retain(|_| {
            let kept = keep(Id::new(index));
            places.push(kept.then_some(Id::new(next)));
            next = next.saturating_add(usize::from(kept));
            index = index.saturating_add(1);
            kept
        });
        IdIndex(places)
    }
}

/// The new ids after a call to [`List::retain_ids`].
#[derive(Clone, Debug)]
pub struct IdIndex<T: ?Sized>(Vec<Option<Id<T>>>);

impl<T: ?Sized> IdIndex<T> {
    /// Returns the new id for an item, or `None` if it was removed.
    pub fn get(&self, before: Id<T>) -> Option<Id<T>> {
        self.0.get(before.index).copied().flatten()
    }
}

/// A list with one value for each item in another list, for example a value that you computed for each node.
#[derive(Clone, Debug, PartialEq)]
pub struct IdMap<T: ?Sized, V> {
    values: Vec<V>,
    of: PhantomData<fn() -> *const T>,
}

impl<T: ?Sized, V> IdMap<T, V> {
    /// Creates the list. The values must be given in item order.
    pub fn new(values: Vec<V>) -> Self {
        Self { values, of: PhantomData }
    }

    /// Returns the values in item order.
    pub fn as_slice(&self) -> &[V] {
        &self.values
    }

    /// Iterates over all ids, ascending. This doesn't borrow the values.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = Id<T>> + use<T, V> {
        (0..self.values.len()).map(Id::new)
    }

    /// Iterates over all ids with their values.
    pub fn enumerate(&self) -> impl ExactSizeIterator<Item = (Id<T>, &V)> {
        self.values.iter().enumerate().map(|(index, value)| (Id::new(index), value))
    }
}

impl<T: ?Sized, V: Clone> IdMap<T, V> {
    /// Creates a list with the same value for all `count` items.
    pub fn filled(value: V, count: usize) -> Self {
        Self::new(vec![value; count])
    }
}

// Here, and in `List`, an id of another scene panics, as any index does. Functions that index document it under "Panics".
impl<T: ?Sized, V> Index<Id<T>> for IdMap<T, V> {
    type Output = V;

    #[allow(clippy::indexing_slicing, reason = "an index operator: documented to panic")]
    fn index(&self, id: Id<T>) -> &V {
        &self.values[id.index]
    }
}

impl<T: ?Sized, V> IndexMut<Id<T>> for IdMap<T, V> {
    #[allow(clippy::indexing_slicing, reason = "an index operator: documented to panic")]
    fn index_mut(&mut self, id: Id<T>) -> &mut V {
        &mut self.values[id.index]
    }
}

impl<T: Item> Index<Id<T::Of>> for List<T> {
    type Output = T;

    #[track_caller]
    #[allow(clippy::panic, reason = "an index operator: documented to panic")]
    fn index(&self, id: Id<T::Of>) -> &T {
        let count = self.0.len();
        self.0.get(id.index).unwrap_or_else(|| panic!("{} {id} of a scene that has {count}", T::NAME))
    }
}

impl<T: Item> IndexMut<Id<T::Of>> for List<T> {
    #[track_caller]
    #[allow(clippy::panic, reason = "an index operator: documented to panic")]
    fn index_mut(&mut self, id: Id<T::Of>) -> &mut T {
        let count = self.0.len();
        self.0.get_mut(id.index).unwrap_or_else(|| panic!("{} {id} of a scene that has {count}", T::NAME))
    }
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: fmt::Debug> fmt::Debug for List<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<T> Deref for List<T> {
    type Target = [T];

    fn deref(&self) -> &[T] {
        &self.0
    }
}

impl<T> DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.0
    }
}

impl<T> From<Vec<T>> for List<T> {
    fn from(items: Vec<T>) -> Self {
        Self(items)
    }
}

impl<T> FromIterator<T> for List<T> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        Self(items.into_iter().collect())
    }
}

impl<T> Extend<T> for List<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.0.extend(items);
    }
}

impl<T> IntoIterator for List<T> {
    type Item = T;
    type IntoIter = std::vec::IntoIter<T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'l, T> IntoIterator for &'l List<T> {
    type Item = &'l T;
    type IntoIter = std::slice::Iter<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<'l, T> IntoIterator for &'l mut List<T> {
    type Item = &'l mut T;
    type IntoIter = std::slice::IterMut<'l, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter_mut()
    }
}

impl<T: PartialEq, const N: usize> PartialEq<[T; N]> for List<T> {
    fn eq(&self, other: &[T; N]) -> bool {
        **self == *other
    }
}

impl<T: binio::IntoOwned> binio::IntoOwned for List<T> {
    type Owned = List<T::Owned>;
    fn into_owned(self) -> List<T::Owned> {
        self.into_iter().map(T::into_owned).collect()
    }
}

impl<T: binio::Borrowed> binio::Borrowed for List<T> {
    type Borrowed<'b>
        = List<T::Borrowed<'b>>
    where
        Self: 'b;
    fn borrowed(&self) -> List<T::Borrowed<'_>> {
        // Rust 1.85 doesn't take `T::borrowed` as a function for any lifetime.
        let mut borrowed = Vec::with_capacity(self.len());
        for item in self {
            borrowed.push(item.borrowed());
        }
        borrowed.into_iter().collect()
    }
}

impl<T, const N: usize> From<[T; N]> for List<T> {
    fn from(items: [T; N]) -> Self {
        Self(items.into())
    }
}
