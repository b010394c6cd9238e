//! The errors of glTF files.

use binio::{Cause, Fault, HasCause};

/// The error for a glTF file that can't be read, or for a scene that can't be written as glTF.
///
/// If the container is invalid, or the syntax of the JSON, the error has a byte offset. Otherwise, the path tells you
/// where the problem is, for example `accessor 3 > sparse`.
pub type Error = binio::Error<ErrorKind>;

/// The kind of an [`Error`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end too early, or need more memory than the limits allow.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The container of a `.glb` is invalid. This is the problem.
    #[error("{0}")]
    Container(&'static str),
    /// The JSON is invalid, or is not the JSON of a glTF file.
    #[error("{0}")]
    Json(String),
    /// The version is not 2, or `minVersion` is greater than 2.0.
    #[error("expected a file for readers of glTF 2.0, found version \"{0}\"")]
    Version(String),
    /// The file requires an extension that is not supported.
    #[error("the required extension {name} is not supported{advice}")]
    Extension {
        /// The extension's name, `KHR_…`.
        name: String,
        /// What you can do about it.
        advice: &'static str,
    },
    /// An index refers to something that does not exist.
    #[error("there is no {what} {index}")]
    NoSuch {
        /// The kind of object that the index should refer to.
        what: &'static str,
        /// The index in the file.
        index: u64,
    },
    /// A value is not allowed in this place.
    #[error("expected {expected}, found {found}")]
    Unfit {
        /// The values that are allowed.
        expected: &'static str,
        /// The value in the file, or what is there instead.
        found: String,
    },
    /// Compressed data can't be decoded.
    #[error("{extension}: {message}")]
    Compressed {
        /// The extension that the data uses.
        extension: &'static str,
        /// The problem with the data.
        message: String,
    },
    /// A range is out of bounds.
    #[error("expected {needed} bytes, found {available}")]
    OutOfBounds {
        /// The end of the range.
        needed: u64,
        /// The end of the buffer or view that must contain it.
        available: u64,
    },
    /// The URI of a buffer is not safe to use.
    #[error("\"{uri}\" is refused: {why}")]
    Uri {
        /// The beginning of the URI.
        uri: String,
        /// The problem with the URI.
        why: String,
    },
    /// A file can't be read.
    #[error("{name}: {message}")]
    File {
        /// The file name, relative to the `.gltf`.
        name: String,
        /// The message of the I/O error.
        message: String,
    },
    /// The scene is not valid.
    #[error(transparent)]
    Scene(#[from] asset_scene::ErrorKind),
    /// When writing with [`strict`](crate::WriteOptions::strict): this content would have to be changed.
    #[error("glTF would change it: {0}")]
    Changed(String),
    /// When writing: there is more of this than the format can store.
    #[error("{0}")]
    TooLarge(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::Scene(kind) => kind.cause(),
            Self::Version(_) | Self::Extension { .. } => Cause::Unsupported,
            Self::Uri { .. } | Self::File { .. } => Cause::OtherFile,
            Self::Changed(_) | Self::TooLarge(_) => Cause::NotWritable,
            Self::Container(_)
            | Self::Json(_)
            | Self::NoSuch { .. }
            | Self::Unfit { .. }
            | Self::Compressed { .. }
            | Self::OutOfBounds { .. } => Cause::Damaged,
        }
    }
}

/// Returns a text from a file to be used in an error. This is only the beginning, without control characters.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let mut characters = text.chars();
    let beginning: String = characters.by_ref().take(MOST).collect();
    let cut = if characters.next().is_some() { "…" } else { "" };
    format!("{}{cut}", binio::Name::from(beginning))
}

/// Shortens a message that may quote a file. Long quotes are cut in the middle, because the expected value is at the
/// end.
pub(crate) fn shown_message(message: &str) -> String {
    const HALF: usize = 120;
    let hidden = |c: char| {
        c.is_control() || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
    };
    let clean: Vec<char> = message.chars().map(|c| if hidden(c) { char::REPLACEMENT_CHARACTER } else { c }).collect();
    match (clean.get(..HALF), clean.len().checked_sub(HALF).and_then(|from| clean.get(from..))) {
        (Some(head), Some(tail)) if clean.len() > 2 * HALF => head.iter().chain(&['…']).chain(tail).collect(),
        _ => clean.into_iter().collect(),
    }
}

/// Creates an error that is not about a part yet.
#[cold]
pub(crate) fn error(kind: ErrorKind) -> Error {
    Error::new(kind, binio::Path::new())
}

/// Creates the error for a value that is not allowed.
#[cold]
pub(crate) fn unfit(expected: &'static str, actual: impl ToString) -> Error {
    error(ErrorKind::Unfit { expected, found: shown(&actual.to_string()) })
}

/// Creates the error for an index that refers to nothing.
#[cold]
pub(crate) fn no_such(what: &'static str, index: usize) -> Error {
    error(ErrorKind::NoSuch { what, index: index as u64 })
}

/// Converts an error that a scene has reported about itself.
pub(crate) fn of_scene(error: asset_scene::Error) -> Error {
    error.map_kind(ErrorKind::Scene)
}

/// Adds the part of the file to an error.
pub(crate) trait Within: Sized {
    /// Adds `part` to the path. Use this if the part only occurs once.
    fn within(self, part: &'static str) -> Self;
    /// Adds `part` with an index to the path.
    fn within_item(self, part: &'static str, index: usize) -> Self;
}

impl<T> Within for Result<T, Error> {
    fn within(self, part: &'static str) -> Self {
        self.map_err(|error| error.within(binio::Segment::Part(part)))
    }

    fn within_item(self, part: &'static str, index: usize) -> Self {
        self.map_err(|error| error.within_item(part, index))
    }
}
