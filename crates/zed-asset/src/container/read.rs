//! Reads chunks.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Bytes, Input, Within, bytes};

use super::{Chunk, ChunkSize, Chunks, Container, Token};
use crate::error::{ErrorKind, Failed, Parsed};
use crate::header::{HEADER_LEN, header};
use crate::order::ByteOrder;

/// How the description of a chunk is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Framing {
    pub(crate) order: ByteOrder,
    /// Whether a size takes 64 bits. The fonts of the engine use this.
    pub(crate) wide: bool,
}

impl Framing {
    /// Reads a token and a size.
    fn description(self, input: Input<'_>) -> Parsed<'_, (Token, u64)> {
        let (input, token) = self.order.u16(input).within("token")?;
        let (input, size) = self.size(input).within("size")?;
        Ok((input, (Token(token), size)))
    }

    fn size(self, input: Input<'_>) -> Parsed<'_, u64> {
        if self.wide {
            return self.order.u64(input);
        }
        let (input, size) = self.order.u32(input)?;
        Ok((input, u64::from(size)))
    }

    fn is_end(self, input: Input<'_>) -> bool {
        matches!(self.description(input), Ok((_, (Token::END, _))))
    }
}

/// Finds out how long a content is, by looking at its structure. It is given the `token` and the input of the chunk. If
/// only the size in the description can tell, this returns `None`.
pub(crate) trait Measure<'a>: Fn(Token, u64, Input<'a>) -> Result<Option<u64>, Failed> {}
impl<'a, F: Fn(Token, u64, Input<'a>) -> Result<Option<u64>, Failed>> Measure<'a> for F {}

/// To be used if only the size in the description tells how long a content is.
pub(crate) fn by_size(_: Token, _: u64, _: Input<'_>) -> Result<Option<u64>, Failed> {
    Ok(None)
}

/// A chunk in the file.
pub(crate) struct Step<'a> {
    pub(crate) token: Token,
    pub(crate) size: ChunkSize,
    pub(crate) content: Input<'a>,
    pub(crate) end: Option<u64>,
}

impl<'a> Step<'a> {
    pub(crate) fn with<C>(&self, content: C) -> Chunk<C> {
        Chunk { token: self.token, size: self.size, content, end: self.end }
    }

    /// Returns the content as bytes.
    pub(crate) fn bytes(&self) -> Bytes<'a> {
        Bytes::from(self.content.bytes())
    }
}

/// What comes next in a file.
pub(crate) enum Next<'a> {
    Chunk(Step<'a>),
    End { end: Option<u64>, trailing: &'a [u8] },
}

/// Visits the chunks of a file. None of them have to be kept in memory.
pub(crate) struct Steps<'a, M> {
    framing: Framing,
    measure: M,
    input: Input<'a>,
    /// How many chunks were read, including meshes.
    passed: usize,
    meshes: usize,
}

impl<'a, M: Measure<'a>> Steps<'a, M> {
    pub(crate) fn new(input: Input<'a>, framing: Framing, measure: M) -> Self {
        Self { framing, measure, input, passed: 0, meshes: 0 }
    }

    pub(crate) fn next(&mut self) -> Result<Next<'a>, Failed> {
        if self.input.is_empty() {
            return Ok(Next::End { end: None, trailing: &[] });
        }
        let (input, (token, stored)) = self.framing.description(self.input).within_item("chunk", self.passed)?;
        if token == Token::END {
            return Ok(Next::End { end: Some(stored), trailing: input.bytes() });
        }
        let named = match token {
            Token::MESH => ("mesh", self.meshes),
            _ => (token.name().unwrap_or("chunk"), self.passed),
        };
        let step = self.content(input, token, stored).within_item(named.0, named.1)?;
        self.passed = self.passed.saturating_add(1);
        self.meshes = self.meshes.saturating_add(usize::from(token == Token::MESH));
        Ok(Next::Chunk(step))
    }

    /// Reads the content at `input`, followed by its END.
    fn content(&mut self, input: Input<'a>, token: Token, stored: u64) -> Result<Step<'a>, Failed> {
        let length = (self.measure)(token, stored, input)?.unwrap_or(stored);
        let (rest, content) = bytes(input, length)?;
        let size = if length == stored { ChunkSize::Exact } else { ChunkSize::Wrong(stored) };
        // If a size is wrong, an END must mark the end of the content; otherwise a truncated file, or a file in another encoding, would be accepted.
        if size != ChunkSize::Exact && !self.framing.is_end(rest) {
            return Err(rest.fail(ErrorKind::WrongSize { stored, actual: length }));
        }
        // Not nom's `opt(verify(…))`, which takes a fifth more instructions for a whole model: this runs for every chunk.
        let (rest, end) = match self.framing.description(rest) {
            Ok((behind, (Token::END, size))) => (behind, Some(size)),
            _ => (rest, None),
        };
        self.input = rest;
        Ok(Step { token, size, content: Input::at(content, input.offset()), end })
    }
}

/// Counts the chunks.
pub(crate) fn count<'a>(mut steps: Steps<'a, impl Measure<'a>>) -> Result<usize, Failed> {
    while let Next::Chunk(_) = steps.next()? {}
    Ok(steps.passed)
}

/// Finds out the byte order by looking at the first token. We can't use the flags for this, because we need the byte
/// order to read them (see [Header](crate::format#the-header-11-bytes)). The result is little-endian, unless the token
/// is known after its bytes were swapped.
pub(crate) fn first_order(file: Input<'_>) -> ByteOrder {
    match file.bytes().get(HEADER_LEN..) {
        Some([0, 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x20 | 0x40, ..]) => ByteOrder::Big,
        _ => ByteOrder::Little,
    }
}

/// Reads a whole file. The content of a chunk is read as bytes.
pub(super) fn container(input: Input<'_>) -> Parsed<'_, Container<'_>> {
    let byte_order = first_order(input);
    let (input, header) = header(input, byte_order)?;
    let (input, chunks) = raw_chunks(input, Framing { order: byte_order, wide: false })?;
    Ok((input, Container { header, byte_order, chunks }))
}

fn raw_chunks(input: Input<'_>, framing: Framing) -> Parsed<'_, Chunks<'_, Bytes<'_>>> {
    let mut list = Vec::with_capacity(count(Steps::new(input, framing, by_size))?);
    let mut steps = Steps::new(input, framing, by_size);
    loop {
        match steps.next()? {
            Next::Chunk(step) => list.push(step.with(step.bytes())),
            Next::End { end, trailing } => {
                let (rest, _) = binio::rest(input)?;
                return Ok((rest, Chunks { list, end, trailing: Bytes::from(trailing) }));
            }
        }
    }
}
