//! Computes tangents for triangles, using MikkTSpace.

use std::collections::HashMap;

use asset_geometry::TrianglesAround;
use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
use glam::{Vec2, Vec3, Vec4};

mod pieces;

/// If a vertex has more triangles than this around it, tangents will not be computed, because the generator needs a
/// stack frame for each triangle.
pub const MOST_AROUND: u32 = 512;

/// Triangles for which to compute tangents.
#[derive(Clone, Copy, Debug)]
pub struct Triangles<'s> {
    /// The vertex positions.
    pub positions: &'s [Vec3],
    /// The vertex normals, with unit length.
    pub normals: &'s [Vec3],
    /// The texture coordinates, from the top left.
    pub tex_coords: &'s [Vec2],
    /// Three vertices for each triangle. If a vertex doesn't exist, it is at the origin.
    pub indices: &'s [u32],
}

/// Why tangents can't be computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoTangents {
    /// A vertex has a NaN or an infinity.
    NotFinite,
    /// A vertex has more than [`MOST_AROUND`] triangles around it.
    TooManyAround,
}

impl Triangles<'_> {
    /// Computes the tangents. There is one for each corner, in the same order as the indices. It includes the sign of
    /// the bitangent, as in glTF. If the texture coordinates at a corner have no direction, it is `None`; see
    /// [`perpendicular`] for a tangent to use there.
    ///
    /// # Errors
    /// Fails if there is a vertex that the algorithm can't handle.
    ///
    /// ```
    /// use asset_scene::glam::{Vec2, Vec3, Vec4};
    /// let triangles = asset_scene::tangents::Triangles {
    ///     positions: &[Vec3::ZERO, Vec3::X, Vec3::Y],
    ///     normals: &[Vec3::Z; 3],
    ///     tex_coords: &[Vec2::new(0.0, 1.0), Vec2::new(1.0, 1.0), Vec2::new(0.0, 0.0)],
    ///     indices: &[0, 1, 2],
    /// };
    /// assert_eq!(triangles.tangents(), Ok(vec![Some(Vec4::new(1.0, 0.0, 0.0, 1.0)); 3]));
    /// ```
    pub fn tangents(&self) -> Result<Vec<Option<Vec4>>, NoTangents> {
        let is_finite = self.positions.iter().chain(self.normals).all(|value| value.is_finite())
            && self.tex_coords.iter().all(|value| value.is_finite());
        if !is_finite {
            return Err(NoTangents::NotFinite);
        }
        let places = self.places();
        let triangles = self.indices.chunks_exact(3).map(|corners| places_of(&places, corners));
        let around = TrianglesAround::new(triangles, self.positions.len());
        if around.most() > MOST_AROUND as usize {
            return Err(NoTangents::TooManyAround);
        }
        Ok(self.in_pieces(&places, &around, PIECE).unwrap_or_else(|| {
            drop((places, around));
            self.whole()
        }))
    }

    /// Computes the tangents for all triangles at once.
    fn whole(&self) -> Vec<Option<Vec4>> {
        let mut corners = Corners { triangles: self, tangents: Vec::new() };
        // Nothing can go wrong: the type of errors has no values.
        let _ = generate_tangents(&mut corners);
        corners.reserve();
        corners.tangents
    }

    /// Finds equal vertices. For each vertex, this returns the first one with the same position, normal and texture
    /// coordinates.
    fn places(&self) -> Vec<u32> {
        let mut known: HashMap<[u32; 8], u32> = HashMap::with_capacity(self.positions.len());
        let vertices = self.positions.iter().zip(self.normals).zip(self.tex_coords);
        let first_equal = |(number, ((position, normal), uv)): (u32, ((&Vec3, &Vec3), &Vec2))| {
            let [x, y, z, i, j, k, u, v] =
                [position.x, position.y, position.z, normal.x, normal.y, normal.z, uv.x, uv.y];
            let key = [x, y, z, i, j, k, u, v].map(|axis| (axis + 0.0).to_bits());
            *known.entry(key).or_insert(number)
        };
        (0..).zip(vertices).map(first_equal).collect()
    }
}

/// The number of triangles to process at once. They should fit into the processor's caches.
const PIECE: usize = 1 << 15;

/// Returns the first equal vertex for each corner of a triangle, or an invalid number if the vertex doesn't exist.
fn places_of(places: &[u32], corners: &[u32]) -> [u32; 3] {
    let vertex_of = |corner: usize| corners.get(corner).and_then(|index| places.get(*index as usize)).copied();
    [0, 1, 2].map(|corner| vertex_of(corner).unwrap_or(u32::MAX))
}

/// Returns any vector with unit length that is perpendicular to a normal.
pub fn perpendicular(normal: Vec3) -> Vec3 {
    normal.try_normalize().map_or(Vec3::X, |normal| normal.any_orthonormal_vector())
}

/// The corners of a triangle list.
struct Corners<'s> {
    triangles: &'s Triangles<'s>,
    /// Empty until the first tangent is known, because the generator needs most of its memory before.
    tangents: Vec<Option<Vec4>>,
}

/// Returns where a corner is in the indices.
fn corner_index(face: usize, corner: usize) -> usize {
    face.saturating_mul(3).saturating_add(corner)
}

impl Corners<'_> {
    fn reserve(&mut self) {
        self.tangents.resize(self.triangles.indices.len(), None);
    }

    fn index(&self, face: usize, corner: usize) -> usize {
        self.triangles.indices.get(corner_index(face, corner)).map_or(0, |index| *index as usize)
    }
}

impl Geometry for Corners<'_> {
    fn num_faces(&self) -> usize {
        self.triangles.indices.len() / 3
    }

    fn num_vertices_of_face(&self, _: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        self.triangles.positions.get(self.index(face, corner)).copied().unwrap_or_default().to_array()
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        self.triangles.normals.get(self.index(face, corner)).copied().unwrap_or_default().to_array()
    }

    /// Flips the coordinate to start at the bottom, so that the sign of the bitangent is the same as in glTF.
    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        let uv = self.triangles.tex_coords.get(self.index(face, corner)).copied().unwrap_or_default();
        [uv.x, 1.0 - uv.y]
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, corner: usize) {
        self.reserve();
        if let Some(slot) = self.tangents.get_mut(corner_index(face, corner)) {
            *slot = space.map(|space| Vec4::from_array(space.tangent_encoded())).filter(|tangent| tangent.is_finite());
        }
    }
}
