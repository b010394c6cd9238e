//! Finds out which samples of a pixel a triangle covers. This uses integers, so that triangles next to each other do
//! not overlap and do not leave a gap.

/// How many units a pixel has. The position of a corner is rounded to this.
pub(crate) const UNITS: i32 = 256;
/// The side of a tile, in pixels.
pub(crate) const TILE: usize = 32;
/// How many samples a pixel has.
pub(crate) const SAMPLES: usize = 4;
/// The place of each sample in a pixel, in units. No two samples have the same row or column.
pub(crate) const OFFSETS: [(i32, i32); SAMPLES] = [(96, 32), (224, 96), (32, 160), (160, 224)];

/// A corner in the picture.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Point {
    /// How far to the right, in units.
    pub(crate) x: i32,
    /// How far down, in units.
    pub(crate) y: i32,
    /// The depth. If this is less, the point is nearer. It can be interpolated linearly between corners.
    pub(crate) depth: f32,
    /// The inverse of the distance, which is needed to interpolate with correct perspective.
    pub(crate) inverse: f32,
}

/// A rectangle of pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Rect {
    pub(crate) left: i32,
    pub(crate) top: i32,
    pub(crate) right: i32,
    pub(crate) bottom: i32,
}

impl Rect {
    /// Returns the pixels that a triangle could touch.
    pub(crate) fn around(points: &[Point; 3]) -> Self {
        let [a, b, c] = points;
        Self {
            left: a.x.min(b.x).min(c.x).div_euclid(UNITS),
            top: a.y.min(b.y).min(c.y).div_euclid(UNITS),
            right: a.x.max(b.x).max(c.x).div_euclid(UNITS) + 1,
            bottom: a.y.max(b.y).max(c.y).div_euclid(UNITS) + 1,
        }
    }

    /// Returns the pixels that both contain.
    pub(crate) fn within(self, other: Self) -> Self {
        Self {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        }
    }

    pub(crate) fn is_empty(self) -> bool {
        self.left >= self.right || self.top >= self.bottom
    }
}

/// Returns twice the area of a triangle, in units. This is above 0 for corners that go clockwise in the picture.
pub(crate) fn area(points: &[Point; 3]) -> i64 {
    let [a, b, c] = points.map(|point| (i64::from(point.x), i64::from(point.y)));
    (b.0 - a.0) * (c.1 - a.1) - (b.1 - a.1) * (c.0 - a.0)
}

/// The three edges of a clockwise triangle. For each edge, this tells how far a point is inside, multiplied by the
/// length of the edge.
pub(crate) struct Edges {
    /// How this changes to the right and down.
    slopes: [(i64, i64); 3],
    /// The value in the upper left corner of the picture.
    start: [i64; 3],
    area: i64,
}

impl Edges {
    pub(crate) fn of(points: &[Point; 3]) -> Self {
        let [a, b, c] = points.map(|point| (i64::from(point.x), i64::from(point.y)));
        let edge = |from: (i64, i64), to: (i64, i64)| {
            let slope = (from.1 - to.1, to.0 - from.0);
            (slope, -(slope.0 * from.0 + slope.1 * from.1))
        };
        let edges = [edge(b, c), edge(c, a), edge(a, b)];
        Self { slopes: edges.map(|(slope, _)| slope), start: edges.map(|(_, start)| start), area: area(points) }
    }

    #[inline]
    fn at(&self, x: i64, y: i64) -> [i64; 3] {
        [0, 1, 2].map(|edge| {
            let (right, down) = self.slopes[edge];
            self.start[edge] + right * x + down * y
        })
    }

    /// Returns the weights of the corners for a point, and for the pixels to the right and below. Only the ratio
    /// between them matters, and the points do not have to be inside the triangle.
    #[inline]
    pub(crate) fn shares(&self, x: i32, y: i32) -> [[f32; 3]; 3] {
        let here = self.at(i64::from(x), i64::from(y));
        let step = |edge: usize, (right, down): (i64, i64)| {
            (here[edge] + (right * self.slopes[edge].0 + down * self.slopes[edge].1) * i64::from(UNITS)) as f32
        };
        [(0, 0), (1, 0), (0, 1)].map(|to| [0, 1, 2].map(|edge| step(edge, to)))
    }

    /// Calls `hit` for every pixel in `rect` that has samples inside the triangle. Bit *n* is set for sample *n*.
    pub(crate) fn cover(&self, rect: Rect, mut hit: impl FnMut(i32, i32, u8)) {
        if self.area <= 0 {
            return;
        }
        // An edge belongs to the triangle if it is above or left of it.
        let bias = |(right, down): (i64, i64)| if right > 0 || (right == 0 && down > 0) { 0 } else { -1 };
        let offsets = self
            .slopes
            .map(|slope| OFFSETS.map(|(x, y)| slope.0 * i64::from(x) + slope.1 * i64::from(y) + bias(slope)));
        let least = offsets.map(|offsets| offsets.into_iter().min().unwrap_or(0));
        let most = offsets.map(|offsets| offsets.into_iter().max().unwrap_or(0));
        let step = self.slopes.map(|(right, _)| right * i64::from(UNITS));
        // An edge is farthest inside at one end of a row.
        let last = i64::from(rect.right) - i64::from(rect.left) - 1;
        let reach = [0, 1, 2].map(|edge| most[edge] + (step[edge] * last).max(0));
        for y in rect.top..rect.bottom {
            let mut edges = self.at(i64::from(rect.left) * i64::from(UNITS), i64::from(y) * i64::from(UNITS));
            if (0..3).any(|edge| edges[edge] + reach[edge] < 0) {
                continue;
            }
            let mut was_inside = false;
            for x in rect.left..rect.right {
                let [a, b, c] = edges;
                if a + most[0] >= 0 && b + most[1] >= 0 && c + most[2] >= 0 {
                    was_inside = true;
                    let mask = if a + least[0] >= 0 && b + least[1] >= 0 && c + least[2] >= 0 {
                        (1 << SAMPLES) - 1
                    } else {
                        mask(edges, &offsets)
                    };
                    if mask != 0 {
                        hit(x, y, mask);
                    }
                } else if was_inside {
                    // A triangle has no second part in a row.
                    break;
                }
                edges = [a + step[0], b + step[1], c + step[2]];
            }
        }
    }
}

