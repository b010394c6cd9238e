//! Arrays packed with LZ4 (spec 3.4).

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Budget, Bytes, Fault, lz4_check_size, lz4_compress, lz4_decompress};

use crate::array::{Array, Items, Plain, Strings};
use crate::error::{Error, ErrorKind};
use crate::kind::Type;
use crate::layout::{StructLayout, Structs};
use crate::packed::no_place;
use crate::value::Value;

/// An `arrayLz4`: items of fixed size, structs, elements or strings in one LZ4 block. It stays packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedArray<'a> {
    item: PackedItem<'a>,
    count: u32,
    data: Bytes<'a>,
}

/// What is packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PackedItem<'a> {
    /// Items of fixed size.
    Plain(Type),
    Structs(StructLayout<'a>),
    /// Elements or strings and the size that they unpack to.
    Sized(Type, u64),
}

impl<'a> PackedArray<'a> {
    pub(crate) fn checked(item: PackedItem<'a>, count: u32, data: impl Into<Bytes<'a>>) -> Self {
        Self { item, count, data: data.into() }
    }

    /// Packs `array`.
    ///
    /// # Errors
    /// [`ErrorKind::WrongType`] if an `arrayLz4` can't hold the items; [`ErrorKind::Data`] if they are too large, or one
    /// of the elements can't be written.
    pub fn compress(array: &Array<'_>) -> Result<PackedArray<'static>, Error> {
        let (item, stream) = match array {
            Array::Plain(plain) => (PackedItem::Plain(plain.item_type()), Cow::Borrowed(plain.as_bytes())),
            Array::Structs(structs) => {
                (PackedItem::Structs(structs.layout().clone().into_owned()), Cow::Borrowed(structs.as_bytes()))
            }
            Array::Strings(strings) if strings.item_type() == Type::STRING => {
                let mut stream = Vec::from(strings.len().to_le_bytes());
                stream.extend_from_slice(strings.as_bytes());
                (PackedItem::Sized(Type::STRING, 0), Cow::Owned(stream))
            }
            Array::Items(items) if items.item_type() == Type::ELEMENT => {
                (PackedItem::Sized(Type::ELEMENT, 0), Cow::Owned(crate::write::element_stream(items)?))
            }
            Array::Packed(packed) => return Ok((**packed).clone().into_owned()),
            other => return Err(no_place(ErrorKind::WrongType(other.item_type()))),
        };
        let item = match item {
            // Of no items not even the count is packed.
            PackedItem::Sized(ty, _) if array.is_empty() => PackedItem::Sized(ty, 0),
            PackedItem::Sized(ty, _) => PackedItem::Sized(ty, stream.len() as u64),
            other => other,
        };
        let count = u32::try_from(array.len()).map_err(|_| no_place(Fault::Limit("items")))?;
        let data = if array.is_empty() { Vec::new() } else { lz4_compress(&stream).map_err(no_place)? };
        Ok(PackedArray { item, count, data: Bytes::from(data) })
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

    /// The items, unpacked and free of what they were read from. Offsets in errors count from the beginning of the
    /// unpacked bytes. Elements and strings spend the budget twice: for the bytes, and for what they are read into.
    ///
    /// Many elements are read faster in place, with [`unpack_bytes`](Self::unpack_bytes) and [`items_in`](Self::items_in).
    ///
    /// # Errors
    /// [`ErrorKind::Data`]: the block is broken or of another size, or the budget is spent. For elements and strings
    /// whatever a reader of documents finds, and [`ErrorKind::WrongSize`] if there are more or fewer than it says.
    pub fn unpack(&self, budget: &mut Budget) -> Result<Array<'static>, Error> {
        let unpacked = self.unpack_bytes(budget)?;
        Ok(match &self.item {
            PackedItem::Plain(ty) => Array::Plain(Plain::checked(*ty, self.count, unpacked)),
            PackedItem::Structs(layout) => {
                Array::Structs(Box::new(Structs::checked(layout.clone().into_owned(), self.count, unpacked)))
            }
            PackedItem::Sized(ty, length) => {
                budget.spend(*length).map_err(no_place)?;
                self.read_stream(*ty, &unpacked)?.into_owned()
            }
        })
    }

    /// What the block unpacks to: the items as in binary files, behind their count if they are elements or strings.
    ///
    /// # Errors
    /// [`ErrorKind::Data`]: the block is broken or of another size, or the budget is spent.
    pub fn unpack_bytes(&self, budget: &mut Budget) -> Result<Vec<u8>, Error> {
        match self.unpacked_len() {
            0 => Ok(Vec::new()),
            length => lz4_decompress(&self.data, length, budget).map_err(no_place),
        }
    }

    /// The items out of what [`unpack_bytes`](Self::unpack_bytes) gave, borrowed from it.
    ///
    /// ```
    /// # use udm::{Array, Limits, PackedArray};
    /// let packed = PackedArray::compress(&Array::from_strings(["a", "b"]))?;
    /// let bytes = packed.unpack_bytes(&mut Limits::default().budget())?;
    /// assert_eq!(packed.items_in(&bytes)?, Array::from_strings(["a", "b"]));
    /// # Ok::<(), udm::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`unpack`](Self::unpack); [`ErrorKind::WrongSize`] if `unpacked` isn't as long as it should be.
    pub fn items_in<'u>(&'u self, unpacked: &'u [u8]) -> Result<Array<'u>, Error> {
        let (stored, actual) = (self.unpacked_len(), unpacked.len() as u64);
        if stored != actual {
            return Err(no_place(ErrorKind::WrongSize { stored, actual }));
        }
        Ok(match &self.item {
            PackedItem::Plain(ty) => Array::Plain(Plain::checked(*ty, self.count, unpacked)),
            PackedItem::Structs(layout) => {
                Array::Structs(Box::new(Structs::checked(layout.borrowed(), self.count, unpacked)))
            }
            PackedItem::Sized(ty, _) => self.read_stream(*ty, unpacked)?,
        })
    }

    /// Elements or strings out of their unpacked bytes.
    fn read_stream<'u>(&self, ty: Type, unpacked: &'u [u8]) -> Result<Array<'u>, Error> {
        if unpacked.is_empty() {
            return match self.count {
                0 if ty == Type::STRING => Ok(Array::Strings(Strings::default())),
                0 => Ok(Array::Items(Items::checked(ty, Vec::new()))),
                _ => Err(no_place(ErrorKind::WrongSize { stored: u64::from(self.count), actual: 0 })),
            };
        }
        let array = crate::read::stream(ty, unpacked)?;
        let (stored, actual) = (u64::from(self.count), array.len() as u64);
        if stored != actual {
            return Err(no_place(ErrorKind::WrongSize { stored, actual }).within(binio::Segment::Part("item count")));
        }
        Ok(array)
    }

    /// The same array, free of what it was read from.
    pub fn into_owned(self) -> PackedArray<'static> {
        let item = match self.item {
            PackedItem::Plain(ty) => PackedItem::Plain(ty),
            PackedItem::Structs(layout) => PackedItem::Structs(layout.into_owned()),
            PackedItem::Sized(ty, size) => PackedItem::Sized(ty, size),
        };
        PackedArray { item, count: self.count, data: self.data.into_owned() }
    }
}

impl<'a> From<PackedArray<'a>> for Value<'a> {
    fn from(array: PackedArray<'a>) -> Self {
        Self::Array(Array::Packed(Box::new(array)))
    }
}
