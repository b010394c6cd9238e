//! Reads the bytes of a stream, from the front to the tail.

use super::StreamError;

const ENDS: StreamError = StreamError("the stream ends early");

/// The bytes that have not been read yet.
pub(super) struct Cursor<'a>(&'a [u8]);

impl<'a> Cursor<'a> {
    /// Splits a stream into its first byte, the bytes in the middle, and its last `tail` bytes.
    pub(super) fn split(bytes: &'a [u8], tail: usize) -> Result<(u8, Self, &'a [u8]), StreamError> {
        let (first, rest) = bytes.split_first().ok_or(ENDS)?;
        let body = rest.len().checked_sub(tail).ok_or(ENDS)?;
        let (body, tail) = rest.split_at_checked(body).ok_or(ENDS)?;
        Ok((*first, Self(body), tail))
    }

    /// Reads `count` bytes.
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], StreamError> {
        let (taken, rest) = self.0.split_at_checked(count).ok_or(ENDS)?;
        self.0 = rest;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, StreamError> {
        let (first, rest) = self.0.split_first().ok_or(ENDS)?;
        self.0 = rest;
        Ok(*first)
    }

    /// Reads an unsigned LEB128 number of one to five bytes. Bits beyond 32 are ignored.
    pub(super) fn varint(&mut self) -> Result<u32, StreamError> {
        let mut value = 0u32;
        for shift in [0, 7, 14, 21, 28] {
            let byte = self.byte()?;
            value |= u32::from(byte & 0x7f).wrapping_shl(shift);
            if byte & 0x80 == 0 {
                return Ok(value);
            }
        }
        Err(StreamError("a number is longer than five bytes"))
    }

    /// Returns an error if there are bytes that were not read.
    pub(super) fn finish(&self) -> Result<(), StreamError> {
        if self.0.is_empty() { Ok(()) } else { Err(StreamError("the stream is longer than its elements")) }
    }
}

/// Appends an index of `stride` bytes.
pub(super) fn put_index(out: &mut Vec<u8>, index: u32, stride: usize) {
    let bytes = index.to_le_bytes();
    out.extend_from_slice(bytes.get(..stride).unwrap_or_default());
}

/// Returns the signed difference for a zigzag code.
pub(super) fn unzigzag(code: u32) -> u32 {
    let half = code >> 1;
    if code & 1 == 0 { half } else { !half }
}
