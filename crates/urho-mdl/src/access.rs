//! Access to the data that a level of detail draws.

use alloc::vec::Vec;
use asset_geometry::glam::Vec3;
use asset_geometry::{Bounds, Column, Topology, lines, triangles};

use crate::index::IndexBuffer;
use crate::model::{Lod, Model};
use crate::vertex::VertexBuffer;

impl<'a> Model<'a> {
    /// Returns the vertex buffer that `lod` refers to, or `None` if it does not exist.
    pub fn vertex_buffer(&self, lod: &Lod) -> Option<&VertexBuffer<'a>> {
        self.vertex_buffers.get(usize::try_from(lod.vertex_buffer).ok()?)
    }

    /// Returns the index buffer that `lod` refers to, or `None` if it does not exist.
    pub fn index_buffer(&self, lod: &Lod) -> Option<&IndexBuffer<'a>> {
        self.index_buffers.get(usize::try_from(lod.index_buffer).ok()?)
    }

    /// Iterates over the indices that `lod` draws. Each index is a position in the vertex buffer of `lod`.
    ///
    /// If the draw range is out of bounds, this returns no indices, because the engine then draws nothing.
    pub fn indices(&self, lod: &Lod) -> impl ExactSizeIterator<Item = u32> + '_ {
        static NONE: IndexBuffer<'static> = IndexBuffer { index_count: 0, index_size: 2, data: binio::Bytes::EMPTY };
        let buffer = self.index_buffer(lod).filter(|buffer| lod.draw.fits(u64::from(buffer.index_count)));
        let number = |number| usize::try_from(number).unwrap_or(usize::MAX);
        buffer.unwrap_or(&NONE).slice(number(lod.draw.start), number(lod.draw.count))
    }

    /// Iterates over the triangles that `lod` draws. Use this if you do not want to handle lists, strips and fans
    /// yourself.
    ///
    /// All triangles have the winding of the engine: clockwise if seen from the front. Lines, points and unknown
    /// primitives have no triangles.
    pub fn triangles(&self, lod: &Lod) -> impl Iterator<Item = [u32; 3]> + '_ {
        triangles(lod.primitive.topology().unwrap_or(Topology::Points), self.indices(lod))
    }

    /// Iterates over the lines that `lod` draws, as a list or as a strip. Other primitives have no lines.
    pub fn lines(&self, lod: &Lod) -> impl Iterator<Item = [u32; 2]> + '_ {
        lines(lod.primitive.topology().unwrap_or(Topology::Points), self.indices(lod))
    }

    /// Returns the positions of every vertex buffer.
    ///
    /// Look them up once, not for each level of detail: a file may have many levels that draw the same buffer, and this
    /// buffer may have many elements.
    pub(crate) fn position_columns(&self) -> Vec<Option<Column<'_, Vec3>>> {
        self.vertex_buffers.iter().map(VertexBuffer::positions).collect()
    }

    /// Returns the smallest box that contains all positions in all vertex buffers, or `None` if there are no positions.
    pub fn computed_bounds(&self) -> Option<Bounds> {
        let positions = self.vertex_buffers.iter().filter_map(VertexBuffer::positions);
        let bounds =
            positions.fold(Bounds::UNDEFINED, |bounds, column| bounds.merge(Bounds::from_points(column.iter())));
        bounds.is_defined().then_some(bounds)
    }
}
