//! Material files and textures from the materials of a scene.

mod draft;
mod rbfx;
mod stored;
mod technique;
mod textures;
mod urho3d;

use std::collections::HashMap;
use std::fmt;

use asset_image::TextureOutput;
use asset_scene::{Id, Material, Scene};
use binio::{Budget, Findings};
use scene_adapter::look::{IsOther, Report, ResourceFile, cores, file_name, is_place};
use urho_material::Engine;

use super::ColorSpace;
use super::rule::Rule;
use crate::Target;
use draft::Draft;
use stored::Stored;
pub use stored::material_of_rbfx;
pub(crate) use stored::{Edited, edited};
use textures::Textures;

binio::options! {
    /// Choices for [`create_materials`].
    #[derive(Clone, Copy)]
    pub struct CreateMaterialOptions<'o> {
        /// The engines that the files are for. Default: [`Target::Urho3D`].
        pub(crate) target: Target = Target::default(),
        /// Colour space of material parameters: linear colours belong to textures that are read as sRGB. Default: sRGB, as in the engines' own
        /// materials; always for rbfx.
        pub(crate) color_space: ColorSpace = ColorSpace::default(),
        /// Whether materials come without their textures. Default: no.
        pub(crate) without_textures: bool = false,
        /// Files and sizes of written textures. Default: unchanged files, and png of new pixels.
        pub(crate) texture_output: TextureOutput = TextureOutput::default(),
        /// Subfolder of `Materials` and `Textures` for new files. Default: none.
        pub(crate) folder: &'o str = "",
        #[setter(none)]
        pub(crate) exists: Option<&'o dyn Fn(&str) -> bool> = None,
        #[setter(none)]
        pub(crate) is_other: Option<IsOther<'o>> = None,
        #[setter(none)]
        pub(crate) copy: Option<&'o dyn Fn(Id<Material>) -> Option<String>> = None,
        #[setter(none)]
        pub(crate) on_file: Option<&'o dyn Fn(ResourceFile)> = None,
    }
}

impl<'o> CreateMaterialOptions<'o> {
    /// Sets a function that returns whether the target project contains a resource: existing textures needn't be written.
    #[must_use]
    pub fn resource_exists(mut self, exists: &'o dyn Fn(&str) -> bool) -> Self {
        self.exists = Some(exists);
        self
    }

    /// Sets a function that returns whether the target project contains a file of a name with other content: new files get another name, with the name
    /// of the model.
    #[must_use]
    pub fn avoid(mut self, is_other: IsOther<'o>) -> Self {
        self.is_other = Some(is_other);
        self
    }

    /// Sets a function that returns a copy's file name for a material, if its source file is still used by others.
    #[must_use]
    pub(crate) fn copy(mut self, copy: &'o dyn Fn(Id<Material>) -> Option<String>) -> Self {
        self.copy = Some(copy);
        self
    }

    /// Sets a function that receives each file when it is created, so that not all files are in memory. Default: none; the files are in [`CreatedMaterials::files`].
    #[must_use]
    pub fn on_file(mut self, on_file: &'o dyn Fn(ResourceFile)) -> Self {
        self.on_file = Some(on_file);
        self
    }

    fn exists(&self, name: &str) -> bool {
        self.exists.is_some_and(|exists| exists(name))
    }

    /// A name below one of the folders of resources.
    fn place(&self, folder: &str, name: &str) -> String {
        let below = file_name(self.folder);
        if below.is_empty() { format!("{folder}/{name}") } else { format!("{folder}/{below}/{name}") }
    }

    fn engine(&self) -> Engine {
        if self.target == Target::Rbfx { Engine::Rbfx } else { Engine::Urho3d }
    }
}

impl fmt::Debug for CreateMaterialOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CreateMaterialOptions")
            .field("target", &self.target)
            .field("color_space", &self.color_space)
            .field("without_textures", &self.without_textures)
            .field("folder", &self.folder)
            .finish_non_exhaustive()
    }
}

/// Material files of a scene.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct CreatedMaterials {
    /// Name of the material of each geometry that was asked for: the lines of a list of materials. `None` where there is none.
    pub names: Vec<Option<String>>,
    /// Materials, textures and parameters of textures.
    pub files: Vec<ResourceFile>,
    /// Properties without a counterpart in the engine, each with its [`Rule`].
    pub findings: Findings,
}

/// Makes material files for the materials of a model's geometries, as [`CreatedModel::materials`](crate::CreatedModel::materials) and
/// [`restored_materials`](crate::restored_materials) list them, with their textures. [`format`](mod@crate::format) says how.
///
/// Creates the material files of a scene. A material from a file that still shows the same becomes that file, byte for byte except for changed
/// texture names. Images from textures become the same textures. `model` is the name of the model, which is the base of new names. Decoding spends
/// `budget`.
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
    let mut built = CreatedMaterials::default();
    let mut textures = Textures::new(scene, model, options, budget);
    let mut names: HashMap<Id<Material>, Option<String>> = HashMap::new();
    for some in geometries.chunks(cores()) {
        if cores() > 1 {
            textures.list();
            for id in some.iter().flatten().filter(|id| !names.contains_key(id)) {
                material(*id, &mut textures, &mut Findings::new());
            }
            textures.make_ahead();
        }
        for id in some {
            let Some(id) = *id else {
                built.names.push(None);
                continue;
            };
            let name = match names.get(&id) {
                Some(name) => name.clone(),
                None => material(id, &mut textures, &mut built.findings),
            };
            names.insert(id, name.clone());
            built.names.push(name);
        }
    }
    built.files = textures.files.into_files();
    built
}

/// Makes the files of a material. `None` if it says nothing at all, because it is but the place of one.
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
    let copy = options.copy.and_then(|copy| copy(id));
    if let Some(stored) = stored.as_ref().filter(|stored| stored.still_shows(scene, material)) {
        if let Some(text) = stored.file(material, textures, options, &mut report) {
            return Some(add(copy.as_ref().unwrap_or(&stored.name), text, textures, &mut report));
        }
    }
    let alpha = material.base_color[3];
    let mut draft = Draft { id, material, alpha, textures, report, options };
    let mut data = if options.target == Target::Rbfx { draft.for_rbfx() } else { draft.for_urho3d() };
    let Draft { textures, mut report, .. } = draft;
    let wanted = match &stored {
        Some(stored) => {
            report.tell(Rule::Rebuilt, "");
            stored.overlay(&mut data);
            copy.unwrap_or_else(|| stored.name.clone())
        }
        None => wanted,
    };
    match data.to_xml(options.engine()) {
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
