//! Paths to values: `meshGroups/reference/meshes[0]/subMeshes[0]`.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use binio::{Budget, Name};

use crate::array::Array;
use crate::document::{Document, key};
use crate::element::Element;
use crate::error::{Error, ErrorKind};
use crate::packed::no_place;
use crate::value::Value;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Key(Vec<u8>),
    Index(usize),
}

/// The steps of a path, from the asset's data on.
pub(crate) fn parse(path: &str) -> Result<Vec<Step>, Error> {
    let bad = |problem| no_place(ErrorKind::BadPath(problem));
    let mut steps = Vec::new();
    let mut rest = path.as_bytes();
    while !rest.is_empty() {
        let (key, named, behind) = parse_key(rest)?;
        if key.is_empty() && !named {
            return Err(bad("an empty key; it is written \\."));
        }
        steps.push(Step::Key(key));
        rest = behind;
        while let Some(behind) = rest.strip_prefix(b"[") {
            let (index, behind) = parse_index(behind).ok_or_else(|| bad("a number and ']' expected behind '['"))?;
            steps.push(Step::Index(index));
            rest = behind;
        }
        match rest.split_first() {
            None => break,
            Some((b'/', [])) => return Err(bad("'/' at the end")),
            Some((b'/', behind)) => rest = behind,
            Some(_) => return Err(bad("'/' or '[' expected behind ']'")),
        }
    }
    Ok(steps)
}

/// A key, whether something stands there for it, and what stands behind it.
fn parse_key(text: &[u8]) -> Result<(Vec<u8>, bool, &[u8]), Error> {
    let bad = |problem| no_place(ErrorKind::BadPath(problem));
    let mut key = Vec::new();
    let mut rest = text;
    loop {
        rest = match rest {
            [] | [b'/' | b'[', ..] => return Ok((key, rest.len() < text.len(), rest)),
            [b']', ..] => return Err(bad("']' without '['")),
            [b'\\', b'.', behind @ ..] => behind,
            [b'\\', b'x', behind @ ..] => {
                let (digits, behind) =
                    behind.split_at_checked(2).ok_or_else(|| bad("two digits expected behind \\x"))?;
                let digits = core::str::from_utf8(digits).unwrap_or_default();
                key.push(u8::from_str_radix(digits, 16).map_err(|_| bad("two digits expected behind \\x"))?);
                behind
            }
            [b'\\', byte @ (b'/' | b'[' | b']' | b'\\'), behind @ ..] => {
                key.push(*byte);
                behind
            }
            [b'\\', ..] => return Err(bad("an unknown escape")),
            [byte, behind @ ..] => {
                key.push(*byte);
                behind
            }
        };
    }
}

fn parse_index(text: &[u8]) -> Option<(usize, &[u8])> {
    let end = text.iter().position(|byte| *byte == b']')?;
    let (digits, behind) = text.split_at_checked(end)?;
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some((core::str::from_utf8(digits).ok()?.parse().ok()?, behind.get(1..)?))
}

/// A key as a path writes it: `/`, `[`, `]` and `\` behind a backslash, bytes that aren't UTF-8 as `\xff`, no bytes as
/// `\.`.
///
/// ```
/// assert_eq!(udm::escape_key(b"a/b[0]"), r"a\/b\[0\]");
/// assert_eq!(udm::escape_key(b""), r"\.");
/// ```
pub fn escape_key(key: &[u8]) -> String {
    if key.is_empty() {
        return "\\.".to_string();
    }
    let mut text = String::with_capacity(key.len());
    for chunk in key.utf8_chunks() {
        for character in chunk.valid().chars() {
            if matches!(character, '/' | '[' | ']' | '\\') {
                text.push('\\');
            }
            text.push(character);
        }
        for byte in chunk.invalid() {
            text += &format!("\\x{byte:02x}");
        }
    }
    text
}

/// The path of `key` within `path`.
pub(crate) fn join(path: &str, key: &[u8]) -> String {
    let key = escape_key(key);
    if path.is_empty() { key } else { format!("{path}/{key}") }
}

