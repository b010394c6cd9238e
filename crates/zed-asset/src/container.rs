//! Chunks, which are used in models, animations and fonts.
//!
//! A chunk has a token, a size and a content. It can be closed by an END chunk, and after the last chunk, another END
//! can close the file. The engine requires all of these, but its format document does not mention them. When you write
//! a file, it will have the same END chunks as before.

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

/// The type of a chunk (see [Chunks](crate::format#chunks)). Unknown tokens are kept.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Token(pub u16);

impl Token {
    /// The header of a model. This is not used since April 2013.
    pub const HEADER: Self = Self(0x0001);
    /// The totals, the name and the version of a model.
    pub const METADATA: Self = Self(0x0002);
    /// A mesh, with its vertices and its index arrays.
    pub const MESH: Self = Self(0x0004);
    /// A skeleton. This token is defined, but the engine does not read or write it.
    pub const SKELETON: Self = Self(0x0008);
    /// An animation. There is code in the engine that would read it as a skeleton, but this code is not used.
    pub const ANIMATION: Self = Self(0x0010);
    /// A chain for inverse kinematics. This token is defined, but its content is not.
    pub const IK_CHAIN: Self = Self(0x0020);
    /// A material. This token is defined, but its content is not.
    pub const MATERIAL: Self = Self(0x0040);
    /// The glyphs of a font.
    pub const GLYPHS: Self = Self(0x0100);
    /// The texture of a font.
    pub const TEXTURE: Self = Self(0x0200);
    /// The end of a chunk or of the file.
    pub const END: Self = Self(0xffff);

    /// Returns the name of the token, if it is known.
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

/// The size in the description of a chunk.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ChunkSize {
    /// The correct size. It will be computed when you write the chunk.
    #[default]
    Exact,
    /// A wrong size. The engine ignores all sizes in a model, so it is able to load such a file, but other readers will
    /// fail.
    Wrong(u64),
}

/// A chunk, with its description, its content and its END.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chunk<C> {
    /// The type.
    pub token: Token,
    /// The size in the description.
    pub size: ChunkSize,
    /// The content.
    pub content: C,
    /// The size stored in the END chunk that closes this chunk, or `None` if there is no END. It has no content, so the
    /// size is 0 in every valid file.
    pub end: Option<u64>,
}

impl<C> Chunk<C> {
    /// Creates a chunk that the engine can load. It has the correct size and is closed.
    pub const fn new(token: Token, content: C) -> Self {
        Self { token, size: ChunkSize::Exact, content, end: Some(0) }
    }
}

/// The chunks of a file in order, and how the file ends.
#[derive(Clone, Debug, PartialEq)]
pub struct Chunks<'a, C> {
    /// The chunks, in file order.
    pub list: Vec<Chunk<C>>,
    /// The size stored in the END chunk that closes the file, or `None` if there is no END.
    ///
    /// To set this, the last chunk must have a [`Chunk::end`] too, because an END directly after a chunk belongs to
    /// this chunk.
    pub end: Option<u64>,
    /// The bytes after the END that closes the file. No reader uses them.
    pub trailing: Bytes<'a>,
}

/// Creates a closed file without chunks.
impl<C> Default for Chunks<'_, C> {
    fn default() -> Self {
        Self { list: Vec::new(), end: Some(0), trailing: Bytes::EMPTY }
    }
}

impl<C> Chunks<'_, C> {
    /// Returns which parts of the file have END chunks. If there is no END except after the last chunk, it is meant to
    /// close the file.
    pub fn ends(&self) -> Ends {
        let Some((last, before)) = self.list.split_last() else {
            return Ends { each_chunk: true, file: self.end.is_some() };
        };
        let before_closed = before.iter().all(|chunk| chunk.end.is_some());
        let file = self.end.is_some() || (!before_closed && last.end.is_some());
        Ends { each_chunk: before_closed && last.end.is_some(), file }
    }
}

impl<C: binio::IntoOwned> binio::IntoOwned for Chunks<'_, C> {
    type Owned = Chunks<'static, C::Owned>;
    fn into_owned(self) -> Self::Owned {
        let chunk = |Chunk { token, size, content, end }| Chunk { token, size, content: C::into_owned(content), end };
        Chunks { list: self.list.into_iter().map(chunk).collect(), end: self.end, trailing: self.trailing.into_owned() }
    }
}

/// Which parts of a file have END chunks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ends {
    /// True if an END chunk closes each chunk.
    pub each_chunk: bool,
    /// True if an END chunk closes the file.
    pub file: bool,
}

/// A file whose chunks are read as bytes, using their sizes. This is used for animations, and for fonts as defined in
/// the format document.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Container<'a> {
    /// The header.
    pub header: Header,
    /// The byte order of sizes and tokens. It is detected by looking at the first token.
    pub byte_order: ByteOrder,
    /// The chunks, whose content is bytes.
    pub chunks: Chunks<'a, Bytes<'a>>,
}

impl<'a> Container<'a> {
    /// Reads a file of any kind, if it has the 11-byte header.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotZed`](crate::ErrorKind::NotZed) if this is another file, or an error in a chunk.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        binio::parse(binio::Input::new(bytes), read::container)
    }

    /// Writes the file to bytes. If you have not changed it, the result will be the same as before.
    ///
    /// # Errors
    /// Fails if the content can't be stored, or if it would be misread.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        write::container_to_bytes(self)
    }
}

binio::into_owned! { pub Container { chunks; header, byte_order } }
