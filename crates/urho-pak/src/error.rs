//! The errors for packages.

use std::io;

use binio::{Cause, Fault, HasCause, Name};

/// An error with the entry that it is about and the file offset.
pub type Error = binio::Error<ErrorKind>;

/// The reason why a package could not be read or written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end too early, a count is impossible, a name does not end, or a block can't be decompressed.
    #[error(transparent)]
    Data(#[from] Fault),
    /// There is no package at the start of the file and none at its end.
    #[error("expected UPAK, ULZ4, RPAK or RLZ4 at the beginning or where the last four bytes point, found other bytes")]
    NotAPackage,
    /// The directory of an rbfx package is outside the file.
    #[error("expected a directory within {length} bytes, found its offset {offset}")]
    DirectoryOutside {
        /// Where the directory should be, from the start of the package.
        offset: i64,
        /// The file size, from the start of the package.
        length: u64,
    },
    /// The data of an entry is outside the file, for example because the file was cut off.
    #[error("expected data within {length} bytes, found its end at {end}")]
    EntryOutside {
        /// Where the data would end in the file. For compressed data this is only a lower bound.
        end: u64,
        /// The file size in bytes.
        length: u64,
    },
    /// A block has no bytes. The engine would corrupt its heap.
    #[error("expected a block of at least 1 byte, found an empty one")]
    EmptyBlock,
    /// A block is larger than what remains of the entry. The engine would write past the end of its buffer.
    #[error("expected a block of at most {left} bytes, the rest of the entry, found {unpacked}")]
    BlockOverflow {
        /// The uncompressed size that the block declares.
        unpacked: u16,
        /// How many bytes of the entry remain.
        left: u64,
    },
    /// A block has more compressed bytes than LZ4 ever writes. The engine would read out of bounds.
    #[error("a block of {unpacked} bytes packed to {packed}, more than LZ4 makes of it")]
    BlockTooLarge {
        /// The uncompressed size that the block declares.
        unpacked: u16,
        /// The compressed size of the block.
        packed: u16,
    },
    /// The checksum of an entry is wrong, so its data was probably damaged.
    #[error("expected checksum {stored:08x}, found {computed:08x}")]
    Checksum {
        /// The checksum in the directory.
        stored: u32,
        /// The checksum that was computed from the data.
        computed: u32,
    },
    /// There is no entry with this name.
    #[error("no such entry{}", as_hint(near))]
    NoSuchEntry {
        /// Up to three names that only differ in case, or that have the same file name in other folders.
        near: Vec<String>,
    },
    /// On writing: there is already an entry with this name.
    #[error("an entry with this name already exists")]
    DuplicateName,
    /// On writing: two parts contradict each other, so the bytes would not be read back as the same package.
    #[error("{0}")]
    Contradiction(&'static str),
    /// On writing: the content has changed since it was added. It has another size or other bytes.
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
            Self::NoSuchEntry { .. } | Self::DuplicateName => Cause::Request,
            Self::Contradiction(_) | Self::Changed => Cause::NotWritable,
            Self::Io(_) => Cause::Io,
        }
    }
}

impl ErrorKind {
    /// Returns whether this is an I/O error, and not a problem with the package.
    pub fn is_io(&self) -> bool {
        matches!(self, Self::Io(_))
    }
}

/// An error lists at most this many names.
const MOST_NEAR: usize = 3;

/// Creates an error about a missing entry. It lists the names that were probably meant, among the names that exist.
pub(crate) fn no_such_entry<'n>(wanted: &[u8], names: impl Iterator<Item = &'n [u8]>) -> Error {
    let file = |name: &[u8]| name.rsplit(|byte| *byte == b'/').next().unwrap_or_default().to_ascii_lowercase();
    let wanted_file = file(wanted);
    let mut near: Vec<&[u8]> = names.filter(|name| file(name) == wanted_file).collect();
    // Those of the same folder come first.
    near.sort_by_key(|name| (!name.eq_ignore_ascii_case(wanted), *name));
    near.dedup();
    let near = near.into_iter().take(MOST_NEAR).map(|name| Name::from(name).to_string()).collect();
    Error::new(ErrorKind::NoSuchEntry { near }, binio::Path::new().name(wanted))
}

/// Returns what to add to the message about a missing entry.
fn as_hint(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(" or ")) }
}

/// Creates an I/O error without a path.
pub(crate) fn io_error(error: io::Error) -> Error {
    Error::new(error, binio::Path::new())
}

/// Converts the error to an I/O error. If it already is an I/O error, it is returned without the path.
pub(crate) fn into_io(error: Error) -> io::Error {
    if !error.kind().is_io() {
        return error.into();
    }
    match error.into_kind() {
        ErrorKind::Io(error) => error,
        other => io::Error::new(io::ErrorKind::InvalidData, other),
    }
}
