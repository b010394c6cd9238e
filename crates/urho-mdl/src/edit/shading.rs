//! Generate normals and tangents.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;
use asset_geometry::glam::{Vec2, Vec3, Vec4};
use asset_geometry::shading::{Face, Smoothing, direction_sums, normal_sums, tangent};
use binio::{Findings, Path};

use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::model::Model;
use crate::vertex::{Semantic, VertexValue};

impl Model<'_> {
    /// Sets a smooth normal for every vertex that is part of a triangle. This is the mean of the triangle normals,
    /// weighted by the triangle area. A front face is clockwise in left-handed space.
    ///
    /// Only the finest level of detail that draws a vertex is used. If the triangles have no normal, because they have
    /// no area, contain NaN or are not drawn, the old normal is kept, or set to +Y if there was none. A note tells you
    /// how many vertices this affects.
    ///
    /// ```
    /// use urho_mdl::{Model, Smoothing, glam::Vec3};
    /// let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    /// let mut model = Model::builder().positions(&corners).indices(&[0, 1, 2]).build()?;
    /// let notes = model.generate_normals(Smoothing::Vertices)?;
    /// assert!(notes.is_empty());
    /// assert_eq!(model.vertex_buffers[0].normals().unwrap().get(0), Some(-Vec3::Z));
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if a buffer with triangles has no positions with three floats, and
    /// [`ErrorKind::WrongDataSize`] if a buffer contradicts its counts. The model is not changed after an error.
    pub fn generate_normals(&mut self, smoothing: Smoothing) -> Result<Findings, Error> {
        let faces = self.faces();
        let buffers = self.shaded_buffers(&faces)?;
        let positions = self.columns::<Vec3>(&buffers, Semantic::POSITION, "positions of three floats")?;
        let sums = normal_sums(&faces, &positions, smoothing);
        let mut findings = Findings::new();
        for number in buffers {
            let (Some(buffer), Some(sums)) = (self.vertex_buffers.get_mut(number), sums.get(number)) else { continue };
            let old = buffer.normals();
            let mut without = 0_usize;
            let normal = |(vertex, sum): (usize, &Vec3)| {
                sum.try_normalize().unwrap_or_else(|| {
                    without += 1;
                    old.and_then(|normals| normals.get(vertex)).unwrap_or(Vec3::Y)
                })
            };
            let normals: Vec<Vec3> = sums.iter().enumerate().map(normal).collect();
            let kept = if old.is_some() { "keep theirs" } else { "have +Y" };
            if without > 0 {
                let message = format!("{without} vertices, without a triangle that gives a normal, {kept}");
                findings.note(kinds::NORMALS_INCOMPLETE, Path::from([("vertex buffer", number)]), message);
            }
            buffer.set_column(Semantic::NORMAL, 0, &normals)?;
        }
        Ok(findings)
    }

    /// Sets a tangent for every vertex that is part of a triangle, which you need for normal maps. The tangent is
    /// computed from the normal and the first texture coordinates, using Lengyel's method like the importer of the
    /// engine. x, y and z point toward greater u, and w is −1 where the mapping is mirrored and 1 elsewhere.
    ///
    /// Triangles without an area in the texture are ignored; the engine would compute NaN for them. If a vertex has no
    /// other triangles, its tangent will be any direction perpendicular to the normal. A note tells you how many
    /// vertices this affects.
    ///
    /// ```
    /// use urho_mdl::{Model, glam::Vec4};
    /// let corners = [[0.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 0.0, 0.0]];
    /// let builder = Model::builder().positions(&corners).normals(&[[0.0, 0.0, -1.0]; 3]);
    /// let mut model = builder.uvs(0, &[[0.0, 1.0], [0.0, 0.0], [1.0, 1.0]]).indices(&[0, 1, 2]).build()?;
    /// model.generate_tangents()?;
    /// assert_eq!(model.vertex_buffers[0].tangents().unwrap().get(0), Some(Vec4::new(1.0, 0.0, 0.0, 1.0)));
    /// # Ok::<(), urho_mdl::Error>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`ErrorKind::Missing`] if a buffer with triangles has no positions, normals or texture coordinates, and
    /// [`ErrorKind::WrongDataSize`] if a buffer contradicts its counts. The model is not changed after an error.
    pub fn generate_tangents(&mut self) -> Result<Findings, Error> {
        let faces = self.faces();
        let buffers = self.shaded_buffers(&faces)?;
        let positions = self.columns::<Vec3>(&buffers, Semantic::POSITION, "positions of three floats")?;
        let normals = self.columns::<Vec3>(&buffers, Semantic::NORMAL, "normals")?;
        let uvs = self.columns::<Vec2>(&buffers, Semantic::TEXCOORD, "texture coordinates")?;
        let sums = direction_sums(&faces, &positions, &uvs);
        let mut findings = Findings::new();
        for number in buffers {
            let (Some(buffer), Some(sums)) = (self.vertex_buffers.get_mut(number), sums.get(number)) else { continue };
            let Some(normals) = normals.get(number) else { continue };
            let mut without = 0_usize;
            let tangents = normals.iter().zip(sums).map(|(normal, sum)| {
                tangent(*normal, *sum).unwrap_or_else(|| {
                    without += 1;
                    normal.try_normalize().map_or(Vec3::X, Vec3::any_orthonormal_vector).extend(1.0)
                })
            });
            let tangents: Vec<Vec4> = tangents.collect();
            if without > 0 {
                let message =
                    format!("{without} vertices, without a direction of texture coordinates, have any tangent");
                findings.note(kinds::TANGENTS_INCOMPLETE, Path::from([("vertex buffer", number)]), message);
            }
            buffer.set_column(Semantic::TANGENT, 0, &tangents)?;
        }
        Ok(findings)
    }

    /// Returns all triangles that can be used, because their buffer and their vertices exist.
    fn faces(&self) -> Vec<Face> {
        let numbered = self.geometries.iter().enumerate();
        let mut order: Vec<(usize, usize)> = numbered
            .flat_map(|(number, geometry)| (0..geometry.lods.len()).map(move |level| (level, number)))
            .collect();
        order.sort_unstable();
        let mut finest: BTreeMap<(usize, u32), usize> = BTreeMap::new();
        let mut faces = Vec::new();
        for (level, number) in order {
            let Some(lod) = self.geometries.get(number).and_then(|geometry| geometry.lods.get(level)) else { continue };
            let Some(vertices) = self.vertex_buffer(lod).map(|buffer| buffer.vertex_count) else { continue };
            let buffer = lod.vertex_buffer as usize;
            for corners in self.triangles(lod).filter(|corners| corners.iter().all(|corner| *corner < vertices)) {
                let counts = corners.map(|corner| *finest.entry((buffer, corner)).or_insert(level) == level);
                if counts.contains(&true) {
                    faces.push(Face { buffer, corners, counts });
                }
            }
        }
        faces
    }

    /// Returns the indices of the buffers that these faces use, or an error if a buffer contradicts its counts.
    fn shaded_buffers(&self, faces: &[Face]) -> Result<Vec<usize>, Error> {
        let mut numbers: Vec<usize> = faces.iter().map(|face| face.buffer).collect();
        numbers.sort_unstable();
        numbers.dedup();
        for number in &numbers {
            if let Some(buffer) = self.vertex_buffers.get(*number) {
                let located = |error: Error| Error::new(error.into_kind(), Path::from([("vertex buffer", *number)]));
                buffer.check_size().map_err(located)?;
            }
        }
        Ok(numbers)
    }

    /// Returns the values of an element for the given buffers. All other buffers get an empty list.
    fn columns<T: VertexValue>(
        &self,
        buffers: &[usize],
        semantic: Semantic,
        what: &'static str,
    ) -> Result<Vec<Vec<T>>, Error> {
        let mut columns: Vec<Vec<T>> = self.vertex_buffers.iter().map(|_| Vec::new()).collect();
        for number in buffers {
            let (buffer, column) = (self.vertex_buffers.get(*number), columns.get_mut(*number));
            let (Some(buffer), Some(column)) = (buffer, column) else { continue };
            let missing = || Error::new(ErrorKind::Missing(what), Path::from([("vertex buffer", *number)]));
            *column = buffer.column(semantic, 0).ok_or_else(missing)?.to_vec();
        }
        Ok(columns)
    }
}
