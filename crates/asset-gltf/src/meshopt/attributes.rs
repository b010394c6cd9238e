//! Mode 0: elements with any content. Each byte is stored as the difference to the same byte in the previous element.

use super::StreamError;
use super::cursor::Cursor;

/// The maximum size of a block in bytes, and the maximum number of elements in a block.
const BLOCK_BYTES: usize = 8192;
const BLOCK: usize = 256;

/// The number of elements whose differences have the same width.
pub(super) const GROUP: usize = 16;

/// The number of bits in a difference, selected by the two bits of its group. This is for version 0, and for the
/// control modes 0 and 1 of version 1.
pub(super) const WIDTHS: [u8; 4] = [0, 2, 4, 8];
const NARROW: [u8; 4] = [0, 1, 2, 4];
const WIDE: [u8; 4] = [1, 2, 4, 8];

pub(super) fn decode(bytes: &[u8], count: usize, stride: usize) -> Result<Vec<u8>, StreamError> {
    let channels = stride >> 2;
    let is_new = match bytes.first() {
        Some(0xa0) => false,
        Some(0xa1) => true,
        _ => return Err(StreamError("the header isn't an attribute header")),
    };
    let (length, least) = if is_new { (stride.saturating_add(channels), 24) } else { (stride, 32) };
    let (_, data, tail) = Cursor::split(bytes, length.max(least))?;
    let start = tail.len().saturating_sub(length);
    let (base, modes) = tail.get(start..).unwrap_or_default().split_at_checked(stride).unwrap_or_default();
    let modes =
        if is_new { modes.iter().map(|byte| Channel::of(*byte)).collect() } else { Ok(vec![Channel::Bytes; channels]) };
    let mut decoder = Decoder { data, is_new, last: base.to_vec(), channels: modes?, stride };
    let mut out = vec![0; count.saturating_mul(stride)];
    for block in out.chunks_mut(block_length(stride).saturating_mul(stride)) {
        decoder.block(block)?;
    }
    decoder.data.finish()?;
    Ok(out)
}

/// Returns the number of elements in a block.
pub(super) fn block_length(stride: usize) -> usize {
    let most = BLOCK_BYTES.checked_div(stride).unwrap_or(0) & !(GROUP.wrapping_sub(1));
    most.clamp(GROUP, BLOCK)
}

/// How to compute the differences between four bytes of an element and those of the previous element.
#[derive(Clone, Copy)]
enum Channel {
    Bytes,
    Shorts,
    /// Exclusive or, then rotate by this number of bits.
    Xor(u32),
}

impl Channel {
    fn of(byte: u8) -> Result<Self, StreamError> {
        match (byte & 15, byte >> 4) {
            (0, 0) => Ok(Self::Bytes),
            (1, 0) => Ok(Self::Shorts),
            (2, turn) => Ok(Self::Xor(u32::from(turn))),
            _ => Err(StreamError("the mode of a channel is invalid")),
        }
    }

    fn next(self, last: [u8; 4], code: [u8; 4]) -> [u8; 4] {
        match self {
            Self::Bytes => {
                let mut out = last;
                for (out, code) in out.iter_mut().zip(code) {
                    let half = code >> 1;
                    *out = out.wrapping_add(if code & 1 == 0 { half } else { !half });
                }
                out
            }
            Self::Shorts => {
                let ([a, b, c, d], [e, f, g, h]) = (last, code);
                let [low, high] = [([a, b], [e, f]), ([c, d], [g, h])].map(|(last, code)| {
                    let code = u16::from_le_bytes(code);
                    let half = code >> 1;
                    u16::from_le_bytes(last).wrapping_add(if code & 1 == 0 { half } else { !half }).to_le_bytes()
                });
                [low[0], low[1], high[0], high[1]]
            }
            Self::Xor(turn) => (u32::from_le_bytes(last) ^ u32::from_le_bytes(code).rotate_right(turn)).to_le_bytes(),
        }
    }
}

