//! Errors between documents and your own types (feature `serde`).

use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;

use binio::Name;
use serde::de;

use crate::error::Error;

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
        /// What was expected and found.
        message: String,
    },
}

impl SerdeError {
    #[cold]
    pub(crate) fn mismatch(message: String) -> Self {
        Self::Mismatch { path: String::new(), message }
    }

    /// The same error, known to be about what is in the value of `key`.
    #[cold]
    pub(crate) fn within_key(self, key: &[u8]) -> Self {
        self.within(crate::path::escape_key(key), binio::Segment::Name(Name::from(key).into_owned()))
    }

    /// The same error, known to be about what is in the `index`-th item.
    #[cold]
    pub(crate) fn within_index(self, index: usize) -> Self {
        self.within(format!("[{index}]"), binio::Segment::Index(index as u64))
    }

    fn within(self, outer: String, segment: binio::Segment) -> Self {
        match self {
            Self::Document(error) => Self::Document(error.within(segment)),
            Self::Mismatch { path, message } => {
                let slash = if path.is_empty() || path.starts_with('[') { "" } else { "/" };
                Self::Mismatch { path: format!("{outer}{slash}{path}"), message }
            }
        }
    }
}

impl fmt::Display for SerdeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Document(error) => error.fmt(f),
            Self::Mismatch { path, message } if path.is_empty() => f.write_str(message),
            Self::Mismatch { path, message } => write!(f, "{path}: {message}"),
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
