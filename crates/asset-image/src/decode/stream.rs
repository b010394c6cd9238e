//! tga and bmp, by `image`.

use std::io::Cursor;

use image::{ColorType, ImageDecoder};

use super::{Decoded, spread};

#[cfg(feature = "tga")]
pub(super) fn tga(bytes: &[u8], size: (u32, u32), out: &mut [u8]) -> Decoded {
    let decoder = image::codecs::tga::TgaDecoder::new(Cursor::new(bytes));
    into_rgba(decoder.map_err(|error| error.to_string())?, size, out)
}

#[cfg(feature = "bmp")]
pub(super) fn bmp(bytes: &[u8], size: (u32, u32), out: &mut [u8]) -> Decoded {
    let decoder = image::codecs::bmp::BmpDecoder::new(Cursor::new(bytes));
    into_rgba(decoder.map_err(|error| error.to_string())?, size, out)
}

fn into_rgba(decoder: impl ImageDecoder, size: (u32, u32), out: &mut [u8]) -> Decoded {
    if decoder.dimensions() != size {
        return Err(String::from("the decoder reads another size"));
    }
    let (color, length) = (decoder.color_type(), usize::try_from(decoder.total_bytes()));
    let start = length.ok().and_then(|length| out.len().checked_sub(length)).ok_or("more than four bytes a pixel")?;
    decoder.read_image(&mut out[start..]).map_err(|error| error.to_string())?;
    match color {
        ColorType::Rgba8 => {}
        ColorType::Rgb8 => spread(out, |[red, green, blue]| [red, green, blue, 255]),
        ColorType::La8 => spread(out, |[grey, alpha]| [grey, grey, grey, alpha]),
        ColorType::L8 => spread(out, |[grey]| [grey, grey, grey, 255]),
        color => return Err(format!("{color:?} came out of it")),
    }
    Ok(())
}
