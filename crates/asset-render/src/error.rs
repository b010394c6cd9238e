//! Errors you can get when you draw a picture.

use binio::{Cause, HasCause};

/// This is the error type for pictures. It contains the problem, and the part of the scene.
pub type Error = binio::Error<ErrorKind>;

/// A problem that makes it impossible to draw a picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The scene is invalid.
    #[error(transparent)]
    Scene(#[from] asset_scene::ErrorKind),
    /// Pixels are invalid.
    #[error(transparent)]
    Image(#[from] asset_image::ErrorKind),
    /// A picture can't have this size.
    #[error("expected a width and a height from 1 to {most}, found {width} x {height}")]
    Size {
        /// How many pixels there may be in a row or a column.
        most: u32,
        /// The width that you asked for.
        width: u32,
        /// The height that you asked for.
        height: u32,
    },
    /// The picture would need more than the limits allow. This can be memory, in bytes, or work, in pixels to look at.
    #[error("expected at most {most} {what}, found {found} or more")]
    TooMuch {
        /// What is limited.
        what: &'static str,
        /// The limit.
        most: u64,
        /// How much would be needed.
        found: u64,
    },
    /// There is no background with this name.
    #[error("expected auto, studio, sky, dark, transparent or six digits, RRGGBB, found {0}")]
    Background(String),
    /// There is no view with this name.
    #[error("expected {expected}, found {found}")]
    View {
        /// The valid values.
        expected: &'static str,
        /// The value that was passed.
        found: String,
    },
    /// The pictures can't be used in the same animation or sheet, because they do not fit to each other.
    #[error("expected {0}")]
    Frames(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Scene(kind) => kind.cause(),
            Self::Image(kind) => kind.cause(),
            Self::TooMuch { .. } => Cause::Limit,
            Self::Size { .. } | Self::Background(_) | Self::View { .. } | Self::Frames(_) => Cause::Request,
        }
    }
}

/// Converts an error in a scene.
pub(crate) fn of_scene(error: asset_scene::Error) -> Error {
    error.map_kind(ErrorKind::Scene)
}

/// Converts an error about pixels.
pub(crate) fn of_image(error: asset_image::Error) -> Error {
    error.map_kind(ErrorKind::Image)
}

pub(crate) fn too_much(what: &'static str, most: u64, needed: u64) -> Error {
    Error::new(ErrorKind::TooMuch { what, most, found: needed }, "scene")
}
