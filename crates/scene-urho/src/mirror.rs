//! Converts between left-handed and right-handed space. As in rbfx, x is negated, so forward is still +Z.
//!
//! This only changes signs, whatever the bits are. If you apply it twice, you get the input back.

/// Changes the sign of a number, even if it is NaN or zero.
pub(crate) fn negated(number: f32) -> f32 {
    f32::from_bits(number.to_bits() ^ 0x8000_0000)
}

/// Mirrors a position or direction.
pub(crate) fn vector([x, y, z]: [f32; 3]) -> [f32; 3] {
    [negated(x), y, z]
}

/// Mirrors a rotation, `x y z w`.
pub(crate) fn rotation([x, y, z, w]: [f32; 4]) -> [f32; 4] {
    [x, negated(y), negated(z), w]
}

/// Mirrors a matrix, and converts it from three rows with four numbers to four columns with four numbers.
pub(crate) fn columns(rows: &[f32; 12]) -> [f32; 16] {
    let [xx, xy, xz, x, yx, yy, yz, y, zx, zy, zz, z] = *rows;
    let [xy, xz, x, yx, zx] = [xy, xz, x, yx, zx].map(negated);
    [xx, yx, zx, 0.0, xy, yy, zy, 0.0, xz, yz, zz, 0.0, x, y, z, 1.0]
}

/// Changes the signs of some floats in every row. A row has `floats` floats.
pub(crate) fn flip(data: &mut [u8], floats: usize, which: &[usize]) {
    for row in data.chunks_exact_mut(floats.saturating_mul(size_of::<f32>()).max(1)) {
        for number in which {
            if let Some(highest) = row.get_mut(number.saturating_mul(size_of::<f32>()).saturating_add(3)) {
                *highest ^= 0x80;
            }
        }
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn matrices_move_mirrored_points() {
        let rows_before = std::array::from_fn(|cell| cell as f32 + 1.0);
        let mirrored = columns(&rows_before);
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
