//! Models.

mod build;
mod convert;
mod dialect;
mod mesh;
mod metadata;
mod read;
#[cfg(feature = "serde")]
pub(crate) mod summary;
mod triangles;
mod validate;
mod write;

use alloc::vec::Vec;
use asset_geometry::Bounds;
use binio::Bytes;

pub use build::{MeshBuilder, ModelBuilder};
pub use dialect::{CountWidth, Dialect, VertexLayout};
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
/// Bulk data is borrowed from the file. The model keeps the structure of the file: chunk order, END chunks, wrong
/// sizes.
#[derive(Clone, Debug, Default)]
pub struct Model<'a> {
    /// Header.
    pub header: Header,
    /// Byte order of all numbers.
    pub byte_order: ByteOrder,
    /// Layout of vertices and index arrays in the whole file. The file doesn't contain it.
    pub dialect: Dialect,
    /// Metadata, meshes and other chunks.
    pub chunks: Chunks<'a, Content<'a>>,
}

/// Content of a model's chunk.
#[derive(Clone, Debug, PartialEq)]
pub enum Content<'a> {
    /// For [`Token::METADATA`].
    Metadata(alloc::boxed::Box<Metadata>),
    /// For [`Token::MESH`].
    Mesh(alloc::boxed::Box<Mesh<'a>>),
    /// For any other token: bytes. See [`Model::joints`].
    Other(Bytes<'a>),
}

/// Two models are equal if their contents are; dialects are only compared for vertices and index arrays that exist.
impl PartialEq for Model<'_> {
    fn eq(&self, other: &Self) -> bool {
        let Self { header, byte_order, dialect: _, chunks } = self;
        *header == other.header
            && *byte_order == other.byte_order
            && self.used_dialect() == other.used_dialect()
            && *chunks == other.chunks
    }
}

impl<'a> Model<'a> {
    /// Returns the metadata; for duplicates the first, as in the engine.
    pub fn metadata(&self) -> Option<&Metadata> {
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            Content::Metadata(metadata) => Some(&**metadata),
            _ => None,
        })
    }

    /// Returns the metadata for modification.
    pub fn metadata_mut(&mut self) -> Option<&mut Metadata> {
        self.chunks.list.iter_mut().find_map(|chunk| match &mut chunk.content {
            Content::Metadata(metadata) => Some(&mut **metadata),
            _ => None,
        })
    }

    /// Iterates over views of the meshes in file order.
    pub fn meshes(&self) -> impl Iterator<Item = MeshView<'_>> + Clone {
        let (dialect, byte_order) = (self.dialect, self.byte_order);
        self.plain_meshes().map(move |mesh| MeshView::new(mesh, dialect, byte_order))
    }

    /// Returns the `index`-th mesh.
    pub fn mesh(&self, index: usize) -> Option<MeshView<'_>> {
        self.meshes().nth(index)
    }

    /// Iterates over the stored meshes.
    pub(crate) fn plain_meshes(&self) -> impl Iterator<Item = &Mesh<'a>> + Clone {
        self.chunks.list.iter().filter_map(|chunk| match &chunk.content {
            Content::Mesh(mesh) => Some(&**mesh),
            _ => None,
        })
    }

    /// Iterates over the stored meshes, for modification.
    pub fn meshes_mut(&mut self) -> impl Iterator<Item = &mut Mesh<'a>> {
        self.chunks.list.iter_mut().filter_map(|chunk| match &mut chunk.content {
            Content::Mesh(mesh) => Some(&mut **mesh),
            _ => None,
        })
    }

    /// Returns the joints of the first skeleton or animation chunk with joints, as the engine's unused code reads them.
    pub fn joints(&self) -> Option<Joints<'_>> {
        let order = self.byte_order;
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            Content::Other(bytes) => Joints::of_chunk(chunk.token, bytes, order),
            _ => None,
        })
    }

    /// Returns the correct totals of the meshes for the metadata.
    pub fn totals(&self) -> Totals {
        Totals::of(self)
    }

    /// Returns the smallest box around all positions; `None` without positions.
    ///
    /// The engine's own box ignores meshes of fewer than four vertices.
    pub fn computed_bounds(&self) -> Option<Bounds> {
        let positions = self.meshes().flat_map(|mesh| mesh.positions().iter()).map(Into::into);
        let bounds = Bounds::from_points(positions);
        bounds.is_defined().then_some(bounds)
    }

    /// Returns the used parts of the dialect.
    fn used_dialect(&self) -> (Option<VertexLayout>, Option<CountWidth>) {
        let vertices = self.plain_meshes().any(|mesh| !mesh.vertices.is_empty());
        let arrays = self.plain_meshes().any(|mesh| mesh.arrays().next().is_some());
        (vertices.then_some(self.dialect.vertices), arrays.then_some(self.dialect.counts))
    }

    /// Returns a model that borrows from `self`.
    pub fn borrowed(&self) -> Model<'_> {
        let Self { header, byte_order, dialect, chunks } = self;
        let mut list = Vec::with_capacity(chunks.list.len());
        for Chunk { token, size, content, end } in &chunks.list {
            list.push(Chunk { token: *token, size: *size, content: content.borrowed(), end: *end });
        }
        let chunks = Chunks { list, end: chunks.end, trailing: chunks.trailing.borrowed() };
        Model { header: *header, byte_order: *byte_order, dialect: *dialect, chunks }
    }
}

binio::into_owned! { pub Model { chunks; header, byte_order, dialect } }
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
