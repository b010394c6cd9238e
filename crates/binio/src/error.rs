//! The error type of parsers and writers.

use alloc::boxed::Box;
use core::fmt;

use crate::cause::{Cause, HasCause};
use crate::escaped::Escaped;
use crate::failure::{Failed, Failure, Fault};
use crate::path::{Path, Segment};

/// An error of a parser or a writer, with the path of the part in the document and the byte offset. `K` is the error
/// kind of the format.
///
/// This type is as small as a pointer, and does not borrow from the file. The text from `Display` is, for example,
/// `vertex buffer 0 > element 3: unknown element type 9 (at byte 0x24)`. Names from the file are escaped as in
/// [`Escaped`].
pub struct Error<K>(Box<Inner<K>>);

struct Inner<K> {
    kind: K,
    offset: Option<u64>,
    path: Path,
}

impl<K> Error<K> {
    /// Creates an error that is not about a byte and has no offset, as for an edit or a look-up.
    #[cold]
    pub fn new(kind: impl Into<K>, path: impl Into<Path>) -> Self {
        Self(Box::new(Inner { kind: kind.into(), offset: None, path: path.into() }))
    }

    /// Returns the kind of this error.
    pub fn kind(&self) -> &K {
        &self.0.kind
    }

    /// Returns the kind of this error, without path and offset.
    pub fn into_kind(self) -> K {
        self.0.kind
    }

    /// Returns the byte offset in the file or in the output. For an error that is not about a byte, this returns
    /// `None`.
    pub fn offset(&self) -> Option<u64> {
        self.0.offset
    }

    /// Returns the path of the part that is invalid.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// Adds `outer` to the front of the path. This should be called when an error is returned from a part to the part
    /// around it.
    #[must_use]
    #[cold]
    pub fn within(mut self, outer: Segment) -> Self {
        self.0.path.prepend(outer);
        self
    }

    /// Adds `part` with an index to the front of the path.
    #[must_use]
    #[cold]
    pub fn within_item(self, part: &'static str, index: usize) -> Self {
        self.within(Segment::Index(index as u64)).within(Segment::Part(part))
    }

    /// Sets the offset of this error.
    #[must_use]
    #[cold]
    pub fn at(mut self, offset: u64) -> Self {
        self.0.offset = Some(offset);
        self
    }

    /// Returns the cause. Use it to tell a person what to do next.
    pub fn cause(&self) -> Cause
    where
        K: HasCause,
    {
        self.0.kind.cause()
    }

    /// Converts the kind, for example to the error kind of another crate. This does not change the path or the offset.
    pub fn map_kind<L>(self, map: impl FnOnce(K) -> L) -> Error<L> {
        let Inner { kind, offset, path } = *self.0;
        Error(Box::new(Inner { kind: map(kind), offset, path }))
    }
}

impl<K> From<Failure<K>> for Error<K> {
    #[cold]
    fn from(failure: Failure<K>) -> Self {
        let (kind, offset, path) = failure.into_parts();
        Self(Box::new(Inner { kind, offset: Some(offset), path }))
    }
}

impl<K: From<Fault>> From<Failed<K>> for Error<K> {
    #[cold]
    fn from(failed: Failed<K>) -> Self {
        match failed {
            nom::Err::Error(failure) | nom::Err::Failure(failure) => failure.into(),
            // Only nom's streaming parsers ask for more.
            nom::Err::Incomplete(_) => Self::new(Fault::Malformed(nom::error::ErrorKind::Complete), Path::new()),
        }
    }
}

impl<K: fmt::Debug> fmt::Debug for Error<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, offset, path } = &*self.0;
        f.debug_struct("Error").field("kind", kind).field("offset", offset).field("path", path).finish()
    }
}

impl<K: PartialEq> PartialEq for Error<K> {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&*self.0, &*other.0);
        a.kind == b.kind && a.offset == b.offset && a.path == b.path
    }
}

impl<K: fmt::Display> fmt::Display for Error<K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Inner { kind, offset, path } = &*self.0;
        if !path.is_empty() {
            write!(f, "{path}: ")?;
        }
        write!(f, "{}", Escaped(kind))?;
        match offset {
            Some(offset) => write!(f, " (at byte {offset:#x})"),
            None => Ok(()),
        }
    }
}

impl<K: core::error::Error> core::error::Error for Error<K> {
    // `Display` prints the kind, so the source is the source of the kind.
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        self.0.kind.source()
    }
}

#[cfg(feature = "std")]
impl<K: core::error::Error + Send + Sync + 'static> From<Error<K>> for std::io::Error {
    fn from(error: Error<K>) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, error)
    }
}
