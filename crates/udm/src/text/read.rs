//! Reads a document from text (see [FORMAT.md, "Text"](crate::format#text)).

#![deny(clippy::arithmetic_side_effects)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Bytes, Name, Segment};

use super::number::{boolean, double, float, integer};
use super::scan::Scanner;
use crate::array::{Array, Items, Plain, Strings};
use crate::document::{Document, check_root, key};
use crate::element::Element;
use crate::error::{Error, ErrorKind};
use crate::fixed::{Fixed, Shape};
use crate::kind::Type;
use crate::layout::{Struct, StructLayout, Structs};
use crate::options::ReadOptions;
use crate::packed::Packed;
use crate::packed_array::{PACKABLE, PackedArray, PackedItem};
use crate::source::Source;
use crate::string;
use crate::value::Value;

impl<'a> Document<'a> {
    /// Reads a text document. Strings without escapes will be borrowed. The text will be borrowed too, because its
    /// layout is kept by [`to_bytes`](Self::to_bytes).
    ///
    /// If the text has no `assetData`, the whole text is the data, and the asset type will be `nil`.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Syntax`], which has the line and column, or any other error. You also get the keys that
    /// lead there.
    pub fn parse_text(text: &'a [u8]) -> Result<Self, Error> {
        Self::parse_text_with(text, &ReadOptions::default())
    }

    /// Reads a text document using `options`. For text, only the limits are used.
    ///
    /// # Errors
    /// Fails when [`parse_text`](Self::parse_text) does.
    pub fn parse_text_with(text: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        let (root, _) = read_root(text, options, ())?;
        let mut document = match root {
            Root::Data(data) => Self::from_data(data),
            Root::Whole(root) => Self { root, ..Self::from_data(Element::new()) },
        };
        document.source = Source::from_text(text);
        Ok(document)
    }
}

/// What a text can contain.
pub(super) enum Root<'a> {
    /// The data, where the asset type is `nil`.
    Data(Element<'a>),
    /// A root with `assetType`, `assetVersion` and `assetData`.
    Whole(Element<'a>),
}

/// Reads a text, and records where its parts are.
pub(super) fn read_root<'a, R: Record>(
    text: &'a [u8],
    options: &ReadOptions,
    record: R,
) -> Result<(Root<'a>, R), Error> {
    let limit = options.limits.depth();
    let mut scanner = Scanner::new(text);
    if text.starts_with(BYTE_ORDER_MARK) {
        scanner.advance(BYTE_ORDER_MARK.len());
    }
    let mut reader = Reader { scanner, levels: limit, limit, last_level: None, entries: Vec::new(), record };
    let root = reader.entries(true)?;
    match root.get(key::DATA) {
        // The header that a text without one gets is a level too.
        None | Some(Value::Nil) => match reader.last_level {
            Some(offset) => Err(reader.scanner.error_at(offset, ErrorKind::Depth(limit))),
            None => Ok((Root::Data(root), reader.record)),
        },
        Some(_) => {
            check_root(&root).map_err(|kind| reader.scanner.error_at(0, kind))?;
            Ok((Root::Whole(root), reader.record))
        }
    }
}

/// Reads a type the way it is written after `$`. For a struct, this includes its fields. The text must not contain
/// anything else.
pub(super) fn read_type(text: &[u8]) -> Result<(Type, Option<StructLayout<'static>>), Error> {
    let scanner = Scanner::new(text);
    let mut reader = Reader { scanner, levels: 1, limit: 1, last_level: None, entries: Vec::new(), record: () };
    let ty = reader.typename()?;
    let layout = reader.template(ty)?.map(StructLayout::into_owned);
    match reader.scanner.next() {
        None => Ok((ty, layout)),
        Some(_) => Err(reader.scanner.fail("expected nothing after a type")),
    }
}

