//! Split and rebuild index buffers.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use binio::{Budget, Bytes, Fault, Limits, Path};

use crate::error::{Error, ErrorKind};
use crate::index::IndexBuffer;
use crate::model::{Lod, Model};
use crate::range::Range;

/// The maximum number of vertices for 16-bit indices. With another vertex, 0xFFFF would be an index, but this value
/// ends a strip.
pub(super) const MOST_FOR_16_BITS: u32 = 65535;

/// Index buffers that grow while indices are appended.
pub(super) struct IndexRuns {
    buffers: Vec<Vec<u32>>,
    wide: Vec<bool>,
    budget: Budget,
}

impl IndexRuns {
    /// Creates `count` empty buffers.
    pub(super) fn new(count: usize) -> Self {
        // Levels of detail may overlap, so that splitting them can expand a small file without bound.
        let budget = Limits::default().budget();
        Self { buffers: alloc::vec![Vec::new(); count], wide: alloc::vec![false; count], budget }
    }

    /// Creates buffers without a limit. Use this only for indices that are already in memory.
    pub(super) fn unlimited(count: usize) -> Self {
        Self { budget: Limits::UNLIMITED.budget(), ..Self::new(count) }
    }

    /// Appends indices to buffer `number`, and returns the range where they are. If `wide` is set, the whole buffer
    /// will be 32 bits wide.
    pub(super) fn append(&mut self, number: usize, wide: bool, indices: &[u32]) -> Result<Range, Error> {
        let path = || Path::from([("index buffer", number)]);
        self.budget.spend(size_of_val(indices) as u64).map_err(|fault| Error::new(fault, path()))?;
        let (Some(buffer), Some(width)) = (self.buffers.get_mut(number), self.wide.get_mut(number)) else {
            return Err(Error::new(ErrorKind::OutOfRange { number: number as u64, count: 0 }, path()));
        };
        let range = (u32::try_from(buffer.len()), u32::try_from(indices.len()));
        let end = buffer.len().saturating_add(indices.len()) as u64;
        let too_large = || Error::new(Fault::TooLarge { value: end, max: u64::from(u32::MAX) }, path());
        let ((Ok(start), Ok(count)), Ok(_)) = (range, u32::try_from(end)) else { return Err(too_large()) };
        buffer.extend_from_slice(indices);
        *width |= wide;
        Ok(Range { start, count })
    }

    /// Returns the buffers. They will be 16 bits wide unless an append was `wide`.
    pub(super) fn finish(self) -> Vec<IndexBuffer<'static>> {
        self.buffers.iter().zip(self.wide).map(|(indices, wide)| encode(indices, wide)).collect()
    }
}

/// Encodes the indices as a buffer with 32 or 16 bits.
pub(super) fn encode(indices: &[u32], wide: bool) -> IndexBuffer<'static> {
    let index_size = if wide { 4 } else { 2 };
    let mut data = alloc::vec![0; indices.len().saturating_mul(index_size)];
    if wide {
        for (place, index) in data.chunks_exact_mut(4).zip(indices) {
            place.copy_from_slice(&index.to_le_bytes());
        }
    } else {
        for (place, index) in data.chunks_exact_mut(2).zip(indices) {
            place.copy_from_slice(&(*index as u16).to_le_bytes());
        }
    }
    // Runs are counted when they are appended.
    let index_count = u32::try_from(indices.len()).unwrap_or(u32::MAX);
    IndexBuffer { index_count, index_size: index_size as u32, data: Bytes::from(data) }
}

/// Where a level of detail will be stored.
pub(super) struct Target {
    pub(super) vertex_buffer: u32,
    pub(super) index_buffer: u32,
    /// The number of vertices in this vertex buffer.
    pub(super) vertices: u32,
}

impl Model<'_> {
    /// Returns the indices that a level of detail draws, but only if all of them are valid.
    ///
    /// # Errors
    /// Returns [`ErrorKind::OutOfRange`] if a buffer is missing, or if the draw range or an index is out of bounds.
    pub(super) fn sound_indices(&self, lod: &Lod, path: impl Fn() -> Path) -> Result<Vec<u32>, Error> {
        let fail =
            |part, number: u64, count: u64| Err(Error::new(ErrorKind::OutOfRange { number, count }, path().part(part)));
        let Some(vertices) = self.vertex_buffer(lod) else {
            return fail("vertex buffer", lod.vertex_buffer.into(), self.vertex_buffers.len() as u64);
        };
        let Some(buffer) = self.index_buffer(lod) else {
            return fail("index buffer", lod.index_buffer.into(), self.index_buffers.len() as u64);
        };
        let held = (buffer.data.len() / buffer.width()).min(buffer.index_count as usize) as u64;
        if !lod.draw.fits(held) {
            return fail("draw range", lod.draw.numbers().end, held);
        }
        if let Some(beyond) = self.indices(lod).find(|index| *index >= vertices.vertex_count) {
            return fail("indices", beyond.into(), vertices.vertex_count.into());
        }
        Ok(self.indices(lod).collect())
    }

    /// Replaces the index buffers with `count` new ones. For each level of detail, `place` must return the target, and
    /// can change the indices.
    ///
    /// Unused indices are removed. If levels of detail share indices, they will still share them. Levels of the same
    /// rank are next to each other and the finest are first, as in files from OgreImporter.
    ///
    /// # Errors
    /// Returns the same errors as [`sound_indices`](Self::sound_indices), and an error if there are too many indices
    /// for a buffer. The model is not changed after an error.
    pub(super) fn redraw(
        &mut self,
        count: usize,
        mut place: impl FnMut(usize, &Lod, &mut Vec<u32>) -> Result<Target, Error>,
    ) -> Result<(), Error> {
        let mut runs = IndexRuns::new(count);
        let mut geometries = self.geometries.clone();
        let mut known = BTreeMap::new();
        let numbered = geometries.iter().enumerate();
        let mut order: Vec<(usize, usize)> = numbered
            .flat_map(|(number, geometry)| (0..geometry.lods.len()).map(move |level| (level, number)))
            .collect();
        order.sort_unstable();
        for (level, number) in order {
            let Some(lod) = geometries.get_mut(number).and_then(|geometry| geometry.lods.get_mut(level)) else {
                continue;
            };
            let mut indices = self.sound_indices(lod, || Path::from([("geometry", number), ("LOD", level)]))?;
            let target = place(number, lod, &mut indices)?;
            let old = (lod.vertex_buffer, lod.index_buffer, lod.draw.start, lod.draw.count);
            let key = (old, target.vertex_buffer, target.index_buffer);
            lod.draw = match known.get(&key) {
                Some(range) => *range,
                None => {
                    let wide = target.vertices > MOST_FOR_16_BITS;
                    runs.append(target.index_buffer as usize, wide, &indices)?
                }
            };
            known.insert(key, lod.draw);
            (lod.vertex_buffer, lod.index_buffer) = (target.vertex_buffer, target.index_buffer);
        }
        self.geometries = geometries;
        self.index_buffers = runs.finish();
        Ok(())
    }
}
