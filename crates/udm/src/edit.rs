//! Edits by path.

use alloc::borrow::Cow;
use alloc::vec::Vec;
use binio::{Budget, Bytes, Limits, MAX_DEPTH, Name};

use crate::array::{Array, Items, Plain, Strings};
use crate::document::{Document, key};
use crate::element::Element;
use crate::error::{Error, ErrorKind, no_place};
use crate::fixed::Fixed;
use crate::kind::Type;
use crate::layout::{Struct, Structs};
use crate::lookup::{follow, missing};
use crate::packed_array::PackedArray;
use crate::path::{Step, parse};
use crate::value::Value;

/// What to do at the end of a path.
pub(crate) enum Edit<'a> {
    /// Replace the value. The last key can be new.
    Set(Value<'a>),
    /// Replace or create the value, including missing elements on the way. Using an index just past the end appends an
    /// item.
    Create(Value<'a>),
    Remove,
}

/// Why an edit was refused.
pub(crate) enum Refused {
    /// The path does not exist, because the given number of steps is missing from its end.
    Missing(usize),
    Error(Error),
}

impl From<Error> for Refused {
    fn from(error: Error) -> Self {
        Self::Error(error)
    }
}

pub(crate) type Edited<'a> = Result<Option<Value<'a>>, Refused>;

fn refuse<T>(kind: ErrorKind) -> Result<T, Refused> {
    Err(Refused::Error(no_place(kind)))
}

fn wrong_type<T>(expected: Type, actual: &Value<'_>) -> Result<T, Refused> {
    refuse(ErrorKind::wrong_type(expected.word(), actual.ty()))
}

impl<'a> Document<'a> {
    /// Sets the value at `path`, where the last key can be new. Returns the previous value.
    ///
    /// You can set everything that [`fetch`](Self::fetch) can find: array items, struct fields, and the content of
    /// packed arrays, which will be packed again.
    ///
    /// ```
    /// # use udm::{Document, Limits, Value};
    /// let mut document = Document::parse(b"$arrayLz4 points [struct<uint8:x,uint8:y>;2][[1,2],[3,4]]")?;
    /// assert_eq!(document.set("points[1]/y", 9_u8)?, Some(Value::U8(4)));
    /// assert_eq!(document.to_bytes()?, b"$arrayLz4 points [struct<uint8:x,uint8:y>;2][[1,2],[3,9]]");
    /// document.set("assetType", "POINTS")?;
    /// assert_eq!(document.asset_type(), "POINTS");
    /// # Ok::<(), udm::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::BadPath`] if the path is not well-formed, [`ErrorKind::NoSuchPath`] if the parent does not
    /// exist, and [`ErrorKind::WrongType`] if the array, struct or root can't store this type.
    pub fn set(&mut self, path: &str, value: impl Into<Value<'a>>) -> Result<Option<Value<'a>>, Error> {
        self.edit(path, Edit::Set(value.into()))
    }

    /// Sets the value at `path`, like [`set`](Self::set), but also creates missing elements on the way. Use an index
    /// just past the end of an array to append an item. In an array of elements, this works for any step on the way.
    ///
    /// # Errors
    /// Fails when [`set`](Self::set) does. The document is not changed then.
    pub fn insert(&mut self, path: &str, value: impl Into<Value<'a>>) -> Result<Option<Value<'a>>, Error> {
        self.edit(path, Edit::Create(value.into()))
    }

    /// Removes the key or item at `path`, and returns the value.
    ///
    /// In a text, this also removes its comments. However, if you insert an equal value with the same key into another
    /// element, it will be treated as moved, so it keeps its spelling and its comments. The key of an element with
    /// several entries may be different. If there is more than one equal value, none of them will be treated as moved.
    ///
    /// ```
    /// # use udm::Document;
    /// let mut document = Document::parse(b"a { $float x 5.0 // metres\n}\nb {}")?;
    /// let x = document.remove("a/x")?;
    /// document.insert("b/x", x)?;
    /// assert_eq!(document.to_bytes()?, b"a {\n}\nb {\n\t$float x 5.0 // metres\n}");
    /// # Ok::<(), udm::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::BadPath`] if the path is not well-formed, and [`ErrorKind::NoSuchPath`] if it does not
    /// exist. You can't remove struct fields, the data, or a key that every root must have
    /// ([`ErrorKind::Contradiction`]), and a path can't have more than 128 steps ([`ErrorKind::Depth`]).
    pub fn remove(&mut self, path: &str) -> Result<Value<'a>, Error> {
        Ok(self.edit(path, Edit::Remove)?.unwrap_or(Value::Nil))
    }

    pub(crate) fn edit(&mut self, path: &str, edit: Edit<'a>) -> Result<Option<Value<'a>>, Error> {
        let steps = checked(path)?;
        let mut budget = Limits::default().budget();
        let (top, rest) = match steps.as_slice() {
            [Step::Up, Step::Key(first), rest @ ..] => (first.as_slice(), rest),
            [Step::Key(first)] if self.is_of_root(first) => (first.as_slice(), &[][..]),
            rest => (key::DATA.as_bytes(), rest),
        };
        let edited = match (rest, self.root.get_mut(top)) {
            ([], _) => self.edit_root(top, edit),
            (_, Some(value)) => apply(value, rest, edit, &mut budget),
            (_, None) => return Err(self.missing_in_root(&steps)),
        };
        match edited {
            Ok(old) => Ok(old),
            Err(Refused::Error(error)) => Err(error),
            Err(Refused::Missing(left)) => Err(self.no_such(path, left)),
        }
    }

    /// Returns the error for an edit where the last `left` steps do not exist.
    #[cold]
    pub(crate) fn no_such(&self, path: &str, left: usize) -> Error {
        let reached = || {
            let steps = parse(path)?;
            let Some((start, rest)) = self.start(&steps) else { return Ok(self.missing_in_root(&steps)) };
            let known = rest.len().saturating_sub(left);
            let mut budget = Limits::default().budget();
            let (value, absent) = follow(start, rest.get(..known).unwrap_or_default(), &mut budget)?;
            // An element that only the edit would have created has no keys.
            let value = if absent == 0 { value } else { Cow::Owned(Value::Element(Element::new())) };
            Ok(missing(&value, &steps, left))
        };
        reached().unwrap_or_else(|error| error)
    }

    /// Edits a key in the root. The keys that every root must have keep their types.
    fn edit_root(&mut self, name: &[u8], edit: Edit<'a>) -> Edited<'a> {
        let needed = [(key::TYPE, Type::STRING), (key::VERSION, Type::U32), (key::DATA, Type::ELEMENT)];
        let needed = needed.iter().find(|(needed, _)| needed.as_bytes() == name).map(|(_, ty)| *ty);
        match (edit, needed) {
            (Edit::Remove, Some(_)) => refuse(ErrorKind::Contradiction("the root needs this key")),
            (Edit::Remove, None) => self.root.remove(name).map(Some).ok_or(Refused::Missing(1)),
            (Edit::Set(value) | Edit::Create(value), Some(ty)) if value.ty() != ty => wrong_type(ty, &value),
            (Edit::Set(value) | Edit::Create(value), _) => Ok(self.root.insert(Name::from(name.to_vec()), value)),
        }
    }
}

/// Returns the steps in a path to edit.
pub(crate) fn checked(path: &str) -> Result<Vec<Step>, Error> {
    let steps = parse(path)?;
    // No document is nested deeper, and each step is a call.
    if steps.len() > usize::from(MAX_DEPTH) {
        return Err(no_place(ErrorKind::Depth(MAX_DEPTH)));
    }
    Ok(steps)
}

/// Applies `edit` at the end of `steps`, which must not be empty.
pub(crate) fn apply<'a>(value: &mut Value<'a>, steps: &[Step], edit: Edit<'a>, budget: &mut Budget) -> Edited<'a> {
    let Some((first, rest)) = steps.split_first() else { return Err(Refused::Missing(0)) };
    match (value, first) {
        (Value::Element(element), Step::Key(key)) => in_element(element, key, rest, edit, budget),
        (Value::Struct(structure), Step::Key(key)) if rest.is_empty() => in_struct(structure, key, edit),
        (Value::Array(array), Step::Index(index)) => in_array(array, *index, rest, edit, budget),
        (Value::Fixed(fixed), Step::Key(key)) if rest.is_empty() => in_fixed(fixed, key, edit),
        _ => Err(Refused::Missing(steps.len())),
    }
}

fn in_element<'a>(
    element: &mut Element<'a>,
    key: &[u8],
    rest: &[Step],
    edit: Edit<'a>,
    budget: &mut Budget,
) -> Edited<'a> {
    let name = || Name::from(key.to_vec());
    if rest.is_empty() {
        return match edit {
            Edit::Set(value) | Edit::Create(value) => Ok(element.insert(name(), value)),
            Edit::Remove => element.remove(key).map(Some).ok_or(Refused::Missing(1)),
        };
    }
    let creates = matches!((&edit, rest.first()), (Edit::Create(_), Some(Step::Key(_))));
    match element.get_mut(key) {
        Some(child) => apply(child, rest, edit, budget),
        None if creates => {
            let mut child = Value::Element(Element::new());
            let old = apply(&mut child, rest, edit, budget)?;
            element.push(name(), child);
            Ok(old)
        }
        None => Err(Refused::Missing(rest.len().saturating_add(1))),
    }
}

/// Edits a component in a vector, angle or colour.
fn in_fixed<'a>(fixed: &mut Fixed<'_>, key: &[u8], edit: Edit<'a>) -> Edited<'a> {
    let Some(old) = fixed.component(key) else { return Err(Refused::Missing(1)) };
    match edit {
        Edit::Remove => refuse(ErrorKind::Contradiction("a component can't be removed")),
        Edit::Set(value) | Edit::Create(value) => match fixed.with_component(key, &value) {
            Some(changed) => {
                *fixed = changed;
                Ok(Some(old))
            }
            None => wrong_type(old.ty(), &value),
        },
    }
}

fn in_struct<'a>(structure: &mut Struct<'_>, key: &[u8], edit: Edit<'a>) -> Edited<'a> {
    let Some(old) = structure.get(key).map(Value::into_owned) else { return Err(Refused::Missing(1)) };
    match edit {
        Edit::Remove => refuse(ErrorKind::Contradiction("a field of a struct can't be removed")),
        Edit::Set(value) | Edit::Create(value) if structure.set(key, &value) => Ok(Some(old)),
        Edit::Set(value) | Edit::Create(value) => wrong_type(old.ty(), &value),
    }
}

fn in_array<'a>(array: &mut Array<'a>, index: usize, rest: &[Step], edit: Edit<'a>, budget: &mut Budget) -> Edited<'a> {
    let appends = rest.is_empty() && matches!(edit, Edit::Create(_)) && index == array.len();
    if let (Array::Items(items), Edit::Create(_), Some(Step::Key(_))) = (&mut *array, &edit, rest.first()) {
        if index == items.len() && items.item_type() == Type::ELEMENT {
            let mut element = Value::Element(Element::new());
            let old = apply(&mut element, rest, edit, budget)?;
            items.values_mut().push(element);
            return Ok(old);
        }
    }
    if index >= array.len() && !appends {
        return Err(Refused::Missing(rest.len().saturating_add(1)));
    }
    match array {
        Array::Packed(packed) => {
            let mut unpacked: Array<'a> = packed.unpack(budget)?;
            let old = in_array(&mut unpacked, index, rest, edit, budget)?;
            **packed = PackedArray::compress(&unpacked)?;
            Ok(old)
        }
        Array::Items(items) => in_items(items, index, rest, edit, budget),
        Array::Structs(structs) => in_structs(structs, index, rest, edit, budget),
        Array::Plain(plain) if !rest.is_empty() => {
            let item = plain.get(index).map(Value::into_owned);
            let mut item = item.ok_or(Refused::Missing(rest.len().saturating_add(1)))?;
            let old = apply(&mut item, rest, edit, budget)?;
            if plain.set(index, &item) { Ok(old) } else { wrong_type(plain.item_type(), &item) }
        }
        _ if !rest.is_empty() => Err(Refused::Missing(rest.len())),
        Array::Plain(plain) => in_plain(plain, index, edit),
        Array::Strings(strings) => in_strings(strings, index, edit),
    }
}

fn in_items<'a>(items: &mut Items<'a>, index: usize, rest: &[Step], edit: Edit<'a>, budget: &mut Budget) -> Edited<'a> {
    let ty = items.item_type();
    match (edit, items.get_mut(index)) {
        (edit, Some(item)) if !rest.is_empty() => apply(item, rest, edit, budget),
        (Edit::Set(value) | Edit::Create(value), _) if value.ty() != ty => wrong_type(ty, &value),
        (Edit::Set(value) | Edit::Create(value), Some(item)) => Ok(Some(core::mem::replace(item, value))),
        (Edit::Set(value) | Edit::Create(value), None) => {
            items.values_mut().push(value);
            Ok(None)
        }
        (Edit::Remove, Some(_)) => Ok(Some(items.values_mut().remove(index))),
        (Edit::Remove, None) => Err(Refused::Missing(1)),
    }
}

fn in_plain<'a>(plain: &mut Plain<'_>, index: usize, edit: Edit<'a>) -> Edited<'a> {
    let ty = plain.item_type();
    let old = plain.get(index).map(Value::into_owned);
    let value = match edit {
        Edit::Set(value) | Edit::Create(value) if value.ty() != ty => return wrong_type(ty, &value),
        Edit::Set(value) | Edit::Create(value) => Some(value),
        Edit::Remove => None,
    };
    let bytes = value.and_then(|value| value.with_trivial(<[u8]>::to_vec));
    let (count, data) = plain.parts_mut();
    splice(count, data, ty.size().unwrap_or(0), index, bytes.as_deref())?;
    Ok(old)
}

fn in_structs<'a>(
    structs: &mut Structs<'_>,
    index: usize,
    rest: &[Step],
    edit: Edit<'a>,
    budget: &mut Budget,
) -> Edited<'a> {
    let old = structs.row(index).map(Struct::into_owned);
    let (row, old) = match (rest, edit, old) {
        ([], Edit::Remove, old) => (None, old.map(Value::from)),
        ([], Edit::Set(Value::Struct(row)) | Edit::Create(Value::Struct(row)), old) => {
            if row.layout() != structs.layout() {
                return refuse(ErrorKind::Contradiction(
                    "expected a struct with the fields of the array, found others",
                ));
            }
            (Some(row.as_bytes().to_vec()), old.map(Value::from))
        }
        ([], Edit::Set(value) | Edit::Create(value), _) => return wrong_type(Type::STRUCT, &value),
        (rest, edit, Some(old)) => {
            let mut value = Value::from(old);
            let field = apply(&mut value, rest, edit, budget)?;
            (value.as_struct().map(|row| row.as_bytes().to_vec()), field)
        }
        (rest, _, None) => return Err(Refused::Missing(rest.len().saturating_add(1))),
    };
    let size = structs.layout().size();
    let (count, data) = structs.parts_mut();
    splice(count, data, size, index, row.as_deref())?;
    Ok(old)
}

