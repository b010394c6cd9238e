//! Single values of a large file (feature `std`): sizes are trusted to find them, nothing else is read.

use alloc::borrow::ToOwned;
use alloc::vec;
use alloc::vec::Vec;
use binio::{Input, Limits, Name, ReadAt, Segment};
use std::io;

use crate::document::key;
use crate::error::{Error, ErrorKind};
use crate::kind::Type;
use crate::options::ReadOptions;
use crate::packed::no_place;
use crate::path::{Step, parse};
use crate::read::{MAGIC, one_value};
use crate::value::Value;

/// A binary document that is read where it is needed: headers and keys on the way to a value, then the value.
///
/// ```
/// use udm::{Document, Lazy, Value};
/// let mut document = Document::new("T", 1);
/// document.insert("lights/sun/range", 5.0_f32)?;
/// let file = document.to_bytes()?;
/// let lazy = Lazy::open(&file)?;
/// assert_eq!(lazy.get("lights/sun/range")?, Some(Value::F32(5.0)));
/// assert_eq!(lazy.keys("lights")?, ["sun"]);
/// # Ok::<(), udm::Error>(())
/// ```
///
/// What is passed over isn't checked, so that a broken file may answer; a wrong size leads to errors or to other bytes
/// than meant, never further than the file.
#[derive(Debug)]
pub struct Lazy<S> {
    source: S,
    length: u64,
    limits: Limits,
}

/// A value in the file: its type and where its bytes begin.
#[derive(Clone, Copy, Debug)]
struct Place {
    ty: Type,
    offset: u64,
}

impl<S: ReadAt> Lazy<S> {
    /// Reads the header of a binary document.
    ///
    /// # Errors
    /// As [`Document::parse_binary`](crate::Document::parse_binary) for the header; [`ErrorKind::Io`] for the source.
    pub fn open(source: S) -> Result<Self, Error> {
        Self::open_with(source, Limits::default())
    }

