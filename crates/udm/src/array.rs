//! Arrays, which hold many values of the same type.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use binio::{Bytes, Fault, Name};
use zerocopy::{FromBytes, IntoBytes};

use crate::error::{Error, ErrorKind, no_place};
use crate::fixed::Item;
use crate::kind::Type;
use crate::layout::Structs;
use crate::packed_array::PackedArray;
use crate::string;
use crate::value::Value;

/// An array: values which all have the same type, or such values packed with LZ4 (see [FORMAT.md,
/// "Binary"](crate::format#binary)).
///
/// Use [`values`](Self::values) to view numbers without copying them, and [`item`](Self::item) to look at any item.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Array<'a> {
    /// Items with a fixed size, stored in a single block.
    Plain(Plain<'a>),
    /// Strings or references, stored in a single block.
    Strings(Strings<'a>),
    /// Structs which share a layout, stored in a single block.
    Structs(Box<Structs<'a>>),
    /// Elements, arrays, utf8, blobs or lz4. Every item is a [`Value`].
    Items(Items<'a>),
    /// An `arrayLz4`. It will stay packed until you unpack it, and it is written back unchanged.
    Packed(Box<PackedArray<'a>>),
}

impl<'a> Array<'a> {
    /// Creates an array from numbers, vectors, colours or transforms. The items get the first type in the
    /// [`Item::TYPES`] of `T`.
    ///
    /// ```
    /// let array = udm::Array::from_values(&[[1.0_f32, 2.0, 3.0]]);
    /// assert_eq!(array.item_type(), udm::Type::VEC3);
    /// ```
    pub fn from_values<T: Item + Copy>(values: &[T]) -> Array<'static> {
        let stored: Vec<T::Le> = values.iter().map(|value| value.set()).collect();
        let item = T::TYPES.first().copied().unwrap_or(Type::NIL);
        let count = u32::try_from(values.len()).unwrap_or(u32::MAX);
        Array::Plain(Plain { item, count, data: Bytes::from(stored.as_bytes().to_vec()) })
    }

    /// Creates an array from strings.
    pub fn from_strings<S: AsRef<[u8]>>(strings: impl IntoIterator<Item = S>) -> Array<'static> {
        Array::Strings(Strings::new(Type::STRING, strings).unwrap_or_default())
    }

    /// Creates an array from values of type `item`, which can be any type but struct.
    ///
    /// ```
    /// use udm::{Array, Type, Value};
    /// let array = Array::from_items(Type::U16, vec![Value::U16(1), Value::U16(2)])?;
    /// assert_eq!(array.to_vec::<u16>(), Some(vec![1, 2]));
    /// # Ok::<(), udm::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] for structs, or if a value has another type, and [`Fault::Limit`] for more than
    /// 2³² values.
    pub fn from_items(item: Type, values: Vec<Value<'a>>) -> Result<Self, Error> {
        if Items::holds(item) {
            return Ok(Self::Items(Items::new(item, values)?));
        }
        if let Some(other) = values.iter().find(|value| value.ty() != item) {
            return Err(no_place(ErrorKind::wrong_type(item.word(), other.ty())));
        }
        if matches!(item, Type::STRING | Type::REF) {
            return Ok(Self::Strings(Strings::new(item, values.iter().filter_map(Value::as_text))?));
        }
        let count = u32::try_from(values.len()).map_err(|_| no_place(Fault::Limit("items")))?;
        let mut data = Vec::new();
        for value in &values {
            value.append_bytes(&mut data);
        }
        Ok(Self::Plain(Plain::new(item, count, data)?))
    }

    /// Returns [`Type::ARRAY`] or, if the array is packed, [`Type::ARRAY_LZ4`].
    pub fn ty(&self) -> Type {
        if let Self::Packed(_) = self { Type::ARRAY_LZ4 } else { Type::ARRAY }
    }

    /// Returns the item type.
    pub fn item_type(&self) -> Type {
        match self {
            Self::Plain(plain) => plain.item,
            Self::Strings(strings) => strings.item,
            Self::Structs(_) => Type::STRUCT,
            Self::Items(items) => items.item,
            Self::Packed(packed) => packed.item_type(),
        }
    }

    /// Returns the number of items. For a packed array, this is the stored count, which is not checked until you unpack
    /// it.
    pub fn len(&self) -> usize {
        match self {
            Self::Plain(plain) => plain.count as usize,
            Self::Strings(strings) => strings.count as usize,
            Self::Structs(structs) => structs.len(),
            Self::Items(items) => items.len(),
            Self::Packed(packed) => packed.len() as usize,
        }
    }

    /// Returns `true` if the array has no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the items in place, if they have a fixed size and their type can be viewed using `T`. The view has
    /// alignment 1 and is little-endian, so no host has to copy the data.
    ///
    /// ```
    /// let array = udm::Array::from_values(&[1.5_f32, 2.5]);
    /// assert_eq!(array.values::<f32>().unwrap()[1].get(), 2.5);
    /// assert!(array.values::<u32>().is_none());
    /// ```
    pub fn values<T: Item>(&self) -> Option<&[T::Le]> {
        match self {
            Self::Plain(plain) if T::TYPES.contains(&plain.item) => <[T::Le]>::ref_from_bytes(&plain.data).ok(),
            _ => None,
        }
    }

    /// Copies the items to a new `Vec`. If there are many, [`copy_into`](Self::copy_into) will be faster.
    pub fn to_vec<T: Item>(&self) -> Option<Vec<T>> {
        Some(self.values::<T>()?.iter().map(T::get).collect())
    }

    /// Copies all items into `out`. Returns `false`, and copies nothing, if the items can't be viewed using `T` or if
    /// `out` does not have the same length.
    #[must_use]
    pub fn copy_into<T: Item>(&self, out: &mut [T]) -> bool {
        match self.values::<T>() {
            Some(values) if values.len() == out.len() => {
                out.iter_mut().zip(values).for_each(|(out, value)| *out = T::get(value));
                true
            }
            _ => false,
        }
    }

    /// Returns the item at `index`. Returns `None` beyond the end. This also happens for a packed array, which must be
    /// [unpacked](PackedArray::unpack) first.
    pub fn item(&self, index: usize) -> Option<Cow<'_, Value<'_>>> {
        match self {
            Self::Plain(plain) => plain.get(index).map(Cow::Owned),
            Self::Strings(strings) => {
                let text = Name::from(strings.iter().nth(index)?);
                Some(Cow::Owned(if strings.item == Type::REF { Value::Ref(text) } else { Value::String(text) }))
            }
            Self::Structs(structs) => structs.row(index).map(|row| Cow::Owned(Value::from(row))),
            Self::Items(items) => items.get(index).map(Cow::Borrowed),
            Self::Packed(_) => None,
        }
    }
}

binio::into_owned! { pub enum Array { Plain, Strings, Structs, Items, Packed } }

/// Items with a fixed size, stored in a single block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plain<'a> {
    item: Type,
    count: u32,
    data: Bytes<'a>,
}

binio::into_owned! { pub Plain { data; item, count } }

impl<'a> Plain<'a> {
    /// Creates `count` items from their bytes. `item` is their type.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] if the type has no fixed size, and [`ErrorKind::WrongSize`] if `data` is too
    /// short or too long.
    pub fn new(item: Type, count: u32, data: impl Into<Bytes<'a>>) -> Result<Self, Error> {
        let data = data.into();
        let size = item.size().ok_or_else(|| no_place(ErrorKind::wrong_type("items of fixed size", item)))?;
        let (stored, actual) = (u64::from(count).saturating_mul(size as u64), data.len() as u64);
        if stored != actual {
            return Err(no_place(ErrorKind::WrongSize { stored, actual }));
        }
        Ok(Self { item, count, data })
    }

    /// Does the same as [`new`](Self::new) without any checks. The caller must have checked the size.
    pub(crate) fn checked(item: Type, count: u32, data: impl Into<Bytes<'a>>) -> Self {
        Self { item, count, data: data.into() }
    }

    /// Returns the number of items and the bytes for editing. They must stay consistent.
    pub(crate) fn parts_mut(&mut self) -> (&mut u32, &mut Bytes<'a>) {
        (&mut self.count, &mut self.data)
    }

    /// Returns the item type.
    pub fn item_type(&self) -> Type {
        self.item
    }

    /// Returns the number of items.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Returns `true` if this contains no items.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the items the way binary files store them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.data
    }

    /// Returns the item at `index`, or `None` beyond the end.
    pub fn get(&self, index: usize) -> Option<Value<'_>> {
        let size = self.item.size()?;
        if index >= self.count as usize {
            return None;
        }
        let start = index.checked_mul(size)?;
        Value::from_trivial(self.item, self.data.get(start..start.checked_add(size)?)?)
    }

    /// Replaces the item at `index`. Returns `false` if there is no such item, or if `value` does not have the item
    /// type.
    #[must_use]
    pub fn set(&mut self, index: usize, value: &Value<'_>) -> bool {
        let Some(size) = self.item.size().filter(|_| value.ty() == self.item && index < self.count as usize) else {
            return false;
        };
        let start = index.saturating_mul(size);
        let set = |bytes: &[u8]| match self.data.to_mut().get_mut(start..start.saturating_add(size)) {
            Some(slot) => {
                slot.copy_from_slice(bytes);
                true
            }
            None => false,
        };
        value.with_trivial(set).unwrap_or(false)
    }
}

