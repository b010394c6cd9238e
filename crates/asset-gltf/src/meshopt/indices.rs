//! Mode 2: any sequence of indices.

use super::StreamError;
use super::cursor::{Cursor, put_index, unzigzag};

const HEADER: u8 = 0xd1;

/// The number of zero bytes after the differences.
const TAIL: usize = 4;

pub(super) fn decode(bytes: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, StreamError> {
    let (header, mut data, _) = Cursor::split(bytes, TAIL)?;
    if header != HEADER {
        return Err(StreamError("the header isn't an index header"));
    }
    // An index takes at least a byte.
    if count > bytes.len() {
        return Err(StreamError("the stream is too short for its count"));
    }
    let mut out = Vec::with_capacity(count.saturating_mul(stride));
    let [mut last_even, mut last_odd] = [0u32; 2];
    for _ in 0..count {
        let code = data.varint()?;
        let last = if code & 1 == 0 { &mut last_even } else { &mut last_odd };
        *last = last.wrapping_add(unzigzag(code >> 1));
        put_index(&mut out, *last, stride);
    }
    data.finish()?;
    Ok(out)
}
