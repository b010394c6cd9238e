//! Materials: conversion of their looks to and from the scene.

pub(crate) mod create;
mod export;
pub(crate) mod known;
pub(crate) mod load;
mod rule;
mod values;

use asset_scene::Scene;
use pragma_asset::Material;
use scene_adapter::json::Base64;
use scene_adapter::look::{look, sources_of_images};
use serde::{Deserialize, Serialize};

pub use create::{CreateMaterialOptions, CreatedMaterials, create_materials};
pub use export::MaterialExport;
pub use rule::Rule;
pub use scene_adapter::look::ResourceFile;
use values::Values;

/// A material and the files that it names, as far as they were found.
#[derive(Clone, Debug)]
pub struct MaterialFiles<'m> {
    /// The material, followed by the chain of its base materials (`base_material`), which supply missing values.
    pub materials: Vec<MaterialFile<'m>>,
    /// The textures that [`textures`] names.
    pub textures: Vec<TextureFile<'m>>,
}

/// A material and its file.
#[derive(Clone, Copy, Debug)]
pub struct MaterialFile<'m> {
    /// Name of the resource, `materials/models/soldier.pmat`.
    pub name: &'m str,
    /// The file: `.pmat`, `.pmat_b` or `.wmi`.
    pub bytes: &'m [u8],
    /// Content of the file.
    pub material: &'m Material<'m>,
}

/// Parses the material in a file of this name: text of the previous format for `.wmi`, otherwise UDM.
///
/// # Errors
/// It is no material; the error says at which byte.
pub fn parse_material(name: &str, bytes: &[u8]) -> Result<Material<'static>, pragma_asset::Error> {
    if name.to_ascii_lowercase().ends_with(".wmi") {
        Material::from_wmi(bytes)
    } else {
        Material::parse(bytes).map(Material::into_owned)
    }
}

/// A texture that a material names.
#[derive(Clone, Debug)]
pub struct TextureFile<'m> {
    /// Its name in the shader: `albedo_map`.
    pub slot: String,
    /// Its path as the material has it.
    pub path: String,
    /// Name of the file as a resource, and the file; or where it was looked for and isn't.
    pub file: Result<(String, &'m [u8]), String>,
}

/// Slots and paths of the textures that the look of a material depends on; `materials` as in [`MaterialFiles::materials`].
pub fn textures(materials: &[&Material<'_>]) -> Vec<(String, String)> {
    let values = Values::of(materials);
    let named = SLOTS.iter().filter_map(|slot| Some(((*slot).to_owned(), values.texture(slot)?.to_owned())));
    named.filter(|(_, path)| !BUILT_IN.contains(&path.as_str())).collect()
}

/// Textures that are shown. The base is the first that there is.
const SLOTS: [&str; 9] = [
    "diffuse_map",
    "albedo_map",
    "normal_map",
    "rma_map",
    "emission_map",
    "sclera_map",
    "iris_map",
    "skybox",
    "glow_map",
];

/// Textures that say no more than numbers do.
const BUILT_IN: [&str; 3] = ["white", "black", "pbr/rma_neutral"];

/// Number of the shape of a [`MaterialLayout`].
const LAYOUT: u32 = 1;

/// Conversion of a texture to an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Making {
    /// The file itself if glTF supports its format, otherwise its pixels.
    Plain,
    /// Its pixels without alpha.
    Opaque,
}

/// Information of a scene's material about its source file.
#[derive(Debug, Serialize, Deserialize)]
struct MaterialLayout {
    layout: u32,
    #[serde(flatten)]
    own: StoredFile,
    /// The base materials, which supply missing values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bases: Vec<StoredFile>,
    /// Information of its images about their textures.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    images: serde_json::Map<String, serde_json::Value>,
    /// Its shown properties, to detect edits.
    shown: serde_json::Value,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredFile {
    /// Name of the resource.
    file: String,
    /// The file.
    bytes: Base64,
}

impl MaterialLayout {
    fn new(files: &[MaterialFile<'_>], scene: &Scene<'_>, material: &asset_scene::Material) -> Self {
        let stored =
            |file: &MaterialFile<'_>| StoredFile { file: file.name.to_owned(), bytes: Base64(file.bytes.to_vec()) };
        let mut files = files.iter().map(stored);
        let own = files.next().unwrap_or_else(|| StoredFile { file: String::new(), bytes: Base64::default() });
        let (images, shown) = (sources_of_images(scene, material), look(scene, material));
        Self { layout: LAYOUT, own, bases: files.collect(), images, shown }
    }
}
