//! What light falls onto surfaces: two lamps and an even environment.

use asset_scene::glam::Vec3;

use crate::camera::Camera;

/// A light that is as far away as the sun.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Light {
    /// The direction that the light comes from, in the scene's space; of any length above 0.
    pub toward: Vec3,
    /// Red, green and blue, linear: a white surface that faces a light of 1 1 1 is white.
    pub color: Vec3,
}

/// All light of a picture.
#[derive(Clone, Debug)]
pub(crate) struct Lighting {
    pub(crate) lights: Vec<Light>,
    pub(crate) sky: Vec3,
    pub(crate) ground: Vec3,
}

impl Lighting {
    /// A key light from above, from the left and from behind the camera; a weak one from the right; a sky that is lighter than the ground.
    pub(crate) fn studio(camera: &Camera) -> Self {
        let right = camera.right.as_vec3();
        // Level, towards the camera; where it looks straight down, towards the lower edge of the picture.
        let level = Vec3::Y.cross(right);
        let toward = if level.dot(camera.back.as_vec3()) < -0.5 { level * -1.0 } else { level };
        let key = Light { toward: right * -0.55 + Vec3::Y * 0.95 + toward * 0.75, color: Vec3::splat(0.72) };
        let fill = Light { toward: right * 0.9 + Vec3::Y * 0.25 + toward * 0.5, color: Vec3::splat(0.14) };
        Self::of(vec![key, fill])
    }

    pub(crate) fn of(lights: Vec<Light>) -> Self {
        let lights = lights.into_iter().filter_map(|light| {
            let toward = light.toward.as_dvec3().try_normalize()?.as_vec3();
            Some(Light { toward, color: light.color })
        });
        Self { lights: lights.collect(), sky: Vec3::splat(0.4), ground: Vec3::splat(0.17) }
    }

    /// Light of the environment on a surface, from all sides before it.
    pub(crate) fn ambient(&self, normal: Vec3) -> Vec3 {
        self.ground + (self.sky - self.ground) * (normal.y * 0.5 + 0.5)
    }

    /// What a surface reflects of the environment: the horizon is the sharper, the smoother it is.
    pub(crate) fn reflected(&self, direction: Vec3, roughness: f32) -> Vec3 {
        let height = (direction.y * (1.0 + 1.5 * (1.0 - roughness))).max(-1.0).min(1.0);
        self.ground + (self.sky - self.ground) * (height * 0.5 + 0.5)
    }
}
