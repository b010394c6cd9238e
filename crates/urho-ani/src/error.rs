//! The errors for animations.

use binio::{Cause, Fault, HasCause};
use urho_core::VariantFault;

/// An error with the path to the part of the animation and the byte offset.
pub type Error = binio::Error<ErrorKind>;

/// The reason why an animation could not be read, written or edited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end too early, a count is impossible, or a name does not end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// A value in a variant track is not valid.
    #[error(transparent)]
    Variant(#[from] VariantFault),
    /// The file does not begin with an animation identifier.
    #[error("not an animation: no UANI or UAN2 at the beginning")]
    NotAnAnimation,
    /// On writing: the size of a keyframe block is not a multiple of the key size.
    #[error("{length} bytes are no whole number of keys of {key_size}")]
    BrokenKeys {
        /// The size of the block in bytes.
        length: u64,
        /// The size of a key in bytes.
        key_size: u64,
    },
    /// On writing: the block does not contain as many keyframes or tangents as declared.
    #[error("the byte count doesn't match {0} keys")]
    NotThatManyKeys(u32),
    /// On writing or conversion: this version of the format can't store something.
    /// [`Animation::to_version_lossy`](crate::Animation::to_version_lossy) drops it.
    #[error("not in this version of the format: {0}")]
    NotInVersion(&'static str),
    /// On building: the arrays have different lengths.
    #[error("{actual} values for {expected} keys")]
    WrongLength {
        /// The number of keys.
        expected: usize,
        /// The number of values in the array.
        actual: usize,
    },
    /// On editing: a number is not valid.
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
