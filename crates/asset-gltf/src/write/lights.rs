//! Writes lights (`KHR_lights_punctual`).

use std::f32::consts::{FRAC_PI_2, FRAC_PI_4};

use asset_scene::{Light, LightKind, Scene};
use binio::Path;

use super::report::Report;
use crate::Rule;
use crate::error::Error;
use crate::extras::raw;
use crate::json::{self, Lights, Root};

const NAME: &str = "KHR_lights_punctual";

/// The largest half angle of a cone. This is the float below [`FRAC_PI_2`], because [`FRAC_PI_2`] itself is greater
/// than a right angle.
const WIDEST: f32 = f32::from_bits(FRAC_PI_2.to_bits() - 1);

/// Writes all lights. They have the same numbers as in the scene.
pub(super) fn write(scene: &Scene<'_>, root: &mut Root, report: &mut Report) -> Result<(), Error> {
    if scene.lights.is_empty() {
        return Ok(());
    }
    let mut lights = Lights::default();
    for (id, light) in scene.lights.enumerate() {
        let (light, changed) = to_json(light);
        lights.lights.push(raw(&light)?);
        report.add(&Path::from([("light", id.index())]), Rule::Lights, changed)?;
    }
    root.extensions.get_or_insert_default().lights = Some(lights);
    root.extensions_used.push(NAME.to_owned());
    Ok(())
}

/// Converts a light. Also returns how many of its numbers had to be changed.
fn to_json(light: &Light) -> (json::Light, usize) {
    let mut changed = 0;
    let mut or = |number: f32, instead: f32, is_good: bool| {
        changed += usize::from(!is_good);
        if is_good { number } else { instead }
    };
    let fraction = |number: f32| if number.is_finite() { number.clamp(0.0, 1.0) } else { 1.0 };
    let color = light.color.map(|number| or(number, fraction(number), (0.0..=1.0).contains(&number)));
    let intensity = light.intensity;
    let intensity = or(intensity, 0.0, intensity.is_finite() && intensity >= 0.0);
    let has_end = light.kind != LightKind::Directional;
    let range = light.range.map(|range| or(range, f32::NAN, has_end && range.is_finite() && range > 0.0));
    let spot = match light.kind {
        LightKind::Spot { inner, outer } => {
            let outer = or(outer, if outer > WIDEST { WIDEST } else { FRAC_PI_4 }, outer > 0.0 && outer <= WIDEST);
            let inner = or(inner, 0.0, inner >= 0.0 && inner < outer);
            let said = |angle: f32, usual: f32| Some(angle).filter(|angle| angle.to_bits() != usual.to_bits());
            Some(json::Spot { inner_cone_angle: said(inner, 0.0), outer_cone_angle: said(outer, FRAC_PI_4) })
        }
        _ => None,
    };
    let json = json::Light {
        name: light.name.clone(),
        kind: light.kind.name().to_owned(),
        color: Some(color).filter(|color| *color != [1.0; 3]),
        intensity: Some(intensity).filter(|intensity| *intensity != 1.0),
        range: range.filter(|range| !range.is_nan()),
        spot,
    };
    (json, changed)
}
