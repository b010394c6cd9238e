//! Decodes Basis Universal, using `basisu`, and Zstandard in ktx2, using `ruzstd` (see FORMAT.md, section 3.7).

use std::io::Read as _;

use basisu::{DecodeFlags, TargetFormat, Transcoder};
use ruzstd::decoding::StreamingDecoder;

use super::Decoded;
use crate::image::Image;
use crate::info::{Info, Mip, Surface, extent};
use crate::pixel_format::PixelFormat as P;
use crate::read::{ktx2_alpha_channel, ktx2_global, ktx2_level};

/// Where to find the range of the key values in the header of a ktx2.
const KEY_VALUES: std::ops::Range<usize> = 56..64;

/// Decodes a surface. If the texture is UASTC, `blocks` must be its unpacked bytes.
pub(super) fn decode(image: &Image<'_>, blocks: &[u8], surface: Surface, size: (u32, u32), out: &mut [u8]) -> Decoded {
    if u64::from(size.0) * u64::from(size.1) > u64::from(u32::MAX) {
        return Err(String::from("more pixels than the library counts"));
    }
    if image.info().format == P::Uastc {
        return run(&uastc(blocks, size, ktx2_alpha_channel(image.as_bytes())), Surface::default(), out);
    }
    run(&etc1s(image)?, surface, out)
}

fn run(file: &[u8], surface: Surface, out: &mut [u8]) -> Decoded {
    let failed = |error: basisu::Error| format!("{error:?}");
    let texture = Transcoder::new(file).map_err(failed)?;
    let Surface { mip, layer, face, .. } = surface;
    let pixels = texture.transcode_image(mip, layer, face, TargetFormat::Rgba32, DecodeFlags::NONE).map_err(failed)?;
    if pixels.len() != out.len() {
        return Err(String::from("the decoder reads another size"));
    }
    out.copy_from_slice(&pixels);
    Ok(())
}

/// Returns the file without its key values. The library would read these, but there is no need to.
fn etc1s(image: &Image<'_>) -> Result<Vec<u8>, String> {
    const IMAGE: u64 = 20;
    let (bytes, info) = (image.as_bytes(), image.info());
    let global = ktx2_global(bytes).ok_or("no codebooks")?;
    let images = [info.layers, info.faces, info.mips].map(u64::from).into_iter().fold(1, u64::saturating_mul);
    let parts = [global.endpoints_length, global.selectors_length, global.tables_length];
    let parts = parts.into_iter().fold(images.saturating_mul(IMAGE), |sum, part| sum.saturating_add(part.get().into()));
    if parts > global.room {
        return Err(String::from("codebooks that end after their data"));
    }
    let mut file = bytes.to_vec();
    if let Some(range) = file.get_mut(KEY_VALUES) {
        range.fill(0);
    }
    Ok(file)
}

/// Returns a ktx2 that contains only this surface.
fn uastc(blocks: &[u8], (width, height): (u32, u32), channel: u8) -> Vec<u8> {
    const DESCRIPTOR: u32 = 104;
    const DATA: u64 = 160;
    let mut file = b"\xabKTX 20\xbb\r\n\x1a\n".to_vec();
    file.reserve(DATA as usize + blocks.len());
    file.extend([0, 1, width, height, 0, 0, 1, 1, 0, DESCRIPTOR, 44, 0, 0].into_iter().flat_map(u32::to_le_bytes));
    let length = blocks.len() as u64;
    file.extend([0, 0, DATA, length, length].into_iter().flat_map(u64::to_le_bytes));
    // The descriptor: its size, a vendor and type of 0, version and size of the block, the colour model, blocks of 4 x 4.
    file.extend(
        [44, 0, 2 | 40 << 16, 166 | 1 << 8 | 1 << 16, 3 | 3 << 8, 16, 0].into_iter().flat_map(u32::to_le_bytes),
    );
    file.extend([127 << 16 | u32::from(channel) << 24, 0, 0, u32::MAX].into_iter().flat_map(u32::to_le_bytes));
    file.resize(DATA as usize, 0);
    file.extend(blocks);
    file
}

/// Unpacks a surface from a texture that uses Zstandard.
pub(super) fn unpack(image: &Image<'_>, surface: Surface) -> Result<Vec<u8>, String> {
    let info = image.info();
    let packed = ktx2_level(image.as_bytes(), surface.mip).ok_or("no data")?;
    let (skipped, length) = place(info, surface).ok_or("a surface of unknown size")?;
    let mut stream = StreamingDecoder::new(packed).map_err(|error| error.to_string())?;
    let skip = std::io::copy(&mut stream.by_ref().take(skipped), &mut std::io::sink());
    if skip.map_err(|error| error.to_string())? != skipped {
        return Err(String::from("data that ends early"));
    }
    let mut bytes = Vec::new();
    stream.take(length).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(String::from("data that ends early")) }
}

/// Returns how many bytes there are in a level before a surface, and how many the surface takes.
fn place(info: &Info, surface: Surface) -> Option<(u64, u64)> {
    let (width, height) = info.mip_size(Mip(surface.mip))?;
    let slice = info.format.surface_len(width, height)?;
    let element = u64::from(surface.layer).checked_mul(info.faces.into())?.checked_add(surface.face.into())?;
    let before = element.checked_mul(extent(info.depth, surface.mip).into())?.checked_add(surface.slice.into())?;
    Some((before.checked_mul(slice)?, slice))
}
