//! The arrays in a sub mesh.

use pragma_asset::udm::{Array, Element, Value};

/// An array in a sub mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bulk {
    Vertices,
    Indices,
    /// Given by its index in the uv sets.
    UvSet(usize),
    Weights,
    ExtendedWeights,
    Alphas,
}

impl Bulk {
    /// Returns the keys that this array may have. The first key that is an array is used.
    fn keys(self) -> &'static [&'static str] {
        match self {
            Self::Vertices => &["vertices", "vertexData"],
            Self::Indices => &["indices", "indexData"],
            Self::UvSet(_) => &["uvSets"],
            Self::Weights => &["vertexWeights"],
            Self::ExtendedWeights => &["extendedVertexWeights"],
            Self::Alphas => &["alphas"],
        }
    }

    fn key(self, data: &Element<'_>) -> Option<&'static str> {
        let exists = |key: &&&str| data.get(key).is_some_and(|value| value.as_array().is_some());
        if let Self::UvSet(_) = self { Some("uvSets") } else { self.keys().iter().find(exists).copied() }
    }

    /// Returns the array, given the data of a sub mesh.
    pub(crate) fn of<'d, 'a>(self, data: &'d Element<'a>) -> Option<&'d Array<'a>> {
        let value = data.get(self.key(data)?)?;
        match self {
            Self::UvSet(set) => value.as_element()?.iter().nth(set)?.1.as_array(),
            _ => value.as_array(),
        }
    }
}

/// Returns an item from the elements in the array `key`.
pub(crate) fn item<'d, 'a>(element: &'d mut Element<'a>, key: &str, index: usize) -> Option<&'d mut Element<'a>> {
    match element.get_mut(key)?.as_array_mut()? {
        Array::Items(items) => items.iter_mut().filter_map(Value::as_element_mut).nth(index),
        _ => None,
    }
}

/// Returns the bytes of an array that isn't packed, if its items have a fixed size.
pub(crate) fn unpacked<'d>(array: &'d Array<'_>) -> &'d [u8] {
    match array {
        Array::Plain(plain) => plain.as_bytes(),
        Array::Structs(structs) => structs.as_bytes(),
        _ => &[],
    }
}
