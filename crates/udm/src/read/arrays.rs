//! Reads arrays and structs.

#![deny(clippy::arithmetic_side_effects)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Failure, Input, Name, Segment, bytes};

use super::{Reader, failed, known_or, smallest};
use crate::array::{Array, Items, Plain, Strings};
use crate::error::{Error, ErrorKind};
use crate::kind::Type;
use crate::layout::{Struct, StructLayout, Structs};
use crate::packed_array::{PACKABLE, PackedArray, PackedItem};
use crate::value::Value;

impl<'a> Reader<'a, '_> {
    /// Reads a type number, which must be known.
    fn known_type(&mut self) -> Result<Type, Error> {
        let at = self.input;
        let ty = Type(self.byte()?);
        if ty.is_known() { Ok(ty) } else { Err(failed(at.fail(ErrorKind::UnknownType(ty.0)))) }
    }

    pub(super) fn array(&mut self) -> Result<Array<'a>, Error> {
        let item = self.known_type()?;
        let counted = self.input;
        let count = u32::from_le_bytes(self.chunk()?);
        if let Some(size) = item.size() {
            let length = u64::from(count).saturating_mul(size as u64);
            let data = self.take(length)?;
            return Ok(Array::Plain(Plain::checked(item, count, data)));
        }
        let at = self.input;
        let size = u64::from_le_bytes(self.chunk()?);
        let begin = self.input.offset();
        let array = match item {
            Type::STRING | Type::REF => Array::Strings(self.strings(item, counted, count)?),
            Type::STRUCT => Array::Structs(Box::new(self.structs(count)?)),
            _ => {
                self.open()?;
                let items = self.items(item, counted, count)?;
                self.close();
                Array::Items(items)
            }
        };
        self.check_size(at, size, begin)?;
        Ok(array)
    }

    pub(super) fn items(&mut self, item: Type, at: Input<'a>, count: u32) -> Result<Items<'a>, Error> {
        let smallest = smallest::item(item);
        let claimed = self.claim(at, count, smallest)?;
        let mut values = Vec::with_capacity(claimed);
        values.resize_with(claimed, || Value::Nil);
        for (index, slot) in values.iter_mut().enumerate() {
            self.redeem(smallest);
            let at = self.input;
            if let Err(error) = self.value(item, at, slot) {
                return Err(error.within(Segment::Index(index as u64)));
            }
        }
        Ok(Items::checked(item, values))
    }

    /// Reads strings into a single block. If a string has a long size without needing it, this is fixed in a copy.
    pub(super) fn strings(&mut self, item: Type, at: Input<'a>, count: u32) -> Result<Strings<'a>, Error> {
        let claimed = self.claim(at, count, smallest::item(item))?;
        self.redeem(claimed);
        let begin = self.input;
        let noted = self.findings.len();
        for index in 0..claimed {
            self.string().map_err(|error| error.within(Segment::Index(index as u64)))?;
        }
        let length = self.input.offset().saturating_sub(begin.offset());
        let (_, block) = bytes::<ErrorKind>(begin, length).map_err(failed)?;
        if self.findings.len() == noted {
            return Ok(Strings::checked(item, count, block));
        }
        let findings = core::mem::take(&mut self.findings);
        let end = core::mem::replace(&mut self.input, begin);
        let mut copy = Vec::new();
        for _ in 0..claimed {
            crate::string::push(&mut copy, self.string()?)?;
        }
        self.input = end;
        self.findings = findings;
        Ok(Strings::checked(item, count, copy))
    }

    fn structs(&mut self, count: u32) -> Result<Structs<'a>, Error> {
        let layout = self.sized_layout()?;
        let length = u64::from(count).saturating_mul(layout.size() as u64);
        let data = self.take(length)?;
        Ok(Structs::checked(layout, count, data))
    }

    /// Reads a layout. In arrays, its size comes first.
    fn sized_layout(&mut self) -> Result<StructLayout<'a>, Error> {
        let at = self.input;
        let size = u16::from_le_bytes(self.chunk()?);
        let begin = self.input.offset();
        let layout = self.layout()?;
        self.check_size(at, u64::from(size), begin)?;
        Ok(layout)
    }

    pub(super) fn structure(&mut self) -> Result<Struct<'a>, Error> {
        let at = self.input;
        let size = u16::from_le_bytes(self.chunk()?);
        let begin = self.input.offset();
        let layout = self.layout()?;
        let data = self.take(layout.size() as u64)?;
        self.check_size(at, u64::from(size), begin)?;
        Ok(Struct::checked(layout, data))
    }

    fn layout(&mut self) -> Result<StructLayout<'a>, Error> {
        let at = self.input;
        let count = self.byte()?;
        let claimed = self.claim(at, u32::from(count), smallest::FIELD)?;
        self.redeem(claimed.saturating_mul(smallest::FIELD));
        let at = self.input;
        let types = self.take(u64::from(count))?;
        let mut fields = Vec::with_capacity(claimed);
        for (index, ty) in types.iter().enumerate() {
            let name = self.string().map_err(|error| error.within(Segment::Index(index as u64)))?;
            fields.push((Type(*ty), Name::from(name)));
        }
        let bad = fields.iter().position(|(ty, _)| !ty.is_trivial());
        if let Some((index, (ty, _))) = bad.and_then(|index| Some((index, fields.get(index)?))) {
            let kind = known_or("a type of fixed size", *ty);
            let offset = at.offset().saturating_add(index as u64);
            return Err(Error::from(Failure::new(kind, offset)));
        }
        StructLayout::new(fields).map_err(|error| error.at(at.offset()))
    }

    pub(super) fn packed_array(&mut self) -> Result<PackedArray<'a>, Error> {
        let packed_len = u64::from_le_bytes(self.chunk()?);
        let at = self.input;
        let item = self.known_type()?;
        if !item.can_be_packed() {
            return Err(failed(at.fail(ErrorKind::wrong_type(PACKABLE, item))));
        }
        let item = match item {
            Type::STRUCT => PackedItem::Structs(self.sized_layout()?),
            Type::ELEMENT | Type::STRING => PackedItem::Sized(item, u64::from_le_bytes(self.chunk()?)),
            _ => PackedItem::Plain(item),
        };
        let count = u32::from_le_bytes(self.chunk()?);
        let data = self.take(packed_len)?;
        Ok(PackedArray::checked(item, count, data))
    }
}
