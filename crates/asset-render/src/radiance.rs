//! Blurs cube maps, so that rough surfaces can reflect them.

use asset_scene::glam::Vec3;

use crate::color::{Srgb, between};
use crate::sky::{SkyMap, face};

/// The width of a face, in cells.
const SIDE: usize = 16;
const CELLS: usize = 6 * SIDE * SIDE;
/// For each cell, this many samples of the map are averaged in each direction.
const SAMPLES: usize = 4;
/// The blurred maps: their roughness, and how often the cosine is squared. A roughness of `r` has a highlight with the
/// exponent `2 / r⁴ − 2`, which is near the power of two.
const LEVELS: [(f32, u32); 5] = [(0.25, 9), (0.42, 6), (0.6, 4), (0.8, 1), (1.0, 0)];

/// A cube map, together with blurred versions of it. All colours are linear.
#[derive(Debug)]
pub(crate) struct Radiance {
    map: SkyMap,
    levels: Vec<Vec<Vec3>>,
}

impl Radiance {
    pub(crate) fn of(map: SkyMap, srgb: &Srgb) -> Self {
        let directions: Vec<(Vec3, f32)> = (0..CELLS).map(|cell| direction(cell, 0.5, 0.5)).collect();
        let source: Vec<Vec3> = (0..CELLS).map(|cell| mean(&map, cell, srgb)).collect();
        let blurred = |(_, squares): (f32, u32)| {
            let toward = |(toward, _): &(Vec3, f32)| {
                let (mut sum, mut total) = (Vec3::ZERO, 0.0);
                for ((from, angle), color) in directions.iter().zip(&source) {
                    let cosine = toward.dot(*from);
                    if cosine > 0.0 {
                        let share = (0..squares).fold(cosine, |share, _| share * share) * angle;
                        sum += *color * share;
                        total += share;
                    }
                }
                sum * (1.0 / total.max(1e-12))
            };
            directions.iter().map(toward).collect()
        };
        let levels = LEVELS.into_iter().map(blurred).collect();
        Self { map, levels }
    }

    /// Returns the light from all directions in front of a surface.
    pub(crate) fn diffuse(&self, normal: Vec3) -> Vec3 {
        self.level(LEVELS.len() - 1, normal)
    }

    /// Returns the light that a surface with this roughness reflects from a direction.
    pub(crate) fn reflected(&self, toward: Vec3, roughness: f32, srgb: &Srgb) -> Vec3 {
        let above = LEVELS.iter().position(|(level, _)| *level >= roughness).unwrap_or(LEVELS.len() - 1);
        let (start, lower) = match above.checked_sub(1) {
            Some(below) => (LEVELS[below].0, self.level(below, toward)),
            None => (0.0, Vec3::from_array(self.map.color(toward, srgb))),
        };
        let share = between((roughness - start) / (LEVELS[above].0 - start), 0.0, 1.0);
        lower + (self.level(above, toward) - lower) * share
    }

    /// Returns the colour of a blurred map in a direction.
    fn level(&self, level: usize, toward: Vec3) -> Vec3 {
        let Some(cells) = self.levels.get(level) else { return Vec3::ZERO };
        let (face, u, v) = face(toward.x, toward.y, toward.z);
        let [across, down] = [u, v].map(|coordinate| {
            let at = between(coordinate * SIDE as f32 - 0.5, 0.0, SIDE as f32 - 1.0);
            (at as usize, (at as usize + 1).min(SIDE - 1), at - (at as usize) as f32)
        });
        let at = |x: usize, y: usize| cells.get((face * SIDE + y) * SIDE + x).copied().unwrap_or_default();
        let row = |y: usize| at(across.0, y) * (1.0 - across.2) + at(across.1, y) * across.2;
        row(down.0) * (1.0 - down.2) + row(down.1) * down.2
    }
}

/// Returns the mean colour of a cell.
fn mean(map: &SkyMap, cell: usize, srgb: &Srgb) -> Vec3 {
    let part = |number: usize| (number as f32 + 0.5) / SAMPLES as f32;
    let places = (0..SAMPLES).flat_map(|y| (0..SAMPLES).map(move |x| (part(x), part(y))));
    let sum = places.fold(Vec3::ZERO, |sum, (x, y)| sum + Vec3::from_array(map.color(direction(cell, x, y).0, srgb)));
    sum * (1.0 / (SAMPLES * SAMPLES) as f32)
}

