//! Many edits in the same document.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use binio::{Budget, Limits, Name};

use crate::array::{Array, Items, Strings};
use crate::document::{Document, key};
use crate::edit::{Edit, Edited, Refused, apply, checked};
use crate::element::Element;
use crate::error::Error;
use crate::kind::Type;
use crate::lookup::follow;
use crate::packed_array::PackedArray;
use crate::path::Step;
use crate::value::Value;

/// Edits a document at many paths. If you have more than a few edits, use this instead of [`Document::set`], because
/// the time only depends on the size of the document plus the number of edits. In contrast, `set` compares all the keys
/// of an element for each edit, and removing a key moves all keys behind it.
///
/// To get a batch, call [`Document::batch`]. Each method has the same effect and the same errors as the method of this
/// name on the document. An array will only be packed again when all edits have been made, so many edits of an array
/// cost no more than a single edit.
#[derive(Debug)]
pub struct Batch<'d, 'a> {
    document: &'d mut Document<'a>,
    top: Node<'a>,
}

/// Index for an element or array that was edited, and for the values below it. This is not part of [`Element`], because
/// most programs only read.
#[derive(Debug, Default)]
struct Node<'a> {
    /// The last position of every key. This is `None` until somebody looks up a key.
    keys: Option<BTreeMap<Vec<u8>, usize>>,
    /// The other positions, for duplicate keys.
    duplicates: BTreeMap<Vec<u8>, Vec<usize>>,
    /// The positions of removed entries. They aren't taken out until the end, because the other positions would change.
    removed: Vec<usize>,
    /// The nodes below this node, by position or index.
    below: BTreeMap<usize, Node<'a>>,
    /// For an array whose items were turned into separate values, how it was stored before.
    opened: Option<Opened<'a>>,
}

impl<'a> Document<'a> {
    /// Applies many edits to the document. You will see them when `edits` has returned.
    ///
    /// ```
    /// # use udm::Document;
    /// let mut document = Document::parse(b"$int8 a 1 // kept\n$int8 b 2\n$int8 c 3\n")?;
    /// document.batch(|batch| {
    ///     batch.set("a", 9_i8)?;
    ///     batch.remove("b")?;
    ///     batch.insert("d", 5_i8)
    /// })?;
    /// assert_eq!(document.to_bytes()?, b"$int8 a 9 // kept\n$int8 c 3\n$int8 d 5\n");
    /// # Ok::<(), udm::Error>(())
    /// ```
    pub fn batch<R>(&mut self, edits: impl FnOnce(&mut Batch<'_, 'a>) -> R) -> R {
        edits(&mut Batch { document: self, top: Node::default() })
    }
}

