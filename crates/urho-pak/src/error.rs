//! What can be wrong with a package.

use std::io;

use binio::Fault;

/// An error about a package: what, in which entry, at which byte of the file.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with a package, or with what is to become one.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, a name doesn't end, a block can't be unpacked.
    #[error(transparent)]
    Data(#[from] Fault),
    /// No package begins here, and none ends at the end of the file.
    #[error("expected UPAK, ULZ4, RPAK or RLZ4 at the beginning or where the last four bytes point, found other bytes")]
    NotAPackage,
    /// The directory of an rbfx package doesn't stand inside the file.
    #[error("expected a directory within {length} bytes, found its offset {offset}")]
    DirectoryOutside {
        /// Where it should begin, from the start of the package.
        offset: i64,
        /// Bytes of the file from the start of the package.
        length: u64,
    },
    /// The data of an entry doesn't lie inside the file.
    #[error("expected data within {length} bytes, found its end at {end}")]
    EntryOutside {
        /// Where the data ends, or at least reaches to, in the file.
        end: u64,
        /// Bytes of the file.
        length: u64,
    },
    /// A block of no bytes; the engine corrupts its heap.
    #[error("expected a block of at least 1 byte, found an empty one")]
    EmptyBlock,
    /// A block that gives more than the entry still lacks; the engine writes past its buffer.
    #[error("expected a block of at most {left} bytes, the rest of the entry, found {unpacked}")]
    BlockOverflow {
        /// Bytes that the block says it gives.
        unpacked: u16,
        /// Bytes that the entry still lacks.
        left: u64,
    },
    /// A block packed to more bytes than LZ4 ever makes of it; the engine reads past its buffer.
    #[error("a block of {unpacked} bytes packed to {packed}, more than LZ4 makes of it")]
    BlockTooLarge {
        /// Bytes that the block says it gives.
        unpacked: u16,
        /// Bytes that it takes.
        packed: u16,
    },
    /// The bytes of an entry aren't those that were packed.
    #[error("expected checksum {stored:08x}, found {computed:08x}")]
    Checksum {
        /// The checksum that the directory holds.
        stored: u32,
        /// That of the bytes.
        computed: u32,
    },
    /// There is no entry of this name.
    #[error("no such entry")]
    NoSuchEntry,
    /// To write: there already is an entry of this name.
    #[error("expected a name that no entry has, found one that has it")]
    DuplicateName,
    /// To write: the parts contradict each other, so that the bytes would read back differently.
    #[error("{0}")]
    Contradiction(&'static str),
    /// To write: what is to be packed has another size or other bytes than before.
    #[error("changed while it was being packed")]
    Changed,
    /// Any I/O error.
    #[error(transparent)]
    Io(#[from] io::Error),
}

impl ErrorKind {
    /// Whether it is the system that failed, not the package.
    pub fn is_io(&self) -> bool {
        matches!(self, Self::Io(_))
    }
}

/// An I/O error at no particular place.
pub(crate) fn io_error(error: io::Error) -> Error {
    Error::new(error, binio::Path::new())
}
