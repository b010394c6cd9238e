//! What a scene doesn't say about the model it came from.

use serde::{Deserialize, Serialize};
use zed_asset::{ByteOrder, ChunkSize, Content, Dialect, Metadata, Model, NAME_LEN, Totals};

use crate::json::{Base64, is_default};

/// Number of this layout.
pub(super) const LAYOUT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Layout {
    pub(super) layout: u32,
    pub(super) version: [u8; 3],
    pub(super) flags: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) big_endian: bool,
    pub(super) dialect: String,
    pub(super) chunks: Vec<ChunkLayout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) end: Option<u64>,
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(super) trailing: Base64,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct ChunkLayout {
    pub(super) token: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) size: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) end: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) metadata: Option<MetadataLayout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mesh: Option<MeshLayout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<Base64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MetadataLayout {
    totals: [u32; 10],
    name: Base64,
    version: [u8; 3],
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct MeshLayout {
    pub(super) material: u32,
    pub(super) vertices: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) mesh: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) strips: Vec<ArrayLayout>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) lists: Vec<ArrayLayout>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) fans: Vec<ArrayLayout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) data: Option<Base64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ArrayLayout {
    pub(super) indices: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) primitive: Option<usize>,
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(super) rest: Base64,
}

impl Layout {
    /// Everything but what depends on the scene.
    pub(super) fn of(model: &Model<'_>) -> Self {
        let chunk = |chunk: &zed_asset::Chunk<Content<'_>>| {
            let size = match chunk.size {
                ChunkSize::Exact => None,
                ChunkSize::Wrong(size) => Some(size),
            };
            let layout = ChunkLayout { token: chunk.token.0, size, end: chunk.end, ..ChunkLayout::default() };
            match &chunk.content {
                Content::Metadata(metadata) => ChunkLayout { metadata: Some(MetadataLayout::of(metadata)), ..layout },
                Content::Mesh(mesh) => {
                    let stride = model.dialect.vertices.stride();
                    ChunkLayout { mesh: Some(MeshLayout::of(mesh, stride)), ..layout }
                }
                Content::Other(bytes) => ChunkLayout { data: Some(Base64(bytes.to_vec())), ..layout },
            }
        };
        Self {
            layout: LAYOUT,
            version: model.header.version,
            flags: model.header.flags.0,
            big_endian: model.byte_order == ByteOrder::Big,
            dialect: model.dialect.as_str().to_owned(),
            chunks: model.chunks.list.iter().map(chunk).collect(),
            end: model.chunks.end,
            trailing: Base64(model.chunks.trailing.to_vec()),
        }
    }

    /// The dialect, if it is one.
    pub(super) fn dialect(&self) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.as_str() == self.dialect)
    }

    pub(super) fn byte_order(&self) -> ByteOrder {
        if self.big_endian { ByteOrder::Big } else { ByteOrder::Little }
    }
}

impl MetadataLayout {
    fn of(metadata: &Metadata) -> Self {
        let Totals {
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
        } = metadata.totals;
        let end = metadata.name.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
        Self {
            totals: [
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
            ],
            name: Base64(metadata.name.get(..end).unwrap_or_default().to_vec()),
            version: metadata.version,
        }
    }

    pub(super) fn metadata(&self) -> Metadata {
        let [vertices, indices, meshes, materials, strips, strip_triangles, lists, list_triangles, fans, fan_triangles] =
            self.totals;
        let totals = Totals {
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
        };
        let mut name = [0; NAME_LEN];
        name.iter_mut().zip(&self.name.0).for_each(|(place, byte)| *place = *byte);
        Metadata { totals, name, version: self.version }
    }
}

impl MeshLayout {
    fn of(mesh: &zed_asset::Mesh<'_>, stride: usize) -> Self {
        let arrays = |arrays: &[binio::Bytes<'_>]| arrays.iter().map(|array| ArrayLayout::of(array)).collect();
        Self {
            material: mesh.material,
            vertices: mesh.vertices.len() / stride,
            mesh: None,
            strips: arrays(&mesh.strips),
            lists: arrays(&mesh.lists),
            fans: arrays(&mesh.fans),
            data: None,
        }
    }

    /// All arrays: strips, lists, fans.
    pub(super) fn arrays_mut(&mut self) -> impl Iterator<Item = &mut ArrayLayout> {
        self.strips.iter_mut().chain(&mut self.lists).chain(&mut self.fans)
    }
}
