//! Suns and lamps.

use asset_scene::color::linear_to_srgb;
use asset_scene::glam::{DVec3, Vec3};
use asset_scene::{LightEffect, LightKind, Pose, Scene, ShadowMap};

use crate::color::between;
use crate::grain::Grain;

/// The formula for the brightness of a lamp by distance. It is 1 next to the lamp, and 0 at its range.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ramp {
    /// `1 − (distance / range)²`, and across a cone in the same way, as in the usual textures of Urho3D.
    Square,
    /// `(1 − distance / range)²`, and across a cone evenly with the cosine, as in rbfx.
    Twice,
}

impl Ramp {
    /// Returns how much of the light is left halfway to the range. In this place, a lamp should have the same effect as
    /// its candela.
    fn half_way(self) -> f32 {
        match self {
            Self::Square => 0.75,
            Self::Twice => 0.25,
        }
    }

    /// Returns the part of the light at a distance, given as a fraction of the range.
    fn at(self, distance: f32) -> f32 {
        match self {
            Self::Square => (1.0 - distance * distance).max(0.0),
            Self::Twice => (1.0 - distance).max(0.0) * (1.0 - distance).max(0.0),
        }
    }

    /// Returns the part of the light in a cone, given the cosine of the angle to its axis.
    fn within(self, cone: &Cone, cosine: f32) -> f32 {
        match self {
            Self::Square if cosine > 0.0 => {
                let tangent = |cosine: f32| (1.0 - cosine * cosine) / (cosine * cosine).max(1e-6);
                (1.0 - tangent(cosine) / tangent(cone.outer).max(1e-6)).max(0.0)
            }
            Self::Square => 0.0,
            Self::Twice => between((cosine - cone.outer) / (1.0 - cone.outer).max(1e-6), 0.0, 1.0),
        }
    }
}

/// A light.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Light {
    /// A light that is as far away as the sun.
    Sun {
        /// The direction to the light in scene space. It can have any length above 0.
        toward: Vec3,
        /// The colour (linear red, green and blue). With a colour of 1 1 1, a white surface that faces the light will
        /// be white.
        color: Vec3,
    },
    /// A light that has a position.
    Lamp {
        /// The position in scene space.
        position: Vec3,
        /// The colour for a distance of 1, given as for a sun. The light decreases with the square of the distance.
        color: Vec3,
        /// The light has no effect beyond this distance.
        range: Option<f32>,
        /// The cone to shine into. If this is `None`, the light shines in all directions.
        cone: Option<Cone>,
    },
}

/// A light of a scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lamp {
    pub(crate) light: Light,
    /// How it casts shadows, if it does.
    pub(crate) shadow: Option<Cast>,
    /// A factor for its highlights in sRGB values.
    pub(crate) highlight: f32,
    /// It only lights draws that have a bit in common with this.
    pub(crate) mask: u32,
    /// Whether its light is taken away.
    pub(crate) is_negative: bool,
}

/// The settings for the shadows of a light.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cast {
    /// The part of the light that is left in a shadow.
    pub(crate) left: f32,
    pub(crate) map: Option<ShadowMap>,
    /// The axes of the light, as long as 1.
    pub(crate) axes: [Vec3; 3],
    /// How soft the edges of its shadows are, or `None` if they are sharp.
    pub(crate) grain: Option<Grain>,
}

/// The cone of a lamp.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// The direction opposite to the direction in which the lamp shines. It can have any length above 0.
    pub against: Vec3,
    /// The cosine of the angle up to which the light is as bright as on the axis.
    pub inner: f32,
    /// The cosine of the angle from which on it is dark.
    pub outer: f32,
}

impl Light {
    /// Returns the suns and lamps of a scene, given a pose, as bright as the engine shows them: π lux make a white
    /// surface white. If the brightest light would be brighter than this in the center of the scene, all lights will be
    /// scaled down, as an exposure would do it.
    pub(crate) fn of_engine(scene: &Scene<'_>, pose: &Pose, bounds: [Vec3; 2]) -> Vec<Lamp> {
        Self::scaled(scene, pose, bounds, |most| 1.0 / most.max(std::f32::consts::PI))
    }

    /// Returns the suns and lamps of a scene, given a pose, scaled so that the brightest of them has the effect of a
    /// lamp of 1 in the center of the scene. This is needed because the formats do not use the same unit, and because a
    /// picture has no exposure.
    pub(crate) fn of_scene(scene: &Scene<'_>, pose: &Pose, bounds: [Vec3; 2]) -> Vec<Lamp> {
        Self::scaled(scene, pose, bounds, |most| 1.0 / most)
    }

