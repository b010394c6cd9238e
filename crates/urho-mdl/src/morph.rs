//! Morph targets.

use alloc::vec::Vec;
use asset_geometry::Column;
use asset_geometry::glam::Vec3;
use binio::{Bytes, Name};

use crate::vertex::ElementMask;

/// A morph target: deltas of vertices, multiplied by a weight.
#[derive(Clone, Debug)]
pub struct Morph<'a> {
    /// Morph name.
    pub name: Name<'a>,
    /// Initial weight, if the version stores it; otherwise the engine starts with 0.
    pub weight: Option<f32>,
    /// Deltas for each vertex buffer.
    pub buffers: Vec<MorphBuffer<'a>>,
}

binio::eq_by_bits! { Morph<'_> { weight; name, buffers } }

binio::into_owned! { pub Morph { name, buffers; weight } }

/// Deltas of a morph for one vertex buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MorphBuffer<'a> {
    /// Number of the vertex buffer.
    pub vertex_buffer: u32,
    /// Changed elements: position, normal, tangent. Other bits are kept and have no data.
    pub mask: ElementMask,
    /// Number of changed vertices.
    pub vertex_count: u32,
    /// A record of [`stride`](Self::stride) bytes for each: vertex number, then three floats per changed element.
    pub data: Bytes<'a>,
}

impl ElementMask {
    /// Bits of a morph mask with data, in the order of the data.
    pub(crate) const MORPHED: [Self; 3] = [Self::POSITION, Self::NORMAL, Self::TANGENT];

    /// Returns the record size in bytes: the vertex number, and three floats for each of position, normal and tangent.
    pub(crate) fn morph_stride(self) -> usize {
        let deltas = Self::MORPHED.iter().filter(|element| self.contains(**element)).count();
        size_of::<u32>() + deltas * size_of::<[f32; 3]>()
    }
}

binio::into_owned! { pub MorphBuffer { data; vertex_buffer, mask, vertex_count } }

impl MorphBuffer<'_> {
    /// Returns the record size in bytes.
    pub fn stride(&self) -> usize {
        self.mask.morph_stride()
    }

    /// Returns the numbers of the changed vertices.
    pub fn vertices(&self) -> Option<Column<'_, u32>> {
        Column::new(&self.data, self.stride(), 0)
    }

    /// Returns the position deltas.
    pub fn positions(&self) -> Option<Column<'_, Vec3>> {
        self.deltas(ElementMask::POSITION)
    }

    /// Returns the normal deltas.
    pub fn normals(&self) -> Option<Column<'_, Vec3>> {
        self.deltas(ElementMask::NORMAL)
    }

    /// Returns the deltas of x, y, z of the tangents.
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
