//! Elements: keys and values, in file order.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use binio::Name;

use crate::array::Array;
use crate::value::Value;

/// Keys and their values, in file order.
///
/// An element may have duplicate keys. As in the engine, a lookup returns the last value.
///
/// ```
/// use udm::{Element, Value};
/// let mut element = Element::new();
/// element.insert("mass", 2.5_f32);
/// element.insert("name", "crate");
/// assert_eq!(element.get("mass").and_then(Value::as_f64), Some(2.5));
/// assert_eq!(element.insert("mass", 3.0_f32), Some(Value::F32(2.5)));
/// assert_eq!(element.iter().map(|(key, _)| key.to_string()).collect::<Vec<_>>(), ["mass", "name"]);
/// ```
///
/// Elements nested deeper than [`MAX_DEPTH`](binio::MAX_DEPTH) cannot be written. To drop, clone, compare or print an
/// element, there is no limit on its depth.
#[derive(Default)]
pub struct Element<'a> {
    entries: Vec<(Name<'a>, Value<'a>)>,
}

impl<'a> Element<'a> {
    /// Creates an element without keys.
    pub const fn new() -> Self {
        Self { entries: Vec::new() }
    }

    pub(crate) fn from_entries(entries: Vec<(Name<'a>, Value<'a>)>) -> Self {
        Self { entries }
    }

    pub(crate) fn entries(&self) -> &Vec<(Name<'a>, Value<'a>)> {
        &self.entries
    }

    pub(crate) fn entries_mut(&mut self) -> &mut Vec<(Name<'a>, Value<'a>)> {
        &mut self.entries
    }

    /// Returns the number of keys, including duplicates.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns `true` if this contains no keys.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Iterates over the keys and values in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Name<'a>, &Value<'a>)> + DoubleEndedIterator {
        self.entries.iter().map(|(key, value)| (key, value))
    }

    /// Iterates over the keys and values in order, with mutable references to the values.
    pub fn iter_mut(&mut self) -> impl ExactSizeIterator<Item = (&Name<'a>, &mut Value<'a>)> + DoubleEndedIterator {
        self.entries.iter_mut().map(|(key, value)| (&*key, value))
    }

    /// Returns the position of `key`. If the key is duplicate, this is the last position.
    pub(crate) fn position(&self, key: &[u8]) -> Option<usize> {
        self.entries.iter().rposition(|(name, _)| **name == *key)
    }

    /// Returns the value for `key`. If the key is duplicate, this is the last value.
    pub fn get(&self, key: impl AsRef<[u8]>) -> Option<&Value<'a>> {
        let index = self.position(key.as_ref())?;
        self.entries.get(index).map(|(_, value)| value)
    }

    /// Returns a map with the same values as [`get`](Self::get). Use it for many lookups, because `get` has to compare
    /// all keys every time.
    ///
    /// ```
    /// let element: udm::Element = [("a", 1_u8), ("b", 2), ("a", 3)].into_iter().collect();
    /// assert_eq!(element.by_key().get(b"a".as_slice()), Some(&&udm::Value::U8(3)));
    /// ```
    pub fn by_key(&self) -> BTreeMap<&[u8], &Value<'a>> {
        self.entries.iter().map(|(key, value)| (key.as_bytes(), value)).collect()
    }

    /// Returns the value for `key`, so that you can change it.
    pub fn get_mut(&mut self, key: impl AsRef<[u8]>) -> Option<&mut Value<'a>> {
        let index = self.position(key.as_ref())?;
        self.entries.get_mut(index).map(|(_, value)| value)
    }

    /// Sets the value for `key`, and returns the previous value. An existing key keeps its position, and a new key will
    /// be inserted at the end.
    pub fn insert(&mut self, key: impl Into<Name<'a>>, value: impl Into<Value<'a>>) -> Option<Value<'a>> {
        let (key, value) = (key.into(), value.into());
        match self.get_mut(key.as_bytes()) {
            Some(slot) => Some(core::mem::replace(slot, value)),
            None => {
                self.entries.push((key, value));
                None
            }
        }
    }

    /// Appends `key`, even if it exists already.
    pub fn push(&mut self, key: impl Into<Name<'a>>, value: impl Into<Value<'a>>) {
        self.entries.push((key.into(), value.into()));
    }

    /// Removes `key`, including duplicates, and returns the last value.
    pub fn remove(&mut self, key: impl AsRef<[u8]>) -> Option<Value<'a>> {
        let key = key.as_ref();
        let mut removed = None;
        // One walk, however often the key occurs.
        self.entries.retain_mut(|(name, value)| {
            if **name != *key {
                return true;
            }
            removed = Some(core::mem::replace(value, Value::Nil));
            false
        });
        removed
    }

    /// Sorts the keys in this element by their bytes, as the engine does when it writes text. Duplicate keys keep their
    /// order.
    pub fn sort_keys(&mut self) {
        self.entries.sort_by(|(a, _), (b, _)| a.cmp(b));
    }
}

impl<'a, K: Into<Name<'a>>, V: Into<Value<'a>>> FromIterator<(K, V)> for Element<'a> {
    fn from_iter<I: IntoIterator<Item = (K, V)>>(entries: I) -> Self {
        Self { entries: entries.into_iter().map(|(key, value)| (key.into(), value.into())).collect() }
    }
}

impl<'a, K: Into<Name<'a>>, V: Into<Value<'a>>> Extend<(K, V)> for Element<'a> {
    fn extend<I: IntoIterator<Item = (K, V)>>(&mut self, entries: I) {
        self.entries.extend(entries.into_iter().map(|(key, value)| (key.into(), value.into())));
    }
}

/// Collects the elements in `value`, or `value` itself for an element, without looking inside them.
pub(crate) fn elements_in<'d, 'a>(value: &'d mut Value<'a>, elements: &mut Vec<&'d mut Element<'a>>) {
    let mut pending = alloc::vec![value];
    while let Some(value) = pending.pop() {
        match value {
            Value::Element(element) => elements.push(element),
            Value::Array(Array::Items(items)) => pending.extend(items.iter_mut()),
            _ => {}
        }
    }
}
