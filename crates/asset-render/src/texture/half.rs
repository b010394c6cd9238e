//! Creates the next level of a texture, which has half the size.

use std::ops::Range;

use asset_image::Pixels;

use super::Content;
use crate::color::Srgb;

/// Returns the next level, which has half the size. For a single pixel, returns `None`. A pixel will be the mean of the
/// pixels that it covers. For colours, this uses linear light, weighted by alpha.
pub(super) fn half(level: &Pixels, content: Content, srgb: &Srgb) -> Option<Pixels> {
    let (old_width, old_height) = level.size();
    if old_width <= 1 && old_height <= 1 {
        return None;
    }
    let (width, height) = ((old_width / 2).max(1), (old_height / 2).max(1));
    if (old_width, old_height) == (width * 2, height * 2) {
        return Pixels::new(width, height, quarters(level, content, srgb)).ok();
    }
    let span = |index: u32, new: u32, old: u32| {
        let start = u64::from(index) * u64::from(old) / u64::from(new);
        let end = (u64::from(index + 1) * u64::from(old)).div_ceil(u64::from(new));
        start as usize..end as usize
    };
    let columns: Vec<Range<usize>> = (0..width).map(|x| span(x, width, old_width)).collect();
    let texels = level.pixels();
    let mut bytes = Vec::with_capacity(width as usize * height as usize * 4);
    for y in 0..height {
        let rows = span(y, height, old_height);
        for columns in &columns {
            let covered = rows.clone().flat_map(|row| {
                let start = row * old_width as usize;
                &texels[start + columns.start..start + columns.end]
            });
            bytes.extend(match content {
                Content::Color => mean_color(covered, srgb),
                Content::Data => mean(covered),
            });
        }
    }
    Pixels::new(width, height, bytes).ok()
}

/// Returns the bytes of the next level for a size that is even in both directions, as almost all sizes are.
fn quarters(level: &Pixels, content: Content, srgb: &Srgb) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(level.as_bytes().len() / 4);
    let row = level.width() as usize;
    for rows in level.pixels().chunks_exact(row * 2) {
        let (upper, lower) = rows.split_at(row);
        for (upper, lower) in upper.chunks_exact(2).zip(lower.chunks_exact(2)) {
            let (&[a, b], &[c, d]) = (upper, lower) else { continue };
            bytes.extend_from_slice(&quarter([a, b, c, d], content, srgb));
        }
    }
    bytes
}

/// Returns the mean of four texels. Many textures have areas with a single colour, which is its own mean.
#[inline]
fn quarter(texels: [[u8; 4]; 4], content: Content, srgb: &Srgb) -> [u8; 4] {
    let [a, b, c, d] = texels;
    match content {
        _ if a == b && a == c && a == d => a,
        Content::Color => mean_color(texels.iter(), srgb),
        Content::Data => mean(texels.iter()),
    }
}

#[inline]
fn mean<'t>(texels: impl Iterator<Item = &'t [u8; 4]>) -> [u8; 4] {
    let (mut sum, mut count) = ([0_u32; 4], 0_u32);
    for texel in texels {
        count += 1;
        sum.iter_mut().zip(texel).for_each(|(sum, value)| *sum += u32::from(*value));
    }
    sum.map(|sum| ((sum + count / 2) / count.max(1)) as u8)
}

#[inline]
fn mean_color<'t>(texels: impl Iterator<Item = &'t [u8; 4]> + Clone, srgb: &Srgb) -> [u8; 4] {
    let alpha = mean(texels.clone())[3];
    let is_seen = alpha > 0;
    let (mut light, mut total) = ([0.0_f32; 3], 0.0_f32);
    for [red, green, blue, alpha] in texels {
        let weight = if is_seen { f32::from(*alpha) } else { 1.0 };
        total += weight;
        for (light, value) in light.iter_mut().zip([red, green, blue]) {
            *light += srgb.decode(*value) * weight;
        }
    }
    let [red, green, blue] = light;
    let encoded = |light: f32| srgb.encode(light / total.max(1.0));
    [encoded(red), encoded(green), encoded(blue), alpha]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_color_is_its_own_mean() {
        let srgb = Srgb::new();
        for value in 0..=255 {
            for alpha in 0..=255 {
                let texels = [[value, value ^ 0x55, 255 - value, alpha]; 4];
                assert_eq!(mean_color(texels.iter(), &srgb), texels[0]);
                assert_eq!(mean(texels.iter()), texels[0]);
            }
        }
    }

    #[test]
    fn even_sizes_have_the_means_of_four_texels() {
        let srgb = Srgb::new();
        let texels: Vec<[u8; 4]> =
            (0..8_u8).map(|texel| [texel * 30, 200 - texel * 7, texel / 4, 255 - texel]).collect();
        let pixels = Pixels::new(4, 2, texels.concat()).unwrap_or_else(|error| panic!("{error}"));
        for content in [Content::Color, Content::Data] {
            let four = |at: usize| {
                let four = [texels[at], texels[at + 1], texels[at + 4], texels[at + 5]];
                if content == Content::Color { mean_color(four.iter(), &srgb) } else { mean(four.iter()) }
            };
            let half = half(&pixels, content, &srgb).map(|half| (half.size(), half.pixels().to_vec()));
            assert_eq!(half, Some(((2, 1), vec![four(0), four(2)])));
        }
    }
}
