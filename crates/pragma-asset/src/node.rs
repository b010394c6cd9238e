//! Elements with the engine's reading rules: missing values and values of other types are defaults, numbers are
//! converted.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use asset_geometry::Bounds;
use asset_geometry::glam::{Quat, Vec3};
use binio::{Budget, Name, Path};
use udm::{Array, Element, Item, Type, Value};

use crate::error::{Error, ErrorKind, within};
use crate::pose::Pose;

/// Replacement of a missing element.
static NOTHING: Element<'static> = Element::new();

/// An element of a document.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<'d>(pub(crate) &'d Element<'d>);

impl Default for Node<'_> {
    fn default() -> Self {
        Self(&NOTHING)
    }
}

impl<'d> Node<'d> {
    /// Returns the value of `key`; nil counts as missing.
    pub(crate) fn get(self, key: &str) -> Option<&'d Value<'d>> {
        self.0.get(key).filter(|value| value.ty() != Type::NIL)
    }

    /// Returns the element `key`.
    pub(crate) fn find(self, key: &str) -> Option<Self> {
        self.get(key).and_then(Value::as_element).map(Node)
    }

    /// Returns the element `key`; an empty one if it is missing.
    pub(crate) fn node(self, key: &str) -> Self {
        self.find(key).unwrap_or_default()
    }

    /// Returns the data of an asset within another: `assetType`, `assetVersion`, `assetData`.
    pub(crate) fn data(self) -> Self {
        self.node("assetData")
    }

    /// Iterates over the child elements with their keys.
    pub(crate) fn children(self) -> impl DoubleEndedIterator<Item = (Name<'d>, Node<'d>)> {
        self.0.iter().filter_map(|(key, value)| Some((key.borrowed(), Node(value.as_element()?))))
    }

    /// Returns the items of the array of elements `key`.
    pub(crate) fn elements(self, key: &str) -> Vec<Node<'d>> {
        let Some(Array::Items(items)) = self.array(key) else { return Vec::new() };
        items.iter().filter_map(|item| item.as_element().map(Node)).collect()
    }

    /// Returns the number of items in the array of elements `key`.
    pub(crate) fn element_count(self, key: &str) -> usize {
        if let Some(Array::Items(items)) = self.array(key) { items.len() } else { 0 }
    }

    /// Returns the `index`-th item of the array of elements `key`.
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

    /// Returns the number `key`; a fraction is truncated, a number out of range is `None`.
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

    /// Returns the text `key`; empty if it is missing.
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

    /// Returns the transform `key`, with or without scale; identity if it is missing.
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

    /// Returns the box `key`: `min` and `max`, zeros if they are missing.
    pub(crate) fn bounds(self, key: &str) -> Bounds {
        let bounds = self.node(key);
        Bounds { min: bounds.vec3("min").unwrap_or_default(), max: bounds.vec3("max").unwrap_or_default() }
    }

    /// Returns the strings of the array `key`.
    pub(crate) fn names(self, key: &str) -> Vec<Name<'d>> {
        let Some(Array::Strings(strings)) = self.array(key) else { return Vec::new() };
        strings.iter().map(Name::from).collect()
    }

    /// Returns the integers of the array `key`; numbers out of range are clamped.
    pub(crate) fn ints(self, key: &str) -> Vec<u32> {
        let Some(Array::Plain(plain)) = self.array(key) else { return Vec::new() };
        let items = (0..plain.len() as usize).filter_map(|index| plain.get(index));
        items.map(|item| int(&item).unwrap_or(u32::MAX)).collect()
    }

    /// Returns the child strings with their keys: key values.
    pub(crate) fn texts(self) -> Vec<(Name<'d>, Name<'d>)> {
        self.0.iter().filter_map(|(key, value)| Some((key.borrowed(), Name::from(value.as_text()?)))).collect()
    }
}

/// Returns an integer, or a truncated fraction.
fn int<T: TryFrom<i128>>(value: &Value<'_>) -> Option<T> {
    let number = value.as_i128().or_else(|| value.as_f64().map(|number| number as i128))?;
    T::try_from(number).ok()
}

/// Returns the items of `array`, decompressed if necessary.
///
/// # Errors
/// [`ErrorKind::WrongType`] if their type isn't `T`'s; a decompression error.
pub(crate) fn bulk<T: Item>(
    array: &Array<'_>,
    expected: &'static str,
    path: &Path,
    budget: &mut Budget,
) -> Result<Vec<T>, Error> {
    let array = unpacked(array, path, budget)?;
    array.to_vec::<T>().ok_or_else(|| Error::new(wrong(expected, &array), path.clone()))
}

/// Returns `array`, decompressed if necessary.
pub(crate) fn unpacked<'d, 'a>(
    array: &'d Array<'a>,
    path: &Path,
    budget: &mut Budget,
) -> Result<Cow<'d, Array<'a>>, Error> {
    array.unpack(budget).map_err(|error| within(error, path))
}

/// Creates the error for an array of the wrong type.
pub(crate) fn wrong(expected: &'static str, array: &Array<'_>) -> ErrorKind {
    ErrorKind::WrongType { expected, found: array.item_type() }
}
