//! Arrays that were packed with LZ4 (see [FORMAT.md, "Binary"](crate::format#binary)).

use binio::{Bytes, lz4_check_size};

use crate::error::{Error, ErrorKind, no_place};
use crate::kind::Type;
use crate::layout::StructLayout;

/// An `arrayLz4`: a single LZ4 block, which can contain items with a fixed size, structs, elements or strings. It will
/// stay packed until you call [`unpack`](Self::unpack).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedArray<'a> {
    item: PackedItem<'a>,
    count: u32,
    data: Bytes<'a>,
}

/// Used in messages to say which items an `arrayLz4` can have.
pub(crate) const PACKABLE: &str = "items of fixed size, structs, elements or strings";

/// The items in a [`PackedArray`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedItem<'a> {
    /// Items with a fixed size.
    Plain(Type),
    /// Structs with this layout.
    Structs(StructLayout<'a>),
    /// Elements or strings, and the size to unpack to.
    Sized(Type, u64),
}

impl<'a> PackedArray<'a> {
    /// Creates an array with `count` items from an LZ4 block. This does not unpack the block.
    ///
    /// ```
    /// use udm::{Limits, PackedArray, PackedItem, Type};
    /// let packed = PackedArray::new(PackedItem::Plain(Type::U8), 3, vec![0x30, 1, 2, 3])?;
    /// let array = packed.unpack(&mut Limits::default().budget())?;
    /// assert_eq!(array.to_vec::<u8>(), Some(vec![1, 2, 3]));
    /// assert!(PackedArray::new(PackedItem::Plain(Type::BLOB), 0, vec![]).is_err());
    /// # Ok::<(), udm::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] if you use [`PackedItem::Plain`] for a type that has no fixed size, or
    /// [`PackedItem::Sized`] for a type that is not element or string.
    pub fn new(item: PackedItem<'a>, count: u32, block: impl Into<Bytes<'a>>) -> Result<Self, Error> {
        match item {
            PackedItem::Plain(ty) if !ty.is_trivial() => Err(no_place(ErrorKind::wrong_type(PACKABLE, ty))),
            PackedItem::Sized(ty, _) if !matches!(ty, Type::ELEMENT | Type::STRING) => {
                Err(no_place(ErrorKind::wrong_type("element or string", ty)))
            }
            item => Ok(Self::checked(item, count, block)),
        }
    }

    pub(crate) fn checked(item: PackedItem<'a>, count: u32, data: impl Into<Bytes<'a>>) -> Self {
        Self { item, count, data: data.into() }
    }

    /// Returns an array with the same number and kind of items and another block. This can be used with another
    /// compressor, or to take the block out for some time. Note that the content of the new block will not be checked
    /// until you [unpack](Self::unpack) it.
    #[must_use]
    pub fn with_block<'b>(&self, block: impl Into<Bytes<'b>>) -> PackedArray<'b>
    where
        'a: 'b,
    {
        PackedArray { item: self.item.clone(), count: self.count, data: block.into() }
    }

    pub(crate) fn item(&self) -> &PackedItem<'a> {
        &self.item
    }

    /// Returns the item type: a type with a fixed size, struct, element or string.
    pub fn item_type(&self) -> Type {
        match &self.item {
            PackedItem::Plain(ty) | PackedItem::Sized(ty, _) => *ty,
            PackedItem::Structs(_) => Type::STRUCT,
        }
    }

    /// Returns the layout if the items are structs.
    pub fn layout(&self) -> Option<&StructLayout<'a>> {
        if let PackedItem::Structs(layout) = &self.item { Some(layout) } else { None }
    }

    /// Returns the stored item count.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Returns `true` if the stored item count is zero.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Returns the LZ4 block.
    pub fn as_bytes(&self) -> &[u8] {
        &self.data
    }

    /// Returns the size that the block has to unpack to, in bytes.
    pub fn unpacked_len(&self) -> u64 {
        let items = |size: usize| u64::from(self.count).saturating_mul(size as u64);
        match &self.item {
            PackedItem::Plain(ty) => items(ty.size().unwrap_or(0)),
            PackedItem::Structs(layout) => items(layout.size()),
            PackedItem::Sized(_, size) => *size,
        }
    }

    /// Returns `true` if it is possible for the block to unpack to this size.
    pub(crate) fn is_plausible(&self) -> bool {
        self.unpacked_len() == 0 || lz4_check_size(self.data.len(), self.unpacked_len()).is_ok()
    }

    /// Copies borrowed data, so that the array can outlive the file.
    pub fn into_owned(self) -> PackedArray<'static> {
        let item = match self.item {
            PackedItem::Plain(ty) => PackedItem::Plain(ty),
            PackedItem::Structs(layout) => PackedItem::Structs(layout.into_owned()),
            PackedItem::Sized(ty, size) => PackedItem::Sized(ty, size),
        };
        PackedArray { item, count: self.count, data: self.data.into_owned() }
    }
}

binio::into_owned! { impl PackedArray }
