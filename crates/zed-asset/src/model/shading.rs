//! Computes normals, and replaces triangles.

use alloc::collections::BTreeMap;
use alloc::format;
use alloc::vec::Vec;
use asset_geometry::glam::Vec3;
use asset_geometry::shading::{Face, Smoothing, normal_sums};
use binio::{Bytes, Findings, Path};

use super::convert::split;
use super::mesh::{Attribute, MeshView};
use super::transform::replace;
use super::{Content, Model};
use crate::container::ChunkSize;
use crate::error::{Error, ErrorKind};
use crate::header::Flags;
use crate::kinds;

impl Model<'_> {
    /// Sets a smooth normal for every vertex that is part of a triangle. Vertices at the same position are smooth if the
    /// angle between their normals is at most this many degrees. The front of a triangle is clockwise. A note tells you
    /// how many vertices keep their normal, because no triangle has one for them.
    pub fn generate_normals(&mut self, degrees: f32) -> Findings {
        let mut findings = Findings::new();
        let (mut faces, mut positions) = (Vec::new(), Vec::new());
        for (buffer, mesh) in self.meshes().enumerate() {
            let points: Vec<Vec3> = mesh.positions().iter().map(Vec3::from_array).collect();
            let corners = mesh.triangles().map(|[a, b, c]| [c, b, a]);
            faces.extend(corners.map(|corners| Face { buffer, corners, counts: [true; 3] }));
            positions.push(points);
        }
        let sums = normal_sums(&faces, &positions, Smoothing::Angle(degrees));
        let (order, stride) = (self.byte_order, self.encoding.vertices.stride());
        for (number, (mesh, sums)) in self.meshes_mut().zip(sums).enumerate() {
            let mut vertices: Vec<u8> = mesh.vertices.to_vec();
            let mut without = 0_usize;
            for (vertex, sum) in vertices.chunks_exact_mut(stride).zip(sums) {
                match sum.try_normalize() {
                    Some(normal) => replace(vertex, Attribute::Normal, order, |_| normal),
                    None => without = without.saturating_add(1),
                }
            }
            if without > 0 {
                let message = format!("{without} vertices, without a triangle that gives a normal, keep theirs");
                findings.note(kinds::NORMALS_INCOMPLETE, Path::from([("mesh", number)]), message);
            }
            mesh.vertices = Bytes::from(vertices);
        }
        findings
    }

    /// Replaces all triangles of a mesh with lists, merges equal vertices, and removes vertices that no triangle uses.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Contradiction`] if a vertex doesn't exist, or if there are more than 16 bits can count. The
    /// model is not changed after an error.
    pub fn set_triangles(&mut self, mesh: usize, corners: &[u32]) -> Result<(), Error> {
        let (order, stride) = (self.byte_order, self.encoding.vertices.stride());
        let meshes = self.chunks.list.iter_mut().filter(|chunk| matches!(chunk.content, Content::Mesh(_)));
        let Some(chunk) = meshes.into_iter().nth(mesh) else { return Ok(()) };
        let Content::Mesh(content) = &mut chunk.content else { return Ok(()) };
        let (mut vertices, mut indices) = (Vec::new(), Vec::with_capacity(corners.len()));
        let mut numbers: BTreeMap<&[u8], u16> = BTreeMap::new();
        let wrong = || Error::new(ErrorKind::Contradiction("vertices that exist"), Path::from([("mesh", mesh)]));
        for corner in corners {
            let vertex = content.vertices.chunks_exact(stride).nth(*corner as usize).ok_or_else(wrong)?;
            let next = u16::try_from(numbers.len()).map_err(|_| wrong())?;
            indices.push(*numbers.entry(vertex).or_insert_with(|| {
                vertices.extend_from_slice(vertex);
                next
            }));
        }
        (content.strips, content.fans) = (Vec::new(), Vec::new());
        content.lists = split(&indices, order).collect();
        content.vertices = Bytes::from(vertices);
        chunk.size = ChunkSize::Exact;
        let has_strips = self.meshes().any(|mesh: MeshView<'_>| !mesh.mesh().strips.is_empty());
        if !has_strips {
            self.header.flags = self.header.flags.without(Flags::STRIPS);
        }
        self.update_totals();
        Ok(())
    }
}
