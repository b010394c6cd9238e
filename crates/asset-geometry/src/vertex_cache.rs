//! This module changes the order of triangles and vertices for the vertex cache of graphics cards.

use alloc::vec;
use alloc::vec::Vec;

use crate::TrianglesAround;

/// How many vertices a cache is assumed to hold. An order for 16 vertices will be good for larger caches, too.
pub const CACHE_SIZE: usize = 16;

/// Returns the average number of vertices that must be transformed to draw a triangle, given a first-in-first-out cache
/// of [`CACHE_SIZE`] vertices. Use this to compare two orders. The result is 3 if no vertex can be used again, and can
/// go down to about 0.5. Without any triangles it is 0. A vertex that is not below `vertices` is never in the cache.
///
/// ```
/// use asset_geometry::cache_miss_ratio;
/// assert_eq!(cache_miss_ratio(&[0, 1, 2, 3, 4, 5], 6), 3.0);
/// assert_eq!(cache_miss_ratio(&[0, 1, 2, 2, 1, 3], 4), 2.0);
/// ```
pub fn cache_miss_ratio(indices: &[u32], vertices: usize) -> f32 {
    let triangles = indices.len() / 3;
    if triangles == 0 { 0.0 } else { misses(indices, vertices) as f32 / triangles as f32 }
}

/// Counts how often a vertex in a triangle list will not be in a first-in-first-out cache.
fn misses(indices: &[u32], vertices: usize) -> usize {
    let mut cache = Cache::new(vertices);
    indices.iter().filter(|index| cache.misses(**index)).count()
}

/// A first-in-first-out cache.
struct Cache {
    /// For each vertex, the number of the entry that was added for it, or 0.
    entries: Vec<usize>,
    /// The number of the next entry.
    next: usize,
}

impl Cache {
    fn new(vertices: usize) -> Self {
        Self { entries: vec![0; vertices], next: CACHE_SIZE.saturating_add(1) }
    }

    /// Returns how many entries have been added since this vertex.
    fn age(&self, vertex: u32) -> usize {
        self.next.saturating_sub(self.entries.get(vertex as usize).copied().unwrap_or_default())
    }

    /// Uses a vertex. Returns true if it had to be added.
    fn misses(&mut self, vertex: u32) -> bool {
        let is_missing = self.age(vertex) > CACHE_SIZE;
        if is_missing {
            if let Some(entry) = self.entries.get_mut(vertex as usize) {
                *entry = self.next;
            }
            self.next = self.next.saturating_add(1);
        }
        is_missing
    }
}

/// Changes the order of a triangle list to use the vertex cache better (Tipsify: Sander, Nehab and Barczak, 2007), and
/// returns the new list. This will not change the order of the corners in a triangle. If the new list would not be
/// better, or if an index is not below `vertices`, you get the same list back. This takes linear time in the number of
/// indices and vertices. You may want to call [`fetch_order`] next.
///
/// ```
/// use asset_geometry::{cache_miss_ratio, cache_order};
/// // Columns of a grid of 40 by 40 squares: each column is longer than the cache.
/// let corner = |x: u32, y: u32| x * 41 + y;
/// let mut indices = Vec::new();
/// for (x, y) in (0..40).flat_map(|x| (0..40).map(move |y| (x, y))) {
///     indices.extend([corner(x, y), corner(x + 1, y), corner(x, y + 1)]);
///     indices.extend([corner(x + 1, y), corner(x + 1, y + 1), corner(x, y + 1)]);
/// }
/// assert!(cache_miss_ratio(&indices, 41 * 41) > 1.0);
/// assert!(cache_miss_ratio(&cache_order(&indices, 41 * 41), 41 * 41) < 0.75);
/// ```
pub fn cache_order(indices: &[u32], vertices: usize) -> Vec<u32> {
    if indices.iter().any(|index| *index as usize >= vertices) {
        return indices.to_vec();
    }
    let (ordered, missed) = Order::new(indices, vertices).run();
    if missed < misses(indices, vertices) { ordered } else { indices.to_vec() }
}