/// Returns the direction of a place in a cell, with unit length, and how large a cell looks there.
fn direction(cell: usize, x: f32, y: f32) -> (Vec3, f32) {
    let (face, row, column) = (cell / (SIDE * SIDE), cell / SIDE % SIDE, cell % SIDE);
    let right = (column as f32 + x) / SIDE as f32 * 2.0 - 1.0;
    let down = (row as f32 + y) / SIDE as f32 * 2.0 - 1.0;
    let toward = match face {
        0 => Vec3::new(1.0, -down, -right),
        1 => Vec3::new(-1.0, -down, right),
        2 => Vec3::new(right, 1.0, down),
        3 => Vec3::new(right, -1.0, -down),
        4 => Vec3::new(right, -down, 1.0),
        _ => Vec3::new(-right, -down, -1.0),
    };
    let inverse = 1.0 / toward.length();
    (toward * inverse, inverse * inverse * inverse)
}

#[cfg(test)]
mod tests {
    use asset_image::Pixels;
    use asset_scene::{Image, SkyCube};

    use super::*;

    /// A map that is white above, and black elsewhere.
    fn white_above() -> Radiance {
        let srgb = Srgb::new();
        let images = (0..6).map(|face| {
            let color = if face == 2 { [255; 4] } else { [0, 0, 0, 255] };
            let png = Pixels::filled(4, 4, color).and_then(|pixels| pixels.to_png());
            Image { bytes: png.unwrap_or_else(|error| panic!("{error}")).into(), ..Image::default() }
        });
        let cube = SkyCube { images: images.collect(), color: [1.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] };
        let map = SkyMap::of_cube(&cube, &mut binio::Limits::default().budget());
        let map = map.ok().flatten().unwrap_or_else(|| panic!("expected a map"));
        Radiance::of(map, &srgb)
    }

    #[test]
    fn cells_are_where_directions_point() {
        for cell in 0..CELLS {
            let (toward, _) = direction(cell, 0.5, 0.5);
            let (face, u, v) = face(toward.x, toward.y, toward.z);
            let at = [u, v].map(|coordinate| (coordinate * SIDE as f32) as usize);
            assert_eq!((face * SIDE + at[1]) * SIDE + at[0], cell);
        }
        let whole: f32 = (0..CELLS).map(|cell| direction(cell, 0.5, 0.5).1).sum();
        let expected = 4.0 * std::f32::consts::PI * (SIDE * SIDE) as f32 / 4.0;
        assert!((whole / expected - 1.0).abs() < 0.01, "{whole}");
    }

    #[test]
    fn rough_surfaces_reflect_more_of_the_surroundings() {
        let (radiance, srgb) = (white_above(), Srgb::new());
        let light = |toward: Vec3, roughness: f32| radiance.reflected(toward.normalize(), roughness, &srgb).x;
        assert!((light(Vec3::Y, 0.0) - 1.0).abs() < 1e-3 && light(Vec3::X, 0.0) < 1e-3);
        // Beyond the edge of the face, at 45 degrees.
        let beside = Vec3::new(1.0, 0.8, 0.0);
        let levels = [0.0, 0.25, 0.42, 0.6, 0.8].map(|roughness| light(beside, roughness));
        assert!(levels.windows(2).all(|pair| pair[0] <= pair[1] + 1e-3), "{levels:?}");
        let falling = [0.0, 0.25, 0.42, 0.6, 0.8, 1.0].map(|roughness| light(Vec3::Y, roughness));
        assert!(falling.windows(2).all(|pair| pair[0] + 1e-3 >= pair[1]), "{falling:?}");
        // The part of the face in the light from above: the form factor of a square, 1 away and 2 wide.
        assert!((radiance.diffuse(Vec3::Y).x - 0.554).abs() < 0.02, "{}", radiance.diffuse(Vec3::Y).x);
        assert!(radiance.diffuse(Vec3::NEG_Y).x < 1e-3);
    }
}
