//! Decodes bmp (see FORMAT.md, section 3.4).

mod runs;

use zerocopy::FromBytes;

use super::Decoded;
use super::numbers::unorm;
use crate::headers::{BmpCore, BmpHeader, BmpInfo};

/// The size of the file header. To get an offset in the information header, add this.
const FILE_HEADER: usize = 14;
/// The size of the information header in OS/2.
const CORE: usize = 12;
/// Where to find the masks. They either follow the shortest other header, or are fields in a longer header.
const MASKS: usize = FILE_HEADER + 40;

/// The values that the compression can have.
const PLAIN: u32 = 0;
const RUNS_OF_8: u32 = 1;
const RUNS_OF_4: u32 = 2;
const MASKED: u32 = 3;
const MASKED_WITH_ALPHA: u32 = 6;

/// The header fields that decide how pixels are stored.
struct Layout {
    info_size: usize,
    planes: u16,
    bits: u16,
    compression: u32,
    top_first: bool,
}

pub(super) fn decode(bytes: &[u8], size: (usize, usize), out: &mut [u8]) -> Decoded {
    let (header, info) = BmpHeader::ref_from_prefix(bytes).map_err(|_| "header cut off")?;
    let layout = layout(header, info)?;
    let data = usize::try_from(header.data_offset.get()).ok().and_then(|offset| bytes.get(offset..));
    let data = data.ok_or("pixels out of bounds")?;
    match (layout.compression, layout.bits) {
        (PLAIN, 1 | 2 | 4 | 8) => {
            let palette = palette(bytes, &layout)?;
            let (bits, mask) = (usize::from(layout.bits), (1_u16 << layout.bits) - 1);
            rows(data, &layout, size, out, |row, x| {
                let shift = 8 - bits - x * bits % 8;
                palette[usize::from(u16::from(row[x * bits / 8]) >> shift & mask)]
            })
        }
        (RUNS_OF_8, 8) | (RUNS_OF_4, 4) => runs::decode(data, layout.bits, &palette(bytes, &layout)?, size, out),
        (PLAIN, 16) => {
            let masks = [0x7c00, 0x3e0, 0x1f].map(|mask| Mask::new(mask, 16));
            let [Ok(red), Ok(green), Ok(blue)] = masks else { return Err(String::from("masks")) };
            masked::<2>(data, &layout, [red, green, blue, Mask { shift: 0, bits: 0 }], size, out)
        }
        (PLAIN, 24) => rows(data, &layout, size, out, |row, x| [row[x * 3 + 2], row[x * 3 + 1], row[x * 3], 255]),
        (PLAIN, 32) => rows(data, &layout, size, out, |row, x| [row[x * 4 + 2], row[x * 4 + 1], row[x * 4], 255]),
        (MASKED | MASKED_WITH_ALPHA, 16) => masked::<2>(data, &layout, masks(bytes, &layout)?, size, out),
        (MASKED | MASKED_WITH_ALPHA, 32) => masked::<4>(data, &layout, masks(bytes, &layout)?, size, out),
        (compression, bits) => Err(format!("{bits} bits a pixel with compression {compression}")),
    }
}

fn layout(header: &BmpHeader, info: &[u8]) -> Result<Layout, String> {
    let info_size = header.info_size.get() as usize;
    let layout = if info_size == CORE {
        let (core, _) = BmpCore::ref_from_prefix(info).map_err(|_| "header cut off")?;
        let (planes, bits) = (core.planes.get(), core.bits.get());
        Layout { info_size, planes, bits, compression: PLAIN, top_first: false }
    } else {
        let (info, _) = BmpInfo::ref_from_prefix(info).map_err(|_| "header cut off")?;
        let (planes, bits, compression) = (info.planes.get(), info.bits.get(), info.compression.get());
        Layout { info_size, planes, bits, compression, top_first: info.height.get() < 0 }
    };
    match layout {
        Layout { info_size, .. } if ![CORE, 40, 52, 56, 108, 124].contains(&info_size) => {
            Err(format!("a header of {info_size} bytes"))
        }
        Layout { planes, .. } if planes != 1 => Err(format!("{planes} planes")),
        Layout { bits: bits @ (2 | 16 | 32), .. } if info_size == CORE => Err(format!("{bits} bits a pixel in OS/2")),
        Layout { compression: RUNS_OF_8 | RUNS_OF_4, top_first: true, .. } => {
            Err(String::from("run-length encoding with the top row first"))
        }
        layout => Ok(layout),
    }
}

