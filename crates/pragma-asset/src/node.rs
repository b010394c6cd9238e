//! Reads elements by the rules of the engine. If a value is missing or has another type, the default value will be
//! used. Numbers will be converted.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::{Quat, Vec3};
use binio::{Budget, Name, Path};
use udm::{Array, Element, Item, Type, Value};

use crate::error::{Error, ErrorKind, within};
use crate::pose::Pose;

/// Used in the place of a missing element.
static NOTHING: Element<'static> = Element::new();

/// An element in a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'d>(pub(crate) &'d Element<'d>);

impl Default for Node<'_> {
    fn default() -> Self {
        Self(&NOTHING)
    }
}

impl<'d> Node<'d> {
    /// Returns the value for `key`. A nil value is treated as missing.
    pub(crate) fn get(self, key: &str) -> Option<&'d Value<'d>> {
        self.0.get(key).filter(|value| value.ty() != Type::NIL)
    }

    /// Returns the element `key`.
    pub(crate) fn find(self, key: &str) -> Option<Self> {
        self.get(key).and_then(Value::as_element).map(Node)
    }

    /// Returns the element `key`. If it is missing, this is an empty element.
    pub(crate) fn node(self, key: &str) -> Self {
        self.find(key).unwrap_or_default()
    }

    /// Returns the data of an asset inside another, stored as `assetType`, `assetVersion` and `assetData`.
    pub(crate) fn data(self) -> Self {
        self.node("assetData")
    }

    /// Iterates over the child elements and their keys.
    pub(crate) fn children(self) -> impl DoubleEndedIterator<Item = (Name<'d>, Node<'d>)> {
        self.0.iter().filter_map(|(key, value)| Some((key.borrowed(), Node(value.as_element()?))))
    }

    /// Returns the elements in the array `key`.
    pub(crate) fn elements(self, key: &str) -> Vec<Node<'d>> {
        let Some(Array::Items(items)) = self.array(key) else { return Vec::new() };
        items.iter().filter_map(|item| item.as_element().map(Node)).collect()
    }

    /// Returns the number of elements in the array `key`.
    pub(crate) fn element_count(self, key: &str) -> usize {
        if let Some(Array::Items(items)) = self.array(key) { items.len() } else { 0 }
    }

    /// Returns the element at `index` in the array `key`.
    pub(crate) fn element(self, key: &str, index: usize) -> Option<Self> {
        let Some(Array::Items(items)) = self.array(key) else { return None };
        items.get(index)?.as_element().map(Node)
    }

    pub(crate) fn array(self, key: &str) -> Option<&'d Array<'d>> {
        self.get(key).and_then(Value::as_array)
    }

    /// Returns the number `key`.
    pub(crate) fn f64(self, key: &str) -> Option<f64> {
        self.get(key)?.as_f64()
    }

    /// Returns the number `key`.
    pub(crate) fn f32(self, key: &str) -> Option<f32> {
        match self.get(key)? {
            // Bit for bit, also for a NaN.
            Value::F32(value) => Some(*value),
            other => other.as_f64().map(|value| value as f32),
        }
    }

    /// Returns the number `key`. A fraction will be truncated, and if the number is out of range, this is `None`.
    pub(crate) fn int<T: TryFrom<i128>>(self, key: &str) -> Option<T> {
        int(self.get(key)?)
    }

    pub(crate) fn bool(self, key: &str) -> Option<bool> {
        let value = self.get(key)?;
        value.as_bool().or_else(|| value.as_f64().map(|number| number != 0.0))
    }

    pub(crate) fn text(self, key: &str) -> Option<Name<'d>> {
        self.get(key)?.as_text().map(Name::from)
    }

    /// Returns the text `key`. If it is missing, this will be empty.
    pub(crate) fn name(self, key: &str) -> Name<'d> {
        self.text(key).unwrap_or_default()
    }

    fn f32s<const N: usize>(self, key: &str) -> Option<[f32; N]> {
        self.get(key)?.as_fixed()?.f32s()
    }

    pub(crate) fn vec3(self, key: &str) -> Option<Vec3> {
        self.f32s(key).map(Vec3::from_array)
    }

    pub(crate) fn quat(self, key: &str) -> Option<Quat> {
        let fixed = self.get(key)?.as_fixed()?;
        (fixed.ty() == Type::QUAT).then(|| fixed.f32s().map(Quat::from_array))?
    }

    /// Returns the transform `key`, with or without a scale. If it is missing, this is the identity.
    pub(crate) fn pose(self, key: &str) -> Pose {
        self.find_pose(key).unwrap_or_default()
    }

    pub(crate) fn find_pose(self, key: &str) -> Option<Pose> {
        let fixed = self.get(key)?.as_fixed()?;
        match fixed.ty() {
            Type::TRANSFORM => fixed.f32s().map(Pose::from_transform),
            Type::STRANSFORM => fixed.f32s().map(Pose::from_stransform),
            _ => None,
        }
    }

    /// Returns the box `key`, using zero for a missing `min` or `max`.
    pub(crate) fn bounds(self, key: &str) -> Bounds {
        let bounds = self.node(key);
        Bounds { min: bounds.vec3("min").unwrap_or_default(), max: bounds.vec3("max").unwrap_or_default() }
    }

    /// Returns the strings in the array `key`.
    pub(crate) fn names(self, key: &str) -> Vec<Name<'d>> {
        let Some(Array::Strings(strings)) = self.array(key) else { return Vec::new() };
        strings.iter().map(Name::from).collect()
    }

    /// Returns the integers in the array `key`. A number that is out of range will be clamped.
    pub(crate) fn ints(self, key: &str) -> Vec<u32> {
        let Some(Array::Plain(plain)) = self.array(key) else { return Vec::new() };
        let items = (0..plain.len() as usize).filter_map(|index| plain.get(index));
        items.map(|item| int(&item).unwrap_or(u32::MAX)).collect()
    }

    /// Returns all strings and their keys. This is used for key values.
    pub(crate) fn texts(self) -> Vec<(Name<'d>, Name<'d>)> {
        self.0.iter().filter_map(|(key, value)| Some((key.borrowed(), Name::from(value.as_text()?)))).collect()
    }
}

/// Returns an integer. A fraction will be truncated.
fn int<T: TryFrom<i128>>(value: &Value<'_>) -> Option<T> {
    let number = value.as_i128().or_else(|| value.as_f64().map(|number| number as i128))?;
    T::try_from(number).ok()
}

/// Returns the items in `array`, after decompression if necessary.
///
/// # Errors
/// Returns [`ErrorKind::WrongType`] if the items do not have the type `T`, or an error if they can't be decompressed.
pub(crate) fn bulk<T: Item>(
    array: &Array<'_>,
    expected: &'static str,
    path: &Path,
    budget: &mut Budget,
) -> Result<Vec<T>, Error> {
    let array = unpacked(array, path, budget)?;
    array.to_vec::<T>().ok_or_else(|| Error::new(wrong(expected, &array), path.clone()))
}

/// Returns `array`, after decompression if necessary.
pub(crate) fn unpacked<'d, 'a>(
    array: &'d Array<'a>,
    path: &Path,
    budget: &mut Budget,
) -> Result<Cow<'d, Array<'a>>, Error> {
    array.unpack(budget).map_err(|error| within(error, path))
}

/// Creates the error for an array that has the wrong type.
pub(crate) fn wrong(expected: &'static str, array: &Array<'_>) -> ErrorKind {
    ErrorKind::WrongType { expected, found: array.item_type() }
}
