//! Converts billboards and particles to sprites.

#![allow(clippy::arithmetic_side_effects, reason = "floats")]

use asset_scene::color::srgb_to_linear;
use asset_scene::glam::{DAffine3, DVec3};
use asset_scene::{Facing, Sprite};
use urho_resource::particles::{Emitter, Emitter2d, Placement};
use urho_resource::views::{ParticleEffect, ParticleEffect2d};
use urho_scene::{Component, Variant};

use crate::mirror;

/// The number of bytes that a sprite takes until it is drawn.
pub(super) const PER_SPRITE: u64 = 1536;
/// Steps per second of a simulation.
const STEPS: f32 = 60.0;
/// The number of values that a billboard has in files: without a direction in old files.
const VALUES: [usize; 2] = [6, 7];

/// Limits the time for the particles of a scene.
pub(super) struct Work {
    /// How many particles may be moved, counted in steps.
    left: u64,
}

impl Work {
    pub(super) fn new() -> Self {
        Self { left: 1 << 28 }
    }

    pub(super) fn is_left(&self) -> bool {
        self.left > 0
    }

    fn spend(&mut self, particles: usize, time: f32) {
        let steps = (time * STEPS) as u64;
        self.left = self.left.saturating_sub((particles as u64).saturating_add(1).saturating_mul(steps));
    }
}

/// Returns how to turn billboards, given the number of the mode in files.
pub(super) fn facing(mode: i32) -> Facing {
    match mode {
        0 => Facing::Node,
        2 => Facing::CameraUpright,
        3 => Facing::Point,
        4 | 5 => Facing::PointUpright,
        6 => Facing::Direction,
        _ => Facing::Camera,
    }
}

/// Returns the enabled billboards of a component.
pub(super) fn of_component(component: &Component<'_>) -> Vec<Sprite> {
    let Some(Variant::VariantVector(items)) = component.get("Billboards") else { return Vec::new() };
    let Some((Variant::Int(count), values)) = items.split_first() else { return Vec::new() };
    let count = usize::try_from(*count).unwrap_or(0);
    let is_old = values.len() == count.saturating_mul(VALUES[0]);
    let size = if is_old { VALUES[0] } else { VALUES[1] };
    values.chunks_exact(size).take(count).filter_map(billboard).collect()
}

fn billboard(values: &[Variant<'_>]) -> Option<Sprite> {
    let [position, size, uv, color, rotation, rest @ ..] = values else { return None };
    let (direction, is_enabled) = match rest {
        [is_enabled] => (None, is_enabled),
        [direction, is_enabled] => (Some(direction), is_enabled),
        _ => return None,
    };
    let vector = |value: &Variant<'_>| if let Variant::Vector3(vector) = value { Some(*vector) } else { None };
    let four = |value: &Variant<'_>| match value {
        Variant::Vector4(four) | Variant::Color(four) => Some(*four),
        _ => None,
    };
    let (Variant::Vector2(size), Variant::Float(rotation)) = (size, rotation) else { return None };
    is_enabled.as_bool().filter(|is_enabled| *is_enabled)?;
    let direction = direction.and_then(vector).unwrap_or([0.0, 1.0, 0.0]);
    let sprite = Sprite {
        position: mirror::vector(vector(position)?),
        size: *size,
        rotation: rotation.to_radians(),
        color: linear(four(color)?),
        uv: four(uv)?,
        direction: mirror::vector(direction),
    };
    Some(sprite)
}

fn linear([r, g, b, a]: [f32; 4]) -> [f32; 4] {
    let [r, g, b] = [r, g, b].map(|channel| srgb_to_linear(channel.max(0.0)));
    [r, g, b, a]
}

