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
    /// Returns the encoded size in bytes.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes).
    pub fn encoded_len(&self) -> Result<u64, Error> {
        binio::encoded_len(self)
    }

    /// Encodes the image file. An unmodified one gives the bytes of its file.
    ///
    /// # Errors
    /// Entries that are not in hash order, that share a hash ([`ErrorKind::Collision`]), or whose blobs don't match their
    /// sizes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        binio::to_bytes(self)
    }

    /// Writes the image file, or nothing if it can't be encoded.
    ///
    /// # Errors
    /// As [`to_bytes`](Self::to_bytes), and the error of `out`.
    #[cfg(feature = "std")]
    pub fn write_to(&self, out: impl std::io::Write) -> std::io::Result<()> {
        binio::write_to(self, out)
    }
}

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

/// Returns the index of these entries, for blobs of these lengths.
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
    let offsets = offsets(start, blobs);
    let (mut used, mut last) = (0, None);
    for (number, entry) in entries.iter().enumerate() {
        let record = record(&out, entry, &mut used, last, blobs, &offsets).within_item("entry", number)?;
        out.record(&record);
        last = Some(entry.hash);
    }
    if used != blobs.len() {
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

fn offsets(start: u64, blobs: &[u64]) -> Vec<u64> {
    let mut next = start;
    let place = |length: &u64| {
        let offset = next;
        next = next.saturating_add(*length);
        offset
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

fn record<S: Sink>(
    out: &Writer<S>,
    entry: &ImageEntry<'_>,
    used: &mut usize,
    last: Option<u32>,
    blobs: &[u64],
    offsets: &[u64],
) -> Result<EntryRecord, Failure<ErrorKind>> {
    let ImageEntry { hash, name: _, header, compression, size, checksum, blob } = entry;
    if last == Some(*hash) {
        return Err(out.fail(ErrorKind::Collision(*hash)));
    }
    if last.is_some_and(|last| last > *hash) {
        return Err(out.fail(ErrorKind::Contradiction("the entries are not in the order of their hashes")));
    }
    let number = *blob as usize;
    let (Some(stored), Some(offset)) = (blobs.get(number), offsets.get(number)) else {
        return Err(out.fail(ErrorKind::Contradiction("the entry has no blob")));
    };
    // Two empty blobs have the same offset, so that they can't be distinguished.
    let shared = number < *used && *stored > 0;
    if !shared && number != *used {
        return Err(out.fail(ErrorKind::Contradiction("the blobs are not in the order of their first use")));
    }
    *used = (*used).max(number.saturating_add(1));
    check_sizes(*compression, *size, *stored).map_err(|kind| out.fail(kind))?;
    let Header { kind, version, flags } = header.unwrap_or_default();
    if header.is_some() && kind.0 == 0 {
        return Err(out.fail(ErrorKind::Contradiction("a header without its kind")));
    }
    Ok(EntryRecord {
        hash: U32::new(*hash),
        kind: kind.0,
        version,
        flags: U32::new(flags.0),
        offset: U64::new(*offset),
        stored: U64::new(*stored),
        size: U64::new(*size),
        compression: U32::new(compression.0),
        checksum: U32::new(*checksum),
    })
}
