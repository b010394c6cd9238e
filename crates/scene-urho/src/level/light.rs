//! Converts lights to the units of the scene, and back.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use std::f32::consts::{FRAC_PI_2, PI};

use asset_scene::color::{linear_to_srgb, srgb_to_linear};
use asset_scene::{Light, LightKind};
use urho_scene::{Component, Engine, Variant};

use super::parts::{flag, float, number};

/// Reads a `Light` component. In the engine, a light with a negative colour or brightness removes light; only pictures
/// show this, so the light will be dark. See also [`taken`].
pub(super) fn of_component(component: &Component<'_>, engine: Engine, name: &str) -> Light {
    let brightness = float(component, "Brightness Multiplier", 1.0);
    shown(component, engine, (color(component), brightness), name)
}

/// Returns the light that a component takes away, if it does: red, green and blue in the unit of the scene. As in the
/// engine, the sum of the colour decides.
pub(super) fn taken(component: &Component<'_>, engine: Engine) -> Option<[f32; 3]> {
    let (color, brightness) = (color(component), float(component, "Brightness Multiplier", 1.0));
    if color.iter().sum::<f32>() * brightness >= 0.0 {
        return None;
    }
    let light = shown(component, engine, (color.map(f32::abs), brightness.abs()), "");
    Some(light.color.map(|channel| channel * light.intensity))
}

fn color(component: &Component<'_>) -> [f32; 3] {
    match component.get("Color") {
        Some(Variant::Color([r, g, b, _]) | Variant::Vector4([r, g, b, _])) => [r, g, b],
        _ => [1.0; 3],
    }
}

/// Converts a light with this colour and brightness.
fn shown(component: &Component<'_>, engine: Engine, (color, mut brightness): ([f32; 3], f32), name: &str) -> Light {
    let mut color = color.map(srgb_to_linear);
    if flag(component, "Use Physical Values", false) {
        brightness *= 4.0 * 16.0 / 10000.0;
        let tint = of_temperature(float(component, "Temperature", 6590.0));
        color.iter_mut().zip(tint).for_each(|(own, tint)| *own *= tint);
    }
    let largest = color.into_iter().fold(1.0, f32::max);
    let color = color.map(|channel| (channel / largest).clamp(0.0, 1.0));
    let range = float(component, "Range", 10.0);
    let kind = match number(component, "Light Type", 2) {
        0 => LightKind::Directional,
        1 => spot(float(component, "Spot FOV", 30.0), engine),
        _ => LightKind::Point,
    };
    let intensity = (brightness * largest).max(0.0) * per_brightness(kind, range, engine);
    let range = (kind != LightKind::Directional && range > 0.0).then_some(range);
    Light { name: name.to_owned(), kind, color, intensity, range }
}

fn spot(field_of_view: f32, engine: Engine) -> LightKind {
    let outer = (field_of_view / 2.0).to_radians().clamp(1e-3, FRAC_PI_2 - 1e-3);
    LightKind::Spot { inner: bright(engine) * outer, outer }
}

/// Returns the part of a spot's cone that is fully lit: Urho3D's texture of a spot is bright in most of it.
fn bright(engine: Engine) -> f32 {
    if engine == Engine::Rbfx { 0.0 } else { 0.8 }
}

/// Returns whether the edge of a spot is softer or harder than in the engine, which has no attribute for this. Some
/// programs drop inner angles, so 0 isn't an edit.
pub(super) fn has_other_edge(light: &Light, engine: Engine) -> bool {
    let LightKind::Spot { inner, outer } = light.kind else { return false };
    inner > 0.0 && (inner / outer - bright(engine)).abs() > 0.02
}

/// Returns the lux or candela for a brightness of 1.
fn per_brightness(kind: LightKind, range: f32, engine: Engine) -> f32 {
    if kind == LightKind::Directional { PI } else { PI * half_way(engine) * range * range / 4.0 }
}

/// Returns how much of the brightness is left at half of the range.
fn half_way(engine: Engine) -> f32 {
    if engine == Engine::Rbfx { 0.25 } else { 0.75 }
}

/// Returns the range for which a brightness of 1 gives this many candela. Use this for a light without a range: in the
/// engine lights fade out at their range, so with a large range the brightness would have to be near 0, and it would be
/// dark right next to the lamp.
fn range_of(candela: f32, engine: Engine) -> f32 {
    2.0 * (candela / (PI * half_way(engine))).sqrt()
}

