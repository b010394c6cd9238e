//! Plain and BC surfaces of any container, by `dds`.

use dds::{ColorFormat, DecodeOptions, Format, ImageViewMut, Size};
use zerocopy::FromBytes;

use super::Decoded;
use crate::pixel_format::PixelFormat as P;

/// Where a channel of the result comes from in what the decoder gives; `ONE` is 255.
const ONE: usize = 4;
const AS_IT_IS: [usize; 4] = [0, 1, 2, 3];

pub(super) fn decode(format: P, data: &[u8], (width, height): (u32, u32), out: &mut [u8]) -> Decoded {
    let (decoder, order) = decoder(format).ok_or_else(|| format!("{format} has no decoder"))?;
    let size = Size::new(width, height);
    let packed = without_padding(format, data, (width, height));
    let mut reader: &[u8] = packed.as_deref().unwrap_or(data);
    let view = ImageViewMut::new(&mut *out, size, ColorFormat::RGBA_U8).ok_or("more than this host can hold")?;
    dds::decode(&mut reader, view, decoder, &DecodeOptions::default()).map_err(|error| error.to_string())?;
    if order != AS_IT_IS {
        for pixel in <[[u8; 4]]>::mut_from_bytes(out).unwrap_or_default() {
            let [r, g, b, a] = *pixel;
            let from = [r, g, b, a, 255];
            *pixel = order.map(|channel| from[channel]);
        }
    }
    Ok(())
}

/// Rows behind one another, if those of `data` begin at multiples of four bytes and end before (ktx).
fn without_padding(format: P, data: &[u8], (width, height): (u32, u32)) -> Option<Vec<u8>> {
    let row = usize::try_from(format.surface_len(width, 1)?).ok()?;
    let pitch = data.len().checked_div(usize::try_from(height).ok()?)?;
    (!format.is_block() && pitch > row)
        .then(|| data.chunks_exact(pitch).filter_map(|padded| padded.get(..row)).flatten().copied().collect())
}

/// The decoder's name of a format, and the order of the channels in what it gives.
fn decoder(format: P) -> Option<(Format, [usize; 4])> {
    let plain = |format| Some((format, AS_IT_IS));
    match format {
        P::L8 => plain(Format::R8_UNORM),
        P::L16 => plain(Format::R16_UNORM),
        P::La8 => Some((Format::R8G8_UNORM, [0, 0, 0, 1])),
        P::R8 => plain(Format::R8_UNORM),
        P::A8 => plain(Format::A8_UNORM),
        P::Rg8 => plain(Format::R8G8_UNORM),
        P::Rgb8 => plain(Format::R8G8B8_UNORM),
        P::Bgr8 => plain(Format::B8G8R8_UNORM),
        P::Rgba8 => plain(Format::R8G8B8A8_UNORM),
        P::Bgra8 => plain(Format::B8G8R8A8_UNORM),
        P::Rgbx8 => Some((Format::R8G8B8A8_UNORM, [0, 1, 2, ONE])),
        P::Bgrx8 => plain(Format::B8G8R8X8_UNORM),
        P::Gbar8 => Some((Format::R8G8B8A8_UNORM, [3, 0, 1, 2])),
        P::Abgr8 => Some((Format::R8G8B8A8_UNORM, [3, 2, 1, 0])),
        P::Bgr565 => plain(Format::B5G6R5_UNORM),
        P::Rgb565 => Some((Format::B5G6R5_UNORM, [2, 1, 0, 3])),
        P::Bgr5A1 => plain(Format::B5G5R5A1_UNORM),
        P::Bgr5X1 => Some((Format::B5G5R5A1_UNORM, [0, 1, 2, ONE])),
        P::Bgra4 => plain(Format::B4G4R4A4_UNORM),
        P::Rgb10A2 => plain(Format::R10G10B10A2_UNORM),
        P::R8Snorm => plain(Format::R8_SNORM),
        P::Rg8Snorm => plain(Format::R8G8_SNORM),
        P::Rgba8Snorm => plain(Format::R8G8B8A8_SNORM),
        P::R16 => plain(Format::R16_UNORM),
        P::Rg16 => plain(Format::R16G16_UNORM),
        P::Rgba16 => plain(Format::R16G16B16A16_UNORM),
        P::R16Snorm => plain(Format::R16_SNORM),
        P::Rg16Snorm => plain(Format::R16G16_SNORM),
        P::Rgba16Snorm => plain(Format::R16G16B16A16_SNORM),
        P::R16F => plain(Format::R16_FLOAT),
        P::Rg16F => plain(Format::R16G16_FLOAT),
        P::Rgba16F => plain(Format::R16G16B16A16_FLOAT),
        P::R32F => plain(Format::R32_FLOAT),
        P::Rg32F => plain(Format::R32G32_FLOAT),
        P::Rgb32F => plain(Format::R32G32B32_FLOAT),
        P::Rgba32F => plain(Format::R32G32B32A32_FLOAT),
        P::Rg11B10F => plain(Format::R11G11B10_FLOAT),
        P::Rgb9E5 => plain(Format::R9G9B9E5_SHAREDEXP),
        P::Bc1 => plain(Format::BC1_UNORM),
        P::Bc1Rgb => Some((Format::BC1_UNORM, [0, 1, 2, ONE])),
        P::Bc2 => plain(Format::BC2_UNORM),
        P::Bc3 => plain(Format::BC3_UNORM),
        P::Bc3Rxgb => plain(Format::BC3_UNORM_RXGB),
        P::Bc4 => plain(Format::BC4_UNORM),
        P::Bc4Snorm => plain(Format::BC4_SNORM),
        P::Bc5 => plain(Format::BC5_UNORM),
        P::Bc5Snorm => plain(Format::BC5_SNORM),
        P::Bc6hUf16 => plain(Format::BC6H_UF16),
        P::Bc6hSf16 => plain(Format::BC6H_SF16),
        P::Bc7 => plain(Format::BC7_UNORM),
        _ => None,
    }
}
