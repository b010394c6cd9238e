//! Converts colours between sRGB, which is used in files, and linear light, which you need to add light.

use asset_scene::color::{linear_to_srgb, srgb_to_linear};

/// Tables to convert between the 256 values of sRGB and linear light from 0 to 1.
#[derive(Debug)]
pub(crate) struct Srgb {
    linear: [f32; 256],
    /// The smallest linear value that is rounded to each value of sRGB.
    least: [f32; 256],
    /// The value of sRGB at equal steps of linear light, where the search should begin. The steps are finer than the
    /// values, so that the search ends after one or two.
    start: Vec<u8>,
    /// The exact values of sRGB, from 0 to 1, at equal steps of the square root of linear light. The curve is almost
    /// straight between them.
    curve: Vec<f32>,
}

const STEPS: usize = 1024;

/// The number of steps of linear light where a search can begin.
const STARTS: usize = 4096;

impl Srgb {
    pub(crate) fn new() -> Self {
        let curve = |value: f64| {
            if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
        };
        let mut linear = [0.0; 256];
        let mut least = [0.0; 256];
        for (value, (linear, least)) in linear.iter_mut().zip(&mut least).enumerate() {
            *linear = curve(value as f64 / 255.0) as f32;
            *least = if value == 0 { f32::MIN } else { curve((value as f64 - 0.5) / 255.0) as f32 };
        }
        let level = |step: usize| {
            let light = step as f32 / STARTS as f32;
            least.partition_point(|least| *least <= light).saturating_sub(1) as u8
        };
        let start = (0..=STARTS).map(level).collect();
        let root = |step: usize| step as f32 / STEPS as f32;
        let curve = (0..=STEPS).map(|step| linear_to_srgb(root(step) * root(step))).collect();
        Self { linear, least, start, curve }
    }

    /// Converts sRGB into linear.
    #[inline]
    pub(crate) fn decode(&self, value: u8) -> f32 {
        self.linear[usize::from(value)]
    }

    /// Converts sRGB into linear, for a value from 0 to 255 that does not have to be an integer.
    #[inline]
    pub(crate) fn decode_between(&self, value: f32) -> f32 {
        let value = between(value, 0.0, 255.0);
        let below = value as usize;
        let (low, high) = (self.linear[below], self.linear[(below + 1).min(255)]);
        low + (high - low) * (value - below as f32)
    }

    /// Converts linear into sRGB, without rounding to one of the 256 values. White is 1. This is much faster than
    /// [`linear_to_srgb`], and differs from it by less than a hundredth of a value.
    #[inline]
    pub(crate) fn encode_smooth(&self, linear: f32) -> f32 {
        if linear >= 1.0 {
            return if linear > 1.0 { linear_to_srgb(linear) } else { 1.0 };
        }
        let at = between(linear, 0.0, 1.0).sqrt() * STEPS as f32;
        let below = at as usize;
        let (low, high) = (self.curve[below], self.curve[(below + 1).min(STEPS)]);
        low + (high - low) * (at - below as f32)
    }

    /// Converts linear into sRGB from 0 to 255, for light that can be brighter than white. Up to white, the result is an
    /// integer.
    #[inline]
    pub(crate) fn encode_bright(&self, linear: f32) -> f32 {
        if linear > 1.0 { linear_to_srgb(linear) * 255.0 } else { f32::from(self.encode(linear)) }
    }

    /// Does the opposite of [`encode_bright`](Self::encode_bright), for any value.
    #[inline]
    pub(crate) fn decode_bright(&self, value: f32) -> f32 {
        if value > 255.0 { srgb_to_linear(value / 255.0) } else { self.decode_between(value) }
    }

    /// Converts linear into the nearest value in sRGB.
    #[inline]
    pub(crate) fn encode(&self, linear: f32) -> u8 {
        let light = between(linear, 0.0, 1.0);
        let step = (light * STARTS as f32) as usize;
        let mut value = self.start[step.min(STARTS)];
        while value < 255 && self.least[usize::from(value) + 1] <= light {
            value += 1;
        }
        value
    }
}

/// Clamps a number. For NaN, returns the lower bound.
#[inline]
pub(crate) fn between(value: f32, low: f32, high: f32) -> f32 {
    if value > low { if value < high { value } else { high } } else { low }
}

/// Converts a number from 0 to 1 into a byte.
pub(crate) fn byte(value: f32) -> u8 {
    (value * 255.0 + 0.5) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_back() {
        let srgb = Srgb::new();
        for value in 0..=255 {
            assert_eq!(srgb.encode(srgb.decode(value)), value);
        }
        assert_eq!([-1.0, 0.0, 1.0, 9.0, f32::NAN].map(|light| srgb.encode(light)), [0, 0, 255, 255, 0]);
    }

    #[test]
    fn the_smooth_curve_is_that_of_srgb() {
        let srgb = Srgb::new();
        for step in 0..=4000_u16 {
            let linear = f32::from(step) / 3000.0;
            let difference = (srgb.encode_smooth(linear) - linear_to_srgb(linear)).abs();
            assert!(difference < 0.01 / 255.0, "{linear}: {difference}");
        }
        assert_eq!([-1.0, f32::NAN].map(|light| srgb.encode_smooth(light)), [0.0; 2]);
    }

    #[test]
    fn light_can_be_brighter_than_white() {
        let srgb = Srgb::new();
        for value in [0.0, 128.0, 255.0, 300.0, 510.0] {
            assert!((srgb.encode_bright(srgb.decode_bright(value)) - value).abs() < 1e-2, "{value}");
        }
        // sRGB's curve goes on beyond white: (2 + 0.055) / 1.055, to the power of 2.4.
        assert!((srgb.decode_bright(510.0) - 4.953_8).abs() < 1e-3);
        assert_eq!(srgb.encode_bright(f32::NAN), 0.0);
    }
}
