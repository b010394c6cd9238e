//! Parsers for primitive values.
//!
//! Every parser is a `fn(Input) -> Parsed<T, K>`, where `K` can be any error kind with `K: From<Fault>`. For tags,
//! texts and others, use nom's parsers. If there is a parser of our own, a comment gives the reason. Mostly it is that
//! our errors report how many bytes are required and how many remain. To read a record of fixed size, use [`record`],
//! which has a single bounds check for all fields.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use nom::Parser;
use nom::bytes::complete::{tag as nom_tag, take, take_until};
use nom::sequence::terminated;
use zerocopy::{FromBytes, Immutable, KnownLayout, Unaligned};

use crate::error::Error;
use crate::failure::{Failed, Fault, Within};
use crate::input::{Input, Parsed};
use crate::name::Name;

/// Runs `parser`, which must read all of `input`.
///
/// # Errors
/// The parser's error, or [`Fault::Trailing`] if there are bytes left.
// Not nom's `all_consuming` and `finish`: the first doesn't count the remaining bytes, the second panics on `Incomplete`.
pub fn parse<'a, T, K: From<Fault>>(
    input: Input<'a>,
    parser: impl FnOnce(Input<'a>) -> Parsed<'a, T, K>,
) -> Result<T, Error<K>> {
    match parser(input) {
        Ok((rest, value)) if rest.is_empty() => Ok(value),
        Ok((rest, _)) => Err(rest.fail(Fault::Trailing(rest.len() as u64)).into()),
        Err(nom::Err::Incomplete(_)) => Err(input.fail(Fault::Malformed(nom::error::ErrorKind::Complete)).into()),
        Err(failed) => Err(failed.into()),
    }
}

/// Reads `N` bytes.
// Our own: nom's `take` returns a slice, whose length the compiler doesn't know.
#[inline]
pub fn chunk<const N: usize, K: From<Fault>>(input: Input<'_>) -> Parsed<'_, &[u8; N], K> {
    match input.bytes().split_first_chunk::<N>() {
        Some((chunk, rest)) => Ok((input.behind(rest), chunk)),
        None => Err(input.too_short(N as u64)),
    }
}

/// Reads a record of fixed size without copying it. Its fields must have alignment 1: use types from
/// [`zerocopy::little_endian`], arrays or bytes.
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
// Our own, like `records`: nom has no records.
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

/// Reads `count` adjacent records without copying them.
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

/// Reads a block of `length` bytes.
// Our own: the error of nom's `take` doesn't report the required number of bytes, and it takes a tenth more instructions for a ZED model.
#[inline]
pub fn bytes<K: From<Fault>>(input: Input<'_>, length: u64) -> Parsed<'_, &[u8], K> {
    let split = usize::try_from(length).ok().and_then(|length| input.bytes().split_at_checked(length));
    match split {
        Some((block, rest)) => Ok((input.behind(rest), block)),
        None => Err(input.too_short(length)),
    }
}

/// Reads all remaining bytes.
#[inline]
pub fn rest<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, &[u8], K> {
    nom::combinator::rest(input).map(|(end, all)| (end, all.bytes()))
}

/// Reads the bytes `expected`.
///
/// # Errors
/// [`Fault::Expected`] if the input has other bytes.
pub fn tag<'a, K: From<Fault>>(input: Input<'a>, expected: &'static str) -> Parsed<'a, &'a [u8], K> {
    match nom_tag::<_, _, ()>(expected.as_bytes()).parse(input) {
        Ok((rest, found)) => Ok((rest, found.bytes())),
        Err(_) => Err(input.fail(Fault::Expected(expected))),
    }
}

/// Reads a name that ends with NUL. The NUL must be there.
///
/// # Errors
/// [`Fault::Unterminated`] if it is not.
#[inline]
pub fn cstring<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, Name<'_>, K> {
    match terminated(take_until::<_, _, ()>(&[0][..]), take(1_usize)).parse(input) {
        Ok((rest, text)) => Ok((rest, Name::from(text.bytes()))),
        Err(_) => Err(input.fail(Fault::Unterminated)),
    }
}

/// Checks that `rest` is large enough for `count` items of at least `smallest` bytes each (0 counts as 1), and returns
/// the count. You must call this before you reserve memory.
///
/// # Errors
/// [`Fault::ImpossibleCount`] at the offset of the count, which is given by `at`.
pub fn check_count<'a, K: From<Fault>>(
    at: Input<'a>,
    rest: Input<'a>,
    count: u64,
    smallest: usize,
) -> Result<usize, Failed<K>> {
    let remaining = rest.len() as u64;
    let needed = count.saturating_mul(smallest.max(1) as u64);
    match usize::try_from(count) {
        Ok(items) if needed <= remaining => Ok(items),
        _ => Err(at.fail(Fault::ImpossibleCount { count, remaining })),
    }
}

