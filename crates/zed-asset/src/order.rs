//! Reads numbers in either byte order.

#![deny(clippy::arithmetic_side_effects)]

use binio::{Sink, Writer, chunk, u16_be, u16_le, u32_be, u32_le, u64_be, u64_le};

use crate::error::Parsed;

/// The byte order of a file. The engine only supports little-endian: if bit 0 of the flags is set, it prints "Swapping
/// bytes.", but does not swap them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ByteOrder {
    /// The least significant byte comes first. This is true for any file that the engine can load.
    #[default]
    Little,
    /// The most significant byte comes first.
    Big,
}

impl ByteOrder {
    /// Returns `little` or `big`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Little => "little",
            Self::Big => "big",
        }
    }

    pub(crate) fn u16(self, input: binio::Input<'_>) -> Parsed<'_, u16> {
        match self {
            Self::Little => u16_le(input),
            Self::Big => u16_be(input),
        }
    }

    pub(crate) fn u32(self, input: binio::Input<'_>) -> Parsed<'_, u32> {
        match self {
            Self::Little => u32_le(input),
            Self::Big => u32_be(input),
        }
    }

    pub(crate) fn u64(self, input: binio::Input<'_>) -> Parsed<'_, u64> {
        match self {
            Self::Little => u64_le(input),
            Self::Big => u64_be(input),
        }
    }

    /// Reads `N` consecutive u32s.
    pub(crate) fn u32s<const N: usize>(self, input: binio::Input<'_>) -> Parsed<'_, [u32; N]> {
        let mut numbers = [0; N];
        let mut input = input;
        for number in &mut numbers {
            let (rest, bytes) = chunk::<4, _>(input)?;
            *number = self.word(*bytes);
            input = rest;
        }
        Ok((input, numbers))
    }

    /// Decodes four bytes.
    #[inline]
    pub(crate) const fn word(self, bytes: [u8; 4]) -> u32 {
        match self {
            Self::Little => u32::from_le_bytes(bytes),
            Self::Big => u32::from_be_bytes(bytes),
        }
    }

    /// Decodes two bytes.
    #[inline]
    pub(crate) const fn half(self, bytes: [u8; 2]) -> u16 {
        match self {
            Self::Little => u16::from_le_bytes(bytes),
            Self::Big => u16::from_be_bytes(bytes),
        }
    }

    pub(crate) fn put_u16<S: Sink>(self, out: &mut Writer<S>, value: u16) {
        match self {
            Self::Little => out.u16_le(value),
            Self::Big => out.u16_be(value),
        }
    }

    pub(crate) fn put_u32<S: Sink>(self, out: &mut Writer<S>, value: u32) {
        match self {
            Self::Little => out.u32_le(value),
            Self::Big => out.u32_be(value),
        }
    }

    pub(crate) fn put_u64<S: Sink>(self, out: &mut Writer<S>, value: u64) {
        match self {
            Self::Little => out.u64_le(value),
            Self::Big => out.u64_be(value),
        }
    }
}
