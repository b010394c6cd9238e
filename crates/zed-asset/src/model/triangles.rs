//! Iterates over triangles.

use asset_geometry::triangles;

use super::mesh::{MeshView, TriangleArray};

impl<'m> TriangleArray<'m> {
    /// Iterates over the triangles. They all have the same winding as the first: in a strip, the last two corners of
    /// every second triangle are swapped, and in a fan, all triangles share the first index. Incomplete triangles are
    /// skipped. Note that the engine does not define which side is the front, and draws both. The exporter of its
    /// author reverses the order of Blender, so that the front is clockwise.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + use<'m> {
        triangles(self.topology(), self.iter().map(u32::from))
    }
}

impl<'m> MeshView<'m> {
    /// Iterates over the triangles in all strips, then in all lists, and then in all fans. See
    /// [`TriangleArray::triangles`].
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + use<'m> {
        self.arrays().flat_map(|array| array.triangles())
    }
}
