//! Arrays of numbers, with the same bits as in their file.

use std::borrow::Cow;
use std::fmt;

use binio::Bytes;

/// A table of numbers, used for vertex attributes, indices, key times and key values.
#[derive(Clone, Debug, PartialEq)]
pub struct Array<'a> {
    /// The number type (glTF: component type).
    pub component: Component,
    /// The number of values in a row (glTF: components per element): 1 to 4, or 9 and 16 for matrices.
    pub width: u8,
    /// Whether to read integers as fractions: from 0 to 1 if unsigned, from -1 to 1 if signed.
    pub normalized: bool,
    /// The number of rows (glTF: elements).
    pub count: usize,
    /// The numbers, which can be dense or sparse. Use [`Array::dense`] to get the bytes for both.
    pub data: Data<'a>,
}

/// A number type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Component {
    /// `i8`, two's complement.
    I8,
    /// `u8`, for joints, or for colours if normalised.
    U8,
    /// `i16`, little-endian.
    I16,
    /// `u16`, little-endian, for indices and joints.
    U16,
    /// `u32`, little-endian, only for indices.
    U32,
    /// `f32`, little-endian.
    F32,
}

impl fmt::Display for Component {
    /// Writes the name that Rust uses, for example `u16`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::I8 => "i8",
            Self::U8 => "u8",
            Self::I16 => "i16",
            Self::U16 => "u16",
            Self::U32 => "u32",
            Self::F32 => "f32",
        })
    }
}

impl Component {
    /// Returns the size in bytes.
    pub const fn size(self) -> usize {
        match self {
            Self::I8 | Self::U8 => 1,
            Self::I16 | Self::U16 => 2,
            Self::U32 | Self::F32 => 4,
        }
    }

    /// Converts the little-endian bytes of a number to a float. A normalised integer becomes a fraction. Returns 0 if
    /// `bytes` does not have the right length.
    #[inline]
    pub fn to_f32(self, bytes: &[u8], normalized: bool) -> f32 {
        let (value, most) = match (self, bytes) {
            (Self::F32, [a, b, c, d]) => return f32::from_le_bytes([*a, *b, *c, *d]),
            (Self::I8, [a]) => (f32::from(*a as i8), 127.0),
            (Self::U8, [a]) => (f32::from(*a), 255.0),
            (Self::I16, [a, b]) => (f32::from(i16::from_le_bytes([*a, *b])), 32767.0),
            (Self::U16, [a, b]) => (f32::from(u16::from_le_bytes([*a, *b])), 65535.0),
            (Self::U32, [a, b, c, d]) => (u32::from_le_bytes([*a, *b, *c, *d]) as f32, 4_294_967_295.0),
            _ => return 0.0,
        };
        if normalized { (value / most).max(-1.0) } else { value }
    }
}

/// How the numbers are stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Data<'a> {
    /// All rows, little-endian, without gaps.
    Dense(Bytes<'a>),
    /// Only some rows. All others will be read as zero.
    Sparse {
        /// The indices of the stored rows, which must be ascending and unique.
        rows: Vec<u32>,
        /// The numbers in these rows, as in [`Data::Dense`].
        values: Bytes<'a>,
    },
}

