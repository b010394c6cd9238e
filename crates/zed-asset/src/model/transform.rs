//! Scales, turns and moves models.

use alloc::vec::Vec;
use asset_geometry::Similarity;
use asset_geometry::glam::{Quat, Vec3};
use binio::Bytes;

use super::Model;
use super::mesh::Attribute;
use crate::order::ByteOrder;

impl Model<'_> {
    /// Scales, turns or moves all vertices. Everything else stays as it is, including [joints](Self::joints).
    ///
    /// ```
    /// use zed_asset::glam::Vec3;
    /// use zed_asset::{MeshBuilder, ModelBuilder, Similarity};
    /// let corners = [Vec3::ZERO, Vec3::Y, Vec3::X];
    /// let mesh = MeshBuilder::new(&corners).normals(&[Vec3::NEG_Z; 3]).triangles(&[0, 1, 2]);
    /// let mut model = ModelBuilder::new("corner").mesh(mesh).build()?;
    /// model.transform(&Similarity::default().scale(2.0).moved(Vec3::Z));
    /// assert_eq!(model.computed_bounds().unwrap().max, Vec3::new(2.0, 2.0, 1.0));
    /// # Ok::<(), zed_asset::Error>(())
    /// ```
    pub fn transform(&mut self, change: &Similarity) {
        let (order, stride) = (self.byte_order, self.encoding.vertices.stride());
        let turns = change.rotation() != Quat::IDENTITY;
        for mesh in self.meshes_mut() {
            let mut vertices: Vec<u8> = mesh.vertices.to_vec();
            for vertex in vertices.chunks_exact_mut(stride) {
                replace(vertex, Attribute::Position, order, |position| change.point(position));
                if turns {
                    replace(vertex, Attribute::Normal, order, |normal| change.direction(normal));
                }
            }
            mesh.vertices = Bytes::from(vertices);
        }
    }
}

/// Replaces three floats in a vertex.
pub(super) fn replace(vertex: &mut [u8], attribute: Attribute, order: ByteOrder, new: impl Fn(Vec3) -> Vec3) {
    let Some(place) = vertex.get_mut(attribute.offset()..).and_then(|rest| rest.first_chunk_mut::<12>()) else {
        return;
    };
    let mut floats = [0.0; 3];
    for (float, bytes) in floats.iter_mut().zip(place.chunks_exact(4)) {
        let bytes = bytes.first_chunk().copied().unwrap_or_default();
        *float = match order {
            ByteOrder::Little => f32::from_le_bytes(bytes),
            ByteOrder::Big => f32::from_be_bytes(bytes),
        };
    }
    for (bytes, float) in place.chunks_exact_mut(4).zip(new(Vec3::from(floats)).to_array()) {
        bytes.copy_from_slice(&match order {
            ByteOrder::Little => float.to_le_bytes(),
            ByteOrder::Big => float.to_be_bytes(),
        });
    }
}
