//! Morph targets.

use alloc::vec::Vec;
use asset_geometry::Column;
use asset_geometry::glam::Vec3;
use binio::{Bytes, Name, same_bits};

use crate::vertex::ElementMask;

/// A morph target: deltas to add to some vertices, times a weight.
#[derive(Clone, Debug)]
pub struct Morph<'a> {
    /// Name of the morph.
    pub name: Name<'a>,
    /// Its weight at first, where the version stores it; else the engine begins with 0.
    pub weight: Option<f32>,
    /// The vertex buffers it changes.
    pub buffers: Vec<MorphBuffer<'a>>,
}

impl PartialEq for Morph<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
            && same_bits(self.weight.as_slice(), other.weight.as_slice())
            && self.buffers == other.buffers
    }
}

impl Morph<'_> {
    /// The morph, free of the bytes it was read from.
    pub fn into_owned(self) -> Morph<'static> {
        let buffers = self.buffers.into_iter().map(MorphBuffer::into_owned).collect();
        Morph { name: self.name.into_owned(), weight: self.weight, buffers }
    }
}

/// What a morph does to one vertex buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MorphBuffer<'a> {
    /// Number of the vertex buffer.
    pub vertex_buffer: u32,
    /// What is changed: position, normal, tangent. Other bits are kept and carry no data.
    pub mask: ElementMask,
    /// Number of vertices that are changed.
    pub vertex_count: u32,
    /// A record of [`stride`](Self::stride) bytes for each: number of the vertex, then three floats per changed element.
    pub data: Bytes<'a>,
}

impl ElementMask {
    /// The bits of a morph's mask that carry data, in the order of the data.
    pub(crate) const MORPHED: [Self; 3] = [Self::POSITION, Self::NORMAL, Self::TANGENT];

    /// Bytes of a morph's record: the vertex number and three floats for each of position, normal and tangent.
    pub(crate) fn morph_stride(self) -> usize {
        let deltas = Self::MORPHED.iter().filter(|element| self.contains(**element)).count();
        size_of::<u32>() + deltas * size_of::<[f32; 3]>()
    }
}

impl MorphBuffer<'_> {
    /// Bytes of one record.
    pub fn stride(&self) -> usize {
        self.mask.morph_stride()
    }

    /// Numbers of the vertices that are changed.
    pub fn vertices(&self) -> Option<Column<'_, u32>> {
        Column::new(&self.data, self.stride(), 0)
    }

    /// What is added to positions.
    pub fn positions(&self) -> Option<Column<'_, Vec3>> {
        self.deltas(ElementMask::POSITION)
    }

    /// What is added to normals.
    pub fn normals(&self) -> Option<Column<'_, Vec3>> {
        self.deltas(ElementMask::NORMAL)
    }

    /// What is added to x, y, z of tangents.
    pub fn tangents(&self) -> Option<Column<'_, Vec3>> {
        self.deltas(ElementMask::TANGENT)
    }

    /// The deltas of one element.
    fn deltas(&self, element: ElementMask) -> Option<Column<'_, Vec3>> {
        if !self.mask.contains(element) {
            return None;
        }
        let below = ElementMask(self.mask.0 & (element.0 - 1));
        Column::new(&self.data, self.stride(), below.morph_stride())
    }

    /// The same, free of the bytes it was read from.
    pub fn into_owned(self) -> MorphBuffer<'static> {
        let Self { vertex_buffer, mask, vertex_count, data } = self;
        MorphBuffer { vertex_buffer, mask, vertex_count, data: data.into_owned() }
    }
}
