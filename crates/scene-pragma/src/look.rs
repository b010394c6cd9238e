//! Materials: what they show, as the scene says it.

mod export;
mod rule;
mod values;

use asset_scene::json::Base64;
use pragma_asset::Material;
use serde::{Deserialize, Serialize};

pub use export::Looks;
pub use rule::Rule;
use values::Values;

/// A material and the files that it names, as far as they were found.
#[derive(Clone, Debug)]
pub struct MaterialFiles<'m> {
    /// Name of the resource, `materials/models/soldier.pmat`.
    pub name: &'m str,
    /// The material, and behind it the one that stands in for what it doesn't say (`base_material`), and so on.
    pub materials: Vec<&'m Material<'m>>,
    /// The textures that [`textures`] names.
    pub textures: Vec<TextureFile<'m>>,
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

/// What a material of the scene says about the file that it came from.
#[derive(Debug, Serialize, Deserialize)]
struct MaterialLayout {
    layout: u32,
    /// Name of the resource.
    file: String,
    /// The material, as UDM.
    document: Base64,
    /// What it showed, to see whether it still does.
    shown: serde_json::Value,
}
