//! Chunks: what models, animations and fonts are made of.
//!
//! A chunk is a token, a size and a content; behind it may stand an END chunk that closes it, and behind the last one
//! another END that closes the file. The engine wants all of them, the document knows none. What a file has is kept.

mod read;
mod write;

use alloc::vec::Vec;
use binio::Bytes;
use core::fmt;

use crate::error::Error;
use crate::header::Header;
use crate::order::ByteOrder;

pub(crate) use read::{Framing, Measure, Next, Steps, first_order};
pub(crate) use write::{Content, READS_BACK, write_chunks};

/// What a chunk holds ([Chunks](crate::format#chunks)). Unknown tokens are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Token(pub u16);

impl Token {
    /// Header of a model; not used since April 2013.
    pub const HEADER: Self = Self(0x0001);
    /// What a model counts, its name and its version.
    pub const METADATA: Self = Self(0x0002);
    /// A mesh: vertices and arrays of indices.
    pub const MESH: Self = Self(0x0004);
    /// A skeleton; defined, and never read or written by the engine.
    pub const SKELETON: Self = Self(0x0008);
    /// An animation: the engine has code for it that is never called, and that reads a skeleton.
    pub const ANIMATION: Self = Self(0x0010);
    /// A chain of inverse kinematics; defined, nothing more.
    pub const IK_CHAIN: Self = Self(0x0020);
    /// A material; defined, nothing more.
    pub const MATERIAL: Self = Self(0x0040);
    /// Glyphs of a font.
    pub const GLYPHS: Self = Self(0x0100);
    /// Texture of a font.
    pub const TEXTURE: Self = Self(0x0200);
    /// The end of a chunk, or of the file.
    pub const END: Self = Self(0xffff);

    /// Its name, if it has one.
    pub const fn name(self) -> Option<&'static str> {
        Some(match self {
            Self::HEADER => "header",
            Self::METADATA => "metadata",
            Self::MESH => "mesh",
            Self::SKELETON => "skeleton",
            Self::ANIMATION => "animation",
            Self::IK_CHAIN => "IK chain",
            Self::MATERIAL => "material",
            Self::GLYPHS => "glyphs",
            Self::TEXTURE => "texture",
            Self::END => "end",
            _ => return None,
        })
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.pad(name),
            None => write!(f, "chunk {:#06x}", self.0),
        }
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Token({self})")
    }
}

/// The size that a chunk's description says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ChunkSize {
    /// The size of the content, worked out when it is written.
    #[default]
    Exact,
    /// Another one. The engine looks at no size of a model, so files that lie load; other readers stumble.
    Wrong(u64),
}

/// A chunk: its description, its content and its END.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chunk<C> {
    /// What it holds.
    pub token: Token,
    /// What its description says about its size.
    pub size: ChunkSize,
    /// What it holds.
    pub content: C,
    /// The END chunk that closes it, if there is one: the size that it claims, 0 in every sound file. It has no content.
    pub end: Option<u64>,
}

impl<C> Chunk<C> {
    /// A chunk as the engine wants it: with the right size, and closed.
    pub const fn new(token: Token, content: C) -> Self {
        Self { token, size: ChunkSize::Exact, content, end: Some(0) }
    }
}

/// The chunks of a file in their order, and what closes it.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunks<'a, C> {
    /// Chunks, in the order of the file.
    pub list: Vec<Chunk<C>>,
    /// The END chunk that closes the file, if there is one: the size that it claims.
    ///
    /// An END right behind a chunk is that chunk's own, so a file can't have this one without
    /// [`Chunk::end`] of its last chunk.
    pub end: Option<u64>,
    /// Bytes behind the END that closes the file. Nobody looks at them.
    pub trailing: Bytes<'a>,
}

/// No chunks, closed.
impl<C> Default for Chunks<'_, C> {
    fn default() -> Self {
        Self { list: Vec::new(), end: Some(0), trailing: Bytes::EMPTY }
    }
}

impl<C> Chunks<'_, C> {
    /// The chunks with their contents turned into others, free of the bytes they were read from.
    pub(crate) fn map_owned<D>(self, mut map: impl FnMut(C) -> D) -> Chunks<'static, D> {
        let chunk = |Chunk { token, size, content, end }| Chunk { token, size, content: map(content), end };
        Chunks { list: self.list.into_iter().map(chunk).collect(), end: self.end, trailing: self.trailing.into_owned() }
    }

    /// Whether chunks have END chunks of their own, and whether an END closes the file. Where only the last chunk is followed
    /// by an END, that one is meant to close the file.
    pub fn end_style(&self) -> (bool, bool) {
        let Some((last, before)) = self.list.split_last() else { return (true, self.end.is_some()) };
        let before_closed = before.iter().all(|chunk| chunk.end.is_some());
        let closes_file = self.end.is_some() || (!before_closed && last.end.is_some());
        (before_closed && last.end.is_some(), closes_file)
    }
}

/// A file in chunks whose contents are taken as bytes, each as long as it says: an animation, a font as the document has
/// it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Container<'a> {
    /// What the file begins with.
    pub header: Header,
    /// Byte order of sizes and tokens, found by the first token.
    pub byte_order: ByteOrder,
    /// Chunks, their contents as bytes.
    pub chunks: Chunks<'a, Bytes<'a>>,
}

impl<'a> Container<'a> {
    /// Reads a file of any kind that has the 11-byte header.
    ///
    /// # Errors
    /// [`ErrorKind::NotZed`](crate::ErrorKind::NotZed), or what is broken about the chunks.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        binio::parse(binio::Input::new(bytes), read::container)
    }

    /// The bytes of the file: those it was read from, if it wasn't changed.
    ///
    /// # Errors
    /// What can't be stored, or would read back as something else.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        write::container_to_bytes(self)
    }

    /// The file, free of the bytes it was read from.
    pub fn into_owned(self) -> Container<'static> {
        let Self { header, byte_order, chunks } = self;
        Container { header, byte_order, chunks: chunks.map_owned(Bytes::into_owned) }
    }
}
