//! Summaries of scenes, to be written as JSON.

use std::collections::HashMap;

use asset_geometry::Topology;
use binio::summary::Block;
use serde::Serialize;

use crate::{Animation, ArrayId, Id, Image, Mesh, Node, Primitive, Scene, Skin};

/// What is in a scene.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct Summary<'s> {
    /// The name of the scene.
    pub name: &'s str,
    /// The number of nodes.
    pub nodes: usize,
    /// The meshes, in order.
    pub meshes: Vec<MeshSummary<'s>>,
    /// The skins, in order.
    pub skins: Vec<SkinSummary<'s>>,
    /// The material names.
    pub materials: Vec<&'s str>,
    /// The lights, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub lights: Vec<PartSummary<'s>>,
    /// The cameras, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cameras: Vec<PartSummary<'s>>,
    /// The images, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub images: Vec<ImageSummary<'s>>,
    /// The animations, in order.
    pub animations: Vec<AnimationSummary<'s>>,
    /// The format that the scene was read from, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'s str>,
}

/// What is in a mesh.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct MeshSummary<'s> {
    /// The name in the scene.
    pub name: &'s str,
    /// The primitives, in order.
    pub primitives: Vec<PrimitiveSummary>,
    /// The morph target names.
    pub morph_targets: &'s [String],
}

/// What is in a primitive.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct PrimitiveSummary {
    /// What the vertices form.
    pub topology: &'static str,
    /// The number of vertices.
    pub vertices: usize,
    /// The number of indices, or of vertices if there are no indices.
    pub indices: usize,
    /// The material index.
    pub material: Option<usize>,
    /// The attributes by name, with their bytes.
    pub attributes: Vec<AttributeSummary>,
}

/// The name of an attribute, with the size and hash of its values.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct AttributeSummary {
    /// The name that glTF uses, for example `POSITION`.
    pub semantic: String,
    /// The size and hash of the values.
    #[serde(flatten)]
    pub data: Block,
}

/// The name of a skin, and how many joints it has.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct SkinSummary<'s> {
    /// The name in the scene.
    pub name: &'s str,
    /// The number of joints.
    pub joints: usize,
}

/// The name and kind of a light or camera.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct PartSummary<'s> {
    /// The name in the scene.
    pub name: &'s str,
    /// `directional`, `point` or `spot` for lights; `perspective` or `orthographic` for cameras.
    pub kind: &'static str,
}

/// The name of an image, with the type, size and hash of its file.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct ImageSummary<'s> {
    /// The name in the scene.
    pub name: &'s str,
    /// The file name, if it is not embedded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<&'s str>,
    /// The media type, as detected from the first bytes.
    pub media_type: Option<&'static str>,
    /// The size and hash of the file.
    #[serde(flatten)]
    pub data: Block,
}

/// The name of an animation, and how much it animates.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct AnimationSummary<'s> {
    /// The name in the scene.
    pub name: &'s str,
    /// The number of channels.
    pub channels: usize,
    /// The number of animated nodes.
    pub nodes: usize,
}

impl Scene<'_> {
    /// Returns a summary of the scene. If `hashes` is set, it includes the SHA-256 of every attribute.
    pub fn summary(&self, hashes: bool) -> Summary<'_> {
        let mut blocks = Blocks { scene: self, hashes, known: HashMap::new() };
        Summary {
            name: &self.name,
            nodes: self.nodes.len(),
            meshes: self.meshes.iter().map(|mesh| self.mesh_summary(mesh, &mut blocks)).collect(),
            skins: self.skins.iter().map(SkinSummary::of).collect(),
            materials: self.materials.iter().map(|material| material.name.as_str()).collect(),
            lights: self
                .lights
                .iter()
                .map(|light| PartSummary { name: &light.name, kind: light.kind.name() })
                .collect(),
            cameras: self
                .cameras
                .iter()
                .map(|camera| PartSummary { name: &camera.name, kind: camera.projection.name() })
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

/// The sizes and hashes of arrays. Each is only computed once, because many primitives can share an array.
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