/// The UTF-8 byte order mark, which some editors put before the text.
pub(super) const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Gets to know where the parts of a text begin and end. Use `()` if you do not need this, because it costs nothing.
pub(super) trait Record {
    /// Whether anything will be recorded.
    const ON: bool;
    /// A property, a block, or an item in an array of elements or arrays begins here.
    fn enter(&mut self, at: usize);
    /// Its type, and where its key is. For an item, this range is empty.
    fn key(&mut self, ty: Type, key: core::ops::Range<usize>);
    /// Its value begins here.
    fn value(&mut self, at: usize);
    /// The value is an array, and this is its head. `count` is where its count is written, if it has one.
    fn array(&mut self, item: Type, head_end: usize, count: Option<core::ops::Range<usize>>, packed: bool);
    /// The innermost part that is still open ends here.
    fn leave(&mut self, at: usize);
}

impl Record for () {
    const ON: bool = false;
    fn enter(&mut self, _: usize) {}
    fn key(&mut self, _: Type, _: core::ops::Range<usize>) {}
    fn value(&mut self, _: usize) {}
    fn array(&mut self, _: Type, _: usize, _: Option<core::ops::Range<usize>>, _: bool) {}
    fn leave(&mut self, _: usize) {}
}

/// Reads item after item.
struct Reader<'a, R> {
    scanner: Scanner<'a>,
    /// How many more levels can be opened.
    levels: u16,
    limit: u16,
    /// Where the deepest level that is allowed was first opened.
    last_level: Option<usize>,
    /// The entries in all open elements. The outermost come first.
    entries: Vec<(Name<'a>, Value<'a>)>,
    record: R,
}

impl<'a, R: Record> Reader<'a, R> {
    fn nested<T>(&mut self, read: impl FnOnce(&mut Self) -> Result<T, Error>) -> Result<T, Error> {
        match self.levels.checked_sub(1) {
            Some(left) => self.levels = left,
            None => return Err(self.scanner.error_at(self.scanner.offset(), ErrorKind::Depth(self.limit))),
        }
        if self.levels == 0 && self.last_level.is_none() {
            self.last_level = Some(self.scanner.offset());
        }
        let result = read(self);
        self.levels = self.levels.saturating_add(1);
        result
    }

