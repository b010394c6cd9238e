//! Light on surfaces: lamps and an even environment.

use asset_scene::glam::{DVec3, Vec3};
use asset_scene::{LightKind, Pose, Scene};

use crate::camera::Camera;
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
    /// Returns the suns and lamps of a scene in a pose, scaled so that the brightest of them lights the scene's middle like a lamp of 1. Formats have
    /// no common unit, and pictures no exposure.
    pub(crate) fn of_scene(scene: &Scene<'_>, pose: &Pose, [min, max]: [Vec3; 2]) -> Vec<Self> {
        let lit = scene.nodes.enumerate().filter_map(|(node, own)| Some((node, scene.lights.get(own.light?)?)));
        let mut lights: Vec<Self> = lit
            .map(|(node, light)| {
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
            .collect();
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
            *color *= 1.0 / most;
        }
        lights
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
    fn straightened(self) -> Option<Self> {
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

/// All light of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Lighting {
    pub(crate) lights: Vec<Light>,
    pub(crate) sky: Vec3,
    pub(crate) ground: Vec3,
}

impl Lighting {
    /// A key light from the upper left, next to the camera; a weak one from the right; a sky that is lighter than the ground.
    pub(crate) fn studio(camera: &Camera) -> Self {
        let right = camera.right.as_vec3();
        // Level, towards the camera; where it looks straight down, towards the lower edge of the picture.
        let toward = right.cross(Vec3::Y);
        let key = Light::Sun { toward: right * -0.55 + Vec3::Y * 0.95 + toward * 0.75, color: Vec3::splat(0.72) };
        let fill = Light::Sun { toward: right * 0.9 + Vec3::Y * 0.25 + toward * 0.5, color: Vec3::splat(0.14) };
        Self::of(vec![key, fill])
    }

    pub(crate) fn of(lights: Vec<Light>) -> Self {
        let lights = lights.into_iter().filter_map(Light::straightened).collect();
        Self { lights, sky: Vec3::splat(0.4), ground: Vec3::splat(0.17) }
    }

    /// Returns the direction to the first sun, which casts the shadow.
    pub(crate) fn sun(&self) -> Option<Vec3> {
        self.lights.iter().find_map(|light| if let Light::Sun { toward, .. } = light { Some(*toward) } else { None })
    }

    /// Light of the environment on a surface, from all sides before it.
    #[inline]
    pub(crate) fn ambient(&self, normal: Vec3) -> Vec3 {
        self.ground + (self.sky - self.ground) * (normal.y * 0.5 + 0.5)
    }

    /// Returns the reflection of the environment: the horizon is sharper on smoother surfaces.
    #[inline]
    pub(crate) fn reflected(&self, direction: Vec3, roughness: f32) -> Vec3 {
        let height = between(direction.y * (1.0 + 1.5 * (1.0 - roughness)), -1.0, 1.0);
        self.ground + (self.sky - self.ground) * (height * 0.5 + 0.5)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::View;

    #[test]
    fn the_key_is_on_the_side_of_the_camera() {
        for (view, level) in [(View::Front, Vec3::Z), (View::Left, Vec3::X), (View::Back, Vec3::NEG_Z)] {
            let camera = Camera::fitted([Vec3::ZERO, Vec3::ONE], view, Default::default(), 1.0);
            let sun = Lighting::studio(&camera).sun().unwrap_or_default();
            assert!(sun.dot(level) > 0.4 && sun.y > 0.5 && sun.dot(camera.right.as_vec3()) < -0.3, "{view}");
        }
    }

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
