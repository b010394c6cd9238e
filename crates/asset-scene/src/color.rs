//! Conversion between sRGB and linear colours.

/// Converts an sRGB value from 0 to 1 to linear. Values above 1 follow the same curve.
pub fn srgb_to_linear(value: f32) -> f32 {
    let value = f64::from(value);
    let linear = if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) };
    linear as f32
}

/// Converts a linear value from 0 to 1 to sRGB. Values above 1 follow the same curve.
pub fn linear_to_srgb(value: f32) -> f32 {
    let value = f64::from(value);
    let srgb = if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * libm::pow(value, 1.0 / 2.4) - 0.055 };
    srgb as f32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_go_there_and_back() {
        for value in [0.0, 0.001, 0.04, 0.05, 0.2, 0.5, 1.0, 3.0_f32] {
            assert!((linear_to_srgb(srgb_to_linear(value)) - value).abs() < 1e-6, "{value}");
        }
        assert!((srgb_to_linear(0.5) - 0.214_041_14).abs() < 1e-7);
    }
}
