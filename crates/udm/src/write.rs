//! Document to bytes.
//!
//! Sizes stand before what they measure. So a document is walked once to check and measure it, which gives a [`Plan`],
//! and once more to write it, which can't fail.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Encode, Fault, MAX_DEPTH, Path, Segment, Sink, Writer, Written};

use crate::array::{Array, Items};
use crate::document::{Document, check_root, check_version};
use crate::element::Element;
use crate::error::{Error, ErrorKind};
use crate::kind::Type;
use crate::layout::{Struct, StructLayout};
use crate::packed::Packed;
use crate::packed_array::{PackedArray, PackedItem};
use crate::read::MAGIC;
use crate::value::Value;

impl Document<'_> {
    /// The binary document; exactly what it was read from, if it was and nothing has been changed.
    ///
    /// # Errors
    /// What binary files can't hold: another header version than 1 and 2, a root without header, a key beyond 255 bytes,
    /// items of several types in one array, nesting deeper than [`MAX_DEPTH`].
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let plan = Plan::new(self)?;
        let too_large = || Error::new(Fault::Limit("memory"), Path::new());
        let mut bytes = Vec::new();
        let length = usize::try_from(plan.length).map_err(|_| too_large())?;
        bytes.try_reserve_exact(length).map_err(|_| too_large())?;
        let mut out = Writer::new(bytes);
        plan.encode(&mut out)?;
        Ok(out.into_sink())
    }

    /// How long [`to_bytes`](Self::to_bytes) is.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes).
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(Plan::new(self)?.length)
    }

    /// Writes the binary document; nothing if it can't be written.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes), as [`InvalidData`](std::io::ErrorKind::InvalidData), or what `out` says.
    #[cfg(feature = "std")]
    pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
        binio::write_to(&Plan::new(self)?, out)
    }
}

impl Value<'_> {
    /// Bytes that the value takes in a binary file, without its type and key.
    ///
    /// # Errors
    /// As [`Document::to_bytes`].
    pub fn encoded_len(&self) -> Result<u64, Error> {
        let mut measure = Measure { position: 0, sizes: Vec::new(), levels: MAX_DEPTH };
        measure.value(self)?;
        Ok(measure.position)
    }
}

/// Bytes of a string with its length (spec 3.1).
pub(crate) fn string_len(string: &[u8]) -> u64 {
    let head = if string.len() < usize::from(u8::MAX) { 1 } else { 5 };
    (string.len() as u64).saturating_add(head)
}

/// The unpacked bytes of an `arrayLz4` of elements: their count and one behind the other.
pub(crate) fn element_stream(items: &Items<'_>) -> Result<Vec<u8>, Error> {
    let mut measure = Measure { position: 4, sizes: Vec::new(), levels: MAX_DEPTH };
    measure.items(items)?;
    let mut sizes = Sizes(measure.sizes.into_iter());
    let mut out = Writer::new(Vec::new());
    out.count_u32::<ErrorKind>(items.len())?;
    items.iter().for_each(|item| value(&mut out, item, &mut sizes));
    Ok(out.into_sink())
}

/// A document that was found good, and the sizes of its elements and arrays in the order in which they begin.
struct Plan<'d> {
    document: &'d Document<'d>,
    sizes: Vec<u64>,
    length: u64,
}

impl<'d> Plan<'d> {
    fn new(document: &'d Document<'d>) -> Result<Self, Error> {
        let Document { header_version, root, trailing } = document;
        let at = |kind: ErrorKind, offset: u64| Error::new(kind, Path::new()).at(offset);
        check_version(*header_version).map_err(|kind| at(kind, 4))?;
        check_root(root).map_err(|kind| at(kind, 8))?;
        let mut measure = Measure { position: 9, sizes: Vec::new(), levels: MAX_DEPTH };
        measure.element(root)?;
        let length = measure.position.saturating_add(trailing.len() as u64);
        Ok(Self { document, sizes: measure.sizes, length })
    }
}

/// The first walk.
struct Measure {
    /// Bytes so far.
    position: u64,
    sizes: Vec<u64>,
    /// Levels that may still open.
    levels: u16,
}

impl Measure {
    fn add(&mut self, bytes: u64) {
        self.position = self.position.saturating_add(bytes);
    }

    #[cold]
    fn fail(&self, kind: impl Into<ErrorKind>) -> Error {
        Error::new(kind, Path::new()).at(self.position)
    }

    /// What follows a size field of 8 bytes: measured, and its size noted in the order in which it begins.
    fn sized(&mut self, content: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let place = self.sizes.len();
        self.sizes.push(0);
        self.add(8);
        let begin = self.position;
        content(self)?;
        if let Some(size) = self.sizes.get_mut(place) {
            *size = self.position.saturating_sub(begin);
        }
        Ok(())
    }

