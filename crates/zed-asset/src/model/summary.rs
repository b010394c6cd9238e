//! Output of `inspect --json` for a model.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use binio::Name;
use binio::summary::{Block, Float, floats};
use serde::Serialize;

use super::dialect::Dialect;
use super::mesh::MeshView;
use super::{Content, Model};
use crate::container::{Chunk, ChunkSize};
use crate::header::{HEADER_LEN, Header};

/// A model without its bulk data.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ModelSummary<'m> {
    /// Bytes of the file.
    pub bytes: u64,
    /// Layout of the file.
    pub dialect: DialectSummary,
    /// Header.
    pub header: HeaderSummary,
    /// Metadata; `null` without any.
    pub model: Option<MetadataSummary<'m>>,
    /// Meshes, in order.
    pub meshes: Vec<MeshSummary>,
    /// Offsets of the meshes.
    pub offsets: Vec<MeshOffsets>,
    /// All chunks in order.
    pub chunks: Vec<ChunkSummary>,
    /// Minimum and maximum of all positions; `null` without any.
    pub bounding_box: Option<[[Float; 3]; 2]>,
    /// Number of bytes after the END of the file.
    pub trailing_bytes: usize,
}

/// Layout of a file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct DialectSummary {
    /// Name.
    pub name: &'static str,
    /// `engine24` or `doc64`.
    pub vertex_format: &'static str,
    /// Size of the count of an index array.
    pub array_count_width: usize,
    /// Index size.
    pub index_width: usize,
    /// Whether each chunk is followed by an END chunk.
    pub end_chunk_after_each_chunk: bool,
    /// Whether an END chunk closes the file.
    pub final_end_chunk: bool,
    /// `little` or `big`.
    pub endianness: &'static str,
    /// Meaning of the mesh chunk sizes: the `payload`, the `header` of the mesh, `zero`, or `other`.
    pub mesh_chunk_size_covers: &'static str,
}

/// Header of a file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct HeaderSummary {
    /// Identifier of the file, `ZED`.
    pub id: &'static str,
    /// The letter of the kind.
    pub r#type: String,
    /// Major, minor, revision.
    pub version: [u8; 3],
    /// Flags of the header, all bits.
    pub flags: u32,
}

/// Metadata of a model.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MetadataSummary<'m> {
    /// Vertices of all meshes.
    pub vertex_count: u32,
    /// Indices of all meshes.
    pub index_count: u32,
    /// Number of meshes.
    pub mesh_count: u32,
    /// Number of materials.
    pub material_count: u32,
    /// The name, up to its NUL.
    pub name: Name<'m>,
    /// Number of strips.
    pub triangle_strips: u32,
    /// Triangles of strips.
    pub triangle_strip_count: u32,
    /// Number of lists.
    pub triangle_lists: u32,
    /// Triangles of lists.
    pub triangle_list_count: u32,
    /// Number of fans.
    pub triangle_fans: u32,
    /// Triangles of fans.
    pub triangle_fan_count: u32,
    /// Major, minor, revision.
    pub version: [u8; 3],
}

binio::into_owned! {
    pub ModelSummary { model; bytes, dialect, header, meshes, offsets, chunks, bounding_box, trailing_bytes }
}
binio::into_owned! {
    MetadataSummary {
        name; vertex_count, index_count, mesh_count, material_count, triangle_strips, triangle_strip_count, triangle_lists,
        triangle_list_count, triangle_fans, triangle_fan_count, version
    }
}
/// A mesh of a model.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MeshSummary {
    /// Number of the material.
    pub material_id: u32,
    /// Number of vertices.
    pub vertex_count: usize,
    /// Bytes of a vertex.
    pub vertex_size: usize,
    /// Number of triangle strips.
    pub strip_count: usize,
    /// Number of triangle lists.
    pub list_count: usize,
    /// Number of triangle fans.
    pub fan_count: usize,
    /// Indices of all arrays.
    pub index_count: usize,
    /// Triangles of all arrays.
    pub triangle_count: usize,
    /// Size and hash of the vertices.
    #[serde(flatten)]
    pub data: Block,
}

