//! Adds normals and tangents where a file has none.

use std::iter;

use crate::kinds;
use asset_geometry::glam::{Vec3, Vec4};
use asset_scene::tangents::{MOST_AROUND, NoTangents, Triangles, perpendicular};
use asset_scene::{Id, Material, Scene};
use binio::{Findings, Path};

use super::Surface;

/// How many steps a number in a generated normal can have. As a result, triangles on a flat side get the same bits,
/// even if their corners are rounded.
const NORMAL_STEPS: f32 = 32_768.0;

/// Rounds a normal to whole steps, and removes negative zeros.
#[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
fn whole(normal: Vec3) -> Vec3 {
    (normal * NORMAL_STEPS).round() / NORMAL_STEPS + Vec3::ZERO
}

/// Which meshes of a new model should get tangents if they have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Tangents {
    /// Meshes whose material has a normal map. If the material is only a placeholder, it could have one, so these
    /// meshes are included. Other shaders don't use tangents, which need 16 bytes per vertex.
    #[default]
    ForNormalMaps,
    /// All meshes.
    Always,
    /// No meshes.
    Never,
}

impl From<bool> for Tangents {
    fn from(always: bool) -> Self {
        if always { Self::Always } else { Self::Never }
    }
}

impl Tangents {
    /// Returns whether a mesh with this material should get tangents.
    pub fn are_for(self, scene: &Scene<'_>, material: Option<Id<Material>>) -> bool {
        match self {
            Self::ForNormalMaps => material
                .and_then(|material| scene.materials.get(material))
                .is_some_and(|material| material.normal_texture.is_some() || crate::look::is_place(scene, material)),
            Self::Always => true,
            Self::Never => false,
        }
    }
}

impl Surface {
    /// If triangles have no normals, adds them. They are smooth where triangles meet at no more than `smooth` degrees.
    /// Without `smooth` they are flat, as glTF requires, and every corner becomes a vertex. Existing tangents are
    /// removed.
    pub fn shade(&mut self, smooth: Option<f32>, path: &Path, findings: &mut Findings) {
        if !self.is_triangles() || !self.normals.is_empty() {
            return;
        }
        self.make_list();
        let before = self.positions.len();
        self.tangents.clear();
        self.targets.iter_mut().for_each(|target| {
            target.normals.clear();
            target.tangents.clear();
        });
        match smooth {
            Some(degrees) => self.smooth(degrees),
            None => self.flatten(),
        }
        let after = self.positions.len();
        if smooth.is_none() && after > before {
            let message = format!("has no normals: {before} vertices become {after}");
            findings.note(kinds::NORMALS_FLAT, path.clone(), message);
        }
    }

    fn flatten(&mut self) {
        let corners = std::mem::take(&mut self.indices);
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

    /// If triangles have normals and texture coordinates but no tangents, computes tangents with MikkTSpace. If a
    /// vertex needs another tangent for each triangle, it is copied.
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

    /// If triangles have normals but no tangents, uses any vector that is perpendicular to the normal. This is for
    /// formats in which vertices must have tangents.
    pub fn fill_tangents(&mut self) {
        if self.tangents.is_empty() && self.is_triangles() {
            self.tangents = vec![Vec4::ZERO; self.normals.len()];
        }
        self.mend_tangents();
    }

    /// If a tangent has no direction, replaces it by a vector that is perpendicular to the normal.
    pub fn mend_tangents(&mut self) {
        for (tangent, normal) in self.tangents.iter_mut().zip(&self.normals) {
            let length = tangent.truncate().length_squared();
            if !length.is_normal() {
                *tangent = perpendicular(*normal).extend(if tangent.w < 0.0 { -1.0 } else { 1.0 });
            }
        }
    }

    /// Creates a vertex for each vertex and tangent that occur together.
    fn weld(&mut self, tangents: &[Option<Vec4>]) {
        let vertices = self.positions.len();
        let (mut from, mut kept) = (Vec::with_capacity(vertices), Vec::<Vec4>::with_capacity(vertices));
        // The newest copy of each vertex, and the next older one of each copy. There are at most as many as triangles around a vertex.
        let mut newest: Vec<Option<u32>> = vec![None; vertices];
        let mut older: Vec<Option<u32>> = Vec::with_capacity(vertices);
        for (index, tangent) in self.indices.iter_mut().zip(tangents) {
            let normal = self.normals.get(*index as usize).copied().unwrap_or(Vec3::Y);
            let tangent = tangent.unwrap_or_else(|| perpendicular(normal).extend(1.0));
            let Some(newest) = newest.get_mut(*index as usize) else { continue };
            let has_it = |copy: &u32| kept.get(*copy as usize).is_some_and(|kept| bits(*kept) == bits(tangent));
            let mut copies = iter::successors(*newest, |copy| older.get(*copy as usize).copied().flatten());
            let copy = copies.find(has_it).unwrap_or_else(|| {
                let next = from.len() as u32;
                from.push(*index);
                kept.push(tangent);
                older.push(newest.replace(next));
                next
            });
            *index = copy;
        }
        self.pick(&from);
        self.tangents = kept;
    }
}

fn bits(tangent: Vec4) -> [u32; 4] {
    tangent.to_array().map(f32::to_bits)
}
