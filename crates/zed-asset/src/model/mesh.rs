//! Meshes, which have vertices and index arrays.

use alloc::vec::Vec;
use asset_geometry::{Column, Topology, Value};
use binio::Bytes;
use zerocopy::FromBytes;

use super::encoding::{Encoding, VertexLayout};
use crate::order::ByteOrder;

/// A mesh as it is stored. To read it as a [`MeshView`], use [`Model::meshes`](super::Model::meshes).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh<'a> {
    /// The material number. It is not defined what this refers to.
    pub material: u32,
    /// The vertices, in the layout and byte order of the file, not including an incomplete vertex at the end.
    pub vertices: Bytes<'a>,
    /// Triangle strips. They contain 16-bit indices in the byte order of the file.
    pub strips: Vec<Bytes<'a>>,
    /// Triangle lists, where a triangle has three indices.
    pub lists: Vec<Bytes<'a>>,
    /// Triangle fans, where each index after the second adds a triangle.
    pub fans: Vec<Bytes<'a>>,
}

impl<'a> Mesh<'a> {
    /// Iterates over all arrays. Strips come first, then lists, and then fans.
    pub fn arrays(&self) -> impl Iterator<Item = (Topology, &Bytes<'a>)> + Clone {
        let with = |topology| move |array| (topology, array);
        let strips = self.strips.iter().map(with(Topology::TriangleStrip));
        let lists = self.lists.iter().map(with(Topology::Triangles));
        strips.chain(lists).chain(self.fans.iter().map(with(Topology::TriangleFan)))
    }
}

binio::into_owned! { pub Mesh { vertices, strips, lists, fans; material }, borrowed }

/// An element of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// The position (three floats).
    Position,
    /// The normal (three floats).
    Normal,
    /// The texture coordinates (two floats). It is not defined where V starts. This and the following elements only
    /// exist in [`VertexLayout::Document`].
    TexCoord,
    /// The weights of four joints (four floats).
    JointWeights,
    /// The indices of four joints (four floats, which should be integers).
    JointIndices,
}

impl Attribute {
    /// Returns the offset in a vertex, and how many floats there are.
    const fn place(self) -> (usize, usize) {
        match self {
            Self::Position => (0, 3),
            Self::Normal => (12, 3),
            Self::TexCoord => (24, 2),
            Self::JointWeights => (32, 4),
            Self::JointIndices => (48, 4),
        }
    }

    /// Returns the offset in a vertex, in bytes.
    pub const fn offset(self) -> usize {
        self.place().0
    }

    /// Returns `true` if a vertex in the given layout has this element.
    pub const fn is_in(self, layout: VertexLayout) -> bool {
        matches!((self, layout), (Self::Position | Self::Normal, _) | (_, VertexLayout::Document))
    }
}

/// A mesh together with its layout, which you can use to read it.
#[derive(Clone, Copy, Debug)]
pub struct MeshView<'m> {
    mesh: &'m Mesh<'m>,
    encoding: Encoding,
    order: ByteOrder,
}

impl<'m> MeshView<'m> {
    pub(crate) fn new(mesh: &'m Mesh<'m>, encoding: Encoding, order: ByteOrder) -> Self {
        Self { mesh, encoding, order }
    }

    /// Returns the mesh as it is stored.
    pub fn mesh(&self) -> &'m Mesh<'m> {
        self.mesh
    }

    /// Returns the material number.
    pub fn material(&self) -> u32 {
        self.mesh.material
    }

    /// Returns the layout of the vertices.
    pub fn layout(&self) -> VertexLayout {
        self.encoding.vertices
    }

    /// Returns the byte order of vertices and indices.
    pub fn byte_order(&self) -> ByteOrder {
        self.order
    }

