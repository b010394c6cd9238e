//! Encodes attributes (version 0), triangles and indices. When decoded, you get the same bytes, except for the first
//! corners of triangles if requested.

use super::attributes::{GROUP, WIDTHS, block_length};
use super::varint::{put_varint, zigzag};
use super::{Mode, Stream, StreamError, encode_triangles};

/// The minimum size of the tail of attributes in bytes.
const LEAST_TAIL: usize = 32;

/// Indices must be below this, because otherwise their differences don't fit into the codes.
const LARGEST_INDEX: u32 = 1 << 29;

impl Stream {
    /// Encodes elements, without a filter.
    ///
    /// ```
    /// use asset_gltf::meshopt::{Filter, Mode, Stream};
    /// let stream = Stream { mode: Mode::Indices, filter: Filter::None, count: 3, stride: 2 };
    /// assert_eq!(stream.encode(&[0, 0, 1, 0, 2, 0])?, [0xd1, 0, 4, 4, 0, 0, 0, 0]);
    /// # Ok::<(), asset_gltf::meshopt::StreamError>(())
    /// ```
    ///
    /// # Errors
    /// The layout is invalid or does not match the length of the elements, or an index of [`Mode::Indices`] is 2²⁹ or
    /// more.
    pub fn encode(&self, elements: &[u8]) -> Result<Vec<u8>, StreamError> {
        self.encoded(elements, false)
    }

    /// Encodes elements like [`encode`](Self::encode), but a triangle can begin at another of its corners. Use this for
    /// shorter output if the order of corners does not matter.
    ///
    /// # Errors
    /// See [`encode`](Self::encode).
    pub fn encode_turned(&self, elements: &[u8]) -> Result<Vec<u8>, StreamError> {
        self.encoded(elements, true)
    }

    fn encoded(&self, elements: &[u8], turn: bool) -> Result<Vec<u8>, StreamError> {
        self.check()?;
        if self.count.checked_mul(self.stride) != Some(elements.len()) {
            return Err(StreamError("the elements have another length than the layout"));
        }
        match self.mode {
            Mode::Attributes => Ok(attributes(elements, self.stride)),
            Mode::Indices => indices(elements, self.stride),
            Mode::Triangles => {
                let corners = elements.chunks_exact(self.stride.saturating_mul(3));
                let triangles: Vec<[u32; 3]> = corners
                    .map(|corners| {
                        let mut indices = corners.chunks_exact(self.stride).map(index);
                        [0; 3].map(|_: u32| indices.next().unwrap_or_default())
                    })
                    .collect();
                Ok(encode_triangles::encode(&triangles, turn))
            }
        }
    }
}

fn attributes(elements: &[u8], stride: usize) -> Vec<u8> {
    let mut out = vec![0xa0];
    let mut first = elements.get(..stride).unwrap_or_default().to_vec();
    first.resize(stride, 0);
    let mut last = first.clone();
    for block in elements.chunks(block_length(stride).saturating_mul(stride)) {
        for (index, last) in last.iter_mut().enumerate() {
            let bytes = block.iter().skip(index).step_by(stride);
            let codes: Vec<u8> = bytes
                .map(|byte| {
                    let difference = byte.wrapping_sub(*last);
                    *last = *byte;
                    (difference << 1) ^ if difference & 0x80 == 0 { 0 } else { 0xff }
                })
                .collect();
            lane(&codes, &mut out);
        }
    }
    out.resize(out.len().saturating_add(LEAST_TAIL.saturating_sub(stride)), 0);
    out.extend(first);
    out
}

/// Appends the codes for one byte of each element: the widths of all groups, then the groups.
fn lane(codes: &[u8], out: &mut Vec<u8>) {
    let groups: Vec<(u8, &[u8])> = codes.chunks(GROUP).map(|group| (narrowest(group), group)).collect();
    for four in groups.chunks(4) {
        let bits = four.iter().zip(0u32..).map(|((choice, _), index)| choice.wrapping_shl(index.wrapping_mul(2)));
        out.push(bits.fold(0, |byte, bits| byte | bits));
    }
    for (choice, group) in groups {
        append(choice, group, out);
    }
}

/// Returns the index of the width that needs the fewest bytes for a group.
fn narrowest(group: &[u8]) -> u8 {
    if group.iter().all(|code| *code == 0) {
        return 0;
    }
    let long = |width: u8| {
        let sentinel = sentinel(width);
        usize::from(width).saturating_mul(2).saturating_add(group.iter().filter(|code| **code >= sentinel).count())
    };
    let [_, narrow, middle, wide] = WIDTHS;
    let (narrow, middle, wide) = (long(narrow), long(middle), usize::from(wide).saturating_mul(2));
    if narrow <= middle && narrow < wide {
        1
    } else if middle < wide {
        2
    } else {
        3
    }
}

/// Returns the code that means a byte follows, for this width.
fn sentinel(width: u8) -> u8 {
    1u8.wrapping_shl(width.into()).wrapping_sub(1)
}

fn append(choice: u8, group: &[u8], out: &mut Vec<u8>) {
    let mut codes = [0u8; GROUP];
    codes.iter_mut().zip(group).for_each(|(code, value)| *code = *value);
    match choice {
        0 => {}
        3 => out.extend(codes),
        _ => {
            let width = WIDTHS.get(usize::from(choice)).copied().unwrap_or(8);
            let (sentinel, per_byte) = (sentinel(width), 8usize.checked_div(width.into()).unwrap_or(1));
            for codes in codes.chunks(per_byte) {
                let packed =
                    codes.iter().fold(0u8, |byte, code| byte.wrapping_shl(width.into()) | (*code).min(sentinel));
                out.push(packed);
            }
            out.extend(codes.iter().filter(|code| **code >= sentinel));
        }
    }
}

fn indices(elements: &[u8], stride: usize) -> Result<Vec<u8>, StreamError> {
    let mut out = vec![0xd1];
    let mut last = [0u32; 2];
    for element in elements.chunks_exact(stride) {
        let index = index(element);
        if index >= LARGEST_INDEX {
            return Err(StreamError("an index is too large"));
        }
        let far = last.map(|last| last.abs_diff(index));
        let which = u32::from(far[1] < far[0]);
        let last = if which == 0 { &mut last[0] } else { &mut last[1] };
        let difference = index.wrapping_sub(*last);
        *last = index;
        put_varint(&mut out, zigzag(difference) << 1 | which);
    }
    out.extend([0; 4]);
    Ok(out)
}

/// Reads an index of two or four bytes.
fn index(element: &[u8]) -> u32 {
    let mut bytes = [0u8; 4];
    bytes.iter_mut().zip(element).for_each(|(byte, value)| *byte = *value);
    u32::from_le_bytes(bytes)
}
