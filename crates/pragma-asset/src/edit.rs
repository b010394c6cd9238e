//! Edits a document. If a new value is equal to the old value, nothing will be changed: it keeps its type and its
//! compressed bytes.

use alloc::vec::Vec;
use core::mem;

use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::{Limits, Name, Path};
use udm::{Array, Element, Fixed, Items, PackedArray, Type, Value};

use crate::error::{Error, ErrorKind, within};
use crate::node::Node;
use crate::pose::Pose;

/// Creates the error for an edit.
pub(crate) fn refuse(kind: ErrorKind, path: impl Into<Path>) -> Error {
    Error::new(kind, path)
}

pub(crate) fn owned(name: &[u8]) -> Name<'static> {
    Name::from(name).into_owned()
}

/// Sets `key`, but not if the value is equal. An equal number will therefore keep its type.
pub(crate) fn put<'a>(element: &mut Element<'a>, key: &'static str, value: impl Into<Value<'a>>) {
    let value = value.into();
    if !element.get(key).is_some_and(|known| same(known, &value)) {
        element.insert(key, value);
    }
}

fn same(known: &Value<'_>, value: &Value<'_>) -> bool {
    let numbers = |value: &Value<'_>| value.as_i128().is_some() || matches!(value, Value::F32(_) | Value::F64(_));
    if numbers(known) && numbers(value) && known.ty() != value.ty() {
        return known.as_f64() == value.as_f64();
    }
    match (known.as_array(), value.as_array()) {
        (Some(known), Some(value)) => same_array(known, value),
        _ => known == value,
    }
}

/// Returns `true` if two arrays have the same content, even if only one of them is compressed.
fn same_array(known: &Array<'_>, value: &Array<'_>) -> bool {
    if known == value {
        return true;
    }
    let mut budget = Limits::default().budget();
    known.len() == value.len()
        && match (known.unpack(&mut budget), value.unpack(&mut budget)) {
            (Ok(known), Ok(value)) => known == value,
            _ => false,
        }
}

/// Does the same as [`put`], but removes the key if the value is `None`.
pub(crate) fn put_option<'a>(element: &mut Element<'a>, key: &'static str, value: Option<impl Into<Value<'a>>>) {
    match value {
        Some(value) => put(element, key, value),
        None => {
            if element.get(key).is_some_and(|value| value.ty() != Type::NIL) {
                element.remove(key);
            }
        }
    }
}

pub(crate) fn put_name(element: &mut Element<'_>, key: &'static str, name: &[u8]) {
    put(element, key, owned(name));
}

/// Creates a value that has a fixed type, given its numbers.
fn fixed(ty: Type, numbers: &[f32]) -> Value<'static> {
    Fixed::from_f32s(ty, numbers).map_or(Value::Nil, Value::Fixed)
}

pub(crate) fn vec3(value: Vec3) -> Value<'static> {
    fixed(Type::VEC3, &value.to_array())
}

pub(crate) fn transform(pose: &Pose) -> Value<'static> {
    fixed(Type::TRANSFORM, &pose.to_transform())
}

pub(crate) fn stransform(pose: &Pose) -> Value<'static> {
    fixed(Type::STRANSFORM, &pose.to_stransform())
}

/// Sets a pose and keeps the stored type. If a scale needs to be stored, this will be converted to an `stransform`.
pub(crate) fn put_pose(element: &mut Element<'_>, key: &'static str, pose: &Pose, scaled: bool) {
    let stored = element.get(key).map(Value::ty);
    let scaled = match stored {
        Some(Type::TRANSFORM) => pose.scale != Vec3::ONE,
        Some(Type::STRANSFORM) => true,
        _ => scaled,
    };
    put(element, key, if scaled { stransform(pose) } else { transform(pose) });
}

/// Writes a box as `key { min, max }`.
pub(crate) fn put_bounds(element: &mut Element<'_>, key: &'static str, bounds: &Bounds) {
    let place = child(element, key);
    put(place, "min", vec3(bounds.min));
    put(place, "max", vec3(bounds.max));
}

pub(crate) fn strings<S: AsRef<[u8]>>(names: impl IntoIterator<Item = S>) -> Value<'static> {
    Value::Array(Array::from_strings(names))
}

pub(crate) fn put_names(element: &mut Element<'_>, key: &'static str, names: &[&str]) {
    put(element, key, strings(names));
}

/// Sets an array of uint32, but not if the same numbers are stored in another type.
pub(crate) fn put_ints(element: &mut Element<'_>, key: &'static str, numbers: &[u32]) {
    if element.get(key).is_none() || Node(element).ints(key) != numbers {
        element.insert(key, Array::from_values(numbers));
    }
}

/// Sets a compressed array, but not if the same content is already stored.
///
/// # Errors
/// Fails if the array can't be compressed.
pub(crate) fn put_packed(element: &mut Element<'_>, key: &str, array: &Array<'_>) -> Result<(), Error> {
    if element.get(key).and_then(Value::as_array).is_some_and(|known| same_array(known, array)) {
        return Ok(());
    }
    let path = || Path::new().name(key.as_bytes());
    let packed = PackedArray::compress(array).map_err(|error| within(error, &path()))?;
    element.insert(owned(key.as_bytes()), packed);
    Ok(())
}

