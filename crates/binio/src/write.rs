//! Writes to memory, to a counter or to any [`std::io::Write`].
//!
//! A document must implement [`Encode`]. The first pass writes to a [`Counter`], to check everything and to find the
//! size. Bytes are only written after this, so the second pass can only fail with an I/O error.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use zerocopy::{Immutable, IntoBytes};

use crate::error::Error;
use crate::failure::{Failure, Fault, Within};

/// The result of a function that writes.
pub type Written<K> = Result<(), Failure<K>>;

/// A document that can be encoded.
pub trait Encode {
    /// The error kind of the format.
    type Kind: From<Fault>;

    /// Writes the document and checks every value.
    ///
    /// # Errors
    /// An error for the first part that can't be encoded. It must be the same for every sink.
    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<Self::Kind>;
}

/// Returns the size of `document` in bytes when it is encoded.
///
/// # Errors
/// A part of the document can't be encoded.
pub fn encoded_len<E: Encode + ?Sized>(document: &E) -> Result<u64, Error<E::Kind>> {
    let mut counter = Writer::new(Counter);
    document.encode(&mut counter)?;
    Ok(counter.position())
}

/// Encodes `document` and returns the bytes.
///
/// # Errors
/// A part of the document can't be encoded.
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

/// Writes `document` to `out`. If it can't be encoded, nothing is written.
///
/// # Errors
/// [`InvalidData`](std::io::ErrorKind::InvalidData) if the document can't be encoded, or the error of `out`.
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
    // Otherwise the buffer would retry the failed bytes when it is dropped.
    let _ = out.into_parts();
    result
}

/// Declares the methods `encoded_len` and, with the feature `std` of this crate, `write_to` of a document that implements [`Encode`].
///
/// Its method `to_bytes` is written by hand, because its documentation lists the errors of the format.
///
/// ```
/// # use binio::{Encode, Fault, Sink, Writer, Written};
/// struct Page<'a>(&'a str);
///
/// impl Encode for Page<'_> {
///     type Kind = Fault;
///     fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written<Fault> {
///         out.bytes(self.0.as_bytes());
///         Ok(())
///     }
/// }
///
/// impl Page<'_> {
///     /// Encodes the page.
///     pub fn to_bytes(&self) -> Result<Vec<u8>, binio::Error<Fault>> {
///         binio::to_bytes(self)
///     }
/// }
///
/// binio::writers! { Page, binio::Error<Fault> }
///
/// assert_eq!(Page("one").encoded_len()?, 3);
/// # Ok::<(), binio::Error<Fault>>(())
/// ```
#[macro_export]
macro_rules! writers {
    ($name:ident, $error:ty) => {
        impl $name<'_> {
            /// Returns the encoded size in bytes.
            ///
            /// # Errors
            /// As [`to_bytes`](Self::to_bytes).
            pub fn encoded_len(&self) -> ::core::result::Result<u64, $error> {
                $crate::encoded_len(self)
            }

            $crate::write_to_method! {}
        }
    };
}

/// The method `write_to` of [`writers!`], which needs an [`std::io::Write`].
#[cfg(feature = "std")]
#[doc(hidden)]
#[macro_export]
macro_rules! write_to_method {
    () => {
        /// Writes the file, or nothing if it can't be encoded.
        ///
        /// # Errors
        /// As [`to_bytes`](Self::to_bytes), and the error of `out`.
        pub fn write_to(&self, out: impl $crate::std::io::Write) -> $crate::std::io::Result<()> {
            $crate::write_to(self, out)
        }
    };
}

/// Without `std` there is no writer.
#[cfg(not(feature = "std"))]
#[doc(hidden)]
#[macro_export]
macro_rules! write_to_method {
    () => {};
}

/// The destination for bytes that are written.
pub trait Sink {
    /// Writes `bytes`. After an error, a sink must ignore all further bytes.
    fn put(&mut self, bytes: &[u8]);

    /// This is called at the start of a part. `index` is given if there are several.
    #[inline]
    fn begin(&mut self, part: &'static str, index: Option<u64>, position: u64) {
        let _ = (part, index, position);
    }

    /// This is called at the end of the part that was begun last.
    #[inline]
    fn end(&mut self) {}

    /// This is called for a part that is independent of the open parts.
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

/// A sink that ignores the bytes. Use it to check a document or to find its size.
#[derive(Clone, Copy, Debug, Default)]
pub struct Counter;

impl Sink for Counter {
    #[inline]
    fn put(&mut self, _: &[u8]) {}
}

/// A sink for `io::Write`. It keeps the first error.
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

/// Writes values to a sink, and counts the bytes.
#[derive(Debug)]
pub struct Writer<S> {
    sink: S,
    position: u64,
}

impl<S: Sink> Writer<S> {
    /// Creates a writer at position 0.
    pub fn new(sink: S) -> Self {
        Self { sink, position: 0 }
    }

    /// Returns the number of bytes that have been written.
    pub fn position(&self) -> u64 {
        self.position
    }

    /// Returns the sink. Call this when everything is written.
    pub fn into_sink(self) -> S {
        self.sink
    }

    /// Creates a failure at this position.
    #[cold]
    pub fn fail<K>(&self, kind: impl Into<K>) -> Failure<K> {
        Failure::new(kind.into(), self.position)
    }

