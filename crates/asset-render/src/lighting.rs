//! Combines all light in a picture: lamps, the environment and fog.

use std::str::FromStr;

use asset_scene::color::linear_to_srgb;
use asset_scene::glam::Vec3;
use asset_scene::{Environment, Fog, Scene};

use crate::camera::Camera;
use crate::color::{Srgb, between};
use crate::error::{Error, ErrorKind};
use crate::light::Light;

/// The light to use for a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum LightSet {
    /// Two lamps and an even sky.
    #[default]
    Studio,
    /// The lights, the environment and the fog of the scene, as bright as the engine shows them. For a scene without
    /// lights and environment, the studio will be used instead.
    ///
    /// Fog begins at the nearest content, because the camera of a whole scene is farther away than in the game.
    Engine,
    /// A lamp from the side, and not much else. The background will be dark too, unless you set it.
    Dark,
}

impl FromStr for LightSet {
    type Err = Error;

    /// Parses `studio`, `engine` or `dark`.
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
    /// Linear light on metallic-roughness surfaces. This is used in glTF, rbfx and Pragma.
    #[default]
    Linear,
    /// sRGB values will be added as if they were light. Highlights use Blinn and Phong, and lamps use a ramp. This is
    /// what Urho3D and U3D do.
    Srgb,
}

/// All light in a picture.
#[derive(Clone, Debug)]
pub(crate) struct Lighting {
    /// How to add lights, sky and ground. In [`LightSpace::Srgb`], the colours must be sRGB values.
    pub(crate) space: LightSpace,
    pub(crate) lights: Vec<Light>,
    pub(crate) sky: Vec3,
    pub(crate) ground: Vec3,
    pub(crate) fog: Option<FogLayer>,
}

impl Lighting {
    /// Returns a key light from the upper left, next to the camera, a weak light from the right, and a sky that is
    /// lighter than the ground.
    pub(crate) fn studio(camera: &Camera) -> Self {
        let right = camera.right.as_vec3();
        // Level, towards the camera; where it looks straight down, towards the lower edge of the picture.
        let toward = right.cross(Vec3::Y);
        let key = Light::Sun { toward: right * -0.55 + Vec3::Y * 0.95 + toward * 0.75, color: Vec3::splat(0.72) };
        let fill = Light::Sun { toward: right * 0.9 + Vec3::Y * 0.25 + toward * 0.5, color: Vec3::splat(0.14) };
        Self::of(vec![key, fill])
    }

    /// Returns a key light from the left, a weak light from behind, and not much else.
    pub(crate) fn dark(camera: &Camera) -> Self {
        let right = camera.right.as_vec3();
        let toward = right.cross(Vec3::Y);
        let key = Light::Sun { toward: right * -0.9 + Vec3::Y * 0.5 + toward * 0.45, color: Vec3::splat(0.8) };
        let rim = Light::Sun { toward: right * 0.6 + Vec3::Y * 0.5 - toward, color: Vec3::splat(0.5) };
        Self { sky: Vec3::splat(0.07), ground: Vec3::splat(0.03), ..Self::of(vec![key, rim]) }
    }

    /// Returns the light of a scene as in its engine. If there are no lights and no environment, returns `None`.
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

    /// Returns the direction to the first sun, because this sun casts the shadow.
    pub(crate) fn sun(&self) -> Option<Vec3> {
        self.lights.iter().find_map(|light| if let Light::Sun { toward, .. } = light { Some(*toward) } else { None })
    }

    /// Returns the light that a surface gets from the environment, from all directions in front of it.
    #[inline]
    pub(crate) fn ambient(&self, normal: Vec3) -> Vec3 {
        self.ground + (self.sky - self.ground) * (normal.y * 0.5 + 0.5)
    }

    /// Returns the reflection of the environment. If the surface is smooth, the horizon will be sharp.
    #[inline]
    pub(crate) fn reflected(&self, direction: Vec3, roughness: f32) -> Vec3 {
        let height = between(direction.y * (1.0 + 1.5 * (1.0 - roughness)), -1.0, 1.0);
        self.ground + (self.sky - self.ground) * (height * 0.5 + 0.5)
    }
}

/// The even light to use for a scene that has lights, but no environment.
const AMBIENT: f32 = 0.1;

/// Fog, prepared for drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FogLayer {
    fog: Fog,
    /// The distance to the nearest content. Fog begins there.
    pub(crate) nearest: f32,
}

impl FogLayer {
    fn new(fog: &Fog) -> Self {
        Self { fog: *fog, nearest: 0.0 }
    }

    /// Applies fog to a linear colour, given its distance. As in the engine, the colours will be mixed in sRGB:
    /// `mix(fog, color, clamp((end − distance) / (end − start)))`.
    pub(crate) fn over(&self, color: [f32; 3], distance: f32, srgb: &Srgb) -> [f32; 3] {
        let Fog { start, end, color: fog } = self.fog;
        let share = between((end - (distance - self.nearest)) / (end - start).max(1e-6), 0.0, 1.0);
        let mut mixed = color;
        for (channel, fog) in mixed.iter_mut().zip(fog) {
            let (a, b) = (f32::from(srgb.encode(fog)), f32::from(srgb.encode(*channel)));
            *channel = if share >= 1.0 { *channel } else { srgb.decode_between(a + (b - a) * share) };
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
