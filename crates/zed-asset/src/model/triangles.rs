//! Triangles, however they are stored.

use asset_geometry::triangles;

use super::mesh::{MeshView, TriangleArray};

impl<'m> TriangleArray<'m> {
    /// The triangles. All are wound like the first: of a strip, every second one has its last two corners swapped; a fan goes
    /// around its first index. The engine defines no front face and culls nothing; its author's exporter reverses
    /// Blender's order, so that fronts are clockwise. Indices that make no whole triangle are passed over.
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + use<'m> {
        triangles(self.topology(), self.iter().map(u32::from))
    }
}

impl<'m> MeshView<'m> {
    /// The triangles of all strips, lists and fans, in this order; see [`TriangleArray::triangles`].
    pub fn triangles(&self) -> impl Iterator<Item = [u32; 3]> + use<'m> {
        self.arrays().flat_map(|array| array.triangles())
    }
}
