//! Document to text (spec 4.3).

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Budget, Limits, MAX_DEPTH, Path, Segment};

use super::base64;
use super::format::{Floats, integer};
use crate::array::{Array, Items};
use crate::document::{Document, NIL_ASSET, check_root, key};
use crate::element::Element;
use crate::error::{Error, ErrorKind};
use crate::fixed::{Component, Fixed, Shape};
use crate::kind::Type;
use crate::layout::{StructLayout, Structs};
use crate::packed_array::PackedArray;
use crate::value::Value;

/// How text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// One property a line, in the order of the document. Lossless: reads back as the same document.
    Pretty,
    /// As little white space as can be. Lossless.
    Compact,
    /// Byte for byte what the engine writes, losses included: four decimals of a float and eight of a double, keys sorted,
    /// quotes not escaped, nothing behind a NUL.
    Reference {
        /// With the asset's type and version; the engine leaves them out by default.
        header: bool,
        /// Packed arrays as their items.
        expand_lz4: bool,
    },
}

impl Document<'_> {
    /// The document as text. Bytes, since strings need not be UTF-8.
    ///
    /// Text has no place for the header's version and for trailing bytes.
    ///
    /// # Errors
    /// [`ErrorKind::NotInText`] for bools that are neither 0 nor 1 and structs without fields; a root without header;
    /// nesting deeper than [`MAX_DEPTH`]. Where packed arrays are expanded, whatever unpacking them gives.
    pub fn to_text(&self, style: Style) -> Result<Vec<u8>, Error> {
        self.to_text_with(style, &mut Limits::default().budget())
    }

    /// As [`to_text`](Self::to_text), where what is expanded spends `budget`.
    ///
    /// # Errors
    /// As [`to_text`](Self::to_text).
    pub fn to_text_with(&self, style: Style, budget: &mut Budget) -> Result<Vec<u8>, Error> {
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

    /// Whether the header is the one that a text without header gets.
    fn has_default_header(&self) -> bool {
        let root = [key::TYPE, key::VERSION, key::DATA];
        let usual = self.root.iter().map(|(key, _)| &**key).eq(root.map(str::as_bytes));
        let hidden = self.data().get(key::DATA).is_some_and(|value| value.ty() != Type::NIL);
        usual && self.asset_type() == NIL_ASSET && self.asset_version() == 1 && !hidden
    }
}

struct Writer<'b> {
    out: Vec<u8>,
    style: Style,
    floats: Floats,
    indent: usize,
    /// Levels that may still open.
    levels: u16,
    budget: &'b mut Budget,
}

impl<'b> Writer<'b> {
    fn new(style: Style, budget: &'b mut Budget) -> Self {
        let floats = if matches!(style, Style::Reference { .. }) { Floats::Reference } else { Floats::Shortest };
        Self { out: Vec::new(), style, floats, indent: 0, levels: MAX_DEPTH, budget }
    }

    fn is_reference(&self) -> bool {
        matches!(self.style, Style::Reference { .. })
    }

    fn is_compact(&self) -> bool {
        self.style == Style::Compact
    }

    #[cold]
    fn fail(kind: impl Into<ErrorKind>) -> Error {
        Error::new(kind, Path::new())
    }

    fn put(&mut self, text: &[u8]) {
        self.out.extend_from_slice(text);
    }

    fn nested<T>(&mut self, write: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        self.levels = self.levels.checked_sub(1).ok_or_else(|| Self::fail(ErrorKind::Depth(MAX_DEPTH)))?;
        let result = write(self);
        self.levels = self.levels.saturating_add(1);
        result
    }

    /// The beginning of a line.
    fn start_line(&mut self, indent: usize) {
        let length = self.out.len().saturating_add(indent);
        self.out.resize(length, b'\t');
    }

    /// A new line, or nothing in compact style.
    fn new_line(&mut self, indent: usize) {
        if !self.is_compact() {
            self.out.push(b'\n');
            self.start_line(indent);
        }
    }

