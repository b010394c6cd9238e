//! Errors of shader caches.

use binio::{Cause, Fault, HasCause};

use crate::detect::LookAlike;

/// An error about a shader cache or its bytecode, with path and offset.
///
/// Errors of the bytecode views count bytes from the start of the bytecode.
pub type Error = binio::Error<ErrorKind>;

/// Kind of error of a shader cache or its bytecode, in bytes or to be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early or late, a count is impossible, or a name doesn't end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file doesn't begin with `USHD`.
    #[error("expected USHD at the beginning, found other bytes")]
    NotACache,
    /// The file is another kind of compiled shader, which is recognised, but not read.
    #[error("expected a shader cache, found {0}")]
    LookAlike(LookAlike),
    /// Writing: the number of a variation's flags differs from the number of the container's parameters and texture
    /// units.
    #[error("expected {expected} flags, one per parameter and texture unit, found {actual}")]
    WrongFlagCount {
        /// Number of parameters and texture units of the container.
        expected: u64,
        /// Number of flags of the variation.
        actual: u64,
    },
    /// Bytecode that begins with neither a Direct3D 9 version token nor `DXBC`.
    #[error("expected a Direct3D 9 token stream or a DXBC container, found other bytes")]
    UnknownBytecode,
    /// A token stream of shader model 1, whose instructions don't contain their length.
    #[error("expected a token stream of shader model 2 or 3, found 1, whose instructions have no lengths")]
    ShaderModel1,
    /// A chunk of a DXBC container, or a name in a signature, that begins outside of it.
    #[error("expected an offset within {length} bytes, found {offset}")]
    OutOfBounds {
        /// Stored offset.
        offset: u64,
        /// Size of the enclosing data in bytes.
        length: u64,
    },
    /// A semantic name in a signature that is longer than any compiler writes.
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
