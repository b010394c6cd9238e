//! Reads a document from bytes.

#![deny(clippy::arithmetic_side_effects)]

mod arrays;
mod keys;
mod outdated;

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;
use binio::{Bytes, Findings, Input, Name, Path, Segment, Severity, u32_le, u64_le};

use crate::array::Array;
use crate::document::{Document, MAGIC, check_root, check_version};
use crate::element::Element;
use crate::error::{Error, ErrorKind};
use crate::fixed::Fixed;
use crate::kind::Type;
use crate::kinds;
use crate::options::ReadOptions;
use crate::packed::Packed;
use crate::source::Source;
use crate::value::Value;
use keys::{key, keys_len, split_key};
use outdated::name_outdated;

impl<'a> Document<'a> {
    /// Returns `true` if `bytes` begin like a binary document. Text has no such mark, so any other bytes could be meant
    /// to be text.
    pub fn is_binary(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads a document. The document is binary if it begins with `UDMB`, and text otherwise. Strings and bulk data
    /// will be borrowed, and packed data stays packed.
    ///
    /// # Errors
    /// Fails when [`parse_binary`](Self::parse_binary) or [`parse_text`](Self::parse_text) does.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads a document using `options`. If you accept a defect here, it will be fixed when you write the document, and
    /// [`validate`](Self::validate) will report it.
    ///
    /// # Errors
    /// Fails when [`parse`](Self::parse) does.
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        if Self::is_binary(bytes) { Self::parse_binary(bytes, options) } else { Self::parse_text_with(bytes, options) }
    }

    /// Reads a binary document.
    ///
    /// This function is stricter than the engine: wrong sizes and files that end early, which the engine accepts, are
    /// errors.
    ///
    /// # Errors
    /// Tells you where the structure is broken, and which keys lead there.
    pub fn parse_binary(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        let mut reader = Reader::new(Input::new(bytes), options);
        let mut document = reader.document().map_err(|error| name_outdated(error, bytes))?;
        document.source = Source::accepted(reader.findings);
        Ok(document)
    }
}

/// Reads elements or strings from an unpacked `arrayLz4`, which has a count before its items.
pub(crate) fn stream(ty: Type, unpacked: &[u8]) -> Result<Array<'_>, Error> {
    let options = ReadOptions::default();
    let mut reader = Reader::new(Input::new(unpacked), &options);
    let at = reader.input;
    let count = u32::from_le_bytes(reader.chunk()?);
    let array = if ty == Type::STRING {
        Array::Strings(reader.strings(ty, at, count)?)
    } else {
        Array::Items(reader.items(ty, at, count)?)
    };
    reader.finish(array)
}

/// Reads a single value with type `ty`. It must use all of `input`.
#[cfg(feature = "std")]
pub(crate) fn one_value<'a>(input: Input<'a>, ty: Type, options: &ReadOptions) -> Result<Value<'a>, Error> {
    let mut reader = Reader::new(input, options);
    let mut value = Value::Nil;
    reader.value(ty, input, &mut value)?;
    reader.finish(value)
}

/// Reads value after value. For speed, an error takes a single word and is created at the place of the problem. The
/// callers then add the keys of the path.
struct Reader<'a, 'o> {
    input: Input<'a>,
    options: &'o ReadOptions,
    findings: Findings,
    /// How many more levels can be opened.
    levels: u16,
    /// The minimum number of bytes still needed by the open values. When a count is checked, these bytes have to be
    /// subtracted from the rest. Otherwise, nested levels could claim the same bytes twice.
    owed: usize,
}

/// The minimum sizes to be used when a count is checked.
mod smallest {
    pub(super) const KEY: usize = 1;
    pub(super) const PROPERTY: usize = 1;
    pub(super) const FIELD: usize = 2;

    /// An array item, which has no type byte.
    pub(super) fn item(ty: super::Type) -> usize {
        match ty {
            super::Type::UTF8 => 4,
            super::Type::BLOB => 8,
            super::Type::LZ4 => 16,
            super::Type::ELEMENT => 12,
            super::Type::ARRAY => 5,
            super::Type::ARRAY_LZ4 => 13,
            _ => 1,
        }
    }
}

