//! Errors you can get when you work with textures.

use std::borrow::Cow;

use binio::{Cause, Fault, HasCause};

/// This is the error type for textures. It contains the problem, the part, and the byte offset.
pub type Error = binio::Error<ErrorKind>;

/// A problem in a texture file, or in what you asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, or the budget is not enough.
    #[error(transparent)]
    Data(#[from] Fault),
    /// This is not a texture file, or at least not any kind that this crate knows.
    #[error("expected the identifier of a texture, found other bytes")]
    NotATexture,
    /// A header field has an invalid value.
    #[error("{0}")]
    Header(&'static str),
    /// There are more mips than a texture with this size can have.
    #[error("expected at most {most} mips, found {mips}")]
    TooManyMips {
        /// The number of mips in the header.
        mips: u32,
        /// How many mips there may be: the first, and all halves down to a single pixel.
        most: u32,
    },
    /// The data of a surface does not have the length that its size and format require.
    #[error("expected {expected} bytes of data, found {actual}")]
    WrongLength {
        /// The length that the size and the format require.
        expected: u64,
        /// The length in the file.
        actual: u64,
    },
    /// There are more pixels than the file can contain, even with the best compression.
    #[error("{width} x {height} pixels can't come out of {length} bytes")]
    Bomb {
        /// The width, in pixels.
        width: u32,
        /// The height, in pixels.
        height: u32,
        /// The length of the file, in bytes.
        length: u64,
    },
    /// This crate is not able to decode pixels in this format.
    #[error("{0} can't be decoded")]
    Unsupported(Cow<'static, str>),
    /// To decode this, you need to enable this feature.
    #[error("pixels of this format need the feature `{0}`")]
    FeatureOff(&'static str),
    /// The texture does not have this mip, layer, face or slice.
    #[error("expected a {what} below {count}, found {index}")]
    NoSuchSurface {
        /// Either `mip`, `layer`, `face` or `slice`.
        what: &'static str,
        /// The index that you asked for.
        index: u32,
        /// How many there are.
        count: u32,
    },
    /// The decoder or encoder for this kind of file failed.
    #[error("{0}")]
    Codec(String),
    /// You tried to merge pixels that do not have the same size.
    #[error("expected {} x {} pixels, found {} x {}", .expected.0, .expected.1, .actual.0, .actual.1)]
    DifferentSizes {
        /// The width and height of the first.
        expected: (u32, u32),
        /// The width and height of the pixels that differ.
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
