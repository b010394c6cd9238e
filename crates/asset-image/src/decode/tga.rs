//! Decodes tga (see FORMAT.md, section 3.3).

use zerocopy::FromBytes;

use super::Decoded;
use super::numbers::unorm;
use crate::headers::TgaHeader;

/// The bits in the descriptor: how many alpha bits a pixel has, whether the first column is on the right, and whether
/// the first row is at the top.
const ALPHA_BITS: u8 = 0x0f;
const RIGHT_FIRST: u8 = 0x10;
const TOP_FIRST: u8 = 0x20;

/// The type to use for an image with a palette. If bit 3 is set, there is run-length encoding.
const PALETTE: u8 = 1;
const GREY: u8 = 3;
const PACKED: u8 = 8;

/// Converts a pixel or an entry in the palette.
type Convert = fn(&[u8]) -> [u8; 4];

pub(super) fn decode(bytes: &[u8], (width, height): (usize, usize), out: &mut [u8]) -> Decoded {
    let (header, rest) = TgaHeader::ref_from_prefix(bytes).map_err(|_| "header cut off")?;
    let entry = usize::from(header.map_bits.div_ceil(8));
    let map_length = if header.map_type == 1 { usize::from(header.map_length.get()) * entry } else { 0 };
    let map = rest.get(usize::from(header.id_length)..).and_then(|rest| rest.split_at_checked(map_length));
    let (map, data) = map.ok_or("colour map cut off")?;

    let size = usize::from(header.bits.div_ceil(8));
    let is_packed = header.image_type & PACKED != 0;
    let mut pixels = Stored { data, size, is_packed, run: &[], repeats: 0, literals: 0 };
    let convert = convert(header)?;
    let origin = usize::from(header.map_origin.get());
    for y in 0..height {
        let row = if header.descriptor & TOP_FIRST != 0 { y } else { height - 1 - y };
        for x in 0..width {
            let column = if header.descriptor & RIGHT_FIRST != 0 { width - 1 - x } else { x };
            let stored = pixels.next().ok_or_else(|| format!("data cut off in row {y} of {height}"))?;
            let stored = if header.image_type & !PACKED == PALETTE {
                color(map, entry, origin, stored).ok_or_else(|| format!("colour out of bounds in row {y}"))?
            } else {
                stored
            };
            let at = (row * width + column) * 4;
            out[at..at + 4].copy_from_slice(&convert(stored));
        }
    }
    Ok(())
}

/// Returns how to convert pixels, or if there is a palette, its entries.
fn convert(header: &TgaHeader) -> Result<Convert, String> {
    let alpha = header.descriptor & ALPHA_BITS;
    let image_type = header.image_type & !PACKED;
    let bits = if image_type == PALETTE { header.map_bits } else { header.bits };
    Ok(match (image_type, bits, alpha) {
        (GREY, 8, _) => |grey| [grey[0], grey[0], grey[0], 255],
        (GREY, 16, 8) => |grey| [grey[0], grey[0], grey[0], grey[1]],
        (GREY, ..) => return Err(format!("{bits} bits of grey, {alpha} bits of alpha")),
        (_, 15, _) | (_, 16, 0) => |color| [five(color, 10), five(color, 5), five(color, 0), 255],
        (_, 16, _) => |color| [five(color, 10), five(color, 5), five(color, 0), (color[1] >> 7) * 255],
        (_, 24, _) => |color| [color[2], color[1], color[0], 255],
        // Alpha is stored, though some programs write 0 bits of it.
        (_, 32, _) => |color| [color[2], color[1], color[0], color[3]],
        _ => return Err(format!("{bits} bits of colour")),
    })
}

/// Reads five bits from a word.
fn five(word: &[u8], shift: u32) -> u8 {
    unorm(u32::from(u16::from_le_bytes([word[0], word[1]])) >> shift & 31, 5)
}

/// Finds an entry in the palette, given its stored number. `origin` is the number of the first entry.
fn color<'a>(map: &'a [u8], entry: usize, origin: usize, number: &[u8]) -> Option<&'a [u8]> {
    let number = usize::from(u16::from_le_bytes([number[0], number.get(1).copied().unwrap_or(0)]));
    map.get(number.checked_sub(origin)? * entry..)?.get(..entry)
}

/// The pixels, in file order. If there is run-length encoding, a packet may continue in the next row.
struct Stored<'a> {
    data: &'a [u8],
    /// How many bytes a pixel takes.
    size: usize,
    is_packed: bool,
    /// The pixel to repeat, and how often it still has to be repeated.
    run: &'a [u8],
    repeats: u8,
    /// How many pixels will follow without a run.
    literals: u8,
}

impl<'a> Stored<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        if !self.is_packed {
            return self.take();
        }
        if self.repeats == 0 && self.literals == 0 {
            let (packet, data) = self.data.split_first()?;
            self.data = data;
            let count = (packet & 0x7f) + 1;
            if packet & 0x80 != 0 {
                (self.run, self.repeats) = (self.take()?, count);
            } else {
                self.literals = count;
            }
        }
        if self.repeats > 0 {
            self.repeats -= 1;
            return Some(self.run);
        }
        self.literals -= 1;
        self.take()
    }

    fn take(&mut self) -> Option<&'a [u8]> {
        let (pixel, data) = self.data.split_at_checked(self.size)?;
        self.data = data;
        Some(pixel)
    }
}
