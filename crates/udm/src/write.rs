//! Writes a document to bytes.
//!
//! A size comes before the data that it measures. This is why we walk through the document once to check it and to
//! create its [`Parts`], and insert the sizes afterwards. Long data is not copied. Nothing is written until all of this
//! is done.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Encode, Fault, MAX_DEPTH, Path, Segment, Sink, Writer, Written};

use crate::array::{Array, Items};
use crate::document::{Document, MAGIC, check_root, check_version};
use crate::element::Element;
use crate::error::{Error, ErrorKind};
use crate::kind::Type;
use crate::layout::{Struct, StructLayout};
use crate::packed::Packed;
use crate::packed_array::{PackedArray, PackedItem};
use crate::places::Places;
use crate::source::Encoding;
use crate::value::Value;

impl Document<'_> {
    /// Writes the document in its [encoding](Self::encoding). If you have read it from a file and have not changed it, you will
    /// get exactly the same bytes. If you have edited a text, only the edited properties will change, and comments,
    /// order and spacing will not.
    ///
    /// # Errors
    /// Fails when [`to_binary`](Self::to_binary) or [`to_text`](Self::to_text) does.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        match self.encoding() {
            Encoding::Binary => self.to_binary(),
            Encoding::Text => self.to_source_text(),
        }
    }

    /// Writes the document in binary form, even if it was read from text.
    ///
    /// # Errors
    /// Fails if a binary file can't store the content: the header version is not 1 or 2, the root has no header, a key
    /// is longer than 255 bytes, the items in an array have several types, or values are nested deeper than
    /// [`MAX_DEPTH`].
    pub fn to_binary(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(&Parts::of(self)?)
    }

    /// Returns the number of bytes [`to_bytes`](Self::to_bytes) will return.
    ///
    /// # Errors
    /// Fails when [`to_bytes`](Self::to_bytes) does.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        match self.encoding() {
            Encoding::Binary => Ok(Parts::of(self)?.position()),
            Encoding::Text => Ok(self.to_source_text()?.len() as u64),
        }
    }

    /// Writes the document to `out`, in its form. If the document can't be written, nothing will be.
    ///
    /// # Errors
    /// Returns the errors from [`to_bytes`](Self::to_bytes) as [`InvalidData`](std::io::ErrorKind::InvalidData), and
    /// I/O errors from `out`.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        match self.encoding() {
            Encoding::Binary => binio::write_to(&Parts::of(self)?, out),
            Encoding::Text => out.write_all(&self.to_source_text()?),
        }
    }
}

impl Value<'_> {
    /// Returns the number of bytes the value takes in a binary file, not including its type and key.
    ///
    /// # Errors
    /// Fails when [`Document::to_bytes`] does.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        let mut parts = Parts::new();
        parts.value(self)?;
        Ok(parts.position())
    }
}

/// Returns the unpacked bytes for an `arrayLz4` of elements, which has the count before the elements.
pub(crate) fn element_stream(items: &Items<'_>) -> Result<Vec<u8>, Error> {
    let mut parts = Parts::new();
    parts.count(items.len())?;
    parts.items(items)?;
    binio::to_bytes(&parts)
}

/// Walks through a document as if to write it, and returns where its parts begin. If a part can't be written, the
/// result only contains the parts before it.
pub(crate) fn locate(document: &Document<'_>, places: Places) -> Places {
    let mut parts = Parts { places: Some((places, Some(Places::ROOT))), ..Parts::new() };
    // Errors of writing are reported elsewhere.
    let _ = parts.document(document);
    parts.places.map_or_else(Places::default, |(places, _)| places)
}

/// The minimum length of a block to avoid copying it.
const LONG: usize = 256;

/// Checked data to write.
struct Parts<'d> {
    /// Everything except the long blocks.
    short: Vec<u8>,
    /// Long blocks, and where they have to be inserted in `short`.
    long: Vec<(usize, &'d [u8])>,
    long_len: u64,
    /// How many more levels can be opened.
    levels: u16,
    /// The parts whose offsets we need to know, and the part that is being written if it is one of them.
    places: Option<(Places, Option<usize>)>,
}

impl Encode for Parts<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<ErrorKind> {
        let mut done = 0;
        for (index, block) in &self.long {
            out.bytes(self.short.get(done..*index).unwrap_or_default());
            out.bytes(block);
            done = *index;
        }
        out.bytes(self.short.get(done..).unwrap_or_default());
        Ok(())
    }
}

impl<'d> Parts<'d> {
    fn new() -> Self {
        Self { short: Vec::new(), long: Vec::new(), long_len: 0, levels: MAX_DEPTH, places: None }
    }

