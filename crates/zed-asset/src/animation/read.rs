//! Reads animations. If possible, their chunks can also be read as a model.

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Bytes, Input, Path};

use super::Animation;
use crate::container::{Chunk, Chunks, Container, Token};
use crate::error::{Error, ErrorKind};
use crate::kind::FileKind;
use crate::model::{Content, Encoding, Model};
use crate::order::ByteOrder;

impl<'a> Animation<'a> {
    /// Reads an animation.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotZed`] or [`ErrorKind::OtherFile`] if this is another file, or an error in a chunk.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        match FileKind::detect(bytes) {
            Some(kind) if kind != FileKind::Animation => Err(Error::new(ErrorKind::OtherFile(kind), Path::new()).at(0)),
            _ => Ok(Self { container: Container::parse(bytes)? }),
        }
    }

    /// Reads the chunks as if the file were a model. If they do not fit, this is `None`.
    pub fn as_model(&self) -> Option<Model<'_>> {
        Encoding::ALL.into_iter().find_map(|encoding| self.as_model_in(encoding).ok())
    }

    fn as_model_in(&self, encoding: Encoding) -> Result<Model<'_>, Error> {
        let Container { header, byte_order, chunks } = &self.container;
        let mut list = Vec::with_capacity(chunks.list.len());
        for chunk in &chunks.list {
            let Chunk { token, size, content, end } = chunk;
            let content = content_in(*token, content, *byte_order, encoding)?;
            list.push(Chunk { token: *token, size: *size, content, end: *end });
        }
        let chunks = Chunks { list, end: chunks.end, trailing: chunks.trailing.borrowed() };
        Ok(Model { header: *header, byte_order: *byte_order, encoding, chunks })
    }
}

/// Reads a chunk as if it were in a model. All of its bytes must be used.
fn content_in<'c>(token: Token, bytes: &'c [u8], order: ByteOrder, encoding: Encoding) -> Result<Content<'c>, Error> {
    let input = Input::new(bytes);
    match token {
        Token::METADATA => {
            let metadata = binio::parse(input, |input| crate::model::read_metadata(input, order))?;
            Ok(Content::Metadata(Box::new(metadata)))
        }
        Token::MESH => {
            let mesh = binio::parse(input, |input| crate::model::read_mesh(input, order, encoding))?;
            Ok(Content::Mesh(Box::new(mesh)))
        }
        _ => Ok(Content::Other(Bytes::from(bytes))),
    }
}
