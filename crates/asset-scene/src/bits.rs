//! Equality of floats by their bits: real files hold NaN, and what holds one has to equal itself.

/// Whether two lists of floats are the same bits.
pub(crate) fn same(a: &[f32], b: &[f32]) -> bool {
    a.iter().map(|number| number.to_bits()).eq(b.iter().map(|number| number.to_bits()))
}

/// Whether two optional floats are the same bits.
pub(crate) fn same_option(a: Option<f32>, b: Option<f32>) -> bool {
    a.map(f32::to_bits) == b.map(f32::to_bits)
}
