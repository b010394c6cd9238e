//! What `inspect --json` prints for a model: counts, elements, transforms and hashes of the large data.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::Name;
use binio::summary::{Block, Float, floats};
use serde::Serialize;
use urho_core::{HashAlgorithm, hash_of};

use crate::index::Extents;
use crate::model::{Geometry, Lod, Model};
use crate::morph::{Morph, MorphBuffer};
use crate::skeleton::{Bone, Collision};
use crate::vertex::{Declaration, ElementMask, PlacedElement, VertexBuffer};

/// A model without the large data, to be serialized. Use [`Model::summary`] to create it.
///
/// If a value is missing in the file, this contains the default value of the engine. Name hashes are also computed as
/// in the engine: as in rbfx for `UMD3`, and as in Urho3D 1.8 and later for the other versions.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'m> {
    /// The identifier at the start of the file, which is empty if there is none.
    pub id: &'static str,
    /// The version number after `UMD3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// The number of bytes after the data that the engine reads.
    pub trailing_bytes: usize,
    /// The vertex buffers in file order.
    pub vertex_buffers: Vec<VertexBufferSummary>,
    /// The index buffers in file order.
    pub index_buffers: Vec<IndexBufferSummary>,
    /// The geometries in file order.
    pub geometries: Vec<GeometrySummary<'m>>,
    /// The morph targets in file order.
    pub morphs: Vec<MorphSummary<'m>>,
    /// The bones in file order.
    pub bones: Vec<BoneSummary<'m>>,
    /// The index of the root bone that the engine uses, or −1 if there is none.
    pub root_bone: i64,
    /// The minimum and maximum corner.
    pub bounding_box: [[Float; 3]; 2],
    /// The levels of detail from 2011, if the file ends with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lod_levels: Option<[u32; 3]>,
}

/// The summary of a vertex buffer.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct VertexBufferSummary {
    /// The number of vertices.
    pub vertex_count: u32,
    /// The number of bytes in a vertex.
    pub vertex_size: usize,
    /// The legacy mask. Elements without a bit are not in it.
    pub element_mask: u32,
    /// The hash that the engine uses to compare declarations.
    pub element_hash: String,
    /// The index of the first vertex that morphs can change.
    pub morph_range_start: u32,
    /// The number of vertices that morphs can change.
    pub morph_range_count: u32,
    /// The elements in a vertex.
    pub elements: Vec<ElementSummary>,
    /// The names and types of the elements, for example `position:vec3 uv0:vec2`.
    pub declaration: String,
    /// The size and the hash of the vertices.
    #[serde(flatten)]
    pub data: Block,
}

/// The summary of a vertex element.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct ElementSummary {
    /// The number that the file uses for the type.
    pub r#type: u8,
    /// The number that the file uses for the semantic.
    pub semantic: u8,
    /// The semantic index, for example 1 for the second texture coordinates.
    pub index: u8,
    /// The byte offset in a vertex.
    pub offset: usize,
    /// Whether the engine reads this for each instance. Only true for the instance matrix in legacy masks.
    pub per_instance: bool,
}

/// The summary of an index buffer.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct IndexBufferSummary {
    /// The number of indices.
    pub index_count: u32,
    /// The number of bytes in an index.
    pub index_size: u32,
    /// The size and the hash of the indices.
    #[serde(flatten)]
    pub data: Block,
}

/// The summary of a geometry.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct GeometrySummary<'m> {
    /// The name, which only Atomic models have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name<'m>>,
    /// The center in the order x, y, z.
    pub center: [Float; 3],
    /// The skeleton bone for each blend index.
    pub bone_mapping: &'m [u32],
    /// The levels of detail, with the finest first.
    pub lods: Vec<LodSummary>,
}

/// The summary of a level of detail.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct LodSummary {
    /// The smallest distance at which this level is drawn.
    pub distance: Float,
    /// The number that the file uses for the primitive type.
    pub primitive: u32,
    /// The name of the primitive type, for example `triangle list`.
    pub topology: String,
    /// The index of the vertex buffer.
    pub vb: u32,
    /// The index of the index buffer.
    pub ib: u32,
    /// Where the drawn indices begin in the index buffer.
    pub index_start: u32,
    /// The number of indices to draw.
    pub index_count: u32,
    /// The number of triangles that these indices form, including degenerate triangles. This is 0 for lines and points.
    pub triangle_count: usize,
    /// The lowest vertex that is drawn.
    pub used_vertex_start: u32,
    /// The number of vertices from the lowest to the highest that is drawn.
    pub used_vertex_count: u32,
}

