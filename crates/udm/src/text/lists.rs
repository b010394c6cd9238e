//! Reads numbers and lists from text.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;

use zerocopy::IntoBytes;
use zerocopy::little_endian::{F32, I32};

use super::number::{boolean, double, float, integer, plain_float, short_float, short_integer};
use super::scan::{Scanner, is_end};
use super::{base64, euler};
use crate::error::Error;
use crate::fixed::{Component, Shape};
use crate::kind::Type;

/// How many numbers the largest fixed type has.
const MOST: usize = 16;

impl<'a> Scanner<'a> {
    /// Reads a float that begins here. For speed, plain digits are read in place.
    #[inline(always)]
    fn float_here(&mut self) -> Result<f32, Error> {
        match plain_token(self.rest()) {
            Some((number, length)) => {
                self.advance(length);
                Ok(number)
            }
            None => self.any_float(),
        }
    }

    #[cold]
    fn any_float(&mut self) -> Result<f32, Error> {
        Ok(float(&self.string_here()?))
    }

    /// Reads an integer that begins here.
    #[inline(always)]
    fn integer_here<T: TryFrom<i32> + TryFrom<i128> + Default>(&mut self) -> Result<T, Error> {
        let rest = self.rest();
        if let Some((number, length)) = short_integer(rest) {
            if rest.get(length).is_some_and(|byte| is_end(*byte)) {
                self.advance(length);
                return Ok(T::try_from(number).unwrap_or_default());
            }
        }
        Ok(integer(&self.string_here()?))
    }

    /// Reads as many floats as possible, with only a comma between them. There may also be a comma before the first.
    /// Their bytes will be appended to `out`. The rest is left to the caller, including the comma before it.
    pub(super) fn float_run(&mut self, out: &mut Vec<u8>) -> u32 {
        let text = self.rest();
        let mut at = usize::from(text.first() == Some(&b','));
        let (mut done, mut count) = (0, 0_u32);
        while count < u32::MAX / 2 {
            let rest = text.get(at..).unwrap_or_default();
            let Some((number, length)) = float_before(rest, b',').or_else(|| plain_token(rest)) else {
                break;
            };
            out.extend_from_slice(&number.to_le_bytes());
            count = count.saturating_add(1);
            done = at.saturating_add(length);
            if text.get(done) != Some(&b',') {
                break;
            }
            at = done.saturating_add(1);
        }
        self.advance(done);
        count
    }

    /// Reads a trivial value other than a vector or nil that begins here, and appends its bytes to `out`.
    #[inline]
    pub(super) fn number_here(&mut self, ty: Type, out: &mut Vec<u8>) -> Result<(), Error> {
        match ty {
            Type::F32 => out.extend_from_slice(&self.float_here()?.to_le_bytes()),
            Type::HALF => out.extend_from_slice(&crate::half::from_f32(self.float_here()?).to_le_bytes()),
            Type::F64 => out.extend_from_slice(&double(&self.string_here()?).to_le_bytes()),
            Type::BOOL => out.push(u8::from(boolean(&self.string_here()?))),
            Type::I8 => out.extend_from_slice(&self.integer_here::<i8>()?.to_le_bytes()),
            Type::U8 => out.push(self.integer_here()?),
            Type::I16 => out.extend_from_slice(&self.integer_here::<i16>()?.to_le_bytes()),
            Type::U16 => out.extend_from_slice(&self.integer_here::<u16>()?.to_le_bytes()),
            Type::I32 => out.extend_from_slice(&self.integer_here::<i32>()?.to_le_bytes()),
            Type::U32 => out.extend_from_slice(&self.integer_here::<u32>()?.to_le_bytes()),
            Type::I64 => out.extend_from_slice(&self.integer_here::<i64>()?.to_le_bytes()),
            _ => out.extend_from_slice(&self.integer_here::<u64>()?.to_le_bytes()),
        }
        Ok(())
    }

    /// Reads a value with the fixed type `ty`, written in brackets, and appends its bytes to `out`. They will be in the
    /// order that binary files use.
    pub(super) fn list(&mut self, ty: Type, shape: Shape, out: &mut Vec<u8>) -> Result<(), Error> {
        match shape.component {
            Component::F32 => self.floats(ty, shape, out),
            Component::I32 => self.numbers(Type::I32, shape.count(), out),
            Component::U16 => self.numbers(Type::U16, shape.count(), out),
            Component::U8 => self.numbers(Type::U8, shape.count(), out),
        }
    }

