//! Output of `inspect --json` for a model: counts, elements, transforms, and hashes of the bulk data.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use asset_geometry::Bounds;
use asset_geometry::glam::Vec3;
use binio::Name;
use binio::summary::{Block, Float, floats};
use serde::Serialize;
use urho_core::{HashEra, hash_of};

use crate::index::Extents;
use crate::model::{Geometry, Lod, Model};
use crate::morph::{Morph, MorphBuffer};
use crate::skeleton::{Bone, Collision};
use crate::vertex::{Declaration, ElementMask, PlacedElement, VertexBuffer};

/// A model without its bulk data. Missing values are the engine's default values. Hashes of names are the engine's: rbfx
/// for `UMD3`, Urho3D 1.8 and later for the others.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'m> {
    /// Identifier; empty for files without one.
    pub id: &'static str,
    /// Version number of `UMD3`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Number of bytes after the data that the engine reads.
    pub trailing_bytes: usize,
    /// Vertex buffers, in order.
    pub vertex_buffers: Vec<VertexBufferSummary>,
    /// Index buffers, in order.
    pub index_buffers: Vec<IndexBufferSummary>,
    /// Geometries, in order.
    pub geometries: Vec<GeometrySummary<'m>>,
    /// Morph targets, in order.
    pub morphs: Vec<MorphSummary<'m>>,
    /// Bones of the skeleton, in order.
    pub bones: Vec<BoneSummary<'m>>,
    /// Number of the engine's root bone; −1 without one.
    pub root_bone: i64,
    /// Minimum and maximum.
    pub bounding_box: [[Float; 3]; 2],
    /// LOD levels of 2011, if the file ends with them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lod_levels: Option<[u32; 3]>,
}

/// A vertex buffer.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct VertexBufferSummary {
    /// Number of vertices.
    pub vertex_count: u32,
    /// Bytes of a vertex.
    pub vertex_size: usize,
    /// Legacy mask of the elements with a bit.
    pub element_mask: u32,
    /// The engine's hash of the elements.
    pub element_hash: String,
    /// First vertex that morphs change.
    pub morph_range_start: u32,
    /// Number of these vertices.
    pub morph_range_count: u32,
    /// Elements of a vertex.
    pub elements: Vec<ElementSummary>,
    /// Size and hash of the vertices.
    #[serde(flatten)]
    pub data: Block,
}

/// A vertex element.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct ElementSummary {
    /// Number of the type.
    pub r#type: u8,
    /// Number of the semantic.
    pub semantic: u8,
    /// Semantic index.
    pub index: u8,
    /// Byte offset in the vertex.
    pub offset: usize,
    /// Whether the engine reads it per instance: the instance matrix of legacy masks.
    pub per_instance: bool,
}

/// An index buffer.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct IndexBufferSummary {
    /// Number of indices.
    pub index_count: u32,
    /// Bytes of an index.
    pub index_size: u32,
    /// Size and hash of the indices.
    #[serde(flatten)]
    pub data: Block,
}

/// A geometry.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct GeometrySummary<'m> {
    /// Name, in Atomic models.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Name<'m>>,
    /// Center: x, y, z.
    pub center: [Float; 3],
    /// Skeleton bone of each blend index.
    pub bone_mapping: &'m [u32],
    /// Levels of detail.
    pub lods: Vec<LodSummary>,
}

/// A level of detail.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct LodSummary {
    /// Smallest distance.
    pub distance: Float,
    /// Number of the primitive.
    pub primitive: u32,
    /// Number of the vertex buffer.
    pub vb: u32,
    /// Number of the index buffer.
    pub ib: u32,
    /// Number of the first drawn index.
    pub index_start: u32,
    /// Number of indices.
    pub index_count: u32,
    /// Lowest drawn vertex.
    pub used_vertex_start: u32,
    /// Number of vertices from the lowest to the highest drawn vertex.
    pub used_vertex_count: u32,
}

/// A morph.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MorphSummary<'m> {
    /// Morph name.
    pub name: Name<'m>,
    /// Hash of the name.
    pub name_hash: String,
    /// Initial weight.
    pub weight: Float,
    /// Deltas for each vertex buffer.
    pub buffers: Vec<MorphBufferSummary>,
}

/// Deltas of a morph for one vertex buffer.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MorphBufferSummary {
    /// Number of the vertex buffer.
    pub vb: u32,
    /// Legacy mask of the changed elements.
    pub mask: u32,
    /// Number of vertices.
    pub vertex_count: u32,
    /// Size and hash of the deltas.
    #[serde(flatten)]
    pub data: Block,
}

/// A bone.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct BoneSummary<'m> {
    /// Bone name.
    pub name: Name<'m>,
    /// Hash of the name.
    pub name_hash: String,
    /// Number of the parent.
    pub parent: u32,
    /// Bind pose: position.
    pub position: [Float; 3],
    /// Bind pose: rotation.
    pub rotation: RotationSummary,
    /// Bind pose: scale.
    pub scale: [Float; 3],
    /// Inverse bind matrix, 3 rows of 4.
    pub offset_matrix: [Float; 12],
    /// Mask of the shapes.
    pub collision_mask: u8,
    /// Radius of the sphere.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<Float>,
    /// Minimum and maximum of the box.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#box: Option<[[Float; 3]; 2]>,
}

/// A rotation as a quaternion: `w + xi + yj + zk`.
#[derive(Clone, Copy, Debug, Serialize)]
#[non_exhaustive]
pub struct RotationSummary {
    /// The real part.
    pub w: Float,
    /// Factor of i.
    pub x: Float,
    /// Factor of j.
    pub y: Float,
    /// Factor of k.
    pub z: Float,
}

impl crate::Version {
    /// Returns the hash algorithm of the engine of this version.
    const fn hashes(self) -> HashEra {
        if matches!(self, Self::Umd3(_)) { HashEra::Rbfx } else { HashEra::Urho18 }
    }
}

impl Model<'_> {
    /// Returns the model without its bulk data; with the SHA-256 of every block if `hashes`.
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

    /// Returns the number of bytes after the data that the engine reads; it reads the start of a truncated center.
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
        data: Block::new(&buffer.data, hashes),
    }
}

/// Returns the engine's hash of a declaration, in hex: for each element 6 bits further, plus (type + 1) × (semantic + 1)
/// + index.
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
        vb: lod.vertex_buffer,
        ib: lod.index_buffer,
        index_start: lod.draw.start,
        index_count: lod.draw.count,
        used_vertex_start: low,
        used_vertex_count: count,
    }
}

fn morph<'m>(morph: &'m Morph<'_>, names: HashEra, hashes: bool) -> MorphSummary<'m> {
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

fn bone<'m>(bone: &'m Bone<'_>, names: HashEra) -> BoneSummary<'m> {
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