/// The summary of a morph target.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MorphSummary<'m> {
    /// The name of the morph.
    pub name: Name<'m>,
    /// The hash that the engine uses to find the morph.
    pub name_hash: String,
    /// The initial weight.
    pub weight: Float,
    /// The deltas for each vertex buffer.
    pub buffers: Vec<MorphBufferSummary>,
}

/// The summary of the morph deltas for a vertex buffer.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MorphBufferSummary {
    /// The index of the vertex buffer.
    pub vb: u32,
    /// The legacy mask for the elements that are changed.
    pub mask: u32,
    /// The number of vertices that are changed.
    pub vertex_count: u32,
    /// The size and the hash of the deltas.
    #[serde(flatten)]
    pub data: Block,
}

/// The summary of a bone.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct BoneSummary<'m> {
    /// The name of the bone.
    pub name: Name<'m>,
    /// The hash that the engine uses to find the bone.
    pub name_hash: String,
    /// The index of the parent bone.
    pub parent: u32,
    /// The position in the bind pose.
    pub position: [Float; 3],
    /// The rotation in the bind pose.
    pub rotation: RotationSummary,
    /// The scale in the bind pose.
    pub scale: [Float; 3],
    /// The inverse bind matrix in 3 rows of 4.
    pub offset_matrix: [Float; 12],
    /// The mask for the sphere and the box.
    pub collision_mask: u8,
    /// The radius of the sphere, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Float>,
    /// The minimum and maximum corner of the box, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#box: Option<[[Float; 3]; 2]>,
}

/// A rotation as the quaternion `w + xi + yj + zk`.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct RotationSummary {
    /// The real part of the quaternion.
    pub w: Float,
    /// The factor for i.
    pub x: Float,
    /// The factor for j.
    pub y: Float,
    /// The factor for k.
    pub z: Float,
}

impl crate::Version {
    /// Returns the hash algorithm in the engine that uses this version.
    const fn hashes(self) -> HashAlgorithm {
        if matches!(self, Self::Umd3(_)) { HashAlgorithm::Rbfx } else { HashAlgorithm::Urho18 }
    }
}

impl Model<'_> {
    /// Returns a summary of the model without the large data. If `hashes` is set, it includes the SHA-256 of every
    /// block, so you can compare the data too.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        let extents: Vec<Extents<'_>> = self.index_buffers.iter().map(Extents::new).collect();
        let names = self.version.hashes();
        Summary {
            id: self.version.id().unwrap_or_default(),
            version: if let crate::Version::Umd3(number) = self.version { Some(number) } else { None },
            trailing_bytes: self.trailing_bytes(),
            vertex_buffers: self.vertex_buffers.iter().map(|buffer| vertex_buffer(buffer, hashes)).collect(),
            index_buffers: self.index_buffers.iter().map(|buffer| index_buffer(buffer, hashes)).collect(),
            geometries: self
                .geometries
                .iter()
                .enumerate()
                .map(|(index, one)| geometry(self, &extents, index, one))
                .collect(),
            morphs: self.morphs.iter().map(|one| morph(one, names, hashes)).collect(),
            bones: self.skeleton.bones.iter().map(|one| bone(one, names)).collect(),
            root_bone: self.skeleton.root().and_then(|root| i64::try_from(root).ok()).unwrap_or(-1),
            bounding_box: corners(&self.bounds),
            lod_levels: self.lod_levels_2011(),
        }
    }

    /// Returns how many bytes follow the data that the engine reads. The start of a center that is cut off does not
    /// count, because the engine reads it.
    fn trailing_bytes(&self) -> usize {
        let cut_off = self.tail.centers.len() < self.geometries.len() && self.tail.lod_levels.is_none();
        if cut_off { 0 } else { self.tail.rest.len() }
    }
}

fn vertex_buffer(buffer: &VertexBuffer<'_>, hashes: bool) -> VertexBufferSummary {
    let declaration = &buffer.declaration;
    VertexBufferSummary {
        vertex_count: buffer.vertex_count,
        vertex_size: buffer.stride(),
        element_mask: ElementMask::from_elements(declaration.elements()).0,
        element_hash: element_hash(declaration),
        morph_range_start: buffer.morph_range.start,
        morph_range_count: buffer.morph_range.count,
        elements: declaration.placed().map(|placed| element(declaration, placed)).collect(),
        declaration: declaration.to_string(),
        data: Block::new(&buffer.data, hashes),
    }
}

