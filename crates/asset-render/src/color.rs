//! Converts colours between sRGB, which is used in files, and linear light, which you need to add light.

/// Tables to convert between the 256 values of sRGB and linear light from 0 to 1.
#[derive(Debug)]
pub(crate) struct Srgb {
    linear: [f32; 256],
    /// The smallest linear value that is rounded to each value of sRGB.
    least: [f32; 256],
    /// The value of sRGB at equal steps of linear light, where the search should begin.
    start: Vec<u8>,
}

const STEPS: usize = 1024;

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
            let light = step as f32 / STEPS as f32;
            least.partition_point(|least| *least <= light).saturating_sub(1) as u8
        };
        let start = (0..=STEPS).map(level).collect();
        Self { linear, least, start }
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

    /// Converts linear into the nearest value in sRGB.
    #[inline]
    pub(crate) fn encode(&self, linear: f32) -> u8 {
        let light = between(linear, 0.0, 1.0);
        let step = (light * STEPS as f32) as usize;
        let mut value = self.start[step.min(STEPS)];
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
    use super::Srgb;

    #[test]
    fn every_value_comes_back() {
        let srgb = Srgb::new();
        for value in 0..=255 {
            assert_eq!(srgb.encode(srgb.decode(value)), value);
        }
        assert_eq!([-1.0, 0.0, 1.0, 9.0, f32::NAN].map(|light| srgb.encode(light)), [0, 0, 255, 255, 0]);
    }
}
