//! Numbers and lists of numbers out of text.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;

use super::number::{boolean, double, float, integer, plain};
use super::scan::{Scanner, is_end};
use super::{base64, euler};
use crate::error::Error;
use crate::fixed::{Component, Shape};
use crate::kind::Type;

/// Numbers of the largest fixed type.
const MOST: usize = 16;

impl<'a> Scanner<'a> {
    /// A float that begins right here. Nearly all are plain digits: those are read where they stand.
    #[inline(always)]
    fn float_here(&mut self) -> Result<f32, Error> {
        let rest = self.rest();
        if let Some((number, length)) = plain(rest) {
            // Rounding twice, to f64 and to f32, is only wrong half-way between two f32.
            if rest.get(length).is_none_or(|byte| is_end(*byte)) && number.to_bits() & 0x1fff_ffff != 0x1000_0000 {
                self.advance(length);
                #[expect(clippy::cast_possible_truncation, reason = "rounding is what is wanted")]
                return Ok(number as f32);
            }
        }
        Ok(float(&self.string_here()?))
    }

    /// A value of trivial type but a vector or nil, that begins right here: its bytes are added to `out`.
    #[inline]
    pub(super) fn number_here(&mut self, ty: Type, out: &mut Vec<u8>) -> Result<(), Error> {
        match ty {
            Type::F32 => out.extend_from_slice(&self.float_here()?.to_le_bytes()),
            Type::HALF => out.extend_from_slice(&crate::half::from_f32(self.float_here()?).to_le_bytes()),
            Type::F64 => out.extend_from_slice(&double(&self.string_here()?).to_le_bytes()),
            Type::BOOL => out.push(u8::from(boolean(&self.string_here()?))),
            Type::I8 => out.extend_from_slice(&integer::<i8>(&self.string_here()?).to_le_bytes()),
            Type::U8 => out.push(integer(&self.string_here()?)),
            Type::I16 => out.extend_from_slice(&integer::<i16>(&self.string_here()?).to_le_bytes()),
            Type::U16 => out.extend_from_slice(&integer::<u16>(&self.string_here()?).to_le_bytes()),
            Type::I32 => out.extend_from_slice(&integer::<i32>(&self.string_here()?).to_le_bytes()),
            Type::U32 => out.extend_from_slice(&integer::<u32>(&self.string_here()?).to_le_bytes()),
            Type::I64 => out.extend_from_slice(&integer::<i64>(&self.string_here()?).to_le_bytes()),
            _ => out.extend_from_slice(&integer::<u64>(&self.string_here()?).to_le_bytes()),
        }
        Ok(())
    }

    /// A value of the fixed type `ty` in brackets: its bytes, in the order of binary files, are added to `out`.
    pub(super) fn list(&mut self, ty: Type, shape: Shape, out: &mut Vec<u8>) -> Result<(), Error> {
        match shape.component {
            Component::F32 => self.floats(ty, shape, out),
            Component::I32 => self.numbers(Type::I32, shape.count(), out),
            Component::U16 => self.numbers(Type::U16, shape.count(), out),
            Component::U8 => self.numbers(Type::U8, shape.count(), out),
        }
    }

    /// `count` whole numbers in brackets.
    fn numbers(&mut self, component: Type, count: usize, out: &mut Vec<u8>) -> Result<(), Error> {
        self.skip();
        let begin = self.offset();
        let mut found = 0_usize;
        self.open("'[' expected before a list")?;
        let mut depth = 1_u32;
        while self.next_number(&mut depth)? {
            if found == count {
                return Err(self.fail("too many numbers"));
            }
            found = found.saturating_add(1);
            self.number_here(component, out)?;
        }
        if found < count { Err(self.fail_at(begin, "too few numbers")) } else { Ok(()) }
    }

    /// The floats of a vector, rotation, transform or matrix.
    fn floats(&mut self, ty: Type, shape: Shape, out: &mut Vec<u8>) -> Result<(), Error> {
        self.skip();
        let begin = self.offset();
        let mut numbers = [0.0_f32; MOST];
        let mut found = 0_usize;
        self.open("'[' expected before a list")?;
        let mut depth = 1_u32;
        while self.next_number(&mut depth)? {
            match numbers.get_mut(found) {
                Some(place) if found < shape.count() => *place = self.float_here()?,
                _ => return Err(self.fail("too many numbers")),
            }
            found = found.saturating_add(1);
        }
        if found < shape.count() {
            let Some(missing) = with_angles(ty, found, &mut numbers) else {
                return Err(self.fail_at(begin, "too few numbers"));
            };
            found = missing;
        } else if let Some(group) = shape.quat {
            // w stands first in text and last in binary files.
            let start: usize = shape.groups.iter().take(group).sum();
            if let Some(quat) = numbers.get_mut(start..).and_then(|rest| rest.get_mut(..4)) {
                quat.rotate_left(1);
            }
        }
        numbers.iter().take(found).for_each(|number| out.extend_from_slice(&number.to_le_bytes()));
        Ok(())
    }

    fn open(&mut self, problem: &'static str) -> Result<(), Error> {
        self.expect(b'[', problem)
    }

    /// Goes to the next number of a list; `false` behind its end. Brackets within are only counted, commas may be left out.
    #[inline(always)]
    fn next_number(&mut self, depth: &mut u32) -> Result<bool, Error> {
        loop {
            match self.next() {
                None => return Err(self.fail("a list without end")),
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

    /// The last of the numbers in brackets; 0 if there is none.
    pub(super) fn size(&mut self) -> Result<u64, Error> {
        self.open("'[' expected before a size")?;
        let (mut depth, mut size) = (1_u32, 0);
        while self.next_number(&mut depth)? {
            size = integer(&self.string_here()?);
        }
        Ok(size)
    }

    /// The encoding of a utf8 value: `[base64]`, which is the only one, or `[]`.
    pub(super) fn encoding(&mut self) -> Result<(), Error> {
        self.open("'[' expected before an encoding")?;
        let mut depth = 1_u32;
        while self.next_number(&mut depth)? {
            let at = self.offset();
            if *self.string_here()? != *b"base64" {
                return Err(self.fail_at(at, "the only encoding is base64"));
            }
        }
        Ok(())
    }

    /// Bytes as base64 in brackets.
    pub(super) fn base64(&mut self) -> Result<Vec<u8>, Error> {
        self.open("'[' expected before base64")?;
        let rest = self.rest();
        let Some(length) = memchr::memchr(b']', rest) else {
            return Err(self.fail("base64 without closing ']'"));
        };
        let bytes = base64::decode(rest.get(..length).unwrap_or_default()).ok_or_else(|| self.fail("not base64"))?;
        self.advance(length.saturating_add(1));
        Ok(bytes)
    }
}

/// A transform with pitch, yaw and roll where the quaternion would be: makes them one. How many numbers there are then.
fn with_angles(ty: Type, found: usize, numbers: &mut [f32; MOST]) -> Option<usize> {
    let [.., pitch, yaw, roll, x, y, z] = numbers.first_chunk::<9>()?;
    let (angles, scale) = ([*pitch, *yaw, *roll], [*x, *y, *z]);
    if (ty, found) != (Type::TRANSFORM, 6) && (ty, found) != (Type::STRANSFORM, 9) {
        return None;
    }
    numbers.get_mut(3..7)?.copy_from_slice(&euler::quaternion(angles));
    numbers.get_mut(7..10)?.copy_from_slice(&scale);
    found.checked_add(1)
}
