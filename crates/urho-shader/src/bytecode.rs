//! Bytecode for Direct3D 9 or 11.

use crate::dxbc::Dxbc;
use crate::error::{Error, ErrorKind};
use crate::stage::Program;
use crate::tokens::TokenStream;

/// The kind of bytecode, which is detected by its first bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bytecode<'a> {
    /// Bytecode for Direct3D 9, which is a stream of tokens.
    Tokens(TokenStream<'a>),
    /// Bytecode for Direct3D 11, which is a DXBC container.
    Dxbc(Dxbc<'a>),
}

impl<'a> Bytecode<'a> {
    /// Parses bytecode, whichever kind it is. To know in advance what to expect, look at the shader model: Direct3D 11
    /// begins with model 4.
    ///
    /// # Errors
    /// Returns [`ErrorKind::UnknownBytecode`] when this is neither kind. See [`TokenStream::parse`] and [`Dxbc::parse`]
    /// for other errors. Offsets begin at the start of the bytecode.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        match bytes.first_chunk::<4>() {
            Some(b"DXBC") => Dxbc::parse(bytes).map(Self::Dxbc),
            Some(_) => TokenStream::parse(bytes).map(Self::Tokens),
            None => Err(Error::new(ErrorKind::UnknownBytecode, binio::Path::new()).at(0)),
        }
    }

    /// Returns the stage and the shader model, to be compared with those in the file. If a container has no program,
    /// this is `None`.
    pub fn program(&self) -> Option<Program> {
        match self {
            Self::Tokens(stream) => Some(stream.program),
            Self::Dxbc(container) => container.program(),
        }
    }
}
