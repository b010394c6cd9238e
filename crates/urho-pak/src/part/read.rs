//! Finds out where each byte belongs.

#![deny(clippy::arithmetic_side_effects)]

use core::ops::Range;

use binio::Bytes;
use zerocopy::FromBytes as _;

use super::{Layout, PackedBlock, Part};
use crate::block::{BLOCK_RECORD_LEN, BlockHead, BlockRecord};
use crate::directory::{Directory, Entry};
use crate::encoding::Encoding;
use crate::error::Error;
use crate::package::ReadOptions;

impl<'a> Layout<'a> {
    /// Splits a package file into parts.
    ///
    /// Parts are in file order, so entries are sorted by the position of their data. If two entries share bytes, these
    /// belong to the first. If an entry is incomplete, all data after it is unowned.
    ///
    /// # Errors
    /// See [`Package::open`](crate::Package::open).
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Splits a package file into parts using the given `options`.
    ///
    /// # Errors
    /// Returns the same errors as [`parse`](Self::parse) and [`Package::open_with`](crate::Package::open_with).
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        let directory = Directory::read(bytes, bytes.len() as u64, options.start, &options.limits)?;
        let encoding = directory.head.encoding;
        let entries: Vec<Entry<'a>> = (0..directory.len()).map(|index| entry(bytes, &directory, index)).collect();
        let mut walk = Walk::new(bytes, &directory);
        walk.entries(&directory, &entries);
        let (trailer, after) = walk.end(directory.start);
        Ok(Self {
            before: Bytes::from(bytes.get(..place(directory.start)).unwrap_or_default()),
            encoding,
            checksum: directory.head.checksum,
            rbfx: encoding.is_rbfx().then_some(directory.head.rbfx),
            entries,
            parts: walk.parts,
            trailer,
            after,
        })
    }
}

/// Returns an entry. Its name is borrowed from the file.
fn entry<'a>(file: &'a [u8], directory: &Directory, index: usize) -> Entry<'a> {
    let Entry { offset, size, checksum, .. } = directory.entry(index);
    let end = place(directory.record_at(index)).saturating_sub(1);
    let start = end.saturating_sub(directory.name(index).len());
    Entry { name: file.get(start..end).unwrap_or_default().into(), offset, size, checksum }
}

/// Converts an offset to an index. If the offset does not fit in `usize`, the index is out of bounds for every slice.
fn place(offset: u64) -> usize {
    usize::try_from(offset).unwrap_or(usize::MAX)
}

/// Goes through the data to the end of the file.
struct Walk<'a> {
    file: &'a [u8],
    /// Everything before this offset has been assigned to a part.
    at: usize,
    /// The directory of an rbfx package, until it has been reached.
    directory: Option<Range<usize>>,
    parts: Vec<Part<'a>>,
}

impl<'a> Walk<'a> {
    fn new(file: &'a [u8], directory: &Directory) -> Self {
        let start = place(directory.at);
        let range = start..start.saturating_add(place(directory.bytes_len()));
        let ahead = directory.head.encoding.is_rbfx().then_some(range);
        Self { file, at: place(directory.data_at()), directory: ahead, parts: Vec::new() }
    }

    /// Assigns data to entries, but stops at the first that is incomplete.
    fn entries(&mut self, directory: &Directory, entries: &[Entry<'a>]) {
        let mut order: Vec<(u32, u32, u32)> = entries.iter().zip(0..).map(|(e, i)| (e.offset, i, e.size)).collect();
        order.retain(|(_, _, size)| *size > 0);
        order.sort_unstable();
        for (offset, index, size) in order {
            let start = place(directory.start.saturating_add(offset.into()));
            if self.directory.as_ref().is_some_and(|range| range.start <= start) {
                self.pass_directory();
            }
            if start < self.at {
                continue;
            }
            match self.data(directory.head.encoding, index, start, size) {
                Some((part, end)) => {
                    self.unowned(start);
                    self.parts.push(part);
                    self.at = end;
                }
                None => break,
            }
        }
        self.pass_directory();
    }

    /// Returns the data of an entry and where it ends, or `None` if it is incomplete.
    fn data(&self, encoding: Encoding, entry: u32, start: usize, size: u32) -> Option<(Part<'a>, usize)> {
        let limit = self.directory.as_ref().map_or(self.file.len(), |range| range.start);
        let file = self.file.get(..limit)?;
        if !encoding.is_packed() {
            let end = start.checked_add(usize::try_from(size).ok()?)?;
            return Some((Part::Stored { entry, data: Bytes::from(file.get(start..end)?) }, end));
        }
        // Counted first, so that the list has the exact capacity.
        let (mut count, mut end) = (0_usize, start);
        for block in blocks(file, start, size) {
            end = place(block?.end());
            count = count.saturating_add(1);
        }
        let mut list = Vec::with_capacity(count);
        list.extend(blocks(file, start, size).flatten().map(|head| PackedBlock {
            unpacked_len: head.unpacked,
            data: Bytes::from(file.get(place(head.data_at())..place(head.end())).unwrap_or_default()),
        }));
        Some((Part::Packed { entry, blocks: list }, end))
    }

    /// Adds the bytes up to `end` as unowned.
    fn unowned(&mut self, end: usize) {
        if let Some(bytes) = self.file.get(self.at..end).filter(|bytes| !bytes.is_empty()) {
            self.parts.push(Part::Unowned(Bytes::from(bytes)));
        }
        self.at = self.at.max(end);
    }

    fn pass_directory(&mut self) {
        if let Some(range) = self.directory.take() {
            self.unowned(range.start);
            self.parts.push(Part::Directory);
            self.at = range.end;
        }
    }

    /// Returns the trailer and the bytes after it. The trailer comes after the data, or at the end of the file if it is
    /// not known where the data ends.
    fn end(&mut self, start: u64) -> (Option<u32>, Bytes<'a>) {
        let last = self.file.len().saturating_sub(4);
        for at in [self.at, last.max(self.at)] {
            let Some(word) = self.file.get(at..).and_then(<[u8]>::first_chunk) else { continue };
            let (word, behind) = (u32::from_le_bytes(*word), at.saturating_add(4));
            if u64::from(word) == (behind as u64).saturating_sub(start) {
                self.unowned(at);
                return (Some(word), Bytes::from(self.file.get(behind..).unwrap_or_default()));
            }
        }
        (None, Bytes::from(self.file.get(self.at..).unwrap_or_default()))
    }
}

/// Iterates over the block starts of an entry. If a block is not valid, this returns `None` and ends.
fn blocks(file: &[u8], start: usize, size: u32) -> impl Iterator<Item = Option<BlockHead>> + use<'_> {
    let mut at = start;
    let mut left = u64::from(size);
    std::iter::from_fn(move || {
        if left == 0 {
            return None;
        }
        let bytes = file.get(at..).and_then(<[u8]>::first_chunk::<BLOCK_RECORD_LEN>);
        let record = bytes.and_then(|bytes| BlockRecord::read_from_bytes(bytes).ok());
        let head = record.and_then(|record| BlockHead::check(record, at as u64, left, file.len() as u64).ok());
        match head {
            Some(head) => {
                at = place(head.end());
                left = left.saturating_sub(head.unpacked.into());
            }
            None => left = 0,
        }
        Some(head)
    })
}