impl<'a> Batch<'_, 'a> {
    /// Returns the document with all edits so far. Do not call this after every edit, because the next edit then has to
    /// build the index again.
    pub fn document(&mut self) -> &Document<'a> {
        self.finish();
        self.document
    }

    /// Sets the value at `path`, like [`Document::set`].
    ///
    /// # Errors
    /// Fails when [`Document::set`] does.
    pub fn set(&mut self, path: &str, value: impl Into<Value<'a>>) -> Result<Option<Value<'a>>, Error> {
        self.edit(path, Edit::Set(value.into()))
    }

    /// Sets or creates the value at `path`, like [`Document::insert`].
    ///
    /// # Errors
    /// Fails when [`Document::insert`] does.
    pub fn insert(&mut self, path: &str, value: impl Into<Value<'a>>) -> Result<Option<Value<'a>>, Error> {
        self.edit(path, Edit::Create(value.into()))
    }

    /// Removes the value at `path`, like [`Document::remove`].
    ///
    /// # Errors
    /// Fails when [`Document::remove`] does.
    pub fn remove(&mut self, path: &str) -> Result<Value<'a>, Error> {
        Ok(self.edit(path, Edit::Remove)?.unwrap_or(Value::Nil))
    }

    /// Returns the value at `path`, like [`Document::fetch`]. If the value is missing, this function returns `None`
    /// instead of an error, because creating an error would require comparing the key to all the others.
    ///
    /// # Errors
    /// Returns [`ErrorKind::BadPath`](crate::ErrorKind::BadPath), or an error from unpacking.
    pub fn find(&mut self, path: &str, budget: &mut Budget) -> Result<Option<Cow<'_, Value<'a>>>, Error> {
        let steps = self.steps(path)?;
        let Some((Step::Key(top), mut rest)) = steps.split_first() else { return Ok(None) };
        let Some(position) = self.top.position(&self.document.root, top) else { return Ok(None) };
        let mut node = self.top.below.entry(position).or_default();
        let top = self.document.root.entries_mut().get_mut(position);
        let Some(mut value) = top.map(|(_, value)| value) else { return Ok(None) };
        while let Some((first, behind)) = rest.split_first() {
            if let (Value::Array(array), Step::Index(_)) = (&mut *value, first) {
                node.open(array, budget)?;
            }
            let position = match (&*value, first) {
                (Value::Element(element), Step::Key(key)) => match node.position(element, key) {
                    None => return Ok(None),
                    position => position,
                },
                (Value::Array(Array::Items(_)), Step::Index(index)) => Some(*index),
                _ => None,
            };
            let Some(position) = position else { break };
            let Some(next) = child_at(value, position) else { return Ok(None) };
            (value, rest) = (next, behind);
            // Most values are no elements, and need no index.
            let is_known = matches!(value, Value::Element(_) | Value::Array(_)) || node.below.contains_key(&position);
            if !is_known {
                return reached(value, rest, budget);
            }
            node = node.below.entry(position).or_default();
        }
        // Items of an opened array are found in it; what is whole is shown as it is stored.
        if rest.is_empty() || !matches!(value, Value::Array(_)) {
            node.finish(value);
        }
        reached(value, rest, budget)
    }

    /// Returns the steps in a path, starting at the root.
    fn steps(&mut self, path: &str) -> Result<Vec<Step>, Error> {
        let mut steps = checked(path)?;
        if steps.first() == Some(&Step::Up) {
            steps.remove(0);
            return Ok(steps);
        }
        if let [Step::Key(first)] = steps.as_slice() {
            // The keys that may be of the root or of the data; removed keys of the data must be gone.
            if first == key::TYPE.as_bytes() || first == key::VERSION.as_bytes() {
                self.finish();
                if self.document.is_of_root(first) {
                    return Ok(steps);
                }
            }
        }
        steps.insert(0, Step::Key(key::DATA.as_bytes().to_vec()));
        Ok(steps)
    }

    fn edit(&mut self, path: &str, edit: Edit<'a>) -> Result<Option<Value<'a>>, Error> {
        let steps = self.steps(path)?;
        let Some((Step::Key(top), rest)) = steps.split_first() else { return self.document.edit(path, edit) };
        let needed = [key::TYPE, key::VERSION, key::DATA].iter().any(|needed| needed.as_bytes() == top);
        if rest.is_empty() && needed {
            // The document checks the types of these keys.
            self.finish();
            return self.document.edit(path, edit);
        }
        let is_missing = self.top.position(&self.document.root, top).is_none();
        let refused = if is_missing && !rest.is_empty() {
            // Only a key of the root itself is created.
            Refused::Missing(steps.len())
        } else {
            let budget = &mut Limits::default().budget();
            match in_element(&mut self.document.root, &mut self.top, (top, rest), edit, budget) {
                Ok(old) => return Ok(old),
                Err(refused) => refused,
            }
        };
        self.finish();
        Err(match refused {
            Refused::Error(error) => error,
            Refused::Missing(left) => self.document.no_such(path, left),
        })
    }

    /// Takes out the removed entries and drops the index.
    fn finish(&mut self) {
        let mut top = core::mem::take(&mut self.top);
        for (position, mut node) in core::mem::take(&mut top.below) {
            if let Some((_, value)) = self.document.root.entries_mut().get_mut(position) {
                node.finish(value);
            }
        }
        top.compact(&mut self.document.root);
    }
}

impl Drop for Batch<'_, '_> {
    fn drop(&mut self) {
        self.finish();
    }
}

fn reached<'d, 'a>(
    value: &'d Value<'a>,
    rest: &[Step],
    budget: &mut Budget,
) -> Result<Option<Cow<'d, Value<'a>>>, Error> {
    let (value, left) = follow(value, rest, budget)?;
    Ok((left == 0).then_some(value))
}

impl<'a> Node<'a> {
    /// Returns the last position of `key`.
    fn position(&mut self, element: &Element<'_>, key: &[u8]) -> Option<usize> {
        self.index(element).get(key).copied()
    }

    fn index(&mut self, element: &Element<'_>) -> &mut BTreeMap<Vec<u8>, usize> {
        let duplicates = &mut self.duplicates;
        self.keys.get_or_insert_with(|| {
            let mut keys = BTreeMap::new();
            for (position, (name, _)) in element.iter().enumerate() {
                if let Some(before) = keys.insert(name.to_vec(), position) {
                    duplicates.entry(name.to_vec()).or_default().push(before);
                }
            }
            keys
        })
    }

    /// Appends a key that the element does not have yet.
    fn push(&mut self, element: &mut Element<'a>, key: &[u8], value: Value<'a>) {
        let position = element.len();
        self.index(element).insert(key.to_vec(), position);
        element.push(Name::from(key.to_vec()), value);
    }

    /// Replaces a value and returns the old value.
    fn replace(&mut self, position: usize, value: &mut Value<'a>, new: Value<'a>) -> Value<'a> {
        if let Some(mut node) = self.below.remove(&position) {
            node.finish(value);
        }
        core::mem::replace(value, new)
    }

    /// Removes a key, including duplicates, and returns the last value.
    fn remove(&mut self, element: &mut Element<'a>, key: &[u8]) -> Option<Value<'a>> {
        let position = self.index(element).remove(key)?;
        self.removed.extend(self.duplicates.remove(key).unwrap_or_default());
        self.removed.push(position);
        let (_, value) = element.entries_mut().get_mut(position)?;
        Some(self.replace(position, value, Value::Nil))
    }

    /// Takes out the removed entries in a value and below it, and drops the index.
    fn finish(&mut self, value: &mut Value<'a>) {
        self.finish_below(value);
        match value {
            Value::Element(element) => self.compact(element),
            Value::Array(array) => self.close(array),
            _ => {}
        }
        *self = Self::default();
    }

    fn finish_below(&mut self, value: &mut Value<'a>) {
        for (position, mut node) in core::mem::take(&mut self.below) {
            if let Some(child) = child_at(value, position) {
                node.finish(child);
            }
        }
    }

    /// Unpacks an array and lists its strings, so that many edits cost no more than a single edit.
    fn open(&mut self, array: &mut Array<'a>, budget: &mut Budget) -> Result<(), Error> {
        if self.opened.is_some() {
            return Ok(());
        }
        let unpacked = match array {
            Array::Packed(packed) => packed.unpack(budget)?,
            Array::Strings(_) => Array::Strings(Strings::default()),
            _ => return Ok(()),
        };
        let stored = core::mem::replace(array, unpacked);
        if let Array::Strings(strings) = if let Array::Strings(_) = &stored { &stored } else { &*array } {
            *array = Array::Items(listed(strings));
        }
        self.opened = Some(Opened { stored, is_changed: false });
        Ok(())
    }

    /// Stores the items the way they were stored before they were opened. The bytes will be the same unless an item has
    /// changed.
    fn close(&mut self, array: &mut Array<'a>) {
        let Some(Opened { stored, is_changed }) = self.opened.take() else { return };
        if !is_changed {
            *array = stored;
            return;
        }
        if let Array::Items(items) = &*array {
            let texts = items.iter().filter_map(Value::as_text);
            if let Ok(strings) = Strings::new(items.item_type(), texts) {
                *array = Array::Strings(strings);
            }
        }
        // Values that no array of this kind holds remain, and the error of a writer names them.
        if let (Array::Packed(_), Ok(packed)) = (&stored, PackedArray::compress(array)) {
            *array = Array::Packed(Box::new(packed));
        }
    }

    fn compact(&mut self, element: &mut Element<'_>) {
        self.removed.sort_unstable();
        let mut removed = self.removed.iter().copied().peekable();
        let mut position = 0_usize;
        element.entries_mut().retain(|_| {
            let is_removed = removed.next_if_eq(&position).is_some();
            position = position.saturating_add(1);
            !is_removed
        });
    }
}

/// An array the way it was stored, and whether its items were edited since.
#[derive(Debug)]
struct Opened<'a> {
    stored: Array<'a>,
    is_changed: bool,
}