    /// Reads `count` integers, written in brackets.
    fn numbers(&mut self, component: Type, count: usize, out: &mut Vec<u8>) -> Result<(), Error> {
        self.skip();
        let begin = self.offset();
        let tight = if component == Type::I32 { tight_integers(self.rest(), count, out) } else { None };
        if let Some(length) = tight {
            self.advance(length);
            return Ok(());
        }
        let mut read_count = 0_usize;
        self.open("expected '[' before a list")?;
        let mut depth = 1_u32;
        while self.next_number(&mut depth)? {
            if read_count == count {
                return Err(self.fail("expected ']', found more numbers than the type has"));
            }
            read_count = read_count.saturating_add(1);
            self.number_here(component, out)?;
        }
        if read_count < count {
            Err(self.fail_at(begin, "expected more numbers: the list has fewer than its type"))
        } else {
            Ok(())
        }
    }

    /// Reads the floats in a vector, rotation, transform or matrix.
    fn floats(&mut self, ty: Type, shape: Shape, out: &mut Vec<u8>) -> Result<(), Error> {
        self.skip();
        let mut numbers = [F32::ZERO; MOST];
        let read_count = match tight_list(self.rest(), shape, &mut numbers) {
            Some(length) => {
                self.advance(length);
                shape.count()
            }
            None => self.any_floats(ty, shape, &mut numbers)?,
        };
        if let (Some(group), true) = (shape.quat, read_count == shape.count()) {
            // w is first in text and last in binary files.
            let start: usize = shape.groups.iter().take(group).sum();
            if let Some(quat) = numbers.get_mut(start..).and_then(|rest| rest.get_mut(..4)) {
                quat.rotate_left(1);
            }
        }
        if read_count < shape.count() {
            with_angles(&mut numbers);
        }
        // Copying is faster where the length is known.
        let block = match (shape.groups, &numbers) {
            ([2], [a, b, ..]) => return push_floats(out, [*a, *b]),
            ([3], [a, b, c, ..]) => return push_floats(out, [*a, *b, *c]),
            ([4], [a, b, c, d, ..]) => return push_floats(out, [*a, *b, *c, *d]),
            _ => numbers.get(..shape.count()),
        };
        out.extend_from_slice(block.unwrap_or_default().as_bytes());
        Ok(())
    }

    /// Reads a list like [`tight_list`], in any notation. Returns the number of floats, which is one less than usual
    /// for a rotation given by angles.
    #[cold]
    fn any_floats(&mut self, ty: Type, shape: Shape, numbers: &mut [F32; MOST]) -> Result<usize, Error> {
        let begin = self.offset();
        let mut read_count = 0_usize;
        self.open("expected '[' before a list")?;
        let mut depth = 1_u32;
        while self.next_number(&mut depth)? {
            match numbers.get_mut(read_count) {
                Some(slot) if read_count < shape.count() => *slot = F32::new(self.float_here()?),
                _ => return Err(self.fail("expected ']', found more numbers than the type has")),
            }
            read_count = read_count.saturating_add(1);
        }
        if read_count == shape.count() || matches!((ty, read_count), (Type::TRANSFORM, 6) | (Type::STRANSFORM, 9)) {
            return Ok(read_count);
        }
        Err(self.fail_at(begin, "expected more numbers: the list has fewer than its type"))
    }

    fn open(&mut self, problem: &'static str) -> Result<(), Error> {
        self.expect(b'[', problem)
    }

    /// Moves to the next number in a list. Returns `false` at the end of the list. Nested brackets are only counted,
    /// and commas may be missing.
    #[inline(always)]
    fn next_number(&mut self, depth: &mut u32) -> Result<bool, Error> {
        loop {
            match self.next() {
                None => return Err(self.fail("expected ']' after a list, found the end of the text")),
                Some(b'[') => {
                    *depth = depth.saturating_add(1);
                    self.advance(1);
                }
                Some(b']') => {
                    self.advance(1);
                    *depth = depth.saturating_sub(1);
                    if *depth == 0 {
                        return Ok(false);
                    }
                }
                Some(b',') => {
                    self.advance(1);
                    self.skip();
                    return Ok(true);
                }
                Some(_) => return Ok(true),
            }
        }
    }

    /// Returns the last number in the brackets, or 0 for empty brackets.
    pub(super) fn size(&mut self) -> Result<u64, Error> {
        self.open("expected '[' before a size")?;
        let (mut depth, mut size) = (1_u32, 0);
        while self.next_number(&mut depth)? {
            size = integer(&self.string_here()?);
        }
        Ok(size)
    }