    /// Writes a block of bytes.
    #[inline]
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.sink.put(bytes);
        self.position = self.position.saturating_add(bytes.len() as u64);
    }

    /// Writes a record of fixed size. To read it again, use [`record`](crate::record).
    #[inline]
    pub fn record(&mut self, record: &(impl IntoBytes + Immutable + ?Sized)) {
        self.bytes(record.as_bytes());
    }

    /// Writes a name, followed by NUL.
    ///
    /// # Errors
    /// [`Fault::NulInName`] if the name contains NUL.
    pub fn cstring<K: From<Fault>>(&mut self, name: &[u8]) -> Written<K> {
        if memchr::memchr(0, name).is_some() {
            return Err(self.fail(Fault::NulInName));
        }
        self.bytes(name);
        self.bytes(&[0]);
        Ok(())
    }

    /// Converts `value` to a smaller type `T`.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if it is greater than `max`.
    pub fn narrow<T, K: From<Fault>>(&self, value: u64, max: T) -> Result<T, Failure<K>>
    where
        T: TryFrom<u64> + Into<u64>,
    {
        T::try_from(value).map_err(|_| self.fail(Fault::TooLarge { value, max: max.into() }))
    }

    /// Writes a number of items as a little-endian u32.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if it is greater than 2³² − 1.
    pub fn count_u32<K: From<Fault>>(&mut self, count: usize) -> Written<K> {
        let count = self.narrow(count as u64, u32::MAX)?;
        self.u32_le(count);
        Ok(())
    }

    /// Writes adjacent items. If there is a failure, its path gets `part` and the index.
    ///
    /// # Errors
    /// The error of `write`.
    pub fn repeat<T, K>(
        &mut self,
        part: &'static str,
        items: &[T],
        mut write: impl FnMut(&mut Self, &T) -> Written<K>,
    ) -> Written<K> {
        items.iter().enumerate().try_for_each(|(index, item)| self.item(part, index, |out| write(out, item)))
    }

    /// Writes a part if there are several. If there is a failure, its path gets the name and the index.
    ///
    /// # Errors
    /// The error of `write`.
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

    /// Writes a part that only occurs once. If there is a failure, its path gets the name.
    ///
    /// # Errors
    /// The error of `write`.
    pub fn part<K>(&mut self, part: &'static str, write: impl FnOnce(&mut Self) -> Written<K>) -> Written<K> {
        self.sink.begin(part, None, self.position);
        let written = write(self).within(part);
        self.sink.end();
        written
    }

    /// Marks the start of a part, so that findings about it get an offset (see [`locate`](crate::locate())). It is
    /// independent of the open parts. If you mark the same name and index again, this has no effect. No bytes are
    /// written.
    #[inline]
    pub fn mark(&mut self, part: &'static str, index: Option<usize>) {
        self.sink.mark(part, index.map(|index| index as u64), self.position);
    }

    /// Writes a little-endian u32 count, followed by the items.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if there are more than 2³² − 1 items, or the error of `write`.
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

    /// Writes one signed byte.
    #[inline]
    pub fn i8(&mut self, value: i8) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes a little-endian u16.
    #[inline]
    pub fn u16_le(&mut self, value: u16) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes a little-endian i16.
    #[inline]
    pub fn i16_le(&mut self, value: i16) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes a little-endian u32.
    #[inline]
    pub fn u32_le(&mut self, value: u32) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes a little-endian i32.
    #[inline]
    pub fn i32_le(&mut self, value: i32) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes a little-endian u64.
    #[inline]
    pub fn u64_le(&mut self, value: u64) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes a little-endian i64.
    #[inline]
    pub fn i64_le(&mut self, value: i64) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes a little-endian f32, bit for bit.
    #[inline]
    pub fn f32_le(&mut self, value: f32) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes a little-endian f64, bit for bit.
    #[inline]
    pub fn f64_le(&mut self, value: f64) {
        self.bytes(&value.to_le_bytes());
    }

    /// Writes a big-endian u16.
    #[inline]
    pub fn u16_be(&mut self, value: u16) {
        self.bytes(&value.to_be_bytes());
    }

    /// Writes a big-endian u32.
    #[inline]
    pub fn u32_be(&mut self, value: u32) {
        self.bytes(&value.to_be_bytes());
    }

    /// Writes a big-endian i32.
    #[inline]
    pub fn i32_be(&mut self, value: i32) {
        self.bytes(&value.to_be_bytes());
    }

    /// Writes a big-endian u64.
    #[inline]
    pub fn u64_be(&mut self, value: u64) {
        self.bytes(&value.to_be_bytes());
    }

    /// Writes a big-endian f32, bit for bit.
    #[inline]
    pub fn f32_be(&mut self, value: f32) {
        self.bytes(&value.to_be_bytes());
    }

    /// Writes the variable-length integer of Urho3D in its shortest encoding.
    ///
    /// # Errors
    /// [`Fault::TooLarge`] if it has more than 29 bits, because the engine would silently truncate it.
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

    /// Writes a number as LEB128 in its shortest encoding.
    pub fn leb128(&mut self, mut value: u32) {
        while value >= 0x80 {
            self.u8(low_byte(value) | 0x80);
            value >>= 7;
        }
        self.u8(low_byte(value));
    }
}

/// Returns the lowest eight bits.
const fn low_byte(value: u32) -> u8 {
    value.to_le_bytes()[0]
}
