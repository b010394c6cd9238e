//! Errors of packages.

use std::io;

use binio::{Cause, Fault, HasCause};

/// An error about a package, with the entry and the file offset.
pub type Error = binio::Error<ErrorKind>;

/// Kind of error of a package, read or to be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, a name doesn't end, or a block can't be decompressed.
    #[error(transparent)]
    Data(#[from] Fault),
    /// No package begins here, and none ends at the end of the file.
    #[error("expected UPAK, ULZ4, RPAK or RLZ4 at the beginning or where the last four bytes point, found other bytes")]
    NotAPackage,
    /// The directory of an rbfx package is outside the file.
    #[error("expected a directory within {length} bytes, found its offset {offset}")]
    DirectoryOutside {
        /// Its offset from the start of the package.
        offset: i64,
        /// File size from the start of the package.
        length: u64,
    },
    /// The data of an entry is outside the file.
    #[error("expected data within {length} bytes, found its end at {end}")]
    EntryOutside {
        /// End of the data in the file, or a lower bound of it.
        end: u64,
        /// File size in bytes.
        length: u64,
    },
    /// A block of no bytes; the engine corrupts its heap.
    #[error("expected a block of at least 1 byte, found an empty one")]
    EmptyBlock,
    /// A block that exceeds the size of the entry; the engine overflows its buffer.
    #[error("expected a block of at most {left} bytes, the rest of the entry, found {unpacked}")]
    BlockOverflow {
        /// Declared uncompressed size of the block.
        unpacked: u16,
        /// Remaining bytes of the entry.
        left: u64,
    },
    /// A block with more compressed bytes than LZ4 ever writes; the engine reads out of bounds.
    #[error("a block of {unpacked} bytes packed to {packed}, more than LZ4 makes of it")]
    BlockTooLarge {
        /// Declared uncompressed size of the block.
        unpacked: u16,
        /// Compressed size of the block.
        packed: u16,
    },
    /// The checksum of an entry is wrong.
    #[error("expected checksum {stored:08x}, found {computed:08x}")]
    Checksum {
        /// Checksum in the directory.
        stored: u32,
        /// Checksum of the bytes.
        computed: u32,
    },
    /// No entry has this name.
    #[error("no such entry")]
    NoSuchEntry,
    /// Writing: an entry with this name already exists.
    #[error("an entry with this name already exists")]
    DuplicateName,
    /// Writing: the parts contradict each other, so that the bytes would read back differently.
    #[error("{0}")]
    Contradiction(&'static str),
    /// Writing: the size or the bytes of the content have changed since it was added.
    #[error("changed while it was being packed")]
    Changed,
    /// Any I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::NotAPackage
            | Self::DirectoryOutside { .. }
            | Self::EntryOutside { .. }
            | Self::EmptyBlock
            | Self::BlockOverflow { .. }
            | Self::BlockTooLarge { .. }
            | Self::Checksum { .. } => Cause::Damaged,
            Self::NoSuchEntry | Self::DuplicateName => Cause::Request,
            Self::Contradiction(_) | Self::Changed => Cause::NotWritable,
            Self::Io(_) => Cause::Io,
        }
    }
}

impl ErrorKind {
    /// Returns whether the error is an I/O error.
    pub fn is_io(&self) -> bool {
        matches!(self, Self::Io(_))
    }
}

/// Creates an I/O error without a path.
pub(crate) fn io_error(error: io::Error) -> Error {
    Error::new(error, binio::Path::new())
}

/// Converts an error to an I/O error. An I/O error is returned as it is, without its path.
pub(crate) fn into_io(error: Error) -> io::Error {
    if !error.kind().is_io() {
        return error.into();
    }
    match error.into_kind() {
        ErrorKind::Io(error) => error,
        other => io::Error::new(io::ErrorKind::InvalidData, other),
    }
}