    /// What is in an element, an item a line, without line break before and behind.
    fn entries(&mut self, element: &Element<'_>) -> Result<(), Error> {
        self.nested(|writer| {
            if !writer.is_reference() {
                for (index, (key, value)) in element.iter().enumerate() {
                    writer.separate(index);
                    writer.entry(key, value)?;
                }
                return Ok(());
            }
            // Sorted, and of a key that is there twice the last.
            let mut sorted: Vec<_> = element.iter().collect();
            sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
            let next = sorted.iter().skip(1).map(|(key, _)| Some(*key)).chain([None]);
            let last = sorted.iter().zip(next).filter(|((key, _), next)| Some(*key) != *next);
            for (index, ((key, value), _)) in last.enumerate() {
                writer.separate(index);
                writer.entry(key, value)?;
            }
            Ok(())
        })
    }

    /// What stands between two entries and before the first.
    fn separate(&mut self, index: usize) {
        if index > 0 {
            self.out.push(if self.is_compact() { b' ' } else { b'\n' });
        }
        if !self.is_compact() {
            self.start_line(self.indent);
        }
    }

    fn entry(&mut self, key: &[u8], value: &Value<'_>) -> Result<(), Error> {
        self.entry_inner(key, value).map_err(|error| error.within(Segment::Name(binio::Name::from(key).into_owned())))
    }

