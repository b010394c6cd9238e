//! Errors of animations.

use binio::{Cause, Fault, HasCause};
use urho_core::VariantFault;

/// An error about an animation, with path and offset.
pub type Error = binio::Error<ErrorKind>;

/// Kind of error of an animation, in bytes or to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, or a name doesn't end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// Invalid values of a variant track.
    #[error(transparent)]
    Variant(#[from] VariantFault),
    /// The file doesn't begin with an animation identifier.
    #[error("not an animation: no UANI or UAN2 at the beginning")]
    NotAnAnimation,
    /// Writing: the size of a keyframe block isn't a multiple of the key size.
    #[error("{length} bytes are no whole number of keys of {key_size}")]
    BrokenKeys {
        /// Size of the block in bytes.
        length: u64,
        /// Size of a key in bytes.
        key_size: u64,
    },
    /// Writing: the block doesn't contain the declared number of keyframes or tangents of its type.
    #[error("the byte count doesn't match {0} keys")]
    NotThatManyKeys(u32),
    /// Writing or conversion: this version of the format can't store something.
    #[error("not in this version of the format: {0}")]
    NotInVersion(&'static str),
    /// Building: arrays of different lengths.
    #[error("{actual} values for {expected} keys")]
    WrongLength {
        /// Number of keys.
        expected: usize,
        /// Number of values.
        actual: usize,
    },
    /// Editing: an invalid number.
    #[error("{0}")]
    Nonsense(&'static str),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::Variant(kind) => kind.cause(),
            Self::NotInVersion(_) | Self::NotThatManyKeys(_) => Cause::NotWritable,
            Self::NotAnAnimation | Self::BrokenKeys { .. } | Self::WrongLength { .. } | Self::Nonsense(_) => {
                Cause::Damaged
            }
        }
    }
}
