//! Compresses and decompresses blobs in blocks.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Budget, Fault, Input, bytes, lz4_check_size, lz4_compress, lz4_decompress_into, u32_le};

use super::{Compression, ImageEntry};
use crate::error::{ErrorKind, Failed, Parsed};
use crate::header::{HEADER_LEN, Header, write_header};
use crate::order::ByteOrder;

/// The size of a block before compression. The last block is shorter.
pub(super) const BLOCK_LEN: usize = 1 << 16;

/// The size of the head before a block. It contains the stored size, and the highest bit tells whether the block is not
/// compressed.
pub(super) const BLOCK_HEAD_LEN: u64 = 4;

/// The highest bit in the head of a block: it is not compressed.
const PLAIN: u32 = 1 << 31;

/// Returns how many bytes can be needed to store `size` bytes in blocks.
fn most_packed(size: u64) -> u64 {
    size.saturating_add(size.div_ceil(BLOCK_LEN as u64).saturating_mul(BLOCK_HEAD_LEN))
}

/// Checks that a blob of `stored` bytes can contain `size` bytes.
pub(super) fn check_sizes(compression: Compression, size: u64, stored: u64) -> Result<(), ErrorKind> {
    match compression {
        Compression::STORED if size == stored => Ok(()),
        Compression::STORED => Err(ErrorKind::WrongSize { stored: size, actual: stored }),
        Compression::LZ4 => {
            lz4_check_size(usize::try_from(stored).unwrap_or(usize::MAX), size)?;
            if stored <= most_packed(size) {
                Ok(())
            } else {
                Err(ErrorKind::WrongSize { stored: size, actual: stored })
            }
        }
        Compression(other) => Err(ErrorKind::Unknown { what: "compression", value: u64::from(other) }),
    }
}

/// Returns a single block and its head. It is compressed if this makes it shorter.
pub(super) fn pack(block: &[u8]) -> Result<Vec<u8>, Fault> {
    let packed = lz4_compress(block)?;
    let plain = packed.len() >= block.len();
    let kept = if plain { block } else { &packed };
    let length = u32::try_from(kept.len()).map_err(|_| Fault::Limit("memory"))?;
    let head = if plain { length | PLAIN } else { length };
    let mut out = Vec::with_capacity(kept.len().saturating_add(4));
    out.extend_from_slice(&head.to_le_bytes());
    out.extend_from_slice(kept);
    Ok(out)
}

/// Returns a whole blob in blocks.
pub(super) fn pack_all(content: &[u8]) -> Result<Vec<u8>, Fault> {
    let mut out = Vec::new();
    for block in content.chunks(BLOCK_LEN) {
        out.extend_from_slice(&pack(block)?);
    }
    Ok(out)
}

/// The head of a block, which tells its stored size and whether it is compressed.
#[derive(Clone, Copy)]
pub(super) struct BlockHead {
    pub(super) length: usize,
    pub(super) packed: bool,
}

impl BlockHead {
    /// Checks the head of a block that contains `size` bytes.
    pub(super) fn new(word: u32, size: usize) -> Result<Self, ErrorKind> {
        let (length, packed) = ((word & !PLAIN) as usize, word & PLAIN == 0);
        let sound = if packed { length < size } else { length == size };
        if sound {
            Ok(Self { length, packed })
        } else {
            Err(ErrorKind::WrongSize { stored: length as u64, actual: size as u64 })
        }
    }

    /// Decompresses a block that contains `size` bytes, and appends them to `out`.
    pub(super) fn unpack(self, stored: &[u8], size: usize, out: &mut Vec<u8>) -> Result<(), ErrorKind> {
        if !self.packed {
            out.extend_from_slice(stored);
            return Ok(());
        }
        let start = out.len();
        out.resize(start.saturating_add(size), 0);
        Ok(lz4_decompress_into(stored, out.get_mut(start..).unwrap_or_default())?)
    }
}

fn block<'a>(at: Input<'a>, size: usize, out: &mut Vec<u8>) -> Parsed<'a, ()> {
    let (input, word) = u32_le(at)?;
    let head = BlockHead::new(word, size).map_err(|kind| at.fail(kind))?;
    let (rest, stored) = bytes(input, head.length as u64)?;
    head.unpack(stored, size, out).map_err(|kind| input.fail(kind))?;
    Ok((rest, ()))
}

/// Decompresses all blocks of a blob.
fn unpack_all(blob: &[u8], size: u64, out: &mut Vec<u8>) -> Result<(), Failed> {
    let (mut input, mut left) = (Input::new(blob), size);
    while left > 0 {
        let length = left.min(BLOCK_LEN as u64);
        let (rest, ()) = block(input, usize::try_from(length).unwrap_or(BLOCK_LEN), out)?;
        (input, left) = (rest, left.saturating_sub(length));
    }
    if input.is_empty() { Ok(()) } else { Err(input.fail(Fault::Trailing(input.len() as u64))) }
}

/// Returns the file of an entry, given its blob.
pub(super) fn read(entry: &ImageEntry<'_>, blob: &[u8], budget: &mut Budget) -> Result<Vec<u8>, ErrorKind> {
    check_sizes(entry.compression, entry.size, blob.len() as u64)?;
    let mut file = entry.header.as_ref().map(header_bytes).unwrap_or_default();
    budget.spend(entry.size)?;
    if entry.compression == Compression::STORED {
        file.extend_from_slice(blob);
    } else {
        unpack_all(blob, entry.size, &mut file).map_err(|stop| match stop {
            Failed::Error(failure) | Failed::Failure(failure) => *failure.kind(),
            Failed::Incomplete(_) => ErrorKind::Data(Fault::Limit("blocks")),
        })?;
    }
    check(entry.checksum, crc32fast::hash(&file))?;
    Ok(file)
}

/// Compares a checksum.
pub(super) fn check(stored: u32, computed: u32) -> Result<(), ErrorKind> {
    if stored == computed { Ok(()) } else { Err(ErrorKind::Checksum { stored, computed }) }
}

/// Returns the bytes of the header that is not in the blob.
pub(super) fn header_bytes(header: &Header) -> Vec<u8> {
    let mut out = binio::Writer::new(Vec::with_capacity(HEADER_LEN));
    write_header(&mut out, header, ByteOrder::Little);
    out.into_sink()
}
