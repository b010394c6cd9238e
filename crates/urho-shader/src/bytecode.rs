//! Bytecode of either kind.

use crate::dxbc::Dxbc;
use crate::error::{Error, ErrorKind};
use crate::stage::Program;
use crate::tokens::TokenStream;

/// Kind of bytecode, by its first bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bytecode<'a> {
    /// Direct3D 9 bytecode: a stream of tokens.
    Tokens(TokenStream<'a>),
    /// Direct3D 11 bytecode: a DXBC container.
    Dxbc(Dxbc<'a>),
}

impl<'a> Bytecode<'a> {
    /// Parses `bytes`, which are unchanged.
    ///
    /// # Errors
    /// [`ErrorKind::UnknownBytecode`], or as [`TokenStream::parse`] and [`Dxbc::parse`]. Offsets count from the start of
    /// the bytecode.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        match bytes.first_chunk::<4>() {
            Some(b"DXBC") => Dxbc::parse(bytes).map(Self::Dxbc),
            Some(_) => TokenStream::parse(bytes).map(Self::Tokens),
            None => Err(Error::new(ErrorKind::UnknownBytecode, binio::Path::new()).at(0)),
        }
    }

    /// Returns stage and shader model; `None` for a container without a program.
    pub fn program(&self) -> Option<Program> {
        match self {
            Self::Tokens(stream) => Some(stream.program),
            Self::Dxbc(container) => container.program(),
        }
    }
}
