//! Converts how materials look to the scene, and back.

mod apply;
pub(crate) mod cube;
mod effect;
mod export;
mod images;
pub(crate) mod load;
mod matrix;
mod meaning;
mod rule;

use std::collections::BTreeMap;

use asset_scene::{Id, Scene};
use scene_adapter::json::Base64;
use serde::{Deserialize, Serialize};
use urho_material::{Engine, Material, MaterialData, Name, Technique, TextureUnit, UnitReading};

pub(crate) use apply::edited;
pub use apply::{CreateMaterialOptions, CreatedMaterials, create_materials, material_of_rbfx};
pub use export::MaterialExport;
pub use rule::Rule;
pub use scene_adapter::look::ResourceFile;

/// The colour space of the colours in materials.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColorSpace {
    /// Linear if the parameters of the diffuse texture have `srgb`, otherwise sRGB. For rbfx, this is always sRGB.
    #[default]
    Stored,
    /// Linear.
    Linear,
    /// sRGB.
    Srgb,
}

/// A material with the files that it uses, as far as you could find them. Call [`needs`] to see which files to load.
#[derive(Clone, Debug)]
pub struct MaterialFiles<'m> {
    /// The resource name, for example `Materials/Stone.xml`.
    pub name: &'m str,
    /// The material.
    pub material: &'m Material<'m>,
    /// The technique from [`needs`].
    pub technique: Option<&'m Technique<'m>>,
    /// The textures from [`needs`].
    pub textures: Vec<TextureFile<'m>>,
}

impl<'m> MaterialFiles<'m> {
    fn texture(&self, unit: TextureUnit) -> Option<&TextureFile<'m>> {
        self.textures.iter().find(|texture| texture.unit == unit)
    }
}

/// A texture that a material uses.
#[derive(Clone, Debug)]
pub struct TextureFile<'m> {
    /// The texture unit.
    pub unit: TextureUnit,
    /// The resource name, for example `Textures/StoneDiffuse.dds`.
    pub name: String,
    /// The bytes of the file, or a message that says where you have searched for it.
    pub bytes: Result<&'m [u8], String>,
    /// The parameter file for the texture. If the texture itself is XML, this is the texture file.
    pub parameters: Option<&'m urho_material::Texture<'m>>,
}

/// The files that decide how a material looks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The technique to show, which is the one for the greatest distance. If more than one has this distance, this uses
    /// the highest quality.
    pub technique: Option<String>,
    /// The texture units with the names of their textures.
    pub textures: Vec<(TextureUnit, String)>,
}

/// Returns which files you must load to show a material.
pub fn needs(data: &MaterialData<'_>) -> Needs {
    let mut textures: Vec<(TextureUnit, String)> = Vec::new();
    for texture in data.textures.iter().filter(|texture| !texture.name.trim_ascii().is_empty()) {
        let (UnitReading::Known(unit) | UnitReading::Misread(unit)) = texture.reading() else { continue };
        textures.retain(|(other, _)| *other != unit);
        textures.push((unit, clean(&texture.name)));
    }
    textures.sort();
    Needs { technique: first_technique(data), textures }
}

fn first_technique(data: &MaterialData<'_>) -> Option<String> {
    let loaded = data.loaded(Engine::Urho3d);
    // Up close, which is where models are looked at.
    let near = loaded.techniques.iter().min_by(|a, b| {
        let distance = |one: &urho_material::TechniqueEntry<'_>| one.lod_distance.unwrap_or(0.0);
        distance(a).total_cmp(&distance(b)).then(b.quality.cmp(&a.quality))
    });
    near.map(|technique| clean(&technique.name))
}

fn clean(name: &Name<'_>) -> String {
    name.to_text().trim().replace('\\', "/")
}

/// The version of [`MaterialLayout`].
const LAYOUT: u32 = 1;

/// What the scene's material stores about its source file.
#[derive(Debug, Serialize, Deserialize)]
struct MaterialLayout {
    layout: u32,
    /// The resource name.
    file: String,
    /// The file.
    text: Base64,
    /// The parameter files of its textures, by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    parameters: BTreeMap<String, Base64>,
    /// What its images store about their textures.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    images: serde_json::Map<String, serde_json::Value>,
    /// The properties that were shown, so that edits can be found.
    shown: serde_json::Value,
    /// How the file was read, which is needed to write edits.
    reading: Reading,
}

/// How the values in a material file must be read.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Reading {
    meaning: meaning::Meaning,
    /// Whether colours in the file are linear.
    is_linear: bool,
}

/// Returns whether a vertex with this material has a colour that is not white.
fn shows_colors(scene: &Scene<'_>, material: Id<asset_scene::Material>) -> bool {
    let primitives = scene.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut own = primitives.filter(|primitive| primitive.material == Some(material));
    own.any(|primitive| {
        let colors = primitive.colors(scene, 0).ok().flatten();
        colors.is_some_and(|colors| colors.iter().any(|color| *color != [1.0; 4]))
    })
}
