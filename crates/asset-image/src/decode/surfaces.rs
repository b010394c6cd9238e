//! Decodes plain and BC surfaces, in any container.

use super::{Decoded, blocks, plain};
use crate::pixel_format::PixelFormat as P;

pub(super) fn decode(format: P, data: &[u8], (width, height): (u32, u32), out: &mut [u8]) -> Decoded {
    let block = format.block().ok_or_else(|| format!("{format} has no decoder"))?;
    let (size, bytes) = ((width as usize, height as usize), block.bytes as usize);
    if format.is_block() {
        blocks::decode(format, bytes, data, size, out)
    } else {
        plain::decode(format, bytes, data, size, out)
    }
}
