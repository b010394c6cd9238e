//! Parsers for the primitives that the formats are made of.
//!
//! Every parser is a `fn(Input) -> Parsed<T, K>` for any error kind `K` that a [`Fault`] turns into. A record of fixed
//! size is read as one piece with [`record`]: one bounds check for all of its fields.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use crate::error::Error;
use crate::failure::{Fault, Within};
use crate::input::{Input, Parsed};
use crate::name::Name;

/// Runs `parser` over `input` and wants all of it used up.
///
/// # Errors
/// What the parser says, or [`Fault::Trailing`] if it leaves bytes behind.
pub fn parse<'a, T, K: From<Fault>>(
    input: Input<'a>,
    parser: impl FnOnce(Input<'a>) -> Parsed<'a, T, K>,
) -> Result<T, Error<K>> {
    let ended = parser(input).and_then(|(rest, value)| match rest.len() {
        0 => Ok(value),
        left => Err(rest.fail(Fault::Trailing(left as u64))),
    });
    ended.map_err(|error| match error {
        nom::Err::Error(failure) | nom::Err::Failure(failure) => failure.into(),
        // Only nom's streaming parsers ask for more.
        nom::Err::Incomplete(_) => {
            let fault = Fault::Malformed(nom::error::ErrorKind::Complete);
            Error::new(fault, crate::Path::new()).at(input.offset())
        }
    })
}

