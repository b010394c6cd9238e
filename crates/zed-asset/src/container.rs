//! Chunks of models, animations and fonts.
//!
//! A chunk has a token, a size and a content. An END chunk may follow that closes it, and after the last chunk another END
//! that closes the file. The engine requires all of them, the document has none. The chunks of a file are kept.

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

/// Type of a chunk ([Chunks](crate::format#chunks)). Unknown tokens are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Token(pub u16);

impl Token {
    /// Header of a model; not used since April 2013.
    pub const HEADER: Self = Self(0x0001);
    /// Totals, name and version of a model.
    pub const METADATA: Self = Self(0x0002);
    /// A mesh: vertices and arrays of indices.
    pub const MESH: Self = Self(0x0004);
    /// A skeleton; defined, and never read or written by the engine.
    pub const SKELETON: Self = Self(0x0008);
    /// An animation: the engine's unused code reads it as a skeleton.
    pub const ANIMATION: Self = Self(0x0010);
    /// A chain of inverse kinematics; defined, without content.
    pub const IK_CHAIN: Self = Self(0x0020);
    /// A material; defined, without content.
    pub const MATERIAL: Self = Self(0x0040);
    /// Glyphs of a font.
    pub const GLYPHS: Self = Self(0x0100);
    /// Texture of a font.
    pub const TEXTURE: Self = Self(0x0200);
    /// End of a chunk, or of the file.
    pub const END: Self = Self(0xffff);

    /// Returns the name, if it has one.
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

/// Size in a chunk's description.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ChunkSize {
    /// The size of the content, computed when it is written.
    #[default]
    Exact,
    /// Another size. The engine ignores all sizes of a model, so it loads files with wrong ones; other readers fail.
    Wrong(u64),
}

/// A chunk: its description, its content and its END.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chunk<C> {
    /// Type.
    pub token: Token,
    /// Size in its description.
    pub size: ChunkSize,
    /// Content.
    pub content: C,
    /// The END chunk that closes it, if it exists: its stored size, 0 in every valid file. It has no content.
    pub end: Option<u64>,
}

impl<C> Chunk<C> {
    /// Creates a chunk as the engine requires it: with the right size, and closed.
    pub const fn new(token: Token, content: C) -> Self {
        Self { token, size: ChunkSize::Exact, content, end: Some(0) }
    }
}

/// The chunks of a file in order, and its end.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunks<'a, C> {
    /// Chunks, in file order.
    pub list: Vec<Chunk<C>>,
    /// The END chunk that closes the file, if it exists: its stored size.
    ///
    /// An END directly after a chunk belongs to the chunk, so this END requires [`Chunk::end`] of the last chunk.
    pub end: Option<u64>,
    /// Bytes after the END that closes the file. No reader uses them.
    pub trailing: Bytes<'a>,
}

/// No chunks, closed.
impl<C> Default for Chunks<'_, C> {
    fn default() -> Self {
        Self { list: Vec::new(), end: Some(0), trailing: Bytes::EMPTY }
    }
}

impl<C> Chunks<'_, C> {
    /// Returns whether chunks have END chunks, and whether an END closes the file. If only the last chunk is followed by an
    /// END, it is meant to close the file.
    pub fn end_style(&self) -> (bool, bool) {
        let Some((last, before)) = self.list.split_last() else { return (true, self.end.is_some()) };
        let before_closed = before.iter().all(|chunk| chunk.end.is_some());
        let closes_file = self.end.is_some() || (!before_closed && last.end.is_some());
        (before_closed && last.end.is_some(), closes_file)
    }
}

impl<C: binio::IntoOwned> binio::IntoOwned for Chunks<'_, C> {
    type Owned = Chunks<'static, C::Owned>;
    fn into_owned(self) -> Self::Owned {
        let chunk = |Chunk { token, size, content, end }| Chunk { token, size, content: C::into_owned(content), end };
        Chunks { list: self.list.into_iter().map(chunk).collect(), end: self.end, trailing: self.trailing.into_owned() }
    }
}

/// A file of chunks with byte contents, each with the length of its size: an animation, a font of the document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Container<'a> {
    /// Header.
    pub header: Header,
    /// Byte order of sizes and tokens, detected by the first token.
    pub byte_order: ByteOrder,
    /// Chunks, their contents as bytes.
    pub chunks: Chunks<'a, Bytes<'a>>,
}

impl<'a> Container<'a> {
    /// Reads a file of any kind with the 11-byte header.
    ///
    /// # Errors
    /// [`ErrorKind::NotZed`](crate::ErrorKind::NotZed), or an error of the chunks.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        binio::parse(binio::Input::new(bytes), read::container)
    }

    /// Encodes the file. An unmodified file gives the same bytes.
    ///
    /// # Errors
    /// Content that can't be stored, or would be misread.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        write::container_to_bytes(self)
    }
}

binio::into_owned! { pub Container { chunks; header, byte_order } }
