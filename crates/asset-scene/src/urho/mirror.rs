//! Left-handed to right-handed and back: x is negated, as rbfx does it, so that forward stays +Z.
//!
//! Only signs change, whatever the bits are; doing it twice does nothing.

use asset_geometry::Topology;

/// The number with the other sign, NaN and zero included.
pub(super) fn negated(number: f32) -> f32 {
    f32::from_bits(number.to_bits() ^ 0x8000_0000)
}

/// A position or a direction.
pub(super) fn vector([x, y, z]: [f32; 3]) -> [f32; 3] {
    [negated(x), y, z]
}

/// A rotation, `x y z w`.
pub(super) fn rotation([x, y, z, w]: [f32; 4]) -> [f32; 4] {
    [x, negated(y), negated(z), w]
}

/// Three rows of four as four columns of four.
pub(super) fn columns(rows: &[f32; 12]) -> [f32; 16] {
    let [xx, xy, xz, x, yx, yy, yz, y, zx, zy, zz, z] = *rows;
    let [xy, xz, x, yx, zx] = [xy, xz, x, yx, zx].map(negated);
    [xx, yx, zx, 0.0, xy, yy, zy, 0.0, xz, yz, zz, 0.0, x, y, z, 1.0]
}

/// The three rows that [`columns`] were made of.
pub(super) fn rows(columns: &[f32; 16]) -> [f32; 12] {
    let [xx, yx, zx, _, xy, yy, zy, _, xz, yz, zz, _, x, y, z, _] = *columns;
    let [xy, xz, x, yx, zx] = [xy, xz, x, yx, zx].map(negated);
    [xx, xy, xz, x, yx, yy, yz, y, zx, zy, zz, z]
}

/// Changes the sign of some floats in every row of `floats` floats.
pub(super) fn flip(data: &mut [u8], floats: usize, which: &[usize]) {
    for row in data.chunks_exact_mut((floats * size_of::<f32>()).max(1)) {
        for number in which {
            if let Some(highest) = row.get_mut(number * size_of::<f32>() + 3) {
                *highest ^= 0x80;
            }
        }
    }
}

/// How many of `count` indices make whole primitives: those of an incomplete last one are left out.
pub(super) fn whole(topology: Topology, count: usize) -> usize {
    let least = match topology {
        Topology::Triangles => return count - count % 3,
        Topology::Lines => return count - count % 2,
        Topology::TriangleStrip | Topology::TriangleFan => 3,
        Topology::LineStrip => 2,
        Topology::Points => 1,
    };
    if count < least { 0 } else { count }
}

/// How many indices [`wind`] makes of `count`.
pub(super) fn wound(topology: Topology, count: usize) -> usize {
    if topology == Topology::TriangleStrip && count % 2 == 0 { count + 1 } else { count }
}

/// Turns triangles around. A list swaps the second and third corner. A fan keeps the first index and reverses the others. A strip is
/// reversed, which turns an odd number of triangles around; to an even number a degenerate one is added first, by repeating the last index.
pub(super) fn wind(topology: Topology, indices: &mut Vec<u32>) {
    if topology == Topology::TriangleStrip && indices.len() % 2 == 0 {
        indices.extend(indices.last().copied());
    }
    turn(topology, indices);
}

/// What [`wind`] made, back into the first `count` indices that it was made of.
pub(super) fn unwind(topology: Topology, indices: &mut Vec<u32>, count: usize) {
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
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

    /// The triangles with their smallest corner first, sorted.
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
    fn matrices_come_back_and_move_mirrored_points() {
        let rows_before = std::array::from_fn(|cell| cell as f32 + 1.0);
        let mirrored = columns(&rows_before);
        assert_eq!(rows(&mirrored), rows_before);
        let point = [1.0, 2.0, 3.0];
        let moved = |matrix: &[f32; 16], [x, y, z]: [f32; 3]| {
            let row = |r: usize| matrix[r] * x + matrix[4 + r] * y + matrix[8 + r] * z + matrix[12 + r];
            [row(0), row(1), row(2)]
        };
        let plain = |[x, y, z]: [f32; 3]| {
            let row = |r: usize| {
                let r = r * 4;
                rows_before[r] * x + rows_before[r + 1] * y + rows_before[r + 2] * z + rows_before[r + 3]
            };
            [row(0), row(1), row(2)]
        };
        assert_eq!(moved(&mirrored, vector(point)), vector(plain(point)));
    }
}
