//! Converts lights to the units of the scene, and back.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use std::f32::consts::{FRAC_PI_2, PI};

use asset_scene::{Light, LightKind};
use binio::{Findings, Path};
use pragma_asset::map::EntityMut;

use super::entity::{Values, text};
use crate::METRES_PER_UNIT;
use crate::kinds;

const COLOR: &[&str] = &["color", "lightcolor"];
const INTENSITY: &[&str] = &["light_intensity"];
const KIND: &[&str] = &["light_intensity_type"];
const RADIUS: &[&str] = &["radius", "distance"];
const BLEND: &[&str] = &["blendfraction"];
/// The keys for the whole angle of a cone.
const WHOLE: &[&str] = &["outerconeangle"];
const FIELD: &[&str] = &["coneangle"];
/// The key for half of this angle.
const HALF: &[&str] = &["outercutoff"];

/// The classes of lights, and the components that make other classes a light.
const KINDS: [(&str, &str, LightKind); 4] = [
    ("env_light_point", "light_point", LightKind::Point),
    ("env_light_spot", "light_spot", LightKind::Spot { inner: 0.0, outer: FRAC_PI_2 }),
    ("env_light_environment", "light_directional", LightKind::Directional),
    ("env_light_directional", "light_directional", LightKind::Directional),
];

pub(super) fn class(light: &Light) -> &'static str {
    let is_it = |kind: LightKind| std::mem::discriminant(&kind) == std::mem::discriminant(&light.kind);
    KINDS.iter().find(|(_, _, kind)| is_it(*kind)).map_or("env_light_point", |(class, ..)| class)
}

/// Returns the light if an entity is one.
pub(super) fn of_entity(values: &Values<'_>, path: &Path, findings: &mut Findings) -> Option<Light> {
    let by_class = KINDS.iter().find(|(class, ..)| *class == values.class);
    let (.., kind) = by_class.or_else(|| KINDS.iter().find(|(_, part, _)| values.has_component(part)))?;
    let is_directional = matches!(kind, LightKind::Directional);
    let color = values.numbers(COLOR, (path, findings)).map(|color| color.map(|channel: f32| channel / 255.0));
    let color = color.or_else(|| values.vector("color", "color")).unwrap_or([1.0; 3]);
    let kind = match kind {
        LightKind::Spot { .. } => cone(values, path, findings),
        other => *other,
    };
    let largest = color.into_iter().fold(1.0, f32::max);
    let color = color.map(|channel| (channel / largest).clamp(0.0, 1.0));
    let intensity = intensity(values, kind, path, findings).max(0.0) * largest;
    let range = values.numbers(RADIUS, (path, findings)).map(|[radius]| radius);
    let range = range.or_else(|| values.number("radius", "radius")).map(|radius| radius * METRES_PER_UNIT);
    let range = range.filter(|range| !is_directional && *range > 0.0);
    let intensity = if intensity.is_finite() { intensity } else { f32::MAX };
    Some(Light { name: String::new(), kind, color, intensity, range })
}

/// Returns lux for a directional light, candela for other lights.
fn intensity(values: &Values<'_>, kind: LightKind, path: &Path, findings: &mut Findings) -> f32 {
    let is_directional = matches!(kind, LightKind::Directional);
    let usual = if is_directional { (30.0, 2.0) } else { (0.0, 0.0) };
    let own = values.numbers(INTENSITY, (path, findings)).map(|[own]| own);
    let own = own.or_else(|| values.number("light", "intensity")).unwrap_or(usual.0);
    let unit = values.numbers(KIND, (path, findings)).map(|[unit]| unit);
    let unit = unit.or_else(|| values.number("light", "intensityType")).unwrap_or(usual.1);
    match (unit as i32, kind) {
        (2, LightKind::Directional) | (0, LightKind::Point | LightKind::Spot { .. }) => own,
        (1, LightKind::Point) => own / (4.0 * PI),
        (1, LightKind::Spot { outer, .. }) => own / (2.0 * PI * (1.0 - outer.cos())),
        _ => {
            let expected = if is_directional { "2 (lux)" } else { "0 (candela) or 1 (lumen)" };
            let message = format!("expected {expected}, found {unit}: the engine doesn't take the intensity");
            findings.warning(kinds::LIGHT_UNIT, path.clone().name(b"light_intensity_type"), message);
            usual.0
        }
    }
}

