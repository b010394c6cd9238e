//! Merges equal vertices, and sorts triangles for the vertex cache.

use asset_geometry::{Topology, cache_order, fetch_order};
use asset_scene::{Alpha, Scene};

use super::Surface;
use super::equal::first_equal;

/// How to optimize the meshes of new models. This is not used for models that are restored or updated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Optimization {
    /// Whether to merge vertices that have the same bits in all columns, weights and morph targets.
    pub weld: bool,
    /// Whether to sort triangles and vertices for the vertex cache. If the material is transparent, triangles are not
    /// sorted, because each must be drawn over those before it.
    pub order: bool,
}

impl Optimization {
    /// Does not optimize: vertices and triangles stay as they are in the scene.
    pub const NONE: Self = Self { weld: false, order: false };
}

impl Default for Optimization {
    /// Optimizes everything.
    fn default() -> Self {
        Self { weld: true, order: true }
    }
}

impl Surface {
    /// Merges equal vertices, and sorts triangles and vertices, if `how` says so. The same surface always gives the
    /// same result.
    pub fn optimize(&mut self, how: Optimization, scene: &Scene<'_>) {
        if how.weld {
            self.join_equal();
        }
        let is_transparent = self.material.is_some_and(|material| scene[material].alpha == Alpha::Blend);
        if how.order && self.topology == Some(Topology::Triangles) {
            if !is_transparent {
                self.indices = cache_order(&self.indices, self.positions.len());
            }
            let from = fetch_order(&mut self.indices, self.positions.len());
            self.pick(&from);
        }
    }

    /// Replaces each vertex by the first vertex that has the same bits in all columns.
    pub(super) fn join_equal(&mut self) {
        let rows = Rows::new(self);
        // The first equal vertex of each vertex becomes its place in the joined ones.
        let mut places = first_equal(rows.count as u32, |vertex| rows.row(vertex));
        let mut from = Vec::with_capacity(rows.count);
        for vertex in 0..rows.count as u32 {
            let first = places.get(vertex as usize).copied().unwrap_or(vertex);
            let place =
                if first == vertex { from.len() as u32 } else { places.get(first as usize).copied().unwrap_or(first) };
            if first == vertex {
                from.push(vertex);
            }
            places.get_mut(vertex as usize).into_iter().for_each(|slot| *slot = place);
        }
        if from.len() == rows.count {
            return;
        }
        self.pick(&from);
        for index in &mut self.indices {
            // Every vertex has a place.
            *index = places.get(*index as usize).copied().unwrap_or(*index);
        }
    }
}

/// The bits of all columns, one vertex after the other.
struct Rows {
    words: Vec<u32>,
    width: usize,
    count: usize,
}

impl Rows {
    fn new(surface: &Surface) -> Self {
        let targets = surface.targets.iter();
        let deltas = targets.flat_map(|target| [&target.positions, &target.normals, &target.tangents]);
        let vectors = [&surface.positions, &surface.normals].into_iter().chain(deltas);
        let vectors: Vec<&Vec<_>> = vectors.filter(|column| !column.is_empty()).collect();
        let columns = [
            (vectors.len(), 3),
            (usize::from(!surface.tangents.is_empty()), 4),
            (surface.tex_coords.len(), 2),
            (surface.colors.len(), 4),
            (usize::from(!surface.influences.is_empty()), 8),
        ];
        let width = columns.iter().map(|(columns, words)| columns.saturating_mul(*words)).sum();
        let count = surface.positions.len();
        let mut rows = Self { words: vec![0; count.saturating_mul(width)], width, count };
        let mut at = 0;
        for vectors in vectors {
            rows.put(&mut at, vectors, |vector| vector.to_array().map(f32::to_bits));
        }
        rows.put(&mut at, &surface.tangents, |tangent| tangent.to_array().map(f32::to_bits));
        for (_, tex_coords) in &surface.tex_coords {
            rows.put(&mut at, tex_coords, |point| point.to_array().map(f32::to_bits));
        }
        for (_, colors) in &surface.colors {
            rows.put(&mut at, colors, |color| color.map(f32::to_bits));
        }
        rows.put(&mut at, &surface.influences, |influences| {
            let [[a, b], [c, d], [e, f], [g, h]] = influences.0.map(|(joint, weight)| [joint, weight.to_bits()]);
            [a, b, c, d, e, f, g, h]
        });
        rows
    }

