//! Writing: the mirror of the readers, over memory, a counter or any [`std::io::Write`].
//!
//! A document says once how it is written, in [`Encode`]. The first pass runs over a [`Counter`]: it checks everything and
//! measures. Only then is a byte written, and that pass can't fail but for the disk.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use zerocopy::{Immutable, IntoBytes};

use crate::error::Error;
use crate::failure::{Failure, Fault, Within};

/// What a function that writes returns.
pub type Written<K> = Result<(), Failure<K>>;

/// A document that knows its bytes.
pub trait Encode {
    /// The error kind of the format.
    type Kind: From<Fault>;

    /// Writes the document, checking all that the bytes can't hold.
    ///
    /// # Errors
    /// What can't be encoded, in which part. The same for every sink.
    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<Self::Kind>;
}

/// Number of bytes that `document` takes.
///
/// # Errors
/// What can't be encoded.
pub fn encoded_len<E: Encode + ?Sized>(document: &E) -> Result<u64, Error<E::Kind>> {
    let mut counter = Writer::new(Counter);
    document.encode(&mut counter)?;
    Ok(counter.position())
}

/// The bytes of `document`.
///
/// # Errors
/// What can't be encoded.
pub fn to_bytes<E: Encode + ?Sized>(document: &E) -> Result<Vec<u8>, Error<E::Kind>> {
    let length = encoded_len(document)?;
    let too_large = || Failure::new(Fault::TooLarge { value: length, max: isize::MAX as u64 }.into(), 0);
    let mut bytes = Vec::new();
    let capacity = usize::try_from(length).map_err(|_| too_large())?;
    bytes.try_reserve_exact(capacity).map_err(|_| too_large())?;
    let mut writer = Writer::new(bytes);
    document.encode(&mut writer)?;
    Ok(writer.into_sink())
}

/// Writes `document`; nothing if it can't be encoded.
///
/// # Errors
/// What can't be encoded, as [`InvalidData`](std::io::ErrorKind::InvalidData), or what `out` says.
#[cfg(feature = "std")]
pub fn write_to<E>(document: &E, out: impl std::io::Write) -> std::io::Result<()>
where
    E: Encode + ?Sized,
    E::Kind: core::error::Error + Send + Sync + 'static,
{
    encoded_len(document)?;
    let mut writer = Writer::new(IoSink { out: std::io::BufWriter::new(out), result: Ok(()) });
    document.encode(&mut writer).map_err(Error::from)?;
    let IoSink { mut out, result } = writer.into_sink();
    let result = result.and_then(|()| std::io::Write::flush(&mut out));
    // What couldn't be written isn't tried again when the buffer is dropped.
    let _ = out.into_parts();
    result
}

/// Where written bytes go.
pub trait Sink {
    /// Takes `bytes`. A sink that can fail remembers the first failure and takes nothing more.
    fn put(&mut self, bytes: &[u8]);

    /// Hears that a part begins at `position`, the `index`-th one if there are several.
    #[inline]
    fn begin(&mut self, part: &'static str, index: Option<u64>, position: u64) {
        let _ = (part, index, position);
    }

    /// Hears that the part that began last has ended.
    #[inline]
    fn end(&mut self) {}

    /// Hears that a part is at `position`, whatever parts it lies in.
    #[inline]
    fn mark(&mut self, part: &'static str, index: Option<u64>, position: u64) {
        let _ = (part, index, position);
    }
}

impl Sink for Vec<u8> {
    #[inline]
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }
}

/// A sink that keeps nothing: to check and to measure.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter;

impl Sink for Counter {
    #[inline]
    fn put(&mut self, _: &[u8]) {}
}

/// A sink over `io::Write` that remembers the first failure.
#[cfg(feature = "std")]
struct IoSink<W> {
    out: W,
    result: std::io::Result<()>,
}

#[cfg(feature = "std")]
impl<W: std::io::Write> Sink for IoSink<W> {
    fn put(&mut self, bytes: &[u8]) {
        if self.result.is_ok() {
            self.result = self.out.write_all(bytes);
        }
    }
}

/// A sink and how many bytes went into it.
#[derive(Debug)]
pub struct Writer<S> {
    sink: S,
    position: u64,
}

impl<S: Sink> Writer<S> {
    /// A writer at position 0.
    pub fn new(sink: S) -> Self {
        Self { sink, position: 0 }
    }

    /// How many bytes were written.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Returns the sink with what was written.
    pub fn into_sink(self) -> S {
        self.sink
    }

    /// A failure of kind `kind` at this position.
    #[cold]
    pub fn fail<K>(&self, kind: impl Into<K>) -> Failure<K> {
        Failure::new(kind.into(), self.position)
    }

