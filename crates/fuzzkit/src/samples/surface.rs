//! Creates rounded shapes from distances, and then the triangles of their surface.
//!
//! To get the same numbers everywhere, the code only uses sums, products, quotients and square roots.

use std::collections::BTreeMap;

use asset_geometry::glam::Vec3;

/// A solid. This is negative inside, and about the distance to the surface outside.
pub(super) trait Solid {
    fn distance(&self, at: Vec3) -> f32;

    /// Returns the direction that points out of the solid. It has the length 1.
    fn outward(&self, at: Vec3) -> Vec3 {
        const STEP: f32 = 1e-3;
        let slope = |axis: Vec3| self.distance(at + axis * STEP) - self.distance(at - axis * STEP);
        Vec3::new(slope(Vec3::X), slope(Vec3::Y), slope(Vec3::Z)).normalize_or(Vec3::Y)
    }
}

impl<F: Fn(Vec3) -> f32> Solid for F {
    fn distance(&self, at: Vec3) -> f32 {
        self(at)
    }
}

/// A thick line, given its ends and the radius at each end.
pub(super) fn taper(at: Vec3, [from, to]: [Vec3; 2], [first, last]: [f32; 2]) -> f32 {
    let line = to - from;
    let along = ((at - from).dot(line) / line.dot(line).max(1e-9)).clamp(0.0, 1.0);
    (at - from - line * along).length() - (first + (last - first) * along)
}

/// An ellipsoid around a point.
pub(super) fn ellipsoid(at: Vec3, middle: Vec3, half: Vec3) -> f32 {
    let scaled = ((at - middle) / half).length();
    let steep = ((at - middle) / (half * half)).length().max(1e-6);
    scaled * (scaled - 1.0) / steep
}

/// Joins two distances. Between them, there will be a fillet that is about `width` wide.
pub(super) fn join(a: f32, b: f32, width: f32) -> f32 {
    let near = (width - (a - b).abs()).max(0.0) / width;
    a.min(b) - near * near * width * 0.25
}

/// Returns how far a value is on its way from `from` to `to`. This is 0 to 1, and changes slowly at both ends.
pub(super) fn smooth(from: f32, to: f32, value: f32) -> f32 {
    let part = ((value - from) / (to - from)).clamp(0.0, 1.0);
    part * part * (3.0 - 2.0 * part)
}

/// Triangles. Seen from outside, they are clockwise.
#[derive(Default)]
pub(super) struct Mesh {
    pub(super) positions: Vec<Vec3>,
    pub(super) normals: Vec<Vec3>,
    pub(super) indices: Vec<u32>,
}

impl Mesh {
    /// Creates the surface of a solid, given two corners and the size of a cell. There will be a vertex in each cell
    /// that contains a part of the surface.
    pub(super) fn of(solid: &impl Solid, [min, max]: [Vec3; 2], cell: f32) -> Self {
        let counts = ((max - min) / cell).ceil().to_array().map(|count| count as i32);
        let place = |[x, y, z]: [i32; 3]| min + Vec3::new(x as f32, y as f32, z as f32) * cell;
        let index = |[x, y, z]: [i32; 3]| ((z * (counts[1] + 1) + y) * (counts[0] + 1) + x) as usize;
        let mut values = Vec::new();
        each([counts[0] + 1, counts[1] + 1, counts[2] + 1], |corner| values.push(solid.distance(place(corner))));
        let mut mesh = Self::default();
        let mut numbers = BTreeMap::new();
        each(counts, |corner| {
            let corners: [[i32; 3]; 8] =
                std::array::from_fn(|bits| [0, 1, 2].map(|axis: usize| corner[axis] + ((bits >> axis) & 1) as i32));
            if let Some(found) = crossing(&corners.map(|one| (place(one), values[index(one)]))) {
                numbers.insert(corner, mesh.positions.len() as u32);
                mesh.push(solid, found);
            }
        });
        each(counts, |corner| {
            for axis in 0..3 {
                let mut next = corner;
                next[axis] += 1;
                if (values[index(corner)] < 0.0) != (values[index(next)] < 0.0) {
                    let [right, up] = [(axis + 1) % 3, (axis + 2) % 3];
                    let cell = |a: i32, b: i32| {
                        let mut cell = corner;
                        cell[right] -= a;
                        cell[up] -= b;
                        numbers.get(&cell).copied()
                    };
                    if let [Some(a), Some(b), Some(c), Some(d)] = [cell(1, 1), cell(0, 1), cell(0, 0), cell(1, 0)] {
                        mesh.turn([a, b, c]);
                        mesh.turn([a, c, d]);
                    }
                }
            }
        });
        mesh
    }

    /// Adds a vertex, which is moved to the surface.
    fn push(&mut self, solid: &impl Solid, near: Vec3) {
        let on = near - solid.outward(near) * solid.distance(near);
        self.positions.push(on);
        self.normals.push(solid.outward(on));
    }

    /// Adds a triangle, so that the front is outside.
    fn turn(&mut self, [a, b, c]: [u32; 3]) {
        let [from, right, left] = [a, b, c].map(|corner| self.positions[corner as usize]);
        let facing = (right - from).cross(left - from).dot(self.normals[a as usize] + self.normals[c as usize]);
        self.indices.extend(if facing > 0.0 { [a, b, c] } else { [a, c, b] });
    }
}

/// Visits all cells in a grid.
fn each([across, up, deep]: [i32; 3], mut visit: impl FnMut([i32; 3])) {
    for z in 0..deep {
        for y in 0..up {
            for x in 0..across {
                visit([x, y, z]);
            }
        }
    }
}

/// Returns the mean of all points where the surface crosses an edge of the cell.
fn crossing(corners: &[(Vec3, f32); 8]) -> Option<Vec3> {
    let (mut sum, mut count) = (Vec3::ZERO, 0.0);
    for from in 0..8_usize {
        for to in [1, 2, 4].map(|bit| from | bit).into_iter().filter(|to| *to != from) {
            let ((start, a), (end, b)) = (corners[from], corners[to]);
            if (a < 0.0) != (b < 0.0) {
                sum += start + (end - start) * (a / (a - b));
                count += 1.0;
            }
        }
    }
    (count > 0.0).then(|| sum / count)
}