impl<'a> Array<'a> {
    /// Creates an array from rows of `N` floats. `N` must not be greater than 16.
    pub fn from_f32s<const N: usize>(rows: impl IntoIterator<Item = [f32; N]>) -> Array<'static> {
        const { assert!(N <= 16, "a row has at most 16 numbers") };
        let data: Vec<u8> = rows.into_iter().flatten().flat_map(f32::to_le_bytes).collect();
        Array::from_bytes(Component::F32, N as u8, data)
    }

    /// Creates an array with one `u16` per row, for indices.
    pub fn from_u16s(numbers: impl IntoIterator<Item = u16>) -> Array<'static> {
        Array::from_bytes(Component::U16, 1, numbers.into_iter().flat_map(u16::to_le_bytes).collect::<Vec<_>>())
    }

    /// Creates an array with one `u32` per row, for indices.
    pub fn from_u32s(numbers: impl IntoIterator<Item = u32>) -> Array<'static> {
        Array::from_bytes(Component::U32, 1, numbers.into_iter().flat_map(u32::to_le_bytes).collect::<Vec<_>>())
    }

    /// Creates an array with four bytes per row, for joints, or for colours if `normalized`.
    pub fn from_u8x4(rows: impl IntoIterator<Item = [u8; 4]>, normalized: bool) -> Array<'static> {
        Array { normalized, ..Array::from_bytes(Component::U8, 4, rows.into_iter().flatten().collect::<Vec<_>>()) }
    }

    /// Creates an array from little-endian bytes with `width` numbers per row and no gaps. An incomplete last row is
    /// not included in [`Array::count`], and [`Scene::check`](crate::Scene::check) will reject the array.
    pub fn from_bytes(component: Component, width: u8, data: impl Into<Bytes<'a>>) -> Self {
        let data = data.into();
        let row = component.size().saturating_mul(usize::from(width)).max(1);
        Self {
            component,
            width,
            normalized: false,
            count: data.len().checked_div(row).unwrap_or(0),
            data: Data::Dense(data),
        }
    }

    /// Returns an array with some of the rows. `rows` must be ascending. Rows that are out of bounds will be zero. If
    /// this array is sparse, the result is too.
    ///
    /// ```
    /// let array = asset_scene::Array::from_u16s([5, 6, 7, 8]);
    /// assert_eq!(array.picked(&[1, 3]).to_u32s(), Some(vec![6, 8]));
    /// ```
    pub fn picked(&self, rows: &[u32]) -> Array<'static> {
        let size = self.row_size();
        let data = match &self.data {
            Data::Dense(bytes) => {
                let mut picked = vec![0; rows.len().saturating_mul(size)];
                for (target, row) in picked.chunks_exact_mut(size.max(1)).zip(rows) {
                    let start = (*row as usize).saturating_mul(size);
                    if let Some(stored) = bytes.get(start..).and_then(|rest| rest.get(..size)) {
                        target.copy_from_slice(stored);
                    }
                }
                Data::Dense(picked.into())
            }
            Data::Sparse { rows: stored, values } => {
                let (mut kept, mut picked) = (Vec::new(), Vec::new());
                for (index, row) in (0_u32..).zip(rows) {
                    let Ok(at) = stored.binary_search(row) else { continue };
                    let start = at.saturating_mul(size);
                    kept.push(index);
                    picked.extend_from_slice(values.get(start..start.saturating_add(size)).unwrap_or_default());
                }
                Data::Sparse { rows: kept, values: picked.into() }
            }
        };
        Array { component: self.component, width: self.width, normalized: self.normalized, count: rows.len(), data }
    }

    /// Returns the size of a row in bytes.
    pub fn row_size(&self) -> usize {
        self.component.size().saturating_mul(usize::from(self.width))
    }

    /// Returns the bytes of all rows. This only copies if the array is sparse.
    pub fn dense(&self) -> Cow<'_, [u8]> {
        match &self.data {
            Data::Dense(bytes) => Cow::Borrowed(bytes),
            Data::Sparse { rows, values } => {
                let size = self.row_size();
                let mut dense = vec![0; self.count.saturating_mul(size)];
                for (row, value) in rows.iter().zip(values.chunks_exact(size.max(1))) {
                    let start = (*row as usize).saturating_mul(size);
                    if let Some(target) = dense.get_mut(start..start.saturating_add(size)) {
                        target.copy_from_slice(value);
                    }
                }
                Cow::Owned(dense)
            }
        }
    }

    /// Returns the number of bytes that this array needs in memory. For a sparse array, this counts the stored rows and
    /// their indices.
    pub fn stored_bytes(&self) -> u64 {
        match &self.data {
            Data::Dense(bytes) => bytes.len() as u64,
            Data::Sparse { rows, values } => {
                (values.len() as u64).saturating_add((size_of_val(rows.as_slice())) as u64)
            }
        }
    }

    /// Iterates over the rows as floats. Normalised integers become fractions. A dense array is not copied. Returns
    /// `None` if a row doesn't have `N` numbers.
    pub fn rows<const N: usize>(&self) -> Option<Rows<'_, N>> {
        if usize::from(self.width) != N {
            return None;
        }
        let bytes = self.dense();
        let count = self.count.min(bytes.len().checked_div(self.row_size()).unwrap_or(0));
        Some(Rows { bytes, component: self.component, normalized: self.normalized, next: 0, count })
    }

    /// Iterates over the stored rows without copying them. Note that for a sparse array, this skips all rows that are
    /// not stored, which are zero. Returns `None` if a row isn't `N` floats.
    #[inline]
    pub fn stored_f32s<const N: usize>(&self) -> Option<impl ExactSizeIterator<Item = [f32; N]> + '_> {
        let (Data::Dense(bytes) | Data::Sparse { values: bytes, .. }) = &self.data;
        let row = const { N * size_of::<f32>() };
        let fits = row > 0 && self.component == Component::F32 && usize::from(self.width) == N;
        fits.then(|| bytes.chunks_exact(row).map(floats))
    }

    /// Maps each row, as returned by [`rows`](Self::rows).
    pub fn map_rows<const N: usize, T>(&self, make: impl Fn([f32; N]) -> T) -> Option<Vec<T>> {
        match self.stored_f32s() {
            Some(rows) if self.is_dense() => Some(rows.take(self.count).map(make).collect()),
            _ => Some(self.rows()?.map(make).collect()),
        }
    }

    /// Returns whether this is a dense array, which stores all rows.
    pub fn is_dense(&self) -> bool {
        matches!(self.data, Data::Dense(_))
    }

    /// Returns the rows as colours: red, green, blue and alpha. Rows with three numbers get an alpha of 1. If the rows
    /// have any other width, the result is empty.
    pub fn to_colors(&self) -> Vec<[f32; 4]> {
        match self.rows::<4>() {
            Some(rows) => rows.collect(),
            None => self.rows::<3>().into_iter().flatten().map(|[r, g, b]| [r, g, b, 1.0]).collect(),
        }
    }

    /// Collects the [`rows`](Self::rows).
    pub fn to_f32s<const N: usize>(&self) -> Option<Vec<[f32; N]>> {
        self.map_rows(|row| row)
    }

    /// Returns all numbers, row by row, as integers. Returns `None` if the array has floats, or if a number is
    /// negative.
    pub fn to_u32s(&self) -> Option<Vec<u32>> {
        let dense = self.dense();
        dense
            .chunks_exact(self.component.size())
            .map(|bytes| match (self.component, bytes) {
                (Component::U8, [a]) => Some(u32::from(*a)),
                (Component::U16, [a, b]) => Some(u32::from(u16::from_le_bytes([*a, *b]))),
                (Component::U32, [a, b, c, d]) => Some(u32::from_le_bytes([*a, *b, *c, *d])),
                (Component::I8, [a]) => u32::try_from(*a as i8).ok(),
                (Component::I16, [a, b]) => u32::try_from(i16::from_le_bytes([*a, *b])).ok(),
                _ => None,
            })
            .collect()
    }

    /// Converts the bytes of a number in this array to a float. Returns 0 if `bytes` does not have the right length.
    #[inline]
    pub fn number(&self, bytes: &[u8]) -> f32 {
        self.component.to_f32(bytes, self.normalized)
    }

    /// Returns the same array without copying the numbers.
    pub fn borrowed(&self) -> Array<'_> {
        let data = match &self.data {
            Data::Dense(bytes) => Data::Dense(bytes.borrowed()),
            Data::Sparse { rows, values } => Data::Sparse { rows: rows.clone(), values: values.borrowed() },
        };
        Array { component: self.component, width: self.width, normalized: self.normalized, count: self.count, data }
    }

    /// Returns a copy that owns its numbers.
    pub fn into_owned(self) -> Array<'static> {
        let data = match self.data {
            Data::Dense(bytes) => Data::Dense(bytes.into_owned()),
            Data::Sparse { rows, values } => Data::Sparse { rows, values: values.into_owned() },
        };
        Array { component: self.component, width: self.width, normalized: self.normalized, count: self.count, data }
    }
}

