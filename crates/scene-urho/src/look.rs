//! Materials: conversion of their looks to and from the scene.

mod create;
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

pub(crate) use create::edited;
pub use create::{CreateMaterialOptions, CreatedMaterials, create_materials, material_of_rbfx};
pub use export::MaterialExport;
pub use rule::Rule;
pub use scene_adapter::look::ResourceFile;

/// Which space the colours of materials are in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum ColorSpace {
    /// Linear if the parameters of the diffuse texture have `srgb`, otherwise sRGB; for rbfx always sRGB.
    #[default]
    Stored,
    /// Linear.
    Linear,
    /// sRGB.
    Srgb,
}

/// A material and the files that it names, as far as they were found. [`needs`] says which.
#[derive(Clone, Debug)]
pub struct MaterialFiles<'m> {
    /// Name of the resource, `Materials/Stone.xml`.
    pub name: &'m str,
    /// The material.
    pub material: &'m Material<'m>,
    /// The technique that [`needs`] names.
    pub technique: Option<&'m Technique<'m>>,
    /// The textures that [`needs`] names.
    pub textures: Vec<TextureFile<'m>>,
}

impl<'m> MaterialFiles<'m> {
    fn texture(&self, unit: TextureUnit) -> Option<&TextureFile<'m>> {
        self.textures.iter().find(|texture| texture.unit == unit)
    }
}

/// A texture that a material names.
#[derive(Clone, Debug)]
pub struct TextureFile<'m> {
    /// Its unit.
    pub unit: TextureUnit,
    /// Name of the resource, `Textures/StoneDiffuse.dds`.
    pub name: String,
    /// The file, or where it was looked for and isn't.
    pub bytes: Result<&'m [u8], String>,
    /// The parameter file of the texture, or the texture file itself if it is XML.
    pub parameters: Option<&'m urho_material::Texture<'m>>,
}

/// Files that the look of a material depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Needs {
    /// The technique that is shown: of the greatest distance, and of these of the highest quality.
    pub technique: Option<String>,
    /// Units and names of the textures.
    pub textures: Vec<(TextureUnit, String)>,
}

/// Returns which resources the look of a material depends on.
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

/// Number of the shape of a [`MaterialLayout`].
const LAYOUT: u32 = 1;

/// Information of a scene's material about its source file.
#[derive(Debug, Serialize, Deserialize)]
struct MaterialLayout {
    layout: u32,
    /// Name of the resource.
    file: String,
    /// The file.
    text: Base64,
    /// Files of the parameters of its textures, by their names.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    parameters: BTreeMap<String, Base64>,
    /// Information of its images about their textures.
    #[serde(default, skip_serializing_if = "serde_json::Map::is_empty")]
    images: serde_json::Map<String, serde_json::Value>,
    /// Its shown properties, to detect edits.
    shown: serde_json::Value,
    /// How they were read from the file, for edits of them.
    reading: Reading,
}

/// How the values of a material file became a look.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Reading {
    meaning: meaning::Meaning,
    /// Whether the colours in the file are linear.
    is_linear: bool,
}

/// Whether any vertex of a material has a colour other than white.
fn shows_colors(scene: &Scene<'_>, material: Id<asset_scene::Material>) -> bool {
    let primitives = scene.meshes.iter().flat_map(|mesh| &mesh.primitives);
    let mut own = primitives.filter(|primitive| primitive.material == Some(material));
    own.any(|primitive| {
        let colors = primitive.colors(scene, 0).ok().flatten();
        colors.is_some_and(|colors| colors.iter().any(|color| *color != [1.0; 4]))
    })
}
