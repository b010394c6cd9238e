//! Errors of glTF files.

use binio::{Cause, Fault, HasCause};

/// Error of a glTF file, or of a scene that can't be written as glTF: the problem and its place.
///
/// At a byte of the file where it is about the container or the syntax of the JSON; otherwise the path says where: `accessor 3 > sparse`.
pub type Error = binio::Error<ErrorKind>;

/// Problems of a glTF file, or of a scene that can't be written as glTF.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, or cost more than the limits allow.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The container of a `.glb` is broken; the problem.
    #[error("{0}")]
    Container(&'static str),
    /// The JSON is invalid, or not the JSON of a glTF.
    #[error("{0}")]
    Json(String),
    /// Another version than 2, or a `minVersion` beyond 2.0.
    #[error("expected a file for readers of glTF 2.0, found version \"{0}\"")]
    Version(String),
    /// An extension that has to be understood and isn't.
    #[error("the required extension {name} is not supported{advice}")]
    Extension {
        /// Name of the extension, `KHR_…`.
        name: String,
        /// The remedy.
        advice: &'static str,
    },
    /// A number that refers to nothing.
    #[error("there is no {what} {index}")]
    NoSuch {
        /// The kind of the referenced object.
        what: &'static str,
        /// Index that the file gives.
        index: u64,
    },
    /// A value that is invalid at its place.
    #[error("expected {expected}, found {found}")]
    Unfit {
        /// The valid values.
        expected: &'static str,
        /// The found value, or its replacement.
        found: String,
    },
    /// Compressed data that can't be decoded.
    #[error("{extension}: {message}")]
    Compressed {
        /// Name of the extension.
        extension: &'static str,
        /// The problem of the data.
        message: String,
    },
    /// A range is out of bounds.
    #[error("expected {needed} bytes, found {available}")]
    OutOfBounds {
        /// Where it ends.
        needed: u64,
        /// Where that ends which it lies in.
        available: u64,
    },
    /// A buffer has an unsafe URI.
    #[error("\"{uri}\" is refused: {why}")]
    Uri {
        /// The beginning of the URI.
        uri: String,
        /// The problem of the URI.
        why: String,
    },
    /// A file that can't be had.
    #[error("{name}: {message}")]
    File {
        /// Name of the file, relative to the `.gltf`.
        name: String,
        /// Any I/O error.
        message: String,
    },
    /// The scene doesn't hold together.
    #[error(transparent)]
    Scene(#[from] asset_scene::ErrorKind),
    /// To write strictly: something that would have to be changed.
    #[error("glTF would change it: {0}")]
    Changed(String),
    /// To write: more than the format can count.
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

/// Text out of a file as an error shows it: its beginning, without control characters.
pub(crate) fn shown(text: &str) -> String {
    const MOST: usize = 80;
    let mut characters = text.chars();
    let beginning: String = characters.by_ref().take(MOST).collect();
    let cut = if characters.next().is_some() { "…" } else { "" };
    format!("{}{cut}", binio::Name::from(beginning))
}

/// Shortens a message that may quote a file: long quotes are cut in the middle, since the expected value is at the end.
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

/// An error about no part yet.
#[cold]
pub(crate) fn error(kind: ErrorKind) -> Error {
    Error::new(kind, binio::Path::new())
}

/// Creates the error of an invalid value.
#[cold]
pub(crate) fn unfit(expected: &'static str, found: impl ToString) -> Error {
    error(ErrorKind::Unfit { expected, found: shown(&found.to_string()) })
}

/// A number that refers to nothing.
#[cold]
pub(crate) fn no_such(what: &'static str, index: usize) -> Error {
    error(ErrorKind::NoSuch { what, index: index as u64 })
}

/// Converts an error of a scene's own check.
pub(crate) fn of_scene(error: asset_scene::Error) -> Error {
    error.map_kind(ErrorKind::Scene)
}

/// Says in which part a result went wrong.
pub(crate) trait Within: Sized {
    /// Adds `part`, which occurs once, to the path.
    fn within(self, part: &'static str) -> Self;
    /// Adds the `index`-th `part` to the path.
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