fn listed<'a>(strings: &Strings<'_>) -> Items<'a> {
    let ty = strings.item_type();
    let text = |text: &[u8]| {
        let text = Name::from(text.to_vec());
        if ty == Type::REF { Value::Ref(text) } else { Value::String(text) }
    };
    Items::checked(ty, strings.iter().map(text).collect())
}

fn child_at<'d, 'a>(value: &'d mut Value<'a>, position: usize) -> Option<&'d mut Value<'a>> {
    match value {
        Value::Element(element) => element.entries_mut().get_mut(position).map(|(_, value)| value),
        Value::Array(Array::Items(items)) => items.get_mut(position),
        _ => None,
    }
}

fn in_value<'a>(
    value: &mut Value<'a>,
    node: &mut Node<'a>,
    steps: &[Step],
    edit: Edit<'a>,
    budget: &mut Budget,
) -> Edited<'a> {
    match (&mut *value, steps) {
        (Value::Element(element), [Step::Key(key), rest @ ..]) => in_element(element, node, (key, rest), edit, budget),
        (Value::Array(array), [Step::Index(index), rest @ ..]) => {
            node.open(array, budget)?;
            let old = match array {
                Array::Items(items) if !rest.is_empty() && *index < items.len() => {
                    let item = items.get_mut(*index).ok_or(Refused::Missing(steps.len()))?;
                    in_value(item, node.below.entry(*index).or_default(), rest, edit, budget)
                }
                _ => {
                    // Items may move.
                    node.finish_below(value);
                    apply(value, steps, edit, budget)
                }
            }?;
            node.opened.iter_mut().for_each(|opened| opened.is_changed = true);
            Ok(old)
        }
        _ => {
            node.finish(value);
            apply(value, steps, edit, budget)
        }
    }
}

