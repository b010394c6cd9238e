//! png, by the crate of this name.

use std::io::Cursor;

use png::{BitDepth, ColorType, Decoder, Limits, Transformations};

use super::Decoded;

/// Memory of the decoder in addition to a row: text and profiles aren't read.
const HELD: usize = 1 << 16;

pub(super) fn decode(bytes: &[u8], out: &mut [u8]) -> Decoded {
    let row = out.len().min(bytes.len().saturating_mul(1032));
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), Limits { bytes: row.saturating_add(HELD) });
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8() | Transformations::ALPHA);
    let mut reader = decoder.read_info().map_err(|error| error.to_string())?;
    let size = reader.output_buffer_size().ok_or("too large for this host")?;
    let start = out.len().checked_sub(size).ok_or("more pixels than the header says")?;
    reader.next_frame(&mut out[start..]).map_err(|error| error.to_string())?;
    match reader.output_color_type() {
        (ColorType::Rgba, BitDepth::Eight) => {}
        (ColorType::GrayscaleAlpha, BitDepth::Eight) => spread(out),
        (color, depth) => return Err(format!("{color:?} of {depth:?} bits came out of it")),
    }
    Ok(())
}

/// Spreads pixels of grey and alpha, which fill the second half of `out`, over all of it. In place: no pixel is written before it is read.
fn spread(out: &mut [u8]) {
    let half = out.len() / 2;
    for index in 0..out.len() / 4 {
        let from = half + index * 2;
        let (grey, alpha) = (out[from], out[from + 1]);
        out[index * 4..index * 4 + 4].copy_from_slice(&[grey, grey, grey, alpha]);
    }
}
