//! Chunks of Direct3D 11 bytecode.

use binio::Bytes;

/// A chunk in a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chunk<'a> {
    /// The identifier, for example `SHDR` or `ISGN`.
    pub id: [u8; 4],
    /// Where the chunk is in the container. It begins with `id` and its size.
    pub offset: u32,
    /// What is in the chunk.
    pub data: Bytes<'a>,
}