fn step<'d, 'a>(value: &'d Value<'a>, step: &Step) -> Option<&'d Value<'a>> {
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

/// As [`step`], into what is no value of its own too: items of any array, fields of structs.
fn step_within(value: &Value<'_>, step: &Step, budget: &mut Budget) -> Result<Option<Value<'static>>, Error> {
    Ok(match (value, step) {
        (Value::Array(array), Step::Index(index)) => {
            array.unpack(budget)?.item(*index).map(|item| item.into_owned().into_owned())
        }
        (Value::Struct(structure), Step::Key(key)) => structure.get(key).map(Value::into_owned),
        (Value::Element(element), Step::Key(key)) => element.get(key).cloned().map(Value::into_owned),
        _ => None,
    })
}

impl<'a> Document<'a> {
    /// The value at `path`, from the asset's data on: keys with `/` between them, and `[index]` behind arrays of values of
    /// their own. [`escape_key`] says how any key is written. The empty path is the data.
    ///
    /// ```
    /// # use udm::{Document, Value};
    /// let text = br#"lights { $array spots [element;1][{ $float range 5 }] }"#;
    /// let document = Document::parse(text)?;
    /// assert_eq!(document.get("lights/spots[0]/range"), Some(&Value::F32(5.0)));
    /// # Ok::<(), udm::Error>(())
    /// ```
    pub fn get(&self, path: &str) -> Option<&Value<'a>> {
        let steps = parse(path).ok()?;
        self.at(&steps)
    }

    fn at(&self, steps: &[Step]) -> Option<&Value<'a>> {
        steps.iter().try_fold(self.root.get(key::DATA)?, step)
    }

    /// The value at `path`, to change it.
    pub fn get_mut(&mut self, path: &str) -> Option<&mut Value<'a>> {
        let steps = parse(path).ok()?;
        steps.iter().try_fold(self.root.get_mut(key::DATA)?, step_mut)
    }

    /// What is at `path`, also if it is no value of its own: an item of any array, a struct of many, a field of a struct.
    /// Packed arrays on the way are unpacked.
    ///
    /// ```
    /// # use udm::{Document, Limits, Value};
    /// let document = Document::parse(b"$arrayLz4 points [struct<uint8:x,uint8:y>;2][[1,2],[3,4]]")?;
    /// let y = document.fetch("points[1]/y", &mut Limits::default().budget())?;
    /// assert_eq!(*y, Value::U8(4));
    /// # Ok::<(), udm::Error>(())
    /// ```
    ///
    /// # Errors
    /// [`ErrorKind::BadPath`], [`ErrorKind::NoSuchPath`], or whatever unpacking gives.
    pub fn fetch(&self, path: &str, budget: &mut Budget) -> Result<Cow<'_, Value<'a>>, Error> {
        let missing = || no_place(ErrorKind::NoSuchPath);
        let mut value = Cow::Borrowed(self.root.get(key::DATA).ok_or_else(missing)?);
        for taken in &parse(path)? {
            let stored = if let Cow::Borrowed(stored) = value { step(stored, taken) } else { None };
            value = match stored {
                Some(next) => Cow::Borrowed(next),
                None => Cow::Owned(step_within(&value, taken, budget)?.ok_or_else(missing)?),
            };
        }
        Ok(value)
    }

    /// Gives the value at `path` another one; the last key may be new. Returns the value it had.
    ///
    /// # Errors
    /// [`ErrorKind::BadPath`]; [`ErrorKind::NoSuchPath`] if what should hold the key isn't there;
    /// [`ErrorKind::WrongType`] if an array holds values of another type.
    pub fn set(&mut self, path: &str, value: impl Into<Value<'a>>) -> Result<Option<Value<'a>>, Error> {
        let missing = || no_place(ErrorKind::NoSuchPath);
        let (value, steps) = (value.into(), parse(path)?);
        let data = self.root.get_mut(key::DATA).ok_or_else(missing)?;
        let Some((last, before)) = steps.split_last() else {
            let Value::Element(_) = &value else { return Err(no_place(ErrorKind::WrongType(value.ty()))) };
            return Ok(Some(core::mem::replace(data, value)));
        };
        let parent = before.iter().try_fold(data, step_mut).ok_or_else(missing)?;
        let wrong = || no_place(ErrorKind::WrongType(value.ty()));
        match (parent, last) {
            (Value::Element(element), Step::Key(key)) => Ok(element.insert(Name::from(key.clone()), value)),
            (Value::Array(Array::Items(items)), Step::Index(index)) => {
                let item = items.item_type();
                let place = items.get_mut(*index).ok_or_else(missing)?;
                if value.ty() != item {
                    return Err(wrong());
                }
                Ok(Some(core::mem::replace(place, value)))
            }
            (Value::Array(Array::Plain(plain)), Step::Index(index)) => {
                let old = plain.get(*index).ok_or_else(missing)?.into_owned();
                if plain.set(*index, &value) { Ok(Some(old)) } else { Err(wrong()) }
            }
            (Value::Struct(structure), Step::Key(key)) => {
                let old = structure.get(key).ok_or_else(missing)?.into_owned();
                if structure.set(key, &value) { Ok(Some(old)) } else { Err(wrong()) }
            }
            _ => Err(missing()),
        }
    }

    /// As [`set`](Self::set), and makes the elements on the way that aren't there.
    ///
    /// # Errors
    /// As [`set`](Self::set).
    pub fn insert(&mut self, path: &str, value: impl Into<Value<'a>>) -> Result<Option<Value<'a>>, Error> {
        let steps = parse(path)?;
        let mut place = self.root.get_mut(key::DATA);
        for taken in steps.split_last().map_or(&[][..], |(_, before)| before) {
            if let (Some(Value::Element(element)), Step::Key(key)) = (place.as_deref_mut(), taken) {
                if element.get(key).is_none() {
                    element.push(Name::from(key.clone()), Element::new());
                }
            }
            place = place.and_then(|value| step_mut(value, taken));
        }
        self.set(path, value)
    }

    /// Removes the key or item at `path`.
    ///
    /// # Errors
    /// [`ErrorKind::BadPath`], [`ErrorKind::NoSuchPath`].
    pub fn remove(&mut self, path: &str) -> Result<Value<'a>, Error> {
        let missing = || no_place(ErrorKind::NoSuchPath);
        let steps = parse(path)?;
        let (last, before) = steps.split_last().ok_or_else(missing)?;
        let data = self.root.get_mut(key::DATA).ok_or_else(missing)?;
        let parent = before.iter().try_fold(data, step_mut).ok_or_else(missing)?;
        match (parent, last) {
            (Value::Element(element), Step::Key(key)) => element.remove(key).ok_or_else(missing),
            (Value::Array(Array::Items(items)), Step::Index(index)) if *index < items.len() => {
                Ok(items.values_mut().remove(*index))
            }
            _ => Err(missing()),
        }
    }

    /// All values below the asset's data with their paths, each before what is in it.
    pub fn walk(&self) -> Walk<'_, 'a> {
        let mut walk = Walk { pending: Vec::new() };
        if let Some(data) = self.root.get(key::DATA) {
            walk.push_children("", data);
        }
        walk
    }

    /// The value that a reference names: a path without escapes from the asset's data on, as the engine reads it. A value
    /// that is a reference itself is followed.
    ///
    /// # Errors
    /// [`ErrorKind::NoSuchPath`]; [`ErrorKind::CyclicReference`] if it leads in a circle.
    pub fn resolve(&self, reference: &[u8]) -> Result<&Value<'a>, Error> {
        let mut seen: Vec<&Value<'a>> = Vec::new();
        let mut value = self.at(&reference_steps(reference)?).ok_or_else(|| no_place(ErrorKind::NoSuchPath))?;
        while let Value::Ref(next) = value {
            if seen.len() >= MOST_REFERENCES || seen.iter().any(|known| core::ptr::eq(*known, value)) {
                return Err(no_place(ErrorKind::CyclicReference));
            }
            seen.push(value);
            value = self.at(&reference_steps(next)?).ok_or_else(|| no_place(ErrorKind::NoSuchPath))?;
        }
        Ok(value)
    }
}