    fn nested(&mut self, content: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        match self.levels.checked_sub(1) {
            Some(left) => self.levels = left,
            None => return Err(self.fail(ErrorKind::Depth(MAX_DEPTH))),
        }
        content(self)?;
        self.levels = self.levels.saturating_add(1);
        Ok(())
    }

    fn count(&mut self, count: usize) -> Result<(), Error> {
        let (value, max) = (count as u64, u64::from(u32::MAX));
        if value > max {
            return Err(self.fail(Fault::TooLarge { value, max }));
        }
        self.add(4);
        Ok(())
    }

    fn element(&mut self, element: &Element<'_>) -> Result<(), Error> {
        self.nested(|measure| {
            measure.sized(|measure| {
                measure.count(element.len())?;
                for (key, _) in element.iter() {
                    let (value, max) = (key.len() as u64, u64::from(u8::MAX));
                    if value > max {
                        let error = measure.fail(Fault::TooLarge { value, max });
                        return Err(error
                            .within(Segment::Part("length"))
                            .within(Segment::Name(key.clone().into_owned())));
                    }
                    measure.add(value.saturating_add(1));
                }
                for (key, value) in element.iter() {
                    measure.add(1);
                    measure.value(value).map_err(|error| error.within(Segment::Name(key.clone().into_owned())))?;
                }
                Ok(())
            })
        })
    }

    fn value(&mut self, value: &Value<'_>) -> Result<(), Error> {
        match value {
            Value::String(text) | Value::Ref(text) => self.string(text)?,
            Value::Utf8(bytes) => {
                self.count(bytes.len())?;
                self.add(bytes.len() as u64);
            }
            Value::Blob(bytes) => self.add((bytes.len() as u64).saturating_add(8)),
            Value::Lz4(packed) => self.add((packed.data.len() as u64).saturating_add(16)),
            Value::Element(element) => self.element(element)?,
            Value::Array(array) => self.array(array)?,
            Value::Struct(structure) => {
                let size = structure.layout().encoded_len().saturating_add(structure.as_bytes().len() as u64);
                self.layout(structure.layout(), size)?;
                self.add(structure.as_bytes().len() as u64);
            }
            other => self.add(other.ty().size().unwrap_or(0) as u64),
        }
        Ok(())
    }

    fn string(&mut self, string: &[u8]) -> Result<(), Error> {
        let (value, max) = (string.len() as u64, u64::from(u32::MAX));
        if value > max {
            return Err(self.fail(Fault::TooLarge { value, max }));
        }
        self.add(string_len(string));
        Ok(())
    }

    /// A layout behind its size field, which says `size`.
    fn layout(&mut self, layout: &StructLayout<'_>, size: u64) -> Result<(), Error> {
        let max = u64::from(u16::MAX);
        if size > max {
            return Err(self.fail(Fault::TooLarge { value: size, max }));
        }
        self.add(2);
        self.add(layout.encoded_len());
        Ok(())
    }

    fn array(&mut self, array: &Array<'_>) -> Result<(), Error> {
        if let Array::Packed(packed) = array {
            return self.packed_array(packed);
        }
        self.add(1);
        self.count(array.len())?;
        match array {
            Array::Plain(plain) => {
                self.add(plain.as_bytes().len() as u64);
                Ok(())
            }
            Array::Strings(strings) => self.sized(|measure| {
                measure.add(strings.as_bytes().len() as u64);
                Ok(())
            }),
            Array::Structs(structs) => self.sized(|measure| {
                measure.layout(structs.layout(), structs.layout().encoded_len())?;
                measure.add(structs.as_bytes().len() as u64);
                Ok(())
            }),
            Array::Items(items) => self.sized(|measure| measure.nested(|measure| measure.items(items))),
            Array::Packed(_) => Ok(()),
        }
    }

    fn items(&mut self, items: &Items<'_>) -> Result<(), Error> {
        for (index, item) in items.iter().enumerate() {
            let measured = if item.ty() == items.item_type() {
                self.value(item)
            } else {
                Err(self.fail(ErrorKind::WrongType(item.ty())))
            };
            measured.map_err(|error| error.within(Segment::Index(index as u64)))?;
        }
        Ok(())
    }

    fn packed_array(&mut self, array: &PackedArray<'_>) -> Result<(), Error> {
        self.add(9);
        match array.item() {
            PackedItem::Plain(_) => {}
            PackedItem::Structs(layout) => self.layout(layout, layout.encoded_len())?,
            PackedItem::Sized(..) => self.add(8),
        }
        self.add(4);
        self.add(array.as_bytes().len() as u64);
        Ok(())
    }
}

