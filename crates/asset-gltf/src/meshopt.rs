//! Decoder of `EXT_meshopt_compression` and `KHR_meshopt_compression`, and an encoder for the former.
//!
//! Written from the [specification](https://github.com/KhronosGroup/glTF/blob/main/extensions/2.0/Khronos/KHR_meshopt_compression/README.md): attributes of both
//! versions, triangles, indices and the four filters.
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

/// Greatest ratio of decoded to encoded bytes: one byte of control bits describes a channel of four bytes of 256 elements.
const GREATEST_RATIO: u64 = 1024;

/// Bitstream of an encoded buffer view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mode {
    /// `ATTRIBUTES`: elements of any content.
    Attributes,
    /// `TRIANGLES`: indices of a triangle list.
    Triangles,
    /// `INDICES`: any sequence of indices.
    Indices,
}

/// Transformation of decoded attributes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Filter {
    /// `NONE`: the elements are the values.
    #[default]
    None,
    /// `OCTAHEDRAL`: unit vectors of four components of 8 or 16 bits.
    Octahedral,
    /// `QUATERNION`: rotations of four components of 16 bits.
    Quaternion,
    /// `EXPONENTIAL`: floats with an exponent of 8 bits and a mantissa of 24.
    Exponential,
    /// `COLOR`: colours as luma and chroma, four components of 8 or 16 bits. Only in `KHR_meshopt_compression`.
    Color,
}

/// Layout of an encoded stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stream {
    /// Bitstream.
    pub mode: Mode,
    /// Transformation of the decoded elements.
    pub filter: Filter,
    /// Number of elements.
    pub count: usize,
    /// Bytes of an element.
    pub stride: usize,
}

/// Error of an encoded stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StreamError(&'static str);

impl Stream {
    /// Returns the decoded elements, `count * stride` bytes.
    ///
    /// # Errors
    /// The layout is invalid, the stream is shorter or longer than its elements, or it contains an invalid code. Nothing is reserved for a stream that is too
    /// short for its count.
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

    /// Whether the specification allows the layout.
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
