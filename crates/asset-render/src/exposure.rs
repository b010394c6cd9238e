//! Converts bright light to colours.

use asset_scene::{Exposure, ToneCurve};

/// The light that the curve of Uncharted 2 shows as white.
const WHITE: f32 = 4.0;

/// Returns the linear colour that is shown for linear light.
pub(crate) fn shown(exposure: &Exposure, light: [f32; 3]) -> [f32; 3] {
    let curve = |x: f32| match exposure.curve {
        ToneCurve::None => x,
        ToneCurve::Reinhard => x / (1.0 + x),
        ToneCurve::ReinhardWhite => x * (1.0 + x / WHITE) / (1.0 + x),
        ToneCurve::Uncharted2 => hable(x) / hable(WHITE),
    };
    light.map(|light| curve((light * exposure.factor).max(0.0)).min(1.0))
}

/// The curve by Hable.
fn hable(x: f32) -> f32 {
    const A: f32 = 0.15;
    const B: f32 = 0.5;
    const C: f32 = 0.1;
    const D: f32 = 0.2;
    const E: f32 = 0.02;
    const F: f32 = 0.3;
    (x * (A * x + C * B) + D * E) / (x * (A * x + B) + D * F) - E / F
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn curves_are_those_of_the_engine() {
        let at = |curve, factor, light| shown(&Exposure { factor, curve }, [light; 3])[0];
        let is_near = |a: f32, b: f32| assert!((a - b).abs() < 1e-5, "{a} {b}");
        is_near(at(ToneCurve::None, 0.5, 3.0), 1.0);
        is_near(at(ToneCurve::Reinhard, 2.0, 1.5), 0.75);
        is_near(at(ToneCurve::ReinhardWhite, 1.0, 1.0), 0.625);
        is_near(at(ToneCurve::Uncharted2, 1.0, 0.0), 0.0);
        is_near(at(ToneCurve::Uncharted2, 1.0, 4.0), 1.0);
        // (0.15 + 0.05 + 0.004) / (0.15 + 0.5 + 0.06) - 1 / 15, divided by the same for 4.
        let of = |x: f32| (x * (0.15 * x + 0.05) + 0.004) / (x * (0.15 * x + 0.5) + 0.06) - 1.0 / 15.0;
        is_near(at(ToneCurve::Uncharted2, 1.0, 1.0), of(1.0) / of(4.0));
    }
}