/// Returns the particles that an effect shows at a time, given the place of its node in the scene.
pub(super) fn of_effect(
    effect: &ParticleEffect,
    place: &DAffine3,
    (time, is_emitting, seed): (f32, bool, u32),
    work: &mut Work,
) -> Vec<Sprite> {
    if !work.is_left() {
        return Vec::new();
    }
    let mut emitter = Emitter::new(effect).placed(placement(place)).seeded(seed).emitting(is_emitting);
    emitter.run(time);
    let sprites = emitter.particles().map(|particle| Sprite {
        position: mirror::vector(particle.position),
        size: particle.size,
        rotation: particle.rotation.to_radians(),
        color: linear(particle.color),
        uv: particle.uv,
        direction: mirror::vector(particle.direction),
    });
    let sprites: Vec<Sprite> = sprites.collect();
    work.spend(sprites.len(), time);
    sprites
}

/// The world units that a pixel of an image takes in the plane.
pub(super) const PER_PIXEL: f32 = 0.01;

/// Returns the particles that an effect in the plane shows at a time, given the place of its node in the scene. They are
/// in the plane of the scene, and the scale of the node along X scales them.
pub(super) fn of_flat_effect(
    effect: &ParticleEffect2d,
    place: &DAffine3,
    (time, uv): (f32, [f32; 4]),
    work: &mut Work,
) -> Vec<Sprite> {
    if !work.is_left() {
        return Vec::new();
    }
    let mut emitter = Emitter2d::new(effect);
    emitter.run(time);
    let Placement { position: [x, y, z], scale: [scale, ..], .. } = placement(place);
    let unit = PER_PIXEL * scale;
    let sprites = emitter.particles().map(|particle| Sprite {
        position: mirror::vector([x + particle.position[0] * unit, y + particle.position[1] * unit, z]),
        size: [particle.size * unit / 2.0; 2],
        rotation: particle.rotation.to_radians(),
        color: linear(particle.color.map(|channel| channel.clamp(0.0, 1.0))),
        uv,
        direction: [0.0, 1.0, 0.0],
    });
    let sprites: Vec<Sprite> = sprites.collect();
    work.spend(sprites.len(), time);
    sprites
}

/// Returns the place of a node in the axes of the engine.
fn placement(place: &DAffine3) -> Placement {
    let axes = place.matrix3.to_cols_array_2d().map(DVec3::from_array);
    let unit = axes.map(|axis| axis.normalize_or_zero().as_vec3().to_array());
    let [[xx, xy, xz], y, z] = unit;
    Placement {
        position: mirror::vector(place.translation.as_vec3().to_array()),
        // The axis X is mirrored itself.
        axes: [[xx, -xy, -xz], mirror::vector(y), mirror::vector(z)],
        scale: axes.map(|axis| axis.length() as f32),
    }
}

/// Scales sprites like their node.
pub(super) fn scale(sprites: &mut [Sprite], place: &DAffine3) {
    let [x, y, _] = placement(place).scale;
    for sprite in sprites {
        sprite.size = [sprite.size[0] * x, sprite.size[1] * y];
    }
}

#[cfg(test)]
mod tests {
    use asset_scene::glam::DQuat;

    use super::*;

    /// A node that is turned around Y so that its Z points to the engine's X.
    #[test]
    fn places_are_those_of_the_engine() {
        // Half a right angle in the engine; the scene turns the other way.
        let turn = DQuat::from_rotation_y(-std::f64::consts::FRAC_PI_2);
        let place =
            DAffine3::from_scale_rotation_translation(DVec3::new(2.0, 3.0, 4.0), turn, DVec3::new(-1.0, 5.0, 6.0));
        let Placement { position, axes: [x, y, z], scale } = placement(&place);
        assert_eq!((position, scale), ([1.0, 5.0, 6.0], [2.0, 3.0, 4.0]));
        let is_near = |a: [f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-6);
        assert!(
            is_near(x, [0.0, 0.0, -1.0]) && is_near(y, [0.0, 1.0, 0.0]) && is_near(z, [1.0, 0.0, 0.0]),
            "{x:?} {z:?}"
        );
    }
}
