//! Computes mips with the correct mean, which for colours must be in linear light, and for normals must have unit
//! length.

use crate::channel::byte;
use crate::error::Error;
use crate::pixels::Pixels;

/// What the pixels of a texture are used for. This decides how to compute mips.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TextureUse {
    /// Colours in sRGB, with the opacity in alpha. A mip will be the mean of their light, weighted by alpha.
    #[default]
    Color,
    /// Numbers, for example roughness. A mip will be the mean of each channel.
    Data,
    /// Normals in red, green and blue. A mip will be their mean, scaled to unit length.
    Normals,
}

impl TextureUse {
    /// All uses.
    pub const ALL: [Self; 3] = [Self::Color, Self::Data, Self::Normals];

    /// Returns `color`, `data` or `normals`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Color => "color",
            Self::Data => "data",
            Self::Normals => "normals",
        }
    }
}

impl Pixels {
    /// Returns an image with half the size, using the mean that is correct for `usage`. The size is rounded down, but
    /// will be at least 1.
    ///
    /// # Errors
    /// Fails if there are no pixels.
    pub fn halved(&self, usage: TextureUse) -> Result<Self, Error> {
        self.in_size((self.width() / 2).max(1), (self.height() / 2).max(1), usage)
    }

    /// Resizes the image, so that its sides are the nearest powers of two.
    ///
    /// # Errors
    /// Fails if there are no pixels.
    #[cfg(all(feature = "encode-dds", feature = "png"))]
    pub(crate) fn with_powers_of_two(self, usage: TextureUse) -> Result<Self, Error> {
        let [width, height] = [self.width(), self.height()].map(nearest_power);
        if (width, height) == self.size() { Ok(self) } else { self.in_size(width, height, usage) }
    }

    /// Returns the image in another size, using the mean that is correct for `usage`.
    fn in_size(&self, width: u32, height: u32, usage: TextureUse) -> Result<Self, Error> {
        let mut half = Self::filled(width, height, [0; 4])?.with_color_space(self.color_space());
        let (columns, rows) = (spans(self.width(), width), spans(self.height(), height));
        let light = light();
        let source = self.pixels();
        let stride = self.width() as usize;
        let targets = half.pixels_mut().chunks_exact_mut((width as usize).max(1)).zip(&rows);
        for (target, row) in targets {
            for (pixel, column) in target.iter_mut().zip(&columns) {
                let covered = row
                    .iter()
                    .flat_map(|(y, down)| column.iter().map(move |(x, across)| (y * stride + x, across * down)));
                let weighted = covered.filter_map(|(index, weight)| Some((*source.get(index)?, weight)));
                *pixel = mean(usage, &light, weighted);
            }
        }
        Ok(half)
    }

    /// Returns this image and all halves of it, down to a single pixel.
    ///
    /// # Errors
    /// Fails if there are no pixels.
    pub fn mips_for(self, usage: TextureUse) -> Result<Vec<Self>, Error> {
        let mut mips = vec![self];
        while let Some(last) = mips.last().filter(|last| last.size() != (1, 1)) {
            let half = last.halved(usage)?;
            mips.push(half);
        }
        Ok(mips)
    }

    /// Halves the image until no side is longer than `most`.
    ///
    /// # Errors
    /// Fails if there are no pixels.
    pub fn limited(mut self, most: u32, usage: TextureUse) -> Result<Self, Error> {
        while self.width().max(self.height()) > most.max(1) {
            self = self.halved(usage)?;
        }
        Ok(self)
    }
}

/// Returns the power of two that is nearest to a side.
#[cfg(all(feature = "encode-dds", feature = "png"))]
fn nearest_power(side: u32) -> u32 {
    let least = 1u32 << side.max(1).ilog2();
    if side.saturating_sub(least) > least / 2 && least < 1 << 31 { least * 2 } else { least }
}

/// For each pixel on the longer side, returns which pixels on the shorter side are next to it, and how much of them to
/// use.
fn between(short: u32, long: u32) -> Vec<Vec<(usize, f32)>> {
    let ratio = f64::from(short) / f64::from(long.max(1));
    let place = |index: u32| {
        let center = ((f64::from(index) + 0.5) * ratio - 0.5).clamp(0.0, f64::from(short.saturating_sub(1)));
        let (first, share) = (center.floor() as usize, center.fract() as f32);
        let both = [(first, 1.0 - share), (first + 1, share)];
        both.into_iter().filter(|(_, share)| *share > 1e-6).collect()
    };
    (0..long).map(place).collect()
}

/// For each pixel on the shorter side, returns which pixels on the longer side it covers, and how much of them.
fn spans(long: u32, short: u32) -> Vec<Vec<(usize, f32)>> {
    if short > long {
        return between(long, short);
    }
    let ratio = f64::from(long) / f64::from(short.max(1));
    let span = |index: u32| {
        let (start, end) = (f64::from(index) * ratio, f64::from(index + 1) * ratio);
        let pixels = start as u32..(end.ceil() as u32).min(long);
        let share = |pixel: u32| {
            let covered = end.min(f64::from(pixel) + 1.0) - start.max(f64::from(pixel));
            (covered > 1e-6).then_some((pixel as usize, covered as f32))
        };
        pixels.filter_map(share).collect()
    };
    (0..short).map(span).collect()
}

