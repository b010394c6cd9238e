//! Vertices, and which of them are equal.

use std::hash::{BuildHasher as _, RandomState};

use glam::{Vec2, Vec3};
use hashbrown::HashTable;

use super::Triangles;

/// The vertices of triangles. The last one is the vertex of all indices that are out of bounds.
pub(super) struct Vertices<'s> {
    triangles: &'s Triangles<'s>,
    last: usize,
}

impl<'s> Vertices<'s> {
    pub(super) fn new(triangles: &'s Triangles<'s>) -> Self {
        let last = triangles.positions.len().max(triangles.normals.len()).max(triangles.tex_coords.len());
        Self { triangles, last }
    }

    pub(super) fn count(&self) -> usize {
        self.last.saturating_add(1)
    }

    /// Returns the vertex of an index.
    pub(super) fn number(&self, index: u32) -> usize {
        self.last.min(index as usize)
    }

    pub(super) fn position(&self, vertex: u32) -> Vec3 {
        self.triangles.positions.get(vertex as usize).copied().unwrap_or_default()
    }

    pub(super) fn normal(&self, vertex: u32) -> Vec3 {
        self.triangles.normals.get(vertex as usize).copied().unwrap_or_default()
    }

    /// Returns the texture coordinates, from the bottom left: so the sign of the bitangent is glTF's.
    pub(super) fn tex_coord(&self, vertex: u32) -> Vec2 {
        let uv = self.triangles.tex_coords.get(vertex as usize).copied().unwrap_or_default();
        Vec2::new(uv.x, 1.0 - uv.y)
    }

    fn bits(&self, vertex: u32) -> [u32; 8] {
        let [x, y, z] = self.position(vertex).to_array();
        let [i, j, k] = self.normal(vertex).to_array();
        let [u, v] = self.tex_coord(vertex).to_array();
        [x, y, z, i, j, k, u, v].map(f32::to_bits)
    }

    /// Returns the first vertex with the same bits for each vertex.
    pub(super) fn equal_vertices(&self) -> Vec<u32> {
        // Its hashes are others in each run: nobody makes many vertices of one hash.
        let hasher = RandomState::new();
        let mut known = HashTable::with_capacity(self.count());
        let first = |vertex: u32| {
            let bits = self.bits(vertex);
            let is_equal = |other: &u32| self.bits(*other) == bits;
            let hash = |other: &u32| hasher.hash_one(self.bits(*other));
            *known.entry(hasher.hash_one(bits), is_equal, hash).or_insert(vertex).get()
        };
        (0..self.count() as u32).map(first).collect()
    }
}
