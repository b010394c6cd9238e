//! Strings and their lengths, the way binary files store them (see [FORMAT.md, "Binary"](crate::format#binary)).

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;

use crate::error::{Error, no_place};

/// Returns the number of bytes a string takes, including its length.
pub(crate) fn encoded_len(string: &[u8]) -> u64 {
    let head = if string.len() < usize::from(u8::MAX) { 1 } else { 5 };
    (string.len() as u64).saturating_add(head)
}

/// Appends a string, with the shortest length that can be used.
pub(crate) fn push(block: &mut Vec<u8>, string: &[u8]) -> Result<(), Error> {
    match u8::try_from(string.len()) {
        Ok(length) if length < u8::MAX => block.push(length),
        _ => {
            let (value, max) = (string.len() as u64, u64::from(u32::MAX));
            let length = u32::try_from(value).map_err(|_| no_place(binio::Fault::TooLarge { value, max }))?;
            block.push(u8::MAX);
            block.extend(length.to_le_bytes());
        }
    }
    block.extend_from_slice(string);
    Ok(())
}

/// Splits off the first string.
pub(crate) fn split(block: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = block.split_first()?;
    if *length < u8::MAX {
        return rest.split_at_checked(usize::from(*length));
    }
    let (length, rest) = rest.split_first_chunk()?;
    rest.split_at_checked(usize::try_from(u32::from_le_bytes(*length)).ok()?)
}
