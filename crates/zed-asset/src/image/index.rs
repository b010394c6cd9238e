//! The index of an image file, which comes before the blobs.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Bytes, Fault, Input, Name, Within, bytes, check_count, prefixed, record, repeat, u16_le};
use zerocopy::little_endian::{U32, U64};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};

use super::block::check_sizes;
use super::{Compression, Image, ImageEntry, ImageOptions};
use crate::error::{Error, ErrorKind, Failed, Parsed};
use crate::hash::fnv1a;
use crate::header::{Flags, Header, expect, header};
use crate::kind::{FileKind, Kind};
use crate::order::ByteOrder;

/// The version of the layout that this crate writes. You can read any file with the same major version.
pub(crate) const IMAGE_VERSION: [u8; 3] = [1, 0, 0];

/// Comes after the header.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct Head {
    pub(super) entries: U32,
    /// The size of the table of names.
    pub(super) names: U32,
    /// The CRC-32 of the index. This includes all bytes up to the first blob, except this field.
    pub(super) checksum: U32,
}

/// Where [`Head::checksum`] begins, and where it ends.
pub(super) const CHECKSUM_AT: usize = 19;
pub(super) const HEAD_LEN: usize = 23;

/// An entry as it is stored.
#[derive(Clone, Copy, FromBytes, IntoBytes, Immutable, KnownLayout, Unaligned)]
#[repr(C)]
pub(super) struct EntryRecord {
    pub(super) hash: U32,
    pub(super) kind: u8,
    pub(super) version: [u8; 3],
    pub(super) flags: U32,
    pub(super) offset: U64,
    pub(super) stored: U64,
    pub(super) size: U64,
    pub(super) compression: U32,
    pub(super) checksum: U32,
}

/// An index, and where to find the blobs.
#[derive(Clone, Debug)]
pub(super) struct Index<'a> {
    pub(super) version: [u8; 3],
    pub(super) has_names: bool,
    pub(super) entries: Vec<ImageEntry<'a>>,
    /// The offset and the length of each blob.
    pub(super) blobs: Vec<(u64, u64)>,
}

/// Returns how long an index is, given its start.
pub(super) fn index_len(start: Input<'_>) -> Parsed<'_, u64> {
    expect(start, FileKind::Image)?;
    let (input, _) = header(start, ByteOrder::Little)?;
    let (input, head) = record::<Head, _>(input).within("index")?;
    let entries = u64::from(head.entries.get()).saturating_mul(size_of::<EntryRecord>() as u64);
    let names = u64::from(head.names.get());
    Ok((input, (HEAD_LEN as u64).saturating_add(entries).saturating_add(names)))
}

/// Reads an index. `length` must be the size of the whole file.
pub(super) fn index<'a>(start: Input<'a>, length: u64, options: &ImageOptions) -> Parsed<'a, Index<'a>> {
    let (_, index_length) = index_len(start)?;
    let (input, header) = header(start, ByteOrder::Little)?;
    let version = header.version;
    if version.first() != IMAGE_VERSION.first() {
        let value = version.first().copied().map_or(0, u64::from);
        return Err(start.fail(ErrorKind::Unknown { what: "version", value })).within("header");
    }
    if header.flags.without(Flags::NAMES) != Flags(0) {
        let value = u64::from(header.flags.0);
        return Err(start.fail(ErrorKind::Unknown { what: "flags", value })).within("header");
    }
    let at = input;
    let (input, head) = record::<Head, _>(input).within("index")?;
    let count = head.entries.get();
    let entry_count = check_count(at, input, u64::from(count), size_of::<EntryRecord>()).within("entry")?;
    if u64::from(count) > options.limits.entries() {
        return Err(at.fail(Fault::Limit("entries"))).within("entry");
    }
    check_sum(start, index_length, head.checksum.get())?;
    let has_names = header.flags.contains(Flags::NAMES);
    let (input, records) = binio::records::<EntryRecord, _>(input, entry_count).within("entry")?;
    let (input, names) = bytes(input, u64::from(head.names.get())).within("names")?;
    let names_at = input.offset().saturating_sub(names.len() as u64);
    let names = read_names(Input::at(names, names_at), entry_count, has_names)?;
    let mut places = Places { next: index_length, length, blobs: Vec::new() };
    places.blobs.reserve_exact(entry_count);
    let (mut entries, mut last) = (Vec::with_capacity(entry_count), None);
    let mut names = names.into_iter();
    for (number, record) in records.iter().enumerate() {
        let at = index_place(number);
        let entry = entry(at, record, names.next(), last, &mut places).within_item("entry", number)?;
        last = Some(entry.hash);
        entries.push(entry);
    }
    if places.next != length {
        let behind = length.saturating_sub(places.next);
        return Err(Input::at(&[], places.next).fail(Fault::Trailing(behind)));
    }
    Ok((input, Index { version, has_names, entries, blobs: places.blobs }))
}

/// Returns an empty input at the given entry, to be used when it fails.
fn index_place<'a>(number: usize) -> Input<'a> {
    Input::at(&[], record_at(number))
}