    /// If a column has values, copies it to the words from `at` on in all rows.
    fn put<T, const N: usize>(&mut self, at: &mut usize, column: &[T], bits: impl Fn(&T) -> [u32; N]) {
        if column.is_empty() {
            return;
        }
        let end = at.saturating_add(N);
        for (row, value) in self.words.chunks_exact_mut(self.width).zip(column) {
            if let Some(words) = row.get_mut(*at..end) {
                words.copy_from_slice(&bits(value));
            }
        }
        *at = end;
    }

    fn row(&self, vertex: u32) -> &[u32] {
        let start = (vertex as usize).saturating_mul(self.width);
        self.words.get(start..start.saturating_add(self.width)).unwrap_or_default()
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use asset_geometry::glam::{Vec2, Vec3};
    use asset_scene::influences::Influences;
    use asset_scene::{Id, Material};

    use super::*;
    use crate::surface::Target;

    /// Returns two triangles that share an edge, with a vertex for each corner.
    fn corners() -> Surface {
        let at = [Vec3::ZERO, Vec3::X, Vec3::Y, Vec3::Y, Vec3::X, Vec3::new(1.0, 1.0, 0.0)];
        Surface {
            topology: Some(Topology::Triangles),
            indices: (0..6).collect(),
            positions: at.to_vec(),
            normals: vec![Vec3::Z; 6],
            tex_coords: vec![(0, vec![Vec2::ZERO; 6])],
            colors: vec![(0, vec![[1.0; 4]; 6])],
            influences: vec![Influences::whole(0); 6],
            targets: vec![Target { positions: vec![Vec3::ZERO; 6], ..Target::default() }],
            ..Surface::default()
        }
    }

    fn joined(edit: impl Fn(&mut Surface)) -> usize {
        let mut surface = corners();
        edit(&mut surface);
        let shown = |surface: &Surface| -> Vec<[u32; 3]> {
            let bits = |index: &u32| surface.positions[*index as usize].to_array().map(f32::to_bits);
            surface.indices.iter().map(bits).collect()
        };
        let before = shown(&surface);
        surface.optimize(Optimization { order: false, ..Optimization::default() }, &Scene::default());
        assert_eq!(shown(&surface), before);
        assert!(surface.targets[0].positions.len() == surface.positions.len(), "morph targets follow");
        surface.positions.len()
    }

    #[test]
    fn vertices_are_joined_if_all_columns_are_equal() {
        assert_eq!(joined(|_| {}), 4);
        assert_eq!(joined(|surface| surface.positions[3].x = -0.0), 5);
        assert_eq!(joined(|surface| surface.normals[3] = Vec3::X), 5);
        assert_eq!(joined(|surface| surface.tex_coords[0].1[3] = Vec2::ONE), 5);
        assert_eq!(joined(|surface| surface.colors[0].1[3][3] = 0.5), 5);
        assert_eq!(joined(|surface| surface.influences[3] = Influences::whole(1)), 5);
        assert_eq!(joined(|surface| surface.targets[0].positions[3] = Vec3::X), 5);
        assert_eq!(joined(|surface| surface.positions.fill(Vec3::NAN)), 1);
    }

    /// Returns columns of triangles that are longer than the cache.
    fn columns(material: Option<Id<Material>>) -> Surface {
        let corner = |x: u32, y: u32| x * 41 + y;
        let squares = (0..40).flat_map(|x| (0..40).map(move |y| (x, y)));
        let indices = squares.flat_map(|(x, y)| [corner(x, y), corner(x + 1, y), corner(x, y + 1)]).collect();
        let positions = (0..41 * 41).map(|vertex| Vec3::splat(vertex as f32)).collect();
        Surface { material, topology: Some(Topology::Triangles), indices, positions, ..Surface::default() }
    }

    #[test]
    fn triangles_are_ordered_unless_they_are_transparent() {
        let mut scene = Scene::default();
        let glass = Material { alpha: Alpha::Blend, ..Material::default() };
        let glass = scene.materials.push(glass);
        let at = |surface: &Surface| -> Vec<Vec3> {
            surface.indices.iter().map(|index| surface.positions[*index as usize]).collect()
        };
        for (material, stays) in [(None, false), (Some(glass), true)] {
            let (before, mut surface) = (columns(material), columns(material));
            surface.optimize(Optimization::default(), &scene);
            assert_eq!(at(&surface) == at(&before), stays);
            assert_eq!(surface.indices[..3], [0, 1, 2], "vertices are numbered by their first use");
            let mut same = columns(material);
            same.optimize(Optimization::NONE, &scene);
            assert_eq!((same.indices, same.positions), (before.indices, before.positions));
        }
    }
}
