//! MikkTSpace tangents of triangles: the tangent space that Morten S. Mikkelsen defined and most programs bake normal maps for.
//!
//! Corners with equal positions, normals and texture coordinates are one vertex. Neighbours share an edge of two vertices, which they pass in opposite
//! directions. The triangles around a vertex that are connected through neighbours, and whose texture coordinates have one handedness, are a group. The
//! tangent of a group is the mean of its triangles' tangents in the plane of the normal, weighted by angle.

mod faces;
mod groups;
mod neighbors;
mod weld;

use faces::Faces;
use glam::{Vec2, Vec3, Vec4};
use weld::Welded;

/// Triangles around one vertex above which no tangents are computed: every triangle is compared with every other one.
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
}

impl Triangles<'_> {
    /// Returns the tangent of each corner, in the order of the indices, with the sign of the bitangent as in glTF. `None` for corners whose texture
    /// coordinates have no direction.
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
    /// assert_eq!(triangles.tangents(), Ok(vec![Some(Vec4::new(1.0, 0.0, 0.0, 1.0)); 3]));
    /// ```
    pub fn tangents(&self) -> Result<Vec<Option<Vec4>>, NoTangents> {
        let is_finite = self.positions.iter().chain(self.normals).all(|value| value.is_finite())
            && self.tex_coords.iter().all(|value| value.is_finite());
        if !is_finite {
            return Err(NoTangents::NotFinite);
        }
        let welded = Welded::new(self);
        if welded.most_around(self) > MOST_AROUND {
            return Err(NoTangents::TooManyAround);
        }
        Ok(groups::tangents(self, Faces::new(self, &welded)))
    }

    /// The vertex of a corner; values that don't exist are 0.
    fn vertex(&self, index: u32) -> Vertex {
        let index = index as usize;
        let uv = self.tex_coords.get(index).copied().unwrap_or_default();
        Vertex {
            position: self.positions.get(index).copied().unwrap_or_default(),
            normal: self.normals.get(index).copied().unwrap_or_default(),
            // From the bottom up: so the sign of the bitangent is glTF's.
            uv: Vec2::new(uv.x, 1.0 - uv.y),
        }
    }
}

/// Values of a vertex that tangents depend on.
#[derive(Clone, Copy)]
struct Vertex {
    position: Vec3,
    normal: Vec3,
    uv: Vec2,
}

/// Returns any perpendicular of a normal.
pub fn perpendicular(normal: Vec3) -> Vec3 {
    normal.try_normalize().map_or(Vec3::X, |normal| normal.any_orthonormal_vector())
}