/// Returns the file offset at which the record of the given entry begins.
pub(super) fn record_at(number: usize) -> u64 {
    (number as u64).saturating_mul(size_of::<EntryRecord>() as u64).saturating_add(HEAD_LEN as u64)
}

fn check_sum(start: Input<'_>, length: u64, stored: u32) -> Result<(), Failed> {
    let (_, index) = bytes(start, length).within("index")?;
    let computed = index_checksum(index);
    if computed == stored {
        return Ok(());
    }
    let at = start.offset().saturating_add(CHECKSUM_AT as u64);
    Err(Input::at(&[], at).fail(ErrorKind::Checksum { stored, computed })).within("index")
}

/// Computes the checksum of an index.
pub(super) fn index_checksum(index: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(index.get(..CHECKSUM_AT).unwrap_or_default());
    hasher.update(index.get(HEAD_LEN..).unwrap_or_default());
    hasher.finalize()
}

/// Reads the names of all entries. If the file has no names, the result is empty.
fn read_names(input: Input<'_>, count: usize, has_names: bool) -> Result<Vec<Name<'_>>, Failed> {
    if !has_names {
        return match input.len() {
            0 => Ok(Vec::new()),
            length => Err(input.fail(Fault::Trailing(length as u64))).within("names"),
        };
    }
    let count = check_count(input, input, count as u64, size_of::<u16>()).within("names")?;
    let (rest, names) = repeat(input, count, "name", |input| {
        let (input, name) = prefixed(input, u16_le)?;
        Ok((input, Name::from(name)))
    })?;
    match rest.len() {
        0 => Ok(names),
        length => Err(rest.fail(Fault::Trailing(length as u64))).within("names"),
    }
}

/// Knows where a blob may be: directly after the previous blob, or at the same place as an earlier blob.
struct Places {
    next: u64,
    length: u64,
    /// Sorted by offset.
    blobs: Vec<(u64, u64)>,
}

impl Places {
    /// Returns the number of the blob at the given offset.
    fn take(&mut self, at: Input<'_>, offset: u64, stored: u64) -> Result<u32, Failed> {
        if offset != self.next || self.blobs.len() > u32::MAX as usize {
            let same = |blob: &(u64, u64)| blob.0.cmp(&offset).then(blob.1.cmp(&stored));
            return match self.blobs.binary_search_by(same) {
                Ok(number) if stored > 0 => Ok(u32::try_from(number).unwrap_or(u32::MAX)),
                _ => Err(
                    at.fail(ErrorKind::Contradiction("a blob that neither follows the last one nor is an earlier one"))
                ),
            };
        }
        let end = offset.saturating_add(stored);
        if end > self.length {
            let remaining = self.length.saturating_sub(offset);
            return Err(at.fail(Fault::UnexpectedEnd { needed: stored, remaining }));
        }
        let number = self.blobs.len();
        self.blobs.push((offset, stored));
        self.next = end;
        Ok(u32::try_from(number).unwrap_or(u32::MAX))
    }
}

fn entry<'a>(
    at: Input<'a>,
    record: &EntryRecord,
    name: Option<Name<'a>>,
    last: Option<u32>,
    places: &mut Places,
) -> Result<ImageEntry<'a>, Failed> {
    let hash = record.hash.get();
    match last {
        Some(last) if last == hash => return Err(at.fail(ErrorKind::Collision(hash))),
        Some(last) if last > hash => {
            return Err(at.fail(ErrorKind::Contradiction("the entries are not in the order of their hashes")));
        }
        _ => {}
    }
    if name.as_ref().is_some_and(|name| fnv1a(name) != hash) {
        return Err(at.fail(ErrorKind::Contradiction("the hash doesn't match the name")));
    }
    let (size, stored, compression) = (record.size.get(), record.stored.get(), Compression(record.compression.get()));
    check_sizes(compression, size, stored).map_err(|kind| at.fail(kind))?;
    let header = match record.kind {
        0 if record.version != [0; 3] || record.flags.get() != 0 => {
            return Err(at.fail(ErrorKind::Contradiction("a header without its kind")));
        }
        0 => None,
        kind => Some(Header { kind: Kind(kind), version: record.version, flags: Flags(record.flags.get()) }),
    };
    let blob = places.take(at, record.offset.get(), stored)?;
    Ok(ImageEntry { hash, name, header, compression, size, checksum: record.checksum.get(), blob })
}

/// Reads an image file from memory.
pub(super) fn image<'a>(file: &'a [u8], options: &ImageOptions) -> Result<Image<'a>, Error> {
    binio::parse(Input::new(file), |input| {
        let (_, index) = index(input, file.len() as u64, options)?;
        let blob = |&(offset, length): &(u64, u64)| {
            let start = usize::try_from(offset).unwrap_or(usize::MAX);
            let end = usize::try_from(offset.saturating_add(length)).unwrap_or(usize::MAX);
            Bytes::from(file.get(start..end).unwrap_or_default())
        };
        let blobs = index.blobs.iter().map(blob).collect();
        let (rest, _) = binio::rest::<ErrorKind>(input)?;
        let Index { version, has_names, entries, .. } = index;
        Ok((rest, Image { version, has_names, entries, blobs }))
    })
}
