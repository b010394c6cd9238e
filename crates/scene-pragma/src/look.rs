//! Converts how materials look to the scene, and back.

pub(crate) mod apply;
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

pub use apply::{CreateMaterialOptions, CreatedMaterials, create_materials};
pub use export::MaterialExport;
pub use rule::Rule;
pub use scene_adapter::look::ResourceFile;
use values::Values;

/// A material with the files that it uses, as far as you could find them.
#[derive(Clone, Debug)]
pub struct MaterialFiles<'m> {
    /// The material, followed by its base material (`base_material`), then the base material of this, and so on. If a
    /// value is missing in a material, the next one is used.
    pub materials: Vec<MaterialFile<'m>>,
    /// The textures from [`textures`].
    pub textures: Vec<TextureFile<'m>>,
}

/// A material and its file.
#[derive(Clone, Copy, Debug)]
pub struct MaterialFile<'m> {
    /// The resource name, for example `materials/models/soldier.pmat`.
    pub name: &'m str,
    /// The bytes of the file: `.pmat`, `.pmat_b` or `.wmi`.
    pub bytes: &'m [u8],
    /// The material in the file.
    pub material: &'m Material<'m>,
}

/// Parses a material, given the file name and the bytes. If the name ends with `.wmi`, this is text in the previous
/// format, otherwise UDM.
///
/// # Errors
/// Fails if it is not a material. The error has the byte offset.
pub fn parse_material(name: &str, bytes: &[u8]) -> Result<Material<'static>, pragma_asset::Error> {
    if name.to_ascii_lowercase().ends_with(".wmi") {
        Material::from_wmi(bytes)
    } else {
        Material::parse(bytes).map(Material::into_owned)
    }
}

/// A texture that a material uses.
#[derive(Clone, Debug)]
pub struct TextureFile<'m> {
    /// The name in the shader, for example `albedo_map`.
    pub slot: String,
    /// The path, as it is in the material.
    pub path: String,
    /// The resource name and the bytes of the file, or a message that says where you have searched for it.
    pub file: Result<(String, &'m [u8]), String>,
}

/// Returns which textures you must load to show a material, as slots and paths. Pass the same materials as in
/// [`MaterialFiles::materials`].
pub fn textures(materials: &[&Material<'_>]) -> Vec<(String, String)> {
    let values = Values::of(materials);
    let named = SLOTS.iter().filter_map(|slot| Some(((*slot).to_owned(), values.texture(slot)?.to_owned())));
    named.filter(|(_, path)| !BUILT_IN.contains(&path.as_str())).collect()
}

/// The textures that are shown. The first that exists is used as the base.
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

/// Textures that can be replaced by numbers.
const BUILT_IN: [&str; 3] = ["white", "black", "pbr/rma_neutral"];

/// The version of [`MaterialLayout`].
const LAYOUT: u32 = 1;

/// How to convert a texture to an image.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Making {
    /// Uses the file if glTF supports its format, otherwise its pixels.
    Plain,
    /// Uses the pixels without alpha.
    Opaque,
}

/// What the scene's material stores about its source file.
#[derive(Debug, Serialize, Deserialize)]
struct MaterialLayout {
    layout: u32,
    #[serde(flatten)]
    own: StoredFile,
    /// The base materials, to be used when a value is missing.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    bases: Vec<StoredFile>,
    /// What its images store about their textures.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    images: serde_json::Map<String, serde_json::Value>,
    /// The properties that were shown, so that edits can be found.
    shown: serde_json::Value,
}

#[derive(Debug, Serialize, Deserialize)]
struct StoredFile {
    /// The resource name.
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
