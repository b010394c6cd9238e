//! Projects triangles and lines into the picture, cuts off everything outside, and sorts the rest into lists by how to
//! draw it.

use asset_scene::Alpha;
use asset_scene::glam::{DVec3, Vec3};

use crate::camera::{Camera, Lens};
use crate::error::{Error, too_much};
use crate::geometry::{Geometry, Triangle, Vertex};
use crate::raster::{Point, Rect, UNITS, area};

/// A triangle of a surface. Its corners must go clockwise in the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Piece {
    pub(crate) corners: [u32; 3],
    pub(crate) draw: u32,
    pub(crate) is_back: bool,
}

/// A triangle with a single colour, which is linear and multiplied by its alpha.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Flat {
    pub(crate) points: [Point; 3],
    pub(crate) color: [f32; 4],
}

/// The lists of what to draw.
#[derive(Debug, Default)]
pub(crate) struct Stage {
    pub(crate) vertices: Vec<Vertex>,
    /// The place of each vertex in the picture.
    pub(crate) points: Vec<Point>,
    /// Behind everything else.
    pub(crate) sky: Vec<Piece>,
    pub(crate) solid: Vec<Piece>,
    /// Sorted from far to near.
    pub(crate) blended: Vec<Piece>,
    /// On the ground. There is a list for each direction to the light.
    pub(crate) shadows: Vec<Vec<Flat>>,
    /// Lines that can be hidden by nearer objects.
    pub(crate) lines: Vec<Flat>,
    /// Lines in front of everything.
    pub(crate) marks: Vec<Flat>,
}

/// A point in camera space, before it is divided for perspective.
#[derive(Clone, Copy, Debug)]
struct Seen {
    x: f64,
    y: f64,
    /// The distance. For an orthographic camera, this is 1.
    w: f64,
    ahead: f64,
}

/// Projects from scene space to the picture.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Projector {
    camera: Camera,
    width: f64,
    height: f64,
    across: f64,
    upward: f64,
    is_perspective: bool,
}

/// How far a corner can be from the center of the picture, in halves of the picture. This way, it will fit in an
/// integer.
const REACH: f64 = 4.0;

impl Projector {
    pub(crate) fn new(camera: Camera, width: u32, height: u32) -> Self {
        let aspect = f64::from(width) / f64::from(height);
        let (half, is_perspective) = match camera.lens {
            Lens::Perspective(tangent) => (tangent, true),
            Lens::Orthographic(half) => (half, false),
        };
        let half = half.max(1e-300);
        let (width, height) = (f64::from(width), f64::from(height));
        Self { camera, width, height, across: half * aspect, upward: half, is_perspective }
    }

    fn seen(&self, point: DVec3) -> Seen {
        let DVec3 { x, y, z: ahead } = self.camera.seen(point);
        let w = if self.is_perspective { ahead } else { 1.0 };
        Seen { x: x / self.across, y: y / self.upward, w, ahead }
    }

    /// Returns how far a point is inside each of the cutting planes.
    fn margins(&self, Seen { x, y, w, ahead }: Seen) -> [f64; 5] {
        let near = if self.is_perspective { ahead - self.camera.near.max(1e-34) } else { 1.0 };
        [near, REACH * w - x, REACH * w + x, REACH * w - y, REACH * w + y]
    }

    fn point(&self, Seen { x, y, w, ahead }: Seen) -> Point {
        let to_units = |part: f64, size: f64| libm::floor((part * 0.5 + 0.5) * size * f64::from(UNITS) + 0.5) as i32;
        let inverse = 1.0 / w;
        let depth = if self.is_perspective { -inverse } else { ahead };
        let (x, y) = (to_units(x * inverse, self.width), to_units(-y * inverse, self.height));
        Point { x, y, depth: depth as f32, inverse: inverse as f32 }
    }

    /// Returns the point in the picture, if it is not cut off.
    fn whole(&self, point: Vec3) -> Option<Point> {
        let seen = self.seen(point.as_dvec3());
        self.margins(seen).iter().all(|margin| *margin >= 0.0).then(|| self.point(seen))
    }