/// A piece of `N` bytes.
#[inline]
pub fn chunk<const N: usize, K: From<Fault>>(input: Input<'_>) -> Parsed<'_, &[u8; N], K> {
    match input.bytes().split_first_chunk::<N>() {
        Some((chunk, rest)) => Ok((input.behind(rest), chunk)),
        None => Err(input.too_short(N as u64)),
    }
}

/// A record of fixed size, viewed in place. Its fields are alignment-1 types: [`zerocopy::little_endian`], arrays, bytes.
///
/// ```
/// use binio::{Fault, Input, record, zerocopy::{self, FromBytes, Immutable, KnownLayout, Unaligned, little_endian::U32}};
///
/// #[derive(FromBytes, Immutable, KnownLayout, Unaligned)]
/// #[repr(C)]
/// struct Range { start: U32, count: U32 }
///
/// let (rest, range) = record::<Range, Fault>(Input::new(&[1, 0, 0, 0, 2, 0, 0, 0, 9])).unwrap();
/// assert_eq!((range.start.get(), range.count.get(), rest.offset()), (1, 2, 8));
/// ```
#[inline]
pub fn record<T, K>(input: Input<'_>) -> Parsed<'_, &T, K>
where
    T: FromBytes + KnownLayout + Immutable + Unaligned,
    K: From<Fault>,
{
    match T::ref_from_prefix(input.bytes()) {
        Ok((record, rest)) => Ok((input.behind(rest), record)),
        Err(_) => Err(input.too_short(size_of::<T>() as u64)),
    }
}

/// `count` records in a row, viewed in place.
pub fn records<T, K>(input: Input<'_>, count: usize) -> Parsed<'_, &[T], K>
where
    T: FromBytes + KnownLayout + Immutable + Unaligned,
    K: From<Fault>,
{
    let needed = (count as u64).saturating_mul(size_of::<T>() as u64);
    let (rest, block) = bytes(input, needed)?;
    match <[T]>::ref_from_bytes_with_elems(block, count) {
        Ok(records) => Ok((rest, records)),
        Err(_) => Err(input.too_short(needed)),
    }
}

/// A block of `length` bytes.
#[inline]
pub fn bytes<K: From<Fault>>(input: Input<'_>, length: u64) -> Parsed<'_, &[u8], K> {
    let split = usize::try_from(length).ok().and_then(|length| input.bytes().split_at_checked(length));
    match split {
        Some((block, rest)) => Ok((input.behind(rest), block)),
        None => Err(input.too_short(length)),
    }
}

/// Everything up to the end.
#[inline]
pub fn rest<K>(input: Input<'_>) -> Parsed<'_, &[u8], K> {
    Ok((input.behind(&[]), input.bytes()))
}

/// The bytes `expected`, and nothing else.
pub fn tag<'a, K: From<Fault>>(input: Input<'a>, expected: &'static str) -> Parsed<'a, &'a [u8], K> {
    match input.bytes().split_at_checked(expected.len()) {
        Some((found, rest)) if found == expected.as_bytes() => Ok((input.behind(rest), found)),
        _ => Err(input.fail(Fault::Expected(expected))),
    }
}

/// A name that ends with NUL. The NUL is required.
#[inline]
pub fn cstring<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, Name<'_>, K> {
    let split = memchr::memchr(0, input.bytes()).and_then(|end| input.bytes().split_at_checked(end));
    match split {
        Some((text, rest)) => Ok((input.behind(rest.get(1..).unwrap_or_default()), Name::from(text))),
        None => Err(input.fail(Fault::Unterminated)),
    }
}

/// The smallest item of a list that has none smaller than one byte.
pub const ONE_BYTE: usize = 1;

/// Whether `count` items of at least `smallest` bytes can follow in `rest`; the failure is placed at the count, `at`.
///
/// # Errors
/// [`Fault::ImpossibleCount`]. Nothing has to be reserved before this was asked.
pub fn check_count<'a, K: From<Fault>>(
    at: Input<'a>,
    rest: Input<'a>,
    count: u64,
    smallest: usize,
) -> Result<usize, nom::Err<crate::Failure<K>>> {
    let remaining = rest.len() as u64;
    let needed = count.saturating_mul(smallest.max(ONE_BYTE) as u64);
    match usize::try_from(count) {
        Ok(items) if needed <= remaining => Ok(items),
        _ => Err(at.fail(Fault::ImpossibleCount { count, remaining })),
    }
}

/// A little-endian u32 count of items that take at least `smallest` bytes each, checked against what remains.
#[inline]
pub fn count_u32<K: From<Fault>>(input: Input<'_>, smallest: usize) -> Parsed<'_, usize, K> {
    let (rest, count) = u32_le(input)?;
    Ok((rest, check_count(input, rest, u64::from(count), smallest)?))
}

/// `count` items, one behind the other; a failure names the `part` and its number. The count has been checked.
#[inline]
pub fn repeat<'a, T, K>(
    mut input: Input<'a>,
    count: usize,
    part: &'static str,
    mut item: impl FnMut(Input<'a>) -> Parsed<'a, T, K>,
) -> Parsed<'a, Vec<T>, K> {
    let mut items = Vec::with_capacity(count);
    for index in 0..count {
        let (rest, value) = item(input).within_item(part, index)?;
        items.push(value);
        input = rest;
    }
    Ok((input, items))
}

/// A little-endian u32 count and as many items of at least `smallest` bytes each.
#[inline]
pub fn list<'a, T, K: From<Fault>>(
    input: Input<'a>,
    part: &'static str,
    smallest: usize,
    item: impl FnMut(Input<'a>) -> Parsed<'a, T, K>,
) -> Parsed<'a, Vec<T>, K> {
    let (input, count) = count_u32(input, smallest).within(part)?;
    repeat(input, count, part, item)
}

/// One byte.
#[inline]
pub fn u8<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u8, K> {
    chunk::<1, K>(input).map(|(rest, [byte])| (rest, *byte))
}

/// One signed byte.
#[inline]
pub fn i8<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i8, K> {
    number(input, i8::from_le_bytes)
}

/// A number of `N` bytes, put together by `from`.
#[inline]
fn number<const N: usize, T, K: From<Fault>>(input: Input<'_>, from: fn([u8; N]) -> T) -> Parsed<'_, T, K> {
    chunk::<N, K>(input).map(|(rest, bytes)| (rest, from(*bytes)))
}

/// A little-endian u16.
#[inline]
pub fn u16_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u16, K> {
    number(input, u16::from_le_bytes)
}

/// A little-endian i16.
#[inline]
pub fn i16_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i16, K> {
    number(input, i16::from_le_bytes)
}

/// A little-endian u32.
#[inline]
pub fn u32_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u32, K> {
    number(input, u32::from_le_bytes)
}

/// A little-endian i32.
#[inline]
pub fn i32_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i32, K> {
    number(input, i32::from_le_bytes)
}

/// A little-endian u64.
#[inline]
pub fn u64_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u64, K> {
    number(input, u64::from_le_bytes)
}

/// A little-endian i64.
#[inline]
pub fn i64_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i64, K> {
    number(input, i64::from_le_bytes)
}

/// A little-endian f32, bit for bit.
#[inline]
pub fn f32_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, f32, K> {
    number(input, f32::from_le_bytes)
}

/// A little-endian f64, bit for bit.
#[inline]
pub fn f64_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, f64, K> {
    number(input, f64::from_le_bytes)
}

/// A big-endian u16.
#[inline]
pub fn u16_be<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u16, K> {
    number(input, u16::from_be_bytes)
}

/// A big-endian u32.
#[inline]
pub fn u32_be<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u32, K> {
    number(input, u32::from_be_bytes)
}

/// A big-endian i32.
#[inline]
pub fn i32_be<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i32, K> {
    number(input, i32::from_be_bytes)
}

/// A big-endian u64.
#[inline]
pub fn u64_be<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u64, K> {
    number(input, u64::from_be_bytes)
}

/// A big-endian f32, bit for bit.
#[inline]
pub fn f32_be<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, f32, K> {
    number(input, f32::from_be_bytes)
}

/// The variable-length integer of Urho3D: at most four bytes, 7 bits in each of the first three, 8 in the fourth.
/// Holds 29 bits.
///
/// # Errors
/// [`Fault::LongInteger`] if fewer bytes would do: the writer only makes the shortest form.
pub fn vle29<K: From<Fault>>(start: Input<'_>) -> Parsed<'_, u32, K> {
    let (input, value) = groups(start, &[0, 7, 14])?;
    if let Some(value) = value.complete {
        return Ok((input, value));
    }
    let (rest, byte) = u8(input)?;
    if byte == 0 {
        return Err(start.fail(Fault::LongInteger));
    }
    Ok((rest, value.bits | u32::from(byte) << 21))
}

/// LEB128 of at most five bytes, the variable-length integer of rbfx since 2023. Holds 32 bits.
///
/// # Errors
/// [`Fault::EndlessInteger`] if the fifth byte has more than four bits, [`Fault::LongInteger`] if fewer bytes would do.
pub fn leb128<K: From<Fault>>(start: Input<'_>) -> Parsed<'_, u32, K> {
    let (input, value) = groups(start, &[0, 7, 14, 21])?;
    if let Some(value) = value.complete {
        return Ok((input, value));
    }
    let (rest, byte) = u8(input)?;
    match byte {
        0 => Err(start.fail(Fault::LongInteger)),
        1..=0x0f => Ok((rest, value.bits | u32::from(byte) << 28)),
        _ => Err(start.fail(Fault::EndlessInteger)),
    }
}

/// The first bytes of a variable-length integer.
struct Groups {
    /// What they hold.
    bits: u32,
    /// The same, if the last of them ends the integer.
    complete: Option<u32>,
}

/// Bytes that carry 7 bits each, to be put at `shifts`, and in the eighth whether more follow.
fn groups<'a, K: From<Fault>>(start: Input<'a>, shifts: &[u32]) -> Parsed<'a, Groups, K> {
    let (mut input, mut bits) = (start, 0);
    for shift in shifts {
        let (rest, byte) = u8(input)?;
        input = rest;
        bits |= u32::from(byte & 0x7f) << shift;
        if byte == 0 && *shift > 0 {
            return Err(start.fail(Fault::LongInteger));
        }
        if byte < 0x80 {
            return Ok((input, Groups { bits, complete: Some(bits) }));
        }
    }
    Ok((input, Groups { bits, complete: None }))
}

/// A block that follows its own length; `length` reads the length.
///
/// ```
/// use binio::{Fault, Input, prefixed, u16_le};
/// let (_, block) = prefixed::<_, Fault>(Input::new(b"\x02\x00hi!"), u16_le).unwrap();
/// assert_eq!(block, b"hi");
/// ```
pub fn prefixed<'a, L: Into<u64>, K: From<Fault>>(
    input: Input<'a>,
    length: impl FnOnce(Input<'a>) -> Parsed<'a, L, K>,
) -> Parsed<'a, &'a [u8], K> {
    let (rest, length) = length(input)?;
    let count = check_count(input, rest, length.into(), ONE_BYTE)?;
    bytes(rest, count as u64)
}