/// Returns the hash that the engine computes for a declaration, in hex. For each element it is shifted by 6 bits, and
/// (type + 1) × (semantic + 1) + index is added.
fn element_hash(declaration: &Declaration) -> String {
    let hash = declaration.elements().fold(0_u64, |hash, element| {
        let (kind, semantic) = (u64::from(element.kind().0) + 1, u64::from(element.semantic().0) + 1);
        (hash << 6).wrapping_add(kind * semantic + u64::from(element.index()))
    });
    alloc::format!("{hash:016x}")
}

fn element(declaration: &Declaration, placed: PlacedElement) -> ElementSummary {
    let PlacedElement { element, offset } = placed;
    // Declared elements are per vertex; for masks, the engine reads the instance matrix per instance.
    let per_instance = element.is_instance_matrix() && !matches!(declaration, Declaration::List(_));
    let (kind, semantic) = (element.kind().0, element.semantic().0);
    ElementSummary { r#type: kind, semantic, index: element.index(), offset, per_instance }
}

fn index_buffer(buffer: &crate::IndexBuffer<'_>, hashes: bool) -> IndexBufferSummary {
    let crate::IndexBuffer { index_count, index_size, data } = buffer;
    IndexBufferSummary { index_count: *index_count, index_size: *index_size, data: Block::new(data, hashes) }
}

fn geometry<'m>(
    model: &'m Model<'_>,
    extents: &[Extents<'_>],
    index: usize,
    geometry: &'m Geometry,
) -> GeometrySummary<'m> {
    let names = model.tail.geometry_names.as_ref();
    GeometrySummary {
        name: names.and_then(|names| names.names.get(index)).map(Name::borrowed),
        center: vector(model.center(index)),
        bone_mapping: &geometry.bone_mapping,
        lods: geometry.lods.iter().map(|one| lod(model, extents, one)).collect(),
    }
}

fn lod(model: &Model<'_>, extents: &[Extents<'_>], lod: &Lod) -> LodSummary {
    // As in the engine, a draw range that is out of bounds draws nothing.
    let whole = model.index_buffer(lod).is_some_and(|buffer| lod.draw.fits(u64::from(buffer.index_count)));
    let used = extents.get(lod.index_buffer as usize).filter(|_| whole).and_then(|one| one.of_range(lod.draw));
    let (low, count) = used.map_or((0, 0), |(low, high)| (low, (high - low).saturating_add(1)));
    LodSummary {
        distance: Float(lod.distance),
        primitive: lod.primitive.0,
        topology: lod.primitive.to_string(),
        vb: lod.vertex_buffer,
        ib: lod.index_buffer,
        index_start: lod.draw.start,
        index_count: lod.draw.count,
        triangle_count: lod.primitive.topology().map_or(0, |topology| topology.triangle_count(lod.draw.count as usize)),
        used_vertex_start: low,
        used_vertex_count: count,
    }
}

fn morph<'m>(morph: &'m Morph<'_>, names: HashAlgorithm, hashes: bool) -> MorphSummary<'m> {
    let buffer = |buffer: &MorphBuffer<'_>| MorphBufferSummary {
        vb: buffer.vertex_buffer,
        mask: buffer.mask.0,
        vertex_count: buffer.vertex_count,
        data: Block::new(&buffer.data, hashes),
    };
    MorphSummary {
        name: morph.name.borrowed(),
        name_hash: hash_of(names, &morph.name).to_string(),
        weight: Float(morph.weight.unwrap_or(0.0)),
        buffers: morph.buffers.iter().map(buffer).collect(),
    }
}

fn bone<'m>(bone: &'m Bone<'_>, names: HashAlgorithm) -> BoneSummary<'m> {
    let [x, y, z, w] = floats(bone.rotation.to_array());
    let Collision { mask, radius, bounds } = &bone.collision;
    BoneSummary {
        name: bone.name.borrowed(),
        name_hash: hash_of(names, &bone.name).to_string(),
        parent: bone.parent,
        position: vector(bone.position),
        rotation: RotationSummary { w, x, y, z },
        scale: vector(bone.scale),
        offset_matrix: floats(bone.offset_matrix),
        collision_mask: *mask,
        radius: radius.map(Float),
        r#box: bounds.as_ref().map(corners),
    }
}

fn vector(vector: Vec3) -> [Float; 3] {
    floats(vector.to_array())
}

fn corners(bounds: &Bounds) -> [[Float; 3]; 2] {
    [vector(bounds.min), vector(bounds.max)]
}
