//! Computes the distances at which simplified levels begin.

use asset_scene::glam::{DAffine3, DVec3};
use asset_scene::world::World;
use asset_scene::{Id, Node, Scene};

/// The height of the picture in which an error must be smaller than a pixel.
const LINES: f64 = 1080.0;
/// Tangent of half the vertical field of view. This is 45 degrees, the default in the engines of the Urho3D family.
const HALF_VIEW: f64 = 0.414_213_562_373_095;
/// A level must begin at least this many times further away than the finer level.
const STEP: f64 = 1.25;

/// Returns the distances at which levels begin, given their errors, in the same unit. At this distance the error is as
/// large as a pixel. It is always outside the mesh, whose longest side is `size`, and always further away than for the
/// finer level.
pub(super) fn distances(errors: impl Iterator<Item = f64>, size: f64) -> Vec<Option<f32>> {
    let mut last = 0.0_f64;
    errors
        .map(|error| {
            let pixel = error * LINES / (2.0 * HALF_VIEW);
            last = pixel.max(size).max(last * STEP);
            Some(last as f32).filter(|distance| distance.is_finite() && *distance > 0.0)
        })
        .collect()
}

/// Returns how much larger the mesh is in the scene than in its own space, along the axis that grows most. For a mesh
/// with a skin, this depends on the bones.
pub(super) fn scale(scene: &Scene<'_>, world: &World, node: Id<Node>) -> f64 {
    let longest = |matrix: &DAffine3| {
        let axes = [matrix.matrix3.x_axis, matrix.matrix3.y_axis, matrix.matrix3.z_axis];
        axes.map(DVec3::length).into_iter().fold(0.0, f64::max)
    };
    let of_skin = scene[node].skin.and_then(|skin| {
        let matrices = world.joint_matrices(&scene[skin]);
        matrices.iter().map(longest).reduce(f64::max)
    });
    of_skin.unwrap_or_else(|| longest(&world.world(node)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_begin_where_their_error_is_a_pixel() {
        let begins = |errors: &[f64], size| -> Vec<f32> {
            distances(errors.iter().copied(), size).into_iter().map(|distance| distance.expect("a distance")).collect()
        };
        // A picture of 45 degrees shows 2 m at 2.414 m: a pixel of 1080 lines is 1.85 mm.
        assert!((begins(&[2.0 / 1080.0], 1.0)[0] - 2.414_213_6).abs() < 1e-5);
        assert_eq!(begins(&[0.0, 0.0, 0.001], 2.0), [2.0, 2.5, 3.125], "never inside, always further away");
        assert_eq!(distances([f64::INFINITY, f64::NAN].into_iter(), 1.0)[0], None);
        assert_eq!(distances([0.0].into_iter(), 0.0), [None]);
    }
}