    /// A block of bytes.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.sink.put(bytes);
        self.position = self.position.saturating_add(bytes.len() as u64);
    }

    /// A record of fixed size, the same type that [`record`](crate::record) reads.
    #[inline]
    pub fn record(&mut self, record: &(impl IntoBytes + Immutable + ?Sized)) {
        self.bytes(record.as_bytes());
    }

    /// A name and the NUL that ends it.
    ///
    /// # Errors
    /// [`Fault::NulInName`].
    pub fn cstring<K: From<Fault>>(&mut self, name: &[u8]) -> Written<K> {
        if memchr::memchr(0, name).is_some() {
            return Err(self.fail(Fault::NulInName));
        }
        self.bytes(name);
        self.bytes(&[0]);
        Ok(())
    }

    /// `value` as the narrower `T`.
    ///
    /// # Errors
    /// [`Fault::TooLarge`].
    pub fn narrow<T, K: From<Fault>>(&self, value: u64, max: T) -> Result<T, Failure<K>>
    where
        T: TryFrom<u64> + Into<u64>,
    {
        T::try_from(value).map_err(|_| self.fail(Fault::TooLarge { value, max: max.into() }))
    }

    /// A count of items as little-endian u32.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] beyond 2³² − 1.
    pub fn count_u32<K: From<Fault>>(&mut self, count: usize) -> Written<K> {
        let count = self.narrow(count as u64, u32::MAX)?;
        self.u32_le(count);
        Ok(())
    }

    /// Items one behind the other; a failure names the `part` and its number.
    ///
    /// # Errors
    /// What `write` says of an item.
    pub fn repeat<T, K>(
        &mut self,
        part: &'static str,
        items: &[T],
        mut write: impl FnMut(&mut Self, &T) -> Written<K>,
    ) -> Written<K> {
        items.iter().enumerate().try_for_each(|(index, item)| self.item(part, index, |out| write(out, item)))
    }

    /// One of several parts; a failure names it and its number.
    ///
    /// # Errors
    /// What `write` says.
    pub fn item<K>(
        &mut self,
        part: &'static str,
        index: usize,
        write: impl FnOnce(&mut Self) -> Written<K>,
    ) -> Written<K> {
        self.sink.begin(part, Some(index as u64), self.position);
        let written = write(self).within_item(part, index);
        self.sink.end();
        written
    }

    /// A part of which there is one; a failure names it.
    ///
    /// # Errors
    /// What `write` says.
    pub fn part<K>(&mut self, part: &'static str, write: impl FnOnce(&mut Self) -> Written<K>) -> Written<K> {
        self.sink.begin(part, None, self.position);
        let written = write(self).within(part);
        self.sink.end();
        written
    }

    /// Says that a part begins here, under which findings know it wherever it is written: for [`locate`](crate::locate()). The first of
    /// this name and number counts. Writes nothing.
    #[inline]
    pub fn mark(&mut self, part: &'static str, index: Option<usize>) {
        self.sink.mark(part, index.map(|index| index as u64), self.position);
    }

    /// A little-endian u32 count and the items.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] beyond 2³² − 1 items, or what `write` says of one.
    pub fn list<T, K: From<Fault>>(
        &mut self,
        part: &'static str,
        items: &[T],
        write: impl FnMut(&mut Self, &T) -> Written<K>,
    ) -> Written<K> {
        self.count_u32(items.len()).within(part)?;
        self.repeat(part, items, write)
    }

    /// Writes one byte.
    #[inline]
    pub fn u8(&mut self, value: u8) {
        self.bytes(&[value]);
    }

    /// One signed byte.
    #[inline]
    pub fn i8(&mut self, value: i8) {
        self.bytes(&value.to_le_bytes());
    }

    /// A little-endian u16.
    #[inline]
    pub fn u16_le(&mut self, value: u16) {
        self.bytes(&value.to_le_bytes());
    }

    /// A little-endian i16.
    #[inline]
    pub fn i16_le(&mut self, value: i16) {
        self.bytes(&value.to_le_bytes());
    }

    /// A little-endian u32.
    #[inline]
    pub fn u32_le(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    /// A little-endian i32.
    #[inline]
    pub fn i32_le(&mut self, value: i32) {
        self.bytes(&value.to_le_bytes());
    }

    /// A little-endian u64.
    #[inline]
    pub fn u64_le(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    /// A little-endian i64.
    #[inline]
    pub fn i64_le(&mut self, value: i64) {
        self.bytes(&value.to_le_bytes());
    }

    /// A little-endian f32, bit for bit.
    #[inline]
    pub fn f32_le(&mut self, value: f32) {
        self.bytes(&value.to_le_bytes());
    }

    /// A little-endian f64, bit for bit.
    #[inline]
    pub fn f64_le(&mut self, value: f64) {
        self.bytes(&value.to_le_bytes());
    }

    /// A big-endian u16.
    #[inline]
    pub fn u16_be(&mut self, value: u16) {
        self.bytes(&value.to_be_bytes());
    }

    /// A big-endian u32.
    #[inline]
    pub fn u32_be(&mut self, value: u32) {
        self.bytes(&value.to_be_bytes());
    }

    /// A big-endian i32.
    #[inline]
    pub fn i32_be(&mut self, value: i32) {
        self.bytes(&value.to_be_bytes());
    }

    /// A big-endian u64.
    #[inline]
    pub fn u64_be(&mut self, value: u64) {
        self.bytes(&value.to_be_bytes());
    }

    /// A big-endian f32, bit for bit.
    #[inline]
    pub fn f32_be(&mut self, value: f32) {
        self.bytes(&value.to_be_bytes());
    }

    /// The variable-length integer of Urho3D, in its shortest form.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] beyond 29 bits, which the engine would cut silently.
    pub fn vle29<K: From<Fault>>(&mut self, value: u32) -> Written<K> {
        const MAX: u32 = (1 << 29) - 1;
        if value > MAX {
            return Err(self.fail(Fault::TooLarge { value: u64::from(value), max: u64::from(MAX) }));
        }
        let [low, second, third] = [0, 7, 14].map(|shift| low_byte(value >> shift) & 0x7f);
        match value {
            0..0x80 => self.bytes(&[low]),
            0x80..0x4000 => self.bytes(&[low | 0x80, second]),
            0x4000..0x20_0000 => self.bytes(&[low | 0x80, second | 0x80, third]),
            _ => self.bytes(&[low | 0x80, second | 0x80, third | 0x80, low_byte(value >> 21)]),
        }
        Ok(())
    }

    /// LEB128, in its shortest form.
    pub fn leb128(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.u8(low_byte(value) | 0x80);
            value >>= 7;
        }
        self.u8(low_byte(value));
    }
}

/// The lowest eight bits.
const fn low_byte(value: u32) -> u8 {
    value.to_le_bytes()[0]
}
