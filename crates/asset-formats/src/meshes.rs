//! This module contains [`Meshes`], the contract for changing meshes without a scene.

use binio::Findings;

use crate::{Document, Error};

/// The meshes of a document that keeps its format, so that they can be shaded, simplified and reordered in it. All other
/// content stays as it is. You get them from [`Document::meshes`](crate::Document::meshes); formats tell by
/// [`Change`](crate::Change) which of these functions they implement; the others do nothing.
pub trait Meshes {
    /// Computes all normals anew. Vertices at one position are smooth up to this angle between their triangles, in
    /// degrees. The findings list vertices without a normal.
    ///
    /// # Errors
    /// Returns an error if a mesh has no positions that can be read.
    fn smooth(&mut self, degrees: f32) -> Result<Findings, Error>;

    /// Computes all tangents anew, from normals and texture coordinates. The findings list vertices without a direction
    /// in the texture.
    ///
    /// # Errors
    /// Returns an error if a mesh has no normals or texture coordinates that can be read.
    fn compute_tangents(&mut self) -> Result<Findings, Error> {
        Ok(Findings::new())
    }

    /// Returns the triangle lists. Lists that can't be drawn, because their vertices don't exist, are left out.
    ///
    /// # Errors
    /// Returns an error if a mesh can't be read.
    fn parts(&self) -> Result<Vec<MeshPart>, Error>;

    /// Adds simplified levels of detail, which must be sorted by their numbers.
    ///
    /// # Errors
    /// Returns an error if the document can't contain the level.
    fn add_levels(&mut self, levels: &[SimplifiedLevel]) -> Result<(), Error> {
        let _ = levels;
        Ok(())
    }

    /// Replaces the triangles of parts, then merges equal vertices, and removes those that are not used. Vertices that
    /// something else refers to by their number stay where they are.
    ///
    /// # Errors
    /// Returns an error if a vertex doesn't exist.
    fn reorder(&mut self, parts: Vec<PartTriangles>) -> Result<(), Error>;

    /// Returns the number of vertices in all meshes.
    fn vertex_count(&self) -> u64;

    /// Returns the changed document.
    fn into_document(self: Box<Self>) -> Box<dyn Document>;
}

/// A list of triangles with one material.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct MeshPart {
    /// The number by which the document knows this part.
    pub number: usize,
    /// The mesh that it is a part of. All parts of a mesh have the same levels of detail.
    pub mesh: usize,
    /// Whether the mesh has only this level of detail.
    pub is_only_level: bool,
    /// The positions of all vertices.
    pub positions: Vec<[f32; 3]>,
    /// The normals, or nothing if there are none.
    pub normals: Vec<[f32; 3]>,
    /// The texture coordinates, or nothing if there are none.
    pub uvs: Vec<[f32; 2]>,
    /// The bones, or nothing if there are none.
    pub bones: Vec<[u16; 4]>,
    /// The weights of these bones.
    pub weights: Vec<[f32; 4]>,
    /// The vertices of the triangles, all of which exist.
    pub triangles: Vec<[u32; 3]>,
}

/// A simplified level of detail.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SimplifiedLevel {
    /// The mesh.
    pub mesh: usize,
    /// The number of the level, from 1.
    pub level: usize,
    /// The distance at which it begins, in the units of the document.
    pub distance: f32,
    /// The triangles of all parts of the mesh, which use the same vertices as before.
    pub parts: Vec<PartTriangles>,
}

/// The triangles of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartTriangles {
    /// The [number](MeshPart::number) of the part.
    pub number: usize,
    /// The vertices of the triangles, three for each.
    pub indices: Vec<u32>,
}