    /// Returns the suns and lamps of a scene, multiplied by a factor. To get this factor, `factor` is called with the
    /// brightest light in the center of the scene.
    fn scaled(scene: &Scene<'_>, pose: &Pose, [min, max]: [Vec3; 2], factor: impl Fn(f32) -> f32) -> Vec<Lamp> {
        let mut lights = Self::all(scene, pose);
        let (middle, near) = ((min + max) * 0.5, (max - min).length() * 0.25);
        let strength = |light: &Self| match light {
            Self::Sun { color, .. } => color.max_element(),
            Self::Lamp { position, color, .. } => {
                let distance = (*position - middle).length().max(near).max(1e-6);
                color.max_element() / (distance * distance)
            }
        };
        let most = lights
            .iter()
            .filter(|lamp| !lamp.is_negative)
            .map(|lamp| strength(&lamp.light))
            .filter(|strength| strength.is_finite())
            .fold(0.0, f32::max);
        lights.retain(|lamp| most > 0.0 && strength(&lamp.light).is_finite());
        for lamp in &mut lights {
            let (Self::Sun { color, .. } | Self::Lamp { color, .. }) = &mut lamp.light;
            *color *= factor(most);
        }
        lights
    }

    /// Returns the suns and lamps of a scene, given a pose, in lux and candela.
    fn all(scene: &Scene<'_>, pose: &Pose) -> Vec<Lamp> {
        let effects = scene.staging.as_deref().map(|staging| &staging.lights);
        let effect = |id| effects.and_then(|effects| effects.get(&id)).copied();
        let effect = |id| effect(id).unwrap_or_default();
        let lit = scene.nodes.enumerate().filter_map(|(node, shown)| Some((node, shown.light?)));
        let lit = lit.filter_map(|(node, id)| Some((node, scene.lights.get(id)?, effect(id))));
        lit.map(|(node, light, LightEffect { shadow, highlight, mask, taken })| {
            let columns = pose.world(node).to_cols_array();
            let column = |first: usize| Vec3::new(columns[first], columns[first + 1], columns[first + 2]);
            let (toward, position) = (column(8), column(12));
            let color = taken.map_or(Vec3::from_array(light.color) * light.intensity, Vec3::from_array);
            let cone = match light.kind {
                LightKind::Spot { inner, outer } => {
                    Some(Cone { against: toward, inner: libm::cosf(inner), outer: libm::cosf(outer) })
                }
                _ => None,
            };
            let light = match light.kind {
                LightKind::Directional => Self::Sun { toward, color },
                _ => Self::Lamp { position, color, range: light.range, cone },
            };
            let axes = [0, 4, 8].map(|first| column(first).normalize_or_zero());
            let cast = |shadow: asset_scene::Shadow| Cast {
                left: between(shadow.left, 0.0, 1.0),
                map: shadow.map,
                axes,
                grain: None,
            };
            let shadow = shadow.map(cast);
            Lamp { light, shadow, highlight: between(highlight, 0.0, f32::MAX), mask, is_negative: taken.is_some() }
        })
        .collect()
    }

    /// Returns the suns and lamps of a scene, given a pose. With a sun of 1 1 1, a white surface that faces the sun will
    /// be white. For a lamp with a range, this is the light next to the lamp, where the [ramp](Self::on_ramp) starts. If
    /// `in_srgb` is set, the colours are sRGB values.
    pub(crate) fn on_ramps(scene: &Scene<'_>, pose: &Pose, ramp: Ramp, in_srgb: bool) -> Vec<Lamp> {
        let encoded = |color: Vec3, unit: f32| {
            // The brightness is no colour: it stays as strong as it is.
            let brightness = color.max_element();
            if !(brightness > 0.0 && brightness.is_finite()) {
                return Vec3::ZERO;
            }
            let hue = (color * (1.0 / brightness)).to_array();
            let hue = if in_srgb { hue.map(linear_to_srgb) } else { hue };
            Vec3::from_array(hue) * (brightness / unit)
        };
        let mut lights = Self::all(scene, pose);
        for lamp in &mut lights {
            match &mut lamp.light {
                Self::Sun { color, .. } => *color = encoded(*color, std::f32::consts::PI),
                Self::Lamp { color, range, .. } => {
                    let reach = range.unwrap_or(2.0);
                    *color = encoded(*color, std::f32::consts::PI * ramp.half_way() * reach * reach / 4.0);
                }
            }
        }
        lights
    }

    /// Returns the direction to the light for a given place, and the colour of the light in this place.
    #[inline]
    pub(crate) fn at(&self, point: Vec3) -> (Vec3, Vec3) {
        let falling = |distance: f32, range: Option<f32>| {
            let part = range.map_or(1.0, |range| {
                let share = distance / range;
                let rest = (1.0 - share * share * share * share).max(0.0);
                rest * rest
            });
            part / (distance * distance)
        };
        let within = |cone: &Cone, toward: Vec3| {
            let share = (toward.dot(cone.against) - cone.outer) / (cone.inner - cone.outer).max(1e-4);
            let share = between(share, 0.0, 1.0);
            share * share
        };
        self.seen(point, falling, within)
    }

    /// Does the same for a light [on a ramp](Self::on_ramps).
    #[inline]
    pub(crate) fn on_ramp(&self, point: Vec3, ramp: Ramp) -> (Vec3, Vec3) {
        let falling = |distance: f32, range: Option<f32>| match range {
            Some(range) => ramp.at(distance / range),
            None => ramp.half_way() / (distance * distance),
        };
        self.seen(point, falling, |cone, toward| ramp.within(cone, toward.dot(cone.against)))
    }

