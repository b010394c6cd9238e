//! The transform between the spaces that two skins bind their meshes in.

use asset_geometry::glam::DAffine3;
use asset_geometry::glam::DVec3;

use super::MOVED;
use crate::world::inverse;

/// Number of joints that are tried.
const GUESSES: usize = 8;

/// Returns the transform from the space of a mesh to the space of another mesh in which most joints have the same bind position, and the size of the
/// skeleton there. The identity is preferred. Each joint is given by the inverse of its inverse bind matrix in both skins.
///
/// Use it to compare skinned meshes from other programs: Blender, for example, exports them in world space, with inverse bind matrices that match.
///
/// ```
/// use asset_scene::{bind_space, glam::{DAffine3, DVec3}};
/// let places = [DVec3::ZERO, DVec3::Y, DVec3::X].map(DAffine3::from_translation);
/// let moved = DAffine3::from_translation(DVec3::new(5.0, 0.0, 0.0));
/// let joints = places.map(|place| (moved * place, place));
/// let (space, _) = bind_space(&joints);
/// assert_eq!(space, moved.inverse());
/// ```
pub fn bind_space(joints: &[(DAffine3, DAffine3)]) -> (DAffine3, f64) {
    let places = || joints.iter().map(|(_, place)| place.translation);
    let least = places().fold(DVec3::INFINITY, DVec3::min);
    let most = places().fold(DVec3::NEG_INFINITY, DVec3::max);
    let size = (most - least).length();
    let size = if size > 0.0 && size.is_finite() { size } else { 1.0 };
    let fits = |space: DAffine3| {
        let near = |(own, place): &&(DAffine3, DAffine3)| {
            (space * *own).translation.distance(place.translation) <= MOVED * size
        };
        joints.iter().filter(near).count()
    };
    let guess = |(own, place): &(DAffine3, DAffine3)| Some(*place * inverse(*own)?);
    let mut best = (fits(DAffine3::IDENTITY), DAffine3::IDENTITY);
    for guess in joints.iter().take(GUESSES).filter_map(guess) {
        let count = fits(guess);
        if count > best.0 && count.saturating_mul(2) > joints.len() {
            best = (count, guess);
        }
    }
    if best.1 == DAffine3::IDENTITY {
        return (best.1, size);
    }
    (mean(best.1, joints.iter().filter_map(guess), size), size)
}

/// Returns the mean of the guesses that are close to the best one. A joint rounds its rotation, so that its guess alone is wrong far away from it.
fn mean(best: DAffine3, guesses: impl Iterator<Item = DAffine3>, size: f64) -> DAffine3 {
    let unit = best.matrix3.determinant().abs().cbrt().max(f64::MIN_POSITIVE);
    let is_near = |guess: &DAffine3| {
        guess.matrix3.abs_diff_eq(best.matrix3, MOVED * unit)
            && guess.translation.distance(best.translation) <= MOVED * size
    };
    let (sum, count) = guesses.filter(is_near).fold(([0.0; 12], 0.0), |(mut sum, count), guess| {
        sum.iter_mut().zip(guess.to_cols_array()).for_each(|(sum, number)| *sum += number);
        (sum, count + 1.0)
    });
    if count > 1.0 { DAffine3::from_cols_array(&sum.map(|number| number / count)) } else { best }
}
