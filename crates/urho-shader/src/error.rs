//! What can be wrong with a shader cache.

use binio::Fault;

use crate::detect::LookAlike;

/// An error about a shader cache, or about the bytecode in it: what, in which part, at which byte.
///
/// Errors of the bytecode views count bytes from the beginning of the bytecode.
pub type Error = binio::Error<ErrorKind>;

/// What can be wrong with the bytes of a shader cache or its bytecode, or with a cache that is to become bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes end early or late, a count is impossible, a name doesn't end.
    #[error(transparent)]
    Data(#[from] Fault),
    /// The file doesn't begin with `USHD`.
    #[error("expected USHD at the beginning, found other bytes")]
    NotACache,
    /// The file is a compiled shader of a kind that is recognised, but not read here.
    #[error("expected a shader cache, found {0}")]
    LookAlike(LookAlike),
    /// To write: a variation has another number of flags than the container has parameters and texture units.
    #[error("expected {expected} flags, one per parameter and texture unit, found {actual}")]
    WrongFlagCount {
        /// Parameters and texture units of the container.
        expected: u64,
        /// Flags of the variation.
        actual: u64,
    },
    /// Bytecode that begins with neither a Direct3D 9 version token nor `DXBC`.
    #[error("expected a Direct3D 9 token stream or a DXBC container, found other bytes")]
    UnknownBytecode,
    /// A token stream of shader model 1, whose instructions don't say how long they are.
    #[error("expected a token stream of shader model 2 or 3, found 1, whose instructions have no lengths")]
    ShaderModel1,
    /// A chunk of a DXBC container, or a name in a signature, that begins outside of it.
    #[error("expected an offset within {length} bytes, found {offset}")]
    OutOfBounds {
        /// The offset as stored.
        offset: u64,
        /// Bytes of what it points into.
        length: u64,
    },
    /// A semantic name in a signature that is longer than any compiler makes one.
    #[error("expected a semantic name of at most {0} bytes, found a longer one")]
    LongSemantic(usize),
}
