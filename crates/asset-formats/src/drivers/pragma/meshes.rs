//! The meshes of Pragma models. A part is a sub mesh.

use std::collections::BTreeSet;

use binio::{Findings, Limits};
use pragma_asset::glam::{Vec2, Vec3};
use pragma_asset::model::MorphAnimation;
use pragma_asset::{MeshData, Model};

use super::malformed;
use crate::meshes::{MeshPart, Meshes, PartTriangles, SimplifiedLevel};
use crate::{Document, Error};

pub(super) struct ModelMeshes(pub(super) Model<'static>);

impl ModelMeshes {
    /// Returns the index of the mesh group of each sub mesh.
    fn groups(&self) -> Vec<u32> {
        let groups = self.0.mesh_groups();
        let of_group = |group: &pragma_asset::MeshGroup<'_>| {
            let count = group.meshes().iter().map(|mesh| mesh.meshes().len()).sum();
            std::iter::repeat_n(group.index, count).collect::<Vec<_>>()
        };
        groups.iter().flat_map(of_group).collect()
    }

    /// Returns the mesh groups that are in a level of detail already, or are only one.
    fn leveled(&self) -> BTreeSet<u32> {
        let lods = self.0.lods();
        lods.iter().flat_map(|lod| &lod.replacements).flat_map(|one| [one.source, one.target]).collect()
    }

    /// Returns the numbers of the sub meshes whose vertices something else refers to: morphs, soft bodies, and arrays that
    /// [`MeshData`] doesn't contain.
    fn fixed(&self) -> Result<BTreeSet<usize>, Error> {
        let (groups, mut budget) = (self.groups(), Limits::default().budget());
        let mut places: BTreeSet<(u32, usize, usize)> = BTreeSet::new();
        for mesh in self.0.morph_target_animations().iter().flat_map(MorphAnimation::meshes) {
            places.insert((mesh.mesh_group(), mesh.mesh() as usize, mesh.sub_mesh() as usize));
        }
        for body in self.0.collision_meshes().iter().filter_map(pragma_asset::model::CollisionMesh::soft_body) {
            places.insert((body.mesh_group, body.mesh as usize, body.sub_mesh as usize));
        }
        let mut fixed = BTreeSet::new();
        for (number, (mesh, group)) in self.0.meshes().iter().zip(groups).enumerate() {
            let has_more = mesh.alphas(&mut budget).map_err(malformed)?.is_some()
                || mesh.extended_weights(&mut budget).map_err(malformed)?.is_some();
            if has_more || places.contains(&(group, mesh.id().mesh, mesh.id().sub_mesh)) {
                fixed.insert(number);
            }
        }
        Ok(fixed)
    }
}

impl Meshes for ModelMeshes {
    fn smooth(&mut self, degrees: f32) -> Result<Findings, Error> {
        self.0.generate_normals(degrees).map_err(malformed)
    }

    fn compute_tangents(&mut self) -> Result<Findings, Error> {
        self.0.generate_tangents().map_err(malformed)
    }

    fn parts(&self) -> Result<Vec<MeshPart>, Error> {
        let (groups, leveled) = (self.groups(), self.leveled());
        let meshes = self.0.mesh_data().map_err(malformed)?;
        let part = |(number, ((_, mesh), group)): (usize, ((_, MeshData), u32))| {
            let triangles: Vec<[u32; 3]> =
                mesh.indices.chunks_exact(3).filter_map(|corners| corners.try_into().ok()).collect();
            let is_sound = mesh.indices.iter().all(|index| (*index as usize) < mesh.positions.len());
            let is_list = matches!(mesh.geometry_type.as_str(), "" | "Triangles");
            (is_sound && is_list).then(|| MeshPart {
                number,
                mesh: group as usize,
                is_only_level: !leveled.contains(&group),
                positions: mesh.positions.iter().map(Vec3::to_array).collect(),
                normals: mesh.normals.iter().map(Vec3::to_array).collect(),
                uvs: mesh.uvs.iter().map(Vec2::to_array).collect(),
                bones: mesh
                    .bones
                    .iter()
                    .map(|bones| bones.map(|bone| u16::try_from(bone).unwrap_or(u16::MAX)))
                    .collect(),
                weights: mesh.weights,
                triangles,
            })
        };
        Ok(meshes.into_iter().zip(groups).enumerate().filter_map(part).collect())
    }

    fn add_levels(&mut self, levels: &[SimplifiedLevel]) -> Result<(), Error> {
        let meshes = self.0.mesh_data().map_err(malformed)?;
        for levels in levels.chunk_by(|a, b| a.level == b.level) {
            // The engine has the same distances for all mesh groups.
            let distance = levels.iter().map(|level| level.distance).fold(0.0, f32::max);
            let mut groups: Vec<(u32, Vec<MeshData>)> = Vec::new();
            for level in levels {
                let coarser = level.parts.iter().filter_map(|PartTriangles { number, indices }| {
                    let (_, mesh) = meshes.get(*number)?;
                    let mut mesh = MeshData { indices: indices.clone(), ..mesh.clone() };
                    mesh.compact();
                    Some(mesh)
                });
                groups.push((u32::try_from(level.mesh).unwrap_or(u32::MAX), coarser.collect()));
            }
            self.0.add_lod(distance, &groups).map_err(malformed)?;
        }
        Ok(())
    }

    fn reorder(&mut self, parts: Vec<PartTriangles>) -> Result<(), Error> {
        let (mut meshes, fixed) = (self.0.mesh_data().map_err(malformed)?, self.fixed()?);
        for PartTriangles { number, indices } in parts {
            let Some((_, mesh)) = meshes.get_mut(number) else { continue };
            mesh.indices = indices;
            if !fixed.contains(&number) {
                mesh.compact();
            }
        }
        self.0.set_meshes(&meshes).map_err(malformed)
    }

    fn vertex_count(&self) -> u64 {
        self.0.meshes().iter().map(|mesh| mesh.vertex_count() as u64).sum()
    }

    fn into_document(self: Box<Self>) -> Box<dyn Document> {
        Box::new(self.0)
    }
}
