//! Reads single values from a large file (feature `std`). The stored sizes are trusted to find these values, and
//! nothing else is read.

use alloc::borrow::ToOwned;
use alloc::vec;
use alloc::vec::Vec;
use binio::{Input, Limits, Name, ReadAt, Segment};
use std::io;

use crate::document::{MAGIC, key};
use crate::error::{Error, ErrorKind, no_place};
use crate::kind::Type;
use crate::lookup::follow;
use crate::options::ReadOptions;
use crate::path::{Step, parse};
use crate::read::one_value;
use crate::value::Value;

/// A binary document to be read on demand. To return a value, only the value and the headers and keys on the way to it
/// are read.
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
/// Note that skipped data is not checked, so a broken file may still return values. If a size is wrong, the result may
/// be an error or the wrong bytes. This will never read beyond the end of the file.
#[derive(Debug)]
pub struct Lazy<S> {
    source: S,
    length: u64,
    limits: Limits,
}

/// A value in the file: its type, and where its bytes begin.
#[derive(Clone, Copy, Debug)]
struct Place {
    ty: Type,
    offset: u64,
}

impl<S: ReadAt> Lazy<S> {
    /// Opens a binary document and reads its header.
    ///
    /// # Errors
    /// Fails if [`Document::parse_binary`](crate::Document::parse_binary) would not accept the header, or with
    /// [`ErrorKind::Io`] if the source can't be read.
    pub fn open(source: S) -> Result<Self, Error> {
        Self::open_with(source, Limits::default())
    }