/// Returns the element `key`. If it is missing, it will be created.
#[expect(clippy::expect_used, reason = "it was put there if it wasn't")]
pub(crate) fn child<'e, 'a>(element: &'e mut Element<'a>, key: &str) -> &'e mut Element<'a> {
    if element.get(key).and_then(Value::as_element).is_none() {
        element.insert(owned(key.as_bytes()), Element::new());
    }
    element.get_mut(key).and_then(Value::as_element_mut).expect("the element exists")
}

/// Returns the elements in the array `key`. If there is no such array, this is `None`.
pub(crate) fn items<'e, 'a>(element: &'e mut Element<'a>, key: &str) -> Option<&'e mut Items<'a>> {
    match element.get_mut(key).and_then(Value::as_array_mut) {
        Some(Array::Items(items)) if items.item_type() == Type::ELEMENT => Some(items),
        _ => None,
    }
}

/// Returns the elements in the array `key`. If it is missing, it will be created.
#[expect(clippy::expect_used, reason = "it was put there if it wasn't")]
pub(crate) fn items_or_new<'e, 'a>(element: &'e mut Element<'a>, key: &'static str) -> &'e mut Items<'a> {
    if items(element, key).is_none() {
        element.insert(key, Array::Items(Items::from_elements([])));
    }
    items(element, key).expect("the array exists")
}

/// Returns the element at `index` in the array `key`.
pub(crate) fn item<'e, 'a>(element: &'e mut Element<'a>, key: &str, index: usize) -> Option<&'e mut Element<'a>> {
    items(element, key)?.get_mut(index)?.as_element_mut()
}

/// Writes `list` to the array `key`. Each item will be written to the element that exists at its index. Missing
/// elements will be added, and extra elements removed.
pub(crate) fn put_list<'a, T>(
    element: &mut Element<'a>,
    key: &'static str,
    list: &[T],
    mut write: impl FnMut(&T, &mut Element<'a>),
) {
    let items = items_or_new(element, key).values_mut();
    items.truncate(list.len());
    for (index, value) in list.iter().enumerate() {
        if items.get(index).is_none_or(|item| item.as_element().is_none()) {
            items.insert(index, Value::Element(Element::new()));
        }
        if let Some(place) = items.get_mut(index).and_then(Value::as_element_mut) {
            write(value, place);
        }
    }
}

/// Renames the last key `from` without moving it. Returns `false` if there is no such key.
pub(crate) fn rename<'a>(element: &mut Element<'a>, from: &[u8], to: &[u8]) -> bool {
    let Some(place) = element.iter().rposition(|(key, _)| **key == *from) else { return false };
    let entries: Vec<(Name<'a>, Value<'a>)> =
        element.iter_mut().map(|(key, value)| (key.clone(), mem::replace(value, Value::Nil))).collect();
    let renamed = |(index, (key, value)): (usize, _)| (if index == place { owned(to) } else { key }, value);
    *element = entries.into_iter().enumerate().map(renamed).collect();
    true
}

/// Renames an animation that is stored in the element `key` of a model.
///
/// # Errors
/// Returns [`ErrorKind::Missing`] if there is no such animation, and [`ErrorKind::Taken`] if the new name is already
/// used.
pub(crate) fn rename_in(
    data: &mut Element<'_>,
    key: &'static str,
    (from, to): (&str, &str),
    path: Path,
) -> Result<(), Error> {
    let path = path.name(from.as_bytes());
    let animations = data.get_mut(key).and_then(Value::as_element_mut);
    let taken = animations.as_ref().is_some_and(|animations| animations.get(to).is_some());
    if taken && from != to {
        return Err(refuse(ErrorKind::Taken(owned(to.as_bytes())), path));
    }
    let renamed = animations.is_some_and(|animations| rename(animations, from.as_bytes(), to.as_bytes()));
    if renamed { Ok(()) } else { Err(refuse(ErrorKind::Missing("such animation"), path)) }
}

/// Writes these texts to the element `key`, and removes all other texts from it.
pub(crate) fn put_texts(element: &mut Element<'_>, key: &'static str, texts: &[(Name<'_>, Name<'_>)]) {
    let place = child(element, key);
    let gone: Vec<Name<'static>> = place
        .iter()
        .filter(|(key, value)| value.as_text().is_some() && !texts.iter().any(|(name, _)| name == *key))
        .map(|(key, _)| owned(key))
        .collect();
    gone.iter().for_each(|key| drop(place.remove(key.as_bytes())));
    for (name, text) in texts {
        if place.get(name.as_bytes()).and_then(Value::as_text) != Some(&**text) {
            place.insert(owned(name), owned(text));
        }
    }
}

/// Creates an asset to be used inside another. It has a type, a version and the data.
pub(crate) fn sub_asset(kind: &'static str, data: Element<'static>) -> Element<'static> {
    let mut element = Element::new();
    element.push("assetType", kind);
    element.push("assetVersion", 1_u32);
    element.push("assetData", data);
    element
}
