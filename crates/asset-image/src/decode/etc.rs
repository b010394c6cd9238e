//! Decodes ETC and PVRTC surfaces, using `texture2ddecoder`. The library returns words that contain blue, green, red
//! and alpha.

use texture2ddecoder as library;

use super::Decoded;
use crate::pixel_format::PixelFormat as P;

/// Decodes data with the given width and height to words.
type Decode = fn(&[u8], usize, usize, &mut [u32]) -> Result<(), &'static str>;

pub(super) fn decode(format: P, data: &[u8], (width, height): (u32, u32), out: &mut [u8]) -> Decoded {
    let (width, height) = (width as usize, height as usize);
    match format {
        P::Pvrtc2 => pvrtc(library::decode_pvrtc_2bpp, (16, 8), data, (width, height), out),
        P::Pvrtc4 => pvrtc(library::decode_pvrtc_4bpp, (8, 8), data, (width, height), out),
        _ => blocks(format, data, (width, height), out),
    }
}

/// Decodes a single row of blocks at a time, so that we hardly need memory for anything but the result.
fn blocks(format: P, data: &[u8], (width, height): (usize, usize), out: &mut [u8]) -> Decoded {
    const DOWN: usize = 4;
    let decode = decoder(format).ok_or_else(|| format!("{format} has no decoder"))?;
    let rows = height.div_ceil(DOWN);
    let row = data.len().checked_div(rows).filter(|row| *row > 0).ok_or("no data")?;
    // Transparent pixels are black; the library keeps the colour of their block.
    let pixel = |word: u32| match rgba(word) {
        [.., 0] if format == P::Etc2A1 => [0; 4],
        pixel => pixel,
    };
    let mut words = vec![0; width * DOWN];
    for (blocks, pixels) in data.chunks_exact(row).zip(out.chunks_mut(width * DOWN * 4)) {
        decode(blocks, width, DOWN, &mut words)?;
        words.iter().zip(pixels.chunks_exact_mut(4)).for_each(|(word, out)| out.copy_from_slice(&pixel(*word)));
    }
    Ok(())
}

/// Decodes the whole surface at once. This is needed because a block depends on its neighbours, even across the edges.
/// The smallest mips only use a part of the stored data.
fn pvrtc(decode: Decode, least: (usize, usize), data: &[u8], size: (usize, usize), out: &mut [u8]) -> Decoded {
    let (width, height) = (size.0.max(least.0), size.1.max(least.1));
    if !width.is_power_of_two() || !height.is_power_of_two() {
        return Err(String::from("PVRTC of a size that is no power of two"));
    }
    let mut words = vec![0; width * height];
    decode(data, width, height, &mut words)?;
    for (words, pixels) in words.chunks_exact(width).zip(out.chunks_exact_mut(size.0 * 4)) {
        words.iter().zip(pixels.chunks_exact_mut(4)).for_each(|(word, pixel)| {
            pixel.copy_from_slice(&rgba(*word));
        });
    }
    Ok(())
}

fn decoder(format: P) -> Option<Decode> {
    Some(match format {
        // Urho3D decodes ETC1 as ETC2, too. They differ in blocks that ETC1 doesn't define.
        P::Etc1 | P::Etc2 => library::decode_etc2_rgb,
        P::Etc2A1 => library::decode_etc2_rgba1,
        P::Etc2A8 => library::decode_etc2_rgba8,
        _ => return None,
    })
}

/// Converts a word into a pixel.
fn rgba(word: u32) -> [u8; 4] {
    let [blue, green, red, alpha] = word.to_le_bytes();
    [red, green, blue, alpha]
}
