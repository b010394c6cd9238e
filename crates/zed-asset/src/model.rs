//! Models.

mod build;
mod convert;
mod encoding;
mod mesh;
mod metadata;
mod read;
mod shading;
#[cfg(feature = "serde")]
pub(crate) mod summary;
mod transform;
mod triangles;
mod validate;
mod write;

use alloc::vec::Vec;
use asset_geometry::Bounds;
use binio::Bytes;

pub use build::{MeshBuilder, ModelBuilder};
pub use encoding::{CountWidth, Encoding, VertexLayout};
pub use mesh::{Attribute, Floats, Mesh, MeshView, TriangleArray};
pub use metadata::{Metadata, NAME_LEN, Totals};
pub use read::ReadOptions;
pub(crate) use read::{read_mesh, read_metadata};
pub(crate) use validate::frame_findings;

use crate::container::{Chunk, Chunks, Token};
use crate::header::Header;
use crate::joints::Joints;
use crate::order::ByteOrder;

/// A model of the ZED engine.
///
/// Bulk data is borrowed from the file. The model also remembers how the file was stored, including the order of
/// chunks, the END chunks and wrong sizes.
#[derive(Clone, Debug, Default)]
pub struct Model<'a> {
    /// The header.
    pub header: Header,
    /// The byte order of all numbers.
    pub byte_order: ByteOrder,
    /// How vertices and index arrays are stored. This is the same for the whole file, but the file does not contain it.
    pub encoding: Encoding,
    /// The metadata, the meshes and any other chunks.
    pub chunks: Chunks<'a, Content<'a>>,
}

/// The content of a chunk in a model.
#[derive(Clone, Debug, PartialEq)]
pub enum Content<'a> {
    /// Used for [`Token::METADATA`].
    Metadata(alloc::boxed::Box<Metadata>),
    /// Used for [`Token::MESH`].
    Mesh(alloc::boxed::Box<Mesh<'a>>),
    /// Used for any other token. You only get the bytes. See also [`Model::joints`].
    Other(Bytes<'a>),
}

/// Two models are equal if their contents are equal. The encoding is only compared if there are vertices or index arrays
/// that use it.
impl PartialEq for Model<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { header, byte_order, encoding: _, chunks } = self;
        *header == other.header
            && *byte_order == other.byte_order
            && self.used_encoding() == other.used_encoding()
            && *chunks == other.chunks
    }
}

impl<'a> Model<'a> {
    /// Returns the metadata. If there are duplicates, the first is returned, as in the engine.
    pub fn metadata(&self) -> Option<&Metadata> {
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            Content::Metadata(metadata) => Some(&**metadata),
            _ => None,
        })
    }

    /// Returns the metadata, so that you can change it.
    pub(crate) fn metadata_mut(&mut self) -> Option<&mut Metadata> {
        self.chunks.list.iter_mut().find_map(|chunk| match &mut chunk.content {
            Content::Metadata(metadata) => Some(&mut **metadata),
            _ => None,
        })
    }

    /// Iterates over the meshes in file order. You get a view of each mesh.
    pub fn meshes(&self) -> impl Iterator<Item = MeshView<'_>> + Clone {
        let (encoding, byte_order) = (self.encoding, self.byte_order);
        self.plain_meshes().map(move |mesh| MeshView::new(mesh, encoding, byte_order))
    }

    /// Returns the mesh at `index`.
    pub fn mesh(&self, index: usize) -> Option<MeshView<'_>> {
        self.meshes().nth(index)
    }

    /// Iterates over the meshes as they are stored.
    pub(crate) fn plain_meshes(&self) -> impl Iterator<Item = &Mesh<'a>> + Clone {
        self.chunks.list.iter().filter_map(|chunk| match &chunk.content {
            Content::Mesh(mesh) => Some(&**mesh),
            _ => None,
        })
    }

    /// Iterates over the meshes as they are stored, so that you can change them.
    pub fn meshes_mut(&mut self) -> impl Iterator<Item = &mut Mesh<'a>> {
        self.chunks.list.iter_mut().filter_map(|chunk| match &mut chunk.content {
            Content::Mesh(mesh) => Some(&mut **mesh),
            _ => None,
        })
    }

    /// Returns the joints from the first skeleton or animation chunk that has some. They are read like in the code of
    /// the engine, which is not used.
    pub fn joints(&self) -> Option<Joints<'_>> {
        let order = self.byte_order;
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            Content::Other(bytes) => Joints::of_chunk(chunk.token, bytes, order),
            _ => None,
        })
    }

    /// Counts the meshes, and returns what the totals in the metadata should be.
    pub fn totals(&self) -> Totals {
        Totals::of(self)
    }

    /// Returns the smallest box around all positions. If there are no positions, this is `None`.
    ///
    /// The engine does the same, except that it ignores any mesh that has fewer than four vertices.
    pub fn computed_bounds(&self) -> Option<Bounds> {
        let positions = self.meshes().flat_map(|mesh| mesh.positions().iter()).map(Into::into);
        let bounds = Bounds::from_points(positions);
        bounds.is_defined().then_some(bounds)
    }

    /// Returns the parts of the encoding that are used.
    fn used_encoding(&self) -> (Option<VertexLayout>, Option<CountWidth>) {
        let vertices = self.plain_meshes().any(|mesh| !mesh.vertices.is_empty());
        let arrays = self.plain_meshes().any(|mesh| mesh.arrays().next().is_some());
        (vertices.then_some(self.encoding.vertices), arrays.then_some(self.encoding.counts))
    }

    /// Returns a model that borrows from `self`.
    pub fn borrowed(&self) -> Model<'_> {
        let Self { header, byte_order, encoding, chunks } = self;
        let mut list = Vec::with_capacity(chunks.list.len());
        for Chunk { token, size, content, end } in &chunks.list {
            list.push(Chunk { token: *token, size: *size, content: content.borrowed(), end: *end });
        }
        let chunks = Chunks { list, end: chunks.end, trailing: chunks.trailing.borrowed() };
        Model { header: *header, byte_order: *byte_order, encoding: *encoding, chunks }
    }
}

binio::into_owned! { pub Model { chunks; header, byte_order, encoding } }
binio::into_owned! { pub enum Content { Mesh, Other; Metadata }, borrowed }
impl<'a> From<Mesh<'a>> for Chunk<Content<'a>> {
    fn from(mesh: Mesh<'a>) -> Self {
        Self::new(Token::MESH, Content::Mesh(alloc::boxed::Box::new(mesh)))
    }
}

impl From<Metadata> for Chunk<Content<'_>> {
    fn from(metadata: Metadata) -> Self {
        Self::new(Token::METADATA, Content::Metadata(alloc::boxed::Box::new(metadata)))
    }
}
