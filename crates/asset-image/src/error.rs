//! What can be wrong with a texture.

use std::borrow::Cow;

use binio::Fault;

/// An error about a texture: what, in which part, at which byte.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with a texture file, or with what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, or the budget doesn't allow it.
    #[error(transparent)]
    Data(#[from] Fault),
    /// No kind of texture file is known by these bytes.
    #[error("expected the identifier of a texture, found other bytes")]
    NotATexture,
    /// A field of the header holds what nothing can be made of.
    #[error("{0}")]
    Header(&'static str),
    /// There are more mips than a texture of this size can have.
    #[error("expected at most {most} mips, found {mips}")]
    TooManyMips {
        /// What the header says.
        mips: u32,
        /// Halvings until one pixel is left, and the first.
        most: u32,
    },
    /// The data of a surface isn't as long as its size and format say.
    #[error("expected {expected} bytes of data, found {actual}")]
    WrongLength {
        /// What size and format say.
        expected: u64,
        /// What there is.
        actual: u64,
    },
    /// More pixels than so many bytes can hold, however well they are packed.
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
    /// The decoder is behind a feature that is off.
    #[error("pixels of this format need the feature `{0}`")]
    FeatureOff(&'static str),
    /// The texture has no such mip, layer, face or slice.
    #[error("expected a {what} below {count}, found {index}")]
    NoSuchSurface {
        /// `mip`, `layer`, `face` or `slice`.
        what: &'static str,
        /// What was asked for.
        index: u32,
        /// How many there are.
        count: u32,
    },
    /// What the decoder or encoder of this kind says.
    #[error("{0}")]
    Codec(String),
    /// Pixels that are put together have different sizes.
    #[error("expected {} x {} pixels, found {} x {}", .expected.0, .expected.1, .actual.0, .actual.1)]
    DifferentSizes {
        /// Width and height of the first.
        expected: (u32, u32),
        /// Width and height of one that differs.
        actual: (u32, u32),
    },
}
