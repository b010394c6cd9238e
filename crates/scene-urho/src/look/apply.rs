//! Creates material files and textures from the materials in a scene.

mod draft;
mod edits;
mod family;
mod options;
mod rbfx;
mod stored;
mod technique;
mod textures;
mod urho3d;

use asset_scene::{Id, Material, Scene};
use binio::{Budget, Findings};
use scene_adapter::look::{MaterialWriter, Report, ResourceFile, file_name, is_place, write_materials};

use super::rule::Rule;
use crate::Engine;
use draft::Draft;
pub use options::CreateMaterialOptions;
use stored::Stored;
pub(crate) use stored::edited;
pub use stored::material_of_rbfx;
use textures::Textures;

/// Material files that were created from a scene.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CreatedMaterials {
    /// For each geometry, the material name. Use this to write the material list. `None` if it has no material.
    pub names: Vec<Option<String>>,
    /// The files to write: materials, textures and texture parameters.
    pub files: Vec<ResourceFile>,
    /// Properties that can't be converted, because the engine doesn't have them. Each has its [`Rule`].
    pub findings: Findings,
}

/// Creates material files for the geometries of a model, and the textures that they need. `geometries` has the material
/// for each geometry, as in [`CreatedModel::materials`](crate::CreatedModel::materials). See
/// [`format`](mod@crate::format) for how this converts each property.
///
/// If a material was read from a file, it becomes this file again, byte for byte, except for texture names and the
/// properties that were edited. Images that were created from textures become the same textures. `model` is the model
/// name, which is used for new names. The budget is used to decode images.
///
/// ```
/// use asset_scene::{Material, Scene};
/// use scene_urho::{CreateMaterialOptions, create_materials};
/// let mut scene = Scene::default();
/// let gold = scene.materials.push(Material { base_color: [1.0, 0.766, 0.336, 1.0], roughness: 0.25, name: "Gold".into(), ..Material::default() });
/// let mut budget = binio::Limits::default().budget();
/// let built = create_materials(&scene, "Ring", &[Some(gold), None], &CreateMaterialOptions::default(), &mut budget);
/// assert_eq!(built.names, [Some("Materials/Gold.xml".to_owned()), None]);
/// let text = String::from_utf8(built.files[0].bytes.clone())?;
/// assert!(text.contains(r#"<technique name="Techniques/PBR/PBRNoTexture.xml" />"#));
/// assert!(text.contains(r#"<parameter name="Roughness" value="0.25" />"#));
/// # Ok::<(), std::string::FromUtf8Error>(())
/// ```
pub fn create_materials(
    scene: &Scene<'_>,
    model: &str,
    geometries: &[Option<Id<Material>>],
    options: &CreateMaterialOptions<'_>,
    budget: &mut Budget,
) -> CreatedMaterials {
    if !options.files.materials {
        return CreatedMaterials { names: vec![None; geometries.len()], ..CreatedMaterials::default() };
    }
    let mut findings = Findings::new();
    let mut textures = Textures::new(scene, model, options, budget);
    let names = write_materials(&mut textures, geometries, &mut findings);
    CreatedMaterials { files: textures.files.into_files(), names, findings }
}

impl MaterialWriter for Textures<'_, '_> {
    fn list(&mut self) {
        self.begin_list();
    }

    fn make_ahead(&mut self) {
        self.make_listed();
    }

    fn write(&mut self, id: Id<Material>, findings: &mut Findings) -> Option<String> {
        material(id, self, findings)
    }
}

/// Creates the files for a material. Returns `None` if the material is only a placeholder that says nothing.
fn material(id: Id<Material>, textures: &mut Textures<'_, '_>, findings: &mut Findings) -> Option<String> {
    let (scene, options) = (textures.scene, textures.options);
    let material = scene.materials.get(id)?;
    if is_place(scene, material) {
        return None;
    }
    let plain = file_name(&material.name);
    let otherwise = || file_name(&format!("{}_Material{}", textures.model, id.index()));
    let name = if plain.is_empty() { otherwise() } else { plain };
    let wanted = options.place("Materials", &format!("{name}.xml"));
    let mut report = Report::new(&material.name, findings);
    if name != material.name && !material.name.is_empty() {
        report.tell(Rule::Renamed, &name);
    }
    let stored = Stored::of(material);
    let copy = options.copies.and_then(|copies| copies.get(&id)).cloned();
    if let Some(stored) = stored.as_ref().filter(|stored| stored.is_for(options.engine)) {
        if let Some(text) = stored.file(material, textures, options, &mut report) {
            return Some(add(copy.as_ref().unwrap_or(&stored.name), text, textures, &mut report));
        }
    }
    let alpha = material.base_color[3];
    let mut draft = Draft { id, material, alpha, textures, report, options };
    let mut data = if options.engine == Engine::Rbfx { draft.for_rbfx() } else { draft.for_urho3d() };
    let Draft { textures, mut report, .. } = draft;
    let wanted = match &stored {
        Some(stored) => {
            report.tell(Rule::Rebuilt, "");
            stored.overlay(&mut data);
            copy.unwrap_or_else(|| stored.name.clone())
        }
        None => wanted,
    };
    match data.to_xml(options.engine) {
        Ok(text) if stored.is_none() => Some(add_new(&wanted, text, textures, &mut report)),
        Ok(text) => Some(add(&wanted, text, textures, &mut report)),
        Err(error) => {
            report.tell(Rule::MissingMaterial, error);
            None
        }
    }
}

fn add(wanted: &str, text: Vec<u8>, textures: &mut Textures<'_, '_>, report: &mut Report<'_>) -> String {
    let name = textures.add(wanted, text);
    if name != wanted {
        report.tell(Rule::Renamed, &name);
    }
    name
}

fn add_new(wanted: &str, text: Vec<u8>, textures: &mut Textures<'_, '_>, report: &mut Report<'_>) -> String {
    let name = textures.add_new(wanted, text);
    if name != wanted {
        report.tell(Rule::Renamed, &name);
    }
    name
}