struct Decoder<'a> {
    data: Cursor<'a>,
    /// This is `true` for version 1.
    is_new: bool,
    /// The previous element.
    last: Vec<u8>,
    channels: Vec<Channel>,
    stride: usize,
}

impl Decoder<'_> {
    /// Decodes a block of at most 256 elements.
    fn block(&mut self, out: &mut [u8]) -> Result<(), StreamError> {
        let count = out.len().checked_div(self.stride).unwrap_or(0);
        let control = if self.is_new { self.data.take(self.channels.len())? } else { &[] };
        let mut codes = [[0u8; BLOCK]; 4];
        for (number, channel) in self.channels.iter().enumerate() {
            let modes = control.get(number).copied();
            for (byte, codes) in codes.iter_mut().enumerate() {
                let mode = modes.map(|modes| modes.wrapping_shr((byte as u32).wrapping_mul(2)) & 3);
                lane(&mut self.data, mode, count, codes)?;
            }
            let at = number.wrapping_mul(4);
            let Some(last) = self.last.get_mut(at..).and_then(|last| last.first_chunk_mut::<4>()) else { continue };
            let [a, b, c, d] = &codes;
            let codes = a.iter().zip(b).zip(c.iter().zip(d));
            for (element, ((a, b), (c, d))) in out.chunks_exact_mut(self.stride).zip(codes) {
                *last = channel.next(*last, [*a, *b, *c, *d]);
                if let Some(target) = element.get_mut(at..).and_then(|target| target.first_chunk_mut::<4>()) {
                    *target = *last;
                }
            }
        }
        Ok(())
    }
}

/// Reads the codes for one byte of each element in a block. `mode` must be the mode of version 1, or `None` for version
/// 0.
fn lane(data: &mut Cursor<'_>, mode: Option<u8>, count: usize, codes: &mut [u8; BLOCK]) -> Result<(), StreamError> {
    let widths = match mode {
        None => WIDTHS,
        Some(0) => NARROW,
        Some(1) => WIDE,
        Some(2) => {
            codes.fill(0);
            return Ok(());
        }
        Some(_) => {
            let literal = data.take(count)?;
            codes.iter_mut().zip(literal).for_each(|(code, literal)| *code = *literal);
            return Ok(());
        }
    };
    let groups = count.div_ceil(GROUP);
    let header = data.take(groups.div_ceil(4))?;
    for (number, codes) in codes.chunks_exact_mut(GROUP).take(groups).enumerate() {
        let bits = header.get(number >> 2).copied().unwrap_or(0);
        let width = widths.get(usize::from(bits.wrapping_shr((number as u32 & 3).wrapping_mul(2)) & 3));
        group(data, width.copied().unwrap_or(0), codes)?;
    }
    Ok(())
}

/// Reads 16 codes of `width` bits. If all bits of a code are set, its byte follows after the group.
fn group(data: &mut Cursor<'_>, width: u8, codes: &mut [u8]) -> Result<(), StreamError> {
    match width {
        0 => codes.fill(0),
        8 => codes.copy_from_slice(data.take(GROUP)?),
        _ => {
            let packed = data.take(usize::from(width) << 1)?;
            let per_byte = 8u32.checked_div(u32::from(width)).unwrap_or(1);
            let sentinel = 1u8.wrapping_shl(u32::from(width)).wrapping_sub(1);
            for (codes, byte) in codes.chunks_exact_mut(per_byte as usize).zip(packed) {
                for (index, code) in codes.iter_mut().enumerate() {
                    // Single bits begin at the least, others at the most significant one.
                    let index =
                        if width == 1 { index as u32 } else { per_byte.wrapping_sub(1).wrapping_sub(index as u32) };
                    let value = byte.wrapping_shr(index.wrapping_mul(u32::from(width))) & sentinel;
                    *code = value;
                }
            }
            for code in codes.iter_mut().filter(|code| **code == sentinel) {
                *code = data.byte()?;
            }
        }
    }
    Ok(())
}
