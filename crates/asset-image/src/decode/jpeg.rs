//! Decodes jpg, using `zune-jpeg`.

use zune_core::bytestream::ZCursor;
use zune_core::colorspace::ColorSpace;
use zune_core::options::DecoderOptions;
use zune_jpeg::JpegDecoder;

use super::Decoded;

/// A progressive jpg may not have more scans than this, because the decoder has to walk over all pixels for each of
/// them. Real files have about ten.
const MOST_SCANS: usize = 64;

pub(super) fn decode(bytes: &[u8], size: (u32, u32), out: &mut [u8]) -> Decoded {
    let options = DecoderOptions::default()
        .set_max_width(usize::from(u16::MAX))
        .set_max_height(usize::from(u16::MAX))
        .set_strict_mode(true)
        .jpeg_set_max_scans(MOST_SCANS)
        .jpeg_set_out_colorspace(ColorSpace::RGBA);
    let mut decoder = JpegDecoder::new_with_options(ZCursor::new(bytes), options);
    decoder.decode_headers().map_err(|error| error.to_string())?;
    let found = decoder.info().map(|info| (u32::from(info.width), u32::from(info.height)));
    if found != Some(size) || decoder.output_buffer_size() != Some(out.len()) {
        return Err(String::from("the decoder reads another size"));
    }
    decoder.decode_into(out).map_err(|error| error.to_string())
}
