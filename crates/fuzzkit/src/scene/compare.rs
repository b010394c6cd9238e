//! Checks that the corners of two descriptions of a scene move along the same paths.

use std::collections::HashMap;

use asset_scene::glam::DVec3;

/// How far a model may be from the scene, as a fraction of its [`size`].
pub const TOLERANCE: f64 = 1e-4;

/// The positions of all corners at a given moment. This is a single allocation, because a large scene can have millions
/// of corners.
pub type Corners = Vec<DVec3>;

/// Returns the diagonal of the box around all corners at the first moment. If the box is empty, this is 1.
pub fn size(moments: &[Corners]) -> f64 {
    let points = || moments.first().into_iter().flatten().copied();
    let (least, most) = (points().fold(DVec3::INFINITY, DVec3::min), points().fold(DVec3::NEG_INFINITY, DVec3::max));
    let size = (most - least).length();
    if size > 0.0 { size } else { 1.0 }
}

/// Returns the largest distance between two corresponding corners at one moment. The corners do not have to be in the
/// same order.
///
/// # Errors
/// Fails if the number of corners differs, or if there is no corner near an expected corner.
pub fn worst(expected: &[Corners], made: &[Corners], tolerance: f64) -> Result<f64, String> {
    let count = expected.first().map_or(0, Vec::len);
    let counts = expected.iter().chain(made).map(Vec::len);
    if let Some(other) = counts.into_iter().find(|other| *other != count) {
        return Err(format!("{other} corners, expected {count}"));
    }
    let between = Distances { expected, made };
    let direct = between.in_order(count).min(between.swapped(count));
    if direct <= tolerance { Ok(direct) } else { between.in_any_order(count, tolerance, direct) }
}

/// Computes the distance between an expected vertex and a vertex of the result.
struct Distances<'a> {
    expected: &'a [Corners],
    made: &'a [Corners],
}

impl Distances<'_> {
    /// Returns the largest distance over all moments.
    fn between(&self, expected: usize, made: usize) -> f64 {
        self.expected.iter().zip(self.made).map(|(a, b)| a[expected].distance(b[made])).fold(0.0, f64::max)
    }

    /// Compares corners in the same order, because a triangle list keeps it.
    fn in_order(&self, count: usize) -> f64 {
        (0..count).map(|corner| self.between(corner, corner)).fold(0.0, f64::max)
    }

    /// Compares corners after the last two of each triangle were swapped, because this happens when a mesh is mirrored.
    fn swapped(&self, count: usize) -> f64 {
        if count % 3 != 0 {
            return f64::INFINITY;
        }
        let partner = |corner: usize| corner - corner % 3 + [0, 2, 1][corner % 3];
        (0..count).map(|corner| self.between(corner, partner(corner))).fold(0.0, f64::max)
    }

    /// Compares corners whose order may differ. Each vertex needs a partner with the same path, and two vertices must
    /// not have the same partner.
    fn in_any_order(&self, count: usize, tolerance: f64, direct: f64) -> Result<f64, String> {
        let cell = |at: DVec3| (at / (tolerance * 4.0)).floor().to_array().map(|axis| axis as i64);
        let mut cells: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
        (0..count).for_each(|number| cells.entry(cell(self.made[0][number])).or_default().push(number));
        let mut worst = 0.0_f64;
        for corner in 0..count {
            let at = self.expected[0][corner];
            let [x, y, z] = cell(at);
            let mut best = (f64::INFINITY, [0; 3], 0);
            // Its own cell first: mostly the partner is there.
            let all = (13..27).chain(0..13).map(|n| [x + n % 3 - 1, y + n / 3 % 3 - 1, z + n / 9 - 1]);
            'near: for near in all {
                for (place, number) in cells.get(&near).into_iter().flatten().enumerate() {
                    let distance = self.between(corner, *number);
                    if distance < best.0 {
                        best = (distance, near, place);
                    }
                    if distance <= tolerance * 0.01 {
                        break 'near;
                    }
                }
            }
            if best.0.is_infinite() {
                return Err(format!("no corner is at {at} (in order, the distance is {direct})"));
            }
            cells.get_mut(&best.1).unwrap().swap_remove(best.2);
            worst = worst.max(best.0);
        }
        Ok(worst)
    }
}
