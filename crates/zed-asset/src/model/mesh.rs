//! Meshes: vertices, and index arrays of triangles.

use alloc::vec::Vec;
use asset_geometry::{Column, Topology, Value};
use binio::Bytes;
use zerocopy::FromBytes;

use super::dialect::{Dialect, VertexLayout};
use crate::order::ByteOrder;

/// A stored mesh. Use [`Model::meshes`](super::Model::meshes) to read it as [`MeshView`]s.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh<'a> {
    /// Number of its material; its meaning is undefined.
    pub material: u32,
    /// Vertices in the layout and byte order of the file, without a partial one.
    pub vertices: Bytes<'a>,
    /// Triangle strips: 16-bit indices in the byte order of the file.
    pub strips: Vec<Bytes<'a>>,
    /// Triangle lists: three indices per triangle.
    pub lists: Vec<Bytes<'a>>,
    /// Triangle fans: each index after the second completes a triangle.
    pub fans: Vec<Bytes<'a>>,
}

impl<'a> Mesh<'a> {
    /// Iterates over all arrays: strips, lists, fans.
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
    /// Position: three floats.
    Position,
    /// Normal: three floats.
    Normal,
    /// Two floats; the origin of V is undefined. Only in the document's layout, as the following ones.
    TexCoord,
    /// Weights of four joints: four floats.
    JointWeights,
    /// Four floats with integer values.
    JointIndices,
}

impl Attribute {
    /// Returns its offset in a vertex and its number of floats.
    const fn place(self) -> (usize, usize) {
        match self {
            Self::Position => (0, 3),
            Self::Normal => (12, 3),
            Self::TexCoord => (24, 2),
            Self::JointWeights => (32, 4),
            Self::JointIndices => (48, 4),
        }
    }

    /// Returns whether vertices of `layout` have it.
    pub const fn is_in(self, layout: VertexLayout) -> bool {
        matches!((self, layout), (Self::Position | Self::Normal, _) | (_, VertexLayout::Document))
    }
}

/// A mesh with its layout, for reading.
#[derive(Clone, Copy, Debug)]
pub struct MeshView<'m> {
    mesh: &'m Mesh<'m>,
    dialect: Dialect,
    order: ByteOrder,
}

impl<'m> MeshView<'m> {
    pub(crate) fn new(mesh: &'m Mesh<'m>, dialect: Dialect, order: ByteOrder) -> Self {
        Self { mesh, dialect, order }
    }

    /// Returns the stored mesh.
    pub fn mesh(&self) -> &'m Mesh<'m> {
        self.mesh
    }

    /// Returns the number of the material.
    pub fn material(&self) -> u32 {
        self.mesh.material
    }

    /// Returns the layout of the vertices.
    pub fn layout(&self) -> VertexLayout {
        self.dialect.vertices
    }

    /// Returns the number of vertices.
    pub fn vertex_count(&self) -> usize {
        self.mesh.vertices.len() / self.layout().stride()
    }

    /// Returns the positions: Y up, right-handed, in an undefined unit.
    pub fn positions(&self) -> Floats<'m, 3> {
        self.floats(Attribute::Position)
    }

    /// Returns the normals in place, one per vertex.
    pub fn normals(&self) -> Floats<'m, 3> {
        self.floats(Attribute::Normal)
    }

    /// Returns the texture coordinates; `None` in the engine's layout.
    pub fn tex_coords(&self) -> Option<Floats<'m, 2>> {
        self.optional(Attribute::TexCoord)
    }

    /// Returns the joint weights; `None` in the engine's layout.
    pub fn joint_weights(&self) -> Option<Floats<'m, 4>> {
        self.optional(Attribute::JointWeights)
    }

    /// Returns the joint indices, which are floats; `None` in the engine's layout.
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

    /// Returns an element as a column, the fastest access: `Vec3` for positions and normals, `Vec2` for texture coordinates,
    /// `Vec4` for the joints. `None` in big-endian files, for another type, and for a missing element.
    pub fn column<T: Value>(&self, attribute: Attribute) -> Option<Column<'m, T>> {
        let (offset, floats) = attribute.place();
        let fits = attribute.is_in(self.layout()) && size_of::<T::Stored>() == floats * size_of::<f32>();
        if !fits || self.order != ByteOrder::Little {
            return None;
        }
        Column::new(&self.mesh.vertices, self.layout().stride(), offset)
    }

    /// Iterates over all index arrays: strips, lists, fans.
    pub fn arrays(&self) -> impl Iterator<Item = TriangleArray<'m>> + Clone + use<'m> {
        let order = self.order;
        self.mesh.arrays().map(move |(topology, data)| TriangleArray { topology, data, order })
    }
}

/// An array of indices.
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

    /// Returns whether there are no indices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the indices: vertex numbers of the mesh.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u16> + Clone + use<'m> {
        let order = self.order;
        let number = move |index: &[u8]| index.first_chunk().map_or(0, |index| order.half(*index));
        self.data.chunks_exact(size_of::<u16>()).map(number)
    }
}

/// One element of all vertices, with `N` floats each, in either byte order.
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

    /// Returns whether there are no vertices.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the value of the `index`-th vertex.
    pub fn get(&self, index: usize) -> Option<[f32; N]> {
        let vertex = self.data.get(index.checked_mul(self.stride)?..)?.get(..self.stride)?;
        Some(self.of(vertex))
    }

    /// Iterates over the values of all vertices.
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
