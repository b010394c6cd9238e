//! Decodes png, using the crate with this name.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, Limits, Reader, Transformations};

use super::Decoded;

/// How much memory the decoder may use in addition to a row. This is enough because we do not read text and profiles.
const HELD: usize = 1 << 16;

pub(super) fn decode(bytes: &[u8], out: &mut [u8]) -> Decoded {
    let mut reader = reader(bytes, out.len(), Transformations::normalize_to_color8())?;
    let size = reader.output_buffer_size().ok_or("too large for this host")?;
    let start = out.len().checked_sub(size).ok_or("more pixels than the header says")?;
    reader.next_frame(&mut out[start..]).map_err(|error| error.to_string())?;
    if is_grey(&reader)? {
        spread(out);
    }
    Ok(())
}

/// Decodes `count` pixels that have 16 bits for each channel.
pub(super) fn decode_wide(bytes: &[u8], count: u64) -> Result<Vec<[u16; 4]>, String> {
    let length = usize::try_from(count.saturating_mul(8)).unwrap_or(usize::MAX);
    let mut reader = reader(bytes, length, Transformations::EXPAND)?;
    let size = reader.output_buffer_size().filter(|size| *size <= length).ok_or("more pixels than the header says")?;
    // Zeros take no memory before pixels are there.
    let mut out = vec![0; size];
    reader.next_frame(&mut out).map_err(|error| error.to_string())?;
    let sample = |bytes: &[u8]| bytes.first_chunk::<2>().map_or(0, |bytes| u16::from_be_bytes(*bytes));
    match reader.output_color_type() {
        (ColorType::Rgba, BitDepth::Sixteen) => {
            let pixel = |bytes: &[u8]| [0, 2, 4, 6].map(|at| sample(bytes.get(at..).unwrap_or_default()));
            Ok(out.chunks_exact(8).map(pixel).collect())
        }
        (ColorType::GrayscaleAlpha, BitDepth::Sixteen) => {
            let pixel = |bytes: &[u8]| [0, 0, 0, 2].map(|at| sample(bytes.get(at..).unwrap_or_default()));
            Ok(out.chunks_exact(4).map(pixel).collect())
        }
        (color, depth) => Err(format!("{color:?} of {depth:?} bits came out of it")),
    }
}

/// Returns `true` if the pixels will be grey and alpha, and `false` if they will be RGBA.
fn is_grey(reader: &Reader<Cursor<&[u8]>>) -> Result<bool, String> {
    match reader.output_color_type() {
        (ColorType::Rgba, BitDepth::Eight) => Ok(false),
        (ColorType::GrayscaleAlpha, BitDepth::Eight) => Ok(true),
        (color, depth) => Err(format!("{color:?} of {depth:?} bits came out of it")),
    }
}

/// Decodes pixels that take `length` bytes, row by row, without keeping them.
pub(super) fn check(bytes: &[u8], length: u64) -> Decoded {
    let mut reader =
        reader(bytes, usize::try_from(length).unwrap_or(usize::MAX), Transformations::normalize_to_color8())?;
    let size = reader.output_buffer_size().ok_or("too large for this host")?;
    if size as u64 > length {
        return Err(String::from("more pixels than the header says"));
    }
    while reader.next_row().map_err(|error| error.to_string())?.is_some() {}
    is_grey(&reader).map(|_| ())
}

/// Reads the header of a png whose pixels take `length` bytes.
fn reader(bytes: &[u8], length: usize, into: Transformations) -> Result<Reader<Cursor<&[u8]>>, String> {
    let row = length.min(bytes.len().saturating_mul(1032));
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: row.saturating_add(HELD) });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(into | Transformations::ALPHA);
    decoder.read_info().map_err(|error| error.to_string())
}

/// Expands grey and alpha to RGBA. The pixels must be in the second half of `out`, and will then fill all of it. This
/// can be done in place, because no pixel will be overwritten before it is read.
fn spread(out: &mut [u8]) {
    let half = out.len() / 2;
    for index in 0..out.len() / 4 {
        let from = half + index * 2;
        let (grey, alpha) = (out[from], out[from + 1]);
        out[index * 4..index * 4 + 4].copy_from_slice(&[grey, grey, grey, alpha]);
    }
}