/// Decodes rows of plain data. A row always takes a multiple of four bytes. To convert a column, `pixel` is called.
fn rows(
    data: &[u8],
    layout: &Layout,
    (width, height): (usize, usize),
    out: &mut [u8],
    pixel: impl Fn(&[u8], usize) -> [u8; 4],
) -> Decoded {
    let pitch = (width * usize::from(layout.bits)).div_ceil(32) * 4;
    let mut stored = data.chunks_exact(pitch);
    for y in 0..height {
        let row = stored.next().ok_or_else(|| format!("data cut off in row {y} of {height}"))?;
        let y = if layout.top_first { y } else { height - 1 - y };
        for (x, out) in out[y * width * 4..][..width * 4].chunks_exact_mut(4).enumerate() {
            out.copy_from_slice(&pixel(row, x));
        }
    }
    Ok(())
}

/// Decodes pixels that take `N` bytes each.
fn masked<const N: usize>(
    data: &[u8],
    layout: &Layout,
    masks: [Mask; 4],
    size: (usize, usize),
    out: &mut [u8],
) -> Decoded {
    rows(data, layout, size, out, |row, x| {
        let mut word = [0; 4];
        word[..N].copy_from_slice(&row[x * N..x * N + N]);
        let word = u32::from_le_bytes(word);
        masks.map(|mask| mask.byte(word))
    })
}

/// The bits that a channel uses in a pixel. If there are more than eight, we use the upper eight.
#[derive(Clone, Copy)]
struct Mask {
    shift: u32,
    /// This is 0 if the channel is not stored.
    bits: u32,
}

impl Mask {
    /// Converts the mask for a channel. A pixel must not have more than `most` bits.
    fn new(mask: u32, most: u32) -> Result<Self, String> {
        if mask == 0 {
            return Ok(Self { shift: 0, bits: 0 });
        }
        let (shift, bits) = (mask.trailing_zeros(), mask.count_ones());
        if (mask >> shift).trailing_ones() != bits || shift + bits > most {
            return Err(format!("invalid mask {mask:#x}"));
        }
        Ok(Self { shift: shift + bits.saturating_sub(8), bits: bits.min(8) })
    }

    fn byte(self, word: u32) -> u8 {
        if self.bits == 0 { 255 } else { unorm(word >> self.shift & ((1 << self.bits) - 1), self.bits) }
    }
}

/// Reads the masks for red, green, blue and alpha. A shorter header does not have a mask for alpha.
fn masks(bytes: &[u8], layout: &Layout) -> Result<[Mask; 4], String> {
    let has_alpha = layout.info_size >= 56 || layout.compression == MASKED_WITH_ALPHA;
    let masks = bytes.get(MASKS..).and_then(|bytes| bytes.get(..if has_alpha { 16 } else { 12 }));
    let mut found = [Mask { shift: 0, bits: 0 }; 4];
    for (index, mask) in masks.ok_or("masks cut off")?.chunks_exact(4).enumerate() {
        let mask = u32::from_le_bytes([mask[0], mask[1], mask[2], mask[3]]);
        found[index] = Mask::new(mask, layout.bits.into())?;
        if found[index].bits == 0 && index < 3 {
            return Err(String::from("missing mask of a colour"));
        }
    }
    Ok(found)
}

/// Reads the palette. If there are entries missing, they will be black.
fn palette(bytes: &[u8], layout: &Layout) -> Result<[[u8; 4]; 256], String> {
    /// Where to find the number of entries.
    const COUNT: usize = FILE_HEADER + 32;
    let most = 1_usize << layout.bits;
    let count = if layout.info_size == CORE { Some(0) } else { word(bytes, COUNT) };
    let count = match count.and_then(|count| usize::try_from(count).ok()) {
        None => return Err(String::from("header cut off")),
        Some(0) => most,
        Some(count) if count > most => return Err(format!("{count} colours of at most {most}")),
        Some(count) => count,
    };
    let entry = if layout.info_size == CORE { 3 } else { 4 };
    let stored = bytes.get(FILE_HEADER + layout.info_size..).and_then(|bytes| bytes.get(..count * entry));
    let mut palette = [[0, 0, 0, 255]; 256];
    for (color, stored) in palette.iter_mut().zip(stored.ok_or("palette cut off")?.chunks_exact(entry)) {
        *color = [stored[2], stored[1], stored[0], 255];
    }
    Ok(palette)
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..)?.get(..4)?.try_into().ok()?))
}
