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

/// Reverses the winding. For a list, this swaps the second and third corner of each triangle. For a fan, it reverses
/// all indices but the first. For a strip, it reverses the indices as a whole. But this only works with an odd number
/// of triangles, so if the number is even, the last index will be repeated to add a degenerate triangle.
pub fn wind(topology: Topology, indices: &mut Vec<u32>) {
    if topology == Topology::TriangleStrip && indices.len() % 2 == 0 {
        indices.extend(indices.last().copied());
    }
    turn(topology, indices);
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
                assert_eq!(faces(topology, &turned, true), faces(topology, &indices, false), "{topology:?} {count}");
                turn(topology, &mut turned);
                turned.truncate(indices.len());
                assert_eq!(turned, indices, "{topology:?} {count}");
            }
        }
    }
}