    /// Reads everything up to the end of the block, or if this is the outermost level, of the file.
    fn entries(&mut self, outermost: bool) -> Result<Element<'a>, Error> {
        self.nested(|reader| {
            let first = reader.entries.len();
            loop {
                let entry = match reader.scanner.next() {
                    None if outermost => break,
                    None => return Err(reader.scanner.fail("expected '}' after a block, found the end of the text")),
                    Some(b'}') if !outermost => {
                        reader.scanner.advance(1);
                        break;
                    }
                    Some(b'$') => reader.property()?,
                    Some(_) => reader.block()?,
                };
                reader.entries.push(entry);
            }
            Ok(Element::from_entries(reader.entries.drain(first..).collect()))
        })
    }

    fn block(&mut self) -> Result<(Name<'a>, Value<'a>), Error> {
        let begin = self.scanner.offset();
        self.record.enter(begin);
        let name = match self.scanner.peek() {
            Some(b'}') => return Err(self.scanner.fail("expected a property or a block, found '}'")),
            _ => self.scanner.name()?,
        };
        self.record.key(Type::ELEMENT, begin..self.scanner.offset());
        if R::ON {
            self.scanner.skip();
            self.record.value(self.scanner.offset());
        }
        self.scanner.expect(b'{', "expected '{' after the name of a block")?;
        match self.entries(false) {
            Ok(element) => {
                self.record.leave(self.scanner.offset());
                Ok((name, Value::Element(element)))
            }
            Err(error) => Err(error.within(Segment::Name(name.into_owned()))),
        }
    }

    fn property(&mut self) -> Result<(Name<'a>, Value<'a>), Error> {
        self.record.enter(self.scanner.offset());
        self.scanner.advance(1);
        let ty = self.typename()?;
        let layout = self.template(ty)?;
        self.scanner.skip();
        let begin = self.scanner.offset();
        let name = self.scanner.name()?;
        self.record.key(ty, begin..self.scanner.offset());
        if R::ON && ty != Type::NIL {
            self.scanner.skip();
            self.record.value(self.scanner.offset());
        }
        match self.value(ty, layout) {
            Ok(value) => {
                self.record.leave(self.scanner.offset());
                Ok((name, value))
            }
            Err(error) => Err(error.within(Segment::Name(name.into_owned()))),
        }
    }

    /// Reads a type name that begins here.
    fn typename(&mut self) -> Result<Type, Error> {
        let at = self.scanner.offset();
        let name = self.scanner.string_here()?;
        Type::from_name(&name).ok_or_else(|| self.scanner.fail_at(at, "expected the name of a type"))
    }

    /// Reads the fields if the type is a struct.
    fn template(&mut self, ty: Type) -> Result<Option<StructLayout<'a>>, Error> {
        if ty != Type::STRUCT {
            return Ok(None);
        }
        self.scanner.expect(b'<', "expected '<' and the fields of the struct")?;
        self.scanner.skip();
        let mut fields = Vec::new();
        loop {
            let at = self.scanner.offset();
            let ty = self.typename()?;
            if !ty.is_trivial() {
                return Err(self.scanner.fail_at(at, "expected a type of fixed size for the field of a struct"));
            }
            let mut name = Name::default();
            if self.scanner.peek() == Some(b':') {
                self.scanner.advance(1);
                name = Name::from(self.scanner.string_here()?.into_owned());
            }
            fields.push((ty, name));
            match self.scanner.peek() {
                Some(b',') => self.scanner.advance(1),
                Some(b'>') => break,
                _ => return Err(self.scanner.fail("expected ',' or '>' after a field")),
            }
        }
        self.scanner.advance(1);
        let at = self.scanner.offset();
        StructLayout::new(fields).map(Some).map_err(|error| error.at(at as u64))
    }

    fn value(&mut self, ty: Type, layout: Option<StructLayout<'a>>) -> Result<Value<'a>, Error> {
        let scanner = &mut self.scanner;
        Ok(match ty {
            Type::NIL => Value::Nil,
            Type::STRING => Value::String(scanner.name()?),
            Type::REF => Value::Ref(scanner.name()?),
            Type::BOOL => Value::Bool(u8::from(boolean(&scanner.string()?))),
            Type::I8 => Value::I8(integer(&scanner.string()?)),
            Type::U8 => Value::U8(integer(&scanner.string()?)),
            Type::I16 => Value::I16(integer(&scanner.string()?)),
            Type::U16 => Value::U16(integer(&scanner.string()?)),
            Type::I32 => Value::I32(integer(&scanner.string()?)),
            Type::U32 => Value::U32(integer(&scanner.string()?)),
            Type::I64 => Value::I64(integer(&scanner.string()?)),
            Type::U64 => Value::U64(integer(&scanner.string()?)),
            Type::F32 => Value::F32(float(&scanner.string()?)),
            Type::F64 => Value::F64(double(&scanner.string()?)),
            Type::HALF => Value::Half(crate::half::from_f32(float(&scanner.string()?))),
            Type::BLOB => Value::Blob(Bytes::from(scanner.base64()?)),
            Type::LZ4 => {
                let unpacked_len = scanner.size()?;
                Value::Lz4(Packed { unpacked_len, data: Bytes::from(scanner.base64()?) })
            }
            Type::UTF8 => {
                scanner.encoding()?;
                Value::Utf8(Bytes::from(scanner.base64()?))
            }
            Type::ELEMENT => {
                scanner.expect(b'{', "expected '{' before an element")?;
                Value::Element(self.entries(false)?)
            }
            Type::ARRAY => Value::Array(self.array()?),
            Type::ARRAY_LZ4 => Value::Array(Array::Packed(Box::new(self.packed_array()?))),
            Type::STRUCT => {
                let layout = layout.unwrap_or_default();
                let mut data = Vec::with_capacity(layout.size());
                self.fields(&layout, &mut data)?;
                Value::Struct(Box::new(Struct::checked(layout, data)))
            }
            _ => self.fixed(ty)?,
        })
    }

    fn fixed(&mut self, ty: Type) -> Result<Value<'a>, Error> {
        let at = self.scanner.offset();
        let no_list = || ErrorKind::wrong_type("a list of numbers", ty);
        let shape = Shape::of(ty).ok_or_else(|| self.scanner.error_at(at, no_list()))?;
        let mut data = Vec::with_capacity(ty.size().unwrap_or(0));
        self.scanner.list(ty, shape, &mut data)?;
        Fixed::copied(ty, &data).map(Value::Fixed).ok_or_else(|| self.scanner.error_at(at, no_list()))
    }

    /// Reads the fields of a struct, written in brackets. If a field is not a list, there can't be anything between it
    /// and the bracket or comma before it.
    fn fields(&mut self, layout: &StructLayout<'_>, out: &mut Vec<u8>) -> Result<(), Error> {
        self.scanner.expect(b'[', "expected '[' before the fields of a struct")?;
        for (index, (ty, _)) in layout.fields().iter().enumerate() {
            if index > 0 {
                self.scanner.expect(b',', "expected ',' before the next field")?;
            }
            match Shape::of(*ty) {
                Some(shape) => self.scanner.list(*ty, shape, out)?,
                None if *ty == Type::NIL => {}
                None => self.scanner.number_here(*ty, out)?,
            }
        }
        self.scanner.expect(b']', "expected ']' after the last field")
    }

    fn array(&mut self) -> Result<Array<'a>, Error> {
        let head = self.array_head()?;
        self.scanner.expect(b'[', "expected '[' before the items")?;
        self.items(head.item, head.layout, head.count)
    }

    fn packed_array(&mut self) -> Result<PackedArray<'a>, Error> {
        let at = self.scanner.offset();
        let ArrayHead { item, layout, count, size } = self.array_head()?;
        if !item.can_be_packed() {
            return Err(self.scanner.error_at(at, ErrorKind::wrong_type(PACKABLE, item)));
        }
        let Some(size) = size else {
            self.scanner.expect(b'[', "expected '[' before the items")?;
            let array = self.items(item, layout, count)?;
            return PackedArray::compress(&array).map_err(|error| error.at(at as u64));
        };
        let data = self.scanner.base64()?;
        let item = match (item, layout) {
            (Type::STRUCT, layout) => PackedItem::Structs(layout.unwrap_or_default()),
            (Type::ELEMENT | Type::STRING, _) => PackedItem::Sized(item, size),
            _ => PackedItem::Plain(item),
        };
        Ok(PackedArray::checked(item, count, data))
    }

    /// Reads `[type;count;size]`. The count is only a hint unless packed bytes follow, and they do if there is a size.
    fn array_head(&mut self) -> Result<ArrayHead<'a>, Error> {
        self.scanner.expect(b'[', "expected '[' before the type of the items")?;
        let item = self.typename()?;
        let layout = self.template(item)?;
        let mut head = ArrayHead { item, layout, count: 0, size: None };
        let mut place = None;
        if self.scanner.take(b';') {
            let begin = self.scanner.offset();
            head.count = integer(&self.scanner.string_here()?);
            place = Some(begin..self.scanner.offset());
            if self.scanner.take(b';') {
                head.size = Some(integer(&self.scanner.string_here()?));
            }
        }
        self.scanner.expect(b']', "expected ']' after the type and count of the items")?;
        self.record.array(item, self.scanner.offset(), place, head.size.is_some());
        Ok(head)
    }

    /// Reads the items in an array, after the bracket.
    fn items(&mut self, item: Type, layout: Option<StructLayout<'a>>, hint: u32) -> Result<Array<'a>, Error> {
        match item {
            Type::STRING | Type::REF => {
                let mut block = Vec::new();
                let count = self.each_item(|reader| {
                    let at = reader.scanner.offset();
                    string::push(&mut block, &reader.scanner.string()?).map_err(|error| error.at(at as u64))
                })?;
                Ok(Array::Strings(Strings::checked(item, count, block)))
            }
            Type::STRUCT => {
                let layout = layout.unwrap_or_default();
                let numbers = layout.fields().iter().map(|(ty, _)| Shape::of(*ty).map_or(1, Shape::count)).sum();
                let mut data = Vec::with_capacity(self.room(numbers, layout.size(), hint));
                let count = self.each_item(|reader| reader.fields(&layout, &mut data))?;
                data.shrink_to_fit();
                Ok(Array::Structs(Box::new(Structs::checked(layout, count, data))))
            }
            Type::NIL => {
                let count = self.each_item(|reader| match reader.scanner.next() {
                    Some(b',' | b']') => Ok(()),
                    _ => Err(reader.scanner.fail("expected ',' or ']' in an array of nil")),
                })?;
                Ok(Array::Plain(Plain::checked(item, count, Vec::new())))
            }
            _ if item.is_trivial() => self.numbers(item, hint).map(Array::Plain),
            _ => self.values(item).map(Array::Items),
        }
    }

    /// Reads the items in an array of numbers, vectors or other values that have a fixed size, after the bracket.
    fn numbers(&mut self, item: Type, hint: u32) -> Result<Plain<'a>, Error> {
        let numbers = Shape::of(item).map_or(1, Shape::count);
        let mut data = Vec::with_capacity(self.room(numbers, item.size().unwrap_or(0), hint));
        let mut more = 0_u32;
        let count = match Shape::of(item) {
            Some(shape) => self.each_item(|reader| reader.scanner.list(item, shape, &mut data))?,
            None => self.each_item(|reader| {
                reader.scanner.skip();
                reader.scanner.number_here(item, &mut data)?;
                if item == Type::F32 {
                    more = more.saturating_add(reader.scanner.float_run(&mut data));
                }
                Ok(())
            })?,
        };
        let limit = || self.scanner.error_at(self.scanner.offset(), binio::Fault::Limit("items"));
        let count = count.checked_add(more).ok_or_else(limit)?;
        data.shrink_to_fit();
        Ok(Plain::checked(item, count, data))
    }

    /// Reads the items in an array of elements or other values that contain values, after the bracket.
    fn values(&mut self, item: Type) -> Result<Items<'a>, Error> {
        let mut values = Vec::new();
        self.nested(|reader| {
            reader.each_item(|reader| {
                reader.scanner.skip();
                let at = reader.scanner.offset();
                reader.record.enter(at);
                reader.record.key(item, at..at);
                reader.record.value(at);
                let value = reader.value(item, None);
                let value = value.map_err(|error| error.within(Segment::Index(values.len() as u64)))?;
                reader.record.leave(reader.scanner.offset());
                values.push(value);
                Ok(())
            })
        })?;
        values.shrink_to_fit();
        Ok(Items::checked(item, values))
    }

    /// Returns the number of bytes to reserve for `hint` items, where every item has this many `numbers` and this
    /// `size`. It is limited by the rest of the text, because a number and its separator need at least two bytes.
    fn room(&self, numbers: usize, size: usize, hint: u32) -> usize {
        let most = self.scanner.rest().len().checked_div(numbers.saturating_mul(2)).unwrap_or(0);
        most.min(hint as usize).saturating_mul(size)
    }

    /// Reads items up to the closing bracket, and returns how many there were. The comma before an item may be missing.
    /// A comma before the bracket is not allowed.
    #[inline]
    fn each_item(&mut self, mut read: impl FnMut(&mut Self) -> Result<(), Error>) -> Result<u32, Error> {
        let mut count = 0_u32;
        loop {
            match self.scanner.next() {
                None => return Err(self.scanner.fail("expected ']' after the items, found the end of the text")),
                Some(b']') => break,
                Some(b',') => self.scanner.advance(1),
                Some(_) => {}
            }
            read(self)?;
            let limit = || self.scanner.error_at(self.scanner.offset(), binio::Fault::Limit("items"));
            count = count.checked_add(1).ok_or_else(limit)?;
        }
        self.scanner.advance(1);
        Ok(count)
    }
}

/// The head of an array.
struct ArrayHead<'a> {
    item: Type,
    layout: Option<StructLayout<'a>>,
    count: u32,
    size: Option<u64>,
}
