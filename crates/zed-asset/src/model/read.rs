//! Reads models.

#![deny(clippy::arithmetic_side_effects)]

use alloc::boxed::Box;
use alloc::vec::Vec;
use binio::{Bytes, Input, Within, bytes, check_count, chunk};

use super::encoding::{CountWidth, Encoding};
use super::metadata::METADATA_LEN;
use super::{Content, Mesh, Metadata, Model, Totals};
use crate::container::{ChunkSize, Chunks, Framing, Next, Steps, Token, first_order};
use crate::error::{Error, ErrorKind, Failed, Parsed};
use crate::header::{Header, expect, header};
use crate::kind::FileKind;
use crate::order::ByteOrder;

binio::options! {
    /// Use this to change how a model is read.
    ///
    /// There are no limits to set. They are not needed, because a model contains no compressed data, and a count is
    /// never larger than the file allows.
    #[derive(Clone, Debug)]
    pub struct ReadOptions {
        /// The encoding to use. If you do not set this, it will be detected: it should be an encoding in which all chunks
        /// end where their sizes say. If there is none, another encoding is used in which the chunks end at a plausible
        /// place.
        #[setter(into)]
        pub(crate) encoding: Option<Encoding> = None,
    }
}

impl ReadOptions {
    /// Returns the encodings to try.
    fn encodings(&self) -> &[Encoding] {
        self.encoding.as_ref().map_or(&Encoding::ALL, core::slice::from_ref)
    }
}

impl<'a> Model<'a> {
    /// Reads a model. The vertices and indices are borrowed from `bytes`. This function does not look at them, unless
    /// the file could be in two encodings.
    ///
    /// In some ways, this is stricter than the engine, which only looks at one letter to identify a file, and uses
    /// uninitialized memory if a file ends early. But it is more lenient about encodings, END chunks and unknown chunks.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotZed`], [`ErrorKind::OtherFile`], [`ErrorKind::WrongSize`] or [`ErrorKind::Data`] if the
    /// structure is invalid. Invalid values are not an error, but [`validate`](Self::validate) will report them.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        Self::parse_with(bytes, &ReadOptions::default())
    }

    /// Reads a model using `options`.
    ///
    /// # Errors
    /// Fails when [`parse`](Self::parse) does.
    pub fn parse_with(bytes: &'a [u8], options: &ReadOptions) -> Result<Self, Error> {
        binio::parse(Input::new(bytes), |input| {
            let file = File::new(input)?;
            let (encoding, _) = file.choose(options.encodings())?;
            let model = file.read(encoding)?;
            let (rest, _) = binio::rest::<ErrorKind>(input)?;
            Ok((rest, model))
        })
    }

    /// Returns the encodings that are equally plausible for a file. The first is used by [`parse`](Self::parse). It is
    /// rare to have more than one, because there must be several index arrays whose bytes happen to be valid counts in
    /// both.
    ///
    /// # Errors
    /// Fails when [`parse`](Self::parse) does.
    pub fn encodings_of(bytes: &'a [u8]) -> Result<Vec<Encoding>, Error> {
        let mut found = Vec::new();
        binio::parse(Input::new(bytes), |input| {
            (_, found) = File::new(input)?.choose(&Encoding::ALL)?;
            let (rest, _) = binio::rest::<ErrorKind>(input)?;
            Ok((rest, ()))
        })?;
        Ok(found)
    }
}

/// A file without its header.
#[derive(Clone, Copy)]
struct File<'a> {
    input: Input<'a>,
    header: Header,
    byte_order: ByteOrder,
}

/// Tells how plausible a file is in an encoding.
#[derive(Clone, Copy)]
struct Score {
    encoding: Encoding,
    chunks: usize,
    /// How many chunks have the wrong size.
    wrong: usize,
    /// Whether there is anything that depends on the encoding.
    vertices: bool,
    arrays: bool,
    /// Whether all indices are in range.
    in_range: bool,
}

impl Score {
    /// Returns `true` if you would get the same result by reading the file in the other encoding.
    fn is_same(&self, other: &Self) -> bool {
        let vertices = self.vertices || other.vertices;
        let arrays = self.arrays || other.arrays;
        (!vertices || self.encoding.vertices == other.encoding.vertices)
            && (!arrays || self.encoding.counts == other.encoding.counts)
    }
}

