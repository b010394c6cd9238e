//! Prepares the triangles of a primitive for the mesh library, with vertices of their own.

#![allow(clippy::arithmetic_side_effects, reason = "positions of vertices")]

use std::collections::{HashMap, HashSet};

use asset_scene::{Primitive, Scene};
use meshopt::SimplifyOptions;

use super::rows;

/// Why a primitive can't be simplified.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skipped {
    /// There are only lines, points or degenerate triangles.
    NoTriangles,
    /// The positions are not finite, or missing.
    Positions,
    /// An index is out of bounds.
    Indices,
    /// Too many triangles meet at a few positions.
    Crowded,
}

/// The bits of a position. Both zeros are made equal before this.
pub(super) type Place = [u32; 3];

/// Triangles in which equal vertices have been merged.
pub(super) struct Corners {
    /// Three for each triangle. Each index is less than the number of positions.
    pub(super) indices: Vec<u32>,
    /// The positions, scaled to be from 0 to 1 along the longest side.
    positions: Vec<[f32; 3]>,
    /// The normals, as three numbers for each vertex. They are zero if the primitive has none.
    normals: Vec<f32>,
    /// The positions, unchanged.
    pub(super) places: Vec<Place>,
    /// For each vertex, the index in the primitive.
    from: Vec<u32>,
    /// Length of the longest side.
    pub(super) size: f64,
}

impl Corners {
    /// Reads the triangles of a primitive. The scene must have been checked.
    pub(super) fn new(scene: &Scene<'_>, primitive: &Primitive) -> Result<Self, Skipped> {
        let positions = primitive.positions(scene).map_err(|_| Skipped::Positions)?;
        let positions: Vec<[f32; 3]> = positions.map(|position| position.map(|number| number + 0.0)).collect();
        let triangles: Vec<[u32; 3]> = primitive.triangles(scene).map_err(|_| Skipped::Indices)?.collect();
        let mut used: Vec<u32> = triangles.as_flattened().to_vec();
        used.sort_unstable();
        used.dedup();
        let equal = rows::equal(scene, primitive, &used);
        let position = |vertex: &u32| positions.get(*vertex as usize).copied().unwrap_or_default();
        if used.iter().any(|vertex| position(vertex).iter().any(|number| !number.is_finite())) {
            return Err(Skipped::Positions);
        }
        let (mut numbers, mut from, mut indices) = (HashMap::new(), Vec::new(), Vec::new());
        for corners in triangles {
            let corners = corners.map(|vertex| equal.get(&vertex).copied().unwrap_or(vertex));
            let [a, b, c] = corners.map(|vertex| position(&vertex));
            if a == b || b == c || c == a {
                continue;
            }
            indices.extend(corners.map(|vertex| {
                *numbers.entry(vertex).or_insert_with(|| {
                    from.push(vertex);
                    from.len() as u32 - 1
                })
            }));
        }
        if indices.is_empty() {
            return Err(Skipped::NoTriangles);
        }
        let all = primitive.normals(scene).ok().flatten().map(Iterator::collect::<Vec<[f32; 3]>>).unwrap_or_default();
        let normal = |vertex: &u32| all.get(*vertex as usize).copied().unwrap_or_default();
        let finite = |number: f32| if number.is_finite() { number.clamp(-1.0, 1.0) } else { 0.0 };
        let normals = from.iter().flat_map(|vertex| normal(vertex).map(finite)).collect();
        let places = from.iter().map(|vertex| position(vertex).map(f32::to_bits)).collect();
        let (positions, size) = unit(from.iter().map(position).collect());
        Ok(Self { indices, positions, normals, places, from, size })
    }

    pub(super) fn triangles(&self) -> usize {
        self.indices.len() / 3
    }

