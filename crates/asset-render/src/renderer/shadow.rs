//! Draws the shadow on the ground.

use asset_scene::Alpha;
use asset_scene::glam::DVec3;

use crate::geometry::Geometry;
use crate::lighting::Lighting;
use crate::overlay;
use crate::stage::{Manner, Projector, Stage};

/// The opacity of a full shadow on the ground.
pub(super) const OPACITY: f64 = 0.27;

/// Casts a shadow onto the ground. Surfaces that you can see through do not cast a shadow.
pub(super) fn cast(
    stage: &mut Stage,
    geometry: &Geometry,
    manners: &[Manner],
    lighting: &Lighting<'_>,
    projector: &Projector,
) {
    let vertices = std::mem::take(&mut stage.vertices);
    let bounds = overlay::bounds_of(geometry, &vertices);
    if let (Some([min, max]), Some(key)) = (bounds, lighting.sun().filter(|toward| toward.y > 0.05)) {
        // A little lower, so that feet are not hidden in the ground.
        let ground = f64::from(min.y) - (max - min).as_dvec3().length() * 1e-3;
        for toward in spread(key.as_dvec3(), geometry.triangles.len()) {
            stage.shadows.push(Vec::new());
            for triangle in &geometry.triangles {
                if manners[triangle.draw as usize].alpha != Alpha::Blend {
                    let corners = triangle.corners.map(|corner| vertices[corner as usize].position);
                    stage.shadow(corners, ground, toward, projector);
                }
            }
        }
    }
    stage.vertices = vertices;
}

/// How many triangles all directions of a soft shadow may draw together. If a scene is larger, fewer directions will be
/// used. With a single direction, the edge will be hard.
const MOST_SOFT: usize = 400_000;

/// Returns directions to the parts of a large lamp, because a shadow that uses all of them will be soft. For a large
/// number of triangles, this only returns a few directions.
fn spread(toward: DVec3, triangles: usize) -> Vec<DVec3> {
    // Places on a disc: even in area, a golden angle apart.
    const PLACES: [[f64; 2]; 8] = [
        [0.25, 0.0],
        [-0.319_3, 0.292_5],
        [0.048_9, -0.556_9],
        [0.402_4, 0.524_9],
        [-0.738_5, -0.130_7],
        [0.699_6, -0.445_0],
        [-0.233_8, 0.870_5],
        [-0.445_9, -0.859_7],
    ];
    let (side, up) = toward.any_orthonormal_pair();
    let count = (MOST_SOFT / triangles.max(1)).clamp(1, PLACES.len());
    if count == 1 {
        return vec![toward];
    }
    PLACES[..count].iter().map(|[x, y]| toward + (side * *x + up * *y) * 0.07).collect()
}