impl<'a> File<'a> {
    /// Reads the header of a model.
    fn new(input: Input<'a>) -> Result<Self, Failed> {
        expect(input, FileKind::Model)?;
        let byte_order = first_order(input);
        let (input, header) = header(input, byte_order)?;
        Ok(Self { input, header, byte_order })
    }

    /// Returns the best of the given encodings, and all encodings that are equally good.
    fn choose(&self, encodings: &[Encoding]) -> Result<(Encoding, Vec<Encoding>), Failed> {
        let (mut scores, mut failure): (Vec<Score>, _) = (Vec::new(), None);
        for encoding in encodings {
            match self.score(*encoding, false) {
                // If no part of a file depends on the encoding, all are the same.
                Ok(score) if scores.iter().any(|other| score.is_same(other)) => {}
                Ok(score) => scores.push(score),
                Err(failed) => keep_farthest(&mut failure, failed),
            }
        }
        let least = scores.iter().map(|score| score.wrong).min().unwrap_or_default();
        scores.retain(|score| score.wrong == least);
        if scores.len() > 1 {
            for score in &mut scores {
                *score = self.score(score.encoding, true)?;
            }
            if scores.iter().any(|score| score.in_range) {
                scores.retain(|score| score.in_range);
            }
        }
        let best: Vec<Encoding> = scores.iter().map(|score| score.encoding).collect();
        match (best.first(), failure) {
            (Some(first), _) => Ok((*first, best)),
            (None, Some(failed)) => Err(failed),
            (None, None) => Err(self.input.fail(ErrorKind::Contradiction("no encoding to read it in"))),
        }
    }

    fn steps(&self, encoding: Encoding) -> Steps<'a, impl crate::container::Measure<'a> + use<'a>> {
        let order = self.byte_order;
        let framing = Framing { order, wide: false };
        Steps::new(self.input, framing, move |token, _, input| match token {
            Token::METADATA => Ok(Some(METADATA_LEN)),
            Token::MESH => each_array(input, order, encoding, |_| ()).map(Some),
            _ => Ok(None),
        })
    }

    /// Computes the score in an encoding. If `ranges` is set, it also has to look at the indices.
    fn score(&self, encoding: Encoding, ranges: bool) -> Result<Score, Failed> {
        let mut score = Score { encoding, chunks: 0, wrong: 0, vertices: false, arrays: false, in_range: true };
        let mut steps = self.steps(encoding);
        while let Next::Chunk(step) = steps.next()? {
            score.chunks = score.chunks.saturating_add(1);
            score.wrong = score.wrong.saturating_add(usize::from(step.size != ChunkSize::Exact));
            if step.token != Token::MESH {
                continue;
            }
            let (_, head) = mesh_head(step.content, self.byte_order, encoding)?;
            let vertices = head.vertices.chunks_exact(encoding.vertices.stride()).len();
            score.vertices |= vertices > 0;
            score.arrays |= head.strips > 0 || head.lists > 0 || head.fans > 0;
            if ranges {
                let in_range = |index: &[u8; 2]| usize::from(self.byte_order.half(*index)) < vertices;
                each_array(step.content, self.byte_order, encoding, |indices| {
                    score.in_range &= indices.chunks_exact(2).filter_map(<[u8]>::first_chunk).all(in_range);
                })?;
            }
        }
        Ok(score)
    }

    fn read(&self, encoding: Encoding) -> Result<Model<'a>, Failed> {
        let chunks = self.score(encoding, false)?.chunks;
        self.read_counted(encoding, chunks)
    }

    fn read_counted(&self, encoding: Encoding, chunks: usize) -> Result<Model<'a>, Failed> {
        let mut list = Vec::with_capacity(chunks);
        let mut steps = self.steps(encoding);
        loop {
            match steps.next()? {
                Next::Chunk(step) => {
                    let content = match step.token {
                        Token::METADATA => Content::Metadata(Box::new(read_metadata(step.content, self.byte_order)?.1)),
                        Token::MESH => Content::Mesh(Box::new(read_mesh(step.content, self.byte_order, encoding)?.1)),
                        _ => Content::Other(step.bytes()),
                    };
                    list.push(step.with(content));
                }
                Next::End { end, trailing } => {
                    let chunks = Chunks { list, end, trailing: Bytes::from(trailing) };
                    return Ok(Model { header: self.header, byte_order: self.byte_order, encoding, chunks });
                }
            }
        }
    }
}

