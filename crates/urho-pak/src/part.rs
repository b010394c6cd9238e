//! Splits a package file into parts, so that every byte belongs to exactly one part.

mod read;
mod write;

use binio::Bytes;

use crate::directory::{Entry, Rbfx};
use crate::encoding::Encoding;

/// A package file in memory, split into parts so that every byte belongs to exactly one part.
///
/// To read assets, use [`Package`](crate::Package) instead. `Layout` is for looking at the file itself and for writing
/// it byte for byte, even if it is damaged, has gaps, or has entries that share data. The data is borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout<'a> {
    /// The data before the package, for example an executable.
    pub before: Bytes<'a>,
    /// The encoding of the package.
    pub encoding: Encoding,
    /// The checksum of all entries, as stored.
    pub checksum: u32,
    /// The additional fields in the head of rbfx packages, or `None` for all others.
    pub rbfx: Option<Rbfx>,
    /// The entries in directory order.
    pub entries: Vec<Entry<'a>>,
    /// What follows the directory or, in rbfx packages, the head.
    pub parts: Vec<Part<'a>>,
    /// The size of the package at its end, or `None` if it is missing or wrong.
    pub trailer: Option<u32>,
    /// The data after the package.
    pub after: Bytes<'a>,
}

/// Bytes between the head and the end of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// The data of an entry that is not compressed.
    Stored {
        /// The index of the entry.
        entry: u32,
        /// The bytes of the entry.
        data: Bytes<'a>,
    },
    /// The data of an entry that is compressed.
    Packed {
        /// The index of the entry.
        entry: u32,
        /// The blocks in order.
        blocks: Vec<PackedBlock<'a>>,
    },
    /// The directory, which is here only in rbfx packages.
    Directory,
    /// Bytes that do not belong to an entry: they are between entries, or in an entry that is damaged or shares data
    /// with another.
    Unowned(Bytes<'a>),
}

/// A compressed block as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedBlock<'a> {
    /// The uncompressed size in bytes.
    pub unpacked_len: u16,
    /// The compressed bytes.
    pub data: Bytes<'a>,
}

binio::into_owned! { impl Part }
binio::into_owned! { pub Layout { before, entries, parts, after; encoding, checksum, rbfx, trailer } }

impl Part<'_> {
    /// Converts this into an owned part, to be kept longer than the bytes of the file.
    pub fn into_owned(self) -> Part<'static> {
        match self {
            Self::Stored { entry, data } => Part::Stored { entry, data: data.into_owned() },
            Self::Packed { entry, blocks } => {
                Part::Packed { entry, blocks: blocks.into_iter().map(PackedBlock::into_owned).collect() }
            }
            Self::Directory => Part::Directory,
            Self::Unowned(data) => Part::Unowned(data.into_owned()),
        }
    }
}

binio::into_owned! { pub PackedBlock { data; unpacked_len } }
