//! The arrays of a sub mesh.

use pragma_asset::udm::{Array, Element, Value};

/// An array of a sub mesh.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bulk {
    Vertices,
    Indices,
    /// By its place among the uv sets.
    UvSet(usize),
    Weights,
    ExtendedWeights,
    Alphas,
}

impl Bulk {
    /// Keys by which it may be called; the first that is an array counts.
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

    /// The array in the data of a sub mesh.
    pub(crate) fn of<'d, 'a>(self, data: &'d Element<'a>) -> Option<&'d Array<'a>> {
        let value = data.get(self.key(data)?)?;
        match self {
            Self::UvSet(set) => value.as_element()?.iter().nth(set)?.1.as_array(),
            _ => value.as_array(),
        }
    }
}

/// An item of the elements in the array `key`.
pub(crate) fn item<'d, 'a>(element: &'d mut Element<'a>, key: &str, index: usize) -> Option<&'d mut Element<'a>> {
    match element.get_mut(key)?.as_array_mut()? {
        Array::Items(items) => items.iter_mut().filter_map(Value::as_element_mut).nth(index),
        _ => None,
    }
}

/// The items of an array that isn't packed, if they are of fixed size.
pub(crate) fn unpacked<'d>(array: &'d Array<'_>) -> &'d [u8] {
    match array {
        Array::Plain(plain) => plain.as_bytes(),
        Array::Structs(structs) => structs.as_bytes(),
        _ => &[],
    }
}
