//! Creates material files and textures from the materials in a scene.

mod draft;
mod options;
pub(crate) mod resource_names;
mod stored;
mod textures;

use asset_scene::{Id, Material, Scene};
use binio::{Budget, Findings};
use pragma_asset::Model;
use scene_adapter::look::{MaterialWriter, Report, ResourceFile, is_place, without_extension, write_materials};

use super::rule::Rule;
use draft::Draft;
pub use options::CreateMaterialOptions;
use stored::Stored;
pub(crate) use stored::edited;
use textures::Textures;

/// Material files that were created from a scene.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CreatedMaterials {
    /// The file name for each material that you have passed, or `None` if there is no material.
    pub names: Vec<Option<String>>,
    /// The files to write: materials and textures.
    pub files: Vec<ResourceFile>,
    /// Properties that can't be converted, because the engine doesn't have them. Each has its [`Rule`].
    pub findings: Findings,
}

impl CreatedMaterials {
    /// Renames the materials of a model to the [`names`](Self::names), so that the engine will find their files. This
    /// keeps the material folders that the model already has, and does not change a name if the engine can already find
    /// the file with it.
    ///
    /// # Errors
    /// Fails if the model doesn't have as many materials as there are names.
    pub fn name_in(&self, model: &mut Model<'_>) -> Result<(), pragma_asset::Error> {
        resource_names::name_in(model, &self.names)
    }
}

/// Creates material files for the materials of a model, and the textures that they need. Pass the materials from
/// [`CreatedModel::materials`](crate::CreatedModel::materials). After this, call [`CreatedMaterials::name_in`] to set
/// their names in the model. See [`format`](mod@crate::format) for how this converts each property.
///
/// If a material was read from a file, it becomes this file again, byte for byte, except for texture paths and the
/// properties that were edited. Images that were created from textures become the same textures. The budget is used to
/// decode images.
///
/// ```
/// use asset_scene::{Material, Scene};
/// use pragma_asset::{Encoding, Model};
/// use scene_adapter::FileOptions;
/// use scene_pragma::{CreateMaterialOptions, create_materials};
/// let mut scene = Scene::default();
/// let gold = scene.materials.push(Material { base_color: [1.0, 0.75, 0.25, 1.0], roughness: 0.25, ..Material::named("Gold") });
/// let mut model = Model::builder().material("Gold").build()?;
/// let mut files = FileOptions::default();
/// files.folder = "jewels/ring";
/// let options = CreateMaterialOptions::default().encoding(Encoding::Text).files(files);
/// let built = create_materials(&scene, &[Some(gold)], &options, &mut binio::Limits::default().budget());
/// assert_eq!(built.names, [Some("materials/models/jewels/ring/gold.pmat".to_owned())]);
/// let material = pragma_asset::Material::parse(&built.files[0].bytes)?;
/// assert_eq!(material.property("roughness_factor").and_then(|value| value.as_f64()), Some(0.25));
/// built.name_in(&mut model)?;
/// assert_eq!((model.materials()[0].to_text(), model.material_paths()[0].to_text()), ("gold".into(), "models/jewels/ring/".into()));
/// # Ok::<(), pragma_asset::Error>(())
/// ```
pub fn create_materials(
    scene: &Scene<'_>,
    materials: &[Option<Id<Material>>],
    options: &CreateMaterialOptions<'_>,
    budget: &mut Budget,
) -> CreatedMaterials {
    if !options.files.materials {
        return CreatedMaterials { names: vec![None; materials.len()], ..CreatedMaterials::default() };
    }
    let mut findings = Findings::new();
    let mut textures = Textures::new(scene, options, budget);
    let names = write_materials(&mut textures, materials, &mut findings);
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
    let mut report = Report::new(&material.name, findings);
    let stored = Stored::of(material);
    let copy = options.copies.and_then(|copies| copies.get(&id)).map(|name| without_extension(name).to_owned());
    if let Some(stored) = &stored {
        return stored.file(material, textures, (copy.as_deref(), &mut report));
    }
    let (base, encoding) = (options.place(&material.name, &format!("material_{}", id.index())), options.encoding);
    let name = base.rsplit('/').next().unwrap_or(&base);
    if name != material.name.to_lowercase() && !material.name.is_empty() {
        report.tell(Rule::Renamed, name);
    }
    let mut draft = Draft::new(material, encoding, textures, &mut report);
    draft.fill();
    let file = draft.file;
    match file.to_bytes() {
        Ok(bytes) => Some(textures.add_material(&base, encoding, bytes, &mut report)),
        Err(error) => {
            report.tell(Rule::MissingMaterial, error);
            None
        }
    }
}
