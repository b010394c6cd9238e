//! Reverses the winding of triangles, and restores it.

use asset_geometry::Topology;

use crate::Array;

/// Returns the number of indices in complete primitives. This ignores an incomplete last primitive.
pub fn whole(topology: Topology, count: usize) -> usize {
    let least = match topology {
        Topology::Triangles => return count.saturating_sub(count % 3),
        Topology::Lines => return count.saturating_sub(count % 2),
        Topology::TriangleStrip | Topology::TriangleFan => 3,
        Topology::LineStrip => 2,
        Topology::Points => 1,
    };
    if count < least { 0 } else { count }
}

/// Returns the number of indices after [`wind`] is called.
pub fn wound(topology: Topology, count: usize) -> usize {
    if topology == Topology::TriangleStrip && count % 2 == 0 { count.saturating_add(1) } else { count }
}

/// Reverses the winding. For a list, this swaps the second and third corner of each triangle. For a fan, it reverses
/// all indices but the first. For a strip, it reverses the indices as a whole. But this only works with an odd number
/// of triangles, so if the number is even, the last index will be repeated to add a degenerate triangle.
pub fn wind(topology: Topology, indices: &mut Vec<u32>) {
    if topology == Topology::TriangleStrip && indices.len() % 2 == 0 {
        indices.extend(indices.last().copied());
    }
    turn(topology, indices);
}

/// Undoes [`wind`], and keeps only the first `count` indices.
pub fn unwind(topology: Topology, indices: &mut Vec<u32>, count: usize) {
    turn(topology, indices);
    indices.truncate(count);
}

fn turn(topology: Topology, indices: &mut [u32]) {
    match topology {
        Topology::Triangles => indices.chunks_exact_mut(3).for_each(|corners| corners.swap(1, 2)),
        Topology::TriangleStrip => indices.reverse(),
        Topology::TriangleFan => indices.get_mut(1..).unwrap_or_default().reverse(),
        Topology::Lines | Topology::LineStrip | Topology::Points => {}
    }
}

/// Creates an array with reversed indices. `width` is the index size in the buffer, 2 or 4 bytes.
pub fn array(topology: Topology, indices: impl Iterator<Item = u32>, width: usize) -> Array<'static> {
    let mut indices: Vec<u32> = indices.collect();
    wind(topology, &mut indices);
    if width == size_of::<u16>() {
        Array::from_u16s(indices.into_iter().map(|index| index as u16))
    } else {
        Array::from_u32s(indices)
    }
}

/// Writes the indices from [`array()`] back to their range in a buffer. Returns `None` if the number of indices is not
/// the same as before, or if an index doesn't fit into `width`.
#[must_use]
pub fn put(topology: Topology, array: &Array<'_>, whole: usize, place: &mut [u8], width: usize) -> Option<()> {
    let mut indices = array.to_u32s()?;
    if indices.len() != wound(topology, whole) || place.len() != whole.checked_mul(width)? {
        return None;
    }
    unwind(topology, &mut indices, whole);
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

/// Returns whether every index is below the number of vertices.
pub fn are_below(array: &Array<'_>, vertices: usize) -> bool {
    array.to_u32s().is_some_and(|indices| indices.into_iter().all(|index| (index as usize) < vertices))
}

/// Returns the gaps between runs, from 0 to `end`. This includes the gaps before the first run and after the last one.
pub fn gaps(mut runs: Vec<(usize, usize)>, end: usize) -> Vec<(usize, usize)> {
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
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use asset_geometry::{is_degenerate, triangles};

    const ALL: [Topology; 6] = [
        Topology::Triangles,
        Topology::TriangleStrip,
        Topology::TriangleFan,
        Topology::Lines,
        Topology::LineStrip,
        Topology::Points,
    ];

    /// Returns the triangles in sorted order, each starting with its smallest corner.
    fn faces(topology: Topology, indices: &[u32], turned: bool) -> Vec<[u32; 3]> {
        let faces = triangles(topology, indices.iter().copied()).filter(|corners| !is_degenerate(*corners));
        let mut faces: Vec<[u32; 3]> = faces
            .map(|mut corners| {
                if turned {
                    corners.swap(1, 2);
                }
                let smallest = (0..3).min_by_key(|corner| corners[*corner]).unwrap();
                corners.rotate_left(smallest);
                corners
            })
            .collect();
        faces.sort_unstable();
        faces
    }

    #[test]
    fn windings_turn_and_come_back() {
        for topology in ALL {
            for count in 0..12_u32 {
                let indices: Vec<u32> = (0..whole(topology, count as usize) as u32).map(|index| index * 3).collect();
                let mut turned = indices.clone();
                wind(topology, &mut turned);
                assert_eq!(turned.len(), wound(topology, indices.len()).min(turned.len()), "{topology:?} {count}");
                assert_eq!(faces(topology, &turned, true), faces(topology, &indices, false), "{topology:?} {count}");
                unwind(topology, &mut turned, indices.len());
                assert_eq!(turned, indices, "{topology:?} {count}");
            }
        }
    }

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