impl<'a, 'o> Reader<'a, 'o> {
    fn new(input: Input<'a>, options: &'o ReadOptions) -> Self {
        Self { input, options, findings: Findings::new(), levels: options.limits.depth(), owed: 0 }
    }

    #[inline(always)]
    fn read<T>(&mut self, parser: impl FnOnce(Input<'a>) -> binio::Parsed<'a, T, ErrorKind>) -> Result<T, Error> {
        match parser(self.input) {
            Ok((rest, value)) => {
                self.input = rest;
                Ok(value)
            }
            Err(failure) => Err(failed(failure)),
        }
    }

    /// Returns the value, if there are no bytes left after it.
    fn finish<T>(self, value: T) -> Result<T, Error> {
        match self.input.len() {
            0 => Ok(value),
            left => Err(failed(self.input.fail(binio::Fault::Trailing(left as u64)))),
        }
    }

    /// Takes the given count of bytes.
    #[inline(always)]
    fn take(&mut self, length: u64) -> Result<&'a [u8], Error> {
        match usize::try_from(length).ok().and_then(|length| self.input.bytes().split_at_checked(length)) {
            Some((block, rest)) => {
                self.input = Input::at(rest, self.input.offset().saturating_add(length));
                Ok(block)
            }
            None => Err(self.too_short(length)),
        }
    }

    /// Takes `N` bytes.
    #[inline(always)]
    fn chunk<const N: usize>(&mut self) -> Result<[u8; N], Error> {
        match self.input.bytes().split_first_chunk() {
            Some((chunk, rest)) => {
                self.input = Input::at(rest, self.input.offset().saturating_add(N as u64));
                Ok(*chunk)
            }
            None => Err(self.too_short(N as u64)),
        }
    }

    #[inline(always)]
    fn byte(&mut self) -> Result<u8, Error> {
        self.chunk().map(u8::from_le_bytes)
    }

    /// Returns the error for missing bytes.
    #[cold]
    #[inline(never)]
    fn too_short(&self, needed: u64) -> Error {
        let remaining = self.input.len() as u64;
        failed(self.input.fail(binio::Fault::UnexpectedEnd { needed, remaining }))
    }

