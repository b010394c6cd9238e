//! Normals and tangents where a file has none.

use crate::kinds;
use std::collections::HashMap;

use asset_geometry::glam::{Vec2, Vec3, Vec4};
use bevy_mikktspace::{Geometry, TangentSpace, generate_tangents};
use binio::{Findings, Path};

use super::Surface;

/// Triangles around one vertex above which no tangents are generated: the generator takes a stack frame for each.
const MOST_AROUND: u32 = 512;

impl Surface {
    /// Gives triangles without normals flat ones, as glTF demands: every corner becomes a vertex. Tangents then count for nothing.
    pub fn flatten(&mut self) {
        if !self.is_triangles() || !self.normals.is_empty() {
            return;
        }
        self.make_list();
        let corners = std::mem::take(&mut self.indices);
        self.tangents.clear();
        self.targets.iter_mut().for_each(|target| {
            target.normals.clear();
            target.tangents.clear();
        });
        self.pick(&corners);
        self.indices = (0..).zip(&corners).map(|(corner, _)| corner).collect();
        let normal = |corners: &[Vec3]| match corners {
            #[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
            [a, b, c] => (*b - *a).cross(*c - *a).try_normalize().unwrap_or(Vec3::Y),
            _ => Vec3::Y,
        };
        self.normals = self.positions.chunks(3).flat_map(|corners| [normal(corners); 3]).collect();
        self.normals.truncate(self.positions.len());
    }

    /// Computes MikkTSpace tangents for triangles that have normals and texture coordinates but no tangents. Vertices that need a different tangent
    /// for each triangle are copied.
    pub fn add_tangents(&mut self, path: &Path, findings: &mut Findings) {
        if self.tex_coords(0).is_empty() || !self.is_triangles() || self.normals.is_empty() || !self.tangents.is_empty()
        {
            return;
        }
        self.make_list();
        let uvs = self.tex_coords(0);
        let finite = self.positions.iter().chain(&self.normals).all(|value| value.is_finite())
            && uvs.iter().all(|value| value.is_finite());
        if !finite {
            findings.warning(
                kinds::TANGENTS_NOT_COMPUTED,
                path.clone(),
                "no tangents: there are vertices with a NaN or an infinity",
            );
            return;
        }
        if self.most_around(uvs) > MOST_AROUND {
            findings.warning(
                kinds::TANGENTS_NOT_COMPUTED,
                path.clone(),
                format!("no tangents: a vertex has more than {MOST_AROUND} triangles around it"),
            );
            return;
        }
        let mut corners = Corners { surface: self, uvs, tangents: vec![None; self.indices.len()] };
        // Nothing can go wrong: the type of errors has no values.
        let _ = generate_tangents(&mut corners);
        let tangents = corners.tangents;
        self.weld(&tangents);
    }

    /// Replaces tangents without a direction by a perpendicular of the normal.
    pub fn mend_tangents(&mut self) {
        for (tangent, normal) in self.tangents.iter_mut().zip(&self.normals) {
            let length = tangent.truncate().length_squared();
            if !length.is_normal() {
                *tangent = upright(*normal).extend(if tangent.w < 0.0 { -1.0 } else { 1.0 });
            }
        }
    }

    /// How many triangles meet at one place with one normal and one texture coordinate, at most.
    fn most_around(&self, uvs: &[Vec2]) -> u32 {
        let mut counts: HashMap<[u32; 8], u32> = HashMap::new();
        for index in &self.indices {
            let index = *index as usize;
            let (position, normal, uv) = (self.positions.get(index), self.normals.get(index), uvs.get(index));
            let (Some(position), Some(normal), Some(uv)) = (position, normal, uv) else { continue };
            let [x, y, z, i, j, k, u, v] =
                [position.x, position.y, position.z, normal.x, normal.y, normal.z, uv.x, uv.y];
            let key = [x, y, z, i, j, k, u, v].map(|axis| (axis + 0.0).to_bits());
            let count = counts.entry(key).or_default();
            *count = count.saturating_add(1);
        }
        counts.into_values().max().unwrap_or(0)
    }

    /// Makes a vertex of every vertex and tangent that occur together.
    fn weld(&mut self, tangents: &[Option<Vec4>]) {
        let mut places: HashMap<(u32, [u32; 4]), u32> = HashMap::new();
        let (mut from, mut kept) = (Vec::new(), Vec::new());
        for (index, tangent) in self.indices.iter_mut().zip(tangents) {
            let normal = self.normals.get(*index as usize).copied().unwrap_or(Vec3::Y);
            let any = || upright(normal).extend(1.0);
            let tangent = tangent.unwrap_or_else(any);
            let vertex = *places.entry((*index, tangent.to_array().map(f32::to_bits))).or_insert_with(|| {
                let next = from.len() as u32;
                from.push(*index);
                kept.push(tangent);
                next
            });
            *index = vertex;
        }
        self.pick(&from);
        self.tangents = kept;
    }
}

/// Returns any perpendicular of a normal.
fn upright(normal: Vec3) -> Vec3 {
    normal.try_normalize().map_or(Vec3::X, |normal| normal.any_orthonormal_vector())
}

/// The corners of a triangle list.
struct Corners<'s> {
    surface: &'s Surface,
    uvs: &'s [Vec2],
    tangents: Vec<Option<Vec4>>,
}

/// The place of a corner in the indices.
fn place(face: usize, corner: usize) -> usize {
    face.saturating_mul(3).saturating_add(corner)
}

impl Corners<'_> {
    fn index(&self, face: usize, corner: usize) -> usize {
        self.surface.indices.get(place(face, corner)).map_or(0, |index| *index as usize)
    }
}

impl Geometry for Corners<'_> {
    fn num_faces(&self) -> usize {
        self.surface.indices.len() / 3
    }

    fn num_vertices_of_face(&self, _: usize) -> usize {
        3
    }

    fn position(&self, face: usize, corner: usize) -> [f32; 3] {
        self.surface.positions.get(self.index(face, corner)).copied().unwrap_or_default().to_array()
    }

    fn normal(&self, face: usize, corner: usize) -> [f32; 3] {
        self.surface.normals.get(self.index(face, corner)).copied().unwrap_or_default().to_array()
    }

    /// From the bottom up: so the sign of the bitangent is glTF's.
    fn tex_coord(&self, face: usize, corner: usize) -> [f32; 2] {
        let uv = self.uvs.get(self.index(face, corner)).copied().unwrap_or_default();
        [uv.x, 1.0 - uv.y]
    }

    fn set_tangent(&mut self, space: Option<TangentSpace>, face: usize, corner: usize) {
        if let Some(place) = self.tangents.get_mut(place(face, corner)) {
            *place = space.map(|space| Vec4::from_array(space.tangent_encoded())).filter(|tangent| tangent.is_finite());
        }
    }
}
