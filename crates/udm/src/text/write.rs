//! Writes a document to text (see [FORMAT.md, "Text"](crate::format#text)).

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Budget, Limits, MAX_DEPTH, Path, Segment};

use super::base64;
use super::format::{Floats, integer};
use super::strings::is_bare;
use crate::document::{Document, NIL_ASSET, check_root, key};
use crate::element::Element;
use crate::error::{Error, ErrorKind};
use crate::fixed::{Component, Shape};
use crate::kind::Type;
use crate::layout::{PlacedField, StructLayout};
use crate::value::Value;

/// How to lay out a text when no layout is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// Every property gets its own line, in document order. This is lossless: you will read back the same document.
    Pretty,
    /// Uses as little white space as possible. This is lossless too.
    Compact,
    /// Writes the same bytes as the engine, and therefore loses the same data. A float is written with four decimals
    /// and a double with eight. Keys are sorted, quotes are not escaped, and a string ends at the first NUL.
    Reference {
        /// Write the asset type and version. The engine does not do this by default.
        header: bool,
        /// Unpack arrays and write their items.
        expand_lz4: bool,
    },
}

impl Document<'_> {
    /// Returns the document as text, without keeping its layout. This returns bytes, because a string does not have to
    /// be UTF-8.
    ///
    /// If possible, a string is written in a form that the engine reads as the same string. There is no such form for a
    /// string with both a quotation mark and white space, or for a string with white space that ends in a backslash. To
    /// find them, use [`Syntax::engine_findings`](crate::Syntax::engine_findings). Note that text can't store the
    /// header version and the trailing bytes.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotInText`] for bools that are neither 0 nor 1, and for structs without fields. Also fails
    /// for a root without a header, if values are nested deeper than [`MAX_DEPTH`], and for more than 2²² items without
    /// bytes (nil). If arrays have to be unpacked, you can get any error from unpacking them.
    pub fn to_text(&self, style: Style) -> Result<Vec<u8>, Error> {
        self.to_text_with(style, &mut Limits::default().budget())
    }

    /// Does the same as [`to_text`](Self::to_text), with unpacked data charged to `budget`.
    ///
    /// # Errors
    /// Fails when [`to_text`](Self::to_text) does.
    pub(crate) fn to_text_with(&self, style: Style, budget: &mut Budget) -> Result<Vec<u8>, Error> {
        check_root(&self.root).map_err(|kind| Error::new(kind, Path::new()))?;
        let mut writer = Writer::new(style, budget);
        let bare = match style {
            Style::Reference { header, .. } => !header,
            _ => self.has_default_header(),
        };
        if bare {
            // The data is the second level, as in the document.
            writer.nested(|writer| writer.entries(self.data()))?;
        } else {
            writer.entries(&self.root)?;
        }
        let Writer { mut out, .. } = writer;
        if let Style::Reference { .. } = style {
            if let Some(end) = memchr::memchr(0, &out) {
                out.truncate(end);
            }
        } else if !out.is_empty() {
            out.push(b'\n');
        }
        Ok(out)
    }

    /// Returns `true` if the header is the same that a text without a header would get.
    pub(super) fn has_default_header(&self) -> bool {
        let root = [key::TYPE, key::VERSION, key::DATA];
        let usual = self.root.iter().map(|(key, _)| &**key).eq(root.map(str::as_bytes));
        let hidden = self.data().get(key::DATA).is_some_and(|value| value.ty() != Type::NIL);
        usual && self.asset_type() == NIL_ASSET && self.asset_version() == 1 && !hidden
    }
}

pub(super) struct Writer<'b> {
    pub(super) out: Vec<u8>,
    pub(super) style: Style,
    pub(super) floats: Floats,
    pub(super) indent: usize,
    pub(super) lines: Lines<'b>,
    /// How many more levels can be opened.
    pub(super) levels: u16,
    /// How many items without bytes were written. They must be counted, because nothing in a file bounds how many there
    /// may be.
    empty_items: u64,
    pub(super) budget: &'b mut Budget,
}

/// The maximum number of items without bytes in a text. Only nil and structs without fields have no bytes.
const MOST_EMPTY_ITEMS: u64 = 1 << 22;

/// How lines begin and end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lines<'b> {
    /// Put this before every line.
    pub(super) base: &'b [u8],
    /// Put this before a line for every level.
    pub(super) unit: &'b [u8],
    /// Put this between lines.
    pub(super) end: &'b [u8],
}

impl Lines<'_> {
    pub(super) const PLAIN: Self = Self { base: b"", unit: b"\t", end: b"\n" };
}

impl<'b> Writer<'b> {
    pub(super) fn new(style: Style, budget: &'b mut Budget) -> Self {
        let floats = if matches!(style, Style::Reference { .. }) { Floats::Reference } else { Floats::Shortest };
        let lines = Lines::PLAIN;
        Self { out: Vec::new(), style, floats, indent: 0, lines, levels: MAX_DEPTH, empty_items: 0, budget }
    }

