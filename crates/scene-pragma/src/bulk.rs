//! The arrays of a document that the scene has too: where they are, taken out, put back.

use pragma_asset::udm::{Array, Element, PackedArray, Plain, StructLayout, Structs, Value};

use crate::fault::Fit;

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

    /// The same, to change it.
    pub(crate) fn of_mut<'d, 'a>(self, data: &'d mut Element<'a>) -> Option<&'d mut Array<'a>> {
        let value = data.get_mut(self.key(data)?)?;
        match self {
            Self::UvSet(set) => value.as_element_mut()?.iter_mut().nth(set)?.1.as_array_mut(),
            _ => value.as_array_mut(),
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

/// The data of the animation `name`.
pub(crate) fn animation<'d, 'a>(data: &'d mut Element<'a>, name: &[u8]) -> Option<&'d mut Element<'a>> {
    let animation = data.get_mut("animations")?.as_element_mut()?.get_mut(name)?.as_element_mut()?;
    animation.get_mut("assetData")?.as_element_mut()
}

/// The items of an array that isn't packed, if they are of fixed size.
pub(crate) fn unpacked<'d>(array: &'d Array<'_>) -> &'d [u8] {
    match array {
        Array::Plain(plain) => plain.as_bytes(),
        Array::Structs(structs) => structs.as_bytes(),
        _ => &[],
    }
}

/// Removes the items from an array. A packed array keeps its count.
pub(crate) fn take_out(array: &mut Array<'_>) {
    let emptied = match array {
        Array::Packed(packed) => Some(Array::Packed(Box::new(packed.with_block(Vec::new())))),
        Array::Plain(plain) => Plain::new(plain.item_type(), 0, Vec::new()).ok().map(Array::Plain),
        Array::Structs(structs) => {
            Structs::new(structs.layout().clone(), 0, Vec::new()).ok().map(Box::new).map(Array::Structs)
        }
        _ => None,
    };
    if let Some(emptied) = emptied {
        *array = emptied;
    }
}

/// Gives an array other items, in the number of the document.
pub(crate) fn put_back(array: &mut Array<'_>, count: usize, items: Vec<u8>) -> Fit<()> {
    let number = u32::try_from(count).map_err(|_| "too many items")?;
    match &*array {
        Array::Packed(packed) if packed.len() != number => Err("another number of items than the document says"),
        _ => refill(array, count, items),
    }
}

/// Gives an array other items of the same kind, packed anew if it is packed.
pub(crate) fn refill(array: &mut Array<'_>, count: usize, items: Vec<u8>) -> Fit<()> {
    let number = u32::try_from(count).map_err(|_| "too many items")?;
    let plain = |ty| Plain::new(ty, number, items.clone()).map(Array::Plain);
    let structs = |layout: &StructLayout<'_>| {
        Structs::new(layout.clone().into_owned(), number, items.clone()).map(Box::new).map(Array::Structs)
    };
    let filled = match array {
        Array::Packed(packed) => match packed.layout() {
            Some(layout) => structs(layout),
            None => plain(packed.item_type()),
        }
        .and_then(|items| PackedArray::compress(&items))
        .map(|packed| Array::Packed(Box::new(packed))),
        Array::Plain(array) => plain(array.item_type()),
        Array::Structs(array) => structs(array.layout()),
        _ => return Err("an array of another kind"),
    };
    *array = filled.map_err(|_| "items of another size")?;
    Ok(())
}