    /// Returns the number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.mesh.vertices.len() / self.layout().stride()
    }

    /// Returns the positions. The axes are right-handed, and Y is up. The unit of length is not defined.
    pub fn positions(&self) -> Floats<'m, 3> {
        self.floats(Attribute::Position)
    }

    /// Returns the normals in place. There is one for each vertex.
    pub fn normals(&self) -> Floats<'m, 3> {
        self.floats(Attribute::Normal)
    }

    /// Returns the texture coordinates. In [`VertexLayout::Engine`], this is `None`.
    pub fn tex_coords(&self) -> Option<Floats<'m, 2>> {
        self.optional(Attribute::TexCoord)
    }

    /// Returns the joint weights. In [`VertexLayout::Engine`], this is `None`.
    pub fn joint_weights(&self) -> Option<Floats<'m, 4>> {
        self.optional(Attribute::JointWeights)
    }

    /// Returns the joint indices, which are floats. In [`VertexLayout::Engine`], this is `None`.
    pub fn joint_indices(&self) -> Option<Floats<'m, 4>> {
        self.optional(Attribute::JointIndices)
    }

    fn optional<const N: usize>(&self, attribute: Attribute) -> Option<Floats<'m, N>> {
        attribute.is_in(self.layout()).then(|| self.floats(attribute))
    }

    fn floats<const N: usize>(&self, attribute: Attribute) -> Floats<'m, N> {
        let (offset, _) = attribute.place();
        Floats { data: &self.mesh.vertices, stride: self.layout().stride(), offset, order: self.order }
    }

    /// Returns an element as a column, which is the fastest way to read it. Use `Vec3` for positions and normals,
    /// `Vec2` for texture coordinates, and `Vec4` for joints. If the file is big-endian, if you use another type, or if
    /// there is no such element, this is `None`.
    pub fn column<T: Value>(&self, attribute: Attribute) -> Option<Column<'m, T>> {
        let (offset, floats) = attribute.place();
        let fits = attribute.is_in(self.layout()) && size_of::<T::Stored>() == floats * size_of::<f32>();
        if !fits || self.order != ByteOrder::Little {
            return None;
        }
        Column::new(&self.mesh.vertices, self.layout().stride(), offset)
    }

    /// Iterates over all index arrays. Strips come first, then lists, and then fans.
    pub fn arrays(&self) -> impl Iterator<Item = TriangleArray<'m>> + Clone + use<'m> {
        let order = self.order;
        self.mesh.arrays().map(move |(topology, data)| TriangleArray { topology, data, order })
    }
}

/// An index array.
#[derive(Clone, Copy, Debug)]
pub struct TriangleArray<'m> {
    topology: Topology,
    data: &'m [u8],
    order: ByteOrder,
}

impl<'m> TriangleArray<'m> {
    /// Returns the primitive type: strip, list or fan.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// Returns the number of indices.
    pub fn len(&self) -> usize {
        self.data.len() / size_of::<u16>()
    }

    /// Returns `true` if this contains no indices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the indices, which refer to the vertices of the mesh.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u16> + Clone + use<'m> {
        let order = self.order;
        let number = move |index: &[u8]| index.first_chunk().map_or(0, |index| order.half(*index));
        self.data.chunks_exact(size_of::<u16>()).map(number)
    }
}

/// An element of all vertices, using `N` floats for each. It can be read in either byte order.
#[derive(Clone, Copy, Debug)]
pub struct Floats<'m, const N: usize> {
    data: &'m [u8],
    stride: usize,
    offset: usize,
    order: ByteOrder,
}

impl<'m, const N: usize> Floats<'m, N> {
    /// Returns the number of vertices.
    pub fn len(&self) -> usize {
        self.data.len() / self.stride
    }

    /// Returns `true` if this contains no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value for the vertex at `index`.
    pub fn get(&self, index: usize) -> Option<[f32; N]> {
        let vertex = self.data.get(index.checked_mul(self.stride)?..)?.get(..self.stride)?;
        Some(self.of(vertex))
    }

    /// Iterates over the values for all vertices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = [f32; N]> + Clone + use<'m, N> {
        let view = *self;
        self.data.chunks_exact(self.stride).map(move |vertex| view.of(vertex))
    }

    #[inline]
    fn of(&self, vertex: &[u8]) -> [f32; N] {
        let stored = <[[u8; 4]; N]>::ref_from_prefix(vertex.get(self.offset..).unwrap_or_default());
        stored.map_or([0.0; N], |(floats, _)| floats.map(|float| f32::from_bits(self.order.word(float))))
    }
}
