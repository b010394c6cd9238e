//! The meshes of Urho3D models. A part is a level of detail of a geometry.

use binio::Findings;
use urho_mdl::glam::Vec3;
use urho_mdl::{Column, Lod, LodIndices, Model, Primitive, Smoothing};

use super::malformed;
use crate::meshes::{MeshPart, Meshes, PartTriangles, SimplifiedLevel};
use crate::{Document, Error};

pub(super) struct ModelMeshes(pub(super) Model<'static>);

impl ModelMeshes {
    /// Returns all levels of detail, as the numbers of the geometry and of the level.
    fn levels(&self) -> Vec<(usize, usize)> {
        let geometries = self.0.geometries.iter().enumerate();
        geometries.flat_map(|(number, geometry)| (0..geometry.lods.len()).map(move |level| (number, level))).collect()
    }

    fn part(&self, number: usize, (geometry, level): (usize, usize)) -> Option<MeshPart> {
        let lods = &self.0.geometries.get(geometry)?.lods;
        let lod = lods.get(level)?;
        let buffer = self.0.vertex_buffer(lod)?;
        let triangles: Vec<[u32; 3]> = self.0.triangles(lod).collect();
        if !is_list(lod) || triangles.as_flattened().iter().any(|index| *index >= buffer.vertex_count) {
            return None;
        }
        let three = |column: Column<'_, Vec3>| column.iter().map(|one| one.to_array()).collect();
        let joints = buffer.joints().map(|joints| joints.iter().map(|bones| bones.map(u16::from)).collect());
        Some(MeshPart {
            number,
            // The parts of a model touch, so they are simplified together.
            mesh: 0,
            is_only_level: lods.len() == 1,
            positions: three(buffer.positions()?),
            normals: buffer.normals().map(three).unwrap_or_default(),
            uvs: buffer.uvs(0).map(|uvs| uvs.iter().map(|uv| uv.to_array()).collect()).unwrap_or_default(),
            bones: joints.unwrap_or_default(),
            weights: buffer.weights().map(|all| all.iter().map(|one| one.to_array()).collect()).unwrap_or_default(),
            triangles,
        })
    }
}

fn is_list(lod: &Lod) -> bool {
    lod.primitive == Primitive::TRIANGLE_LIST
}

impl Meshes for ModelMeshes {
    fn smooth(&mut self, degrees: f32) -> Result<Findings, Error> {
        self.0.generate_normals(Smoothing::Angle(degrees)).map_err(malformed)
    }

    fn compute_tangents(&mut self) -> Result<Findings, Error> {
        self.0.generate_tangents().map_err(malformed)
    }

    fn parts(&self) -> Result<Vec<MeshPart>, Error> {
        Ok(self.levels().into_iter().enumerate().filter_map(|(number, level)| self.part(number, level)).collect())
    }

    fn add_levels(&mut self, levels: &[SimplifiedLevel]) -> Result<(), Error> {
        let known = self.levels();
        for level in levels {
            for PartTriangles { number, indices } in &level.parts {
                let Some((geometry, _)) = known.get(*number) else { continue };
                self.0.add_lod(*geometry, level.distance, indices).map_err(malformed)?;
            }
        }
        Ok(())
    }

    fn reorder(&mut self, parts: Vec<PartTriangles>) -> Result<(), Error> {
        let known = self.levels();
        let levels = parts.into_iter().filter_map(|PartTriangles { number, indices }| {
            let (geometry, level) = *known.get(number)?;
            Some(LodIndices { geometry, level, indices })
        });
        self.0.set_indices(&levels.collect::<Vec<_>>()).map_err(malformed)?;
        self.0.compact_vertices().map_err(malformed)?;
        Ok(())
    }

    fn vertex_count(&self) -> u64 {
        self.0.vertex_buffers.iter().map(|buffer| u64::from(buffer.vertex_count)).sum()
    }

    fn into_document(self: Box<Self>) -> Box<dyn Document> {
        Box::new(self.0)
    }
}