    /// As [`open`](Self::open); a value that is read has at most `limits.max_expanded_bytes`.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn open_with(source: S, limits: Limits) -> Result<Self, Error> {
        let length = source.len().map_err(|error| io_error(&error))?;
        let lazy = Self { source, length, limits };
        let head = lazy.read::<9>(0)?;
        let [magic @ .., _, _, _, _, ty] = head;
        let [_, _, _, _, version @ .., _] = head;
        if magic != *MAGIC {
            return Err(no_place(binio::Fault::Expected("UDMB")).at(0));
        }
        crate::document::check_version(u32::from_le_bytes(version)).map_err(|kind| no_place(kind).at(4))?;
        if Type(ty) != Type::ELEMENT {
            return Err(no_place(ErrorKind::WrongType(Type(ty))).at(8));
        }
        Ok(lazy)
    }

    /// The value at `path`, as [`Document::get`](crate::Document::get) takes it; `None` if there is none.
    ///
    /// # Errors
    /// [`ErrorKind::BadPath`], [`ErrorKind::Io`], or what is broken on the way or in the value.
    pub fn get(&self, path: &str) -> Result<Option<Value<'static>>, Error> {
        let Some(place) = self.find(path)? else { return Ok(None) };
        let end = self.end(place)?;
        let bytes = self.block(place.offset, end)?;
        let options = ReadOptions::default().limits(self.limits);
        let value = one_value(Input::at(&bytes, place.offset), place.ty, &options)?;
        Ok(Some(value.into_owned()))
    }

    /// The keys of the element at `path`, in their order; none if something else or nothing is there.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn keys(&self, path: &str) -> Result<Vec<Name<'static>>, Error> {
        match self.find(path)? {
            Some(Place { ty: Type::ELEMENT, offset }) => Ok(self.read_keys(offset)?.0),
            _ => Ok(Vec::new()),
        }
    }

    /// Type of the value at `path`; `None` if there is none.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    pub fn ty(&self, path: &str) -> Result<Option<Type>, Error> {
        Ok(self.find(path)?.map(|place| place.ty))
    }

    fn find(&self, path: &str) -> Result<Option<Place>, Error> {
        let data = [Step::Key(key::DATA.as_bytes().to_owned())];
        let mut place = Place { ty: Type::ELEMENT, offset: 9 };
        for step in data.iter().chain(&parse(path)?) {
            let next = match step {
                Step::Key(key) => self.child(place, key).map_err(|error| error.within(segment(key)))?,
                Step::Index(index) => self.item(place, *index)?,
            };
            match next {
                Some(next) => place = next,
                None => return Ok(None),
            }
        }
        Ok(Some(place))
    }

    /// The value of the last of the keys `key`.
    fn child(&self, place: Place, key: &[u8]) -> Result<Option<Place>, Error> {
        if place.ty != Type::ELEMENT {
            return Ok(None);
        }
        let (keys, mut offset) = self.read_keys(place.offset)?;
        let Some(index) = keys.iter().rposition(|name| **name == *key) else { return Ok(None) };
        for _ in 0..index {
            offset = self.end(self.property(offset)?)?;
        }
        self.property(offset).map(Some)
    }

    /// A type byte and where its value begins.
    fn property(&self, offset: u64) -> Result<Place, Error> {
        let [ty] = self.read(offset)?;
        if !Type(ty).is_known() {
            return Err(no_place(ErrorKind::UnknownType(ty)).at(offset));
        }
        Ok(Place { ty: Type(ty), offset: offset.saturating_add(1) })
    }

    /// An item of an array of values of their own.
    fn item(&self, place: Place, index: usize) -> Result<Option<Place>, Error> {
        if place.ty != Type::ARRAY {
            return Ok(None);
        }
        let [ty, count @ ..] = self.read::<5>(place.offset)?;
        let ty = Type(ty);
        if !crate::array::Items::holds(ty) || index as u64 >= u64::from(u32::from_le_bytes(count)) {
            return Ok(None);
        }
        let mut item = Place { ty, offset: place.offset.saturating_add(13) };
        for _ in 0..index {
            item.offset = self.end(item)?;
        }
        Ok(Some(item))
    }

    /// The keys of the element at `offset`, and where its properties begin.
    fn read_keys(&self, offset: u64) -> Result<(Vec<Name<'static>>, u64), Error> {
        let [_, _, _, _, _, _, _, _, count @ ..] = self.read::<12>(offset)?;
        let count = u64::from(u32::from_le_bytes(count));
        let mut offset = offset.saturating_add(12);
        let remaining = self.length.saturating_sub(offset);
        // A key and its value have two bytes at least.
        if count > remaining / 2 {
            return Err(no_place(binio::Fault::ImpossibleCount { count, remaining }).at(offset.saturating_sub(4)));
        }
        let mut keys = Vec::new();
        for _ in 0..count {
            let [length] = self.read(offset)?;
            let begin = offset.saturating_add(1);
            offset = begin.saturating_add(u64::from(length));
            keys.push(Name::from(self.block(begin, offset)?));
        }
        Ok((keys, offset))
    }

    /// Where the bytes of a value end.
    fn end(&self, place: Place) -> Result<u64, Error> {
        let Place { ty, offset } = place;
        let number = |at: u64| self.read(offset.saturating_add(at)).map(u64::from_le_bytes);
        let count = |at: u64| self.read(offset.saturating_add(at)).map(|bytes| u64::from(u32::from_le_bytes(bytes)));
        let size = match ty {
            Type::STRING | Type::REF => match self.read(offset)? {
                [u8::MAX] => count(1)?.saturating_add(5),
                [length] => u64::from(length).saturating_add(1),
            },
            Type::UTF8 => count(0)?.saturating_add(4),
            Type::BLOB | Type::ELEMENT => number(0)?.saturating_add(8),
            Type::LZ4 => number(0)?.saturating_add(16),
            Type::STRUCT => u64::from(u16::from_le_bytes(self.read(offset)?)).saturating_add(2),
            Type::ARRAY => match Type(self.read::<1>(offset)?[0]).size() {
                Some(size) => count(1)?.saturating_mul(size as u64).saturating_add(5),
                None => number(5)?.saturating_add(13),
            },
            Type::ARRAY_LZ4 => {
                let head = match Type(self.read::<1>(offset.saturating_add(8))?[0]) {
                    Type::STRUCT => {
                        u64::from(u16::from_le_bytes(self.read(offset.saturating_add(9))?)).saturating_add(2)
                    }
                    Type::ELEMENT | Type::STRING => 8,
                    _ => 0,
                };
                number(0)?.saturating_add(head).saturating_add(13)
            }
            fixed => fixed.size().unwrap_or(0) as u64,
        };
        let end = offset.saturating_add(size);
        if end > self.length {
            let remaining = self.length.saturating_sub(offset);
            return Err(no_place(binio::Fault::UnexpectedEnd { needed: size, remaining }).at(offset));
        }
        Ok(end)
    }

    fn read<const N: usize>(&self, offset: u64) -> Result<[u8; N], Error> {
        let mut bytes = [0; N];
        let remaining = self.length.saturating_sub(offset);
        if remaining < N as u64 {
            return Err(no_place(binio::Fault::UnexpectedEnd { needed: N as u64, remaining }).at(offset));
        }
        self.source.read_exact_at(&mut bytes, offset).map_err(|error| io_error(&error).at(offset))?;
        Ok(bytes)
    }

    /// The bytes from `begin` to `end`, which is within the file.
    fn block(&self, begin: u64, end: u64) -> Result<Vec<u8>, Error> {
        let length = end.saturating_sub(begin);
        if end > self.length {
            let remaining = self.length.saturating_sub(begin);
            return Err(no_place(binio::Fault::UnexpectedEnd { needed: length, remaining }).at(begin));
        }
        self.limits.budget().spend(length).map_err(no_place)?;
        let length = usize::try_from(length).map_err(|_| no_place(binio::Fault::Limit("memory")))?;
        let mut bytes = vec![0; length];
        self.source.read_exact_at(&mut bytes, begin).map_err(|error| io_error(&error).at(begin))?;
        Ok(bytes)
    }
}

fn segment(key: &[u8]) -> Segment {
    Segment::Name(Name::from(key.to_owned()))
}

#[cold]
fn io_error(error: &io::Error) -> Error {
    no_place(ErrorKind::Io(error.kind()))
}
