//! Vertices with equal values.

use std::collections::HashMap;

use super::Triangles;

/// For each vertex the first vertex with the same values.
pub(super) struct Welded {
    /// The last entry is for all vertices that don't exist.
    first: Vec<u32>,
}

impl Welded {
    pub(super) fn new(triangles: &Triangles<'_>) -> Self {
        let lengths = [triangles.positions.len(), triangles.normals.len(), triangles.tex_coords.len()];
        let most = triangles.indices.iter().max().map_or(0, |most| *most as usize);
        let end = lengths.into_iter().max().unwrap_or(0).min(most.saturating_add(1));
        let mut known: HashMap<[u32; 8], u32> = HashMap::with_capacity(end);
        let first = (0..=end as u32).map(|index| {
            let vertex = triangles.vertex(index);
            let ([x, y, z], [i, j, k], [u, v]) =
                (vertex.position.to_array(), vertex.normal.to_array(), vertex.uv.to_array());
            *known.entry([x, y, z, i, j, k, u, v].map(f32::to_bits)).or_insert(index)
        });
        Self { first: first.collect() }
    }

    /// Returns the first vertex with the values of a vertex.
    pub(super) fn first(&self, index: u32) -> u32 {
        self.first.get(index as usize).or(self.first.last()).copied().unwrap_or(0)
    }

    /// Returns the number of vertices and one more, above all results of [`first`](Self::first).
    pub(super) fn end(&self) -> usize {
        self.first.len()
    }

    /// Returns how many triangles meet at one vertex, at most.
    pub(super) fn most_around(&self, triangles: &Triangles<'_>) -> u32 {
        let mut counts = vec![0_u32; self.end()];
        for index in triangles.indices {
            if let Some(count) = counts.get_mut(self.first(*index) as usize) {
                *count = count.saturating_add(1);
            }
        }
        counts.into_iter().max().unwrap_or(0)
    }
}
