//! Computes normals and tangents.

use alloc::format;
use alloc::vec::Vec;

use asset_geometry::glam::Vec3;
use asset_geometry::shading::{Face, Smoothing, direction_sums, normal_sums, tangent};
use binio::{Findings, Limits};

use super::{MeshData, MeshId, Model};
use crate::error::Error;
use crate::kinds;

impl Model<'_> {
    /// Sets a smooth normal for every vertex that is part of a triangle. Vertices at the same position are smooth if the
    /// angle between their normals is at most this many degrees, even if they are in different sub meshes. No vertex is
    /// added. A note tells you how many vertices keep their normal, because no triangle has one for them.
    ///
    /// # Errors
    /// Returns an error if a mesh can't be decompressed, or has vertices of an unknown layout. The model is not changed
    /// after an error.
    pub fn generate_normals(&mut self, degrees: f32) -> Result<Findings, Error> {
        let (mut meshes, mut findings) = (self.mesh_data()?, Findings::new());
        let positions: Vec<Vec<Vec3>> = meshes.iter().map(|(_, mesh)| mesh.positions.clone()).collect();
        let sums = normal_sums(&faces(&meshes), &positions, Smoothing::Angle(degrees));
        for ((id, mesh), sums) in meshes.iter_mut().zip(sums).filter(|((_, mesh), _)| has_faces(mesh)) {
            let mut without = 0_usize;
            mesh.normals.resize(mesh.positions.len(), Vec3::Y);
            for (normal, sum) in mesh.normals.iter_mut().zip(sums) {
                match sum.try_normalize() {
                    Some(smooth) => *normal = smooth,
                    None => without += 1,
                }
            }
            if without > 0 {
                let message = format!("{without} vertices, without a triangle that gives a normal, keep theirs");
                findings.note(kinds::NORMALS_INCOMPLETE, id.path(), message);
            }
        }
        self.set_meshes(&meshes)?;
        Ok(findings)
    }

    /// Sets a tangent for every vertex that is part of a triangle, from the normals and the texture coordinates. A note
    /// tells you how many vertices get any tangent, because their triangles have no area in the texture.
    ///
    /// # Errors
    /// See [`generate_normals`](Self::generate_normals).
    pub fn generate_tangents(&mut self) -> Result<Findings, Error> {
        let (mut meshes, mut findings) = (self.mesh_data()?, Findings::new());
        let positions: Vec<Vec<Vec3>> = meshes.iter().map(|(_, mesh)| mesh.positions.clone()).collect();
        let uvs: Vec<_> = meshes.iter().map(|(_, mesh)| mesh.uvs.clone()).collect();
        let sums = direction_sums(&faces(&meshes), &positions, &uvs);
        for ((id, mesh), sums) in meshes.iter_mut().zip(sums).filter(|((_, mesh), _)| has_faces(mesh)) {
            let mut without = 0_usize;
            let tangents = mesh.normals.iter().zip(sums).map(|(normal, sum)| {
                tangent(*normal, sum).unwrap_or_else(|| {
                    without += 1;
                    normal.try_normalize().map_or(Vec3::X, Vec3::any_orthonormal_vector).extend(1.0)
                })
            });
            mesh.tangents = tangents.collect();
            if without > 0 {
                let message =
                    format!("{without} vertices, without a direction of texture coordinates, have any tangent");
                findings.note(kinds::TANGENTS_INCOMPLETE, id.path(), message);
            }
        }
        self.set_meshes(&meshes)?;
        Ok(findings)
    }

    /// Returns all sub meshes as plain arrays, with their ids.
    ///
    /// # Errors
    /// Returns an error if a mesh can't be decompressed.
    pub fn mesh_data(&self) -> Result<Vec<(MeshId<'static>, MeshData)>, Error> {
        let mut budget = Limits::default().budget();
        let meshes = self.meshes();
        meshes.iter().map(|mesh| Ok((mesh.id().clone().into_owned(), MeshData::read(mesh, &mut budget)?))).collect()
    }

    /// Replaces sub meshes, or none of them if one is refused.
    ///
    /// # Errors
    /// See [`set_mesh`](Self::set_mesh).
    pub fn set_meshes(&mut self, meshes: &[(MeshId<'static>, MeshData)]) -> Result<(), Error> {
        let mut model = self.clone();
        meshes.iter().try_for_each(|(id, mesh)| model.set_mesh(id, mesh))?;
        *self = model;
        Ok(())
    }
}

fn has_faces(mesh: &MeshData) -> bool {
    matches!(mesh.geometry_type.as_str(), "" | "Triangles") && mesh.indices.len() > 2
}

/// Returns all triangles, with the number of the sub mesh as the buffer.
fn faces(meshes: &[(MeshId<'_>, MeshData)]) -> Vec<Face> {
    let shaded = meshes.iter().map(|(_, mesh)| mesh).enumerate().filter(|(_, mesh)| has_faces(mesh));
    let faces = shaded.flat_map(|(buffer, mesh)| {
        let triangles = mesh.indices.chunks_exact(3).filter_map(|corners| corners.try_into().ok());
        triangles.map(move |corners| Face { buffer, corners, counts: [true; 3] })
    });
    faces.collect()
}
