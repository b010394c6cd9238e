//! Bytes to chunks.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Bytes, Input, Within, bytes};

use super::{Chunk, ChunkSize, Chunks, Container, Token};
use crate::error::{ErrorKind, Failed, Parsed};
use crate::header::{HEADER_LEN, header};
use crate::order::ByteOrder;

/// How chunks are described.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Framing {
    pub(crate) order: ByteOrder,
    /// Sizes of 64 bits: the engine's fonts.
    pub(crate) wide: bool,
}

impl Framing {
    /// A token and a size.
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

/// The length of a content whose structure says it: of the chunk `token` at an input. `None` if only its size does.
pub(crate) trait Measure<'a>: Fn(Token, u64, Input<'a>) -> Result<Option<u64>, Failed> {}
impl<'a, F: Fn(Token, u64, Input<'a>) -> Result<Option<u64>, Failed>> Measure<'a> for F {}

/// For contents that are as long as their chunks say.
pub(crate) fn by_size(_: Token, _: u64, _: Input<'_>) -> Result<Option<u64>, Failed> {
    Ok(None)
}

/// A chunk as it stands in the file.
pub(crate) struct Step<'a> {
    pub(crate) token: Token,
    pub(crate) size: ChunkSize,
    pub(crate) content: Input<'a>,
    pub(crate) end: Option<u64>,
}

impl<'a> Step<'a> {
    /// The chunk, with this content.
    pub(crate) fn with<C>(&self, content: C) -> Chunk<C> {
        Chunk { token: self.token, size: self.size, content, end: self.end }
    }

    /// The content as bytes.
    pub(crate) fn bytes(&self) -> Bytes<'a> {
        Bytes::from(self.content.bytes())
    }
}

/// What comes next in a file.
pub(crate) enum Next<'a> {
    Chunk(Step<'a>),
    End { end: Option<u64>, trailing: &'a [u8] },
}

/// Goes through the chunks of a file without keeping any.
pub(crate) struct Steps<'a, M> {
    framing: Framing,
    measure: M,
    input: Input<'a>,
    /// Chunks that were read, meshes among them.
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

    /// The content at `input` and the END behind it.
    fn content(&mut self, input: Input<'a>, token: Token, stored: u64) -> Result<Step<'a>, Failed> {
        let length = (self.measure)(token, stored, input)?.unwrap_or(stored);
        let (rest, content) = bytes(input, length)?;
        let size = if length == stored { ChunkSize::Exact } else { ChunkSize::Wrong(stored) };
        // Where a size lies, an END has to say that the content is over; else a file that was cut off, or is in another
        // dialect, would pass for one that lies.
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

/// How many chunks there are.
pub(crate) fn count<'a>(mut steps: Steps<'a, impl Measure<'a>>) -> Result<usize, Failed> {
    while let Next::Chunk(_) = steps.next()? {}
    Ok(steps.passed)
}

/// The byte order of a file, by its first token: the flags are themselves subject to it ([Header](crate::format#the-header-11-bytes)). Little-endian unless the
/// token is a known one with its bytes the other way round.
pub(crate) fn first_order(file: Input<'_>) -> ByteOrder {
    match file.bytes().get(HEADER_LEN..) {
        Some([0, 0x01 | 0x02 | 0x04 | 0x08 | 0x10 | 0x20 | 0x40, ..]) => ByteOrder::Big,
        _ => ByteOrder::Little,
    }
}

/// A whole file, contents as bytes.
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