/// Strings or references in a single block, where a length precedes every string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Strings<'a> {
    item: Type,
    count: u32,
    block: Bytes<'a>,
}

impl Default for Strings<'_> {
    fn default() -> Self {
        Self { item: Type::STRING, count: 0, block: Bytes::EMPTY }
    }
}

binio::into_owned! { pub Strings { block; item, count } }

impl<'a> Strings<'a> {
    /// Creates an array from `strings`. `item` must be [`Type::STRING`] or [`Type::REF`].
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] for any other `item`, and [`Fault::TooLarge`](binio::Fault::TooLarge) if a
    /// string or their count is beyond 4 GB.
    pub fn new<S: AsRef<[u8]>>(item: Type, strings: impl IntoIterator<Item = S>) -> Result<Strings<'static>, Error> {
        if !matches!(item, Type::STRING | Type::REF) {
            return Err(no_place(ErrorKind::wrong_type("string or ref", item)));
        }
        let (mut block, mut count) = (Vec::new(), 0_u32);
        for item in strings {
            string::push(&mut block, item.as_ref())?;
            count = count.checked_add(1).ok_or_else(|| no_place(binio::Fault::Limit("items")))?;
        }
        Ok(Strings { item, count, block: Bytes::from(block) })
    }

    /// Creates an array from a `block`, which must contain `count` strings, each after its shortest length.
    pub(crate) fn checked(item: Type, count: u32, block: impl Into<Bytes<'a>>) -> Self {
        Self { item, count, block: block.into() }
    }

    /// Returns [`Type::STRING`] or [`Type::REF`].
    pub fn item_type(&self) -> Type {
        self.item
    }

    /// Returns the number of strings.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Returns `true` if this contains no items.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the strings the way binary files store them, each after its length.
    pub fn as_bytes(&self) -> &[u8] {
        &self.block
    }

    /// Iterates over the strings in order.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let mut rest = &*self.block;
        core::iter::from_fn(move || {
            let (string, behind) = string::split(rest)?;
            rest = behind;
            Some(string)
        })
    }
}

