//! Content of files whose extension belongs to one family of formats, and which have no format of that family.

use std::fmt;
use std::path::Path;

use crate::{Format, drivers};

/// First bytes of the text that Git LFS keeps in place of a file that wasn't downloaded.
const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// What a file contains in place of the format that its extension stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// No bytes.
    Empty,
    /// Zeros only: the file system lost the data, or a download was cut off.
    Zeros,
    /// The text that Git LFS keeps in place of a file that wasn't downloaded.
    LfsPointer,
    /// Bytes of no known format.
    Unknown,
}

impl Content {
    /// Returns the content of a file that no engine can load, by its first and last bytes and its length; `None` if the bytes may be a file.
    pub(crate) fn of(head: &[u8], length: u64, tail: &[u8]) -> Option<Self> {
        let is_zero = |bytes: &[u8]| bytes.iter().all(|byte| *byte == 0);
        if length == 0 {
            Some(Self::Empty)
        } else if head.starts_with(POINTER) {
            Some(Self::LfsPointer)
        } else {
            (!head.is_empty() && is_zero(head) && is_zero(tail)).then_some(Self::Zeros)
        }
    }

    /// Returns the next step of a person with such a file.
    pub const fn advice(self) -> &'static str {
        match self {
            Self::Empty | Self::Zeros => "get the file again: its content was lost",
            Self::LfsPointer => "run git lfs pull",
            Self::Unknown => "export the file again, or rename it if it was never meant to be one",
        }
    }
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Empty => "an empty file",
            Self::Zeros => "nothing but zeros",
            Self::LfsPointer => "a Git LFS pointer",
            Self::Unknown => "unknown data",
        })
    }
}

/// Returns the format that a file must have by its extension; `None` for extensions that programs of all kinds use. Formats of one family count
/// as one: any image may be called `.png`, since engines detect the format of images by the content.
pub(crate) fn expected(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    drivers::all().find(|driver| driver.own_extensions.contains(&extension.as_str())).map(|driver| driver.format)
}
