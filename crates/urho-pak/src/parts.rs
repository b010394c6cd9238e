//! The parts of a package file; every byte belongs to one part.

mod read;
mod write;

use binio::Bytes;

use crate::directory::{Entry, Rbfx};
use crate::kind::Kind;

/// The parts of a package file in memory; every byte belongs to one part.
///
/// [`Package`](crate::Package) is for reading. `Layout` is for examining a file and for writing it byte for byte: damaged
/// files, files with gaps, files whose entries share data. Data is borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout<'a> {
    /// Data before the package.
    pub before: Bytes<'a>,
    /// Kind of package.
    pub kind: Kind,
    /// The checksum of all entries, as stored.
    pub checksum: u32,
    /// Additional head fields of rbfx packages; `None` for others.
    pub rbfx: Option<Rbfx>,
    /// Entries of the directory, in its order.
    pub entries: Vec<Entry<'a>>,
    /// Parts after the directory; in packages of rbfx, after the head.
    pub parts: Vec<Part<'a>>,
    /// Package size at the end, if it is correct.
    pub trailer: Option<u32>,
    /// Data after the package.
    pub after: Bytes<'a>,
}

/// A run of bytes between the head and the end of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// Stored data of an entry.
    Stored {
        /// Number of the entry.
        entry: u32,
        /// Bytes of the entry.
        data: Bytes<'a>,
    },
    /// Compressed data of an entry.
    Packed {
        /// Number of the entry.
        entry: u32,
        /// Blocks of the entry, in order.
        blocks: Vec<PackedBlock<'a>>,
    },
    /// The directory, in rbfx packages.
    Directory,
    /// Bytes of no entry: between entries, or of damaged entries and entries that share data.
    Unowned(Bytes<'a>),
}

/// A compressed block, as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedBlock<'a> {
    /// Uncompressed size in bytes.
    pub unpacked_len: u16,
    /// The compressed bytes.
    pub data: Bytes<'a>,
}

binio::into_owned! { impl Part }
binio::into_owned! { pub Layout { before, entries, parts, after; kind, checksum, rbfx, trailer } }

impl Part<'_> {
    /// Returns an owned copy.
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
