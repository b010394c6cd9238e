//! MikkTSpace tangents of triangles, with the same bits as the reference by Morten S. Mikkelsen whose edge sorting and vertex welding are corrected.

mod face;
mod group;
mod link;
mod vertices;

use asset_geometry::TrianglesAround;
use glam::{Vec2, Vec3, Vec4};

use face::Face;
use group::Groups;
use vertices::Vertices;

/// Triangles around one vertex above which no tangents are computed: the time around a vertex is the square of their number.
pub const MOST_AROUND: u32 = 512;

/// Triangles with normals and texture coordinates.
#[derive(Clone, Copy, Debug)]
pub struct Triangles<'s> {
    /// Positions of the vertices.
    pub positions: &'s [Vec3],
    /// Unit normals of the vertices.
    pub normals: &'s [Vec3],
    /// Texture coordinates of the vertices, from the top left.
    pub tex_coords: &'s [Vec2],
    /// Three vertices for each triangle. Vertices that don't exist are at the origin.
    pub indices: &'s [u32],
}

/// Why no tangents are computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoTangents {
    /// A vertex has a NaN or an infinity.
    NotFinite,
    /// A vertex has more than [`MOST_AROUND`] triangles around it.
    TooManyAround,
    /// There are more corners or vertices than 32 bits can number.
    TooLarge,
}

/// Tangents of the corners of a triangle list. Corners share them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Tangents {
    values: Vec<Vec4>,
    /// Number of the tangent of each corner; [`NONE`] without a tangent.
    corners: Vec<u32>,
}

/// The number of no triangle and no tangent.
const NONE: u32 = u32::MAX;

impl Tangents {
    /// Returns the tangent of each corner, in the order of the indices, with the sign of the bitangent as in glTF. `None` for corners whose texture
    /// coordinates have no direction.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Option<Vec4>> + '_ {
        self.corners.iter().map(|number| self.values.get(*number as usize).copied())
    }
}

impl Triangles<'_> {
    /// Computes the tangent of each corner. Linear in the number of indices and vertices.
    ///
    /// # Errors
    /// A vertex that the algorithm can't handle.
    ///
    /// ```
    /// use asset_scene::glam::{Vec2, Vec3, Vec4};
    /// let triangles = asset_scene::tangents::Triangles {
    ///     positions: &[Vec3::ZERO, Vec3::X, Vec3::Y],
    ///     normals: &[Vec3::Z; 3],
    ///     tex_coords: &[Vec2::new(0.0, 1.0), Vec2::new(1.0, 1.0), Vec2::new(0.0, 0.0)],
    ///     indices: &[0, 1, 2],
    /// };
    /// assert!(triangles.tangents().unwrap().iter().eq([Some(Vec4::new(1.0, 0.0, 0.0, 1.0)); 3]));
    /// ```
    pub fn tangents(&self) -> Result<Tangents, NoTangents> {
        let is_finite = self.positions.iter().chain(self.normals).all(|value| value.is_finite())
            && self.tex_coords.iter().all(|value| value.is_finite());
        if !is_finite {
            return Err(NoTangents::NotFinite);
        }
        let vertices = Vertices::new(self);
        if vertices.count() >= NONE as usize || self.indices.len() >= NONE as usize {
            return Err(NoTangents::TooLarge);
        }
        let mut faces = self.faces(&vertices);
        let around = TrianglesAround::new(faces.iter().map(|face| face.vertices), vertices.count());
        if around.most() > MOST_AROUND as usize {
            return Err(NoTangents::TooManyAround);
        }
        link::link(&mut faces, &around);
        drop(around);
        Ok(Groups::new(&vertices, faces, self.indices.len()).tangents())
    }

    fn faces(&self, vertices: &Vertices<'_>) -> Vec<Face> {
        let first = vertices.equal_vertices();
        let number = |index: &u32| first.get(vertices.number(*index)).copied().unwrap_or_default();
        let corners = self.indices.chunks_exact(3).filter_map(|corners| <&[u32; 3]>::try_from(corners).ok());
        corners.map(|corners| Face::new(corners.each_ref().map(number), vertices)).collect()
    }
}

/// Returns any perpendicular of a normal.
pub fn perpendicular(normal: Vec3) -> Vec3 {
    normal.try_normalize().map_or(Vec3::X, |normal| normal.any_orthonormal_vector())
}
