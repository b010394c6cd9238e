//! Typed columns of interleaved data.

use alloc::vec;
use alloc::vec::Vec;
use binio::Strided;
use binio::zerocopy::little_endian::{F32, I32, U16, U32};
use binio::zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};
use core::fmt;
use core::iter::FusedIterator;
use glam::{Quat, Vec2, Vec3, Vec4};

/// A value of a vertex or keyframe, and its encoding: little-endian, alignment 1, no padding.
///
/// Loading keeps every bit, NaN payloads too, so `T::load(&value.store())` is `value`.
pub trait Value: Copy {
    /// Encoded value.
    type Stored: FromBytes + IntoBytes + Immutable + KnownLayout + Unaligned + Copy;

    /// Decodes a value.
    fn load(stored: &Self::Stored) -> Self;

    /// Encodes a value.
    fn store(self) -> Self::Stored;
}

impl Value for i32 {
    type Stored = I32;
    #[inline]
    fn load(stored: &I32) -> Self {
        stored.get()
    }
    #[inline]
    fn store(self) -> I32 {
        I32::new(self)
    }
}

impl Value for u32 {
    type Stored = U32;
    #[inline]
    fn load(stored: &U32) -> Self {
        stored.get()
    }
    #[inline]
    fn store(self) -> U32 {
        U32::new(self)
    }
}

impl Value for u16 {
    type Stored = U16;
    #[inline]
    fn load(stored: &U16) -> Self {
        stored.get()
    }
    #[inline]
    fn store(self) -> U16 {
        U16::new(self)
    }
}

impl Value for f32 {
    type Stored = F32;
    #[inline]
    fn load(stored: &F32) -> Self {
        stored.get()
    }
    #[inline]
    fn store(self) -> F32 {
        F32::new(self)
    }
}

/// Four unmodified bytes: a colour (r, g, b, a in Urho3D) or four bone indices.
impl Value for [u8; 4] {
    type Stored = [u8; 4];
    #[inline]
    fn load(stored: &[u8; 4]) -> Self {
        *stored
    }
    #[inline]
    fn store(self) -> [u8; 4] {
        self
    }
}

/// Floats of a vector as an array, for callers without glam.
macro_rules! floats {
    ($count:literal) => {
        impl Value for [f32; $count] {
            type Stored = [F32; $count];
            #[inline]
            fn load(stored: &Self::Stored) -> Self {
                stored.map(F32::get)
            }
            #[inline]
            fn store(self) -> Self::Stored {
                self.map(F32::new)
            }
        }
    };
}

floats!(2);
floats!(3);
floats!(4);

impl Value for Vec2 {
    type Stored = [F32; 2];
    #[inline]
    fn load(stored: &[F32; 2]) -> Self {
        Self::from_array(stored.map(F32::get))
    }
    #[inline]
    fn store(self) -> [F32; 2] {
        self.to_array().map(F32::new)
    }
}

impl Value for Vec3 {
    type Stored = [F32; 3];
    #[inline]
    fn load(stored: &[F32; 3]) -> Self {
        Self::from_array(stored.map(F32::get))
    }
    #[inline]
    fn store(self) -> [F32; 3] {
        self.to_array().map(F32::new)
    }
}

impl Value for Vec4 {
    type Stored = [F32; 4];
    #[inline]
    fn load(stored: &[F32; 4]) -> Self {
        Self::from_array(stored.map(F32::get))
    }
    #[inline]
    fn store(self) -> [F32; 4] {
        self.to_array().map(F32::new)
    }
}

/// A rotation stored as w, x, y, z, as in the Urho3D family.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct QuatWxyz(pub Quat);

impl Value for QuatWxyz {
    type Stored = [F32; 4];
    #[inline]
    fn load(stored: &[F32; 4]) -> Self {
        let [w, x, y, z] = stored.map(F32::get);
        Self(Quat::from_xyzw(x, y, z, w))
    }
    #[inline]
    fn store(self) -> [F32; 4] {
        let [x, y, z, w] = self.0.to_array();
        [w, x, y, z].map(F32::new)
    }
}

/// A rotation stored as x, y, z, w: glam's order, Pragma's binary files, glTF.
impl Value for Quat {
    type Stored = [F32; 4];
    #[inline]
    fn load(stored: &[F32; 4]) -> Self {
        Self::from_array(stored.map(F32::get))
    }
    #[inline]
    fn store(self) -> [F32; 4] {
        self.to_array().map(F32::new)
    }
}

/// One value per record of an interleaved block: a vertex element, a channel of a keyframe. Borrowed, and decoded on access.
///
/// ```
/// use asset_geometry::Column;
/// let records = [7, 0, 0xaa, 8, 0, 0xbb];
/// let column = Column::<u16>::new(&records, 3, 0).unwrap();
/// assert_eq!(column.to_vec(), [7, 8]);
/// assert_eq!(column.iter().rev().next(), Some(8));
/// ```
pub struct Column<'a, T: Value> {
    stored: Strided<'a, T::Stored>,
}

impl<T: Value> Clone for Column<'_, T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Value> Copy for Column<'_, T> {}

/// An empty column.
impl<T: Value> Default for Column<'_, T> {
    fn default() -> Self {
        Self { stored: Strided::default() }
    }
}

impl<T: Value> fmt::Debug for Column<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.stored.fmt(f)
    }
}

impl<'a, T: Value> Column<'a, T> {
    /// Creates a column of the values at `offset` in every record of `stride` bytes. An incomplete last record is ignored. Returns `None` if a
    /// record is too short for the value.
    pub fn new(data: &'a [u8], stride: usize, offset: usize) -> Option<Self> {
        Strided::new(data, stride, offset).map(|stored| Self { stored })
    }

    /// Returns the encoded column.
    pub fn stored(&self) -> Strided<'a, T::Stored> {
        self.stored
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Returns whether there are no values.
    pub fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    /// Returns the `index`-th value.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        self.stored.get(index).map(T::load)
    }

    /// Iterates over the values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator + FusedIterator + use<'a, T> {
        self.stored.iter().map(T::load)
    }

    /// Copies all values into `out`: the fast path, in one pass. Returns `false` and writes nothing if `out` has another length.
    #[must_use]
    pub fn copy_into(&self, out: &mut [T]) -> bool {
        self.stored.decode_into(out, T::load)
    }

    /// Decodes all values into a new vector.
    pub fn to_vec(&self) -> Vec<T> {
        let mut values = vec![T::load(&T::Stored::new_zeroed()); self.len()];
        let copied = self.copy_into(&mut values);
        debug_assert!(copied, "the lengths are the same");
        values
    }
}

/// Writes `values` at `offset` in every record of `stride` bytes, the inverse of [`Column::new`] with the same arguments. Returns `false` and writes
/// nothing if a record is too short for the value or the number of whole records differs from the number of values.
///
/// ```
/// let mut records = [0; 6];
/// assert!(asset_geometry::write_column(&mut records, 3, 1, &[0x0102u16, 0x0304]));
/// assert_eq!(records, [0, 2, 1, 0, 4, 3]);
/// ```
#[must_use]
pub fn write_column<T: Value>(data: &mut [u8], stride: usize, offset: usize, values: &[T]) -> bool {
    let Some(column) = Column::<T>::new(data, stride, offset) else { return false };
    if column.len() != values.len() {
        return false;
    }
    for (record, value) in data.chunks_exact_mut(stride).zip(values) {
        if let Some(place) = record.get_mut(offset..) {
            // `Column::new` checked that the record is long enough.
            let _ = value.store().write_to_prefix(place);
        }
    }
    true
}
