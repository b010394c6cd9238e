//! Chunks of Direct3D 11 bytecode.

use binio::Bytes;

/// A chunk of a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// Identifier: `SHDR`, `ISGN`, …
    pub id: [u8; 4],
    /// Offset of the chunk in the container. A chunk begins with `id` and its size.
    pub offset: u32,
    /// Content.
    pub data: Bytes<'a>,
}
