//! Finds out which zones of a scene its objects are in.

use asset_scene::glam::{DAffine3, DMat4, DVec3, Vec3};
use asset_scene::{Pose, Scene, Zone};

use crate::camera::Camera;
use crate::geometry::Geometry;

/// A box in the scene.
struct Area {
    to_box: DAffine3,
    bounds: [DVec3; 2],
}

/// The boxes of all zones, so that those with the highest priority come first.
pub(crate) struct Areas(Vec<Area>);

impl Areas {
    pub(crate) fn of(scene: &Scene<'_>, pose: &Pose) -> Self {
        let area = |zone: &Zone| {
            let place = zone.node.map_or(DMat4::IDENTITY, |node| {
                DMat4::from_cols_array(&pose.world(node).to_cols_array().map(f64::from))
            });
            let bounds = zone.bounds.map(|corner| Vec3::from_array(corner).as_dvec3());
            Area { to_box: DAffine3::from_mat4(place.inverse()), bounds }
        };
        Self(scene.staging.iter().flat_map(|staging| &staging.zones).map(area).collect())
    }

    /// Returns the number of the first zone that contains a point, plus one, or 0 if there is none.
    fn at(&self, point: DVec3) -> usize {
        let is_inside = |area: &Area| {
            let point = area.to_box.transform_point3(point);
            point.cmpge(area.bounds[0]).all() && point.cmple(area.bounds[1]).all()
        };
        self.0.iter().position(is_inside).map_or(0, |number| number + 1)
    }

    /// Returns the zone that shows the background, plus one, or 0 if there is none. A camera that was fitted to the
    /// scene can be outside of all zones, so the center of the scene is used for it.
    pub(crate) fn of_camera(&self, camera: &Camera, bounds: Option<[Vec3; 2]>) -> usize {
        let middle = bounds.map(|[min, max]| ((min + max) * 0.5).as_dvec3());
        self.at(middle.filter(|_| !camera.is_placed).unwrap_or(camera.position))
    }

    /// Sets the zones of all draws. The center of a draw decides.
    pub(crate) fn assign(&self, geometry: &mut Geometry) {
        if self.0.is_empty() {
            return;
        }
        let mut boxes = vec![[Vec3::INFINITY, Vec3::NEG_INFINITY]; geometry.draws.len()];
        for triangle in &geometry.triangles {
            let Some([min, max]) = boxes.get_mut(triangle.draw as usize) else { continue };
            for vertex in triangle.corners.iter().filter_map(|corner| geometry.vertices.get(*corner as usize)) {
                (*min, *max) = (min.min(vertex.position), max.max(vertex.position));
            }
        }
        for (draw, [min, max]) in geometry.draws.iter_mut().zip(boxes) {
            draw.zone = self.at(((min + max) * 0.5).as_dvec3());
        }
    }
}