fn in_element<'a>(
    element: &mut Element<'a>,
    node: &mut Node<'a>,
    (key, rest): (&[u8], &[Step]),
    edit: Edit<'a>,
    budget: &mut Budget,
) -> Edited<'a> {
    let position = node.position(element, key);
    let stored = position.and_then(|position| Some((position, &mut element.entries_mut().get_mut(position)?.1)));
    match (edit, stored) {
        (Edit::Remove, _) if rest.is_empty() => node.remove(element, key).map(Some).ok_or(Refused::Missing(1)),
        (Edit::Set(new) | Edit::Create(new), Some((position, value))) if rest.is_empty() => {
            Ok(Some(node.replace(position, value, new)))
        }
        (Edit::Set(new) | Edit::Create(new), None) if rest.is_empty() => {
            node.push(element, key, new);
            Ok(None)
        }
        (edit, Some((position, value))) => in_value(value, node.below.entry(position).or_default(), rest, edit, budget),
        (edit @ Edit::Create(_), None) if matches!(rest, [Step::Key(_), ..]) => {
            let mut child = Value::Element(Element::new());
            let old = apply(&mut child, rest, edit, budget)?;
            node.push(element, key, child);
            Ok(old)
        }
        _ => Err(Refused::Missing(rest.len().saturating_add(1))),
    }
}