/// References that are followed one after the other.
const MOST_REFERENCES: usize = 128;

/// The steps of a reference: no escapes are understood.
fn reference_steps(reference: &[u8]) -> Result<Vec<Step>, Error> {
    let bad = || no_place(ErrorKind::NoSuchPath);
    let mut steps = Vec::new();
    for component in reference.split(|byte| *byte == b'/') {
        let end = component.iter().position(|byte| *byte == b'[').unwrap_or(component.len());
        let (key, mut indices) = component.split_at_checked(end).ok_or_else(bad)?;
        steps.push(Step::Key(key.to_vec()));
        while let Some(rest) = indices.strip_prefix(b"[") {
            let (index, behind) = parse_index(rest).ok_or_else(bad)?;
            steps.push(Step::Index(index));
            indices = behind;
        }
    }
    Ok(steps)
}

/// Iterator of [`Document::walk`].
pub struct Walk<'d, 'a> {
    /// The next is last.
    pending: Vec<(String, &'d Value<'a>)>,
}

impl<'d, 'a> Walk<'d, 'a> {
    fn push_children(&mut self, path: &str, value: &'d Value<'a>) {
        match value {
            Value::Element(element) => {
                self.pending.extend(element.iter().rev().map(|(key, value)| (join(path, key), value)));
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