binio::into_owned! { impl Array, borrowed }

/// Reads the floats in a row.
#[inline(always)]
fn floats<const N: usize>(bytes: &[u8]) -> [f32; N] {
    let mut row = [0.0; N];
    for (number, bytes) in row.iter_mut().zip(bytes.chunks_exact(size_of::<f32>())) {
        *number = bytes.try_into().map_or(0.0, f32::from_le_bytes);
    }
    row
}

/// Iterator over the rows in an [`Array`], as floats. See [`Array::rows`].
#[derive(Clone, Debug)]
pub struct Rows<'a, const N: usize> {
    bytes: Cow<'a, [u8]>,
    component: Component,
    normalized: bool,
    next: usize,
    count: usize,
}

impl<const N: usize> Iterator for Rows<'_, N> {
    type Item = [f32; N];

    #[inline]
    fn next(&mut self) -> Option<[f32; N]> {
        if self.next >= self.count {
            return None;
        }
        let size = self.component.size();
        let start = self.next.checked_mul(size)?.checked_mul(N)?;
        let bytes = self.bytes.get(start..)?.get(..size.checked_mul(N)?)?;
        let mut row = [0.0; N];
        for (number, bytes) in row.iter_mut().zip(bytes.chunks_exact(size)) {
            *number = self.component.to_f32(bytes, self.normalized);
        }
        self.next = self.next.saturating_add(1);
        Some(row)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.count.saturating_sub(self.next);
        (left, Some(left))
    }
}

impl<const N: usize> ExactSizeIterator for Rows<'_, N> {}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;

    #[test]
    fn sparse_rows_stand_among_zeros() {
        let values = [5.0f32, 6.0].iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
        let data = Data::Sparse { rows: vec![1, 3], values: values.into() };
        let array = Array { component: Component::F32, width: 1, normalized: false, count: 4, data };
        assert_eq!(array.to_f32s::<1>().unwrap(), [[0.0], [5.0], [0.0], [6.0]]);
    }

    #[test]
    fn normalized_numbers_are_fractions() {
        let colors = Array::from_u8x4([[0, 51, 255, 102]], true);
        assert_eq!(colors.to_f32s::<4>().unwrap(), [[0.0, 0.2, 1.0, 0.4]]);
        let signed = Array { normalized: true, ..Array::from_bytes(Component::I8, 2, vec![0x81, 0x80]) };
        assert_eq!(signed.to_f32s::<2>().unwrap(), [[-1.0, -1.0]]);
        assert_eq!(signed.to_u32s(), None);
    }

    #[test]
    fn bits_stay() {
        let nan = f32::from_bits(0x7fa0_0001);
        let array = Array::from_f32s([[nan, -0.0]]);
        let back = array.to_f32s::<2>().unwrap();
        assert_eq!(back[0].map(f32::to_bits), [0x7fa0_0001, 0x8000_0000]);
    }
}
