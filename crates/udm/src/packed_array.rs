//! Arrays packed with LZ4 ([FORMAT.md, "Binary"](crate::format#binary)).

use binio::{Bytes, lz4_check_size};

use crate::error::{Error, ErrorKind, no_place};
use crate::kind::Type;
use crate::layout::StructLayout;

/// An `arrayLz4`: items of fixed size, structs, elements or strings in one LZ4 block. It stays packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedArray<'a> {
    item: PackedItem<'a>,
    count: u32,
    data: Bytes<'a>,
}

/// Item types of an `arrayLz4`, for messages.
pub(crate) const PACKABLE: &str = "items of fixed size, structs, elements or strings";

/// The items of a [`PackedArray`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedItem<'a> {
    /// Items of fixed size.
    Plain(Type),
    /// Structs.
    Structs(StructLayout<'a>),
    /// Elements or strings, and the size that they unpack to.
    Sized(Type, u64),
}

impl<'a> PackedArray<'a> {
    /// Creates an array of `count` items from its LZ4 block. The block isn't unpacked.
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
    /// [`ErrorKind::WrongType`] if `item` is [`PackedItem::Plain`] of a type without fixed size, or [`PackedItem::Sized`] of
    /// another type than element and string.
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

    /// As many items of the same kind in another block: of another compressor, or none for a time. Whether it unpacks to them is seen
    /// when it is [unpacked](Self::unpack).
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

    /// The type of the items: of fixed size, struct, element or string.
    pub fn item_type(&self) -> Type {
        match &self.item {
            PackedItem::Plain(ty) | PackedItem::Sized(ty, _) => *ty,
            PackedItem::Structs(_) => Type::STRUCT,
        }
    }

    /// The layout, if the items are structs.
    pub fn layout(&self) -> Option<&StructLayout<'a>> {
        if let PackedItem::Structs(layout) = &self.item { Some(layout) } else { None }
    }

    /// How many items it says to hold.
    pub fn len(&self) -> u32 {
        self.count
    }

    /// Whether it says to hold none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The LZ4 block.
    pub fn as_bytes(&self) -> &[u8] {
        &self.data
    }

    /// Bytes that the block has to unpack to.
    pub fn unpacked_len(&self) -> u64 {
        let items = |size: usize| u64::from(self.count).saturating_mul(size as u64);
        match &self.item {
            PackedItem::Plain(ty) => items(ty.size().unwrap_or(0)),
            PackedItem::Structs(layout) => items(layout.size()),
            PackedItem::Sized(_, size) => *size,
        }
    }

    /// Whether the block could unpack to that.
    pub(crate) fn is_plausible(&self) -> bool {
        self.unpacked_len() == 0 || lz4_check_size(self.data.len(), self.unpacked_len()).is_ok()
    }

    /// Returns the same array with owned data.
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
