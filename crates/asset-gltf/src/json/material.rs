//! Materials, textures and images in the JSON.

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::{Integer, is_false};

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Material {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) pbr_metallic_roughness: Option<Box<Pbr>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) normal_texture: Option<Box<TextureInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) occlusion_texture: Option<Box<TextureInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) emissive_texture: Option<Box<TextureInfo>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) emissive_factor: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) alpha_mode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) alpha_cutoff: Option<f32>,
    #[serde(skip_serializing_if = "is_false")]
    pub(crate) double_sided: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extensions: Option<Box<MaterialExtensions>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extras: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Pbr {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base_color_factor: Option<[f32; 4]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) base_color_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) metallic_factor: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) roughness_factor: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) metallic_roughness_texture: Option<TextureInfo>,
}

#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TextureInfo {
    pub(crate) index: Integer,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) tex_coord: Option<Integer>,
    /// The scale, for a normal texture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) scale: Option<f32>,
    /// The strength, for an occlusion texture.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) strength: Option<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) extensions: Option<Box<TextureInfoExtensions>>,
}

#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub(crate) struct TextureInfoExtensions {
    #[serde(rename = "KHR_texture_transform", skip_serializing_if = "Option::is_none")]
    pub(crate) transform: Option<Transform>,
}

#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Transform {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offset: Option<[f32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) rotation: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) scale: Option<[f32; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) tex_coord: Option<Integer>,
}

#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub(crate) struct MaterialExtensions {
    #[serde(rename = "KHR_materials_emissive_strength", skip_serializing_if = "Option::is_none")]
    pub(crate) emissive_strength: Option<EmissiveStrength>,
    #[serde(rename = "KHR_materials_ior", skip_serializing_if = "Option::is_none")]
    pub(crate) ior: Option<Ior>,
    #[serde(rename = "KHR_materials_pbrSpecularGlossiness", skip_serializing)]
    pub(crate) specular_glossiness: Option<Box<SpecularGlossiness>>,
    #[serde(rename = "KHR_materials_specular", skip_serializing_if = "Option::is_none")]
    pub(crate) specular: Option<Box<Specular>>,
    #[serde(rename = "KHR_materials_unlit", skip_serializing_if = "Option::is_none")]
    pub(crate) unlit: Option<Empty>,
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct EmissiveStrength {
    pub(crate) emissive_strength: f32,
}

impl Default for EmissiveStrength {
    fn default() -> Self {
        Self { emissive_strength: 1.0 }
    }
}

#[derive(Debug, Deserialize, PartialEq, Serialize)]
#[serde(default)]
pub(crate) struct Ior {
    pub(crate) ior: f32,
}

impl Default for Ior {
    fn default() -> Self {
        Self { ior: 1.5 }
    }
}

#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Specular {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) specular_factor: Option<f32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) specular_texture: Option<TextureInfo>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) specular_color_factor: Option<[f32; 3]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) specular_color_texture: Option<TextureInfo>,
}

#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct SpecularGlossiness {
    pub(crate) diffuse_factor: Option<[f32; 4]>,
    pub(crate) diffuse_texture: Option<TextureInfo>,
    pub(crate) specular_factor: Option<[f32; 3]>,
    pub(crate) glossiness_factor: Option<f32>,
    pub(crate) specular_glossiness_texture: Option<TextureInfo>,
}

/// An object without members. To see if a feature is used, check that the object exists.
#[derive(Debug, Default, Deserialize, PartialEq, Serialize)]
pub(crate) struct Empty {}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Texture {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) sampler: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extensions: Option<Box<TextureExtensions>>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct TextureExtensions {
    #[serde(rename = "EXT_texture_webp", skip_serializing_if = "Option::is_none")]
    pub(crate) webp: Option<TextureSource>,
    #[serde(rename = "KHR_texture_basisu", skip_serializing_if = "Option::is_none")]
    pub(crate) basisu: Option<TextureSource>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct TextureSource {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Integer>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct Image {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) uri: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mime_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) buffer_view: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) extras: Option<Box<RawValue>>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(rename_all = "camelCase", default)]
pub(crate) struct TextureSampler {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) mag_filter: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) min_filter: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wrap_s: Option<Integer>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wrap_t: Option<Integer>,
}

/// The `KHR_materials_variants` of the root.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct Variants {
    pub(crate) variants: Vec<VariantName>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct VariantName {
    pub(crate) name: String,
}

/// The `KHR_materials_variants` of a primitive.
#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct VariantMappings {
    pub(crate) mappings: Vec<VariantMapping>,
}

#[derive(Debug, Default, Deserialize, Serialize)]
#[serde(default)]
pub(crate) struct VariantMapping {
    pub(crate) material: Integer,
    pub(crate) variants: Vec<Integer>,
}
