//! The pixels of a tile, and how colours are mixed in them.

use asset_scene::Mixing;

use crate::color::Srgb;
use crate::raster::{SAMPLES, TILE};
use crate::shade::Surface;

pub(super) const NONE: u32 = u32::MAX;
pub(super) const PIXELS: usize = TILE * TILE;
pub(super) const FULL: u8 = (1 << SAMPLES) - 1;

/// The pixels of a tile during drawing.
pub(super) struct Canvas {
    pub(super) depths: Vec<[f32; SAMPLES]>,
    /// The solid piece that each sample shows.
    pub(super) pieces: Vec<[u32; SAMPLES]>,
    /// Linear colours, multiplied by their opacity.
    pub(super) colors: Vec<[[f32; 4]; SAMPLES]>,
    /// The samples of each pixel in the shadow.
    pub(super) shadows: Vec<u8>,
    /// For each pixel, how many transparent layers to skip before the nearest [`LAYERS`].
    pub(super) farther: Vec<u32>,
}

impl Canvas {
    pub(super) fn new() -> Self {
        Self {
            depths: vec![[0.0; SAMPLES]; PIXELS],
            pieces: vec![[0; SAMPLES]; PIXELS],
            colors: vec![[[0.0; 4]; SAMPLES]; PIXELS],
            shadows: vec![0; PIXELS],
            farther: vec![0; PIXELS],
        }
    }

    pub(super) fn clear(&mut self) {
        self.depths.fill([f32::INFINITY; SAMPLES]);
        self.pieces.fill([NONE; SAMPLES]);
        self.colors.fill([[0.0; 4]; SAMPLES]);
        self.shadows.fill(0);
    }

    /// Combines a premultiplied colour with the pixel.
    #[inline]
    pub(super) fn mix(&mut self, pixel: usize, mask: u8, (color, surface): ([f32; 4], &Surface<'_>), srgb: &Srgb) {
        self.change(pixel, mask, |below| match surface.mixing {
            Mixing::Usual if color[3] < 1.0 => over(surface.tint(below), color, srgb),
            Mixing::Usual => color,
            mixing => mixed(below, color, mixing, srgb),
        });
    }

    /// Blends a premultiplied colour over the pixel.
    #[inline]
    pub(super) fn blend(&mut self, pixel: usize, mask: u8, color: [f32; 4], srgb: &Srgb) {
        self.change(pixel, mask, |below| if color[3] < 1.0 { over(below, color, srgb) } else { color });
    }

    /// Changes the colour of the covered samples. Most pixels have the same colour in all of them, which is computed once.
    #[inline]
    fn change(&mut self, pixel: usize, mask: u8, changed: impl Fn([f32; 4]) -> [f32; 4]) {
        let mut last: Option<([u32; 4], [f32; 4])> = None;
        for (sample, color) in self.colors[pixel].iter_mut().enumerate() {
            if mask >> sample & 1 == 1 {
                let bits = color.map(f32::to_bits);
                let result =
                    last.filter(|(before, _)| *before == bits).map_or_else(|| changed(*color), |(_, known)| known);
                last = Some((bits, result));
                *color = result;
            }
        }
    }

    /// Returns the covered samples that will hide what was drawn before.
    #[inline]
    pub(super) fn visible(&self, pixel: usize, mask: u8, depths: &[f32; SAMPLES]) -> u8 {
        let there = &self.depths[pixel];
        (0..SAMPLES).fold(0, |seen, sample| seen | u8::from(depths[sample] < there[sample]) << sample) & mask
    }
}

/// Blends a premultiplied colour over another. As in engines and browsers, this mixes sRGB values, so that an opacity
/// looks the way its author saw it.
fn over(below: [f32; 4], above: [f32; 4], srgb: &Srgb) -> [f32; 4] {
    let rest = (1.0 - above[3]) * below[3];
    let alpha = above[3] + rest;
    let encoded = |color: [f32; 4], channel: usize| {
        if color[3] > 0.0 { srgb.encode_bright(color[channel] / color[3]) } else { 0.0 }
    };
    let mixed = |channel| {
        let value = encoded(above, channel) * above[3] + encoded(below, channel) * rest;
        if alpha > 0.0 { srgb.decode_between(value / alpha) * alpha } else { 0.0 }
    };
    [mixed(0), mixed(1), mixed(2), alpha]
}

/// Adds or multiplies sRGB values, as engines do it. Where there is no background, this makes one out of the colour.
fn mixed(below: [f32; 4], above: [f32; 4], mixing: Mixing, srgb: &Srgb) -> [f32; 4] {
    let straight = |color: [f32; 4], channel: usize| if color[3] > 0.0 { color[channel] / color[3] } else { 0.0 };
    let encoded = |color, channel| f32::from(srgb.encode(straight(color, channel)));
    let alpha = match mixing {
        Mixing::Multiply => below[3],
        _ => (below[3] + above[3]).min(1.0),
    };
    let channel = |channel: usize| {
        let (below, above) = (encoded(below, channel) * below[3], encoded(above, channel) * above[3]);
        let value = if mixing == Mixing::Multiply { below * above / 255.0 } else { below + above };
        if alpha > 0.0 { srgb.decode_between((value / alpha).min(255.0)) * alpha } else { 0.0 }
    };
    [channel(0), channel(1), channel(2), alpha]
}
