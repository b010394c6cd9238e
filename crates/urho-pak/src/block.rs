//! The LZ4 blocks that packed entries are made of ([Packed data](crate::format#packed-data)).

#![deny(clippy::arithmetic_side_effects)]

use binio::{Fault, ReadAt, lz4_decompress_into};
use zerocopy::little_endian::U16;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use crate::error::{Error, ErrorKind, io_error};

/// Bytes of a block before it is packed, as all packers make them.
pub const BLOCK_SIZE: usize = 32_768;

/// What stands before the packed bytes of a block.
#[derive(FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned, Clone, Copy, Debug)]
#[repr(C)]
pub(crate) struct BlockRecord {
    pub(crate) unpacked: U16,
    pub(crate) packed: U16,
}

/// Bytes of it.
pub(crate) const BLOCK_RECORD_LEN: usize = size_of::<BlockRecord>();

/// The most bytes that LZ4 makes of `unpacked` bytes: `LZ4_compressBound`, by which the engine sizes its buffer.
pub const fn packed_bound(unpacked: u64) -> u64 {
    unpacked.saturating_add(unpacked / 255).saturating_add(16)
}

/// A block as it is stored: still packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Bytes that it unpacks to.
    pub unpacked_len: u16,
    /// The packed bytes, no more than 65 535.
    pub data: Vec<u8>,
}

/// The head of a block, checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BlockHead {
    /// Where the head stands in the file.
    pub(crate) at: u64,
    pub(crate) unpacked: u16,
    pub(crate) packed: u16,
}

impl BlockHead {
    /// Checks a head: `left` bytes are left of the entry, and the file has `length`.
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

    /// Where the packed bytes begin.
    pub(crate) fn data_at(self) -> u64 {
        self.at.saturating_add(BLOCK_RECORD_LEN as u64)
    }

    /// Where the next block begins.
    pub(crate) fn end(self) -> u64 {
        self.data_at().saturating_add(self.packed.into())
    }
}

/// Goes through the blocks of one entry in order; memory for one packed block.
#[derive(Clone, Debug)]
pub(crate) struct BlockRun {
    /// Where the next block begins in the file.
    at: u64,
    /// Bytes of the entry that are still to come.
    left: u64,
    /// Bytes of the file.
    length: u64,
    /// The packed bytes of one block, and the head of the next, if it has been read.
    packed: Vec<u8>,
    /// The head of the next block, read together with the block before it.
    next: Option<BlockRecord>,
}

impl BlockRun {
    /// `left` bytes of an entry, beginning with the block at `at`, in a file of `length` bytes.
    pub(crate) fn new(at: u64, left: u64, length: u64) -> Self {
        Self { at, left, length, packed: Vec::new(), next: None }
    }

    /// The last `left` bytes of the same entry, beginning with the block at `at`.
    pub(crate) fn restart(self, at: u64, left: u64) -> Self {
        Self { at, left, next: None, ..self }
    }

    /// Where the next block begins in the file: behind the last block, when there is none left.
    pub(crate) fn at(&self) -> u64 {
        self.at
    }

    /// Bytes of the entry that are still to come.
    pub(crate) fn left(&self) -> u64 {
        self.left
    }

    /// The head of the next block; `None` behind the last.
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

    /// Goes past a block without reading it.
    pub(crate) fn skip(&mut self, head: BlockHead) {
        self.at = head.end();
        self.left = self.left.saturating_sub(head.unpacked.into());
        self.next = None;
    }

    /// The packed bytes of the block `head`, the next one, and goes past it.
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
        // The head of the next block comes along, which saves a system call.
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

    /// Unpacks the block `head`, the next one, into `out`, which has its size, and goes past it.
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
