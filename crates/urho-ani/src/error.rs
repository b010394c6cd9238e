//! What can be wrong with an animation.

use binio::Fault;
use urho_core::VariantFault;

/// An error about an animation: what, in which part, at which byte.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with the bytes of an animation, or with an animation that is to become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early, a count is impossible, a name doesn't end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The values of a variant track.
    #[error(transparent)]
    Variant(#[from] VariantFault),
    /// The file begins with none of the animation identifiers.
    #[error("not an animation: no UANI or UAN2 at the beginning")]
    NotAnAnimation,
    /// To write: the block of a track's keyframes isn't made of whole ones.
    #[error("{length} bytes are no whole number of keys of {key_size}")]
    BrokenKeys {
        /// Bytes that are there.
        length: u64,
        /// Bytes of a key.
        key_size: u64,
    },
    /// To write: the block isn't as many keyframes or tangents of its type as there are said to be.
    #[error("the bytes are not those of {0} keys")]
    NotThatManyKeys(u32),
    /// To write or to convert: this version of the format can't store something.
    #[error("not in this version of the format: {0}")]
    NotInVersion(&'static str),
    /// To build: arrays that belong together have different lengths.
    #[error("{actual} values for {expected} keys")]
    WrongLength {
        /// Number of keys.
        expected: usize,
        /// Number of values.
        actual: usize,
    },
    /// To edit: a number that makes no sense there.
    #[error("{0}")]
    Nonsense(&'static str),
}