    /// Must be called before writing `count` items without bytes.
    pub(super) fn spend_empty(&mut self, count: u64) -> Result<(), Error> {
        self.empty_items = self.empty_items.saturating_add(count);
        if self.empty_items > MOST_EMPTY_ITEMS {
            return Err(Self::fail(binio::Fault::Limit("4 194 304 items without bytes in a text")));
        }
        Ok(())
    }

    pub(super) fn is_reference(&self) -> bool {
        matches!(self.style, Style::Reference { .. })
    }

    pub(super) fn is_compact(&self) -> bool {
        self.style == Style::Compact
    }

    #[cold]
    pub(super) fn fail(kind: impl Into<ErrorKind>) -> Error {
        Error::new(kind, Path::new())
    }

    pub(super) fn put(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    pub(super) fn nested<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        self.levels = self.levels.checked_sub(1).ok_or_else(|| Self::fail(ErrorKind::Depth(MAX_DEPTH)))?;
        let result = write(self);
        self.levels = self.levels.saturating_add(1);
        result
    }

    /// Writes the beginning of a line.
    fn start_line(&mut self, indent: usize) {
        self.out.extend_from_slice(self.lines.base);
        (0..indent).for_each(|_| self.out.extend_from_slice(self.lines.unit));
    }

    /// Starts a new line, except in compact style.
    pub(super) fn new_line(&mut self, indent: usize) {
        if !self.is_compact() {
            self.out.extend_from_slice(self.lines.end);
            self.start_line(indent);
        }
    }

    /// Writes the content of an element. Each item is on its own line, without a line break before the first or after
    /// the last.
    pub(super) fn entries(&mut self, element: &Element<'_>) -> Result<(), Error> {
        self.nested(|writer| {
            if !writer.is_reference() {
                for (index, (key, value)) in element.iter().enumerate() {
                    writer.separate(index);
                    writer.entry(key, value)?;
                }
                return Ok(());
            }
            // Sorted; of duplicate keys, the last.
            let mut sorted: Vec<_> = element.iter().collect();
            sorted.sort_by_key(|(key, _)| *key);
            let next = sorted.iter().skip(1).map(|(key, _)| Some(*key)).chain([None]);
            let last = sorted.iter().zip(next).filter(|((key, _), next)| Some(*key) != *next);
            for (index, ((key, value), _)) in last.enumerate() {
                writer.separate(index);
                writer.entry(key, value)?;
            }
            Ok(())
        })
    }

