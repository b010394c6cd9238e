//! Whether the corners of two descriptions of a scene go the same ways.

use std::collections::HashMap;

use asset_scene::glam::DVec3;

/// How far a model may be from the scene, in shares of its [`size`].
pub const TOLERANCE: f64 = 1e-4;

/// Where a corner is at one moment after the other.
pub type Way = Vec<DVec3>;

/// Adds where the corners are at one more moment.
pub fn add(ways: &mut Vec<Way>, corners: Vec<DVec3>) {
    ways.resize(corners.len().max(ways.len()), Vec::new());
    ways.iter_mut().zip(corners).for_each(|(way, corner)| way.push(corner));
}

/// The length of the diagonal of the box around all corners at the first moment; 1 if that is nothing.
pub fn size(ways: &[Way]) -> f64 {
    let points = || ways.iter().filter_map(|way| way.first()).copied();
    let (least, most) = (points().fold(DVec3::INFINITY, DVec3::min), points().fold(DVec3::NEG_INFINITY, DVec3::max));
    let size = (most - least).length();
    if size > 0.0 { size } else { 1.0 }
}

/// Returns the greatest distance of a corner from the one that it stands for. Corners may stand in another order.
///
/// # Errors
/// There are more or fewer corners, or no corner is near one that is expected.
pub fn worst(expected: &[Way], made: &[Way], tolerance: f64) -> Result<f64, String> {
    if expected.len() != made.len() {
        return Err(format!("{} corners, there should be {}", made.len(), expected.len()));
    }
    let distance = |a: &[DVec3], b: &[DVec3]| a.iter().zip(b).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max);
    // Triangle lists keep their order; mirroring swaps the last two corners, if they aren't mirrored already.
    let plain = expected.iter().zip(made).map(|(a, b)| distance(a, b)).fold(0.0, f64::max);
    let swapped = expected.chunks(3).zip(made.chunks(3)).map(|(a, b)| match (a, b) {
        ([a0, a1, a2], [b0, b1, b2]) => distance(a0, b0).max(distance(a1, b2)).max(distance(a2, b1)),
        _ => f64::INFINITY,
    });
    let direct = plain.min(swapped.fold(0.0, f64::max));
    if direct <= tolerance {
        return Ok(direct);
    }
    // Otherwise each corner has to find one that goes the same way, and nobody twice.
    let cell = |at: DVec3| (at / (tolerance * 4.0)).floor().to_array().map(|axis| axis as i64);
    let mut cells: HashMap<[i64; 3], Vec<usize>> = HashMap::new();
    made.iter().enumerate().for_each(|(number, way)| cells.entry(cell(way[0])).or_default().push(number));
    let mut worst = 0.0_f64;
    for way in expected {
        let [x, y, z] = cell(way[0]);
        let mut best = (f64::INFINITY, [0; 3], 0);
        for near in (0..27).map(|n| [x + n % 3 - 1, y + n / 3 % 3 - 1, z + n / 9 - 1]) {
            for (place, number) in cells.get(&near).into_iter().flatten().enumerate() {
                let distance = distance(way, &made[*number]);
                if distance < best.0 {
                    best = (distance, near, place);
                }
                if distance <= tolerance * 0.01 {
                    break;
                }
            }
        }
        if best.0.is_infinite() {
            return Err(format!("nothing is at {} (directly: off by {direct})", way[0]));
        }
        cells.get_mut(&best.1).unwrap().swap_remove(best.2);
        worst = worst.max(best.0);
    }
    Ok(worst)
}