    fn of(document: &'d Document<'_>) -> Result<Self, Error> {
        let mut parts = Self::new();
        parts.document(document)?;
        Ok(parts)
    }

    fn document(&mut self, document: &'d Document<'_>) -> Result<(), Error> {
        let Document { header_version, root, trailing, source: _ } = document;
        let at = |kind: ErrorKind, offset: u64| Error::new(kind, Path::new()).at(offset);
        check_version(*header_version).map_err(|kind| at(kind, 4))?;
        check_root(root).map_err(|kind| at(kind, 8))?;
        self.put(MAGIC);
        self.put(&header_version.to_le_bytes());
        self.u8(Type::ELEMENT.0);
        self.element(root)?;
        self.block(trailing);
        Ok(())
    }

    /// Begins a part inside the current part. If its offset is needed, it is stored. Returns the outer part.
    #[inline]
    fn enter(&mut self, find: impl FnOnce(&Places, usize) -> Option<usize>) -> Option<usize> {
        let position = self.position();
        let (places, current) = self.places.as_mut()?;
        let outer = *current;
        *current = outer.and_then(|at| find(places, at));
        if let Some(at) = *current {
            places.put(at, position);
        }
        outer
    }

    /// Ends a part and goes back to the outer part.
    #[inline]
    fn leave(&mut self, outer: Option<usize>) {
        if let Some((_, current)) = &mut self.places {
            *current = outer;
        }
    }

    /// Returns the number of bytes that were added so far.
    fn position(&self) -> u64 {
        self.long_len.saturating_add(self.short.len() as u64)
    }