/// Returns the mean of pixels, given their weights.
fn mean(usage: TextureUse, light: &[f32; 256], pixels: impl Iterator<Item = ([u8; 4], f32)> + Clone) -> [u8; 4] {
    let total: f32 = pixels.clone().map(|(_, weight)| weight).sum();
    let sum = |value: &dyn Fn([u8; 4]) -> f32| pixels.clone().map(|(pixel, weight)| value(pixel) * weight).sum::<f32>();
    let alpha = sum(&|[_, _, _, alpha]| f32::from(alpha));
    let of = |pixel: [u8; 4], channel: usize| pixel.get(channel).copied().unwrap_or_default();
    let [red, green, blue] = match usage {
        TextureUse::Color => {
            let linear = |pixel, channel| light.get(usize::from(of(pixel, channel))).copied().unwrap_or_default();
            [0, 1, 2].map(|channel| {
                let color = if alpha > 0.0 {
                    sum(&|pixel| linear(pixel, channel) * f32::from(of(pixel, 3))) / alpha
                } else {
                    sum(&|pixel| linear(pixel, channel)) / total
                };
                byte(encoded(color) * 255.0)
            })
        }
        TextureUse::Data => [0, 1, 2].map(|channel| byte(sum(&|pixel| f32::from(of(pixel, channel))) / total)),
        TextureUse::Normals => unit([0, 1, 2].map(|channel| sum(&|pixel| f32::from(of(pixel, channel)) / 127.5 - 1.0))),
    };
    [red, green, blue, byte(alpha / total)]
}

/// Scales a vector to unit length and converts it to bytes. If it has no direction, the result will point outwards.
fn unit(vector: [f32; 3]) -> [u8; 3] {
    let length = vector.iter().map(|part| part * part).sum::<f32>().sqrt();
    let vector = if length > 1e-4 { vector.map(|part| part / length) } else { [0.0, 0.0, 1.0] };
    vector.map(|part| byte((part + 1.0) * 127.5))
}

/// Returns how much light every byte in sRGB stands for.
fn light() -> [f32; 256] {
    let mut numbers = 0..=255_u8;
    std::array::from_fn(|_| {
        let value = f32::from(numbers.next().unwrap_or_default()) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
    })
}

/// Converts light into sRGB. Both are in the range from 0 to 1.
fn encoded(light: f32) -> f32 {
    if light <= 0.003_130_8 { light * 12.92 } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 }
}

#[cfg(test)]
mod tests {
    use super::{Pixels, TextureUse, encoded, light};

    fn halved(usage: TextureUse, (width, height): (u32, u32), pixels: &[[u8; 4]]) -> Vec<[u8; 4]> {
        let pixels = Pixels::new(width, height, pixels.concat()).and_then(|pixels| pixels.halved(usage));
        pixels.unwrap_or_else(|error| panic!("{error}")).pixels().to_vec()
    }

    #[test]
    fn light_is_averaged() {
        let (black, white) = ([0, 0, 0, 255], [255; 4]);
        assert_eq!(halved(TextureUse::Color, (2, 1), &[black, white]), [[188, 188, 188, 255]]);
        assert_eq!(halved(TextureUse::Data, (2, 1), &[black, white]), [[128, 128, 128, 255]]);
        // Transparent pixels have no colour.
        assert_eq!(halved(TextureUse::Color, (2, 1), &[[255, 0, 0, 255], [0, 255, 0, 0]]), [[255, 0, 0, 128]]);
        assert_eq!(halved(TextureUse::Color, (2, 1), &[[255, 0, 0, 0]; 2]), [[255, 0, 0, 0]]);
        for byte in 0..=255_u8 {
            assert_eq!((encoded(light()[usize::from(byte)]) * 255.0).round() as u8, byte);
        }
    }

    #[test]
    fn normals_keep_their_length() {
        // To the right and to the left by 45 degrees: outwards.
        assert_eq!(
            halved(TextureUse::Normals, (2, 1), &[[218, 128, 218, 255], [37, 128, 218, 255]]),
            [[128, 128, 255, 255]]
        );
        let mean = halved(TextureUse::Data, (2, 1), &[[218, 128, 218, 255], [37, 128, 218, 255]]);
        assert_eq!(mean, [[128, 128, 218, 255]]);
        assert_eq!(halved(TextureUse::Normals, (1, 2), &[[255, 128, 128, 9], [0, 127, 127, 9]])[0][3], 9);
    }

    #[test]
    fn odd_sides_count_all_pixels() {
        let pixels = [30, 60, 90].map(|grey| [grey, grey, grey, 255]);
        assert_eq!(halved(TextureUse::Data, (3, 1), &pixels), [[60, 60, 60, 255]]);
        let five = [0, 50, 100, 150, 200].map(|grey| [grey, 0, 0, 255]);
        // Each pixel covers two and a half.
        assert_eq!(halved(TextureUse::Data, (5, 1), &five).iter().map(|pixel| pixel[0]).collect::<Vec<_>>(), [40, 160]);
        let pixels = Pixels::filled(5, 3, [9; 4]).unwrap_or_else(|error| panic!("{error}"));
        let sizes = pixels.clone().mips_for(TextureUse::Color).map(|mips| mips.iter().map(Pixels::size).collect());
        assert_eq!(sizes, Ok(vec![(5, 3), (2, 1), (1, 1)]));
        assert_eq!(pixels.limited(4, TextureUse::Color).map(|pixels| pixels.size()), Ok((2, 1)));
    }
}
