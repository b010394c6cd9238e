//! Writes chunks.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Bytes, Counter, Encode, Sink, Within, Writer};

use super::read::Framing;
use super::{Chunk, ChunkSize, Chunks, Container, Token};
use crate::error::{Error, ErrorKind, Written};
use crate::header::write_header;
use crate::order::ByteOrder;

/// The content of a chunk to be written.
pub(crate) trait Content {
    /// Writes the content, but not its description.
    fn encode<S: Sink>(&self, out: &mut Writer<S>, order: ByteOrder) -> Written;

    /// Returns `true` if a chunk may have the wrong size. This is only possible if the structure of the content tells
    /// how long it is.
    fn may_lie(&self) -> bool;
}

impl Content for Bytes<'_> {
    fn encode<S: Sink>(&self, out: &mut Writer<S>, _: ByteOrder) -> Written {
        out.bytes(self);
        Ok(())
    }

    fn may_lie(&self) -> bool {
        false
    }
}

pub(crate) fn write_chunks<S: Sink, C: Content>(
    out: &mut Writer<S>,
    chunks: &Chunks<'_, C>,
    framing: Framing,
) -> Written {
    let Chunks { list, end, trailing } = chunks;
    let mut meshes = 0_usize;
    for (index, one) in list.iter().enumerate() {
        let name = one.token.name().unwrap_or("chunk");
        let number = if one.token == Token::MESH { meshes } else { index };
        // Name of the chunk in findings; without an index if it is the only one of its kind.
        out.mark("chunk", Some(index));
        out.mark(name, None);
        out.item(name, number, |out| chunk(out, one, framing))?;
        meshes = meshes.saturating_add(usize::from(one.token == Token::MESH));
    }
    if end.is_some() && list.last().is_some_and(|chunk| chunk.end.is_none()) {
        return Err(out.fail(ErrorKind::Contradiction("an END after a chunk closes that chunk, not the file")));
    }
    out.mark("end", None);
    match end {
        Some(size) => description(out, Token::END, *size, framing).within("end")?,
        None if trailing.is_empty() => {}
        None => return Err(out.fail(ErrorKind::Contradiction("bytes after the end, but no END chunk"))),
    }
    out.mark("trailing", None);
    out.bytes(trailing);
    Ok(())
}

fn chunk<S: Sink, C: Content>(out: &mut Writer<S>, chunk: &Chunk<C>, framing: Framing) -> Written {
    let Chunk { token, size, content, end } = chunk;
    if *token == Token::END {
        return Err(out.fail(ErrorKind::Contradiction("the token of an END chunk")));
    }
    let mut counter = Writer::new(Counter);
    content.encode(&mut counter, framing.order)?;
    let length = counter.position();
    let stored = match *size {
        ChunkSize::Exact => length,
        ChunkSize::Wrong(stored) if stored != length && content.may_lie() => stored,
        ChunkSize::Wrong(_) => return Err(out.fail(ErrorKind::Contradiction("a wrong size that can't be wrong"))),
    };
    description(out, *token, stored, framing)?;
    content.encode(out, framing.order)?;
    match end {
        Some(size) => description(out, Token::END, *size, framing).within("end"),
        None => Ok(()),
    }
}

fn description<S: Sink>(out: &mut Writer<S>, token: Token, size: u64, framing: Framing) -> Written {
    framing.order.put_u16(out, token.0);
    if framing.wide {
        framing.order.put_u64(out, size);
    } else {
        let size = out.narrow(size, u32::MAX).within("size")?;
        framing.order.put_u32(out, size);
    }
    Ok(())
}

impl Encode for Container<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        write_header(out, &self.header, self.byte_order);
        write_chunks(out, &self.chunks, Framing { order: self.byte_order, wide: false })
    }
}

/// The encoding is not stored in the file, so it must be possible to detect it again. To make sure of this, we read the
/// bytes back and compare the result.
pub(crate) const READS_BACK: ErrorKind = ErrorKind::Contradiction("it would read back as something else");

pub(super) fn container_to_bytes(container: &Container<'_>) -> Result<Vec<u8>, Error> {
    let bytes = binio::to_bytes(container)?;
    match Container::parse(&bytes) {
        Ok(read) if read == *container => Ok(bytes),
        _ => Err(Error::new(READS_BACK, "chunks")),
    }
}