#[inline]
fn mask(edges: [i64; 3], offsets: &[[i64; SAMPLES]; 3]) -> u8 {
    // The sign of all three in one.
    let inside = |sample: usize| {
        (edges[0] + offsets[0][sample]) | (edges[1] + offsets[1][sample]) | (edges[2] + offsets[2][sample]) >= 0
    };
    (0..SAMPLES).fold(0, |mask, sample| mask | u8::from(inside(sample)) << sample)
}

/// Computes the depth of a triangle for any point.
pub(crate) struct Depth {
    x: i32,
    y: i32,
    depth: f32,
    right: f32,
    down: f32,
    nearest: f32,
    farthest: f32,
}

impl Depth {
    pub(crate) fn of(points: &[Point; 3]) -> Self {
        let [a, b, c] = points;
        let part = |from: i32, to: i32| f64::from(to) - f64::from(from);
        let (b_depth, c_depth) = (f64::from(b.depth) - f64::from(a.depth), f64::from(c.depth) - f64::from(a.depth));
        let area = area(points) as f64;
        let right = (b_depth * part(a.y, c.y) - c_depth * part(a.y, b.y)) / area;
        let down = (c_depth * part(a.x, b.x) - b_depth * part(a.x, c.x)) / area;
        Self {
            x: a.x,
            y: a.y,
            depth: a.depth,
            right: right as f32,
            down: down as f32,
            nearest: a.depth.min(b.depth).min(c.depth),
            farthest: a.depth.max(b.depth).max(c.depth),
        }
    }

    #[inline]
    pub(crate) fn at(&self, x: i32, y: i32) -> f32 {
        let depth = self.depth + (x - self.x) as f32 * self.right + (y - self.y) as f32 * self.down;
        // Slivers reach far beyond their corners otherwise.
        depth.max(self.nearest).min(self.farthest)
    }

    /// Returns `true` if a depth is the same as on the plane of the triangle, or differs by no more than two
    /// neighbouring pixels do.
    pub(crate) fn is_near(&self, x: i32, y: i32, depth: f32) -> bool {
        let plane = self.depth + (x - self.x) as f32 * self.right + (y - self.y) as f32 * self.down;
        let slope = (self.right.abs() + self.down.abs()) * UNITS as f32;
        (depth - plane).abs() <= slope * 2.0 + depth.abs() * 1e-3
    }

    /// Returns the depth for each sample of a pixel.
    #[inline]
    pub(crate) fn samples(&self, x: i32, y: i32) -> [f32; SAMPLES] {
        OFFSETS.map(|(right, down)| self.at(x * UNITS + right, y * UNITS + down))
    }
}

/// Returns the mean position of the covered samples in a pixel. If a triangle covers the whole pixel, this is the
/// center.
#[inline]
pub(crate) fn middle(x: i32, y: i32, mask: u8) -> (i32, i32) {
    let (mut right, mut down, mut count) = (0, 0, 0);
    for (sample, (x, y)) in OFFSETS.into_iter().enumerate() {
        if mask >> sample & 1 == 1 {
            (right, down, count) = (right + x, down + y, count + 1);
        }
    }
    (x * UNITS + right / count.max(1), y * UNITS + down / count.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(x: i32, y: i32) -> Point {
        Point { x, y, depth: 0.5, inverse: 1.0 }
    }

    #[test]
    fn neighbours_cover_each_sample_once() {
        // A fan around an odd point, within 16 x 16 pixels.
        let middle = point(1234, 2311);
        let rim = [(0, 0), (1500, 0), (4096, 0), (4096, 77), (4096, 4096), (900, 4096), (0, 4096), (0, 333)];
        let mut count = [[0_u8; 16]; 16];
        for (index, (x, y)) in rim.iter().enumerate() {
            let (next_x, next_y) = rim[(index + 1) % rim.len()];
            let points = [middle, point(*x, *y), point(next_x, next_y)];
            let rect = Rect::around(&points).within(Rect { left: 0, top: 0, right: 16, bottom: 16 });
            Edges::of(&points).cover(rect, |x, y, mask| {
                let pixel = &mut count[y as usize][x as usize];
                *pixel += mask.count_ones() as u8;
            });
        }
        assert_eq!(count, [[4; 16]; 16]);
    }

    #[test]
    fn shares_and_depths_are_those_of_the_corners() {
        let mut points = [point(0, 0), point(2560, 0), point(0, 2560)];
        points[1].depth = 1.0;
        let edges = Edges::of(&points);
        assert_eq!(
            edges.shares(0, 0),
            [[6_553_600.0, 0.0, 0.0], [5_898_240.0, 655_360.0, 0.0], [5_898_240.0, 0.0, 655_360.0]]
        );
        assert_eq!(edges.shares(1280, 1280)[0], [0.0, 3_276_800.0, 3_276_800.0]);
        let depth = Depth::of(&points);
        assert_eq!([depth.at(0, 0), depth.at(2560, 0), depth.at(1280, 0), depth.at(9999, 0)], [0.5, 1.0, 0.75, 1.0]);
        assert_eq!(middle(3, 4, 0b1111), (3 * 256 + 128, 4 * 256 + 128));
    }
}
