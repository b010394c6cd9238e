//! Summaries of scenes as JSON.

use std::collections::HashMap;

use asset_geometry::Topology;
use binio::summary::Block;
use serde::Serialize;

use crate::{Animation, ArrayId, Id, Image, Mesh, Node, Primitive, Scene, Skin};

/// Content of a scene.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'s> {
    /// Name of the scene.
    pub name: &'s str,
    /// Number of nodes.
    pub nodes: usize,
    /// Meshes, in their order.
    pub meshes: Vec<MeshSummary<'s>>,
    /// Skins, in their order.
    pub skins: Vec<SkinSummary<'s>>,
    /// Material names.
    pub materials: Vec<&'s str>,
    /// Lights, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lights: Vec<PartSummary<'s>>,
    /// Cameras, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<PartSummary<'s>>,
    /// Images, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageSummary<'s>>,
    /// Animations, in their order.
    pub animations: Vec<AnimationSummary<'s>>,
    /// Original format of the scene, if the file has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'s str>,
}

/// Content of a mesh.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MeshSummary<'s> {
    /// Name as in the scene.
    pub name: &'s str,
    /// Primitives, in their order.
    pub primitives: Vec<PrimitiveSummary>,
    /// Names of its morph targets.
    pub morph_targets: &'s [String],
}

/// Sizes and attributes of a primitive.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct PrimitiveSummary {
    /// Primitive type.
    pub topology: &'static str,
    /// Number of vertices.
    pub vertices: usize,
    /// Number of indices; without indices, of vertices.
    pub indices: usize,
    /// Number of the material.
    pub material: Option<usize>,
    /// Attributes by name, with their bytes.
    pub attributes: Vec<AttributeSummary>,
}

/// Name, size and hash of an attribute.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct AttributeSummary {
    /// Name as in glTF: `POSITION`.
    pub semantic: String,
    /// Size and hash of the values.
    #[serde(flatten)]
    pub data: Block,
}

/// Name of a skin and number of its joints.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct SkinSummary<'s> {
    /// Name as in the scene.
    pub name: &'s str,
    /// Number of joints.
    pub joints: usize,
}

/// Name and kind of a light or a camera.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct PartSummary<'s> {
    /// Name as in the scene.
    pub name: &'s str,
    /// `directional`, `point`, `spot`; `perspective`, `orthographic`.
    pub kind: &'static str,
}

/// Name of an image, kind, size and hash of its file.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ImageSummary<'s> {
    /// Name as in the scene.
    pub name: &'s str,
    /// Name of its file, if it isn't embedded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'s str>,
    /// Media type by its first bytes.
    pub media_type: Option<&'static str>,
    /// Size and hash of the file.
    #[serde(flatten)]
    pub data: Block,
}

/// Name of an animation, number of channels and nodes.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct AnimationSummary<'s> {
    /// Name as in the scene.
    pub name: &'s str,
    /// Number of channels.
    pub channels: usize,
    /// Number of animated nodes.
    pub nodes: usize,
}

impl Scene<'_> {
    /// Returns the summary, with the SHA-256 of every attribute if `hashes`.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        let mut blocks = Blocks { scene: self, hashes, known: HashMap::new() };
        Summary {
            name: &self.name,
            nodes: self.nodes.len(),
            meshes: self.meshes.iter().map(|mesh| self.mesh_summary(mesh, &mut blocks)).collect(),
            skins: self.skins.iter().map(SkinSummary::of).collect(),
            materials: self.materials.iter().map(|material| material.name.as_str()).collect(),
            lights: self.lights.iter().map(|own| PartSummary { name: &own.name, kind: own.kind.name() }).collect(),
            cameras: self
                .cameras
                .iter()
                .map(|own| PartSummary { name: &own.name, kind: own.projection.name() })
                .collect(),
            images: self.images.iter().map(|image| ImageSummary::of(image, hashes)).collect(),
            animations: self.animations.iter().map(AnimationSummary::of).collect(),
            source: self.source.as_ref().map(|source| source.format.as_str()),
        }
    }

    fn mesh_summary<'s>(&'s self, mesh: &'s Mesh, blocks: &mut Blocks<'_, '_>) -> MeshSummary<'s> {
        let primitives = mesh.primitives.iter().map(|primitive| self.primitive_summary(primitive, blocks));
        MeshSummary { name: &mesh.name, primitives: primitives.collect(), morph_targets: &mesh.morph_names }
    }

    fn primitive_summary(&self, primitive: &Primitive, blocks: &mut Blocks<'_, '_>) -> PrimitiveSummary {
        let rows = |array: ArrayId| self.arrays.get(array).map_or(0, |array| array.count);
        let vertices = primitive.attributes.first().map_or(0, |attribute| rows(attribute.array));
        let attributes = primitive.attributes.iter().filter_map(|attribute| {
            Some(AttributeSummary { semantic: attribute.semantic.to_string(), data: blocks.of(attribute.array)? })
        });
        PrimitiveSummary {
            topology: topology(primitive),
            vertices,
            indices: primitive.indices.map_or(vertices, rows),
            material: primitive.material.map(Id::index),
            attributes: attributes.collect(),
        }
    }
}

/// Sizes and hashes of arrays, each computed once: any number of primitives can share an array.
struct Blocks<'b, 'a> {
    scene: &'b Scene<'a>,
    hashes: bool,
    known: HashMap<ArrayId, Block>,
}

impl Blocks<'_, '_> {
    fn of(&mut self, array: ArrayId) -> Option<Block> {
        if let Some(known) = self.known.get(&array) {
            return Some(known.clone());
        }
        let block = Block::new(&self.scene.arrays.get(array)?.dense(), self.hashes);
        self.known.insert(array, block.clone());
        Some(block)
    }
}

impl<'s> ImageSummary<'s> {
    fn of(image: &'s Image<'_>, hashes: bool) -> Self {
        let media_type = image.media_type();
        // Unreadable images have no hash.
        let data = if hashes { image.bytes.read().ok() } else { None };
        let unread = Block { data_size: image.bytes.len(), data_sha256: None };
        let data = data.map_or(unread, |bytes| Block::new(&bytes, true));
        Self { name: &image.name, file: image.file.as_deref(), media_type, data }
    }
}

impl<'s> SkinSummary<'s> {
    fn of(skin: &'s Skin) -> Self {
        Self { name: &skin.name, joints: skin.joints.len() }
    }
}

impl<'s> AnimationSummary<'s> {
    fn of(animation: &'s Animation<'_>) -> Self {
        let mut nodes: Vec<Id<Node>> = animation.channels.iter().map(|channel| channel.node).collect();
        nodes.sort_unstable();
        nodes.dedup();
        Self { name: &animation.name, channels: animation.channels.len(), nodes: nodes.len() }
    }
}

fn topology(primitive: &Primitive) -> &'static str {
    match primitive.topology {
        Topology::Triangles => "triangles",
        Topology::TriangleStrip => "triangle strip",
        Topology::TriangleFan => "triangle fan",
        Topology::Lines => "lines",
        Topology::LineStrip if primitive.closed => "line loop",
        Topology::LineStrip => "line strip",
        Topology::Points => "points",
    }
}