/// Reads a little-endian u32 count for items of at least `smallest` bytes each.
///
/// # Errors
/// [`Fault::ImpossibleCount`] if the remaining bytes can't contain this number of items.
#[inline]
pub fn count_u32<K: From<Fault>>(input: Input<'_>, smallest: usize) -> Parsed<'_, usize, K> {
    let (rest, count) = u32_le(input)?;
    Ok((rest, check_count(input, rest, u64::from(count), smallest)?))
}

/// Reads `count` adjacent items. You must check the count first, using [`check_count`].
///
/// # Errors
/// The error of the first invalid item, with `part` and its index in the path.
// Not nom's `count`, which neither adds the index to errors nor reserves memory for all items at once.
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

/// Reads a little-endian u32 count, and then this number of items of at least `smallest` bytes each.
///
/// # Errors
/// See [`count_u32`] and [`repeat`].
// Not nom's `length_count`, which reserves memory before the count is checked.
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

/// Reads a number of `N` bytes and converts it using `from`.
// Our own: nom adds the bytes one by one, which makes reading a script 6 % slower, and its error doesn't report the required number of bytes.
#[inline]
fn number<const N: usize, T, K: From<Fault>>(input: Input<'_>, from: fn([u8; N]) -> T) -> Parsed<'_, T, K> {
    chunk::<N, K>(input).map(|(rest, bytes)| (rest, from(*bytes)))
}

/// Reads one byte.
#[inline]
pub fn u8<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u8, K> {
    number(input, u8::from_le_bytes)
}

/// Reads one signed byte.
#[inline]
pub fn i8<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i8, K> {
    number(input, i8::from_le_bytes)
}

/// Reads a little-endian u16.
#[inline]
pub fn u16_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u16, K> {
    number(input, u16::from_le_bytes)
}

/// Reads a little-endian i16.
#[inline]
pub fn i16_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i16, K> {
    number(input, i16::from_le_bytes)
}

/// Reads a little-endian u32.
#[inline]
pub fn u32_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u32, K> {
    number(input, u32::from_le_bytes)
}

/// Reads a little-endian i32.
#[inline]
pub fn i32_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i32, K> {
    number(input, i32::from_le_bytes)
}

/// Reads a little-endian u64.
#[inline]
pub fn u64_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u64, K> {
    number(input, u64::from_le_bytes)
}

/// Reads a little-endian i64.
#[inline]
pub fn i64_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i64, K> {
    number(input, i64::from_le_bytes)
}

/// Reads a little-endian f32, bit for bit.
#[inline]
pub fn f32_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, f32, K> {
    number(input, f32::from_le_bytes)
}

/// Reads a little-endian f64, bit for bit.
#[inline]
pub fn f64_le<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, f64, K> {
    number(input, f64::from_le_bytes)
}

/// Reads a big-endian u16.
#[inline]
pub fn u16_be<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u16, K> {
    number(input, u16::from_be_bytes)
}

/// Reads a big-endian u32.
#[inline]
pub fn u32_be<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u32, K> {
    number(input, u32::from_be_bytes)
}

/// Reads a big-endian i32.
#[inline]
pub fn i32_be<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, i32, K> {
    number(input, i32::from_be_bytes)
}

/// Reads a big-endian u64.
#[inline]
pub fn u64_be<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, u64, K> {
    number(input, u64::from_be_bytes)
}

/// Reads a big-endian f32, bit for bit.
#[inline]
pub fn f32_be<K: From<Fault>>(input: Input<'_>) -> Parsed<'_, f32, K> {
    number(input, f32::from_be_bytes)
}

/// Reads the variable-length integer of Urho3D, which has at most four bytes: 7 bits in each of the first three, and 8
/// in the fourth. It can store 29 bits.
///
/// # Errors
/// [`Fault::LongInteger`] if there is a shorter encoding. This is an error because the writer only writes the shortest.
// Our own, like `leb128`: nom has no variable-length integers.
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

/// Reads LEB128 with at most five bytes, which is the variable-length integer of rbfx since 2023. It can store 32 bits.
///
/// # Errors
/// [`Fault::EndlessInteger`] if the fifth byte has more than four bits, or [`Fault::LongInteger`] if there is a shorter
/// encoding.
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
    /// The value of their bits.
    bits: u32,
    /// The value, if the integer ends with the last of these bytes.
    complete: Option<u32>,
}

/// Reads bytes with 7 bits, shifted by `shifts`. If another byte follows, the eighth bit is set.
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

/// Reads a length using `length`, and then a block of this length.
///
/// # Errors
/// [`Fault::ImpossibleCount`] at the offset of the length, if there are fewer bytes.
///
/// ```
/// use binio::{Fault, Input, prefixed, u16_le};
/// let (_, block) = prefixed::<_, Fault>(Input::new(b"\x02\x00hi!"), u16_le).unwrap();
/// assert_eq!(block, b"hi");
/// ```
// Not nom's `length_data`: its error is at the byte after the length, and reports neither the length nor the remaining number of bytes.
pub fn prefixed<'a, L: Into<u64>, K: From<Fault>>(
    input: Input<'a>,
    length: impl FnOnce(Input<'a>) -> Parsed<'a, L, K>,
) -> Parsed<'a, &'a [u8], K> {
    let (rest, length) = length(input)?;
    let count = check_count(input, rest, length.into(), 1)?;
    bytes(rest, count as u64)
}
