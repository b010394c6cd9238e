//! Bytecode for Direct3D 11, which is a DXBC container with chunks.

#![deny(clippy::arithmetic_side_effects)]

use alloc::vec::Vec;
use binio::{Bytes, Fault, Input, Within, chunk, count_u32, parse, prefixed, record, records};
use zerocopy::little_endian::U32;

use crate::checksum::dxbc_hash;
use crate::chunk::Chunk;
use crate::error::{Error, ErrorKind};
use crate::records::{ChunkHead, DxbcHead};
use crate::signature::Signature;
use crate::stage::Program;

type Parsed<'a, T> = binio::Parsed<'a, T, ErrorKind>;
type Failed = binio::Failed<ErrorKind>;

/// Where the hashed bytes start, which is after the identifier and the hash.
const COVERED: usize = 20;

/// A DXBC container with its chunks. This allows you to see what a program needs, but not to read the program, because
/// it is not decoded.
///
/// ```
/// use urho_shader::{Dxbc, dxbc_hash_of};
/// let mut bytes = b"DXBC".to_vec();
/// bytes.extend([0; 16]); // the hash, made last
/// bytes.extend(b"\x01\0\0\0\x20\0\0\0\0\0\0\0"); // version 1, 32 bytes, no chunk
/// let hash = dxbc_hash_of(&bytes).unwrap();
/// bytes[4..20].copy_from_slice(&hash);
/// assert!(Dxbc::parse(&bytes)?.hash_is_right());
/// # Ok::<(), urho_shader::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Dxbc<'a> {
    /// The hash as stored. Direct3D checks it; use [`hash_is_right`](Self::hash_is_right) to do the same.
    pub hash: [u8; 16],
    /// The version of the container, which is 1.
    pub version: u32,
    /// The size of the container in bytes, as stored.
    pub size: u32,
    /// The chunks, in the order of the table.
    pub chunks: Vec<Chunk<'a>>,
    /// The bytes that follow the container.
    pub rest: Bytes<'a>,
    /// The bytes that the hash covers.
    covered: Bytes<'a>,
}

impl<'a> Dxbc<'a> {
    /// Reads the table of chunks. Chunks may overlap, because they will only be read. This function does not check the
    /// hash; use [`hash_is_right`](Self::hash_is_right) to do so.
    ///
    /// # Errors
    /// Returns [`ErrorKind::UnknownBytecode`] when this is not a container, and [`ErrorKind::OutOfBounds`] or
    /// [`ErrorKind::Data`] when the container or a chunk ends too early. Offsets begin at the start of the container.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        parse(Input::new(bytes), container)
    }

    /// Computes the hash of the content. After you have changed a container, you must store this hash in it, or
    /// Direct3D will reject the container. This takes as long as MD5.
    pub fn computed_hash(&self) -> [u8; 16] {
        dxbc_hash(&self.covered)
    }

    /// Computes the hash of the content, and returns whether it is equal to the stored hash. If it is not, Direct3D
    /// will reject the container.
    pub fn hash_is_right(&self) -> bool {
        self.hash == self.computed_hash()
    }

    /// Returns the first chunk with this identifier.
    pub fn chunk(&self, id: &[u8; 4]) -> Option<&Chunk<'a>> {
        self.chunks.iter().find(|chunk| chunk.id == *id)
    }

    /// Returns the stage and the shader model of the program. This is in the chunk `SHEX`, or in `SHDR` before model 5.
    pub fn program(&self) -> Option<Program> {
        let chunk = self.chunk(b"SHEX").or_else(|| self.chunk(b"SHDR"))?;
        Some(Program::from_program_token(u32::from_le_bytes(*chunk.data.first_chunk()?)))
    }

    /// Returns the inputs of the shader, to be compared with the output of another stage. They are in the chunk `ISGN`
    /// or `ISG1`. If there is neither, this is `None`.
    ///
    /// # Errors
    /// See [`Signature::parse`].
    pub fn inputs(&self) -> Result<Option<Signature<'_>>, Error> {
        self.signature(&[b"ISGN", b"ISG1"])
    }

    /// Returns the outputs of the shader. They are in the chunk `OSGN`, in `OSG5` for a geometry shader, or in `OSG1`.
    /// If there is none of them, this is `None`.
    ///
    /// # Errors
    /// See [`Signature::parse`].
    pub fn outputs(&self) -> Result<Option<Signature<'_>>, Error> {
        self.signature(&[b"OSGN", b"OSG5", b"OSG1"])
    }

    fn signature(&self, ids: &[&[u8; 4]]) -> Result<Option<Signature<'_>>, Error> {
        let chunk = ids.iter().find_map(|id| self.chunk(id));
        chunk.map(Signature::parse).transpose()
    }
}

/// Computes the hash that a container should have, given all its bytes. It covers everything that follows the hash, up
/// to the stored size. When this is not a container or when it is cut off, returns `None`.
pub fn dxbc_hash_of(bytes: &[u8]) -> Option<[u8; 16]> {
    let dxbc = bytes.starts_with(b"DXBC");
    let size = u32::from_le_bytes(bytes.get(24..28)?.try_into().ok()?);
    let covered = bytes.get(COVERED..usize::try_from(size).ok()?)?;
    dxbc.then(|| dxbc_hash(covered))
}

fn container(at: Input<'_>) -> Parsed<'_, Dxbc<'_>> {
    let (input, id) = chunk::<4, _>(at)?;
    if id != b"DXBC" {
        return Err(at.fail(ErrorKind::UnknownBytecode));
    }
    let (behind_hash, &hash) = chunk::<16, _>(input).within("hash")?;
    let (input, head) = record::<DxbcHead, _>(behind_hash).within("head")?;
    let size = head.size.get();
    let whole = at.bytes();
    let split = usize::try_from(size).ok().and_then(|end| whole.split_at_checked(end));
    let Some((inside, rest)) = split else {
        return Err(at.fail(Fault::UnexpectedEnd { needed: u64::from(size), remaining: whole.len() as u64 }));
    };
    // The table must be inside the size, like everything else.
    let used = usize::try_from(input.offset()).unwrap_or(usize::MAX);
    let table = Input::at(inside.get(used..).unwrap_or_default(), input.offset());
    let (input, count) = count_u32(table, size_of::<u32>()).within("chunk")?;
    let (_, offsets) = records::<U32, _>(input, count).within("chunk")?;
    let mut chunks = Vec::with_capacity(count);
    for (index, offset) in offsets.iter().enumerate() {
        chunks.push(chunk_at(input, inside, offset.get()).within_item("chunk", index)?);
    }
    let covered = Bytes::from(inside.get(COVERED..).unwrap_or_default());
    let end = Input::at(&[], u64::from(size));
    let (version, rest) = (head.version.get(), Bytes::from(rest));
    Ok((end, Dxbc { hash, version, size, chunks, rest, covered }))
}

fn chunk_at<'a>(table: Input<'a>, inside: &'a [u8], offset: u32) -> Result<Chunk<'a>, Failed> {
    let length = inside.len() as u64;
    let from = usize::try_from(offset).ok().and_then(|offset| inside.get(offset..));
    let outside = || table.fail(ErrorKind::OutOfBounds { offset: u64::from(offset), length });
    let input = Input::at(from.ok_or_else(outside)?, u64::from(offset));
    let (input, head) = record::<ChunkHead, _>(input)?;
    let (_, data) = prefixed(input, |input| Ok((input, head.size.get())))?;
    Ok(Chunk { id: head.id, offset, data: Bytes::from(data) })
}