/// The state of [`cache_order`].
struct Order<'i> {
    indices: &'i [u32],
    around: TrianglesAround,
    /// For each vertex, how many triangles still have to be added to the output.
    live: Vec<u32>,
    is_done: Vec<bool>,
    cache: Cache,
    /// The number of vertices that had to be loaded, because they were not in the cache.
    missed: usize,
    /// The vertices in the output, with the newest at the end.
    recent: Vec<u32>,
    /// No vertex before this one has a triangle left.
    cursor: u32,
    output: Vec<u32>,
}

impl<'i> Order<'i> {
    fn new(indices: &'i [u32], vertices: usize) -> Self {
        let corners = indices.chunks_exact(3).filter_map(|corners| <[u32; 3]>::try_from(corners).ok());
        let around = TrianglesAround::new(corners, vertices);
        let live = (0..around.vertices()).map(|vertex| around.of(vertex).len() as u32).collect();
        let (is_done, cache) = (vec![false; indices.len() / 3], Cache::new(vertices));
        let output = Vec::with_capacity(indices.len());
        Self { indices, around, live, is_done, cache, missed: 0, recent: Vec::new(), cursor: 0, output }
    }

    /// Returns the new order, and how many vertices were not in the cache.
    fn run(mut self) -> (Vec<u32>, usize) {
        let mut candidates = Vec::new();
        let mut centre = self.next_live();
        while let Some(vertex) = centre {
            candidates.clear();
            self.add_fan(vertex, &mut candidates);
            centre = self.best(&candidates).or_else(|| self.next_live());
        }
        for index in self.indices.chunks_exact(3).remainder() {
            self.output.push(*index);
            self.missed = self.missed.saturating_add(usize::from(self.cache.misses(*index)));
        }
        (self.output, self.missed)
    }

    /// Adds the remaining triangles of a vertex to the output, and their vertices to the candidates.
    fn add_fan(&mut self, vertex: u32, candidates: &mut Vec<u32>) {
        for triangle in self.around.of(vertex) {
            let triangle = *triangle as usize;
            let Some(is_done) = self.is_done.get_mut(triangle).filter(|is_done| !**is_done) else { continue };
            *is_done = true;
            for index in self.indices.chunks_exact(3).nth(triangle).unwrap_or_default() {
                self.output.push(*index);
                self.missed = self.missed.saturating_add(usize::from(self.cache.misses(*index)));
                self.recent.push(*index);
                candidates.push(*index);
                self.live.get_mut(*index as usize).into_iter().for_each(|count| *count = count.saturating_sub(1));
            }
        }
    }

    fn live(&self, vertex: u32) -> usize {
        self.live.get(vertex as usize).map_or(0, |count| *count as usize)
    }

    /// Returns the oldest candidate that will still be in the cache after its triangles.
    fn best(&self, candidates: &[u32]) -> Option<u32> {
        let mut best = None;
        for vertex in candidates.iter().filter(|vertex| self.live(**vertex) > 0) {
            let age = self.cache.age(*vertex);
            let stays = age.saturating_add(self.live(*vertex).saturating_mul(2)) <= CACHE_SIZE;
            let priority = if stays { age } else { 0 };
            if best.is_none_or(|(most, _)| priority > most) {
                best = Some((priority, *vertex));
            }
        }
        best.map(|(_, vertex)| vertex)
    }

    /// Returns the newest vertex in the output that has a triangle left, or otherwise the first vertex that has one.
    fn next_live(&mut self) -> Option<u32> {
        while let Some(vertex) = self.recent.pop() {
            if self.live(vertex) > 0 {
                return Some(vertex);
            }
        }
        while (self.cursor as usize) < self.live.len() {
            if self.live(self.cursor) > 0 {
                return Some(self.cursor);
            }
            self.cursor = self.cursor.saturating_add(1);
        }
        None
    }
}

