//! This module recognizes files that have the extension of a format but not the content.

use std::fmt;
use std::path::Path;

use crate::{Format, drivers};

/// The first bytes of the text that Git LFS puts in place of a file that was not downloaded.
const POINTER: &[u8] = b"version https://git-lfs.github.com/spec/";

/// What a file contains instead of the format that you would expect from its extension.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Content {
    /// The file is empty.
    Empty,
    /// Only zeros, because the file system lost the data or a download was cut off.
    Zeros,
    /// The text that Git LFS puts in place of a file that was not downloaded.
    LfsPointer,
    /// The bytes are in no known format.
    Unknown,
}

impl Content {
    /// Recognizes a file that no engine can load, given the first and last bytes and its length. Returns `None` if this
    /// can be a real file.
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

    /// Returns what to do next, in words, for the person who has such a file.
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

/// Returns the format that a file must have because of its extension, or `None` if programs of all kinds use this
/// extension. All image formats count as one, because engines ignore the extension and detect the image format by the
/// content: any image may be called `.png`.
pub fn expected_format(path: &Path) -> Option<Format> {
    let extension = path.extension()?.to_str()?.to_ascii_lowercase();
    drivers::all().find(|driver| driver.own_extensions.contains(&extension.as_str())).map(|driver| driver.format)
}
