//! Reads baked light probes of rbfx, and the light between them.

#![allow(clippy::arithmetic_side_effects, reason = "floats, and numbers of steps that are limited")]

use asset_scene::Harmonics;
use asset_scene::glam::{DVec3, Vec3};
use binio::zerocopy::little_endian::{F32, U32};
use urho_resource::baked_light::{BakedLight, Cell, Probe};

/// A corner that stands for infinity, behind a face of the hull on which the light is solved with a cubic equation.
const INFINITE: u32 = u32::MAX;
/// How many steps may be taken between tetrahedra in a scene.
const STEPS: usize = 1 << 22;

/// Light probes with the tetrahedra between them.
pub(super) struct Probes {
    places: Vec<Vec3>,
    cells: Vec<Cell>,
    /// The directions in which the hull grows at each probe.
    outwards: Vec<Vec3>,
    /// How many of the cells are tetrahedra. The others are outside of the hull.
    inside: usize,
    light: Vec<Probe>,
    steps: usize,
}

impl Probes {
    /// Parses the data file of a `GlobalIllumination`.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, String> {
        let light = BakedLight::parse(bytes).map_err(|error| format!("the light probes are damaged: {error}"))?;
        let vectors = |rows: &[[F32; 3]]| rows.iter().map(|row| Vec3::from_array(row.map(F32::get))).collect();
        Ok(Self {
            places: vectors(light.positions),
            cells: light.cells.to_vec(),
            outwards: vectors(light.outward),
            inside: light.num_tetrahedra as usize,
            light: light.probes.to_vec(),
            steps: STEPS,
        })
    }

    /// Returns the light at a place, in the space of the engine. The result is mirrored, as scenes are.
    pub(super) fn at(&mut self, place: Vec3) -> Option<Harmonics> {
        let (cell, weights) = self.find(place)?;
        let count = if cell < self.inside { 4 } else { 3 };
        let [corners, ..] = self.cells.get(cell)?;
        let mut sum = [[0.0_f32; 4]; 7];
        for (corner, weight) in corners.iter().zip(weights).take(count) {
            let dots = self.light.get(corner.get() as usize)?;
            for (sum, own) in sum.iter_mut().flatten().zip(dots.iter().flatten()) {
                *sum += own.get() * weight as f32;
            }
        }
        let [[a0, a1, a2, a3], [b0, b1, b2, b3], [c0, c1, c2, c3], rest @ .., [last, green, blue, _]] = sum;
        let [[d0, d1, d2, d3], [e0, e1, e2, e3], [f0, f1, f2, f3]] = rest;
        let [even, x, y, z] = [[a3, b3, c3], [a0, b0, c0], [a1, b1, c1], [a2, b2, c2]];
        let [xy, yz, zz, zx] = [[d0, e0, f0], [d1, e1, f1], [d2, e2, f2], [d3, e3, f3]];
        let negated = |color: [f32; 3]| color.map(|channel| -channel);
        let coefficients = [even, negated(x), y, z, negated(xy), yz, zz, negated(zx), [last, green, blue]];
        coefficients.iter().flatten().all(|part| part.is_finite()).then_some(Harmonics { coefficients })
    }

    /// Walks to the cell of a place. As in the engine, the next cell is the one behind the corner with the smallest
    /// weight.
    fn find(&mut self, place: Vec3) -> Option<(usize, [f64; 4])> {
        let mut cell = 0;
        for _ in 0..self.cells.len() {
            self.steps = self.steps.checked_sub(1)?;
            let weights = self.weights(cell, place)?;
            if weights.iter().all(|weight| *weight >= 0.0) {
                return Some((cell, weights));
            }
            let [_, neighbours, ..] = self.cells.get(cell)?;
            let (_, next) = weights.iter().zip(neighbours).min_by(|(a, _), (b, _)| a.total_cmp(b))?;
            cell = next.get() as usize;
        }
        Some((cell, self.weights(cell, place)?))
    }

    /// Returns the weights of the corners of a cell. If one is below 0, the place is not in the cell.
    fn weights(&self, number: usize, place: Vec3) -> Option<[f64; 4]> {
        let [[first, second, third, last], _, matrix @ ..] = self.cells.get(number)?;
        let corner = |corner: &U32| self.places.get(corner.get() as usize).map(|place| place.as_dvec3());
        let place = place.as_dvec3();
        let rows = matrix.map(|row| row.map(|bits| f64::from(f32::from_bits(bits.get()))));
        let moved =
            |point: DVec3| DVec3::from_array(rows.map(|[x, y, z, w]| x * point.x + y * point.y + z * point.z + w));
        if number < self.inside {
            let DVec3 { x, y, z } = moved(place - corner(first)?);
            return Some([1.0 - x - y - z, x, y, z]);
        }
        let [a, b, c] = [corner(first)?, corner(second)?, corner(third)?];
        if (b - a).cross(c - a).dot(place - a) < 0.0 {
            return Some([0.0, 0.0, 0.0, -1.0]);
        }
        let [x, y, z] = moved(place).to_array();
        let step = if last.get() == INFINITE { cubic(x, y, z) } else { quadratic(x, y, z) };
        let outward = |corner: &U32| self.outwards.get(corner.get() as usize).map(|way| way.as_dvec3());
        let [a, b, c] = [a + outward(first)? * step, b + outward(second)? * step, c + outward(third)? * step];
        let [x, y, z] = shares([a, b, c], place);
        Some([x, y, z, 0.0])
    }
}

/// Returns the weights of the corners of a triangle for a place on it.
fn shares([a, b, c]: [DVec3; 3], place: DVec3) -> [f64; 3] {
    let (across, down, own) = (b - a, c - a, place - a);
    let (aa, ab, bb) = (across.dot(across), across.dot(down), down.dot(down));
    let (pa, pb) = (own.dot(across), own.dot(down));
    let whole = aa * bb - ab * ab;
    let (y, z) = ((bb * pa - ab * pb) / whole, (aa * pb - ab * pa) / whole);
    [1.0 - y - z, y, z]
}

/// Returns the smallest of the numbers that isn't negative but for rounding, or 0.
fn smallest(roots: &[f64]) -> f64 {
    let positive = roots.iter().copied().filter(|root| *root > -5e-5);
    positive.min_by(f64::total_cmp).unwrap_or(0.0)
}

/// Solves `a t² + b t + c = 0`.
fn quadratic(a: f64, b: f64, c: f64) -> f64 {
    if a.abs() < 1e-6 {
        return -c / b;
    }
    let root = (b * b - 4.0 * a * c).max(0.0).sqrt();
    smallest(&[(-b + root) / (2.0 * a), (-b - root) / (2.0 * a)])
}

/// Solves `t³ + a t² + b t + c = 0`.
fn cubic(a: f64, b: f64, c: f64) -> f64 {
    let (q, r) = ((a * a - 3.0 * b) / 9.0, (a * (2.0 * a * a - 9.0 * b) + 27.0 * c) / 54.0);
    let cube = q * q * q;
    if r * r <= cube {
        let angle = (r / cube.sqrt()).clamp(-1.0, 1.0).acos();
        let root = |turn: f64| -2.0 * q.sqrt() * ((angle + turn) / 3.0).cos() - a / 3.0;
        let turn = std::f64::consts::TAU;
        return smallest(&[root(0.0), root(turn), root(-turn)]);
    }
    let part = -(r.abs() + (r * r - cube).sqrt()).cbrt() * if r < 0.0 { -1.0 } else { 1.0 };
    let other = if part == 0.0 { 0.0 } else { q / part };
    smallest(&[part + other - a / 3.0])
}
