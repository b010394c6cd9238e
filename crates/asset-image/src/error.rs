//! Errors of textures.

use std::borrow::Cow;

use binio::{Cause, Fault, HasCause};

/// Error of a texture: the problem, its part, and its byte offset.
pub type Error = binio::Error<ErrorKind>;

/// Problems of a texture file, or of a request.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, or the budget doesn't allow it.
    #[error(transparent)]
    Data(#[from] Fault),
    /// No kind of texture file is known by these bytes.
    #[error("expected the identifier of a texture, found other bytes")]
    NotATexture,
    /// A field of the header has an invalid value.
    #[error("{0}")]
    Header(&'static str),
    /// There are more mips than a texture of this size can have.
    #[error("expected at most {most} mips, found {mips}")]
    TooManyMips {
        /// Number of mips in the header.
        mips: u32,
        /// Halvings until one pixel is left, and the first.
        most: u32,
    },
    /// The data of a surface isn't as long as its size and format say.
    #[error("expected {expected} bytes of data, found {actual}")]
    WrongLength {
        /// Size that the dimensions and the format require.
        expected: u64,
        /// Actual size.
        actual: u64,
    },
    /// More pixels than the file can contain, at the best compression.
    #[error("{width} x {height} pixels can't come out of {length} bytes")]
    Bomb {
        /// Width in pixels.
        width: u32,
        /// Height in pixels.
        height: u32,
        /// Bytes of the file.
        length: u64,
    },
    /// Pixels of this format can't be decoded here.
    #[error("{0} can't be decoded")]
    Unsupported(Cow<'static, str>),
    /// The feature of the decoder is off.
    #[error("pixels of this format need the feature `{0}`")]
    FeatureOff(&'static str),
    /// The texture has no such mip, layer, face or slice.
    #[error("expected a {what} below {count}, found {index}")]
    NoSuchSurface {
        /// `mip`, `layer`, `face` or `slice`.
        what: &'static str,
        /// The requested index.
        index: u32,
        /// How many there are.
        count: u32,
    },
    /// Error of the decoder or encoder of this kind.
    #[error("{0}")]
    Codec(String),
    /// Pixels that are put together have different sizes.
    #[error("expected {} x {} pixels, found {} x {}", .expected.0, .expected.1, .actual.0, .actual.1)]
    DifferentSizes {
        /// Width and height of the first.
        expected: (u32, u32),
        /// Width and height of the different one.
        actual: (u32, u32),
    },
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::Unsupported(_) | Self::FeatureOff(_) => Cause::Unsupported,
            Self::Bomb { .. } => Cause::Limit,
            Self::NotATexture
            | Self::Header(_)
            | Self::TooManyMips { .. }
            | Self::WrongLength { .. }
            | Self::NoSuchSurface { .. }
            | Self::Codec(_)
            | Self::DifferentSizes { .. } => Cause::Damaged,
        }
    }
}
