//! Writes arrays to text (see [FORMAT.md, "Text"](crate::format#text)).

#![deny(clippy::arithmetic_side_effects)]

use binio::Segment;

use super::format::integer;
use super::write::{Style, Writer};
use crate::array::{Array, Items};
use crate::error::{Error, ErrorKind};
use crate::fixed::Shape;
use crate::kind::Type;
use crate::layout::{StructLayout, Structs};
use crate::packed_array::PackedArray;
use crate::value::Value;

impl Writer<'_> {
    pub(super) fn array(&mut self, array: &Array<'_>) -> Result<(), Error> {
        if let Array::Packed(packed) = array {
            if !matches!(self.style, Style::Reference { expand_lz4: true, .. }) {
                return self.packed_array(packed);
            }
            let bytes = packed.unpack_bytes(self.budget)?;
            let unpacked = packed.items_in(&bytes)?;
            return self.nested(|writer| writer.array(&unpacked));
        }
        self.head(array.item_type(), array_layout(array), array.len() as u64, None)?;
        match array {
            Array::Plain(plain) if plain.item_type() == Type::NIL => {
                // A comma precedes each item; the engine omits one and then reads one less.
                let commas = u64::from(plain.len()).saturating_sub(u64::from(self.is_reference()));
                self.spend_empty(commas)?;
                self.out.push(b'[');
                let commas = usize::try_from(commas).unwrap_or(usize::MAX);
                let length = self.out.len().saturating_add(commas);
                self.out.resize(length, b',');
                self.out.push(b']');
                Ok(())
            }
            Array::Structs(structs) => self.structs(structs),
            Array::Items(items) if items.item_type() == Type::ELEMENT => self.nested(|writer| writer.elements(items)),
            Array::Items(items) => self.nested(|writer| writer.items(items)),
            Array::Plain(plain) => self.plain(plain.item_type(), plain.as_bytes()),
            Array::Strings(strings) => {
                self.out.push(b'[');
                for (index, text) in strings.iter().enumerate() {
                    if index > 0 {
                        self.out.push(b',');
                    }
                    self.string(text);
                }
                self.out.push(b']');
                Ok(())
            }
            Array::Packed(_) => Ok(()),
        }
    }

    /// Writes `[type;count]`, or if packed data will follow, `[type;count;size]`.
    fn head(
        &mut self,
        item: Type,
        layout: Option<&StructLayout<'_>>,
        count: u64,
        size: Option<u64>,
    ) -> Result<(), Error> {
        self.out.push(b'[');
        self.typename(item);
        if let Some(layout) = layout {
            self.template(layout)?;
        }
        for number in [Some(count), size].into_iter().flatten() {
            self.out.push(b';');
            integer(number, &mut self.out);
        }
        self.out.push(b']');
        Ok(())
    }

    fn packed_array(&mut self, array: &PackedArray<'_>) -> Result<(), Error> {
        self.head(array.item_type(), array.layout(), u64::from(array.len()), Some(array.unpacked_len()))?;
        self.base64(array.as_bytes());
        Ok(())
    }

    /// Writes numbers, bools and values with a fixed size.
    fn plain(&mut self, item: Type, bytes: &[u8]) -> Result<(), Error> {
        self.out.push(b'[');
        let size = item.size().unwrap_or(1).max(1);
        for (index, bytes) in bytes.chunks_exact(size).enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            if let (Type::F32, Ok(bytes)) = (item, bytes.try_into()) {
                self.floats.float(f32::from_le_bytes(bytes), &mut self.out);
            } else if Shape::of(item).is_some() {
                self.fixed(item, bytes);
            } else {
                let written = Value::from_trivial(item, bytes).map_or(Ok(()), |value| self.value(&value));
                written.map_err(|error| error.within(Segment::Index(index as u64)))?;
            }
        }
        self.out.push(b']');
        Ok(())
    }

    /// Writes blobs, arrays and other values except elements.
    fn items(&mut self, items: &Items<'_>) -> Result<(), Error> {
        self.out.push(b'[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            self.item(items, index, item, |writer| writer.value(item))?;
        }
        self.out.push(b']');
        Ok(())
    }

    fn item(
        &mut self,
        items: &Items<'_>,
        index: usize,
        item: &Value<'_>,
        write: impl FnOnce(&mut Self) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let written = if item.ty() == items.item_type() {
            write(self)
        } else {
            Err(Self::fail(ErrorKind::wrong_type(items.item_type().word(), item.ty())))
        };
        written.map_err(|error| error.within(Segment::Index(index as u64)))
    }

    fn elements(&mut self, items: &Items<'_>) -> Result<(), Error> {
        let inner = self.indent.saturating_add(1);
        self.out.push(b'[');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            self.new_line(inner);
            self.item(items, index, item, |writer| match item.as_element() {
                Some(element) => writer.braces(element, inner),
                None => Ok(()),
            })?;
        }
        if !items.is_empty() {
            self.new_line(self.indent);
        }
        self.out.push(b']');
        Ok(())
    }

    /// Writes structs. The number of structs on a line is chosen to make the first line longer than 100 characters.
    fn structs(&mut self, structs: &Structs<'_>) -> Result<(), Error> {
        const LONG: usize = 100;
        if structs.layout().size() == 0 {
            let nils = structs.layout().fields().len().saturating_add(1);
            self.spend_empty((structs.len() as u64).saturating_mul(nils as u64))?;
        }
        let (size, inner) = (structs.layout().size(), self.indent.saturating_add(1));
        self.out.push(b'[');
        let (mut line_start, mut in_line, mut per_line) = (0, 0_usize, usize::MAX);
        for index in 0..structs.len() {
            let start = index.saturating_mul(size);
            let row = structs.as_bytes().get(start..).and_then(|rest| rest.get(..size)).unwrap_or_default();
            if index == 0 || in_line == per_line {
                if index > 0 {
                    self.out.push(b',');
                }
                self.new_line(inner);
                (line_start, in_line) = (self.out.len(), 0);
            } else {
                self.put(if self.is_compact() { b"," } else { b", " });
            }
            self.fields(structs.layout(), row).map_err(|error| error.within(Segment::Index(index as u64)))?;
            in_line = in_line.saturating_add(1);
            if per_line == usize::MAX && self.out.len().saturating_sub(line_start) > LONG {
                per_line = in_line;
            }
        }
        if !structs.is_empty() {
            self.new_line(self.indent);
        }
        self.out.push(b']');
        Ok(())
    }
}

fn array_layout<'d, 'a>(array: &'d Array<'a>) -> Option<&'d StructLayout<'a>> {
    if let Array::Structs(structs) = array { Some(structs.layout()) } else { None }
}
