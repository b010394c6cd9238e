//! Reads cameras.

use std::f32::consts::PI;

use asset_scene::{Camera, Projection};
use ufbx::ProjectionMode;

use super::{Reader, named};
use crate::kinds;

impl Reader<'_> {
    /// Reads all cameras, and assigns them to their nodes.
    pub(super) fn read_cameras(&mut self) {
        let file = self.file;
        for camera in &file.cameras {
            let made = self.camera(camera);
            let id = self.scene.cameras.push(made);
            for node in &camera.element.instances {
                if let Some(node) = self.node(node) {
                    self.scene[node].camera = Some(id);
                }
            }
        }
    }

    fn camera(&mut self, camera: &ufbx::Camera) -> Camera {
        let usual = Camera::default();
        // The scale of nodes has no effect on cameras; lengths are in the unit of the file where nodes are scaled.
        let metadata = &self.file.metadata;
        let unit = self.file.settings.original_unit_meters;
        let is_scaled = metadata.space_conversion == ufbx::SpaceConversion::AdjustTransforms && unit > 0.0;
        let unit = if is_scaled { unit } else { 1.0 };
        let (near, far) = (self.numbers.one(camera.near_plane * unit), self.numbers.one(camera.far_plane * unit));
        let aspect = Some(self.numbers.one(camera.aspect_ratio)).filter(|aspect| *aspect > 0.0);
        let projection = match camera.projection_mode {
            ProjectionMode::Perspective => {
                let y_fov = self.numbers.one(camera.field_of_view_deg.y.to_radians());
                if y_fov > 0.0 && y_fov < PI { Some(Projection::Perspective { y_fov, aspect }) } else { None }
            }
            ProjectionMode::Orthographic => {
                let size = camera.orthographic_size;
                let [x_mag, y_mag] = [size.x, size.y].map(|size| self.numbers.one(size * unit / 2.0));
                (x_mag > 0.0 && y_mag > 0.0).then_some(Projection::Orthographic { x_mag, y_mag })
            }
        };
        let is_valid = projection.is_some() && near > 0.0 && far > near;
        if !is_valid {
            let message =
                format!("invalid values were replaced: near plane {near}, far plane {far}, or the field of view");
            self.findings.warning(kinds::CAMERA_CONVERTED, named("camera", &camera.element.name), message);
        }
        let near = if near > 0.0 { near } else { usual.near };
        let far = if far > near { far } else { near * 10_000.0 };
        let name = camera.element.name.to_string();
        Camera { name, projection: projection.unwrap_or(usual.projection), near, far: Some(far) }
    }
}
