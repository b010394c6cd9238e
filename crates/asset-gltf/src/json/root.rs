//! The objects in the JSON.

use serde::{Deserialize, Serialize};
use serde_json::Number;
use serde_json::value::RawValue;

use super::{
    Attributes, BufferExtensions, Draco, Image, Integer, LightOfNode, Lights, Material, Meshopt, Texture,
    TextureSampler, VariantMappings, Variants, ViewExtensions, is_false,
};

/// The root of the JSON.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Root {
    pub(crate) asset: Option<Asset>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) extensions_used: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) extensions_required: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scene: Option<Integer>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) scenes: Vec<Scene>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) nodes: Vec<Node>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) meshes: Vec<Mesh>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) skins: Vec<Skin>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) materials: Vec<Material>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) textures: Vec<Texture>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) images: Vec<Image>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) samplers: Vec<TextureSampler>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) animations: Vec<Animation>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) accessors: Vec<Accessor>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) buffer_views: Vec<BufferView>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) buffers: Vec<Buffer>,
    /// The cameras as they are in the file, so that an invalid camera does not affect the others.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) cameras: Vec<Box<RawValue>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extensions: Option<Box<RootExtensions>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extras: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct RootExtensions {
    #[serde(rename = "KHR_lights_punctual", skip_serializing_if = "Option::is_none")]
    pub(crate) lights: Option<Lights>,
    #[serde(rename = "KHR_materials_variants", skip_serializing_if = "Option::is_none")]
    pub(crate) variants: Option<Variants>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Asset {
    pub(crate) version: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) generator: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) min_version: Option<String>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Scene {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) nodes: Vec<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extras: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Node {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) children: Vec<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) matrix: Option<Box<[f32; 16]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) translation: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rotation: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scale: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mesh: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) skin: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) camera: Option<Integer>,
    #[serde(skip_serializing)]
    pub(crate) weights: Vec<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extensions: Option<Box<NodeExtensions>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extras: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct NodeExtensions {
    #[serde(rename = "MSFT_lod", skip_serializing_if = "Option::is_none")]
    pub(crate) lod: Option<Lod>,
    #[serde(rename = "EXT_mesh_gpu_instancing", skip_serializing_if = "Option::is_none")]
    pub(crate) instancing: Option<Instancing>,
    #[serde(rename = "KHR_lights_punctual", skip_serializing_if = "Option::is_none")]
    pub(crate) light: Option<LightOfNode>,
    #[serde(rename = "KHR_node_visibility", skip_serializing_if = "Option::is_none")]
    pub(crate) visibility: Option<Visibility>,
}

/// Says if a node, and all nodes below it, can be seen.
#[derive(Debug, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Visibility {
    pub(crate) visible: bool,
}

impl Default for Visibility {
    fn default() -> Self {
        Self { visible: true }
    }
}

/// Copies of a node's mesh.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Instancing {
    pub(crate) attributes: Attributes,
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Lod {
    pub(crate) ids: Vec<Integer>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Mesh {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    pub(crate) primitives: Vec<Primitive>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) weights: Vec<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extras: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Primitive {
    pub(crate) attributes: Attributes,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) indices: Option<Integer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) material: Option<Integer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) mode: Option<Integer>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) targets: Vec<Attributes>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) extensions: Option<Box<PrimitiveExtensions>>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct PrimitiveExtensions {
    #[serde(rename = "KHR_draco_mesh_compression", skip_serializing)]
    pub(crate) draco: Option<Draco>,
    #[serde(rename = "KHR_materials_variants", skip_serializing_if = "Option::is_none")]
    pub(crate) variants: Option<VariantMappings>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Skin {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) inverse_bind_matrices: Option<Integer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) skeleton: Option<Integer>,
    pub(crate) joints: Vec<Integer>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Animation {
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    pub(crate) channels: Vec<Channel>,
    pub(crate) samplers: Vec<Sampler>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) extras: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Channel {
    pub(crate) sampler: Integer,
    pub(crate) target: Target,
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Target {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) node: Option<Integer>,
    pub(crate) path: String,
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Sampler {
    pub(crate) input: Integer,
    pub(crate) output: Integer,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) interpolation: Option<String>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Accessor {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) buffer_view: Option<Integer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) byte_offset: Option<Integer>,
    pub(crate) component_type: Integer,
    #[serde(default, skip_serializing_if = "is_false")]
    pub(crate) normalized: bool,
    pub(crate) count: Integer,
    #[serde(rename = "type")]
    pub(crate) kind: String,
    // The numbers themselves decide; stored bounds aren't trusted.
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub(crate) min: Vec<Number>,
    #[serde(skip_deserializing, skip_serializing_if = "Vec::is_empty")]
    pub(crate) max: Vec<Number>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) sparse: Option<Box<Sparse>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) extras: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
pub(crate) struct Sparse {
    pub(crate) count: Integer,
    pub(crate) indices: SparseIndices,
    pub(crate) values: SparseValues,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SparseIndices {
    pub(crate) buffer_view: Integer,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) byte_offset: Option<Integer>,
    pub(crate) component_type: Integer,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SparseValues {
    pub(crate) buffer_view: Integer,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) byte_offset: Option<Integer>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BufferView {
    pub(crate) buffer: Integer,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) byte_offset: Option<Integer>,
    pub(crate) byte_length: Integer,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) byte_stride: Option<Integer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) target: Option<Integer>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) extensions: Option<Box<ViewExtensions>>,
}

impl BufferView {
    /// Returns the compressed bytes and the name of the extension, if this build can decode them.
    pub(crate) fn meshopt(&self) -> Option<(&Meshopt, &'static str)> {
        let extensions = self.extensions.as_deref().filter(|_| cfg!(feature = "meshopt"))?;
        let khr = || extensions.meshopt_khr.as_ref().map(|extensions| (extensions, "KHR_meshopt_compression"));
        extensions.meshopt.as_ref().map(|extensions| (extensions, "EXT_meshopt_compression")).or_else(khr)
    }
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Buffer {
    pub(crate) byte_length: Integer,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) uri: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) extensions: Option<Box<BufferExtensions>>,
}

impl Buffer {
    /// Returns `true` if the content of this buffer is compressed in another buffer that this build can decode.
    pub(crate) fn is_fallback(&self) -> bool {
        let extensions = self.extensions.as_deref().filter(|_| cfg!(feature = "meshopt"));
        let marks = extensions.into_iter().flat_map(|extensions| [&extensions.meshopt, &extensions.meshopt_khr]);
        marks.flatten().any(|mark| mark.fallback)
    }
}