    fn entry_inner(&mut self, key: &[u8], value: &Value<'_>) -> Result<(), Error> {
        if let Value::Element(element) = value {
            if self.is_compact() && is_bare(key) {
                self.put(key);
            } else {
                self.quoted(key);
            }
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

    /// An element in braces; its content one level further in than `indent`.
    fn braces(&mut self, element: &Element<'_>, indent: usize) -> Result<(), Error> {
        self.out.push(b'{');
        if !element.is_empty() || self.is_reference() {
            if !self.is_compact() {
                self.out.push(b'\n');
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

    fn typename(&mut self, ty: Type) {
        self.put(ty.name().unwrap_or_default().as_bytes());
    }

    /// A key of a property: bare where it can be.
    fn key(&mut self, key: &[u8]) {
        if self.is_reference() {
            let quote = key.iter().any(|byte| super::scan::is_end(*byte) || *byte == b'/');
            if quote {
                self.quoted(key);
            } else {
                self.put(key);
            }
        } else if is_bare(key) {
            self.put(key);
        } else {
            self.quoted(key);
        }
    }

    /// A string in quotation marks. The engine doubles backslashes, but writes quotation marks as they are.
    fn quoted(&mut self, text: &[u8]) {
        self.out.push(b'"');
        let mut rest = text;
        while let Some(place) = memchr::memchr2(b'\\', b'"', rest) {
            let (before, behind) = rest.split_at_checked(place).unwrap_or((rest, &[]));
            self.put(before);
            if !self.is_reference() || behind.first() == Some(&b'\\') {
                self.out.push(b'\\');
            }
            self.out.extend(behind.first());
            rest = behind.get(1..).unwrap_or_default();
        }
        self.put(rest);
        self.out.push(b'"');
    }

    fn template(&mut self, layout: &StructLayout<'_>) -> Result<(), Error> {
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
                    self.quoted(name);
                }
            }
        }
        self.out.push(b'>');
        Ok(())
    }

    fn value(&mut self, value: &Value<'_>) -> Result<(), Error> {
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
            Value::Fixed(fixed) => self.fixed(fixed.ty(), fixed),
            Value::String(text) | Value::Ref(text) => self.quoted(text),
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

    fn base64(&mut self, bytes: &[u8]) {
        self.out.push(b'[');
        base64::encode(bytes, &mut self.out);
        self.out.push(b']');
    }

    /// A vector, rotation, colour, transform or matrix: brackets within brackets if it has several groups.
    fn fixed(&mut self, ty: Type, fixed: &Fixed<'_>) {
        let Some(shape) = Shape::of(ty) else { return };
        let mut numbers = Numbers { bytes: fixed.as_bytes(), component: shape.component };
        let several = shape.groups.len() > 1;
        if several {
            self.out.push(b'[');
        }
        for (group, count) in shape.groups.iter().enumerate() {
            self.out.push(b'[');
            // A quaternion has its last number first.
            let is_quat = shape.quat == Some(group);
            let order = (0..*count).map(|index| if is_quat { (index.wrapping_add(3)) & 3 } else { index });
            for (place, index) in order.enumerate() {
                if place > 0 {
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

    /// The fields of a struct in brackets.
    fn fields(&mut self, layout: &StructLayout<'_>, row: &[u8]) -> Result<(), Error> {
        self.out.push(b'[');
        for (index, (ty, _, offset)) in layout.placed().enumerate() {
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

    fn array(&mut self, array: &Array<'_>) -> Result<(), Error> {
        if let Array::Packed(packed) = array {
            if !matches!(self.style, Style::Reference { expand_lz4: true, .. }) {
                return self.packed_array(packed);
            }
            let unpacked = packed.unpack(self.budget)?;
            return self.nested(|writer| writer.array(&unpacked));
        }
        self.head(array.item_type(), array_layout(array), array.len() as u64, None)?;
        match array {
            Array::Plain(plain) if plain.item_type() == Type::NIL => {
                // A comma stands before each item; the engine leaves one out and then reads one less.
                let commas = u64::from(plain.len()).saturating_sub(u64::from(self.is_reference()));
                self.out.push(b'[');
                let commas = usize::try_from(commas).unwrap_or(usize::MAX);
                let length = self.out.len().saturating_add(commas);
                self.budget.spend(commas as u64).map_err(Self::fail)?;
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
                    self.quoted(text);
                }
                self.out.push(b']');
                Ok(())
            }
            Array::Packed(_) => Ok(()),
        }
    }

    /// `[type;count]`, or `[type;count;size]` before what is packed.
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

    /// Numbers, bools and fixed types.
    fn plain(&mut self, item: Type, bytes: &[u8]) -> Result<(), Error> {
        self.out.push(b'[');
        let size = item.size().unwrap_or(1).max(1);
        for (index, bytes) in bytes.chunks_exact(size).enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            if let (Type::F32, Ok(bytes)) = (item, bytes.try_into()) {
                self.floats.float(f32::from_le_bytes(bytes), &mut self.out);
            } else if let Some(value) = Value::from_trivial(item, bytes) {
                self.value(&value).map_err(|error| error.within(Segment::Index(index as u64)))?;
            }
        }
        self.out.push(b']');
        Ok(())
    }

    /// Blobs, arrays and what else is no element.
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
        let written =
            if item.ty() == items.item_type() { write(self) } else { Err(Self::fail(ErrorKind::WrongType(item.ty()))) };
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

    /// Structs, several a line: as many as make the first line longer than 100 characters.
    fn structs(&mut self, structs: &Structs<'_>) -> Result<(), Error> {
        const LONG: usize = 100;
        // Structs without bytes could be as many as they like.
        self.budget.spend(structs.len() as u64).map_err(Self::fail)?;
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

/// The layout of an array of structs.
fn array_layout<'d, 'a>(array: &'d Array<'a>) -> Option<&'d StructLayout<'a>> {
    if let Array::Structs(structs) = array { Some(structs.layout()) } else { None }
}

/// Whether the text of a value begins with a bracket, which needs no space before it.
fn begins_with_bracket(value: &Value<'_>) -> bool {
    matches!(
        value,
        Value::Fixed(_) | Value::Utf8(_) | Value::Blob(_) | Value::Lz4(_) | Value::Array(_) | Value::Struct(_)
    )
}

/// Whether a key can stand without quotation marks, for any reader.
fn is_bare(key: &[u8]) -> bool {
    let plain = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-' | b'+');
    !key.is_empty() && key.iter().all(plain)
}

/// The numbers of a fixed type, group by group.
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
