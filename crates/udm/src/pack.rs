//! Packs arrays with LZ4, and unpacks them.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Budget, Fault, Segment, lz4_compress, lz4_decompress};

use crate::array::{Array, Items, Plain, Strings};
use crate::error::{Error, ErrorKind, no_place};
use crate::kind::Type;
use crate::layout::Structs;
use crate::packed_array::{PACKABLE, PackedArray, PackedItem};
use crate::value::Value;

/// Names the part in errors about the item count.
pub(crate) const ITEM_COUNT: &str = "item count";

impl<'a> Array<'a> {
    /// Returns an unpacked array. If the array is not an `arrayLz4`, nothing has to be done and it is borrowed.
    ///
    /// # Errors
    /// Fails when [`PackedArray::unpack`] does.
    pub fn unpack(&self, budget: &mut Budget) -> Result<Cow<'_, Array<'a>>, Error> {
        match self {
            Self::Packed(packed) => Ok(Cow::Owned(packed.unpack(budget)?)),
            _ => Ok(Cow::Borrowed(self)),
        }
    }
}

impl PackedArray<'_> {
    /// Packs `array`.
    ///
    /// # Errors
    /// Returns [`ErrorKind::WrongType`] if an `arrayLz4` can't have such items, and [`ErrorKind::Data`] if they are too
    /// large or an element can't be written.
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
            other => return Err(no_place(ErrorKind::wrong_type(PACKABLE, other.item_type()))),
        };
        let item = match item {
            // Of no items not even the count is packed.
            PackedItem::Sized(ty, _) if array.is_empty() => PackedItem::Sized(ty, 0),
            PackedItem::Sized(ty, _) => PackedItem::Sized(ty, stream.len() as u64),
            other => other,
        };
        let count = u32::try_from(array.len()).map_err(|_| no_place(Fault::Limit("items")))?;
        let data = if array.is_empty() { Vec::new() } else { lz4_compress(&stream).map_err(no_place)? };
        Ok(PackedArray::checked(item, count, data))
    }

    /// Unpacks the items and returns them with owned data. Offsets in errors are relative to the unpacked bytes. Note
    /// that elements and strings are charged to the budget twice, for their bytes and for their values.
    ///
    /// To read a large number of elements, it is faster to use [`unpack_bytes`](Self::unpack_bytes) and
    /// [`items_in`](Self::items_in), because the elements will be read in place.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Data`] if the block is broken, has another size, or needs more than the budget. For
    /// elements and strings, you can also get any error from reading a document, and [`ErrorKind::WrongSize`] if there
    /// are more or fewer than the stored count.
    pub fn unpack(&self, budget: &mut Budget) -> Result<Array<'static>, Error> {
        let unpacked = self.unpack_bytes(budget)?;
        Ok(match self.item() {
            PackedItem::Plain(ty) => Array::Plain(Plain::checked(*ty, self.len(), unpacked)),
            PackedItem::Structs(layout) => {
                Array::Structs(Box::new(Structs::checked(layout.clone().into_owned(), self.len(), unpacked)))
            }
            PackedItem::Sized(ty, length) => {
                budget.spend(*length).map_err(no_place)?;
                self.read_stream(*ty, &unpacked)?.into_owned()
            }
        })
    }

    /// Unpacks the block and returns its bytes. These are the items the way binary files store them. For elements and
    /// strings, their count comes first.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Data`] if the block is broken, has another size, or needs more than the budget.
    pub fn unpack_bytes(&self, budget: &mut Budget) -> Result<Vec<u8>, Error> {
        match self.unpacked_len() {
            0 => Ok(Vec::new()),
            length => lz4_decompress(self.as_bytes(), length, budget).map_err(no_place),
        }
    }

    /// Returns the items, which borrow from `unpacked`. This must be the result from
    /// [`unpack_bytes`](Self::unpack_bytes).
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
    /// Fails when [`unpack`](Self::unpack) does, and with [`ErrorKind::WrongSize`] if `unpacked` does not have the
    /// expected length.
    pub fn items_in<'u>(&'u self, unpacked: &'u [u8]) -> Result<Array<'u>, Error> {
        let (stored, actual) = (self.unpacked_len(), unpacked.len() as u64);
        if stored != actual {
            return Err(no_place(ErrorKind::WrongSize { stored, actual }));
        }
        Ok(match self.item() {
            PackedItem::Plain(ty) => Array::Plain(Plain::checked(*ty, self.len(), unpacked)),
            PackedItem::Structs(layout) => {
                Array::Structs(Box::new(Structs::checked(layout.borrowed(), self.len(), unpacked)))
            }
            PackedItem::Sized(ty, _) => self.read_stream(*ty, unpacked)?,
        })
    }

    /// Reads elements or strings from their unpacked bytes.
    fn read_stream<'u>(&self, ty: Type, unpacked: &'u [u8]) -> Result<Array<'u>, Error> {
        if unpacked.is_empty() {
            return match self.len() {
                0 if ty == Type::STRING => Ok(Array::Strings(Strings::default())),
                0 => Ok(Array::Items(Items::checked(ty, Vec::new()))),
                _ => Err(self.wrong_count(0)),
            };
        }
        let array = crate::read::stream(ty, unpacked)?;
        let actual = array.len() as u64;
        if u64::from(self.len()) == actual { Ok(array) } else { Err(self.wrong_count(actual)) }
    }

    fn wrong_count(&self, actual: u64) -> Error {
        let stored = u64::from(self.len());
        no_place(ErrorKind::WrongSize { stored, actual }).within(Segment::Part(ITEM_COUNT))
    }
}

impl<'a> From<PackedArray<'a>> for Value<'a> {
    fn from(array: PackedArray<'a>) -> Self {
        Self::Array(Array::Packed(Box::new(array)))
    }
}
