//! The errors for shader caches.

use binio::{Cause, Fault, HasCause};

use crate::detect::LookAlike;

/// An error with the path to the part of the cache and the byte offset.
///
/// When you parse bytecode, offsets begin at the start of the bytecode and not of the file.
pub type Error = binio::Error<ErrorKind>;

/// The reason why a shader cache or its bytecode could not be read or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end too early or too late, a count is impossible, or a name does not end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file does not begin with `USHD`.
    #[error("expected USHD at the beginning, found other bytes")]
    NotACache,
    /// The file is another kind of compiled shader. It was detected, but can't be read here.
    #[error("expected a shader cache, found {0}")]
    LookAlike(LookAlike),
    /// On writing: a variation must have a flag for each parameter and each texture unit of the container, but it has
    /// more or fewer.
    #[error("expected {expected} flags, one per parameter and texture unit, found {actual}")]
    WrongFlagCount {
        /// The number of parameters and texture units in the container.
        expected: u64,
        /// The number of flags in the variation.
        actual: u64,
    },
    /// The bytecode begins neither with a Direct3D 9 version token nor with `DXBC`.
    #[error("expected a Direct3D 9 token stream or a DXBC container, found other bytes")]
    UnknownBytecode,
    /// The token stream has shader model 1, whose instructions do not contain their length.
    #[error("expected a token stream of shader model 2 or 3, found 1, whose instructions have no lengths")]
    ShaderModel1,
    /// A chunk in a DXBC container, or a name in a signature, begins outside it.
    #[error("expected an offset within {length} bytes, found {offset}")]
    OutOfBounds {
        /// The offset as stored.
        offset: u64,
        /// The size in bytes of the data that should contain it.
        length: u64,
    },
    /// The semantic name in a signature is longer than any compiler would write.
    #[error("expected a semantic name of at most {0} bytes, found a longer one")]
    LongSemantic(usize),
}

impl HasCause for ErrorKind {
    fn cause(&self) -> Cause {
        match self {
            Self::Data(kind) => kind.cause(),
            Self::LookAlike(_) | Self::UnknownBytecode | Self::ShaderModel1 => Cause::Unsupported,
            Self::NotACache | Self::WrongFlagCount { .. } | Self::OutOfBounds { .. } | Self::LongSemantic(_) => {
                Cause::Damaged
            }
        }
    }
}
