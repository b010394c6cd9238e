//! Index buffers and primitives.

use alloc::vec::Vec;
use asset_geometry::Topology;
use binio::Bytes;
use core::fmt;

use crate::range::Range;
use zerocopy::FromBytes;
use zerocopy::little_endian::{U16, U32};

/// Indices that a level of detail uses to draw vertices. To see only the indices for a level, use
/// [`Model::indices`](crate::Model::indices).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexBuffer<'a> {
    /// The number of indices. This is stored separately, because it can't be computed from the data if an index has no
    /// bytes.
    pub index_count: u32,
    /// The size of an index in bytes, which should be 2 or 4. Any other size is kept as the engine reads it: there are
    /// `index_count * index_size` bytes of data.
    pub index_size: u32,
    /// The indices in little-endian byte order.
    pub data: Bytes<'a>,
}

binio::into_owned! { pub IndexBuffer { data; index_count, index_size }, borrowed }

impl IndexBuffer<'_> {
    /// Returns the index size that the engine uses: 4 bytes if the stored size is greater than 2, otherwise 2.
    pub const fn width(&self) -> usize {
        if self.index_size > 2 { 4 } else { 2 }
    }

    /// Returns the indices without a copy if they are 16 bits wide, and `None` otherwise.
    pub fn as_u16(&self) -> Option<&[U16]> {
        if self.index_size == 2 { <[U16]>::ref_from_bytes(&self.data).ok() } else { None }
    }

    /// Returns the indices without a copy if they are 32 bits wide, and `None` otherwise.
    pub fn as_u32(&self) -> Option<&[U32]> {
        if self.index_size == 4 { <[U32]>::ref_from_bytes(&self.data).ok() } else { None }
    }

    /// Iterates over the indices in any width. If the stored size is not 2 or 4, these are the indices that the engine
    /// reads.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = u32> + '_ {
        self.slice(0, self.data.len() / self.width())
    }

    /// Iterates over at most `count` indices, beginning at `start`.
    pub(crate) fn slice(&self, start: usize, count: usize) -> impl ExactSizeIterator<Item = u32> + '_ {
        let width = self.width();
        let held = (self.data.len() / width).min(usize::try_from(self.index_count).unwrap_or(usize::MAX));
        let end = start.saturating_add(count).min(held);
        let bytes = self.data.get(start.min(end) * width..end * width).unwrap_or_default();
        bytes.chunks_exact(width).map(|index| match *index {
            [a, b] => u32::from(u16::from_le_bytes([a, b])),
            [a, b, c, d] => u32::from_le_bytes([a, b, c, d]),
            _ => 0,
        })
    }
}

/// Finds the lowest and the highest index in any run of an index buffer. This does not look at every index again for
/// each run, because in a file any number of levels of detail may share indices.
pub(crate) struct Extents<'m> {
    buffer: &'m IndexBuffer<'m>,
    /// The result for each block of [`Self::BLOCK`] indices.
    blocks: Vec<(u32, u32)>,
}

impl<'m> Extents<'m> {
    const BLOCK: usize = 512;

    pub(crate) fn new(buffer: &'m IndexBuffer<'m>) -> Self {
        let count = buffer.slice(0, usize::MAX).len();
        let blocks = (0..count).step_by(Self::BLOCK).filter_map(|start| extent(buffer.slice(start, Self::BLOCK)));
        Self { buffer, blocks: blocks.collect() }
    }

    /// Returns the lowest and the highest index in a draw range, or `None` if the range is empty.
    pub(crate) fn of_range(&self, draw: Range) -> Option<(u32, u32)> {
        let number = |number| usize::try_from(number).unwrap_or(usize::MAX);
        self.of(number(draw.start), number(draw.count))
    }

    /// Returns the lowest and the highest of `count` indices, beginning at `start`, or `None` if there are none.
    fn of(&self, start: usize, count: usize) -> Option<(u32, u32)> {
        let end = start.saturating_add(count);
        let (first, last) = (start.div_ceil(Self::BLOCK), end / Self::BLOCK);
        let Some(whole) = self.blocks.get(first..last.min(self.blocks.len())) else {
            return extent(self.buffer.slice(start, count));
        };
        let before = self.buffer.slice(start, first * Self::BLOCK - start);
        let behind = (last * Self::BLOCK).max(start);
        let after = self.buffer.slice(behind, end - behind);
        let ends = extent(before.chain(after));
        whole.iter().copied().chain(ends).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
    }
}

/// Returns the lowest and the highest index.
fn extent(indices: impl Iterator<Item = u32>) -> Option<(u32, u32)> {
    indices.fold(None, |extent, index| {
        let (low, high) = extent.unwrap_or((index, index));
        Some((low.min(index), high.max(index)))
    })
}

/// The primitive type that a level of detail draws. Unknown types are kept, because the engine does not check them
/// either.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Primitive(pub u32);

impl Primitive {
    /// Triangles with three indices each.
    pub const TRIANGLE_LIST: Self = Self(0);
    /// Lines with two indices each.
    pub const LINE_LIST: Self = Self(1);
    /// Points with a single index each.
    pub const POINT_LIST: Self = Self(2);
    /// Triangles that share two indices with the previous triangle.
    pub const TRIANGLE_STRIP: Self = Self(3);
    /// A line that goes through all points.
    pub const LINE_STRIP: Self = Self(4);
    /// Triangles that all share the first index.
    pub const TRIANGLE_FAN: Self = Self(5);

    /// Returns the topology, or `None` if this type is unknown.
    pub const fn topology(self) -> Option<Topology> {
        match self {
            Self::TRIANGLE_LIST => Some(Topology::Triangles),
            Self::LINE_LIST => Some(Topology::Lines),
            Self::POINT_LIST => Some(Topology::Points),
            Self::TRIANGLE_STRIP => Some(Topology::TriangleStrip),
            Self::LINE_STRIP => Some(Topology::LineStrip),
            Self::TRIANGLE_FAN => Some(Topology::TriangleFan),
            _ => None,
        }
    }
}

impl fmt::Display for Primitive {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::TRIANGLE_LIST => f.pad("triangle list"),
            Self::LINE_LIST => f.pad("line list"),
            Self::POINT_LIST => f.pad("point list"),
            Self::TRIANGLE_STRIP => f.pad("triangle strip"),
            Self::LINE_STRIP => f.pad("line strip"),
            Self::TRIANGLE_FAN => f.pad("triangle fan"),
            Self(other) => write!(f, "primitive {other}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extents_are_those_of_the_run() {
        let indices: Vec<u16> = (0..5000_u32).map(|index| (index * 7919 % 4999) as u16).collect();
        let data: Vec<u8> = indices.iter().flat_map(|index| index.to_le_bytes()).collect();
        let buffer = IndexBuffer { index_count: 5000, index_size: 2, data: data.into() };
        let extents = Extents::new(&buffer);
        for start in [0, 1, 511, 512, 513, 1024, 4990, 5000, 6000] {
            for count in [0, 1, 2, 511, 512, 513, 1024, 1025, 4000, 9000] {
                let expected = extent(indices.iter().skip(start).take(count).map(|index| u32::from(*index)));
                assert_eq!(extents.of(start, count), expected, "{start} + {count}");
            }
        }
    }
}