/// Returns whether a light is so bright that its file must use physical units, which can't be shown on the screen as
/// they are. Sunlight has 100 000 lux there, but in the engine π lux are enough to fully light a white surface.
/// Blender's exporter multiplies by 683 to get these units.
pub(super) fn is_physical(light: &Light) -> bool {
    light.intensity > if light.kind == LightKind::Directional { 200.0 } else { 10_000.0 }
}

/// Sets the attributes of a `Light` component, so that it looks like the light in the scene. If an attribute already
/// says the same, this does not change it.
pub(super) fn set(component: &mut Component<'static>, light: &Light, engine: Engine) {
    let before = of_component(component, engine, "");
    let is_new = component.attributes.is_empty();
    // Not every program keeps ranges.
    let known = before.range.filter(|_| !is_new);
    let usual = || known.unwrap_or_else(|| range_of(light.intensity, engine));
    let range = light.range.unwrap_or_else(usual).max(1e-3);
    let is_same_kind = !is_new && std::mem::discriminant(&before.kind) == std::mem::discriminant(&light.kind);
    let is_same_color = before.color.iter().zip(&light.color).all(|(a, b)| (a - b).abs() < 1e-4);
    // Physical units have a factor and a temperature, which stay with the colour. So does a colour brighter than 1.
    let stays = is_same_kind && before.intensity > 0.0 && (is_same_color || is_plain(component));
    let was_bright = float(component, "Brightness Multiplier", 1.0);
    let per = |range: f32| per_brightness(light.kind, range, engine);
    let factor = light.intensity / before.intensity * per(before.range.unwrap_or(range)) / per(range);
    let mut set = |name: &str, value: Variant<'static>| {
        component.attributes.set(engine, name, value);
    };
    if !is_same_kind {
        set("Light Type", Variant::Int(number_of(light.kind)));
    }
    if !(stays && is_same_color) {
        let [r, g, b] = light.color.map(linear_to_srgb);
        set("Color", Variant::Color([r, g, b, 1.0]));
    }
    if !stays {
        set("Use Physical Values", Variant::Bool(0));
        set("Brightness Multiplier", Variant::Float(light.intensity / per(range)));
    } else if (factor - 1.0).abs() > 1e-4 {
        set("Brightness Multiplier", Variant::Float(was_bright * factor));
    }
    let is_same_range = known.is_some_and(|known| (known - range).abs() <= 1e-4 * known);
    if light.kind != LightKind::Directional && !is_same_range {
        set("Range", Variant::Float(range));
    }
    if let LightKind::Spot { outer, .. } = light.kind {
        let is_same_cone = matches!(before.kind, LightKind::Spot { outer: known, .. } if (known - outer).abs() < 1e-4);
        if !(is_same_kind && is_same_cone) {
            set("Spot FOV", Variant::Float((2.0 * outer).to_degrees()));
        }
    }
}

/// Returns the number that files use for a light kind.
fn number_of(kind: LightKind) -> i32 {
    match kind {
        LightKind::Directional => 0,
        LightKind::Spot { .. } => 1,
        LightKind::Point => 2,
    }
}

/// Returns whether the colour and brightness of a component can be used without conversion.
fn is_plain(component: &Component<'_>) -> bool {
    let is_dim = |color: Variant<'_>| match color {
        Variant::Color(color) | Variant::Vector4(color) => {
            color.iter().take(3).all(|channel| (0.0..=1.0).contains(channel))
        }
        _ => true,
    };
    !flag(component, "Use Physical Values", false) && component.get("Color").is_none_or(is_dim)
}

/// Returns the colour of a black body, with the same formula as in the engine.
fn of_temperature(kelvin: f32) -> [f32; 3] {
    let t = kelvin;
    let u =
        (0.860_117_76 + 1.541_182_5e-4 * t + 1.286_412e-7 * t * t) / (1.0 + 8.424_202e-4 * t + 7.081_451_6e-7 * t * t);
    let v = (0.317_398_73 + 4.228_062_5e-5 * t + 4.204_817e-8 * t * t)
        / (1.0 - 2.897_418_2e-5 * t + 1.614_560_5e-7 * t * t);
    let below = 2.0 * u - 8.0 * v + 4.0;
    let (x, y) = (3.0 * u / below, 2.0 * v / below);
    let (x, z) = (x / y, (1.0 - x - y) / y);
    let color = [
        3.240_454_2 * x - 1.537_138_5 - 0.498_531_4 * z,
        -0.969_266 * x + 1.876_010_8 + 0.041_556 * z,
        0.055_643_4 * x - 0.204_025_9 + 1.057_225_2 * z,
    ];
    color.map(|channel| if channel.is_finite() { channel.max(0.0) } else { 1.0 })
}
