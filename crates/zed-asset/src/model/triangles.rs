//! Iteration over triangles.

use asset_geometry::triangles;

use super::mesh::{MeshView, TriangleArray};

impl<'m> TriangleArray<'m> {
    /// Iterates over the triangles. All have the winding of the first: in a strip, every second one has its last two corners
    /// swapped; a fan goes around its first index. The engine defines no front face and doesn't cull; its author's exporter
    /// reverses Blender's order, so that fronts are clockwise. Incomplete triangles are skipped.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + use<'m> {
        triangles(self.topology(), self.iter().map(u32::from))
    }
}

impl<'m> MeshView<'m> {
    /// Iterates over the triangles of all strips, lists and fans, in this order; see [`TriangleArray::triangles`].
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + use<'m> {
        self.arrays().flat_map(|array| array.triangles())
    }
}
