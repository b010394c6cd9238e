//! Compares floats by their bits. Real files contain NaN, but they must still be equal to themselves.

/// Returns whether two lists of floats have the same bits.
pub(crate) fn same(a: &[f32], b: &[f32]) -> bool {
    a.iter().map(|number| number.to_bits()).eq(b.iter().map(|number| number.to_bits()))
}

/// Returns whether two optional floats have the same bits.
pub(crate) fn same_option(a: Option<f32>, b: Option<f32>) -> bool {
    a.map(f32::to_bits) == b.map(f32::to_bits)
}
