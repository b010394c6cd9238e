//! A package file taken apart: every byte in the part that owns it.

mod read;
mod write;

use binio::Bytes;

use crate::directory::{Entry, Rbfx};
use crate::kind::Kind;

/// A package file in memory, taken apart: every byte of it in the part that owns it.
///
/// [`Package`](crate::Package) is for reading; this is for looking at a file as it is, and for putting it together again byte
/// for byte: damaged files, files with gaps, files whose entries share data. Data is borrowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout<'a> {
    /// What the package is appended to.
    pub before: Bytes<'a>,
    /// Which of the four kinds it is.
    pub kind: Kind,
    /// The checksum of all entries, as stored.
    pub checksum: u32,
    /// What packages of rbfx say besides; `None` for others.
    pub rbfx: Option<Rbfx>,
    /// Entries of the directory, in its order.
    pub entries: Vec<Entry<'a>>,
    /// What stands behind the directory; in packages of rbfx, behind the head.
    pub parts: Vec<Part<'a>>,
    /// The size of the package that stands behind it, if that is what it says.
    pub trailer: Option<u32>,
    /// What follows the package.
    pub after: Bytes<'a>,
}

/// A run of bytes between the head and the end of a package.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part<'a> {
    /// The data of an entry, stored.
    Stored {
        /// Number of the entry.
        entry: u32,
        /// Bytes of the entry.
        data: Bytes<'a>,
    },
    /// The data of an entry, packed.
    Packed {
        /// Number of the entry.
        entry: u32,
        /// Blocks of the entry, in order.
        blocks: Vec<PackedBlock<'a>>,
    },
    /// The directory, in packages of rbfx.
    Directory,
    /// Bytes that no entry owns: between entries, or of entries that are damaged or share data.
    Unowned(Bytes<'a>),
}

/// A block as it is stored: still packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PackedBlock<'a> {
    /// Bytes that it unpacks to.
    pub unpacked_len: u16,
    /// The packed bytes.
    pub data: Bytes<'a>,
}

impl Layout<'_> {
    /// The same parts, free of what they were read from.
    pub fn into_owned(self) -> Layout<'static> {
        Layout {
            before: self.before.into_owned(),
            kind: self.kind,
            checksum: self.checksum,
            rbfx: self.rbfx,
            entries: self.entries.into_iter().map(Entry::into_owned).collect(),
            parts: self.parts.into_iter().map(Part::into_owned).collect(),
            trailer: self.trailer,
            after: self.after.into_owned(),
        }
    }
}

impl Part<'_> {
    /// The same part, free of what it was read from.
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

impl PackedBlock<'_> {
    /// The same block, free of what it was read from.
    pub fn into_owned(self) -> PackedBlock<'static> {
        PackedBlock { unpacked_len: self.unpacked_len, data: self.data.into_owned() }
    }
}
