//! The triangles of a primitive with their own vertices, as the library for meshes gets them.

#![allow(clippy::arithmetic_side_effects, reason = "positions of vertices")]

use std::collections::{HashMap, HashSet};

use asset_scene::{Primitive, Scene};
use meshopt::SimplifyOptions;

use super::rows;

/// Reason why a primitive has no simplified levels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Skipped {
    /// It has lines or points, or its triangles are degenerate.
    NoTriangles,
    /// Positions aren't finite, or are missing.
    Positions,
    /// An index is out of bounds.
    Indices,
    /// Too many triangles meet at few positions.
    Crowded,
}

/// Bits of a position. Both zeros are the same position.
pub(super) type Place = [u32; 3];

/// Triangles whose equal vertices are one.
pub(super) struct Corners {
    /// Three per triangle, below the number of positions.
    pub(super) indices: Vec<u32>,
    /// Positions, from 0 to 1 along the longest side.
    positions: Vec<[f32; 3]>,
    /// Normals, three numbers per vertex; zeros if the primitive has none.
    normals: Vec<f32>,
    /// Positions as the primitive has them.
    pub(super) places: Vec<Place>,
    /// Vertices of the primitive.
    from: Vec<u32>,
    /// Length of the longest side.
    pub(super) size: f64,
}

impl Corners {
    /// Reads the triangles of a primitive of a checked scene.
    pub(super) fn new(scene: &Scene<'_>, primitive: &Primitive) -> Result<Self, Skipped> {
        let positions = primitive.positions(scene).map_err(|_| Skipped::Positions)?;
        let positions: Vec<[f32; 3]> = positions.map(|position| position.map(|number| number + 0.0)).collect();
        let triangles: Vec<[u32; 3]> = primitive.triangles(scene).map_err(|_| Skipped::Indices)?.collect();
        let mut used: Vec<u32> = triangles.as_flattened().to_vec();
        used.sort_unstable();
        used.dedup();
        let equal = rows::equal(scene, primitive, &used);
        let place = |vertex: &u32| positions.get(*vertex as usize).copied().unwrap_or_default();
        if used.iter().any(|vertex| place(vertex).iter().any(|number| !number.is_finite())) {
            return Err(Skipped::Positions);
        }
        let (mut numbers, mut from, mut indices) = (HashMap::new(), Vec::new(), Vec::new());
        for corners in triangles {
            let corners = corners.map(|vertex| equal.get(&vertex).copied().unwrap_or(vertex));
            let [a, b, c] = corners.map(|vertex| place(&vertex));
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
        let places = from.iter().map(|vertex| place(vertex).map(f32::to_bits)).collect();
        let (positions, size) = unit(from.iter().map(place).collect());
        Ok(Self { indices, positions, normals, places, from, size })
    }

    pub(super) fn triangles(&self) -> usize {
        self.indices.len() / 3
    }

    /// Returns whether too many triangles share a position. The library compares all triangles of a position with each other, so that such a mesh
    /// would take quadratic time.
    pub(super) fn is_crowded(&self) -> bool {
        let mut meeting: HashMap<Place, u64> = HashMap::new();
        for index in &self.indices {
            if let Some(place) = self.places.get(*index as usize) {
                *meeting.entry(*place).or_default() += 1;
            }
        }
        let pairs = meeting.values().fold(0, |sum: u64, count| sum.saturating_add(count.saturating_mul(*count)));
        pairs > (self.triangles() as u64).saturating_mul(PAIRS_PER_TRIANGLE).max(LEAST_PAIRS)
    }

    /// Returns triangles of the same vertices, at most `most` where the shape allows it, and the largest error relative to the longest side.
    /// Vertices at `shared` places stay. Never empty.
    pub(super) fn simplified(&self, most: usize, shared: &HashSet<Place>) -> (Vec<u32>, f32) {
        let locks: Vec<bool> = self.places.iter().map(|place| shared.contains(place)).collect();
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

    /// Orders triangles for the vertex cache, then against overdraw.
    pub(super) fn ordered(&self, indices: &[u32]) -> Vec<u32> {
        let mut indices = meshopt::optimize_vertex_cache(indices, self.positions.len());
        meshopt::optimize_overdraw_in_place_decoder(&mut indices, &self.positions, CACHE_FOR_OVERDRAW);
        indices
    }

    /// Returns the vertices of the primitive for vertices of these triangles.
    pub(super) fn of_primitive(&self, indices: &[u32]) -> Vec<u32> {
        indices.iter().filter_map(|index| self.from.get(*index as usize)).copied().collect()
    }
}

/// Importance of normals: a turn by 90 degrees counts as a movement by half of the longest side.
const NORMAL_WEIGHT: f32 = 0.5;
/// How many times as many vertices may be transformed for less overdraw.
const CACHE_FOR_OVERDRAW: f32 = 1.05;

/// Pairs of triangles at a position that a triangle may have on average: six meet at a vertex of a usual mesh, so that it has about 18.
const PAIRS_PER_TRIANGLE: u64 = 1 << 10;
/// Pairs that any primitive may have: they take less than a second.
const LEAST_PAIRS: u64 = 1 << 25;

/// Returns positions from 0 to 1 along their longest side, and its length. The sums of large numbers would otherwise overflow.
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
