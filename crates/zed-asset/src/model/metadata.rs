//! What a model says about itself.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use binio::Name;

use super::Model;
use crate::error::{Error, ErrorKind};

/// Bytes of a model's name.
pub const NAME_LEN: usize = 64;

/// Bytes of the metadata in a file.
pub(crate) const METADATA_LEN: u64 = 107;

/// What a model counts, its name and its version ([Metadata](crate::format#metadata-107-bytes)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// What the model counts. The engine uses the number of meshes only; its author's exporter gets most others wrong.
    pub totals: Totals,
    /// The name: up to the first NUL, and whatever follows it. The engine prints it without asking for a NUL, and in debug
    /// builds as a format string.
    pub name: [u8; NAME_LEN],
    /// Version of the model, not of the format: major, minor, revision.
    pub version: [u8; 3],
}

impl Default for Metadata {
    fn default() -> Self {
        Self { totals: Totals::default(), name: [0; NAME_LEN], version: [0, 0, 1] }
    }
}

/// What the metadata counts, in the file's order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// Vertices of all meshes.
    pub vertices: u32,
    /// Indices of all meshes.
    pub indices: u32,
    /// Number of meshes.
    pub meshes: u32,
    /// Materials: different numbers of them.
    pub materials: u32,
    /// Strips of all meshes.
    pub strips: u32,
    /// Triangles that strips make.
    pub strip_triangles: u32,
    /// Lists of all meshes.
    pub lists: u32,
    /// Triangles that lists make.
    pub list_triangles: u32,
    /// Fans of all meshes.
    pub fans: u32,
    /// Triangles that fans make.
    pub fan_triangles: u32,
}

impl From<[u32; 10]> for Totals {
    /// Takes the numbers in the file's order.
    fn from(numbers: [u32; 10]) -> Self {
        let [vertices, indices, meshes, materials, strips, strip_triangles, lists, list_triangles, fans, fan_triangles] =
            numbers;
        Self {
            vertices,
            indices,
            meshes,
            materials,
            strips,
            strip_triangles,
            lists,
            list_triangles,
            fans,
            fan_triangles,
        }
    }
}

impl From<Totals> for [u32; 10] {
    /// Returns the numbers in the file's order.
    fn from(totals: Totals) -> Self {
        let Totals { vertices, indices, meshes, materials, strips, strip_triangles, .. } = totals;
        let Totals { lists, list_triangles, fans, fan_triangles, .. } = totals;
        [vertices, indices, meshes, materials, strips, strip_triangles, lists, list_triangles, fans, fan_triangles]
    }
}

impl Totals {
    /// What the metadata should say about the meshes of `model`. Numbers beyond 32 bits are cut to the largest.
    pub(crate) fn of(model: &Model<'_>) -> Self {
        let mut totals = Self::default();
        let mut materials = BTreeSet::new();
        for mesh in model.meshes() {
            materials.insert(mesh.material());
            add(&mut totals.meshes, 1);
            add(&mut totals.vertices, mesh.vertex_count());
            for array in mesh.arrays() {
                let (arrays, triangles) = match array.topology() {
                    asset_geometry::Topology::TriangleStrip => (&mut totals.strips, &mut totals.strip_triangles),
                    asset_geometry::Topology::TriangleFan => (&mut totals.fans, &mut totals.fan_triangles),
                    _ => (&mut totals.lists, &mut totals.list_triangles),
                };
                add(arrays, 1);
                add(triangles, array.topology().triangle_count(array.len()));
                add(&mut totals.indices, array.len());
            }
        }
        add(&mut totals.materials, materials.len());
        totals
    }
}

fn add(total: &mut u32, more: usize) {
    *total = total.saturating_add(u32::try_from(more).unwrap_or(u32::MAX));
}

impl Metadata {
    /// The name, up to its first NUL.
    pub fn name(&self) -> Name<'_> {
        let end = self.name.iter().position(|byte| *byte == 0).unwrap_or(NAME_LEN);
        Name::from(self.name.get(..end).unwrap_or_default())
    }

    /// Sets the name and fills it up with NULs.
    ///
    /// # Errors
    /// [`ErrorKind::Unsound`] if it hasn't room for its NUL (63 bytes), has one inside, or a `%`, which crashes the engine's
    /// debug builds.
    pub fn set_name(&mut self, name: &str) -> Result<(), Error> {
        let refuse = |why| Err(Error::new(ErrorKind::Unsound(why), "name"));
        if name.len() >= NAME_LEN {
            return refuse("a name has at most 63 bytes");
        }
        if name.bytes().any(|byte| byte == 0 || byte == b'%') {
            return refuse("a name with NUL or % crashes the engine");
        }
        let filled: Vec<u8> = name.bytes().chain(core::iter::repeat(0)).take(NAME_LEN).collect();
        self.name.copy_from_slice(&filled);
        Ok(())
    }
}
