//! Lights: suns and lamps.

use asset_scene::glam::{DVec3, Vec3};
use asset_scene::{LightKind, Pose, Scene};

use crate::color::between;

/// A light.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum Light {
    /// One as far away as the sun.
    Sun {
        /// The direction to the light, in scene space; of any length above 0.
        toward: Vec3,
        /// Red, green and blue, linear: a white surface that faces a light of 1 1 1 is white.
        color: Vec3,
    },
    /// One at a place.
    Lamp {
        /// Where it is, in the scene's space.
        position: Vec3,
        /// Colour as of a sun, at a distance of 1; it decreases with the square of the distance.
        color: Vec3,
        /// The distance beyond which the light has no effect.
        range: Option<f32>,
        /// The cone that it shines into; everywhere if there is none.
        cone: Option<Cone>,
    },
}

/// The cone of a lamp.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cone {
    /// The direction against which it shines; of any length above 0.
    pub against: Vec3,
    /// The cosine of the angle from its axis up to which it is as bright as on it.
    pub inner: f32,
    /// The cosine of the angle at which it is dark.
    pub outer: f32,
}

impl Light {
    /// Returns the suns and lamps of a scene in a pose, as bright as its engine shows them: π lux light a white surface fully. If the brightest is
    /// brighter than that in the scene's middle, all are scaled down, as an exposure would do it.
    pub(crate) fn of_engine(scene: &Scene<'_>, pose: &Pose, bounds: [Vec3; 2]) -> Vec<Self> {
        Self::scaled(scene, pose, bounds, |most| 1.0 / most.max(std::f32::consts::PI))
    }

    /// Returns the suns and lamps of a scene in a pose, scaled so that the brightest of them lights the scene's middle like a lamp of 1. Formats have
    /// no common unit, and pictures no exposure.
    pub(crate) fn of_scene(scene: &Scene<'_>, pose: &Pose, bounds: [Vec3; 2]) -> Vec<Self> {
        Self::scaled(scene, pose, bounds, |most| 1.0 / most)
    }

    /// Returns the suns and lamps of a scene, times a factor that depends on the brightest of them in the scene's middle.
    fn scaled(scene: &Scene<'_>, pose: &Pose, [min, max]: [Vec3; 2], factor: impl Fn(f32) -> f32) -> Vec<Self> {
        let mut lights = Self::all(scene, pose);
        let (middle, near) = ((min + max) * 0.5, (max - min).length() * 0.25);
        let strength = |light: &Self| match light {
            Self::Sun { color, .. } => color.max_element(),
            Self::Lamp { position, color, .. } => {
                let distance = (*position - middle).length().max(near).max(1e-6);
                color.max_element() / (distance * distance)
            }
        };
        let most = lights.iter().map(strength).filter(|strength| strength.is_finite()).fold(0.0, f32::max);
        lights.retain(|light| most > 0.0 && strength(light).is_finite());
        for Self::Sun { color, .. } | Self::Lamp { color, .. } in &mut lights {
            *color *= factor(most);
        }
        lights
    }

    /// Returns the suns and lamps of a scene in a pose, in lux and candela.
    fn all(scene: &Scene<'_>, pose: &Pose) -> Vec<Self> {
        let lit = scene.nodes.enumerate().filter_map(|(node, own)| Some((node, scene.lights.get(own.light?)?)));
        lit.map(|(node, light)| {
            let columns = pose.world(node).to_cols_array();
            let column = |first: usize| Vec3::new(columns[first], columns[first + 1], columns[first + 2]);
            let (toward, position) = (column(8), column(12));
            let color = Vec3::from_array(light.color) * light.intensity;
            let cone = match light.kind {
                LightKind::Spot { inner, outer } => {
                    Some(Cone { against: toward, inner: libm::cosf(inner), outer: libm::cosf(outer) })
                }
                _ => None,
            };
            match light.kind {
                LightKind::Directional => Self::Sun { toward, color },
                _ => Self::Lamp { position, color, range: light.range, cone },
            }
        })
        .collect()
    }

    /// The direction to the light at a place, and its colour there.
    #[inline]
    pub(crate) fn at(&self, place: Vec3) -> (Vec3, Vec3) {
        match *self {
            Self::Sun { toward, color } => (toward, color),
            Self::Lamp { position, color, range, cone } => {
                let away = position - place;
                let distance = away.length().max(1e-6);
                let toward = away * (1.0 / distance);
                let part = range.map_or(1.0, |range| {
                    let share = distance / range;
                    let rest = (1.0 - share * share * share * share).max(0.0);
                    rest * rest
                });
                let within = cone.map_or(1.0, |cone| {
                    let share = (toward.dot(cone.against) - cone.outer) / (cone.inner - cone.outer).max(1e-4);
                    let share = between(share, 0.0, 1.0);
                    share * share
                });
                (toward, color * (part * within / (distance * distance)))
            }
        }
    }

    /// The same with directions of unit length, if they have any.
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
        let at = |place: Vec3| lamp.at(place).1.x;
        assert!((at(Vec3::ZERO) - 0.25 * (15.0 / 16.0_f32).powi(2)).abs() < 1e-6);
        assert_eq!([at(Vec3::Y * -2.5), at(Vec3::X * 9.0)], [0.0, 0.0]);
        assert_eq!(lamp.at(Vec3::ZERO).0, Vec3::Y);
    }
}
