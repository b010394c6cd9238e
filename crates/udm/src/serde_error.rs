//! Errors between documents and your own types (feature `serde`).

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use binio::{Findings, Name};
use serde::de;

use crate::document::Document;
use crate::error::Error;
use crate::source::Form;

/// An error of conversion between documents and your own types.
#[derive(Debug)]
#[non_exhaustive]
pub enum SerdeError {
    /// The document itself can't be read, unpacked or written.
    Document(Error),
    /// The document and the type don't fit.
    Mismatch {
        /// Where, as [`Document::get`](crate::Document::get) takes it; empty for the whole.
        path: String,
        /// The expected and found values.
        message: String,
        /// Place of the value in the bytes that were read; `None` while writing, and for values without a place.
        place: Option<Place>,
    },
}

/// A place in the bytes of a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Place {
    /// Offset of the value in bytes.
    pub offset: u64,
    /// Line of a text, from 1; `None` for binary documents.
    pub line: Option<u32>,
}

impl SerdeError {
    #[cold]
    pub(crate) fn mismatch(message: String) -> Self {
        Self::Mismatch { path: String::new(), message, place: None }
    }

    /// The same error with the place of its value in `bytes`, which `document` was read from.
    #[cold]
    pub(crate) fn placed(self, document: &Document<'_>, bytes: &[u8]) -> Self {
        let Self::Mismatch { path, message, .. } = self else { return self };
        let mut findings = Findings::new();
        findings.note(crate::kinds::KEY_NOT_READABLE, crate::path::to_finding_path(&path), "");
        document.locate(&mut findings);
        let place = findings.iter().next().and_then(|finding| finding.offset).map(|offset| {
            let before = usize::try_from(offset).ok().and_then(|offset| bytes.get(..offset)).unwrap_or_default();
            let lines = memchr::memchr_iter(b'\n', before).count().saturating_add(1);
            let line = if document.form() == Form::Text { u32::try_from(lines).ok() } else { None };
            Place { offset, line }
        });
        Self::Mismatch { path, message, place }
    }

    /// Returns the same error, with `key` added to its path.
    #[cold]
    pub(crate) fn within_key(self, key: &[u8]) -> Self {
        self.within(crate::path::escape_key(key), binio::Segment::Name(Name::from(key).into_owned()))
    }

    /// Returns the same error, with `index` added to its path.
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
