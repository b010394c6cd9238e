//! Meshes: vertices, and arrays of indices that make triangles.

use alloc::vec::Vec;
use asset_geometry::{Column, Topology, Value};
use binio::Bytes;
use zerocopy::FromBytes;

use super::dialect::{Dialect, VertexLayout};
use crate::order::ByteOrder;

/// A mesh as it is stored. To look into it, [`Model::meshes`](super::Model::meshes) gives [`MeshView`]s.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mesh<'a> {
    /// Number of its material; nothing says what that refers to.
    pub material: u32,
    /// Vertices in the layout and byte order of the file; whole ones.
    pub vertices: Bytes<'a>,
    /// Triangle strips: 16-bit indices in the byte order of the file.
    pub strips: Vec<Bytes<'a>>,
    /// Triangle lists: three indices per triangle.
    pub lists: Vec<Bytes<'a>>,
    /// Triangle fans: each index after the second makes a triangle.
    pub fans: Vec<Bytes<'a>>,
}

impl<'a> Mesh<'a> {
    /// All arrays: strips, lists, fans.
    pub fn arrays(&self) -> impl Iterator<Item = (Topology, &Bytes<'a>)> + Clone {
        let with = |topology| move |array| (topology, array);
        let strips = self.strips.iter().map(with(Topology::TriangleStrip));
        let lists = self.lists.iter().map(with(Topology::Triangles));
        strips.chain(lists).chain(self.fans.iter().map(with(Topology::TriangleFan)))
    }

    /// The mesh, free of the bytes it was read from.
    pub fn into_owned(self) -> Mesh<'static> {
        let owned = |arrays: Vec<Bytes<'a>>| arrays.into_iter().map(Bytes::into_owned).collect();
        let Self { material, vertices, strips, lists, fans } = self;
        Mesh {
            material,
            vertices: vertices.into_owned(),
            strips: owned(strips),
            lists: owned(lists),
            fans: owned(fans),
        }
    }

    /// A copy that borrows from `self`.
    pub fn borrowed(&self) -> Mesh<'_> {
        let Self { material, vertices, strips, lists, fans } = self;
        Mesh {
            material: *material,
            vertices: vertices.borrowed(),
            strips: strips.iter().map(Bytes::borrowed).collect(),
            lists: lists.iter().map(Bytes::borrowed).collect(),
            fans: fans.iter().map(Bytes::borrowed).collect(),
        }
    }
}

/// An element of a vertex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Attribute {
    /// Position: three floats.
    Position,
    /// Normal: three floats.
    Normal,
    /// Two floats; nothing says where V begins. In the document's layout only, as what follows.
    TexCoord,
    /// Weights of four joints: four floats.
    JointWeights,
    /// Four floats, each a whole number.
    JointIndices,
}

impl Attribute {
    /// Where it begins in a vertex and how many floats it has.
    const fn place(self) -> (usize, usize) {
        match self {
            Self::Position => (0, 3),
            Self::Normal => (12, 3),
            Self::TexCoord => (24, 2),
            Self::JointWeights => (32, 4),
            Self::JointIndices => (48, 4),
        }
    }

    /// Whether vertices of `layout` have it.
    pub const fn is_in(self, layout: VertexLayout) -> bool {
        matches!((self, layout), (Self::Position | Self::Normal, _) | (_, VertexLayout::Document))
    }
}

/// A mesh, and how to read it.
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

    /// The mesh as it is stored.
    pub fn mesh(&self) -> &'m Mesh<'m> {
        self.mesh
    }

    /// Number of the material.
    pub fn material(&self) -> u32 {
        self.mesh.material
    }

    /// What its vertices are made of.
    pub fn layout(&self) -> VertexLayout {
        self.dialect.vertices
    }

    /// How many vertices it has.
    pub fn vertex_count(&self) -> usize {
        self.mesh.vertices.len() / self.layout().stride()
    }

    /// Positions: Y up, right-handed, in a unit that nothing names.
    pub fn positions(&self) -> Floats<'m, 3> {
        self.floats(Attribute::Position)
    }

    /// Normals in place, one per vertex.
    pub fn normals(&self) -> Floats<'m, 3> {
        self.floats(Attribute::Normal)
    }

    /// Texture coordinates; `None` in the engine's layout.
    pub fn tex_coords(&self) -> Option<Floats<'m, 2>> {
        self.optional(Attribute::TexCoord)
    }

    /// Joint weights; `None` in the engine's layout.
    pub fn joint_weights(&self) -> Option<Floats<'m, 4>> {
        self.optional(Attribute::JointWeights)
    }

    /// Joint indices, which are floats; `None` in the engine's layout.
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

    /// An element as a column, the fast way to read it: `Vec3` for positions and normals, `Vec2` for texture coordinates, `Vec4`
    /// for the joints. `None` in big-endian files, for another type, and for what the layout hasn't.
    pub fn column<T: Value>(&self, attribute: Attribute) -> Option<Column<'m, T>> {
        let (offset, floats) = attribute.place();
        let fits = attribute.is_in(self.layout()) && size_of::<T::Stored>() == floats * size_of::<f32>();
        if !fits || self.order != ByteOrder::Little {
            return None;
        }
        Column::new(&self.mesh.vertices, self.layout().stride(), offset)
    }

    /// All index arrays: strips, lists, fans.
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
    /// How its indices make triangles: strip, list or fan.
    pub fn topology(&self) -> Topology {
        self.topology
    }

    /// How many indices there are.
    pub fn len(&self) -> usize {
        self.data.len() / size_of::<u16>()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The indices: numbers of vertices of the mesh.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u16> + Clone + use<'m> {
        let order = self.order;
        let number = move |index: &[u8]| index.first_chunk().map_or(0, |index| order.half(*index));
        self.data.chunks_exact(size_of::<u16>()).map(number)
    }
}

/// One element of all vertices, `N` floats of each, in either byte order.
#[derive(Clone, Copy, Debug)]
pub struct Floats<'m, const N: usize> {
    data: &'m [u8],
    stride: usize,
    offset: usize,
    order: ByteOrder,
}

impl<'m, const N: usize> Floats<'m, N> {
    /// How many vertices there are.
    pub fn len(&self) -> usize {
        self.data.len() / self.stride
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Of the `index`-th vertex.
    pub fn get(&self, index: usize) -> Option<[f32; N]> {
        let vertex = self.data.get(index.checked_mul(self.stride)?..)?.get(..self.stride)?;
        Some(self.of(vertex))
    }

    /// Of all vertices in order.
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