    /// Checks whether too many triangles share a position. The library compares all triangles at a position with each
    /// other, so such a mesh would take quadratic time.
    pub(super) fn is_crowded(&self) -> bool {
        let mut meeting: HashMap<Place, u64> = HashMap::new();
        for index in &self.indices {
            if let Some(position) = self.places.get(*index as usize) {
                *meeting.entry(*position).or_default() += 1;
            }
        }
        let pairs = meeting.values().fold(0, |sum: u64, count| sum.saturating_add(count.saturating_mul(*count)));
        pairs > (self.triangles() as u64).saturating_mul(PAIRS_PER_TRIANGLE).max(LEAST_PAIRS)
    }

    /// Simplifies to `most` triangles, or more if the shape doesn't allow this. The triangles use the same vertices,
    /// and there is always at least one. Vertices at `shared` positions do not move. Also returns the largest error,
    /// relative to the longest side.
    pub(super) fn simplified(&self, most: usize, shared: &HashSet<Place>) -> (Vec<u32>, f32) {
        let locks: Vec<bool> = self.places.iter().map(|position| shared.contains(position)).collect();
        let mut best = (self.indices.clone(), 0.0);
        for options in [SimplifyOptions::None, SimplifyOptions::Prune | SimplifyOptions::Permissive] {
            let (indices, error) = self.reduced(most, &locks, options);
            if !indices.is_empty() && indices.len() < best.0.len() {
                best = (indices, error);
            }
            if best.0.len() / 3 <= most {
                break;
            }
        }
        best
    }

    fn reduced(&self, most: usize, locks: &[bool], options: SimplifyOptions) -> (Vec<u32>, f32) {
        let mut error = 0.0;
        let indices = meshopt::simplify_with_attributes_and_locks_decoder(
            &self.indices,
            &self.positions,
            &self.normals,
            &[NORMAL_WEIGHT; 3],
            3 * size_of::<f32>(),
            locks,
            most * 3,
            1.0,
            options,
            Some(&mut error),
        );
        (indices, error)
    }

    /// Reorders the triangles for the vertex cache, and then to avoid overdraw.
    pub(super) fn ordered(&self, indices: &[u32]) -> Vec<u32> {
        let mut indices = meshopt::optimize_vertex_cache(indices, self.positions.len());
        meshopt::optimize_overdraw_in_place_decoder(&mut indices, &self.positions, CACHE_FOR_OVERDRAW);
        indices
    }

    /// Converts these indices to indices in the primitive.
    pub(super) fn of_primitive(&self, indices: &[u32]) -> Vec<u32> {
        indices.iter().filter_map(|index| self.from.get(*index as usize)).copied().collect()
    }
}

/// How much normals matter: a turn by 90 degrees counts like a movement by half of the longest side.
const NORMAL_WEIGHT: f32 = 0.5;
/// To avoid overdraw, this many times more vertices may be transformed.
const CACHE_FOR_OVERDRAW: f32 = 1.05;

/// How many pairs of triangles at the same position there may be, for each triangle. In a usual mesh six triangles meet
/// at a vertex, so there are about 18 pairs.
const PAIRS_PER_TRIANGLE: u64 = 1 << 10;
/// Any primitive may have this many pairs, because they take less than a second.
const LEAST_PAIRS: u64 = 1 << 25;

/// Scales the positions to be from 0 to 1 along the longest side, and returns this length. Without this, sums of large
/// numbers would overflow.
fn unit(positions: Vec<[f32; 3]>) -> (Vec<[f32; 3]>, f64) {
    let least = |axis: usize| positions.iter().map(|position| f64::from(position[axis])).fold(f64::INFINITY, f64::min);
    let most =
        |axis: usize| positions.iter().map(|position| f64::from(position[axis])).fold(f64::NEG_INFINITY, f64::max);
    let origin = [least(0), least(1), least(2)];
    let size = [0, 1, 2].map(|axis| most(axis) - origin[axis]).into_iter().fold(0.0, f64::max);
    let along = |number: f32, origin: f64| ((f64::from(number) - origin) / size) as f32;
    let unit = |[x, y, z]: [f32; 3]| [along(x, origin[0]), along(y, origin[1]), along(z, origin[2])];
    (positions.into_iter().map(unit).collect(), size)
}