    fn document(&mut self) -> Result<Document<'a>, Error> {
        self.read(|input| binio::tag(input, "UDMB"))?;
        let at = self.input;
        let header_version = u32::from_le_bytes(self.chunk()?);
        check_version(header_version).map_err(|kind| failed(at.fail(kind)))?;
        let at = self.input;
        let ty = Type(self.byte()?);
        if ty != Type::ELEMENT {
            return Err(failed(at.fail(known_or("an element", ty))).within(Segment::Part("root")));
        }
        let mut root = Element::new();
        self.element(&mut root)?;
        let trailing = Bytes::from(self.read(binio::rest)?);
        match check_root(&root) {
            Ok(()) => Ok(Document { header_version, root, trailing, source: Source::BINARY }),
            Err(_) if self.options.accept_bare_root => {
                let message =
                    "the root has no header: taken for the data of a \"nil\" asset; the engine refuses the file";
                self.findings.add_at(kinds::HEADER_MISSING, Severity::Error, "root", message, at.offset());
                Ok(Document { header_version, trailing, ..Document::from_data(root) })
            }
            Err(kind) => Err(failed(at.fail(kind))),
        }
    }

    /// Checks that there can be `count` things with at least `smallest` bytes, and reserves their bytes.
    fn claim(&mut self, at: Input<'a>, count: u32, smallest: usize) -> Result<usize, Error> {
        let remaining = self.input.len().saturating_sub(self.owed);
        let needed = u64::from(count).saturating_mul(smallest as u64);
        match (usize::try_from(count), usize::try_from(needed)) {
            (Ok(items), Ok(needed)) if needed <= remaining => {
                self.owed = self.owed.saturating_add(needed);
                Ok(items)
            }
            _ => {
                let (count, remaining) = (u64::from(count), remaining as u64);
                Err(failed(at.fail(binio::Fault::ImpossibleCount { count, remaining })))
            }
        }
    }

    /// Must be called for every claimed thing before it is read.
    #[inline]
    fn redeem(&mut self, smallest: usize) {
        self.owed = self.owed.saturating_sub(smallest);
    }

    /// Goes a level deeper.
    #[inline]
    fn open(&mut self) -> Result<(), Error> {
        match self.levels.checked_sub(1) {
            Some(left) => {
                self.levels = left;
                Ok(())
            }
            None => Err(failed(self.input.fail(ErrorKind::Depth(self.options.limits.depth())))),
        }
    }

    /// Goes back up a level.
    #[inline]
    fn close(&mut self) {
        self.levels = self.levels.saturating_add(1);
    }

    /// Checks that `stored`, which was read at `at`, is the same as the bytes read since `begin`.
    fn check_size(&mut self, at: Input<'a>, stored: u64, begin: u64) -> Result<(), Error> {
        let actual = self.input.offset().saturating_sub(begin);
        if stored == actual {
            return Ok(());
        }
        if !self.options.accept_wrong_sizes {
            return Err(failed(at.fail(ErrorKind::WrongSize { stored, actual })));
        }
        let message = format!(
            "expected a size of {actual} bytes, found {stored}: the engine ignores it when it reads the whole file"
        );
        self.findings.add_at(kinds::WRONG_SIZE, Severity::Warning, Path::new(), message, at.offset());
        Ok(())
    }

    /// Reads an element into `element`, which must be empty.
    fn element(&mut self, element: &mut Element<'a>) -> Result<(), Error> {
        let at = self.input;
        self.open()?;
        let size = u64::from_le_bytes(self.chunk()?);
        let begin = self.input.offset();
        let counted = self.input;
        let count = u32::from_le_bytes(self.chunk()?);
        self.entries(counted, count, element.entries_mut())?;
        self.close();
        self.check_size(at, size, begin)
    }

    /// All keys come before all values, so the keys have to be read twice: first to find where they end, and then to
    /// store them.
    fn entries(&mut self, at: Input<'a>, count: u32, entries: &mut Vec<(Name<'a>, Value<'a>)>) -> Result<(), Error> {
        let claimed = self.claim(at, count, smallest::KEY)?;
        self.redeem(claimed.saturating_mul(smallest::KEY));
        let mut keys = self.input.bytes();
        match keys_len(keys, claimed) {
            Some(length) => self.take(length as u64)?,
            // One of them is beyond the end: which one, and where, is found by reading them.
            None => return self.missing_key(claimed),
        };
        self.claim(at, count, smallest::PROPERTY)?;
        *entries = Vec::with_capacity(claimed);
        entries.extend((0..claimed).map(|_| {
            let (key, behind) = split_key(keys).unwrap_or_default();
            keys = behind;
            (Name::from(key), Value::Nil)
        }));
        for (key, slot) in entries.iter_mut() {
            self.redeem(smallest::PROPERTY);
            let at = self.input;
            let ty = Type(self.byte()?);
            if let Err(error) = self.value(ty, at, slot) {
                return Err(error.within(Segment::Name(core::mem::take(key).into_owned())));
            }
        }
        Ok(())
    }

    /// Returns the error for the first key that is not complete.
    #[cold]
    fn missing_key<T>(&mut self, count: usize) -> Result<T, Error> {
        for _ in 0..count {
            self.read(key)?;
        }
        Err(failed(self.input.fail(binio::Fault::UnexpectedEnd { needed: 1, remaining: 0 })))
    }

    /// Reads a value with type `ty` into the empty `slot`. The type number is at `at`. The value is built in place,
    /// because it would take longer to move it than to read it.
    #[inline(always)]
    fn value(&mut self, ty: Type, at: Input<'a>, slot: &mut Value<'a>) -> Result<(), Error> {
        match ty {
            Type::NIL => {}
            Type::STRING => fill(slot, Value::String(Name::from(self.string()?))),
            Type::I8 => fill(slot, Value::I8(i8::from_le_bytes(self.chunk()?))),
            Type::U8 => fill(slot, Value::U8(self.byte()?)),
            Type::I16 => fill(slot, Value::I16(i16::from_le_bytes(self.chunk()?))),
            Type::U16 => fill(slot, Value::U16(u16::from_le_bytes(self.chunk()?))),
            Type::I32 => fill(slot, Value::I32(i32::from_le_bytes(self.chunk()?))),
            Type::U32 => fill(slot, Value::U32(u32::from_le_bytes(self.chunk()?))),
            Type::I64 => fill(slot, Value::I64(i64::from_le_bytes(self.chunk()?))),
            Type::U64 => fill(slot, Value::U64(u64::from_le_bytes(self.chunk()?))),
            Type::F32 => fill(slot, Value::F32(f32::from_le_bytes(self.chunk()?))),
            Type::F64 => fill(slot, Value::F64(f64::from_le_bytes(self.chunk()?))),
            Type::BOOL => fill(slot, Value::Bool(self.byte()?)),
            Type::HALF => fill(slot, Value::Half(u16::from_le_bytes(self.chunk()?))),
            Type::ELEMENT => {
                fill(slot, Value::Element(Element::new()));
                let Value::Element(element) = slot else { return Ok(()) };
                self.element(element)?;
            }
            // All others of a fixed size.
            _ => match ty.size() {
                Some(size) => fill(slot, Value::Fixed(Fixed::checked(ty, self.take(size as u64)?))),
                None => fill(slot, self.large(ty, at)?),
            },
        }
        Ok(())
    }

    /// Does the same as [`value`](Self::value) for types that take longer to read than to move.
    fn large(&mut self, ty: Type, at: Input<'a>) -> Result<Value<'a>, Error> {
        Ok(match ty {
            Type::UTF8 => Value::Utf8(Bytes::from(self.read(|input| binio::prefixed(input, u32_le))?)),
            Type::BLOB => Value::Blob(Bytes::from(self.read(|input| binio::prefixed(input, u64_le))?)),
            Type::LZ4 => Value::Lz4(self.packed()?),
            Type::ARRAY => Value::Array(self.array()?),
            Type::ARRAY_LZ4 => Value::Array(Array::Packed(Box::new(self.packed_array()?))),
            Type::REF => Value::Ref(Name::from(self.string()?)),
            Type::STRUCT => Value::Struct(Box::new(self.structure()?)),
            _ => return Err(failed(at.fail(ErrorKind::UnknownType(ty.0)))),
        })
    }

    #[inline]
    fn string(&mut self) -> Result<&'a [u8], Error> {
        let at = self.input;
        match self.byte()? {
            u8::MAX => self.long_string(at),
            length => self.take(u64::from(length)),
        }
    }

    /// Reads a string that has a long size. Its marker is at `at`.
    #[cold]
    fn long_string(&mut self, at: Input<'a>) -> Result<&'a [u8], Error> {
        let length = u32::from_le_bytes(self.chunk()?);
        if length < u32::from(u8::MAX) {
            if !self.options.accept_long_strings {
                return Err(failed(at.fail(ErrorKind::LongForm(length))));
            }
            let message = ErrorKind::LongForm(length).to_string();
            self.findings.add_at(kinds::UNUSUAL_ENCODING, Severity::Note, Path::new(), message, at.offset());
        }
        self.take(u64::from(length))
    }

    fn packed(&mut self) -> Result<Packed<'a>, Error> {
        let packed_len = u64::from_le_bytes(self.chunk()?);
        let unpacked_len = u64::from_le_bytes(self.chunk()?);
        let data = Bytes::from(self.take(packed_len)?);
        Ok(Packed { unpacked_len, data })
    }
}

/// Returns the error for a type that is not `expected`.
#[cold]
fn known_or(expected: &'static str, ty: Type) -> ErrorKind {
    if ty.is_known() { ErrorKind::wrong_type(expected, ty) } else { ErrorKind::UnknownType(ty.0) }
}

/// Puts `value` into a slot that must be empty.
#[inline(always)]
fn fill<'a>(slot: &mut Value<'a>, value: Value<'a>) {
    // Nothing needs no drop; that there is nothing is more than the compiler can know.
    core::mem::forget(core::mem::replace(slot, value));
}

/// Converts a parser's failure into an error.
#[cold]
pub(crate) fn failed(failure: binio::Failed<ErrorKind>) -> Error {
    failure.into()
}
