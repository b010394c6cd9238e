//! The metadata of models.

use alloc::collections::BTreeSet;
use alloc::vec::Vec;
use binio::Name;

use super::Model;
use crate::error::{Error, ErrorKind};

/// The size of a model name, in bytes.
pub const NAME_LEN: usize = 64;

/// The size of the metadata in a file.
pub(crate) const METADATA_LEN: u64 = 107;

/// The metadata, which has the totals, the name and the version of a model (see
/// [Metadata](crate::format#metadata-107-bytes)).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// The totals of the model. The engine only uses the number of meshes, and most of the others are wrong in files
    /// from the exporter of its author.
    pub totals: Totals,
    /// The name, including its NUL and all bytes after it. Note that the engine prints it without looking for a NUL,
    /// and in a debug build, it is even used as a format string.
    pub name: [u8; NAME_LEN],
    /// The version of the model, not of the format (major, minor, revision).
    pub version: [u8; 3],
}

impl Default for Metadata {
    fn default() -> Self {
        Self { totals: Totals::default(), name: [0; NAME_LEN], version: [0, 0, 1] }
    }
}

/// The totals in the metadata, in file order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Totals {
    /// The vertices in all meshes.
    pub vertices: u32,
    /// The indices in all meshes.
    pub indices: u32,
    /// The number of meshes.
    pub meshes: u32,
    /// The number of distinct materials.
    pub materials: u32,
    /// The strips in all meshes.
    pub strips: u32,
    /// The triangles in all strips.
    pub strip_triangles: u32,
    /// The lists in all meshes.
    pub lists: u32,
    /// The triangles in all lists.
    pub list_triangles: u32,
    /// The fans in all meshes.
    pub fans: u32,
    /// The triangles in all fans.
    pub fan_triangles: u32,
}

impl From<[u32; 10]> for Totals {
    /// Creates the totals from numbers, which must be in file order.
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
    /// Returns the numbers in file order.
    fn from(totals: Totals) -> Self {
        let Totals { vertices, indices, meshes, materials, strips, strip_triangles, .. } = totals;
        let Totals { lists, list_triangles, fans, fan_triangles, .. } = totals;
        [vertices, indices, meshes, materials, strips, strip_triangles, lists, list_triangles, fans, fan_triangles]
    }
}

impl Totals {
    /// Counts the meshes of `model`. A number that does not fit in 32 bits is clamped.
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
    /// Returns the name, up to the first NUL.
    pub fn name(&self) -> Name<'_> {
        let end = self.name.iter().position(|byte| *byte == 0).unwrap_or(NAME_LEN);
        Name::from(self.name.get(..end).unwrap_or_default())
    }

    /// Sets the name and fills the rest with NULs.
    ///
    /// # Errors
    /// Returns [`ErrorKind::Unsound`] if the name is longer than 63 bytes, or if it contains NUL or `%`, because a `%`
    /// will crash a debug build of the engine.
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