    /// Writes the text between two entries, or before the first.
    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.put(if self.is_compact() { b" " } else { self.lines.end });
        }
        if !self.is_compact() {
            self.start_line(self.indent);
        }
    }

    pub(super) fn entry(&mut self, key: &[u8], value: &Value<'_>) -> Result<(), Error> {
        self.entry_inner(key, value).map_err(|error| error.within(Segment::Name(binio::Name::from(key).into_owned())))
    }

    fn entry_inner(&mut self, key: &[u8], value: &Value<'_>) -> Result<(), Error> {
        if let Value::Element(element) = value {
            self.block_key(key);
            self.new_line(self.indent);
            return self.braces(element, self.indent);
        }
        self.out.push(b'$');
        self.typename(value.ty());
        if let Value::Struct(structure) = value {
            self.template(structure.layout())?;
        }
        self.out.push(b' ');
        self.key(key);
        let space = match self.style {
            Style::Reference { .. } => true,
            _ if matches!(value, Value::Nil) => false,
            Style::Compact => !begins_with_bracket(value),
            Style::Pretty => true,
        };
        if space {
            self.out.push(b' ');
        }
        if self.is_reference() && matches!(value, Value::Struct(_)) {
            self.start_line(self.indent);
        }
        self.value(value)
    }

    /// Writes an element in braces. Its content will be a level deeper than `indent`.
    pub(super) fn braces(&mut self, element: &Element<'_>, indent: usize) -> Result<(), Error> {
        self.out.push(b'{');
        if !element.is_empty() || self.is_reference() {
            if !self.is_compact() {
                self.put(self.lines.end);
            }
            let outer = core::mem::replace(&mut self.indent, indent.saturating_add(1));
            self.entries(element)?;
            self.indent = outer;
        } else {
            // An empty element is a level too.
            self.nested(|_| Ok(()))?;
        }
        self.new_line(indent);
        self.out.push(b'}');
        Ok(())
    }

    pub(super) fn typename(&mut self, ty: Type) {
        self.put(ty.name().unwrap_or_default().as_bytes());
    }

    pub(super) fn template(&mut self, layout: &StructLayout<'_>) -> Result<(), Error> {
        if layout.fields().is_empty() && !self.is_reference() {
            return Err(Self::fail(ErrorKind::NotInText("a struct without fields")));
        }
        self.out.push(b'<');
        for (index, (ty, name)) in layout.fields().iter().enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            self.typename(*ty);
            if !name.is_empty() {
                self.out.push(b':');
                if is_bare(name) || self.is_reference() {
                    self.put(name);
                } else {
                    self.string(name);
                }
            }
        }
        self.out.push(b'>');
        Ok(())
    }

    pub(super) fn value(&mut self, value: &Value<'_>) -> Result<(), Error> {
        match value {
            Value::Nil => {}
            Value::Bool(value) => self.boolean(*value)?,
            Value::I8(value) => integer(*value, &mut self.out),
            Value::U8(value) => integer(*value, &mut self.out),
            Value::I16(value) => integer(*value, &mut self.out),
            Value::U16(value) => integer(*value, &mut self.out),
            Value::I32(value) => integer(*value, &mut self.out),
            Value::U32(value) => integer(*value, &mut self.out),
            Value::I64(value) => integer(*value, &mut self.out),
            Value::U64(value) => integer(*value, &mut self.out),
            Value::F32(value) => self.floats.float(*value, &mut self.out),
            Value::F64(value) => self.floats.double(*value, &mut self.out),
            Value::Half(value) => self.floats.float(crate::half::to_f32(*value), &mut self.out),
            Value::Fixed(fixed) => self.fixed(fixed.ty(), fixed.as_bytes()),
            Value::String(text) | Value::Ref(text) => self.string(text),
            Value::Utf8(bytes) => {
                self.put(b"[base64]");
                self.base64(bytes);
            }
            Value::Blob(bytes) => self.base64(bytes),
            Value::Lz4(packed) => {
                self.out.push(b'[');
                integer(packed.unpacked_len, &mut self.out);
                self.out.push(b']');
                self.base64(&packed.data);
            }
            Value::Element(element) => self.braces(element, self.indent)?,
            Value::Array(array) => self.array(array)?,
            Value::Struct(structure) => self.fields(structure.layout(), structure.as_bytes())?,
        }
        Ok(())
    }

    fn boolean(&mut self, value: u8) -> Result<(), Error> {
        if value > 1 && !self.is_reference() {
            return Err(Self::fail(ErrorKind::NotInText("a bool that is neither 0 nor 1")));
        }
        self.out.push(if value == 0 { b'0' } else { b'1' });
        Ok(())
    }

    pub(super) fn base64(&mut self, bytes: &[u8]) {
        self.out.push(b'[');
        base64::encode(bytes, &mut self.out);
        self.out.push(b']');
    }

    /// Writes a vector, rotation, colour, transform or matrix. If it has several groups, they get their own brackets.
    pub(super) fn fixed(&mut self, ty: Type, bytes: &[u8]) {
        let Some(shape) = Shape::of(ty) else { return };
        let mut numbers = Numbers { bytes, component: shape.component };
        let several = shape.groups.len() > 1;
        if several {
            self.out.push(b'[');
        }
        for (group, count) in shape.groups.iter().enumerate() {
            self.out.push(b'[');
            // A quaternion has its last number first.
            let is_quat = shape.quat == Some(group);
            let order = (0..*count).map(|index| if is_quat { (index.wrapping_add(3)) & 3 } else { index });
            for (number, index) in order.enumerate() {
                if number > 0 {
                    self.out.push(b',');
                }
                numbers.write(index, self.floats, &mut self.out);
            }
            numbers.skip(*count);
            self.out.push(b']');
        }
        if several {
            self.out.push(b']');
        }
    }

    /// Writes the fields of a struct, in brackets.
    pub(super) fn fields(&mut self, layout: &StructLayout<'_>, row: &[u8]) -> Result<(), Error> {
        self.out.push(b'[');
        for (index, PlacedField { ty, offset, .. }) in layout.placed().enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            let bytes = row.get(offset..).and_then(|rest| rest.get(..ty.size().unwrap_or(0)));
            if let Some(value) = bytes.and_then(|bytes| Value::from_trivial(ty, bytes)) {
                self.value(&value)?;
            }
        }
        self.out.push(b']');
        Ok(())
    }
}

/// Returns `true` if the text of a value begins with a bracket, so that no space is needed before it.
fn begins_with_bracket(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Fixed(_) | Value::Utf8(_) | Value::Blob(_) | Value::Lz4(_) | Value::Array(_) | Value::Struct(_)
    )
}

/// Iterates over the numbers in a value with a fixed type, group by group.
struct Numbers<'d> {
    bytes: &'d [u8],
    component: Component,
}

impl Numbers<'_> {
    fn size(&self) -> usize {
        match self.component {
            Component::F32 | Component::I32 => 4,
            Component::U16 => 2,
            Component::U8 => 1,
        }
    }

    fn skip(&mut self, count: usize) {
        self.bytes = self.bytes.get(count.saturating_mul(self.size())..).unwrap_or_default();
    }

    fn write(&self, index: usize, floats: Floats, out: &mut Vec<u8>) {
        let bytes = self.bytes.get(index.saturating_mul(self.size())..).unwrap_or_default();
        match (self.component, bytes) {
            (Component::F32, [a, b, c, d, ..]) => floats.float(f32::from_le_bytes([*a, *b, *c, *d]), out),
            (Component::I32, [a, b, c, d, ..]) => integer(i32::from_le_bytes([*a, *b, *c, *d]), out),
            (Component::U16, [a, b, ..]) => integer(u16::from_le_bytes([*a, *b]), out),
            (Component::U8, [a, ..]) => integer(*a, out),
            _ => {}
        }
    }
}