/// Keeps the failure that is later in the file, because this encoding got further.
fn keep_farthest(kept: &mut Option<Failed>, new: Failed) {
    let offset = |failed: &Failed| match failed {
        Failed::Error(failure) | Failed::Failure(failure) => failure.offset(),
        Failed::Incomplete(_) => 0,
    };
    if kept.as_ref().is_none_or(|kept| offset(&new) > offset(kept)) {
        *kept = Some(new);
    }
}

pub(crate) fn read_metadata(input: Input<'_>, order: ByteOrder) -> Parsed<'_, Metadata> {
    let (input, [a, b, c, d]) = order.u32s(input)?;
    let (input, name) = chunk::<{ super::NAME_LEN }, _>(input)?;
    let (input, [e, f, g, h, i, j]) = order.u32s(input)?;
    let (input, version) = chunk::<3, _>(input)?;
    let totals = Totals::from([a, b, c, d, e, f, g, h, i, j]);
    Ok((input, Metadata { totals, name: *name, version: *version }))
}

/// The start of a mesh.
struct MeshHead<'a> {
    material: u32,
    vertices: &'a [u8],
    strips: u32,
    lists: u32,
    fans: u32,
}

fn mesh_head(input: Input<'_>, order: ByteOrder, encoding: Encoding) -> Parsed<'_, MeshHead<'_>> {
    let (input, [vertices, material, strips, lists, fans]) = order.u32s(input)?;
    let length = u64::from(vertices).saturating_mul(encoding.vertices.stride() as u64);
    let (input, vertices) = bytes(input, length).within("vertices")?;
    Ok((input, MeshHead { material, vertices, strips, lists, fans }))
}

/// Returns the size of the mesh. For every array, `look` is called with the indices.
fn each_array<'a>(
    start: Input<'a>,
    order: ByteOrder,
    encoding: Encoding,
    mut look: impl FnMut(&'a [u8]),
) -> Result<u64, Failed> {
    let (mut input, head) = mesh_head(start, order, encoding)?;
    for (part, count) in [("strip", head.strips), ("list", head.lists), ("fan", head.fans)] {
        check_count(input, input, u64::from(count), encoding.counts.bytes()).within(part)?;
        for index in 0..count {
            let (rest, indices) = array(input, order, encoding.counts).within_item(part, index as usize)?;
            look(indices);
            input = rest;
        }
    }
    Ok(input.offset().saturating_sub(start.offset()))
}

pub(crate) fn read_mesh(input: Input<'_>, order: ByteOrder, encoding: Encoding) -> Parsed<'_, Mesh<'_>> {
    let (input, head) = mesh_head(input, order, encoding)?;
    let (input, strips) = arrays(input, "strip", head.strips, order, encoding.counts)?;
    let (input, lists) = arrays(input, "list", head.lists, order, encoding.counts)?;
    let (input, fans) = arrays(input, "fan", head.fans, order, encoding.counts)?;
    let mesh = Mesh { material: head.material, vertices: Bytes::from(head.vertices), strips, lists, fans };
    Ok((input, mesh))
}

fn arrays<'a>(
    input: Input<'a>,
    part: &'static str,
    count: u32,
    order: ByteOrder,
    counts: CountWidth,
) -> Parsed<'a, Vec<Bytes<'a>>> {
    let count = check_count(input, input, u64::from(count), counts.bytes()).within(part)?;
    binio::repeat(input, count, part, |input| {
        let (input, indices) = array(input, order, counts)?;
        Ok((input, Bytes::from(indices)))
    })
}

fn array(input: Input<'_>, order: ByteOrder, counts: CountWidth) -> Parsed<'_, &[u8]> {
    let (rest, count) = match counts {
        CountWidth::U16 => order.u16(input).map(|(rest, count)| (rest, u64::from(count)))?,
        CountWidth::U32 => order.u32(input).map(|(rest, count)| (rest, u64::from(count)))?,
    };
    let count = check_count(input, rest, count, size_of::<u16>())?;
    bytes(rest, (count as u64).saturating_mul(size_of::<u16>() as u64))
}
