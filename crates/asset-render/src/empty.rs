//! Finds out why nothing can be seen in a picture.

use asset_image::Pixels;
use asset_scene::glam::DVec3;

use crate::camera::{Camera, Lens, View, ViewAngles};
use crate::geometry::{Geometry, Triangle};
use crate::kinds;
use crate::stage::{Manner, Stage};

/// Returns `true` if the camera can see the front of any triangle, or any triangle that is visible from both sides.
pub(crate) fn is_seen(geometry: &Geometry, manners: &[Manner], camera: &Camera) -> bool {
    let position = |index: u32| geometry.vertices.get(index as usize).map(|vertex| vertex.position.as_dvec3());
    let faces = |triangle: &Triangle| {
        let [Some(a), Some(b), Some(c)] = triangle.corners.map(position) else { return false };
        let toward = match camera.lens {
            Lens::Perspective(_) => camera.position - a,
            Lens::Orthographic(_) => camera.back,
        };
        let facing = (b - a).cross(c - a).dot(toward);
        let is_double = manners.get(triangle.draw as usize).is_some_and(|manner| manner.backs);
        facing > 0.0 || is_double && facing.abs() > 0.0 && DVec3::is_finite(toward)
    };
    geometry.triangles.iter().any(faces)
}

/// Returns the views to try if nothing can be seen: from behind, from below, and both.
pub(crate) fn turned_views(view: View) -> [View; 3] {
    let ViewAngles { yaw, pitch } = view.angles();
    let others = [(yaw + 180.0, pitch), (yaw, -pitch), (yaw + 180.0, -pitch)];
    others.map(|(yaw, pitch)| View::Turned { yaw: yaw % 360.0, pitch })
}

/// Reports that the view was turned, because nothing can be seen from the default view.
pub(crate) fn report_turned(geometry: &mut Geometry, view: View) {
    let message = format!("seen from behind, all triangles face away from the camera: the view is turned to {view}");
    geometry.findings.note(kinds::VIEW_TURNED, "picture", message);
}

/// Reports that the picture does not show a surface, and why.
pub(crate) fn report(pixels: &Pixels, stage: &Stage, geometry: &mut Geometry) {
    let has_surfaces = !stage.solid.is_empty() || !stage.blended.is_empty();
    let has_lines = !stage.lines.is_empty() || !stage.marks.is_empty();
    let is_plain = pixels.pixels().windows(2).all(|pair| pair.first() == pair.last());
    let triangles = geometry.triangles.len();
    let empty = match (has_surfaces, has_lines) {
        (true, _) if is_plain => "the picture is empty: all surfaces are transparent or of the background's colour",
        (true, _) => return,
        (false, true) if triangles == 0 => {
            let what = if geometry.lines.is_empty() { "bones only" } else { "lines and points only" };
            let message = format!("{what}: the scene has no triangles");
            return geometry.findings.note(kinds::NO_TRIANGLES, "picture", message);
        }
        (false, true) => "no surface is visible: all triangles are seen from behind or are outside the picture",
        (false, false) if triangles == 0 => {
            "the picture is empty: the scene has no triangles, and its lines and points aren't in the picture"
        }
        (false, false) => "the picture is empty: all triangles are seen from behind or are outside the picture",
    };
    geometry.findings.warning(kinds::EMPTY_PICTURE, "picture", empty);
}