/// Offsets of a mesh in the file.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct MeshOffsets {
    /// Offset of the chunk's description.
    pub chunk_offset: u64,
    /// Size in the description.
    pub size: u64,
    /// Offset of the first vertex.
    pub vertices_offset: u64,
    /// Offset of the first index array.
    pub indices_offset: u64,
}

/// A chunk of a file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ChunkSummary {
    /// Token of the chunk: its type.
    pub token: u16,
    /// Name of the token, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// Size in its description.
    pub size: u64,
    /// Whether an END chunk closes it.
    pub closed: bool,
    /// SHA-256 of the content, if requested and it is kept as bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_sha256: Option<String>,
}

/// Size of a chunk's description, and of an END chunk.
const DESCRIPTION_LEN: u64 = 6;
/// Size of a mesh before its vertices.
const MESH_HEAD_LEN: u64 = 20;

impl Model<'_> {
    /// Returns the summary, with the SHA-256 of bulk data if `hashes`.
    pub fn summary(&self, hashes: bool) -> ModelSummary<'_> {
        let (offsets, bytes) = self.places();
        ModelSummary {
            bytes,
            dialect: self.dialect_summary(),
            header: HeaderSummary::of(&self.header),
            model: self.metadata().map(MetadataSummary::of),
            meshes: self.meshes().map(|mesh| MeshSummary::of(&mesh, hashes)).collect(),
            offsets,
            chunks: self.chunks.list.iter().map(|chunk| self.chunk_summary(chunk, hashes)).collect(),
            bounding_box: self
                .computed_bounds()
                .map(|bounds| [bounds.min, bounds.max].map(|corner| floats(corner.to_array()))),
            trailing_bytes: self.chunks.trailing.len(),
        }
    }

    fn dialect_summary(&self) -> DialectSummary {
        let Dialect { vertices, counts } = self.dialect;
        let (each, closes) = self.chunks.end_style();
        let meshes = || self.chunks.list.iter().filter(|chunk| matches!(chunk.content, Content::Mesh(_)));
        let all = |size: ChunkSize| meshes().all(|chunk| chunk.size == size);
        let covers = if all(ChunkSize::Exact) {
            "payload"
        } else if all(ChunkSize::Wrong(MESH_HEAD_LEN)) {
            "header"
        } else if all(ChunkSize::Wrong(0)) {
            "zero"
        } else {
            "other"
        };
        DialectSummary {
            name: self.dialect.as_str(),
            vertex_format: vertices.as_str(),
            array_count_width: counts.bytes(),
            index_width: size_of::<u16>(),
            end_chunk_after_each_chunk: each,
            final_end_chunk: closes,
            endianness: self.byte_order.as_str(),
            mesh_chunk_size_covers: covers,
        }
    }

    /// Returns the offsets of the meshes, and the end of the file.
    fn places(&self) -> (Vec<MeshOffsets>, u64) {
        let mut at = HEADER_LEN as u64;
        let mut offsets = Vec::new();
        for chunk in &self.chunks.list {
            let length = self.content_len(&chunk.content);
            if let Content::Mesh(mesh) = &chunk.content {
                let vertices_offset = at + DESCRIPTION_LEN + MESH_HEAD_LEN;
                let indices_offset = vertices_offset + mesh.vertices.len() as u64;
                offsets.push(MeshOffsets {
                    chunk_offset: at,
                    size: stored(chunk.size, length),
                    vertices_offset,
                    indices_offset,
                });
            }
            at += DESCRIPTION_LEN + length + chunk.end.map_or(0, |_| DESCRIPTION_LEN);
        }
        at += self.chunks.end.map_or(0, |_| DESCRIPTION_LEN) + self.chunks.trailing.len() as u64;
        (offsets, at)
    }

    fn content_len(&self, content: &Content<'_>) -> u64 {
        match content {
            Content::Metadata(_) => super::metadata::METADATA_LEN,
            Content::Mesh(mesh) => {
                let width = self.dialect.counts.bytes();
                let arrays: usize = mesh.arrays().map(|(_, indices)| width + indices.len()).sum();
                MESH_HEAD_LEN + (mesh.vertices.len() + arrays) as u64
            }
            Content::Other(bytes) => bytes.len() as u64,
        }
    }

    fn chunk_summary(&self, chunk: &Chunk<Content<'_>>, hashes: bool) -> ChunkSummary {
        let data_sha256 = match &chunk.content {
            Content::Other(bytes) if hashes => Block::new(bytes, true).data_sha256,
            _ => None,
        };
        let size = stored(chunk.size, self.content_len(&chunk.content));
        let (token, name) = (chunk.token.0, chunk.token.name());
        ChunkSummary { token, name, size, closed: chunk.end.is_some(), data_sha256 }
    }

    /// Returns the text of `inspect`: a model in a few lines.
    pub fn to_text(&self) -> String {
        let mut text = format!("ZED model {}, dialect {}\n", version(self.header.version), self.dialect);
        if let Some(metadata) = self.metadata() {
            text += &format!("name     {} {}\n", metadata.name(), version(metadata.version));
        }
        for (index, mesh) in self.meshes().enumerate() {
            let (triangles, arrays) = (mesh.triangles().count(), mesh.arrays().count());
            let vertices = mesh.vertex_count();
            text += &format!(
                "mesh {index:<3} {vertices} vertices, {triangles} triangles in {arrays} arrays, material {}\n",
                mesh.material()
            );
        }
        for chunk in &self.chunks.list {
            if let Content::Other(bytes) = &chunk.content {
                text += &format!("{}: {} bytes\n", chunk.token, bytes.len());
            }
        }
        text
    }
}

