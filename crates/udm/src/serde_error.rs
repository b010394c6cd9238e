//! Errors when you convert between documents and your types (feature `serde`).

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use binio::{Findings, Name};
use serde::de;

use crate::document::Document;
use crate::error::Error;
use crate::source::Encoding;

/// An error when you convert between documents and your types.
#[derive(Debug)]
#[non_exhaustive]
pub enum SerdeError {
    /// The document can't be read, unpacked or written.
    Document(Error),
    /// The document does not fit your type.
    Mismatch {
        /// The path to the value, which you can pass to [`Document::get`](crate::Document::get). If this is empty, the
        /// error is about the whole document.
        path: String,
        /// The value that was expected, and the value that was found.
        message: String,
        /// Where to find the value in the bytes that you passed. This is `None` when you write, and for a value that
        /// has no place.
        place: Option<Place>,
    },
}

/// A place in the bytes of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// The offset of the value, in bytes.
    pub offset: u64,
    /// The line in a text, starting at 1. This is `None` for a binary document.
    pub line: Option<u32>,
}

impl SerdeError {
    #[cold]
    pub(crate) fn mismatch(message: String) -> Self {
        Self::Mismatch { path: String::new(), message, place: None }
    }

    /// Adds the place of the value. `bytes` must be what `document` was read from.
    #[cold]
    pub(crate) fn placed(self, document: &Document<'_>, bytes: &[u8]) -> Self {
        let Self::Mismatch { path, message, .. } = self else { return self };
        let mut findings = Findings::new();
        findings.note(crate::kinds::KEY_NOT_READABLE, crate::path::to_finding_path(&path), "");
        document.locate(&mut findings);
        let place = findings.iter().next().and_then(|finding| finding.offset).map(|offset| {
            let before = usize::try_from(offset).ok().and_then(|offset| bytes.get(..offset)).unwrap_or_default();
            let lines = memchr::memchr_iter(b'\n', before).count().saturating_add(1);
            let line = if document.encoding() == Encoding::Text { u32::try_from(lines).ok() } else { None };
            Place { offset, line }
        });
        Self::Mismatch { path, message, place }
    }

    /// Adds `key` to the path.
    #[cold]
    pub(crate) fn within_key(self, key: &[u8]) -> Self {
        self.within(crate::path::escape_key(key), binio::Segment::Name(Name::from(key).into_owned()))
    }

    /// Adds `index` to the path.
    #[cold]
    pub(crate) fn within_index(self, index: usize) -> Self {
        self.within(format!("[{index}]"), binio::Segment::Index(index as u64))
    }

    fn within(self, outer: String, segment: binio::Segment) -> Self {
        match self {
            Self::Document(error) => Self::Document(error.within(segment)),
            Self::Mismatch { path, message, place } => {
                let slash = if path.is_empty() || path.starts_with('[') { "" } else { "/" };
                Self::Mismatch { path: format!("{outer}{slash}{path}"), message, place }
            }
        }
    }
}

impl fmt::Display for SerdeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self::Mismatch { path, message, place } = self else {
            return match self {
                Self::Document(error) => error.fmt(f),
                Self::Mismatch { .. } => Ok(()),
            };
        };
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        f.write_str(message)?;
        match place {
            Some(Place { offset, line: Some(line) }) => write!(f, " (line {line}, at byte {offset:#x})"),
            Some(Place { offset, line: None }) => write!(f, " (at byte {offset:#x})"),
            None => Ok(()),
        }
    }
}

impl core::error::Error for SerdeError {}

impl From<Error> for SerdeError {
    fn from(error: Error) -> Self {
        Self::Document(error)
    }
}

impl de::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::mismatch(message.to_string())
    }
}

impl serde::ser::Error for SerdeError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::mismatch(message.to_string())
    }
}
