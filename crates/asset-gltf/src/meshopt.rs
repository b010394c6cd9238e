//! Decodes `EXT_meshopt_compression` and `KHR_meshopt_compression`, and encodes the former.
//!
//! This was written from the
//! [specification](https://github.com/KhronosGroup/glTF/blob/main/extensions/2.0/Khronos/KHR_meshopt_compression/README.md).
//! It supports attributes of both versions, triangles, indices and the four filters.
//!
//! ```
//! use asset_gltf::meshopt::{Filter, Mode, Stream};
//!
//! // Three indices: 0, 1, 2. The last four bytes are the tail.
//! let bytes = [0xd1, 0, 4, 4, 0, 0, 0, 0];
//! let stream = Stream { mode: Mode::Indices, filter: Filter::None, count: 3, stride: 2 };
//! assert_eq!(stream.decode(&bytes)?, [0, 0, 1, 0, 2, 0]);
//! # Ok::<(), asset_gltf::meshopt::StreamError>(())
//! ```

mod attributes;
mod cursor;
mod encode;
mod encode_triangles;
mod filters;
mod indices;
mod triangles;
mod varint;

/// The maximum ratio of decoded to encoded bytes. It is reached if one byte of control bits describes a channel of four
/// bytes in 256 elements.
const GREATEST_RATIO: u64 = 1024;

/// The bitstream that an encoded buffer view uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// `ATTRIBUTES`: elements with any content.
    Attributes,
    /// `TRIANGLES`: the indices of a triangle list.
    Triangles,
    /// `INDICES`: any other sequence of indices.
    Indices,
}

/// A transformation that is applied to attributes after they were decoded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// `NONE`: the elements are already the values.
    #[default]
    None,
    /// `OCTAHEDRAL`: unit vectors with four components of 8 or 16 bits.
    Octahedral,
    /// `QUATERNION`: rotations with four components of 16 bits.
    Quaternion,
    /// `EXPONENTIAL`: floats with an exponent of 8 bits and a mantissa of 24.
    Exponential,
    /// `COLOR`: colours as luma and chroma, with four components of 8 or 16 bits. You can only use this in
    /// `KHR_meshopt_compression`.
    Color,
}

/// The layout of an encoded stream. It is not stored in the stream, so you must know it to decode the bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// The bitstream to use.
    pub mode: Mode,
    /// The filter to apply to decoded elements.
    pub filter: Filter,
    /// The number of elements.
    pub count: usize,
    /// The size of an element in bytes.
    pub stride: usize,
}

/// The error for an encoded stream that can't be decoded, or for a layout that is not allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StreamError(&'static str);

impl Stream {
    /// Decodes a stream and returns the elements, which are `count * stride` bytes.
    ///
    /// # Errors
    /// The layout is invalid, the stream is too short or too long for its elements, or it contains an invalid code. If
    /// the stream is too short for its count, no memory is reserved.
    pub fn decode(&self, bytes: &[u8]) -> Result<Vec<u8>, StreamError> {
        self.check()?;
        let length = self.count.checked_mul(self.stride).ok_or(StreamError("the count is too large"))?;
        if length as u64 > (bytes.len() as u64).saturating_mul(GREATEST_RATIO) {
            return Err(StreamError("the stream is too short for its count"));
        }
        let mut decoded = match self.mode {
            Mode::Attributes => attributes::decode(bytes, self.count, self.stride)?,
            Mode::Triangles => triangles::decode(bytes, self.count, self.stride)?,
            Mode::Indices => indices::decode(bytes, self.count, self.stride)?,
        };
        filters::apply(self.filter, &mut decoded, self.stride);
        Ok(decoded)
    }

    /// Returns an error if the specification does not allow the layout.
    fn check(&self) -> Result<(), StreamError> {
        let fits = match self.mode {
            Mode::Attributes => self.stride % 4 == 0 && (4..=256).contains(&self.stride),
            Mode::Triangles => matches!(self.stride, 2 | 4) && self.count % 3 == 0,
            Mode::Indices => matches!(self.stride, 2 | 4),
        };
        if !fits {
            return Err(StreamError("the stride or the count doesn't fit the mode"));
        }
        let fits = match self.filter {
            Filter::None => true,
            _ if self.mode != Mode::Attributes => false,
            Filter::Octahedral | Filter::Color => matches!(self.stride, 4 | 8),
            Filter::Quaternion => self.stride == 8,
            Filter::Exponential => true,
        };
        if fits { Ok(()) } else { Err(StreamError("the filter doesn't fit the mode or the stride")) }
    }
}
