//! Metadata of models.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use binio::Name;

use super::Model;
use crate::error::{Error, ErrorKind};

/// Size of a model's name in bytes.
pub const NAME_LEN: usize = 64;

/// Size of the metadata in a file.
pub(crate) const METADATA_LEN: u64 = 107;

/// Totals, name and version of a model ([Metadata](crate::format#metadata-107-bytes)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// Totals of the model. The engine only uses the number of meshes; its author's exporter writes most others wrong.
    pub totals: Totals,
    /// The name with its NUL and all bytes after it. The engine prints it without checking for a NUL, and in debug builds as
    /// a format string.
    pub name: [u8; NAME_LEN],
    /// Version of the model, not of the format: major, minor, revision.
    pub version: [u8; 3],
}

impl Default for Metadata {
    fn default() -> Self {
        Self { totals: Totals::default(), name: [0; NAME_LEN], version: [0, 0, 1] }
    }
}

/// Totals in the metadata, in file order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// Vertices of all meshes.
    pub vertices: u32,
    /// Indices of all meshes.
    pub indices: u32,
    /// Number of meshes.
    pub meshes: u32,
    /// Number of distinct materials.
    pub materials: u32,
    /// Strips of all meshes.
    pub strips: u32,
    /// Triangles of all strips.
    pub strip_triangles: u32,
    /// Lists of all meshes.
    pub lists: u32,
    /// Triangles of all lists.
    pub list_triangles: u32,
    /// Fans of all meshes.
    pub fans: u32,
    /// Triangles of all fans.
    pub fan_triangles: u32,
}

impl From<[u32; 10]> for Totals {
    /// Converts from the numbers in file order.
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
    /// Converts to the numbers in file order.
    fn from(totals: Totals) -> Self {
        let Totals { vertices, indices, meshes, materials, strips, strip_triangles, .. } = totals;
        let Totals { lists, list_triangles, fans, fan_triangles, .. } = totals;
        [vertices, indices, meshes, materials, strips, strip_triangles, lists, list_triangles, fans, fan_triangles]
    }
}

impl Totals {
    /// Computes the totals of the meshes of `model`. Numbers above 32 bits are clamped.
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
    /// Returns the name, up to its first NUL.
    pub fn name(&self) -> Name<'_> {
        let end = self.name.iter().position(|byte| *byte == 0).unwrap_or(NAME_LEN);
        Name::from(self.name.get(..end).unwrap_or_default())
    }

    /// Sets the name and pads it with NULs.
    ///
    /// # Errors
    /// [`ErrorKind::Unsound`] if it is longer than 63 bytes, contains NUL, or contains `%`, which crashes the engine's debug
    /// builds.
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