    /// Reads the encoding of a utf8 value. This must be `[base64]` or `[]`.
    pub(super) fn encoding(&mut self) -> Result<(), Error> {
        self.open("expected '[' before an encoding")?;
        let mut depth = 1_u32;
        while self.next_number(&mut depth)? {
            let at = self.offset();
            if *self.string_here()? != *b"base64" {
                return Err(self.fail_at(at, "expected base64, the only encoding"));
            }
        }
        Ok(())
    }

    /// Reads bytes, written in brackets as base64.
    pub(super) fn base64(&mut self) -> Result<Vec<u8>, Error> {
        self.open("expected '[' before base64")?;
        let rest = self.rest();
        let Some(length) = memchr::memchr(b']', rest) else {
            return Err(self.fail("expected ']' after base64, found the end of the text"));
        };
        let bytes = base64::decode(rest.get(..length).unwrap_or_default())
            .ok_or_else(|| self.fail("expected base64, found other characters or a group of one"))?;
        self.advance(length.saturating_add(1));
        Ok(bytes)
    }
}

/// Reads a float that must be plain digits, up to the byte `end`. Also returns how many bytes it takes.
#[inline(always)]
fn float_before(text: &[u8], end: u8) -> Option<(f32, usize)> {
    short_float(text.first_chunk()?, end)
}

/// Reads a float of plain digits from the beginning of `text`. Also returns how many bytes it takes. If other
/// characters follow, this is `None`.
#[cold]
#[inline(never)]
fn plain_token(text: &[u8]) -> Option<(f32, usize)> {
    let (number, length) = plain_float(text)?;
    text.get(length).is_none_or(|byte| is_end(*byte)).then_some((number, length))
}

fn push_floats<const N: usize>(out: &mut Vec<u8>, numbers: [F32; N]) -> Result<(), Error> {
    out.extend_from_slice(numbers.as_bytes());
    Ok(())
}

/// Reads a list, if it looks the way this crate writes it: no white space, commas between the numbers, and brackets
/// around each of several groups. Returns the number of bytes it takes. In any other form, this is `None`.
#[inline]
fn tight_list(text: &[u8], shape: Shape, numbers: &mut [F32; MOST]) -> Option<usize> {
    let several = shape.groups.len() > 1;
    let mut places = numbers.iter_mut();
    let mut at = usize::from(several);
    if several && text.first() != Some(&b'[') {
        return None;
    }
    for count in shape.groups {
        let mut before = b'[';
        for (index, slot) in places.by_ref().take(*count).enumerate() {
            if text.get(at) != Some(&before) {
                return None;
            }
            at = at.checked_add(1)?;
            before = b',';
            let end = if index.checked_add(1) == Some(*count) { b']' } else { b',' };
            let rest = text.get(at..)?;
            let (number, length) = float_before(rest, end).or_else(|| plain_token(rest))?;
            *slot = F32::new(number);
            at = at.checked_add(length)?;
        }
        if text.get(at) != Some(&b']') {
            return None;
        }
        at = at.checked_add(1)?;
    }
    if several && text.get(at) != Some(&b']') {
        return None;
    }
    at.checked_add(usize::from(several))
}

/// Does the same as [`tight_list`] for 32-bit integers in a single group. Their bytes are appended to `out`.
#[inline]
fn tight_integers(text: &[u8], count: usize, out: &mut Vec<u8>) -> Option<usize> {
    let mut numbers = [I32::ZERO; 4];
    let numbers = numbers.get_mut(..count)?;
    let (mut at, mut before) = (0_usize, b'[');
    for slot in &mut *numbers {
        if text.get(at) != Some(&before) {
            return None;
        }
        at = at.checked_add(1)?;
        before = b',';
        let (number, length) = short_integer(text.get(at..)?)?;
        *slot = I32::new(number);
        at = at.checked_add(length)?;
    }
    if text.get(at) != Some(&b']') {
        return None;
    }
    out.extend_from_slice(numbers.as_bytes());
    at.checked_add(1)
}

/// Converts a transform that has pitch, yaw and roll where the quaternion should be.
#[cold]
fn with_angles(numbers: &mut [F32; MOST]) {
    let [_, _, _, pitch, yaw, roll, x, y, z, ..] = numbers.map(F32::get);
    let new = euler::quaternion([pitch, yaw, roll]).into_iter().chain([x, y, z]);
    numbers.iter_mut().skip(3).zip(new).for_each(|(slot, number)| *slot = F32::new(number));
}
