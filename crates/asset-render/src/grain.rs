//! The texels of shadow maps. Engines interpolate between them, so that the edges of shadows are soft.

use asset_scene::ShadowMap;
use asset_scene::glam::Vec3;

/// The greatest number of samples on a side that are averaged.
const MOST_SAMPLES: usize = 5;
/// For each number of samples, the weights of the samples on a line.
const WEIGHTS: [[f32; MOST_SAMPLES]; MOST_SAMPLES] = [
    [1.0, 0.0, 0.0, 0.0, 0.0],
    [0.5, 0.5, 0.0, 0.0, 0.0],
    [0.25, 0.5, 0.25, 0.0, 0.0],
    [0.125, 0.375, 0.375, 0.125, 0.0],
    [0.0625, 0.25, 0.375, 0.25, 0.0625],
];
/// Texels that are never used, because the engine keeps a border of one texel.
const BORDER: f32 = 2.0;

/// How the texels of a shadow map are placed in the scene.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grain {
    /// The directions that are right and up in the map. For a point light, these are the axes of the scene.
    axes: [Vec3; 3],
    samples: usize,
    shape: Shape,
}

#[derive(Clone, Copy, Debug)]
enum Shape {
    /// For each split of a sun, the distance from the camera at which it ends, and the size of a texel.
    Sun([Split; 4]),
    /// The size of a texel at a distance of 1 from the light, measured across its cone.
    Cone(Vec3, f32),
    /// The size of a texel in a distance of 1, along the axes of the scene.
    Cube(Vec3, f32),
}

/// A split of a sun.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Split {
    pub(crate) far: f32,
    /// The width and the height of a texel.
    pub(crate) texel: [f32; 2],
}

/// The texels around a point.
pub(crate) struct Texels {
    /// The directions in which rows and columns go, as long as a texel.
    steps: [Vec3; 2],
    /// For both directions, how far the texels are from the point, and their weights.
    taps: [[Tap; MOST_SAMPLES + 1]; 2],
    count: usize,
}

#[derive(Clone, Copy, Default)]
struct Tap {
    offset: f32,
    weight: f32,
}

impl Grain {
    pub(crate) fn of_sun(map: &ShadowMap, axes: [Vec3; 3], splits: [Split; 4]) -> Self {
        Self { axes, samples: samples(map), shape: Shape::Sun(splits) }
    }

    /// Returns the texels of a lamp, given the tangent of half the angle of its cone. Without a cone, it shines in all
    /// directions.
    pub(crate) fn of_lamp(map: &ShadowMap, axes: [Vec3; 3], position: Vec3, tangent: Option<f32>) -> Self {
        let size = texels(map);
        let (axes, shape) = match tangent {
            Some(tangent) => (axes, Shape::Cone(position, 2.0 * tangent / size)),
            None => ([Vec3::X, Vec3::Y, Vec3::Z], Shape::Cube(position, 2.0 / size)),
        };
        Self { axes, samples: samples(map), shape }
    }

    /// Returns the texels around a point, given its distance from the camera. If there are none, returns `None`.
    pub(crate) fn texels(&self, point: Vec3, distance: f32) -> Option<Texels> {
        let [right, up, back] = self.axes;
        let (axes, from, texel) = match self.shape {
            Shape::Sun(splits) => {
                let split = splits.iter().find(|split| distance < split.far);
                ([right, up], point, split.or(splits.iter().rfind(|split| split.far > 0.0))?.texel)
            }
            Shape::Cone(position, texel) => {
                let away = point - position;
                ([right, up], away, [texel * away.dot(back).abs(); 2])
            }
            Shape::Cube(position, texel) => {
                let away = point - position;
                let size = away.abs();
                let most = size.max_element();
                let axes = match () {
                    () if size.z == most => [right, up],
                    () if size.y == most => [right, back],
                    () => [back, up],
                };
                (axes, away, [texel * most; 2])
            }
        };
        let is_usable = texel.iter().all(|size| *size > 0.0 && size.is_finite());
        is_usable.then(|| Texels {
            steps: [axes[0] * texel[0], axes[1] * texel[1]],
            taps: [0, 1].map(|axis: usize| taps(axes[axis].dot(from) / texel[axis], self.samples)),
            count: self.samples + 1,
        })
    }
}

impl Texels {
    /// Returns the share of the texels that are lit, weighted as by the interpolation. `is_lit` gets the offset of a
    /// texel from the point.
    pub(crate) fn lit(&self, is_lit: impl Fn(Vec3) -> bool) -> f32 {
        let [rows, columns] = &self.taps;
        let at = |row: usize, column: usize| {
            is_lit(self.steps[0] * rows[row].offset + self.steps[1] * columns[column].offset)
        };
        let last = self.count - 1;
        let corners = [at(0, 0), at(0, last), at(last, 0), at(last, last)];
        // If the corners and the middle are the same, the edge of a shadow is hardly between them.
        let is_even = corners.iter().all(|corner| *corner == corners[0]);
        if is_even && is_lit(Vec3::ZERO) == corners[0] {
            return if corners[0] { 1.0 } else { 0.0 };
        }
        let mut sum = 0.0;
        for (row, Tap { weight: of_row, .. }) in rows.iter().enumerate().take(self.count) {
            for (column, Tap { weight, .. }) in columns.iter().enumerate().take(self.count) {
                let is_lit = match (row, column) {
                    (0, 0) => corners[0],
                    (0, column) if column == last => corners[1],
                    (row, 0) if row == last => corners[2],
                    (row, column) if row == last && column == last => corners[3],
                    _ => at(row, column),
                };
                sum += if is_lit { of_row * weight } else { 0.0 };
            }
        }
        sum.min(1.0)
    }

