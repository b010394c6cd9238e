//! Why there is no picture.

use binio::{Cause, HasCause};

/// Error of a picture: the problem, and its part of the scene.
pub type Error = binio::Error<ErrorKind>;

/// Problems of drawing a picture.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The scene is invalid.
    #[error(transparent)]
    Scene(#[from] asset_scene::ErrorKind),
    /// Pixels are invalid.
    #[error(transparent)]
    Image(#[from] asset_image::ErrorKind),
    /// A size that no picture has.
    #[error("expected a width and a height from 1 to {most}, found {width} x {height}")]
    Size {
        /// Most pixels in a row or a column.
        most: u32,
        /// The width that was asked for.
        width: u32,
        /// The height that was asked for.
        height: u32,
    },
    /// More than the limits allow: of memory in bytes, of work in pixels looked at.
    #[error("expected at most {most} {what}, found {found} or more")]
    TooMuch {
        /// The limited items.
        what: &'static str,
        /// The limit.
        most: u64,
        /// The actual number.
        found: u64,
    },
    /// A background that has no name.
    #[error("expected auto, studio, sky, dark, transparent or six digits, RRGGBB, found {0}")]
    Background(String),
    /// A view that no direction has.
    #[error("expected {expected}, found {found}")]
    View {
        /// The valid values.
        expected: &'static str,
        /// The given value.
        found: String,
    },
    /// Pictures of one animation or sheet that don't fit together.
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

/// An error of the scene as one of the picture.
pub(crate) fn of_scene(error: asset_scene::Error) -> Error {
    error.map_kind(ErrorKind::Scene)
}

/// An error about pixels as one of the picture.
pub(crate) fn of_image(error: asset_image::Error) -> Error {
    error.map_kind(ErrorKind::Image)
}

pub(crate) fn too_much(what: &'static str, most: u64, found: u64) -> Error {
    Error::new(ErrorKind::TooMuch { what, most, found }, "scene")
}
