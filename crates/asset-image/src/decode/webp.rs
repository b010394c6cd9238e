//! Decodes webp, using `image-webp`.

use std::io::Cursor;

use image_webp::WebPDecoder;

use super::Decoded;
use crate::read::has_frames_of;

pub(super) fn decode(bytes: &[u8], size: (u32, u32), out: &mut [u8]) -> Decoded {
    let other_size = || String::from("the decoder reads another size");
    if !has_frames_of(bytes, size) {
        return Err(String::from("a frame of another size than the picture"));
    }
    let mut decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(|error| error.to_string())?;
    let length = decoder.output_buffer_size().ok_or_else(other_size)?;
    if decoder.dimensions() != size || decoder.is_animated() {
        return Err(other_size());
    }
    let opaque = out.len() / 4 * 3;
    if length != out.len() && length != opaque {
        return Err(other_size());
    }
    let pixels = out.get_mut(..length).ok_or_else(other_size)?;
    decoder.read_image(pixels).map_err(|error| error.to_string())?;
    if length == opaque {
        spread(out);
    }
    Ok(())
}

/// Expands pixels from three bytes to four. They must be at the beginning of `out`, and this function starts with the
/// last pixel.
fn spread(out: &mut [u8]) {
    for index in (0..out.len() / 4).rev() {
        let from = index * 3;
        out.copy_within(from..from + 3, index * 4);
        if let Some(alpha) = out.get_mut(index * 4 + 3) {
            *alpha = 255;
        }
    }
}
