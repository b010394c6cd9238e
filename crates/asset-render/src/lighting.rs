//! All light of a picture: lamps, an even environment, fog.

use std::str::FromStr;

use asset_scene::color::linear_to_srgb;
use asset_scene::glam::Vec3;
use asset_scene::{Environment, Fog, Scene};

use crate::camera::Camera;
use crate::color::{Srgb, between};
use crate::error::{Error, ErrorKind};
use crate::light::Light;

/// Light of a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LightSet {
    /// Two lamps and an even sky.
    #[default]
    Studio,
    /// Lights, even light and fog of the scene, as bright as its engine shows them. Scenes without lights and environment are lit as in a studio.
    ///
    /// Distances in the fog begin at the nearest content, as pictures of whole scenes are taken from farther away than a game is played.
    Engine,
    /// A lamp from the side, and little else; the background is dark, unless it is set.
    Dark,
}

impl FromStr for LightSet {
    type Err = Error;

    /// `studio`, `engine` or `dark`.
    fn from_str(text: &str) -> Result<Self, Error> {
        match text {
            "studio" => Ok(Self::Studio),
            "engine" => Ok(Self::Engine),
            "dark" => Ok(Self::Dark),
            _ => {
                Err(Error::new(ErrorKind::View { expected: "studio, engine or dark", found: text.to_owned() }, "light"))
            }
        }
    }
}

/// How an engine adds light.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LightSpace {
    /// Linear light on metallic-roughness surfaces: glTF, rbfx, Pragma.
    #[default]
    Linear,
    /// Values of sRGB, as if they were light, with highlights of Blinn and Phong and lamps that fall along a ramp: Urho3D and U3D.
    Srgb,
}

/// All light of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Lighting {
    /// How its lights, sky and ground add up. In [`LightSpace::Srgb`] their colours are values of sRGB.
    pub(crate) space: LightSpace,
    pub(crate) lights: Vec<Light>,
    pub(crate) sky: Vec3,
    pub(crate) ground: Vec3,
    pub(crate) fog: Option<FogLayer>,
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

    /// A key light from the left, a weak one from behind, and little else.
    pub(crate) fn dark(camera: &Camera) -> Self {
        let right = camera.right.as_vec3();
        let toward = right.cross(Vec3::Y);
        let key = Light::Sun { toward: right * -0.9 + Vec3::Y * 0.5 + toward * 0.45, color: Vec3::splat(0.8) };
        let rim = Light::Sun { toward: right * 0.6 + Vec3::Y * 0.5 - toward, color: Vec3::splat(0.5) };
        Self { sky: Vec3::splat(0.07), ground: Vec3::splat(0.03), ..Self::of(vec![key, rim]) }
    }

    /// The light of a scene in its engine; `None` if it has neither lights nor an environment.
    pub(crate) fn engine(scene: &Scene<'_>, lights: Vec<Light>, space: LightSpace) -> Option<Self> {
        let environment = scene.environment.as_ref();
        if lights.is_empty() && environment.is_none() {
            return None;
        }
        let ambient = environment.map_or([AMBIENT; 3], |environment| environment.ambient);
        let ambient = Vec3::from_array(match space {
            LightSpace::Srgb => ambient.map(linear_to_srgb),
            LightSpace::Linear => ambient,
        });
        let fog = environment.and_then(|Environment { fog, .. }| fog.as_ref()).map(FogLayer::new);
        Some(Self { space, sky: ambient, ground: ambient, fog, ..Self::of(lights) })
    }

    pub(crate) fn of(lights: Vec<Light>) -> Self {
        let lights = lights.into_iter().filter_map(Light::straightened).collect();
        Self { space: LightSpace::Linear, lights, sky: Vec3::splat(0.4), ground: Vec3::splat(0.17), fog: None }
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

/// Even light of scenes with lights and without an environment.
const AMBIENT: f32 = 0.1;

/// Fog, ready to be drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FogLayer {
    fog: Fog,
    /// The distance to the nearest content, where distances begin.
    pub(crate) nearest: f32,
}

impl FogLayer {
    fn new(fog: &Fog) -> Self {
        Self { fog: *fog, nearest: 0.0 }
    }

    /// Returns a linear colour at a distance in the fog. As in the engine, colours are mixed in sRGB: `mix(fog, color, clamp((end − distance) / (end − start)))`.
    pub(crate) fn over(&self, color: [f32; 3], distance: f32, srgb: &Srgb) -> [f32; 3] {
        let Fog { start, end, color: fog } = self.fog;
        let share = between((end - (distance - self.nearest)) / (end - start).max(1e-6), 0.0, 1.0);
        let mut mixed = color;
        for (own, fog) in mixed.iter_mut().zip(fog) {
            let (a, b) = (f32::from(srgb.encode(fog)), f32::from(srgb.encode(*own)));
            *own = if share >= 1.0 { *own } else { srgb.decode_between(a + (b - a) * share) };
        }
        mixed
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
    fn fog_is_even_between_its_distances() {
        let srgb = Srgb::new();
        let fog = Fog { color: [1.0, 0.0, 0.0], start: 10.0, end: 20.0 };
        let layer = FogLayer { nearest: 5.0, ..FogLayer::new(&fog) };
        let at = |distance| layer.over([0.0, 0.0, 1.0], distance, &srgb).map(|channel| srgb.encode(channel));
        assert_eq!([at(14.0), at(20.0), at(25.0), at(99.0)], [[0, 0, 255], [128, 0, 128], [255, 0, 0], [255, 0, 0]]);
        let wall = FogLayer::new(&Fog { start: 10.0, end: 10.0, ..fog });
        assert_eq!(wall.over([0.0; 3], 9.0, &srgb), [0.0; 3]);
        assert_eq!(wall.over([0.0; 3], 11.0, &srgb), [1.0, 0.0, 0.0]);
    }
}
