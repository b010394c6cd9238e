//! This module reads typed columns from interleaved data, and writes them.

use alloc::vec;
use alloc::vec::Vec;
use binio::Strided;
use binio::zerocopy::little_endian::{F32, I32, U16, U32};
use binio::zerocopy::{FromBytes, FromZeros, Immutable, IntoBytes, KnownLayout, Unaligned};
use core::fmt;
use core::iter::FusedIterator;
use glam::{Quat, Vec2, Vec3, Vec4};

/// A value that can be stored in a vertex or keyframe. The encoding must be little-endian, with an alignment of 1 and
/// no padding.
///
/// Loading and storing must not change a bit, not even in a NaN, so that `T::load(&value.store())` is the same as
/// `value`.
pub trait Value: Copy {
    /// The encoded value.
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

/// Four bytes that can be used as a colour (r, g, b, a in Urho3D) or as four bone indices.
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

/// The floats of a vector as an array. Use this if you do not want to use glam.
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

/// A rotation in the order w, x, y, z. This order is used by the Urho3D family.
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

/// A rotation in the order x, y, z, w. This order is used by glam, glTF, and Pragma's binary files.
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

/// A column in a block of interleaved records: one value per record, for example a vertex element or a channel of a
/// keyframe. This borrows the data, and will decode a value when you access it.
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

/// Returns an empty column.
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
    /// Creates a column of the values at `offset` in every record of `stride` bytes. An incomplete record at the end is
    /// ignored. Returns `None` if a record is too short for the value.
    pub fn new(data: &'a [u8], stride: usize, offset: usize) -> Option<Self> {
        Strided::new(data, stride, offset).map(|stored| Self { stored })
    }

    /// Returns the column without decoding it.
    pub fn stored(&self) -> Strided<'a, T::Stored> {
        self.stored
    }

    /// Returns the number of values.
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Returns true if there are no values.
    pub fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    /// Returns the value at this index, or `None` if it is out of bounds.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T> {
        self.stored.get(index).map(T::load)
    }

    /// Iterates over the values.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = T> + DoubleEndedIterator + FusedIterator + use<'a, T> {
        self.stored.iter().map(T::load)
    }

    /// Copies all values into `out`. Use this to decode a column as fast as possible, because it takes a single pass.
    /// Returns `false`, and does not write anything, if `out` has another length.
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

/// Writes `values` at `offset` into every record of `stride` bytes. To read them again, use [`Column::new`] with the
/// same arguments.
///
/// Returns `false` if a record is too short for the value, or if the number of values is not the number of whole
/// records. Nothing is written in this case.
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