    #[inline]
    fn seen(
        &self,
        point: Vec3,
        falling: impl Fn(f32, Option<f32>) -> f32,
        within: impl Fn(&Cone, Vec3) -> f32,
    ) -> (Vec3, Vec3) {
        match *self {
            Self::Sun { toward, color } => (toward, color),
            Self::Lamp { position, color, range, cone } => {
                let away = position - point;
                let distance = away.length().max(1e-6);
                let toward = away * (1.0 / distance);
                let within = cone.as_ref().map_or(1.0, |cone| within(cone, toward));
                (toward, color * (falling(distance, range) * within))
            }
        }
    }

    /// Scales the directions to unit length. If a direction has no length, returns `None`.
    pub(crate) fn straightened(self) -> Option<Self> {
        let unit = |axis: Vec3| axis.as_dvec3().try_normalize().map(|axis: DVec3| axis.as_vec3());
        match self {
            Self::Sun { toward, color } => Some(Self::Sun { toward: unit(toward)?, color }),
            Self::Lamp { position, color, range, cone: Some(cone) } => {
                let cone = Some(Cone { against: unit(cone.against)?, ..cone });
                Some(Self::Lamp { position, color, range, cone })
            }
            lamp => Some(lamp),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lamps_fall_off() {
        let cone = Some(Cone { against: Vec3::Y, inner: 0.9, outer: 0.8 });
        let lamp = Light::Lamp { position: Vec3::Y * 2.0, color: Vec3::ONE, range: Some(4.0), cone };
        let at = |point: Vec3| lamp.at(point).1.x;
        assert!((at(Vec3::ZERO) - 0.25 * (15.0 / 16.0_f32).powi(2)).abs() < 1e-6);
        assert_eq!([at(Vec3::Y * -2.5), at(Vec3::X * 9.0)], [0.0, 0.0]);
        assert_eq!(lamp.at(Vec3::ZERO).0, Vec3::Y);
    }

    #[test]
    fn cones_in_srgb_fall_like_the_usual_texture() {
        // The texture of the engine has 255, 239 and 112 of 255 in these parts of its half.
        for (part, left) in [(0.0, 1.0), (0.25, 239.0 / 255.0), (0.75, 112.0 / 255.0), (1.0, 0.0), (1.2, 0.0)] {
            let outer = libm::cosf(0.5);
            let cone = Some(Cone { against: Vec3::Y, inner: 1.0, outer });
            let lamp = Light::Lamp { position: Vec3::Y, color: Vec3::ONE, range: Some(1e6), cone };
            let shown = lamp.on_ramp(Vec3::X * (libm::tanf(0.5) * part), Ramp::Square).1.x;
            assert!((shown - left).abs() < 4e-3, "{part}: {shown}");
        }
    }

    #[test]
    fn lamps_in_srgb_fall_along_a_ramp() {
        let mut scene = Scene::default();
        // The candela of an engine's lamp of brightness 2 that reaches 4 units.
        let intensity = 2.0 * std::f32::consts::PI * 0.75 * 4.0;
        let color = [1.0, 0.214_041_14, 0.0];
        let light = scene.lights.push(asset_scene::Light {
            color,
            intensity,
            range: Some(4.0),
            ..asset_scene::Light::default()
        });
        scene.nodes.push(asset_scene::Node { light: Some(light), ..asset_scene::Node::default() });
        let pose = scene.rest_pose().unwrap_or_else(|error| panic!("{error}"));
        let [lamp] = Light::on_ramps(&scene, &pose, Ramp::Square, true)[..] else { panic!("expected one light") };
        for (distance, left) in [(1e-3, 1.0), (2.0, 0.75), (4.0, 0.0), (5.0, 0.0)] {
            let shown = lamp.light.on_ramp(Vec3::X * distance, Ramp::Square).1;
            assert!(shown.abs_diff_eq(Vec3::new(2.0, 1.0, 0.0) * left, 1e-5), "{distance}: {shown}");
        }
    }

    /// In rbfx: `(1 − distance / range)²`, and `(cosine − outer) / (1 − outer)` across a cone.
    #[test]
    fn lamps_of_a_range_fall_off_twice() {
        let cone = Some(Cone { against: Vec3::Y, inner: 1.0, outer: 0.5 });
        let lamp = Light::Lamp { position: Vec3::ZERO, color: Vec3::ONE, range: Some(8.0), cone: None };
        let at = |lamp: &Light, point| lamp.on_ramp(point, Ramp::Twice).1.x;
        assert_eq!([2.0, 4.0, 8.0, 9.0].map(|distance| at(&lamp, Vec3::X * distance)), [0.5625, 0.25, 0.0, 0.0]);
        let spot = Light::Lamp { position: Vec3::ZERO, color: Vec3::ONE, range: Some(8.0), cone };
        let (sine, cosine) = libm::sincosf(0.5);
        let shown = at(&spot, Vec3::new(sine, -cosine, 0.0) * 4.0);
        assert!((shown - 0.25 * (cosine - 0.5) / 0.5).abs() < 1e-6, "{shown}");
        assert_eq!(at(&spot, Vec3::Y * 4.0), 0.0);
    }
}
