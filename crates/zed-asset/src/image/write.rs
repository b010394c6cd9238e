//! Writes image files.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Encode, Failure, Sink, Within, Writer};
use zerocopy::IntoBytes;
use zerocopy::little_endian::{U32, U64};

use super::block::check_sizes;
use super::index::{CHECKSUM_AT, EntryRecord, HEAD_LEN, Head, IMAGE_VERSION, index_checksum};
use super::{Image, ImageEntry};
use crate::error::{Error, ErrorKind, Written};
use crate::hash::fnv1a;
use crate::header::{Flags, Header, write_header};
use crate::kind::Kind;
use crate::order::ByteOrder;

impl Image<'_> {
    /// Writes the image file to bytes. If you have not changed it, the result will be the same as the file.
    ///
    /// # Errors
    /// Fails if entries are not sorted by hash, if two of them have the same hash ([`ErrorKind::Collision`]), or if a
    /// blob can't have the given size.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(self)
    }
}

binio::writers! { Image, Error }

impl Encode for Image<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        let Self { version, has_names, entries, blobs } = self;
        if version.first() != IMAGE_VERSION.first() {
            return Err(out.fail(ErrorKind::Contradiction("the major version isn't 1"))).within("header");
        }
        let lengths: Vec<u64> = blobs.iter().map(|blob| blob.len() as u64).collect();
        let index = index_bytes(*version, *has_names, entries, &lengths)?;
        out.bytes(&index);
        blobs.iter().for_each(|blob| out.bytes(blob));
        Ok(())
    }
}

/// Returns the index for these entries, given the length of each blob.
pub(super) fn index_bytes(
    version: [u8; 3],
    has_names: bool,
    entries: &[ImageEntry<'_>],
    blobs: &[u64],
) -> Result<Vec<u8>, Failure<ErrorKind>> {
    let mut out = Writer::new(Vec::new());
    let flags = if has_names { Flags::NAMES } else { Flags(0) };
    write_header(&mut out, &Header { kind: Kind::IMAGE, version, flags }, ByteOrder::Little);
    let names = name_table(&out, has_names, entries)?;
    let count: u32 = out.narrow(entries.len() as u64, u32::MAX).within("entry")?;
    let names_length: u32 = out.narrow(names.len() as u64, u32::MAX).within("names")?;
    let head = Head { entries: U32::new(count), names: U32::new(names_length), checksum: U32::new(0) };
    out.record(&head);
    let records = (entries.len() as u64).saturating_mul(size_of::<EntryRecord>() as u64);
    let start = (HEAD_LEN as u64).saturating_add(records).saturating_add(names.len() as u64);
    let mut before = Before { places: places(start, blobs), used: 0, last: None };
    for (number, entry) in entries.iter().enumerate() {
        let record = before.record(&out, entry).within_item("entry", number)?;
        out.record(&record);
    }
    if before.used != blobs.len() {
        return Err(out.fail(ErrorKind::Contradiction("a blob that no entry refers to")));
    }
    out.bytes(&names);
    let mut index = out.into_sink();
    let checksum = index_checksum(&index);
    if let Some(place) = index.get_mut(CHECKSUM_AT..HEAD_LEN) {
        place.copy_from_slice(U32::new(checksum).as_bytes());
    }
    Ok(index)
}

/// The offset of a blob in the file, and its length.
#[derive(Clone, Copy)]
struct Place {
    offset: u64,
    stored: u64,
}

fn places(start: u64, blobs: &[u64]) -> Vec<Place> {
    let mut next = start;
    let place = |stored: &u64| {
        let offset = next;
        next = next.saturating_add(*stored);
        Place { offset, stored: *stored }
    };
    blobs.iter().map(place).collect()
}

fn name_table<S: Sink>(
    out: &Writer<S>,
    has_names: bool,
    entries: &[ImageEntry<'_>],
) -> Result<Vec<u8>, Failure<ErrorKind>> {
    let mut table = Writer::new(Vec::new());
    for (number, entry) in entries.iter().enumerate() {
        let refuse = |kind| Err(out.fail::<ErrorKind>(kind)).within_item("entry", number);
        match &entry.name {
            Some(name) if has_names => {
                if fnv1a(name) != entry.hash {
                    return refuse(ErrorKind::Contradiction("the hash doesn't match the name"));
                }
                let length: u16 = table.narrow(name.len() as u64, u16::MAX).within_item("name", number)?;
                table.u16_le(length);
                table.bytes(name);
            }
            None if !has_names => {}
            _ => return refuse(ErrorKind::Contradiction("either all entries have names, or none")),
        }
    }
    Ok(table.into_sink())
}

/// What was written so far. The next entry must continue this.
struct Before {
    places: Vec<Place>,
    /// How many blobs are used by entries.
    used: usize,
    /// The hash of the last entry.
    last: Option<u32>,
}

impl Before {
    /// Returns the record of the next entry.
    fn record<S: Sink>(&mut self, out: &Writer<S>, entry: &ImageEntry<'_>) -> Result<EntryRecord, Failure<ErrorKind>> {
        let ImageEntry { hash, name: _, header, compression, size, checksum, blob } = entry;
        if self.last == Some(*hash) {
            return Err(out.fail(ErrorKind::Collision(*hash)));
        }
        if self.last.is_some_and(|last| last > *hash) {
            return Err(out.fail(ErrorKind::Contradiction("the entries are not in the order of their hashes")));
        }
        self.last = Some(*hash);
        let Place { offset, stored } = self.place(*blob as usize).map_err(|problem| out.fail(problem))?;
        check_sizes(*compression, *size, stored).map_err(|kind| out.fail(kind))?;
        let Header { kind, version, flags } = header.unwrap_or_default();
        if header.is_some() && kind.0 == 0 {
            return Err(out.fail(ErrorKind::Contradiction("a header without its kind")));
        }
        Ok(EntryRecord {
            hash: U32::new(*hash),
            kind: kind.0,
            version,
            flags: U32::new(flags.0),
            offset: U64::new(offset),
            stored: U64::new(stored),
            size: U64::new(*size),
            compression: U32::new(compression.0),
            checksum: U32::new(*checksum),
        })
    }

    /// Returns where a blob is. This must either be a blob that was used before, or the next blob.
    fn place(&mut self, number: usize) -> Result<Place, ErrorKind> {
        let Some(place) = self.places.get(number) else {
            return Err(ErrorKind::Contradiction("the entry has no blob"));
        };
        // Two empty blobs have the same offset, so that they can't be distinguished.
        let shared = number < self.used && place.stored > 0;
        if !shared && number != self.used {
            return Err(ErrorKind::Contradiction("the blobs are not in the order of their first use"));
        }
        self.used = self.used.max(number.saturating_add(1));
        Ok(*place)
    }
}