/// Renumbers the vertices by their first use, so that memory will be read forwards. You must then reorder the vertex
/// data in the same way, using the result: it has the old number of each vertex. This leaves out unused vertices. If an
/// index is not below `vertices`, nothing is changed.
///
/// ```
/// let mut indices = [4, 2, 0, 0, 2, 3];
/// assert_eq!(asset_geometry::fetch_order(&mut indices, 5), [4, 2, 0, 3]);
/// assert_eq!(indices, [0, 1, 2, 2, 1, 3]);
/// ```
pub fn fetch_order(indices: &mut [u32], vertices: usize) -> Vec<u32> {
    if indices.iter().any(|index| *index as usize >= vertices) {
        return (0..).take(vertices).collect();
    }
    let mut places: Vec<Option<u32>> = vec![None; vertices];
    let mut from = Vec::with_capacity(vertices);
    for index in indices {
        let Some(place) = places.get_mut(*index as usize) else { continue };
        let next = from.len() as u32;
        let number = *place.get_or_insert_with(|| {
            from.push(*index);
            next
        });
        *index = number;
    }
    from
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::arithmetic_side_effects)]
mod tests {
    use super::*;

    /// Returns the triangles of a grid in a shuffled order that is always the same.
    fn shuffled(side: u32) -> (Vec<[u32; 3]>, usize) {
        let corner = |x: u32, y: u32| x * (side + 1) + y;
        let squares = (0..side).flat_map(|x| (0..side).map(move |y| (x, y)));
        let mut triangles: Vec<[u32; 3]> = squares
            .flat_map(|(x, y)| {
                let across = [corner(x + 1, y), corner(x, y + 1)];
                [[corner(x, y), across[0], across[1]], [across[0], corner(x + 1, y + 1), across[1]]]
            })
            .collect();
        let mut state = 1_u64;
        for last in (1..triangles.len()).rev() {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            triangles.swap(last, (state >> 33) as usize % (last + 1));
        }
        (triangles, ((side + 1) * (side + 1)) as usize)
    }

    #[test]
    fn shuffled_grids_reuse_vertices_again() {
        let (triangles, vertices) = shuffled(60);
        let indices = triangles.concat();
        let ordered = cache_order(&indices, vertices);
        let (before, after) = (cache_miss_ratio(&indices, vertices), cache_miss_ratio(&ordered, vertices));
        assert!(before > 2.5, "{before}");
        assert!(after < 0.75, "{after}");
        assert_eq!(ordered, cache_order(&indices, vertices), "the order is always the same");
    }

    #[test]
    fn the_same_triangles_are_drawn() {
        let (mut triangles, vertices) = shuffled(9);
        // Degenerate and duplicate triangles, unused vertices, and indices that make no whole triangle.
        triangles.extend([[3, 3, 3], [4, 4, 5], triangles[0]]);
        let mut indices = triangles.concat();
        indices.extend([7, 8]);
        let ordered = cache_order(&indices, vertices + 5);
        assert_ne!(ordered, indices);
        let (whole, rest) = ordered.split_at(triangles.len() * 3);
        assert_eq!(rest, [7, 8]);
        let mut drawn: Vec<&[u32]> = whole.chunks_exact(3).collect();
        let mut expected: Vec<&[u32]> = triangles.iter().map(<[u32; 3]>::as_slice).collect();
        drawn.sort();
        expected.sort();
        assert_eq!(drawn, expected);
    }

    #[test]
    fn good_orders_and_invalid_indices_stay() {
        let strip: Vec<u32> = (0..50).flat_map(|first| [first, first + 1, first + 2]).collect();
        assert_eq!(cache_order(&strip, 52), strip);
        let mut beyond = [2, 1, 0, 0, 1, 9];
        assert_eq!(cache_order(&beyond, 3), beyond);
        assert_eq!(fetch_order(&mut beyond, 3), [0, 1, 2]);
        assert_eq!(beyond, [2, 1, 0, 0, 1, 9]);
        assert_eq!(cache_order(&[], 0), [0; 0]);
        assert_eq!(cache_miss_ratio(&[1, 2], 3), 0.0);
        assert_eq!(cache_miss_ratio(&[u32::MAX, 1, u32::MAX], 3), 3.0);
    }
}
