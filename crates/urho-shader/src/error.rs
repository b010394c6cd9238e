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
    #[error("not a shader cache: no USHD at the beginning")]
    NotACache,
    /// The file is a compiled shader of a kind that is recognised, but not read here.
    #[error("not a shader cache, but {0}")]
    LookAlike(LookAlike),
    /// To write: a variation has another number of flags than the container has parameters and texture units.
    #[error("{actual} flags where the parameters and texture units make {expected}")]
    WrongFlagCount {
        /// Parameters and texture units of the container.
        expected: u64,
        /// Flags of the variation.
        actual: u64,
    },
    /// Bytecode that begins with neither a Direct3D 9 version token nor `DXBC`.
    #[error("neither a Direct3D 9 token stream nor a DXBC container")]
    UnknownBytecode,
    /// A token stream of shader model 1, whose instructions don't say how long they are.
    #[error("a token stream of shader model 1, whose instructions have no lengths")]
    ShaderModel1,
    /// A chunk of a DXBC container, or a name in a signature, that begins outside of it.
    #[error("offset {offset} is outside of the {length} bytes it points into")]
    OutOfBounds {
        /// The offset as stored.
        offset: u64,
        /// Bytes of what it points into.
        length: u64,
    },
    /// A semantic name in a signature that is longer than any compiler makes one.
    #[error("a semantic name of more than {0} bytes")]
    LongSemantic(usize),
}