fn cone(values: &Values<'_>, path: &Path, findings: &mut Findings) -> LightKind {
    let whole = values.numbers(WHOLE, (path, findings)).map(|[angle]| angle);
    let half = || values.numbers(HALF, (path, &mut *findings)).map(|[angle]| 2.0 * angle);
    let whole = whole.or_else(half);
    let whole = whole.or_else(|| values.numbers(FIELD, (path, findings)).map(|[angle]| angle));
    let whole = whole.or_else(|| values.number("light_spot", "outerConeAngle"));
    let whole = whole.or_else(|| values.number("field_angle", "coneAngle")).unwrap_or(0.0);
    let outer = (whole / 2.0).to_radians().clamp(1e-3, FRAC_PI_2);
    let blend = values.numbers(BLEND, (path, findings)).map(|[blend]| blend);
    let blend = blend.or_else(|| values.number("light_spot", "blendFraction")).unwrap_or(0.1);
    let inner = (outer * (1.0 - blend)).clamp(0.0, outer * 0.9999);
    LightKind::Spot { inner, outer }
}

/// Writes the light to an entity. `before` is the light before it was edited. This only writes differences, and uses
/// existing keys if possible.
pub(super) fn set(entity: &mut EntityMut<'_, '_>, light: &Light, before: Option<&Light>) {
    let before = before.filter(|before| std::mem::discriminant(&before.kind) == std::mem::discriminant(&light.kind));
    let values = Values::of(entity.get());
    let mut set: Vec<(String, String)> = Vec::new();
    brightness(&values, light, before, &mut set);
    let range = light.range.filter(|range| !before.and_then(|own| own.range).is_some_and(|own| close(own, *range)));
    if let Some(range) = range {
        set.push((values.key(RADIUS), text([range / METRES_PER_UNIT])));
    }
    if let LightKind::Spot { inner, outer } = light.kind {
        let [old_inner, old_outer] = match before.map(|before| before.kind) {
            Some(LightKind::Spot { inner, outer }) => [inner, outer],
            _ => [-1.0; 2],
        };
        if !close(outer, old_outer) {
            let (key, angle) = match values.first(WHOLE).is_none() && values.first(HALF).is_some() {
                true => (HALF, outer.to_degrees()),
                false => (WHOLE, 2.0 * outer.to_degrees()),
            };
            set.push((values.key(key), text([angle])));
        }
        if !close(inner, old_inner) {
            let blend = if outer > 0.0 { 1.0 - inner / outer } else { 0.1 };
            set.push((values.key(BLEND), text([blend.clamp(0.0, 1.0)])));
        }
    }
    drop(values);
    set.iter().for_each(|(key, value)| entity.set_key_value(key, value));
}

/// Writes the colour and intensity. If only the intensity has changed, the existing value is multiplied, so its unit
/// can be anything.
fn brightness(values: &Values<'_>, light: &Light, before: Option<&Light>, set: &mut Vec<(String, String)>) {
    let is_same_color = |own: &&Light| own.color.iter().zip(light.color).all(|(a, b)| close(*a, b));
    if let Some(before) = before.filter(is_same_color).filter(|before| before.intensity > 0.0) {
        let own = values.numbers(INTENSITY, (&Path::new(), &mut Findings::new())).map(|[own]| own);
        if close(before.intensity, light.intensity) {
            return;
        }
        if let Some(own) = own.or_else(|| values.number("light", "intensity")) {
            set.push((values.key(INTENSITY), text([own * (light.intensity / before.intensity)])));
            return;
        }
    }
    set.push((values.key(COLOR), text(light.color.map(|channel| channel * 255.0))));
    set.push((values.key(INTENSITY), text([light.intensity])));
    let unit = if light.kind == LightKind::Directional { "2" } else { "0" };
    set.push((values.key(KIND), unit.to_owned()));
}

fn close(a: f32, b: f32) -> bool {
    (a - b).abs() <= 1e-4 * a.abs().max(b.abs()).max(1e-2)
}