    /// Opens a binary document like [`open`](Self::open), but with your limits. A value can't take more than
    /// `limits.expanded_bytes()` when you read it.
    ///
    /// # Errors
    /// Fails when [`open`](Self::open) does.
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
            return Err(no_place(ErrorKind::wrong_type("an element", Type(ty))).at(8));
        }
        Ok(lazy)
    }

    /// Returns the value at `path`, or `None` if there is no such value. The path can be anything that
    /// [`Document::fetch`](crate::Document::fetch) accepts. If it leads into an array of numbers, strings or structs,
    /// or into a packed array, the whole array must be read.
    ///
    /// # Errors
    /// Returns [`ErrorKind::BadPath`] if the path is not well-formed, [`ErrorKind::Io`] if the source can't be read, or
    /// an error in the value or on the way to it.
    pub fn get(&self, path: &str) -> Result<Option<Value<'static>>, Error> {
        let steps = parse(path)?;
        let Some((place, rest)) = self.find(&steps)? else { return Ok(None) };
        let value = self.value(place)?;
        if rest.is_empty() {
            return Ok(Some(value));
        }
        match follow(&value, rest, &mut self.limits.budget())? {
            (value, 0) => Ok(Some(value.into_owned())),
            _ => Ok(None),
        }
    }

    /// Reads a value.
    fn value(&self, place: Place) -> Result<Value<'static>, Error> {
        let end = self.end(place)?;
        let bytes = self.block(place.offset, end)?;
        let options = ReadOptions::default().limits(self.limits);
        let value = one_value(Input::at(&bytes, place.offset), place.ty, &options)?;
        Ok(value.into_owned())
    }

    /// Returns the keys in the element at `path`, in order. If there is no element, the list is empty.
    ///
    /// # Errors
    /// Fails when [`get`](Self::get) does.
    pub fn keys(&self, path: &str) -> Result<Vec<Name<'static>>, Error> {
        match self.find(&parse(path)?)? {
            Some((Place { ty: Type::ELEMENT, offset }, [])) => Ok(self.read_keys(offset)?.0),
            None | Some((_, [])) => Ok(Vec::new()),
            Some(_) => match self.get(path)? {
                Some(Value::Element(element)) => Ok(element.iter().map(|(key, _)| key.clone().into_owned()).collect()),
                _ => Ok(Vec::new()),
            },
        }
    }

    /// Returns the type of the value at `path`, or `None` if there is no such value.
    ///
    /// # Errors
    /// Fails when [`get`](Self::get) does.
    pub fn ty(&self, path: &str) -> Result<Option<Type>, Error> {
        match self.find(&parse(path)?)? {
            Some((place, [])) => Ok(Some(place.ty)),
            None => Ok(None),
            Some(_) => Ok(self.get(path)?.map(|value| value.ty())),
        }
    }

    /// Follows `steps` and returns the value they lead to. If this is an array or struct that has to be read as a
    /// whole, there will be steps left.
    fn find<'s>(&self, steps: &'s [Step]) -> Result<Option<(Place, &'s [Step])>, Error> {
        let root = Place { ty: Type::ELEMENT, offset: 9 };
        let data = || self.child(root, key::DATA.as_bytes());
        let (start, mut rest) = match steps {
            [Step::Up, rest @ ..] => (Some(root), rest),
            [Step::Key(first)] if *first == key::TYPE.as_bytes() || *first == key::VERSION.as_bytes() => {
                let of_data = data()?.map(|data| self.child(data, first)).transpose()?.flatten();
                (if of_data.is_some() { data()? } else { Some(root) }, steps)
            }
            _ => (data()?, steps),
        };
        let Some(mut place) = start else { return Ok(None) };
        while let Some((step, behind)) = rest.split_first() {
            let next = match step {
                Step::Key(key) if place.ty == Type::ELEMENT => {
                    self.child(place, key).map_err(|error| error.within(segment(key)))?
                }
                Step::Index(index) if place.ty == Type::ARRAY && self.has_values(place)? => self.item(place, *index)?,
                Step::Index(_) if place.ty.is_array() => return Ok(Some((place, rest))),
                Step::Key(_) if place.ty == Type::STRUCT => return Ok(Some((place, rest))),
                _ => return Ok(None),
            };
            match next {
                Some(next) => (place, rest) = (next, behind),
                None => return Ok(None),
            }
        }
        Ok(Some((place, rest)))
    }

    /// Returns `true` if the array items can be read without reading the whole array.
    fn has_values(&self, array: Place) -> Result<bool, Error> {
        let [ty] = self.read(array.offset)?;
        Ok(crate::array::Items::holds(Type(ty)))
    }

    /// Returns the value for `key`. If the key is duplicate, this is the last value.
    fn child(&self, place: Place, key: &[u8]) -> Result<Option<Place>, Error> {
        if place.ty != Type::ELEMENT {
            return Ok(None);
        }
        let (count, mut offset) = self.count_keys(place.offset)?;
        let mut before = None;
        for index in 0..count {
            let (begin, end) = self.key(offset)?;
            if end.saturating_sub(begin) == key.len() as u64 && self.stands_at(begin, key)? {
                before = Some(index);
            }
            offset = end;
        }
        let Some(before) = before else { return Ok(None) };
        for _ in 0..before {
            offset = self.end(self.property(offset)?)?;
        }
        self.property(offset).map(Some)
    }

    /// Reads a type byte. The value begins after it.
    fn property(&self, offset: u64) -> Result<Place, Error> {
        let [ty] = self.read(offset)?;
        if !Type(ty).is_known() {
            return Err(no_place(ErrorKind::UnknownType(ty)).at(offset));
        }
        Ok(Place { ty: Type(ty), offset: offset.saturating_add(1) })
    }

    /// Returns an item, given an array where every item is a value.
    fn item(&self, place: Place, index: usize) -> Result<Option<Place>, Error> {
        let [ty, count @ ..] = self.read::<5>(place.offset)?;
        let ty = Type(ty);
        if index as u64 >= u64::from(u32::from_le_bytes(count)) {
            return Ok(None);
        }
        let mut item = Place { ty, offset: place.offset.saturating_add(13) };
        for _ in 0..index {
            item.offset = self.end(item)?;
        }
        Ok(Some(item))
    }

    /// Reads the keys of the element at `offset`, and returns where its values begin.
    fn read_keys(&self, offset: u64) -> Result<(Vec<Name<'static>>, u64), Error> {
        let (count, mut offset) = self.count_keys(offset)?;
        let mut keys = Vec::new();
        for _ in 0..count {
            let (begin, end) = self.key(offset)?;
            keys.push(Name::from(self.block(begin, end)?));
            offset = end;
        }
        Ok((keys, offset))
    }

    /// Returns the number of keys the element at `offset` has, and where they begin.
    fn count_keys(&self, offset: u64) -> Result<(u64, u64), Error> {
        let [_, _, _, _, _, _, _, _, count @ ..] = self.read::<12>(offset)?;
        let count = u64::from(u32::from_le_bytes(count));
        let offset = offset.saturating_add(12);
        let remaining = self.length.saturating_sub(offset);
        // A key and its value have two bytes at least.
        if count > remaining / 2 {
            return Err(no_place(binio::Fault::ImpossibleCount { count, remaining }).at(offset.saturating_sub(4)));
        }
        Ok((count, offset))
    }

    /// Returns where a key begins and ends, given the offset of its length.
    fn key(&self, offset: u64) -> Result<(u64, u64), Error> {
        let [length] = self.read(offset)?;
        let begin = offset.saturating_add(1);
        let end = begin.saturating_add(u64::from(length));
        self.check_end(begin, end)?;
        Ok((begin, end))
    }

    /// Returns `true` if the bytes at `begin` are `key`. The file must be long enough for this.
    fn stands_at(&self, begin: u64, key: &[u8]) -> Result<bool, Error> {
        if let Some(bytes) = self.source.bytes_at(begin, key.len()) {
            return Ok(bytes == key);
        }
        let mut bytes = [0; u8::MAX as usize];
        let Some(bytes) = bytes.get_mut(..key.len()) else { return Ok(false) };
        self.source.read_exact_at(bytes, begin).map_err(|error| io_error(&error).at(begin))?;
        Ok(*bytes == *key)
    }

    /// Returns where a value ends.
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

    /// Checks that the data does not end beyond the file.
    fn check_end(&self, begin: u64, end: u64) -> Result<(), Error> {
        if end <= self.length {
            return Ok(());
        }
        let (needed, remaining) = (end.saturating_sub(begin), self.length.saturating_sub(begin));
        Err(no_place(binio::Fault::UnexpectedEnd { needed, remaining }).at(begin))
    }

    /// Reads the bytes from `begin` to `end`, which must be within the file.
    fn block(&self, begin: u64, end: u64) -> Result<Vec<u8>, Error> {
        let length = end.saturating_sub(begin);
        self.check_end(begin, end)?;
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