/// The sizes that the first walk noted, in the order in which the second needs them.
struct Sizes(alloc::vec::IntoIter<u64>);

impl Sizes {
    fn next(&mut self) -> u64 {
        self.0.next().unwrap_or(0)
    }
}

impl Encode for Plan<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<ErrorKind> {
        let Document { header_version, root, trailing } = self.document;
        out.bytes(MAGIC);
        out.u32_le(*header_version);
        out.u8(Type::ELEMENT.0);
        element(out, root, &mut Sizes(self.sizes.clone().into_iter()));
        out.bytes(trailing);
        Ok(())
    }
}

fn element<S: Sink>(out: &mut Writer<S>, element: &Element<'_>, sizes: &mut Sizes) {
    out.u64_le(sizes.next());
    count(out, element.len());
    for (key, _) in element.iter() {
        out.u8(u8::try_from(key.len()).unwrap_or(u8::MAX));
        out.bytes(key);
    }
    for (_, content) in element.iter() {
        out.u8(content.ty().0);
        value(out, content, sizes);
    }
}

/// A count that the first walk found to fit.
fn count<S: Sink>(out: &mut Writer<S>, count: usize) {
    out.u32_le(u32::try_from(count).unwrap_or(u32::MAX));
}

fn value<S: Sink>(out: &mut Writer<S>, value: &Value<'_>, sizes: &mut Sizes) {
    match value {
        Value::String(text) | Value::Ref(text) => string(out, text),
        Value::Utf8(bytes) => {
            count(out, bytes.len());
            out.bytes(bytes);
        }
        Value::Blob(bytes) => {
            out.u64_le(bytes.len() as u64);
            out.bytes(bytes);
        }
        Value::Lz4(Packed { unpacked_len, data }) => {
            out.u64_le(data.len() as u64);
            out.u64_le(*unpacked_len);
            out.bytes(data);
        }
        Value::Element(content) => element(out, content, sizes),
        Value::Array(content) => array(out, content, sizes),
        Value::Struct(content) => structure(out, content),
        trivial => {
            let _ = trivial.with_trivial(|bytes| out.bytes(bytes));
        }
    }
}

fn string<S: Sink>(out: &mut Writer<S>, string: &[u8]) {
    match u8::try_from(string.len()) {
        Ok(length) if length < u8::MAX => out.u8(length),
        _ => {
            out.u8(u8::MAX);
            count(out, string.len());
        }
    }
    out.bytes(string);
}

fn structure<S: Sink>(out: &mut Writer<S>, structure: &Struct<'_>) {
    let size = structure.layout().encoded_len().saturating_add(structure.as_bytes().len() as u64);
    layout(out, structure.layout(), size);
    out.bytes(structure.as_bytes());
}

/// A layout behind its size field, which says `size`.
fn layout<S: Sink>(out: &mut Writer<S>, layout: &StructLayout<'_>, size: u64) {
    out.u16_le(u16::try_from(size).unwrap_or(u16::MAX));
    out.u8(u8::try_from(layout.fields().len()).unwrap_or(u8::MAX));
    layout.fields().iter().for_each(|(ty, _)| out.u8(ty.0));
    layout.fields().iter().for_each(|(_, name)| string(out, name));
}

fn array<S: Sink>(out: &mut Writer<S>, array: &Array<'_>, sizes: &mut Sizes) {
    if let Array::Packed(packed) = array {
        return packed_array(out, packed);
    }
    out.u8(array.item_type().0);
    count(out, array.len());
    match array {
        Array::Plain(plain) => return out.bytes(plain.as_bytes()),
        _ => out.u64_le(sizes.next()),
    }
    match array {
        Array::Strings(strings) => out.bytes(strings.as_bytes()),
        Array::Structs(structs) => {
            layout(out, structs.layout(), structs.layout().encoded_len());
            out.bytes(structs.as_bytes());
        }
        Array::Items(items) => items.iter().for_each(|item| value(out, item, sizes)),
        Array::Plain(_) | Array::Packed(_) => {}
    }
}

fn packed_array<S: Sink>(out: &mut Writer<S>, array: &PackedArray<'_>) {
    out.u64_le(array.as_bytes().len() as u64);
    out.u8(array.item_type().0);
    match array.item() {
        PackedItem::Plain(_) => {}
        PackedItem::Structs(fields) => layout(out, fields, fields.encoded_len()),
        PackedItem::Sized(_, size) => out.u64_le(*size),
    }
    out.u32_le(array.len());
    out.bytes(array.as_bytes());
}
