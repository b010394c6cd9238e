//! The LZ4 blocks in a compressed entry. See [Compressed data](crate::format#compressed-data).

#![deny(clippy::arithmetic_side_effects)]

use binio::{Fault, ReadAt, lz4_decompress_into};
use zerocopy::little_endian::U16;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::error::{Error, ErrorKind, io_error};

/// The uncompressed size of a block. All packers use this size.
pub const BLOCK_SIZE: usize = 32_768;

/// The start of a block, before the compressed bytes.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct BlockRecord {
    pub(crate) unpacked: U16,
    pub(crate) packed: U16,
}

/// The size of [`BlockRecord`] in bytes.
pub(crate) const BLOCK_RECORD_LEN: usize = size_of::<BlockRecord>();

/// Returns the largest size that `unpacked` bytes can have after compression. This is `LZ4_compressBound`, which the
/// engine uses to allocate its buffer.
pub(crate) const fn packed_bound(unpacked: u64) -> u64 {
    unpacked.saturating_add(unpacked / 255).saturating_add(16)
}

/// A compressed block as stored. You can get the blocks of an entry from [`EntryRef::blocks`](crate::EntryRef::blocks).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The uncompressed size in bytes.
    pub unpacked_len: u16,
    /// The compressed bytes, up to 65 535.
    pub data: Vec<u8>,
}

/// The start of a block after all checks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockHead {
    /// Where the block starts in the file.
    pub(crate) at: u64,
    pub(crate) unpacked: u16,
    pub(crate) packed: u16,
}

impl BlockHead {
    /// Checks the start of a block, given that `left` bytes of the entry remain and that the file has `length` bytes.
    pub(crate) fn check(record: BlockRecord, at: u64, left: u64, length: u64) -> Result<Self, Error> {
        let (unpacked, packed) = (record.unpacked.get(), record.packed.get());
        let fail = |kind: ErrorKind| Err(Error::new(kind, "block").at(at));
        if unpacked == 0 {
            return fail(ErrorKind::EmptyBlock);
        }
        if u64::from(unpacked) > left {
            return fail(ErrorKind::BlockOverflow { unpacked, left });
        }
        if u64::from(packed) > packed_bound(unpacked.into()) {
            return fail(ErrorKind::BlockTooLarge { unpacked, packed });
        }
        let head = Self { at, unpacked, packed };
        if head.end() > length {
            return fail(ErrorKind::EntryOutside { end: head.end(), length });
        }
        Ok(head)
    }

    /// Returns the offset of the compressed bytes.
    pub(crate) fn data_at(self) -> u64 {
        self.at.saturating_add(BLOCK_RECORD_LEN as u64)
    }

    /// Returns the offset of the next block.
    pub(crate) fn end(self) -> u64 {
        self.data_at().saturating_add(self.packed.into())
    }
}

/// Visits the blocks of an entry in order. It only needs memory for a single compressed block.
#[derive(Clone, Debug)]
pub(crate) struct BlockRun {
    /// The file offset of the next block.
    at: u64,
    /// How many bytes of the entry remain.
    left: u64,
    /// The file size in bytes.
    length: u64,
    /// The compressed bytes of a block. If the start of the next block has been read too, it follows.
    packed: Vec<u8>,
    /// The start of the next block, if it was read together with the previous block.
    next: Option<BlockRecord>,
}

impl BlockRun {
    /// Creates a run for `left` bytes of an entry. The first block is at `at`, in a file with `length` bytes.
    pub(crate) fn new(at: u64, left: u64, length: u64) -> Self {
        Self { at, left, length, packed: Vec::new(), next: None }
    }

    /// Continues this run at another block of the same entry, which is at `at` and has `left` bytes to the end of the
    /// entry.
    pub(crate) fn restart(self, at: u64, left: u64) -> Self {
        Self { at, left, next: None, ..self }
    }

    /// Returns the file offset of the next block. After the last block, this is where it ends.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Returns how many bytes of the entry remain.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// Reads the start of the next block, or returns `None` after the last block.
    pub(crate) fn head<S: ReadAt + ?Sized>(&mut self, source: &S) -> Result<Option<BlockHead>, Error> {
        if self.left == 0 {
            return Ok(None);
        }
        let record = match self.next {
            Some(record) => record,
            None => self.read_record(source)?,
        };
        self.next = Some(record);
        BlockHead::check(record, self.at, self.left, self.length).map(Some)
    }

    fn read_record<S: ReadAt + ?Sized>(&self, source: &S) -> Result<BlockRecord, Error> {
        let remaining = self.length.saturating_sub(self.at);
        let needed = BLOCK_RECORD_LEN as u64;
        if remaining < needed {
            let fault = Fault::UnexpectedEnd { needed, remaining };
            return Err(Error::new(fault, "block").at(self.at.min(self.length)));
        }
        let mut record = BlockRecord { unpacked: U16::ZERO, packed: U16::ZERO };
        source.read_exact_at(record.as_mut_bytes(), self.at).map_err(io_error)?;
        Ok(record)
    }

    /// Skips a block without reading it.
    pub(crate) fn skip(&mut self, head: BlockHead) {
        self.at = head.end();
        self.left = self.left.saturating_sub(head.unpacked.into());
        self.next = None;
    }

    /// Reads the compressed bytes of the next block, which starts with `head`, and moves on.
    pub(crate) fn packed<'r, S: ReadAt + ?Sized>(
        &'r mut self,
        source: &'r S,
        head: BlockHead,
    ) -> Result<&'r [u8], Error> {
        let packed = usize::from(head.packed);
        if let Some(bytes) = source.bytes_at(head.data_at(), packed) {
            self.skip(head);
            return Ok(bytes);
        }
        let last = u64::from(head.unpacked) >= self.left;
        // This also reads the head of the next block, which saves a system call.
        let behind = self.length.saturating_sub(head.end());
        let along = if last || behind < BLOCK_RECORD_LEN as u64 { 0 } else { BLOCK_RECORD_LEN };
        let length = packed.saturating_add(along);
        if self.packed.len() < length {
            self.packed.resize(length, 0);
        }
        let (bytes, _) = self.packed.split_at_mut(length);
        source.read_exact_at(bytes, head.data_at()).map_err(io_error)?;
        let (_, next) = bytes.split_at(packed);
        let next = BlockRecord::read_from_bytes(next).ok();
        self.skip(head);
        self.next = next;
        Ok(self.packed.split_at(packed).0)
    }

    /// Decompresses the next block, which starts with `head`, and moves on. The size of `out` must be the size of the
    /// block.
    pub(crate) fn unpack<S: ReadAt + ?Sized>(
        &mut self,
        source: &S,
        head: BlockHead,
        out: &mut [u8],
    ) -> Result<(), Error> {
        let data = self.packed(source, head)?;
        lz4_decompress_into(data, out).map_err(|fault| Error::new(fault, "block").at(head.data_at()))
    }
}
