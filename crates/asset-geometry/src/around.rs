//! This module contains [`TrianglesAround`].

use alloc::vec;
use alloc::vec::Vec;

/// A table to go from a vertex to the triangles around it.
///
/// ```
/// let around = asset_geometry::TrianglesAround::new([[0, 1, 2], [2, 1, 3]].into_iter(), 4);
/// assert_eq!([around.of(0), around.of(1), around.of(3)], [&[0][..], &[0, 1], &[1]]);
/// ```
#[derive(Clone, Debug)]
pub struct TrianglesAround {
    /// For each vertex, the end of its list of triangles.
    ends: Vec<u32>,
    triangles: Vec<u32>,
}

impl TrianglesAround {
    /// Creates the table for a mesh with `vertices` vertices. The triangles around a vertex will be sorted by number.
    /// Note that a degenerate triangle can be listed twice for the same vertex, once for each corner. A corner is
    /// ignored if its vertex is not below `vertices`. This takes linear time.
    pub fn new(triangles: impl Iterator<Item = [u32; 3]> + Clone, vertices: usize) -> Self {
        let mut counts = vec![0_u32; vertices];
        for index in triangles.clone().flatten() {
            counts.get_mut(index as usize).into_iter().for_each(|count| *count = count.saturating_add(1));
        }
        let mut next = 0_u32;
        // The starts become the ends while the triangles are entered.
        let mut ends = counts;
        for end in &mut ends {
            let count = core::mem::replace(end, next);
            next = next.saturating_add(count);
        }
        let mut list = vec![0; next as usize];
        for (triangle, corners) in (0..).zip(triangles) {
            for index in corners {
                let Some(end) = ends.get_mut(index as usize) else { continue };
                list.get_mut(*end as usize).into_iter().for_each(|slot| *slot = triangle);
                *end = end.saturating_add(1);
            }
        }
        Self { ends, triangles: list }
    }

    /// Returns the number of vertices.
    pub fn vertices(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Returns the numbers of the triangles around this vertex, or an empty slice for a vertex that does not exist.
    pub fn of(&self, vertex: u32) -> &[u32] {
        let end = |vertex: u32| self.ends.get(vertex as usize).map_or(0, |end| *end as usize);
        let start = vertex.checked_sub(1).map_or(0, end);
        self.triangles.get(start..end(vertex)).unwrap_or_default()
    }

    /// Returns the size of the longest list, for the vertex with the most triangles.
    pub fn most(&self) -> usize {
        (0..self.vertices()).map(|vertex| self.of(vertex).len()).max().unwrap_or(0)
    }
}