    /// Returns the greatest side of a texel.
    pub(crate) fn size(&self) -> f32 {
        self.steps[0].length().max(self.steps[1].length())
    }
}

/// Returns the number of texels on a side that are used.
pub(crate) fn texels(map: &ShadowMap) -> f32 {
    (f32::from(map.size) - BORDER).max(1.0)
}

fn samples(map: &ShadowMap) -> usize {
    usize::from(map.samples).clamp(1, MOST_SAMPLES)
}

/// Returns the texels on a line around a position, which is counted in texels.
fn taps(at: f32, samples: usize) -> [Tap; MOST_SAMPLES + 1] {
    let weights = &WEIGHTS[samples - 1];
    let first = at - samples as f32 * 0.5;
    let whole = first.floor();
    let part = first - whole;
    let mut taps = [Tap::default(); MOST_SAMPLES + 1];
    for (number, tap) in taps.iter_mut().enumerate().take(samples + 1) {
        let here = weights.get(number).copied().unwrap_or(0.0);
        let before = number.checked_sub(1).map_or(0.0, |number| weights[number]);
        *tap = Tap { offset: whole + number as f32 + 0.5 - at, weight: here * (1.0 - part) + before * part };
    }
    taps
}

#[cfg(test)]
mod tests {
    use super::*;

    fn map(samples: u8) -> ShadowMap {
        ShadowMap { size: 102, samples, splits: [0.0; 4], fade: 1.0, quantum: 0.5, least: 3.0, is_focused: true }
    }

    fn sun(samples: u8) -> Grain {
        let splits = [Split { far: 10.0, texel: [1.0; 2] }, Split { far: 20.0, texel: [4.0; 2] }, Split::default()];
        Grain::of_sun(&map(samples), [Vec3::X, Vec3::Y, Vec3::Z], [splits[0], splits[1], splits[2], splits[2]])
    }

    /// Light where x is above 0: with texels of 1, the middle of the edge is in 0.
    fn across(grain: &Grain, x: f32) -> f32 {
        let point = Vec3::new(x, 0.3, 0.0);
        grain.texels(point, 1.0).map_or(-1.0, |texels| texels.lit(|offset| (point + offset).x > 0.0))
    }

    #[test]
    fn edges_are_those_of_the_engine() {
        // Four samples of the engine: two on a line, half a texel to each side, interpolated between texels.
        let two = [-1.5, -1.0, -0.5, 0.0, 0.5, 1.0, 1.5].map(|x| across(&sun(2), x));
        assert_eq!(two, [0.0, 0.0, 0.25, 0.5, 0.75, 1.0, 1.0]);
        let one = [-0.5, -0.25, 0.0, 0.25, 0.5].map(|x| across(&sun(1), x));
        assert_eq!(one, [0.0, 0.25, 0.5, 0.75, 1.0]);
        for samples in 1..=5_usize {
            let taps = taps(0.7, samples);
            assert!((taps.iter().map(|tap| tap.weight).sum::<f32>() - 1.0).abs() < 1e-6);
            let middle: f32 = taps.iter().map(|tap| tap.weight * tap.offset).sum();
            assert!(middle.abs() < 1e-6, "{samples}: {middle}");
        }
    }

    #[test]
    fn texels_grow_with_the_distance() {
        let size = |grain: &Grain, point, distance| grain.texels(point, distance).map(|texels| texels.size());
        assert_eq!(size(&sun(2), Vec3::ZERO, 9.0), Some(1.0));
        assert_eq!(size(&sun(2), Vec3::ZERO, 11.0), Some(4.0));
        assert_eq!(size(&sun(2), Vec3::ZERO, 99.0), Some(4.0), "the last one is used beyond");
        let axes = [Vec3::X, Vec3::Y, Vec3::Z];
        let cone = Grain::of_lamp(&map(2), axes, Vec3::Z * 5.0, Some(0.5));
        let of_cone = size(&cone, Vec3::X * 3.0, 0.0).unwrap_or_default();
        assert!((of_cone - 0.05).abs() < 1e-6, "{of_cone}");
        let cube = Grain::of_lamp(&map(2), axes, Vec3::Z * 5.0, None);
        let of_cube = size(&cube, Vec3::X * 10.0, 0.0).unwrap_or_default();
        assert!((of_cube - 0.2).abs() < 1e-6, "{of_cube}");
        assert_eq!(size(&cube, Vec3::Z * 5.0, 0.0), None, "at the lamp");
    }
}
