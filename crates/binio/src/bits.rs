//! Equality of floats by their bits: real files contain NaN, and must equal themselves.

use alloc::vec::Vec;

/// Floats that are compared by their bits, so that a NaN equals itself and 0.0 differs from -0.0.
///
/// [`eq_by_bits!`](crate::eq_by_bits!) uses it to compare documents.
pub trait SameBits {
    /// Returns whether both have the same bits.
    fn same_bits(&self, other: &Self) -> bool;
}

impl SameBits for f32 {
    fn same_bits(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits()
    }
}

impl SameBits for f64 {
    fn same_bits(&self, other: &Self) -> bool {
        self.to_bits() == other.to_bits()
    }
}

impl<T: SameBits> SameBits for [T] {
    fn same_bits(&self, other: &Self) -> bool {
        self.len() == other.len() && self.iter().zip(other).all(|(a, b)| a.same_bits(b))
    }
}

impl<T: SameBits, const N: usize> SameBits for [T; N] {
    fn same_bits(&self, other: &Self) -> bool {
        self.as_slice().same_bits(other.as_slice())
    }
}

impl<T: SameBits> SameBits for Vec<T> {
    fn same_bits(&self, other: &Self) -> bool {
        self.as_slice().same_bits(other.as_slice())
    }
}

impl<T: SameBits> SameBits for Option<T> {
    fn same_bits(&self, other: &Self) -> bool {
        self.as_slice().same_bits(other.as_slice())
    }
}

/// Returns whether two slices of floats have the same bits. Documents compare floats this way: a NaN equals itself, and
/// −0 isn't 0.
pub fn same_bits(a: &[f32], b: &[f32]) -> bool {
    a.same_bits(b)
}

/// Implements [`PartialEq`] for a struct whose floats are compared by their bits.
///
/// List the fields with floats first; fields after the semicolon are compared with `==`. Fields can't be forgotten: the compiler wants all of them.
///
/// ```
/// #[derive(Debug)]
/// struct Camera {
///     name: String,
///     near: f32,
///     far: Option<f32>,
/// }
///
/// binio::eq_by_bits! { Camera { near, far; name } }
///
/// let camera = |near| Camera { name: "A".to_owned(), near, far: None };
/// assert_eq!(camera(f32::NAN), camera(f32::NAN));
/// assert_ne!(camera(0.0), camera(-0.0));
/// ```
#[macro_export]
macro_rules! eq_by_bits {
    ($name:ident $(<$lifetime:lifetime>)? { $($float:ident),* $(; $($other:ident),*)? }) => {
        impl ::core::cmp::PartialEq for $name $(<$lifetime>)? {
            /// Floats are compared by their bits.
            fn eq(&self, other: &Self) -> bool {
                let Self { $($float,)* $($($other),*)? } = self;
                $($($other == &other.$other &&)*)? $($crate::SameBits::same_bits($float, &other.$float) &&)* true
            }
        }
    };
}
