//! Finds out which zones of a scene its objects are in.

use asset_scene::glam::{DAffine3, DMat4, DVec3, Vec3};
use asset_scene::{Id, Node, Pose, Probe, Scene, Zone};

use crate::camera::Camera;
use crate::color::between;
use crate::geometry::Geometry;

/// A box in the scene.
struct Area {
    to_box: DAffine3,
    bounds: [DVec3; 2],
    light_mask: u32,
}

/// Returns the transform from the scene to the space that the box of a zone is in.
fn to_box(zone: &Zone, pose: &Pose) -> DAffine3 {
    to_space(zone.node, pose)
}

fn to_space(node: Option<Id<Node>>, pose: &Pose) -> DAffine3 {
    let place =
        node.map_or(DMat4::IDENTITY, |node| DMat4::from_cols_array(&pose.world(node).to_cols_array().map(f64::from)));
    DAffine3::from_mat4(place.inverse())
}

/// A gradient of ambient light along the Z axis of a zone.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gradient {
    /// The share of the end in a point is the dot product with this, plus the offset.
    axis: Vec3,
    offset: f32,
    ends: [Vec3; 2],
}

impl Gradient {
    /// Returns the gradient of a zone, if it has one, with linear colours.
    pub(crate) fn of(zone: &Zone, pose: &Pose) -> Option<Self> {
        let ends = zone.gradient?.map(Vec3::from_array);
        let [min, max] = zone.bounds;
        let size = f64::from(max[2]) - f64::from(min[2]);
        let to_box = to_box(zone, pose);
        // As in the engine, the middle is at the node, even if the center of the box isn't.
        let [x, y, z] = [to_box.matrix3.x_axis, to_box.matrix3.y_axis, to_box.matrix3.z_axis].map(|axis| axis.z / size);
        let (axis, offset) = (DVec3::new(x, y, z).as_vec3(), (to_box.translation.z / size + 0.5) as f32);
        (axis.is_finite() && offset.is_finite()).then_some(Self { axis, offset, ends })
    }

    /// Converts the colours of both ends.
    pub(crate) fn converted(self, color: impl Fn([f32; 3]) -> Vec3) -> Self {
        Self { ends: self.ends.map(|end| color(end.to_array())), ..self }
    }

    /// Returns the light in a point.
    pub(crate) fn at(&self, point: Vec3) -> Vec3 {
        let [start, end] = self.ends;
        start + (end - start) * between(self.axis.dot(point) + self.offset, 0.0, 1.0)
    }
}

/// The boxes of all zones and probes, so that those with the highest priority come first.
pub(crate) struct Areas {
    zones: Vec<Area>,
    probes: Vec<Area>,
}

impl Areas {
    pub(crate) fn of(scene: &Scene<'_>, pose: &Pose) -> Self {
        let area = |zone: &Zone| {
            let bounds = zone.bounds.map(|corner| Vec3::from_array(corner).as_dvec3());
            Area { to_box: to_box(zone, pose), bounds, light_mask: zone.light_mask }
        };
        let probe = |probe: &Probe| {
            let bounds = probe.bounds.map(|corner| Vec3::from_array(corner).as_dvec3());
            Area { to_box: to_space(Some(probe.node), pose), bounds, light_mask: u32::MAX }
        };
        let staging = || scene.staging.iter();
        Self {
            zones: staging().flat_map(|staging| &staging.zones).map(area).collect(),
            probes: staging().flat_map(|staging| &staging.probes).map(probe).collect(),
        }
    }

    /// Returns the number of the first zone that contains a point, plus one, or 0 if there is none.
    fn at(&self, point: DVec3) -> usize {
        Self::first(&self.zones, point)
    }

    fn first(areas: &[Area], point: DVec3) -> usize {
        let is_inside = |area: &Area| {
            let point = area.to_box.transform_point3(point);
            point.cmpge(area.bounds[0]).all() && point.cmple(area.bounds[1]).all()
        };
        areas.iter().position(is_inside).map_or(0, |number| number + 1)
    }

    /// Returns the zone that shows the background, plus one, or 0 if there is none. A camera that was fitted to the
    /// scene can be outside of all zones, so the center of the scene is used for it.
    pub(crate) fn of_camera(&self, camera: &Camera, bounds: Option<[Vec3; 2]>) -> usize {
        let middle = bounds.map(|[min, max]| ((min + max) * 0.5).as_dvec3());
        self.at(middle.filter(|_| !camera.is_placed).unwrap_or(camera.position))
    }

    /// Sets the zones and probes of all draws. The center of a draw decides.
    pub(crate) fn assign(&self, geometry: &mut Geometry) {
        if self.zones.is_empty() && self.probes.is_empty() {
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
            draw.probe = Self::first(&self.probes, ((min + max) * 0.5).as_dvec3());
            let zone = draw.zone.checked_sub(1).and_then(|zone| self.zones.get(zone));
            draw.light_mask &= zone.map_or(u32::MAX, |zone| zone.light_mask);
        }
    }
}
