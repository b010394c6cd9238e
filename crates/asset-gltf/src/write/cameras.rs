//! Writes cameras.

use asset_scene::{Camera, Projection, Scene};
use binio::Path;

use super::report::Report;
use crate::Rule;
use crate::error::Error;
use crate::extras::raw;
use crate::json::{self, Root};

/// Writes all cameras. They have the same numbers as in the scene.
pub(super) fn write(scene: &Scene<'_>, root: &mut Root, report: &mut Report) -> Result<(), Error> {
    for (id, camera) in scene.cameras.enumerate() {
        let mut lens = Lens { changed: 0 };
        root.cameras.push(raw(&lens.camera(camera))?);
        report.add(&Path::from([("camera", id.index())]), Rule::Lens, lens.changed)?;
    }
    Ok(())
}

/// The far plane to use for an orthographic camera without one, and the width to use if the camera's width can't be
/// written.
const FAR: f32 = 1000.0;

/// Fixes the numbers of a camera, and counts the changes.
struct Lens {
    changed: usize,
}

impl Lens {
    fn camera(&mut self, camera: &Camera) -> json::Camera {
        let mut written = json::Camera {
            name: camera.name.clone(),
            kind: camera.projection.name().to_owned(),
            ..json::Camera::default()
        };
        match camera.projection {
            Projection::Perspective { y_fov, aspect } => {
                let is_angle = |angle: f32| angle > 0.0 && angle < std::f32::consts::PI;
                let znear = self.or(camera.near, 0.1, |near| near > 0.0 && near.is_finite());
                written.perspective = Some(json::Perspective {
                    aspect_ratio: self.optional(aspect, |aspect| aspect > 0.0 && aspect.is_finite()),
                    yfov: self.or(y_fov, std::f32::consts::FRAC_PI_4, is_angle),
                    zfar: self.optional(camera.far, |far| far > znear && far.is_finite()),
                    znear,
                });
            }
            Projection::Orthographic { x_mag, y_mag } => {
                let is_size = |size: f32| size > 0.0 && size.is_finite();
                // There has to be a float beyond it.
                let znear = self.or(camera.near, 0.0, |near| (0.0..f32::MAX).contains(&near));
                let usual = if znear < FAR { FAR } else { f32::MAX };
                written.orthographic = Some(json::Orthographic {
                    xmag: self.or(x_mag, 1.0, is_size),
                    ymag: self.or(y_mag, 1.0, is_size),
                    zfar: self.or(camera.far.unwrap_or(f32::NAN), usual, |far| far > znear && far.is_finite()),
                    znear,
                });
            }
        }
        written
    }

    /// Returns a number if it is valid. Otherwise, this returns `usual` and counts a change.
    fn or(&mut self, number: f32, usual: f32, is_good: impl FnOnce(f32) -> bool) -> f32 {
        if is_good(number) {
            return number;
        }
        self.changed += 1;
        usual
    }

    /// Returns an optional number. If it is not valid, this returns `None` and counts a change.
    fn optional(&mut self, number: Option<f32>, is_good: impl FnOnce(f32) -> bool) -> Option<f32> {
        let number = number?;
        if is_good(number) {
            return Some(number);
        }
        self.changed += 1;
        None
    }
}
