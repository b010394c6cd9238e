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
/// Bulk data is borrowed from the file. Everything in it is in the file's order: chunks, END chunks, wrong sizes.
#[derive(Clone, Debug, Default)]
pub struct Model<'a> {
    /// What the file begins with.
    pub header: Header,
    /// Byte order of all numbers.
    pub byte_order: ByteOrder,
    /// How vertices and index arrays are laid out, the same in the whole file. No byte of the file says it.
    pub dialect: Dialect,
    /// Metadata, meshes, and whatever else there is.
    pub chunks: Chunks<'a, Content<'a>>,
}

/// What a chunk of a model holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Content<'a> {
    /// Of [`Token::METADATA`].
    Metadata(alloc::boxed::Box<Metadata>),
    /// Of [`Token::MESH`].
    Mesh(alloc::boxed::Box<Mesh<'a>>),
    /// Of any other token: bytes. See [`Model::joints`].
    Other(Bytes<'a>),
}

/// Two models are equal if all they say is: of the dialect, that of vertices and of index arrays which they have.
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
    /// The metadata: of several, the first, as in the engine.
    pub fn metadata(&self) -> Option<&Metadata> {
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            Content::Metadata(metadata) => Some(&**metadata),
            _ => None,
        })
    }

    /// The metadata, to change.
    pub fn metadata_mut(&mut self) -> Option<&mut Metadata> {
        self.chunks.list.iter_mut().find_map(|chunk| match &mut chunk.content {
            Content::Metadata(metadata) => Some(&mut **metadata),
            _ => None,
        })
    }

    /// The meshes in the file's order, each to be looked at.
    pub fn meshes(&self) -> impl Iterator<Item = MeshView<'_>> + Clone {
        let (dialect, byte_order) = (self.dialect, self.byte_order);
        self.plain_meshes().map(move |mesh| MeshView::new(mesh, dialect, byte_order))
    }

    /// The `index`-th mesh.
    pub fn mesh(&self, index: usize) -> Option<MeshView<'_>> {
        self.meshes().nth(index)
    }

    /// The meshes as they are stored.
    pub(crate) fn plain_meshes(&self) -> impl Iterator<Item = &Mesh<'a>> + Clone {
        self.chunks.list.iter().filter_map(|chunk| match &chunk.content {
            Content::Mesh(mesh) => Some(&**mesh),
            _ => None,
        })
    }

    /// The meshes as they are stored, to change.
    pub fn meshes_mut(&mut self) -> impl Iterator<Item = &mut Mesh<'a>> {
        self.chunks.list.iter_mut().filter_map(|chunk| match &mut chunk.content {
            Content::Mesh(mesh) => Some(&mut **mesh),
            _ => None,
        })
    }

    /// The joints of the first skeleton or animation chunk that holds some, as the engine's unused code reads them.
    pub fn joints(&self) -> Option<Joints<'_>> {
        let order = self.byte_order;
        self.chunks.list.iter().find_map(|chunk| match &chunk.content {
            Content::Other(bytes) => Joints::of_chunk(chunk.token, bytes, order),
            _ => None,
        })
    }

    /// What the metadata should say about the meshes.
    pub fn totals(&self) -> Totals {
        Totals::of(self)
    }

    /// The smallest box around all positions; `None` if there is none.
    ///
    /// The engine's own box leaves out meshes of fewer than four vertices.
    pub fn computed_bounds(&self) -> Option<Bounds> {
        let positions = self.meshes().flat_map(|mesh| mesh.positions().iter()).map(Into::into);
        let bounds = Bounds::from_points(positions);
        bounds.is_defined().then_some(bounds)
    }

    /// The dialect, as far as anything in the file is in it.
    fn used_dialect(&self) -> (Option<VertexLayout>, Option<CountWidth>) {
        let vertices = self.plain_meshes().any(|mesh| !mesh.vertices.is_empty());
        let arrays = self.plain_meshes().any(|mesh| mesh.arrays().next().is_some());
        (vertices.then_some(self.dialect.vertices), arrays.then_some(self.dialect.counts))
    }

    /// The model, free of the bytes it was read from.
    pub fn into_owned(self) -> Model<'static> {
        let Self { header, byte_order, dialect, chunks } = self;
        Model { header, byte_order, dialect, chunks: chunks.map_owned(Content::into_owned) }
    }

    /// A copy that borrows from `self`.
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

impl<'a> Content<'a> {
    /// The content, free of the bytes it was read from.
    pub fn into_owned(self) -> Content<'static> {
        match self {
            Self::Metadata(metadata) => Content::Metadata(metadata),
            Self::Mesh(mesh) => Content::Mesh(alloc::boxed::Box::new(mesh.into_owned())),
            Self::Other(bytes) => Content::Other(bytes.into_owned()),
        }
    }

    /// A copy that borrows from `self`.
    pub fn borrowed(&self) -> Content<'_> {
        match self {
            Self::Metadata(metadata) => Content::Metadata(metadata.clone()),
            Self::Mesh(mesh) => Content::Mesh(alloc::boxed::Box::new(mesh.borrowed())),
            Self::Other(bytes) => Content::Other(bytes.borrowed()),
        }
    }
}

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