/// Values of the same type, if it has no fixed size and is not string, reference or struct.
///
/// This derefs to a slice. Note that you can put in a value with another type: this will not be noticed until you write
/// the document.
pub struct Items<'a> {
    item: Type,
    values: Vec<Value<'a>>,
}

impl<'a> Items<'a> {
    /// Creates an array from `values`, which must all have the type `item`.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] if a value has another type, or if arrays with this item type must be another
    /// kind (see [`Array`]).
    pub fn new(item: Type, values: Vec<Value<'a>>) -> Result<Self, Error> {
        if !Self::holds(item) {
            return Err(no_place(ErrorKind::wrong_type("element, array, arrayLz4, utf8, blob or lz4", item)));
        }
        match values.iter().find(|value| value.ty() != item) {
            Some(other) => Err(no_place(ErrorKind::wrong_type(item.word(), other.ty()))),
            None => Ok(Self { item, values }),
        }
    }

    /// Does the same as [`new`](Self::new) without any checks. The caller must have checked the types.
    pub(crate) fn checked(item: Type, values: Vec<Value<'a>>) -> Self {
        Self { item, values }
    }

    /// Creates an array from elements.
    pub fn from_elements(elements: impl IntoIterator<Item = crate::Element<'a>>) -> Self {
        Self { item: Type::ELEMENT, values: elements.into_iter().map(Value::Element).collect() }
    }

    /// Returns `true` if [`Items`] is the right kind for arrays with this item type.
    pub(crate) fn holds(item: Type) -> bool {
        matches!(item, Type::ELEMENT | Type::ARRAY | Type::ARRAY_LZ4 | Type::UTF8 | Type::BLOB | Type::LZ4)
    }

    /// Returns the item type.
    pub fn item_type(&self) -> Type {
        self.item
    }

    pub(crate) fn values(&self) -> &Vec<Value<'a>> {
        &self.values
    }

    /// Returns the items, so that you can add or remove some.
    pub fn values_mut(&mut self) -> &mut Vec<Value<'a>> {
        &mut self.values
    }
}

impl<'a> core::ops::Deref for Items<'a> {
    type Target = [Value<'a>];
    fn deref(&self) -> &[Value<'a>] {
        &self.values
    }
}

impl core::ops::DerefMut for Items<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.values
    }
}
