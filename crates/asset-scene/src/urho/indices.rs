//! Runs of index buffers as index arrays.

use asset_geometry::Topology;

use super::mirror;
use crate::Array;

/// Indices turned around for the other space, in the width of their buffer.
pub(super) fn array(topology: Topology, indices: impl Iterator<Item = u32>, width: usize) -> Array<'static> {
    let mut indices: Vec<u32> = indices.collect();
    mirror::wind(topology, &mut indices);
    if width == size_of::<u16>() {
        Array::from_u16s(indices.into_iter().map(|index| index as u16))
    } else {
        Array::from_u32s(indices)
    }
}

/// Puts the indices of an array back where they were; `None` if there are more or fewer, or if they don't fit into their width.
pub(super) fn put(topology: Topology, array: &Array<'_>, whole: usize, place: &mut [u8], width: usize) -> Option<()> {
    let mut indices = array.to_u32s()?;
    if indices.len() != mirror::wound(topology, whole) || place.len() != whole.checked_mul(width)? {
        return None;
    }
    mirror::unwind(topology, &mut indices, whole);
    for (target, index) in place.chunks_exact_mut(width.max(1)).zip(indices) {
        let bytes = index.to_le_bytes();
        let (low, high) = bytes.split_at(width.min(bytes.len()));
        if high.iter().any(|byte| *byte != 0) {
            return None;
        }
        target.copy_from_slice(low);
    }
    Some(())
}

/// What lies between runs, from 0 to `end`.
pub(super) fn gaps(mut runs: Vec<(usize, usize)>, end: usize) -> Vec<(usize, usize)> {
    runs.sort_unstable();
    let mut gaps = Vec::new();
    let mut at = 0;
    for (start, stop) in runs.into_iter().chain([(end, end)]) {
        if start > at {
            gaps.push((at, start));
        }
        at = at.max(stop);
    }
    gaps
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_what_no_run_covers() {
        assert_eq!(gaps(vec![(6, 8), (2, 4), (3, 5)], 10), [(0, 2), (5, 6), (8, 10)]);
        assert_eq!(gaps(vec![(0, 4)], 4), []);
        assert_eq!(gaps(Vec::new(), 3), [(0, 3)]);
        assert_eq!(gaps(Vec::new(), 0), []);
    }

    #[test]
    fn indices_that_dont_fit_are_refused() {
        let array = Array::from_u32s([1, 2, 70000]);
        let mut place = [0; 6];
        assert_eq!(put(Topology::Triangles, &array, 3, &mut place, 2), None);
        assert_eq!(put(Topology::Triangles, &array, 3, &mut [0; 12], 4), Some(()));
        assert_eq!(put(Topology::Triangles, &array, 2, &mut [0; 8], 4), None);
    }
}
