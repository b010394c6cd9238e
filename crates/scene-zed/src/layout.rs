//! Stores the properties of a model that a scene can't show.

use serde::{Deserialize, Serialize};
use zed_asset::{ByteOrder, ChunkSize, Content, Dialect, Metadata, Model, NAME_LEN};

use scene_adapter::json::{Base64, is_default};

/// The version of this layout, which is stored in the field `layout`.
pub(crate) const LAYOUT: u32 = 1;

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Layout {
    pub(crate) layout: u32,
    pub(crate) version: [u8; 3],
    pub(crate) flags: u32,
    #[serde(default, skip_serializing_if = "is_default")]
    pub(crate) big_endian: bool,
    pub(crate) dialect: String,
    pub(crate) chunks: Vec<ChunkLayout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<u64>,
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(crate) trailing: Base64,
}

#[derive(Debug, Default, Serialize, Deserialize)]
pub(crate) struct ChunkLayout {
    pub(crate) token: u16,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) size: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) end: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) metadata: Option<MetadataLayout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mesh: Option<MeshLayout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Base64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MetadataLayout {
    totals: [u32; 10],
    name: Base64,
    version: [u8; 3],
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct MeshLayout {
    pub(crate) material: u32,
    pub(crate) vertices: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mesh: Option<usize>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) strips: Vec<ArrayLayout>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) lists: Vec<ArrayLayout>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) fans: Vec<ArrayLayout>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) data: Option<Base64>,
}

#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct ArrayLayout {
    pub(crate) indices: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) primitive: Option<usize>,
    #[serde(default, skip_serializing_if = "Base64::is_empty")]
    pub(crate) rest: Base64,
}

impl Layout {
    /// Creates a layout, but without the parts that depend on the scene.
    pub(crate) fn of(model: &Model<'_>) -> Self {
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

    /// Returns the dialect, if the stored name is valid.
    pub(crate) fn dialect(&self) -> Option<Dialect> {
        Dialect::ALL.into_iter().find(|dialect| dialect.as_str() == self.dialect)
    }

    pub(crate) fn byte_order(&self) -> ByteOrder {
        if self.big_endian { ByteOrder::Big } else { ByteOrder::Little }
    }
}

impl MetadataLayout {
    fn of(metadata: &Metadata) -> Self {
        let end = metadata.name.iter().rposition(|byte| *byte != 0).map_or(0, |last| last.saturating_add(1));
        Self {
            totals: metadata.totals.into(),
            name: Base64(metadata.name.get(..end).unwrap_or_default().to_vec()),
            version: metadata.version,
        }
    }

    pub(crate) fn metadata(&self) -> Metadata {
        let mut name = [0; NAME_LEN];
        name.iter_mut().zip(&self.name.0).for_each(|(place, byte)| *place = *byte);
        Metadata { totals: self.totals.into(), name, version: self.version }
    }
}

impl MeshLayout {
    fn of(mesh: &zed_asset::Mesh<'_>, stride: usize) -> Self {
        let arrays = |arrays: &[binio::Bytes<'_>]| arrays.iter().map(|array| ArrayLayout::of(array)).collect();
        Self {
            material: mesh.material,
            vertices: mesh.vertices.len().checked_div(stride).unwrap_or(0),
            mesh: None,
            strips: arrays(&mesh.strips),
            lists: arrays(&mesh.lists),
            fans: arrays(&mesh.fans),
            data: None,
        }
    }

    /// Iterates over all arrays: strips, then lists, then fans.
    pub(crate) fn arrays(&self) -> impl Iterator<Item = &ArrayLayout> {
        self.strips.iter().chain(&self.lists).chain(&self.fans)
    }

    /// Iterates over all arrays in the same order, so that you can change them.
    pub(crate) fn arrays_mut(&mut self) -> impl Iterator<Item = &mut ArrayLayout> {
        self.strips.iter_mut().chain(&mut self.lists).chain(&mut self.fans)
    }
}

impl ArrayLayout {
    fn of(array: &[u8]) -> Self {
        Self { indices: array.len() / 2, primitive: None, rest: Base64::default() }
    }
}
