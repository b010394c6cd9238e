//! Writes models.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Encode, Sink, Within, Writer};

use super::encoding::Encoding;
use super::read::ReadOptions;
use super::{Content, Mesh, Metadata, Model};
use crate::container::{Chunk, Framing, READS_BACK, Token, write_chunks};
use crate::error::{Error, ErrorKind, Written};
use crate::header::write_header;
use crate::kind::Kind;
use crate::order::ByteOrder;

impl Model<'_> {
    /// Returns the number of bytes that [`to_bytes`](Self::to_bytes) will return.
    ///
    /// # Errors
    /// Fails when [`to_bytes`](Self::to_bytes) does.
    pub fn encoded_len(&self) -> Result<u64, Error> {
        Ok(self.to_bytes()?.len() as u64)
    }

    /// Writes the model to bytes. If you have not changed it, the result will be the same as the file.
    ///
    /// # Errors
    /// Fails if the content can't be stored, because an array has too many indices for its count or a chunk does not
    /// fit in 32 bits. Returns [`ErrorKind::Contradiction`] if the file would be misread. This is possible because the
    /// file does not contain its encoding.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        self.to_bytes_for(&ReadOptions::default())
    }

    /// Writes the model for a reader that uses these options. If you set an encoding here, you can also write a file that
    /// would otherwise be read in another encoding.
    ///
    /// # Errors
    /// Fails when [`to_bytes`](Self::to_bytes) does.
    pub fn to_bytes_for(&self, options: &ReadOptions) -> Result<Vec<u8>, Error> {
        let bytes = binio::to_bytes(&Layout(self))?;
        match Model::parse_with(&bytes, options) {
            Ok(read) if read == *self => Ok(bytes),
            _ => Err(Error::new(READS_BACK, "chunks")),
        }
    }

    /// Writes the model to `out`. If it can't be encoded, nothing will be written.
    ///
    /// # Errors
    /// Fails when [`to_bytes`](Self::to_bytes) does, and on an I/O error in `out`.
    #[cfg(feature = "std")]
    pub fn write_to(&self, mut out: impl std::io::Write) -> std::io::Result<()> {
        out.write_all(&self.to_bytes()?)?;
        out.flush()
    }
}

/// Writes a model, but does not check that it will be read back the same.
pub(super) struct Layout<'m>(pub(super) &'m Model<'m>);

impl Encode for Layout<'_> {
    type Kind = ErrorKind;

    fn encode<S: Sink>(&self, out: &mut Writer<S>) -> Written {
        let Model { header, byte_order, encoding, chunks } = self.0;
        if header.kind != Kind::MODEL {
            return Err(out.fail(ErrorKind::Contradiction("the kind of a model is M")));
        }
        write_header(out, header, *byte_order);
        for (index, one) in chunks.list.iter().enumerate() {
            let typed = matches!(one.token, Token::METADATA | Token::MESH);
            let fits = match one.content {
                Content::Metadata(_) => one.token == Token::METADATA,
                Content::Mesh(_) => one.token == Token::MESH,
                Content::Other(_) => !typed,
            };
            if !fits {
                let kind = ErrorKind::Contradiction("the token belongs to other content");
                return Err(out.fail(kind)).within_item("chunk", index);
            }
        }
        let list = chunks.list.iter().map(|one| Chunk {
            token: one.token,
            size: one.size,
            content: InEncoding { content: &one.content, encoding: *encoding },
            end: one.end,
        });
        let chunks =
            crate::container::Chunks { list: list.collect(), end: chunks.end, trailing: chunks.trailing.borrowed() };
        write_chunks(out, &chunks, Framing { order: *byte_order, wide: false })
    }
}

/// The content of a chunk in a given encoding.
struct InEncoding<'m> {
    content: &'m Content<'m>,
    encoding: Encoding,
}

impl crate::container::Content for InEncoding<'_> {
    fn encode<S: Sink>(&self, out: &mut Writer<S>, order: ByteOrder) -> Written {
        match self.content {
            Content::Metadata(content) => {
                metadata(out, content, order);
                Ok(())
            }
            Content::Mesh(content) => mesh(out, content, order, self.encoding),
            Content::Other(bytes) => {
                out.bytes(bytes);
                Ok(())
            }
        }
    }

    fn may_lie(&self) -> bool {
        !matches!(self.content, Content::Other(_))
    }
}

fn metadata<S: Sink>(out: &mut Writer<S>, metadata: &Metadata, order: ByteOrder) {
    let Metadata { totals, name, version } = metadata;
    // The name is between the fourth and the fifth number.
    let [a, b, c, d, rest @ ..] = <[u32; 10]>::from(*totals);
    [a, b, c, d].into_iter().for_each(|number| order.put_u32(out, number));
    out.bytes(name);
    rest.into_iter().for_each(|number| order.put_u32(out, number));
    out.bytes(version);
}

fn mesh<S: Sink>(out: &mut Writer<S>, mesh: &Mesh<'_>, order: ByteOrder, encoding: Encoding) -> Written {
    let Mesh { material, vertices, strips, lists, fans } = mesh;
    let whole = vertices.chunks_exact(encoding.vertices.stride());
    if !whole.remainder().is_empty() {
        return Err(out.fail(ErrorKind::Contradiction("the vertices are not whole ones"))).within("vertices");
    }
    let count: u32 = out.narrow(whole.len() as u64, u32::MAX).within("vertices")?;
    order.put_u32(out, count);
    order.put_u32(out, *material);
    for (part, arrays) in [("strip", strips), ("list", lists), ("fan", fans)] {
        let count: u32 = out.narrow(arrays.len() as u64, u32::MAX).within(part)?;
        order.put_u32(out, count);
    }
    out.bytes(vertices);
    for (part, arrays) in [("strip", strips), ("list", lists), ("fan", fans)] {
        for (index, indices) in arrays.iter().enumerate() {
            out.item(part, index, |out| array(out, indices, order, encoding))?;
        }
    }
    Ok(())
}

fn array<S: Sink>(out: &mut Writer<S>, indices: &[u8], order: ByteOrder, encoding: Encoding) -> Written {
    let whole = indices.chunks_exact(size_of::<u16>());
    if !whole.remainder().is_empty() {
        return Err(out.fail(ErrorKind::Contradiction("the indices are not whole ones")));
    }
    let count: u32 = out.narrow(whole.len() as u64, encoding.counts.max())?;
    match u16::try_from(count) {
        Ok(count) if encoding.counts == super::CountWidth::U16 => order.put_u16(out, count),
        _ => order.put_u32(out, count),
    }
    out.bytes(indices);
    Ok(())
}
