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
    pub(crate) fn mend_tangents(&mut self) {
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

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use asset_geometry::Topology;
    use asset_geometry::glam::Vec2;

    use super::*;
    use crate::kinds::{NORMALS_FLAT, TANGENTS_NOT_COMPUTED};
    use crate::surface::Target;

    /// Two triangles that share an edge of a roof: one slopes to the left, the other to the right.
    fn roof() -> Surface {
        let positions = [[0.0, 1.0, 0.0], [0.0, 1.0, 1.0], [-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]].map(Vec3::from_array);
        Surface {
            topology: Some(Topology::Triangles),
            indices: vec![0, 2, 1, 0, 1, 3],
            positions: positions.to_vec(),
            ..Surface::default()
        }
    }

    /// A square in the plane of x and y, with the left half of the texture mirrored onto the other one.
    fn mirrored() -> Surface {
        let corners = [[-1.0, 0.0], [0.0, 0.0], [1.0, 0.0], [-1.0, 1.0], [0.0, 1.0], [1.0, 1.0]];
        let uv = |[x, y]: [f32; 2]| Vec2::new(x.abs(), 1.0 - y);
        Surface {
            topology: Some(Topology::Triangles),
            indices: vec![0, 1, 4, 0, 4, 3, 1, 2, 5, 1, 5, 4],
            positions: corners.map(|[x, y]| Vec3::new(x, y, 0.0)).to_vec(),
            normals: vec![Vec3::Z; 6],
            tex_coords: vec![(0, corners.map(uv).to_vec())],
            ..Surface::default()
        }
    }

    #[test]
    fn flat_triangles_have_vertices_of_their_own() {
        let (mut surface, mut findings) = (roof(), Findings::new());
        surface.tangents = vec![Vec4::ONE; 4];
        surface.targets = vec![Target { normals: vec![Vec3::X; 4], positions: vec![Vec3::X; 4], ..Target::default() }];
        surface.shade(None, &Path::from("mesh 0"), &mut findings);
        let half = (0.5_f32.sqrt() * NORMAL_STEPS).round() / NORMAL_STEPS;
        let [left, right] = [-1.0, 1.0].map(|side| Vec3::new(side * half, half, 0.0));
        assert_eq!(surface.normals, [left, left, left, right, right, right]);
        assert_eq!(surface.indices, [0, 1, 2, 3, 4, 5]);
        assert_eq!(surface.positions[4], Vec3::new(0.0, 1.0, 1.0));
        // Tangents of other normals mean nothing, but the target moves the same corners.
        assert!(surface.tangents.is_empty() && surface.targets[0].normals.is_empty());
        assert_eq!(surface.targets[0].positions.len(), 6);
        let found: Vec<_> = findings.iter().map(|one| (one.kind, one.path.to_string())).collect();
        assert_eq!(found, [(NORMALS_FLAT, "mesh 0".to_owned())]);
    }

    #[test]
    fn existing_normals_and_lines_are_kept() {
        let mut findings = Findings::new();
        let mut shaded = mirrored();
        shaded.shade(None, &Path::new(), &mut findings);
        assert_eq!((shaded.normals, shaded.indices.len()), (vec![Vec3::Z; 6], 12));
        let mut lines = Surface { topology: Some(Topology::Lines), indices: vec![0, 1], ..roof() };
        lines.shade(None, &Path::new(), &mut findings);
        lines.add_tangents(&Path::new(), &mut findings);
        lines.fill_tangents();
        assert!(lines.normals.is_empty() && lines.tangents.is_empty() && findings.is_empty());
    }

    #[test]
    fn a_triangle_without_area_points_up() {
        let mut surface = roof();
        surface.indices = vec![0, 0, 1];
        surface.shade(None, &Path::new(), &mut Findings::new());
        assert_eq!(surface.normals, [Vec3::Y; 3]);
    }

    #[test]
    fn vertices_between_mirrored_halves_get_both_tangents() {
        let (mut surface, mut findings) = (mirrored(), Findings::new());
        surface.add_tangents(&Path::new(), &mut findings);
        // The two vertices in the middle exist twice.
        assert_eq!((surface.positions.len(), surface.tangents.len(), findings.len()), (8, 8, 0));
        for corners in surface.indices.chunks(3) {
            let tangents: Vec<Vec4> = corners.iter().map(|corner| surface.tangents[*corner as usize]).collect();
            let x: f32 = corners.iter().map(|corner| surface.positions[*corner as usize].x).sum();
            // The texture runs away from the middle, and its bitangent goes up on both sides.
            let side = x.signum();
            assert_eq!(tangents, [Vec4::new(side, 0.0, 0.0, side); 3], "{corners:?}");
        }
        // They aren't computed again.
        surface.tangents[0] = Vec4::ONE;
        surface.add_tangents(&Path::new(), &mut findings);
        assert_eq!((surface.tangents[0], surface.positions.len()), (Vec4::ONE, 8));
    }

    #[test]
    fn positions_that_are_no_numbers_have_no_tangents() {
        let (mut surface, mut findings) = (mirrored(), Findings::new());
        surface.positions[0].x = f32::NAN;
        surface.add_tangents(&Path::from("mesh 3"), &mut findings);
        assert!(surface.tangents.is_empty());
        let found: Vec<_> = findings.iter().map(|one| (one.kind, one.path.to_string())).collect();
        assert_eq!(found, [(TANGENTS_NOT_COMPUTED, "mesh 3".to_owned())]);
    }

    #[test]
    fn tangents_without_direction_are_square_to_the_normal() {
        let mut surface = mirrored();
        surface.fill_tangents();
        let square = |surface: &Surface| {
            let pairs = surface.tangents.iter().zip(&surface.normals);
            pairs.filter(|(tangent, normal)| tangent.truncate().dot(**normal) == 0.0 && tangent.w == 1.0).count()
        };
        assert_eq!((surface.tangents.len(), square(&surface)), (6, 6));
        // The sign is kept, and so are directions.
        surface.tangents[1] = Vec4::new(0.0, 0.0, 0.0, -1.0);
        surface.tangents[2] = Vec4::new(0.0, 2.0, 0.0, 1.0);
        surface.mend_tangents();
        assert_eq!((surface.tangents[1].w, surface.tangents[2]), (-1.0, Vec4::new(0.0, 2.0, 0.0, 1.0)));
        assert_eq!(surface.tangents[1].truncate().length(), 1.0);
    }

    #[test]
    fn normal_maps_need_tangents() {
        let mut scene = Scene::default();
        let plain = scene.materials.push(Material { roughness: 1.0, ..Material::named("plain") });
        let normal_texture = Some(asset_scene::Texture::new(asset_scene::ImageId::new(0)));
        let mapped = scene.materials.push(Material { normal_texture, ..Material::named("mapped") });
        let are = |scene: &Scene<'_>, tangents: Tangents, material| tangents.are_for(scene, material);
        assert!(are(&scene, Tangents::ForNormalMaps, Some(mapped)) && !are(&scene, Tangents::ForNormalMaps, None));
        assert!(are(&scene, true.into(), None) && !are(&scene, false.into(), Some(mapped)));
        assert!(!are(&scene, Tangents::ForNormalMaps, Some(plain)), "it says how it looks");
        // In a model of an engine it is only a name, and the file can have a normal map.
        scene.source = Some(asset_scene::Source::of_layout("urho-mdl", &()));
        assert!(are(&scene, Tangents::ForNormalMaps, Some(plain)));
    }
}