    #[cold]
    fn fail(&self, kind: impl Into<ErrorKind>) -> Error {
        Error::new(kind, Path::new()).at(self.position())
    }

    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.short.extend_from_slice(bytes);
    }

    #[inline]
    fn u8(&mut self, value: u8) {
        self.short.push(value);
    }

    /// Adds bytes that can be long.
    #[inline]
    fn block(&mut self, bytes: &'d [u8]) {
        if bytes.len() < LONG {
            return self.put(bytes);
        }
        self.long.push((self.short.len(), bytes));
        self.long_len = self.long_len.saturating_add(bytes.len() as u64);
    }

    /// Adds data after a size field with 8 bytes, which is set when we know the end.
    fn sized(&mut self, content: impl FnOnce(&mut Self) -> Result<(), Error>) -> Result<(), Error> {
        let size_at = self.short.len();
        self.put(&[0; 8]);
        let begin = self.position();
        content(self)?;
        let size = self.position().saturating_sub(begin);
        if let Some(field) = self.short.get_mut(size_at..).and_then(|rest| rest.first_chunk_mut()) {
            *field = size.to_le_bytes();
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
        let count = u32::try_from(count).map_err(|_| self.fail(Fault::TooLarge { value, max }))?;
        self.put(&count.to_le_bytes());
        Ok(())
    }

    fn element(&mut self, element: &'d Element<'_>) -> Result<(), Error> {
        self.nested(|parts| {
            parts.sized(|parts| {
                parts.count(element.len())?;
                element.iter().try_for_each(|(key, _)| parts.key(key))?;
                for (key, value) in element.iter() {
                    let outer = parts.enter(|places, at| places.key(at, key));
                    parts.u8(value.ty().0);
                    parts.value(value).map_err(|error| error.within(Segment::Name(key.clone().into_owned())))?;
                    parts.leave(outer);
                }
                Ok(())
            })
        })
    }

    #[inline]
    fn key(&mut self, key: &[u8]) -> Result<(), Error> {
        match u8::try_from(key.len()) {
            Ok(length) => {
                self.u8(length);
                self.put(key);
                Ok(())
            }
            Err(_) => {
                let error = self.fail(Fault::TooLarge { value: key.len() as u64, max: u64::from(u8::MAX) });
                let name = binio::Name::from(key).into_owned();
                Err(error.within(Segment::Part("length")).within(Segment::Name(name)))
            }
        }
    }

    fn value(&mut self, value: &'d Value<'_>) -> Result<(), Error> {
        match value {
            Value::Nil => {}
            Value::Bool(value) | Value::U8(value) => self.u8(*value),
            Value::I8(value) => self.put(&value.to_le_bytes()),
            Value::I16(value) => self.put(&value.to_le_bytes()),
            Value::U16(value) | Value::Half(value) => self.put(&value.to_le_bytes()),
            Value::I32(value) => self.put(&value.to_le_bytes()),
            Value::U32(value) => self.put(&value.to_le_bytes()),
            Value::I64(value) => self.put(&value.to_le_bytes()),
            Value::U64(value) => self.put(&value.to_le_bytes()),
            Value::F32(value) => self.put(&value.to_le_bytes()),
            Value::F64(value) => self.put(&value.to_le_bytes()),
            Value::Fixed(fixed) => self.put(fixed.as_bytes()),
            Value::String(text) | Value::Ref(text) => self.string(text)?,
            Value::Utf8(bytes) => {
                self.count(bytes.len())?;
                self.block(bytes);
            }
            Value::Blob(bytes) => {
                self.put(&(bytes.len() as u64).to_le_bytes());
                self.block(bytes);
            }
            Value::Lz4(Packed { unpacked_len, data }) => {
                self.put(&(data.len() as u64).to_le_bytes());
                self.put(&unpacked_len.to_le_bytes());
                self.block(data);
            }
            Value::Element(element) => self.element(element)?,
            Value::Array(array) => self.array(array)?,
            Value::Struct(structure) => self.structure(structure)?,
        }
        Ok(())
    }

    #[inline]
    fn string(&mut self, string: &'d [u8]) -> Result<(), Error> {
        match u8::try_from(string.len()) {
            Ok(length) if length < u8::MAX => self.u8(length),
            _ => {
                let (value, max) = (string.len() as u64, u64::from(u32::MAX));
                let length = u32::try_from(value).map_err(|_| self.fail(Fault::TooLarge { value, max }))?;
                self.u8(u8::MAX);
                self.put(&length.to_le_bytes());
            }
        }
        self.block(string);
        Ok(())
    }

    fn structure(&mut self, structure: &'d Struct<'_>) -> Result<(), Error> {
        let size = structure.layout().encoded_len().saturating_add(structure.as_bytes().len() as u64);
        self.layout(structure.layout(), size)?;
        self.block(structure.as_bytes());
        Ok(())
    }

    /// Adds a layout after its size field, which will be set to `size`.
    fn layout(&mut self, layout: &'d StructLayout<'_>, size: u64) -> Result<(), Error> {
        let max = u64::from(u16::MAX);
        let size = u16::try_from(size).map_err(|_| self.fail(Fault::TooLarge { value: size, max }))?;
        self.put(&size.to_le_bytes());
        // No layout has more than 255 fields.
        self.u8(u8::try_from(layout.fields().len()).unwrap_or(u8::MAX));
        layout.fields().iter().for_each(|(ty, _)| self.u8(ty.0));
        layout.fields().iter().try_for_each(|(_, name)| self.string(name))
    }

    fn array(&mut self, array: &'d Array<'_>) -> Result<(), Error> {
        if let Array::Packed(packed) = array {
            return self.packed_array(packed);
        }
        self.u8(array.item_type().0);
        self.count(array.len())?;
        match array {
            Array::Plain(plain) => self.block(plain.as_bytes()),
            Array::Strings(strings) => self.sized(|parts| {
                parts.block(strings.as_bytes());
                Ok(())
            })?,
            Array::Structs(structs) => self.sized(|parts| {
                parts.layout(structs.layout(), structs.layout().encoded_len())?;
                parts.block(structs.as_bytes());
                Ok(())
            })?,
            Array::Items(items) => self.sized(|parts| parts.nested(|parts| parts.items(items)))?,
            Array::Packed(_) => {}
        }
        Ok(())
    }

    fn items(&mut self, items: &'d Items<'_>) -> Result<(), Error> {
        for (index, item) in items.iter().enumerate() {
            let outer = self.enter(|places, at| places.item(at, index));
            let written = if item.ty() == items.item_type() {
                self.value(item)
            } else {
                Err(self.fail(ErrorKind::wrong_type(items.item_type().word(), item.ty())))
            };
            written.map_err(|error| error.within(Segment::Index(index as u64)))?;
            self.leave(outer);
        }
        Ok(())
    }

    fn packed_array(&mut self, array: &'d PackedArray<'_>) -> Result<(), Error> {
        self.put(&(array.as_bytes().len() as u64).to_le_bytes());
        self.u8(array.item_type().0);
        match array.item() {
            PackedItem::Plain(_) => {}
            PackedItem::Structs(layout) => self.layout(layout, layout.encoded_len())?,
            PackedItem::Sized(_, size) => self.put(&size.to_le_bytes()),
        }
        self.put(&array.len().to_le_bytes());
        self.block(array.as_bytes());
        Ok(())
    }
}
