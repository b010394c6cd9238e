//! Data that a level of detail draws.

use alloc::vec::Vec;
use asset_geometry::glam::Vec3;
use asset_geometry::{Bounds, Column, Topology, lines, triangles};

use crate::index::IndexBuffer;
use crate::model::{Lod, Model};
use crate::vertex::VertexBuffer;

impl<'a> Model<'a> {
    /// Returns the vertex buffer of `lod`, or `None` if it doesn't exist.
    pub fn vertex_buffer(&self, lod: &Lod) -> Option<&VertexBuffer<'a>> {
        self.vertex_buffers.get(usize::try_from(lod.vertex_buffer).ok()?)
    }

    /// Returns the index buffer of `lod`, or `None` if it doesn't exist.
    pub fn index_buffer(&self, lod: &Lod) -> Option<&IndexBuffer<'a>> {
        self.index_buffers.get(usize::try_from(lod.index_buffer).ok()?)
    }

    /// Iterates over the indices that `lod` draws: vertex numbers in its vertex buffer. As in the engine, there are none if
    /// the draw range is out of bounds.
    pub fn indices(&self, lod: &Lod) -> impl ExactSizeIterator<Item = u32> + '_ {
        static NONE: IndexBuffer<'static> = IndexBuffer { index_count: 0, index_size: 2, data: binio::Bytes::EMPTY };
        let buffer = self.index_buffer(lod).filter(|buffer| lod.draw.fits(u64::from(buffer.index_count)));
        let number = |number| usize::try_from(number).unwrap_or(usize::MAX);
        buffer.unwrap_or(&NONE).slice(number(lod.draw.start), number(lod.draw.count))
    }

    /// Iterates over the triangles that `lod` draws, from lists, strips and fans. All have the engine's winding: clockwise in
    /// front. There are none for lines, points and unknown primitives.
    pub fn triangles(&self, lod: &Lod) -> impl Iterator<Item = [u32; 3]> + '_ {
        triangles(lod.primitive.topology().unwrap_or(Topology::Points), self.indices(lod))
    }

    /// Iterates over the lines that `lod` draws, from lists and strips; there are none for other primitives.
    pub fn lines(&self, lod: &Lod) -> impl Iterator<Item = [u32; 2]> + '_ {
        lines(lod.primitive.topology().unwrap_or(Topology::Points), self.indices(lod))
    }

    /// Returns the positions of every vertex buffer. Found once, because many levels of detail may draw a buffer with many elements.
    pub(crate) fn position_columns(&self) -> Vec<Option<Column<'_, Vec3>>> {
        self.vertex_buffers.iter().map(VertexBuffer::positions).collect()
    }

    /// Returns the smallest box around all positions of all vertex buffers; `None` without positions.
    pub fn computed_bounds(&self) -> Option<Bounds> {
        let positions = self.vertex_buffers.iter().filter_map(VertexBuffer::positions);
        let bounds =
            positions.fold(Bounds::UNDEFINED, |bounds, column| bounds.merge(Bounds::from_points(column.iter())));
        bounds.is_defined().then_some(bounds)
    }
}