/// Returns a version as text.
pub(crate) fn version([major, minor, revision]: [u8; 3]) -> String {
    format!("{major}.{minor}.{revision}")
}

/// Returns the size in a description.
pub(crate) fn stored(size: ChunkSize, length: u64) -> u64 {
    match size {
        ChunkSize::Exact => length,
        ChunkSize::Wrong(stored) => stored,
    }
}

impl HeaderSummary {
    pub(crate) fn of(header: &Header) -> Self {
        let Header { kind, version, flags } = *header;
        Self { id: "ZED", r#type: kind.to_string(), version, flags: flags.0 }
    }
}

impl<'m> MetadataSummary<'m> {
    fn of(metadata: &'m super::Metadata) -> Self {
        let totals = &metadata.totals;
        Self {
            vertex_count: totals.vertices,
            index_count: totals.indices,
            mesh_count: totals.meshes,
            material_count: totals.materials,
            name: metadata.name(),
            triangle_strips: totals.strips,
            triangle_strip_count: totals.strip_triangles,
            triangle_lists: totals.lists,
            triangle_list_count: totals.list_triangles,
            triangle_fans: totals.fans,
            triangle_fan_count: totals.fan_triangles,
            version: metadata.version,
        }
    }
}

impl MeshSummary {
    fn of(view: &MeshView<'_>, hashes: bool) -> Self {
        let mesh = view.mesh();
        Self {
            material_id: mesh.material,
            vertex_count: view.vertex_count(),
            vertex_size: view.layout().stride(),
            strip_count: mesh.strips.len(),
            list_count: mesh.lists.len(),
            fan_count: mesh.fans.len(),
            index_count: view.arrays().map(|array| array.len()).sum(),
            triangle_count: view.arrays().map(|array| array.topology().triangle_count(array.len())).sum(),
            data: Block::new(&mesh.vertices, hashes),
        }
    }
}