    /// Cuts a triangle to a convex polygon. Returns the corners, and the weights of the original corners for each of
    /// them.
    fn cut(&self, corners: [Vec3; 3]) -> Vec<(Seen, [f64; 3])> {
        let shares = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let seen = corners.map(|corner| self.seen(corner.as_dvec3()));
        let mut polygon: Vec<(Seen, [f64; 3])> = seen.into_iter().zip(shares).collect();
        for plane in 0..5 {
            let mut inside = Vec::with_capacity(polygon.len() + 1);
            for (index, (corner, shares)) in polygon.iter().enumerate() {
                let Some((next, next_shares)) = polygon.get((index + 1) % polygon.len()) else { continue };
                let (here, there) = (self.margins(*corner)[plane], self.margins(*next)[plane]);
                if here >= 0.0 {
                    inside.push((*corner, *shares));
                }
                if (here >= 0.0) != (there >= 0.0) {
                    let t = here / (here - there);
                    let mix = |a: f64, b: f64| a + (b - a) * t;
                    let seen = Seen {
                        x: mix(corner.x, next.x),
                        y: mix(corner.y, next.y),
                        w: mix(corner.w, next.w),
                        ahead: mix(corner.ahead, next.ahead),
                    };
                    inside.push((seen, [0, 1, 2].map(|index| mix(shares[index], next_shares[index]))));
                }
            }
            polygon = inside;
        }
        polygon
    }

    /// Draws a line as a narrow band, which is `width` pixels wide and a little nearer than the line. A point is drawn
    /// as a square.
    pub(crate) fn band(&self, ends: [Vec3; 2], width: f64, color: [f32; 4], out: &mut Vec<Flat>) {
        if !ends.iter().all(|end| end.is_finite()) {
            return;
        }
        let cut = self.cut([ends[0], ends[1], ends[1]]);
        let (Some((from, _)), Some((to, _))) = (cut.first(), cut.get(1)) else { return };
        let (from, to) = (self.point(*from), self.point(*to));
        let (x, y) = (f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y));
        let length = libm::sqrt(x * x + y * y);
        let half = width * f64::from(UNITS) / 2.0;
        let (x, y) = if length > 0.0 { (x / length * half, y / length * half) } else { (half, 0.0) };
        // Extends to both sides, and for a point also beyond its ends.
        let beyond = if length > 0.0 { 0.0 } else { 1.0 };
        let corner = |end: Point, along: f64, side: f64| {
            let near = if self.is_perspective { end.depth * 1.0005 } else { end.depth - end.depth.abs() * 0.0005 };
            let (x, y) = (x * along * beyond - y * side, y * along * beyond + x * side);
            let moved = |coordinate: i32, by: f64| coordinate.saturating_add(libm::floor(by + 0.5) as i32);
            Point { x: moved(end.x, x), y: moved(end.y, y), depth: near, inverse: end.inverse }
        };
        let [a, b] = [corner(from, -1.0, 1.0), corner(from, -1.0, -1.0)];
        let [c, d] = [corner(to, 1.0, -1.0), corner(to, 1.0, 1.0)];
        out.extend([[a, b, c], [a, c, d]].into_iter().filter_map(|points| clockwise(points, color)));
    }
}

/// Returns a triangle whose corners go clockwise. If it has no area, returns `None`.
fn clockwise(points: [Point; 3], color: [f32; 4]) -> Option<Flat> {
    let [a, b, c] = points;
    match area(&points) {
        0 => None,
        1.. => Some(Flat { points, color }),
        _ => Some(Flat { points: [a, c, b], color }),
    }
}

/// How to draw the triangles of a draw.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    pub(crate) alpha: Alpha,
    /// Whether to draw back faces.
    pub(crate) backs: bool,
    pub(crate) is_sky: bool,
}

impl Stage {
    /// Projects the content of a scene to the picture.
    pub(crate) fn of(geometry: &mut Geometry, manners: &[Manner], projector: &Projector) -> Self {
        let vertices = std::mem::take(&mut geometry.vertices);
        // Clipped and infinite points have no place in the picture.
        let whole: Vec<Option<Point>> = vertices.iter().map(|vertex| projector.whole(vertex.position)).collect();
        let points = whole.iter().map(|point| point.unwrap_or_default()).collect();
        let mut stage = Self { vertices, points, ..Self::default() };
        for triangle in geometry.sky.iter().chain(&geometry.triangles) {
            let [Some(a), Some(b), Some(c)] = triangle.corners.map(|corner| whole.get(corner as usize)) else {
                continue;
            };
            let manner = manners[triangle.draw as usize];
            if let (Some(a), Some(b), Some(c)) = (a, b, c) {
                stage.push(triangle.corners, &[*a, *b, *c], triangle.draw, manner);
            } else {
                stage.push_cut(triangle, manner, projector);
            }
        }
        stage.sort();
        stage
    }

    fn push(&mut self, [a, b, c]: [u32; 3], points: &[Point; 3], draw: u32, manner: Manner) {
        let area = area(points);
        // Front faces are counter-clockwise if y points up: clockwise faces are back faces.
        let is_back = area > 0;
        if area == 0 || is_back && !manner.backs {
            return;
        }
        let corners = if is_back { [a, b, c] } else { [a, c, b] };
        let list = match manner.alpha {
            _ if manner.is_sky => &mut self.sky,
            Alpha::Blend => &mut self.blended,
            _ => &mut self.solid,
        };
        list.push(Piece { corners, draw, is_back });
    }

