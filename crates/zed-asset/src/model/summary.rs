//! The summary of a model, which is the output of `inspect --json`.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use binio::Name;
use binio::summary::{Block, Float, floats};
use serde::Serialize;

use super::encoding::Encoding;
use super::mesh::MeshView;
use super::{Content, Model};
use crate::container::{Chunk, ChunkSize, Ends};
use crate::header::{HEADER_LEN, Header};

/// A model without its bulk data.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ModelSummary<'m> {
    /// The size of the file, in bytes.
    pub bytes: u64,
    /// How the file is stored.
    #[serde(rename = "dialect")]
    pub encoding: EncodingSummary,
    /// The header.
    pub header: HeaderSummary,
    /// The metadata, or `null` if there is none.
    pub model: Option<MetadataSummary<'m>>,
    /// The meshes, in order.
    pub meshes: Vec<MeshSummary>,
    /// Where each mesh is in the file.
    pub offsets: Vec<MeshOffsets>,
    /// All chunks, in order.
    pub chunks: Vec<ChunkSummary>,
    /// The minimum and the maximum of all positions, or `null` if there are none.
    pub bounding_box: Option<[[Float; 3]; 2]>,
    /// The number of bytes after the END of the file.
    pub trailing_bytes: usize,
}

/// How a file is stored.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct EncodingSummary {
    /// The name.
    pub name: &'static str,
    /// Either `engine24` or `doc64`.
    pub vertex_format: &'static str,
    /// How many bytes are used for the count of an index array.
    pub array_count_width: usize,
    /// How many bytes are used for an index.
    pub index_width: usize,
    /// Whether each chunk is closed by an END chunk.
    pub end_chunk_after_each_chunk: bool,
    /// Whether the file is closed by an END chunk.
    pub final_end_chunk: bool,
    /// Either `little` or `big`.
    pub endianness: &'static str,
    /// What the size of a mesh chunk includes: the `payload`, the `header` of the mesh, `zero`, or `other`.
    pub mesh_chunk_size_covers: &'static str,
}

/// The header of a file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct HeaderSummary {
    /// The first bytes of the file, `ZED`.
    pub id: &'static str,
    /// The letter of the kind.
    pub r#type: String,
    /// The version (major, minor, revision).
    pub version: [u8; 3],
    /// The flags, including unknown bits.
    pub flags: u32,
}

/// The metadata of a model.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MetadataSummary<'m> {
    /// The vertices in all meshes.
    pub vertex_count: u32,
    /// The indices in all meshes.
    pub index_count: u32,
    /// The number of meshes.
    pub mesh_count: u32,
    /// The number of materials.
    pub material_count: u32,
    /// The name, up to the first NUL.
    pub name: Name<'m>,
    /// The number of strips.
    pub triangle_strips: u32,
    /// The triangles in all strips.
    pub triangle_strip_count: u32,
    /// The number of lists.
    pub triangle_lists: u32,
    /// The triangles in all lists.
    pub triangle_list_count: u32,
    /// The number of fans.
    pub triangle_fans: u32,
    /// The triangles in all fans.
    pub triangle_fan_count: u32,
    /// The version (major, minor, revision).
    pub version: [u8; 3],
}

binio::into_owned! {
    pub ModelSummary { model; bytes, encoding, header, meshes, offsets, chunks, bounding_box, trailing_bytes }
}
binio::into_owned! {
    MetadataSummary {
        name; vertex_count, index_count, mesh_count, material_count, triangle_strips, triangle_strip_count, triangle_lists,
        triangle_list_count, triangle_fans, triangle_fan_count, version
    }
}
/// A mesh in a model.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MeshSummary {
    /// The material number.
    pub material_id: u32,
    /// The number of vertices.
    pub vertex_count: usize,
    /// The size of a vertex, in bytes.
    pub vertex_size: usize,
    /// The number of triangle strips.
    pub strip_count: usize,
    /// The number of triangle lists.
    pub list_count: usize,
    /// The number of triangle fans.
    pub fan_count: usize,
    /// The indices in all arrays.
    pub index_count: usize,
    /// The triangles in all arrays.
    pub triangle_count: usize,
    /// The size and the hash of the vertices.
    #[serde(flatten)]
    pub data: Block,
}

/// Where a mesh is in the file.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct MeshOffsets {
    /// Where the description of the chunk begins.
    pub chunk_offset: u64,
    /// The size in the description.
    pub size: u64,
    /// Where the first vertex begins.
    pub vertices_offset: u64,
    /// Where the first index array begins.
    pub indices_offset: u64,
}

/// A chunk in a file.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ChunkSummary {
    /// The token, which tells the type of the chunk.
    pub token: u16,
    /// The name of the token, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<&'static str>,
    /// The size in the description.
    pub size: u64,
    /// Whether the chunk is closed by an END chunk.
    pub closed: bool,
    /// The SHA-256 of the content, if you asked for it and the content is kept as bytes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data_sha256: Option<String>,
}

/// The size of a chunk description, which is also the size of an END chunk.
const DESCRIPTION_LEN: u64 = 6;
/// The size of a mesh up to its first vertex.
const MESH_HEAD_LEN: u64 = 20;

impl Model<'_> {
    /// Returns the summary. Set `hashes` to get the SHA-256 of bulk data.
    pub fn summary(&self, hashes: bool) -> ModelSummary<'_> {
        let (offsets, bytes) = self.places();
        ModelSummary {
            bytes,
            encoding: self.encoding_summary(),
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

    fn encoding_summary(&self) -> EncodingSummary {
        let Encoding { vertices, counts } = self.encoding;
        let Ends { each_chunk: each, file: closes } = self.chunks.ends();
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
        EncodingSummary {
            name: self.encoding.as_str(),
            vertex_format: vertices.as_str(),
            array_count_width: counts.bytes(),
            index_width: size_of::<u16>(),
            end_chunk_after_each_chunk: each,
            final_end_chunk: closes,
            endianness: self.byte_order.as_str(),
            mesh_chunk_size_covers: covers,
        }
    }

    /// Returns where each mesh is in the file, and where the file ends.
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
                let width = self.encoding.counts.bytes();
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
}

/// Returns the size to show for a description.
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
