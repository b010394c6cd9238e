//! Morph targets.

use alloc::vec::Vec;
use asset_geometry::Column;
use asset_geometry::glam::Vec3;
use binio::{Bytes, Name};

use crate::vertex::ElementMask;

/// A morph target, for example a facial expression. It contains vertex deltas that the engine multiplies by a weight.
#[derive(Clone, Debug)]
pub struct Morph<'a> {
    /// The name. Programs and animations use it to find the morph.
    pub name: Name<'a>,
    /// The initial weight, if this version stores it. Otherwise the engine starts with 0.
    pub weight: Option<f32>,
    /// The deltas, with a buffer for each vertex buffer that this morph changes.
    pub buffers: Vec<MorphBuffer<'a>>,
}

binio::eq_by_bits! { Morph<'_> { weight; name, buffers } }

binio::into_owned! { pub Morph { name, buffers; weight } }

/// The deltas of a morph for a single vertex buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MorphBuffer<'a> {
    /// The index of the vertex buffer in [`Model::vertex_buffers`](crate::Model::vertex_buffers).
    pub vertex_buffer: u32,
    /// The elements that are changed: position, normal and tangent. Other bits are kept, but have no data.
    pub mask: ElementMask,
    /// The number of vertices that are changed.
    pub vertex_count: u32,
    /// A record of [`stride`](Self::stride) bytes for each changed vertex: the vertex index, then three floats for each
    /// changed element.
    pub data: Bytes<'a>,
}

impl ElementMask {
    /// The bits in a morph mask that have data, in the order of the data.
    pub(crate) const MORPHED: [Self; 3] = [Self::POSITION, Self::NORMAL, Self::TANGENT];

    /// Returns the record size in bytes: the vertex index, and three floats for each of position, normal and tangent.
    pub(crate) fn morph_stride(self) -> usize {
        let deltas = Self::MORPHED.iter().filter(|element| self.contains(**element)).count();
        size_of::<u32>() + deltas * size_of::<[f32; 3]>()
    }
}

binio::into_owned! { pub MorphBuffer { data; vertex_buffer, mask, vertex_count } }

impl MorphBuffer<'_> {
    /// Returns the size of a record in bytes.
    pub fn stride(&self) -> usize {
        self.mask.morph_stride()
    }

    /// Returns the indices of the changed vertices. Use them together with the delta columns, which have the same
    /// order. This is never `None`, because every record begins with an index.
    pub fn vertices(&self) -> Option<Column<'_, u32>> {
        Column::new(&self.data, self.stride(), 0)
    }

    /// Returns the position deltas, or `None` if this morph does not change positions.
    pub fn positions(&self) -> Option<Column<'_, Vec3>> {
        self.deltas(ElementMask::POSITION)
    }

    /// Returns the normal deltas, or `None` if this morph does not change normals.
    pub fn normals(&self) -> Option<Column<'_, Vec3>> {
        self.deltas(ElementMask::NORMAL)
    }

    /// Returns the deltas for x, y and z of the tangents, or `None` if this morph does not change tangents.
    pub fn tangents(&self) -> Option<Column<'_, Vec3>> {
        self.deltas(ElementMask::TANGENT)
    }

    fn deltas(&self, element: ElementMask) -> Option<Column<'_, Vec3>> {
        if !self.mask.contains(element) {
            return None;
        }
        let below = ElementMask(self.mask.0 & (element.0 - 1));
        Column::new(&self.data, self.stride(), below.morph_stride())
    }
}