fn in_strings<'a>(strings: &mut Strings<'_>, index: usize, edit: Edit<'a>) -> Edited<'a> {
    let ty = strings.item_type();
    let mut list: Vec<Cow<'_, [u8]>> = strings.iter().map(Cow::Borrowed).collect();
    let as_value = |text: &[u8]| {
        let name = Name::from(text.to_vec());
        if ty == Type::REF { Value::Ref(name) } else { Value::String(name) }
    };
    let old = list.get(index).map(|text| as_value(text));
    match edit {
        Edit::Remove => drop(list.remove(index)),
        Edit::Set(value) | Edit::Create(value) => match (value.as_text(), value.ty() == ty) {
            (Some(text), true) => {
                let text = Cow::Owned(text.to_vec());
                match list.get_mut(index) {
                    Some(slot) => *slot = text,
                    None => list.push(text),
                }
            }
            _ => return wrong_type(ty, &value),
        },
    }
    *strings = Strings::new(ty, list)?;
    Ok(old)
}

/// Replaces or removes the item at `index`, or appends an item. To remove it, pass no `item`. The array has `count`
/// items of `size` bytes. Its bytes will be edited in place, so replacing all of the items one by one only copies the
/// array once.
fn splice(count: &mut u32, data: &mut Bytes<'_>, size: usize, index: usize, item: Option<&[u8]>) -> Result<(), Error> {
    let appends = item.is_some() && index >= *count as usize;
    *count = match item {
        Some(_) if appends => count.checked_add(1).ok_or_else(|| no_place(binio::Fault::Limit("items")))?,
        Some(_) => *count,
        None => count.saturating_sub(1),
    };
    let bytes = data.to_mut();
    let start = index.saturating_mul(size).min(bytes.len());
    let end = start.saturating_add(size).min(bytes.len());
    match item {
        Some(item) if item.len() == end.saturating_sub(start) => {
            bytes.get_mut(start..end).into_iter().for_each(|target| target.copy_from_slice(item));
        }
        item => drop(bytes.splice(start..end, item.unwrap_or_default().iter().copied())),
    }
    Ok(())
}

impl<'a> Value<'a> {
    /// Returns the value at `path`, which starts at this value. See [`Document::fetch`].
    ///
    /// # Errors
    /// Fails when [`Document::fetch`] does.
    pub fn fetch(&self, path: &str, budget: &mut Budget) -> Result<Cow<'_, Value<'a>>, Error> {
        let steps = parse(path)?;
        match follow(self, &steps, budget)? {
            (value, 0) => Ok(value),
            (value, left) => Err(missing(&value, &steps, left)),
        }
    }
}
