//! Finding values by path, and all of them.

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

/// The value one step further in, if it is a value of its own.
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

/// Steps as [`step`], also into parts that are no separate values: items of any array, fields of structs.
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

/// Follows `steps` from `value` on; how many of them lead nowhere else.
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

/// The error of a path that leads to `value` and no further: `left` steps are missing.
#[cold]
pub(crate) fn missing(value: &Value<'_>, steps: &[Step], left: usize) -> Error {
    missing_with(value, steps, left, true)
}

/// The same; with `hints` it lists similar keys, for which it compares all of them.
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

/// As many keys are all listed.
const FEW_KEYS: usize = 8;

/// As many keys are compared, the first ones: errors may be many.
const MOST_KEYS: usize = 1_024;

/// The keys that are spelt like `wanted`; all, if none is and they are few.
fn near(element: &Element<'_>, wanted: &[u8]) -> Vec<String> {
    let mut distances: Vec<(usize, &[u8])> =
        element.iter().take(MOST_KEYS).map(|(key, _)| (distance(key, wanted), key.as_bytes())).collect();
    distances.sort();
    distances.dedup();
    let close = wanted.len().checked_div(3).unwrap_or(0).saturating_add(1);
    let found: Vec<String> = distances
        .iter()
        .take_while(|(distance, _)| *distance <= close)
        .take(3)
        .map(|(_, key)| escape_key(key))
        .collect();
    if found.is_empty() && distances.len() <= FEW_KEYS {
        return element.iter().map(|(key, _)| escape_key(key)).collect();
    }
    found
}

/// How many bytes have to be put in, left out or replaced to make one key the other; upper case is no difference.
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
    /// Returns the value at `path`, relative to the asset's data: keys with `/` between them, and `[index]` after arrays of elements or arrays.
    /// [`escape_key`] writes any key. The empty path is the data; `../` leads to the keys of the root, and `assetType` and `assetVersion` are keys of
    /// the root unless the data has such keys.
    ///
    /// Items of other arrays and fields of structs are found by [`fetch`](Self::fetch), which also says why there is nothing.
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

    /// Where a path begins, and its steps from there.
    pub(crate) fn start<'s>(&self, steps: &'s [Step]) -> Option<(&Value<'a>, &'s [Step])> {
        match steps {
            [Step::Up, Step::Key(first), rest @ ..] => Some((self.root.get(first)?, rest)),
            [Step::Key(first)] if self.is_of_root(first) => Some((self.root.get(first)?, &[])),
            _ => Some((self.root.get(key::DATA)?, steps)),
        }
    }

    /// Whether a key alone is meant for the root.
    pub(crate) fn is_of_root(&self, first: &[u8]) -> bool {
        let is_root = first == key::TYPE.as_bytes() || first == key::VERSION.as_bytes();
        is_root && self.data().get(first).is_none()
    }

    fn at(&self, steps: &[Step]) -> Option<&Value<'a>> {
        let (start, rest) = self.start(steps)?;
        rest.iter().try_fold(start, step)
    }

    /// Returns the value at `path`, to change it.
    pub fn get_mut(&mut self, path: &str) -> Option<&mut Value<'a>> {
        let steps = parse(path).ok()?;
        let (start, rest) = match steps.as_slice() {
            [Step::Up, Step::Key(first), rest @ ..] => (self.root.get_mut(first)?, rest),
            [Step::Key(first)] if self.is_of_root(first) => (self.root.get_mut(first)?, &[][..]),
            _ => (self.root.get_mut(key::DATA)?, steps.as_slice()),
        };
        rest.iter().try_fold(start, step_mut)
    }

    /// Returns the value at `path`, also if it is no separate value: an item of any array, a struct of many, a field of a struct, a component of a
    /// vector (`at/x`), angle (`p`, `y`, `r`) or colour (`r`, `g`, `b`, `a`). Packed arrays on the way are unpacked.
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
    /// [`ErrorKind::BadPath`]; [`ErrorKind::NoSuchPath`], with the existing part of the path; or an error of unpacking.
    pub fn fetch(&self, path: &str, budget: &mut Budget) -> Result<Cow<'_, Value<'a>>, Error> {
        let steps = parse(path)?;
        let Some((start, rest)) = self.start(&steps) else { return Err(self.missing_in_root(&steps)) };
        match follow(start, rest, budget)? {
            (value, 0) => Ok(value),
            (value, left) => Err(missing(&value, &steps, left)),
        }
    }

    /// The error of a path to a key that the root doesn't have.
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

    /// Returns all descendants of the asset's data with their paths, parents first.
    pub fn walk(&self) -> Walk<'_, 'a> {
        let mut walk = Walk { pending: Vec::new() };
        if let Some(data) = self.root.get(key::DATA) {
            walk.push_children("", data);
        }
        walk
    }

    /// Returns the value that a reference names: a path without escapes from the asset's data on, as the engine reads it. A
    /// value that is a reference itself is followed.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchPath`]; [`ErrorKind::BadPath`]; [`ErrorKind::CyclicReference`] if it leads in a circle or through
    /// more than 128 others.
    pub fn resolve(&self, reference: &[u8]) -> Result<&Value<'a>, Error> {
        self.resolve_by(reference, true, &mut step)
    }

    /// As [`resolve`](Self::resolve), for many references.
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

    /// The value that a reference names, which may be a reference itself.
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

/// Takes one step from a value.
type Find<'f, 'd, 'a> = &'f mut dyn FnMut(&'d Value<'a>, &Step) -> Option<&'d Value<'a>>;

/// References that are followed one after the other.
const MOST_REFERENCES: usize = 128;

/// Iterator of [`Document::walk`].
pub struct Walk<'d, 'a> {
    /// The next is last.
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
