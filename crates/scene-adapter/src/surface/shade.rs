//! Normals and tangents where a file has none.

use crate::kinds;

use asset_geometry::glam::{Vec3, Vec4};
use asset_scene::tangents::{MOST_AROUND, NoTangents, Triangles, perpendicular};
use binio::{Findings, Path};

use super::Surface;

/// Steps of a number of generated normals. Triangles of one flat side get the same bits, however their corners are rounded.
const NORMAL_STEPS: f32 = 32_768.0;

/// Returns a normal of whole steps, without negative zeros.
#[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
fn whole(normal: Vec3) -> Vec3 {
    (normal * NORMAL_STEPS).round() / NORMAL_STEPS + Vec3::ZERO
}

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
            [a, b, c] => (*b - *a).cross(*c - *a).try_normalize().map_or(Vec3::Y, whole),
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
        let (positions, normals, indices) = (&self.positions, &self.normals, &self.indices);
        match (Triangles { positions, normals, tex_coords: uvs, indices }).tangents() {
            Ok(tangents) => self.weld(&tangents),
            Err(reason) => {
                let message = match reason {
                    NoTangents::TooManyAround => {
                        format!("no tangents: a vertex has more than {MOST_AROUND} triangles around it")
                    }
                    _ => "no tangents: there are vertices with a NaN or an infinity".to_owned(),
                };
                findings.warning(kinds::TANGENTS_NOT_COMPUTED, path.clone(), message);
            }
        }
    }

    /// Replaces tangents without a direction by a perpendicular of the normal.
    pub fn mend_tangents(&mut self) {
        for (tangent, normal) in self.tangents.iter_mut().zip(&self.normals) {
            let length = tangent.truncate().length_squared();
            if !length.is_normal() {
                *tangent = perpendicular(*normal).extend(if tangent.w < 0.0 { -1.0 } else { 1.0 });
            }
        }
    }

    /// Makes a vertex of every vertex and tangent that occur together.
    fn weld(&mut self, tangents: &[Option<Vec4>]) {
        let mut copies = Copies { newest: vec![None; self.positions.len()], older: Vec::new() };
        let (mut from, mut kept) = (Vec::new(), Vec::new());
        for (index, tangent) in self.indices.iter_mut().zip(tangents) {
            let normal = self.normals.get(*index as usize).copied().unwrap_or(Vec3::Y);
            let tangent = tangent.unwrap_or_else(|| perpendicular(normal).extend(1.0));
            let is_same = |copy: u32| kept.get(copy as usize).is_some_and(|known| has_bits(known, &tangent));
            *index = copies.find(*index, is_same).unwrap_or_else(|| {
                let copy = copies.add(*index);
                from.push(*index);
                kept.push(tangent);
                copy
            });
        }
        self.pick(&from);
        self.tangents = kept;
    }
}

fn has_bits(a: &Vec4, b: &Vec4) -> bool {
    a.to_array().map(f32::to_bits) == b.to_array().map(f32::to_bits)
}

/// New vertices by the vertices that they are copies of.
struct Copies {
    /// The newest copy of each vertex.
    newest: Vec<Option<u32>>,
    /// For each copy, the copy of the same vertex before it.
    older: Vec<Option<u32>>,
}

impl Copies {
    /// Returns the copy of a vertex that is `wanted`.
    fn find(&self, vertex: u32, wanted: impl Fn(u32) -> bool) -> Option<u32> {
        let newest = self.newest.get(vertex as usize).copied().flatten();
        std::iter::successors(newest, |copy| self.older.get(*copy as usize).copied().flatten())
            .find(|copy| wanted(*copy))
    }

    fn add(&mut self, vertex: u32) -> u32 {
        let copy = self.older.len() as u32;
        let newest = self.newest.get_mut(vertex as usize);
        self.older.push(newest.and_then(|newest| newest.replace(copy)));
        copy
    }
}
