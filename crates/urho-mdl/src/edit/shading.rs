//! Generate normals and tangents.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;
use asset_geometry::glam::{Vec2, Vec3, Vec4};
use binio::{Findings, Path};

use crate::error::{Error, ErrorKind};
use crate::kinds;
use crate::model::Model;
use crate::vertex::{Semantic, VertexValue};

/// Decides which vertices share a smooth normal.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Smoothing {
    /// Only triangles that use the same vertex are smooth. If two vertices are at the same position, there is a hard
    /// edge between them.
    #[default]
    Vertices,
    /// All triangles that meet at a position are smooth, even if they use different vertices. Seams of texture
    /// coordinates will not be visible, but there are no hard edges.
    Positions,
    /// Like [`Positions`](Self::Positions), but vertices at a position are only smooth if the angle between their
    /// normals is at most this many degrees. Vertices are never split, so triangles that use the same vertex are always
    /// smooth.
    Angle(f32),
}

/// A triangle in a vertex buffer. A flag is set for each corner that no finer level of detail draws.
struct Face {
    buffer: usize,
    corners: [u32; 3],
    counts: [bool; 3],
}

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

/// Returns the sum of the triangle normals for each vertex, by buffer. A triangle normal is as long as twice the
/// triangle area.
fn normal_sums(faces: &[Face], positions: &[Vec<Vec3>], smoothing: Smoothing) -> Vec<Vec<Vec3>> {
    let mut sums: Vec<Vec<Vec3>> = positions.iter().map(|column| alloc::vec![Vec3::ZERO; column.len()]).collect();
    let mut shared: BTreeMap<[u32; 3], Vec3> = BTreeMap::new();
    for face in faces {
        let (Some(positions), Some(sums)) = (positions.get(face.buffer), sums.get_mut(face.buffer)) else { continue };
        let Some([a, b, c]) = corners(positions, face.corners) else { continue };
        let normal = (b - a).cross(c - a);
        if !normal.is_finite() {
            continue;
        }
        for ((corner, _), at) in face.corners.iter().zip(face.counts).zip([a, b, c]).filter(|((_, counts), _)| *counts)
        {
            match smoothing {
                Smoothing::Vertices | Smoothing::Angle(_) => {
                    sums.get_mut(*corner as usize).into_iter().for_each(|sum| *sum += normal);
                }
                Smoothing::Positions => *shared.entry(place(at)).or_default() += normal,
            }
        }
    }
    if smoothing == Smoothing::Positions {
        for (sum, at) in sums.iter_mut().flatten().zip(positions.iter().flatten()) {
            *sum = shared.get(&place(*at)).copied().unwrap_or_default();
        }
    }
    if let Smoothing::Angle(degrees) = smoothing {
        join(&mut sums, positions, degrees);
    }
    sums
}

/// At most this many different normals at a position are compared, so that the time stays linear. Vertices with further
/// normals keep theirs.
const MOST_NORMALS: usize = 64;
/// Normals are taken for equal if the cosine of the angle between them is at least this.
const EQUAL: f32 = 0.999_999;

/// Adds the sums of vertices at the same position, if the angle between their normals is at most this many degrees.
fn join(sums: &mut [Vec<Vec3>], positions: &[Vec<Vec3>], degrees: f32) {
    let least = Vec2::from_angle(degrees.clamp(0.0, 180.0).to_radians()).x.min(EQUAL);
    // A different normal at a position, and the sum of the vertices that have it.
    let mut known: BTreeMap<[u32; 3], Vec<(Vec3, Vec3)>> = BTreeMap::new();
    for (sum, at) in sums.iter().flatten().zip(positions.iter().flatten()) {
        let Some(normal) = sum.try_normalize() else { continue };
        let normals = known.entry(place(*at)).or_default();
        if let Some((_, all)) = normals.iter_mut().find(|(other, _)| other.dot(normal) >= EQUAL) {
            *all += *sum;
        } else if normals.len() < MOST_NORMALS {
            normals.push((normal, *sum));
        }
    }
    for (sum, at) in sums.iter_mut().flatten().zip(positions.iter().flatten()) {
        let Some((normal, normals)) = sum.try_normalize().zip(known.get(&place(*at))) else { continue };
        let near = normals.iter().filter(|(other, _)| other.dot(normal) >= least);
        *sum = near
            .map(|(_, sum)| *sum)
            .fold(None, |all: Option<Vec3>, one| Some(all.unwrap_or_default() + one))
            .unwrap_or(*sum);
    }
}

/// Returns the sums of the triangle directions in which u and v grow, for each vertex, by buffer.
fn direction_sums(faces: &[Face], positions: &[Vec<Vec3>], uvs: &[Vec<Vec2>]) -> Vec<Vec<[Vec3; 2]>> {
    let mut sums: Vec<Vec<[Vec3; 2]>> =
        positions.iter().map(|column| alloc::vec![[Vec3::ZERO; 2]; column.len()]).collect();
    for face in faces {
        let (Some(positions), Some(uvs)) = (positions.get(face.buffer), uvs.get(face.buffer)) else { continue };
        let (Some(at), Some(uv)) = (corners(positions, face.corners), corners(uvs, face.corners)) else { continue };
        let Some([along_u, along_v]) = directions(at, uv) else { continue };
        let Some(sums) = sums.get_mut(face.buffer) else { continue };
        for (corner, _) in face.corners.iter().zip(face.counts).filter(|(_, counts)| *counts) {
            if let Some([u, v]) = sums.get_mut(*corner as usize) {
                *u += along_u;
                *v += along_v;
            }
        }
    }
    sums
}

/// Returns the values at the three corners of a triangle.
fn corners<T: Copy>(values: &[T], [a, b, c]: [u32; 3]) -> Option<[T; 3]> {
    Some([*values.get(a as usize)?, *values.get(b as usize)?, *values.get(c as usize)?])
}

/// Converts a position to a key for comparison, where 0 and −0 are equal.
fn place(position: Vec3) -> [u32; 3] {
    position.to_array().map(|axis| (axis + 0.0).to_bits())
}

/// Returns the directions in which u and v grow on a triangle, or `None` if the triangle has no area in the texture.
fn directions([a, b, c]: [Vec3; 3], [uv, uv_b, uv_c]: [Vec2; 3]) -> Option<[Vec3; 2]> {
    let (first, second) = (b - a, c - a);
    let (s, t) = (Vec2::new(uv_b.x - uv.x, uv_c.x - uv.x), Vec2::new(uv_b.y - uv.y, uv_c.y - uv.y));
    let r = 1.0 / (s.x * t.y - s.y * t.x);
    let directions = [(first * t.y - second * t.x) * r, (second * s.x - first * s.y) * r];
    directions.iter().all(|direction| direction.is_finite()).then_some(directions)
}

/// Returns the tangent for a vertex, given the sums of the directions.
fn tangent(normal: Vec3, [along_u, along_v]: [Vec3; 2]) -> Option<Vec4> {
    let tangent = (along_u - normal * normal.dot(along_u)).try_normalize()?;
    let mirrored = normal.cross(along_u).dot(along_v) < 0.0;
    Some(tangent.extend(if mirrored { -1.0 } else { 1.0 }))
}