    fn push_cut(&mut self, triangle: &Triangle, manner: Manner, projector: &Projector) {
        let corners = triangle.corners.map(|corner| self.vertices[corner as usize]);
        if !corners.iter().all(|corner| corner.position.is_finite()) {
            return;
        }
        let polygon = projector.cut(corners.map(|corner| corner.position));
        let first = self.vertices.len() as u32;
        for (seen, shares) in &polygon {
            self.points.push(projector.point(*seen));
            self.vertices.push(Vertex::mixed(&corners, shares.map(|share| share as f32)));
        }
        for corner in 2..polygon.len() as u32 {
            let corners = [first, first + corner - 1, first + corner];
            let points = corners.map(|corner| self.points[corner as usize]);
            self.push(corners, &points, triangle.draw, manner);
        }
    }

    /// Sorts blended triangles by their center, so that the farthest comes first.
    fn sort(&mut self) {
        let points = &self.points;
        let depth = |piece: &Piece| {
            let [a, b, c] = piece.corners.map(|corner| points[corner as usize].depth);
            a / 3.0 + b / 3.0 + c / 3.0
        };
        for list in [&mut self.blended, &mut self.sky] {
            list.sort_by(|a, b| depth(b).total_cmp(&depth(a)));
        }
    }

    /// Returns the corners of a piece in the picture.
    #[inline]
    pub(crate) fn points_of(&self, piece: &Piece) -> [Point; 3] {
        piece.corners.map(|corner| self.points[corner as usize])
    }

    /// Adds the shadow of a triangle on a level plane. `toward` is the direction to the light.
    pub(crate) fn shadow(&mut self, corners: [Vec3; 3], ground: f64, toward: DVec3, projector: &Projector) {
        if !corners.iter().all(|corner| corner.is_finite()) {
            return;
        }
        let cast = corners.map(|corner| {
            let corner = corner.as_dvec3();
            (corner - toward * ((corner.y - ground) / toward.y)).as_vec3()
        });
        if !cast.iter().all(|corner| corner.is_finite()) {
            return;
        }
        let polygon: Vec<Point> = projector.cut(cast).into_iter().map(|(seen, _)| projector.point(seen)).collect();
        let Some((first, rest)) = polygon.split_first() else { return };
        let triangles = rest.windows(2).filter_map(|pair| clockwise([*first, *pair.first()?, *pair.get(1)?], [0.0; 4]));
        self.shadows.last_mut().into_iter().for_each(|shadows| shadows.extend(triangles.clone()));
    }

    /// Checks that the picture can be drawn in reasonable time. This counts the pixels around each triangle, multiplied
    /// by the weight of its piece.
    pub(crate) fn check(&self, picture: Rect, weight: impl Fn(&Piece) -> u64, most: u64) -> Result<(), Error> {
        let pieces = self.sky.iter().chain(&self.solid).chain(&self.blended);
        let pieces = pieces.map(|piece| (self.points_of(piece), weight(piece)));
        let flats = self.shadows.iter().flatten().chain(&self.lines).chain(&self.marks).map(|flat| (flat.points, 1));
        let mut pixels = 0_u64;
        for (points, weight) in pieces.chain(flats) {
            let rect = Rect::around(&points).within(picture);
            if !rect.is_empty() {
                let (width, height) = (i64::from(rect.right - rect.left), i64::from(rect.bottom - rect.top));
                pixels = pixels.saturating_add(((width * height) as u64).saturating_mul(weight));
            }
            if pixels > most {
                return Err(too_much("pixels around triangles", most, pixels));
            }
        }
        Ok(())
    }
}

impl Vertex {
    fn mixed(corners: &[Self; 3], shares: [f32; 3]) -> Self {
        let [a, b, c] = corners;
        let [u, v, w] = shares;
        let mix = |a: f32, b: f32, c: f32| a * u + b * v + c * w;
        Self {
            position: a.position * u + b.position * v + c.position * w,
            normal: a.normal * u + b.normal * v + c.normal * w,
            tangent: a.tangent * u + b.tangent * v + c.tangent * w,
            hand: mix(a.hand, b.hand, c.hand),
            uvs: [0, 1]
                .map(|set: usize| [0, 1].map(|axis: usize| mix(a.uvs[set][axis], b.uvs[set][axis], c.uvs[set][axis]))),
            color: [0, 1, 2, 3].map(|channel| mix(a.color[channel], b.color[channel], c.color[channel])),
        }
    }
}
