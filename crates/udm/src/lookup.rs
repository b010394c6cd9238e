//! Finds values by path, or all of them.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use binio::Budget;

use crate::array::Array;
use crate::document::{Document, key};
use crate::element::Element;
use crate::error::{Error, ErrorKind, Miss, no_place};
use crate::key_index::KeyIndex;
use crate::path::{Step, child_path, escape_key, parse, reference_steps, write};
use crate::value::Value;

/// Follows a single step. Returns `None` if the result is not a separate value.
pub(crate) fn step<'d, 'a>(value: &'d Value<'a>, step: &Step) -> Option<&'d Value<'a>> {
    match (value, step) {
        (Value::Element(element), Step::Key(key)) => element.get(key),
        (Value::Array(Array::Items(items)), Step::Index(index)) => items.get(*index),
        _ => None,
    }
}

fn step_mut<'d, 'a>(value: &'d mut Value<'a>, step: &Step) -> Option<&'d mut Value<'a>> {
    match (value, step) {
        (Value::Element(element), Step::Key(key)) => element.get_mut(key),
        (Value::Array(Array::Items(items)), Step::Index(index)) => items.get_mut(*index),
        _ => None,
    }
}

/// Follows a step like [`step`]. This also works for parts of a value that are not separate values: the items of any
/// array, and the fields of a struct.
fn step_within(value: &Value<'_>, step: &Step, budget: &mut Budget) -> Result<Option<Value<'static>>, Error> {
    Ok(match (value, step) {
        (Value::Array(array), Step::Index(index)) => {
            array.unpack(budget)?.item(*index).map(|item| item.into_owned().into_owned())
        }
        (Value::Struct(structure), Step::Key(key)) => structure.get(key).map(Value::into_owned),
        (Value::Element(element), Step::Key(key)) => element.get(key).cloned().map(Value::into_owned),
        (Value::Fixed(fixed), Step::Key(key)) => fixed.component(key),
        _ => None,
    })
}

/// Follows `steps`, starting at `value`, until a step can't be followed. The rest is counted.
pub(crate) fn follow<'d, 'a>(
    value: &'d Value<'a>,
    steps: &[Step],
    budget: &mut Budget,
) -> Result<(Cow<'d, Value<'a>>, usize), Error> {
    let mut value = Cow::Borrowed(value);
    for (done, taken) in steps.iter().enumerate() {
        let stored = if let Cow::Borrowed(stored) = value { step(stored, taken) } else { None };
        value = match stored {
            Some(next) => Cow::Borrowed(next),
            None => match step_within(&value, taken, budget)? {
                Some(next) => Cow::Owned(next),
                None => return Ok((value, steps.len().saturating_sub(done))),
            },
        };
    }
    Ok((value, 0))
}

/// Returns the error for a path that leads to `value` and no further, because the last `left` steps are missing.
#[cold]
pub(crate) fn missing(value: &Value<'_>, steps: &[Step], left: usize) -> Error {
    missing_with(value, steps, left, true)
}

/// Does the same, but lists similar keys only if `hints` is set, because all keys must be compared for this.
fn missing_with(value: &Value<'_>, steps: &[Step], left: usize, hints: bool) -> Error {
    let (reached, rest) = steps.split_at_checked(steps.len().saturating_sub(left)).unwrap_or((steps, &[]));
    let step = rest.first().map_or_else(String::new, |step| write(core::slice::from_ref(step)));
    let (len, near) = match (value, rest.first()) {
        (Value::Element(element), Some(Step::Key(wanted))) if hints || element.len() <= FEW_KEYS => {
            (Some(element.len()), near(element, wanted))
        }
        (Value::Element(element), _) => (Some(element.len()), Vec::new()),
        (Value::Struct(structure), _) => {
            let fields = structure.layout().fields().iter().map(|(_, name)| escape_key(name));
            (Some(structure.layout().fields().len()), fields.take(FEW_KEYS).collect())
        }
        (Value::Array(array), _) => (Some(array.len()), Vec::new()),
        _ => (None, Vec::new()),
    };
    no_place(ErrorKind::NoSuchPath(Box::new(Miss { reached: write(reached), step, found: value.ty(), len, near })))
}

/// Up to this number of keys, all of them will be listed.
const FEW_KEYS: usize = 8;

/// The number of keys to compare. This is limited because there may be many errors.
const MOST_KEYS: usize = 1_024;

/// Returns the keys with a spelling similar to `wanted`. If none is similar, returns all keys of a small element.
fn near(element: &Element<'_>, wanted: &[u8]) -> Vec<String> {
    let mut distances: Vec<(usize, &[u8])> =
        element.iter().take(MOST_KEYS).map(|(key, _)| (distance(key, wanted), key.as_bytes())).collect();
    distances.sort();
    distances.dedup();
    let close = wanted.len().checked_div(3).unwrap_or(0).saturating_add(1);
    let names: Vec<String> = distances
        .iter()
        .take_while(|(distance, _)| *distance <= close)
        .take(3)
        .map(|(_, key)| escape_key(key))
        .collect();
    if names.is_empty() && distances.len() <= FEW_KEYS {
        return element.iter().map(|(key, _)| escape_key(key)).collect();
    }
    names
}

/// Returns the number of bytes to insert, remove or replace to turn a key into another. Case is ignored.
fn distance(a: &[u8], b: &[u8]) -> usize {
    // Keys are short; of longer ones the beginning tells.
    let (a, b) = (a.get(..64).unwrap_or(a), b.get(..64).unwrap_or(b));
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (index, left) in a.iter().enumerate() {
        let mut diagonal = core::mem::replace(row.first_mut().unwrap_or(&mut 0), index.saturating_add(1));
        let mut before = index.saturating_add(1);
        for (cell, right) in row.iter_mut().skip(1).zip(b) {
            let same = left.eq_ignore_ascii_case(right);
            let replaced = diagonal.saturating_add(usize::from(!same));
            diagonal = *cell;
            before = replaced.min(before.saturating_add(1)).min(cell.saturating_add(1));
            *cell = before;
        }
    }
    row.last().copied().unwrap_or(0)
}

impl<'a> Document<'a> {
    /// Returns the value at `path`, which starts at the asset data. Write `/` between keys, and use `[index]` to get an
    /// item from an array of elements or arrays. To use a key that contains such characters, pass it through
    /// [`escape_key`]. The empty path returns the data. To get to the keys in the root, use `../`. `assetType` and
    /// `assetVersion` also work without it, unless the data has such a key.
    ///
    /// This does not find items in other arrays or struct fields. Use [`fetch`](Self::fetch) for them, or if you need
    /// to know why a value is missing.
    ///
    /// ```
    /// # use udm::{Document, Value};
    /// let text = br#"lights { $array spots [element;1][{ $float range 5 }] }"#;
    /// let document = Document::parse(text)?;
    /// assert_eq!(document.get("lights/spots[0]/range"), Some(&Value::F32(5.0)));
    /// assert_eq!(document.get("../assetVersion"), Some(&Value::U32(1)));
    /// # Ok::<(), udm::Error>(())
    /// ```
    pub fn get(&self, path: &str) -> Option<&Value<'a>> {
        let steps = parse(path).ok()?;
        self.at(&steps)
    }

    /// Returns where to start, and the steps to follow from there.
    pub(crate) fn start<'s>(&self, steps: &'s [Step]) -> Option<(&Value<'a>, &'s [Step])> {
        match steps {
            [Step::Up, Step::Key(first), rest @ ..] => Some((self.root.get(first)?, rest)),
            [Step::Key(first)] if self.is_of_root(first) => Some((self.root.get(first)?, &[])),
            _ => Some((self.root.get(key::DATA)?, steps)),
        }
    }

    /// Returns `true` if a path with only this key means the root.
    pub(crate) fn is_of_root(&self, first: &[u8]) -> bool {
        let is_root = first == key::TYPE.as_bytes() || first == key::VERSION.as_bytes();
        is_root && self.data().get(first).is_none()
    }

    fn at(&self, steps: &[Step]) -> Option<&Value<'a>> {
        let (start, rest) = self.start(steps)?;
        rest.iter().try_fold(start, step)
    }

    /// Returns the value at `path`, so that you can change it.
    pub fn get_mut(&mut self, path: &str) -> Option<&mut Value<'a>> {
        let steps = parse(path).ok()?;
        let (start, rest) = match steps.as_slice() {
            [Step::Up, Step::Key(first), rest @ ..] => (self.root.get_mut(first)?, rest),
            [Step::Key(first)] if self.is_of_root(first) => (self.root.get_mut(first)?, &[][..]),
            _ => (self.root.get_mut(key::DATA)?, steps.as_slice()),
        };
        rest.iter().try_fold(start, step_mut)
    }

    /// Returns the value at `path`, even if it is not stored as a separate value. This can be an item in any array, a
    /// single struct, a struct field, or a component in a vector (`at/x`), angle (`p`, `y`, `r`) or colour (`r`, `g`,
    /// `b`, `a`). Packed arrays on the way will be unpacked.
    ///
    /// ```
    /// # use udm::{Document, Limits, Value};
    /// let document = Document::parse(b"$arrayLz4 points [struct<uint8:x,uint8:y>;2][[1,2],[3,4]]")?;
    /// let mut budget = Limits::default().budget();
    /// assert_eq!(*document.fetch("points[1]/y", &mut budget)?, Value::U8(4));
    /// let error = document.fetch("point[1]", &mut budget).unwrap_err();
    /// assert_eq!(error.to_string(), r#"expected the key "point", found none in the data; it has "points""#);
    /// # Ok::<(), udm::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::BadPath`] if the path is not well-formed, and [`ErrorKind::NoSuchPath`] if it does not
    /// exist, which tells you how far it does. If a packed array can't be unpacked, you get this error.
    pub fn fetch(&self, path: &str, budget: &mut Budget) -> Result<Cow<'_, Value<'a>>, Error> {
        let steps = parse(path)?;
        let Some((start, rest)) = self.start(&steps) else { return Err(self.missing_in_root(&steps)) };
        match follow(start, rest, budget)? {
            (value, 0) => Ok(value),
            (value, left) => Err(missing(&value, &steps, left)),
        }
    }

    /// Returns the error for a key that the root does not have.
    #[cold]
    pub(crate) fn missing_in_root(&self, steps: &[Step]) -> Error {
        let step = steps.iter().find(|step| matches!(step, Step::Key(_)));
        let wanted = match step {
            Some(Step::Key(key)) => key.as_slice(),
            _ => key::DATA.as_bytes(),
        };
        let miss = Miss {
            reached: "..".into(),
            step: escape_key(wanted),
            found: crate::Type::ELEMENT,
            len: Some(self.root.len()),
            near: near(&self.root, wanted),
        };
        no_place(ErrorKind::NoSuchPath(Box::new(miss)))
    }

    /// Iterates over all values in the asset data and their paths. Parents come first.
    pub fn walk(&self) -> Walk<'_, 'a> {
        let mut walk = Walk { pending: Vec::new() };
        if let Some(data) = self.root.get(key::DATA) {
            walk.push_children("", data);
        }
        walk
    }

    /// Returns the value that a reference points to. As in the engine, the path starts at the asset data and has no
    /// escapes. If it leads to another reference, this is followed too.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NoSuchPath`] or [`ErrorKind::BadPath`] if there is no such value, and
    /// [`ErrorKind::CyclicReference`] if the reference leads in a circle or through more than 128 others.
    pub fn resolve(&self, reference: &[u8]) -> Result<&Value<'a>, Error> {
        self.resolve_by(reference, true, &mut step)
    }

    /// Resolves a reference like [`resolve`](Self::resolve), using an index that makes this fast for many references.
    pub(crate) fn resolve_many<'d>(
        &'d self,
        reference: &[u8],
        hints: bool,
        keys: &mut KeyIndex<'d>,
    ) -> Result<&'d Value<'a>, Error> {
        self.resolve_by(reference, hints, &mut |value, taken| match (value, taken) {
            (Value::Element(element), Step::Key(key)) => keys.get(element, key),
            _ => step(value, taken),
        })
    }

    fn resolve_by<'d>(&'d self, reference: &[u8], hints: bool, find: Find<'_, 'd, 'a>) -> Result<&'d Value<'a>, Error> {
        let mut seen: Vec<&Value<'a>> = Vec::new();
        let mut value = self.target(reference, hints, find)?;
        while let Value::Ref(next) = value {
            if seen.len() >= MOST_REFERENCES || seen.iter().any(|known| core::ptr::eq(*known, value)) {
                return Err(no_place(ErrorKind::CyclicReference));
            }
            seen.push(value);
            value = self.target(next, hints, find)?;
        }
        Ok(value)
    }

    /// Returns the value that a reference points to, which can be another reference.
    fn target<'d>(&'d self, reference: &[u8], hints: bool, find: Find<'_, 'd, 'a>) -> Result<&'d Value<'a>, Error> {
        let steps = reference_steps(reference)?;
        let mut value = self.root.get(key::DATA).ok_or_else(|| self.missing_in_root(&[]))?;
        for (done, taken) in steps.iter().enumerate() {
            let left = steps.len().saturating_sub(done);
            value = find(value, taken).ok_or_else(|| missing_with(value, &steps, left, hints))?;
        }
        Ok(value)
    }
}

/// Follows a single step.
type Find<'f, 'd, 'a> = &'f mut dyn FnMut(&'d Value<'a>, &Step) -> Option<&'d Value<'a>>;

/// How many references can be followed in a row.
const MOST_REFERENCES: usize = 128;

/// Iterates over all values in a document. See [`Document::walk`].
pub struct Walk<'d, 'a> {
    /// The values to visit. The last will be next.
    pending: Vec<(String, &'d Value<'a>)>,
}

impl<'d, 'a> Walk<'d, 'a> {
    fn push_children(&mut self, path: &str, value: &'d Value<'a>) {
        match value {
            Value::Element(element) => {
                self.pending.extend(element.iter().rev().map(|(key, value)| (child_path(path, key), value)));
            }
            Value::Array(Array::Items(items)) => {
                let items = items.iter().enumerate().rev();
                self.pending.extend(items.map(|(index, value)| (format!("{path}[{index}]"), value)));
            }
            _ => {}
        }
    }
}

impl<'d, 'a> Iterator for Walk<'d, 'a> {
    type Item = (String, &'d Value<'a>);

    fn next(&mut self) -> Option<Self::Item> {
        let (path, value) = self.pending.pop()?;
        self.push_children(&path, value);
        Some((path, value))
    }
}
