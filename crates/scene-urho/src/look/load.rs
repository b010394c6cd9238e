//! Finds and loads material files by name, with the technique and textures that they need.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use asset_scene::{Id, Scene, SkyCube, Staging};
use binio::{Findings, Name, Path};
use scene_adapter::look::{Report, without_extension};
use scene_adapter::{ResourceReader, ShowOptions};
use urho_material::{Material, MaterialList, Technique, Texture};

use super::meaning::Meaning;
use super::{ColorSpace, MaterialExport, MaterialFiles, Rule, TextureFile, needs};
use crate::kinds;

/// The extensions that material files can have.
const MATERIALS: [&str; 3] = [".json", ".material", ".xml"];

/// Makes the materials of a model look like the files that the engine would use. There must be one material per
/// geometry.
pub(crate) fn show(scene: &mut Scene<'_>, resources: &mut ResourceReader<'_>, options: &ShowOptions<'_>) {
    let usual = format!("Models/{}.mdl", scene.name);
    let model = options.resource.unwrap_or(&usual);
    let is_listed = options.material_names.is_empty() && resources.exists(&list_of(model));
    let names = names(model, scene.materials.len(), options.material_names, resources);
    if !is_listed {
        note_unlisted(scene, &names);
    }
    let mut looks = MaterialExport::new(ColorSpace::default());
    looks.effects = options.picture_time.map(|_| BTreeMap::new());
    // Geometries with the same file share a material, so that an edit of it is one edit.
    let mut shared: HashMap<String, Id<asset_scene::Material>> = HashMap::new();
    let mut first: Vec<Id<asset_scene::Material>> = scene.materials.ids().collect();
    for (index, name) in names.into_iter().enumerate() {
        let id = Id::new(index);
        let (Some(slot), Some(name)) = (first.get_mut(index), name) else { continue };
        *slot = *shared.entry(name.to_lowercase()).or_insert(id);
        if *slot == id {
            looks.load(&name, id, scene, resources, options.textures);
        }
    }
    if let Some(surfaces) = looks.effects.take() {
        scene.staging = Some(Box::new(Staging { surfaces, ..Staging::default() }));
    }
    scene.merge_materials(|id| first.get(id.index()).copied().unwrap_or(id));
}

/// The key for materials that were guessed or given by the caller. This is needed to convert back, because an unedited
/// model must not get a material list that the project never had.
const UNLISTED: &str = "unlisted";

fn list_of(model: &str) -> String {
    format!("{}.txt", without_extension(model))
}

/// Stores materials that don't come from a list in the project, so that an unedited model doesn't get a list of them.
fn note_unlisted(scene: &mut Scene<'_>, names: &[Option<String>]) {
    let layout = scene.source.as_mut().and_then(|source| source.layout.as_object_mut());
    if let Some(layout) = layout.filter(|_| names.iter().any(Option::is_some)) {
        layout.insert(UNLISTED.to_owned(), names.iter().map(Option::as_deref).collect());
    }
}

/// Returns whether the materials have not changed since the model was shown, and don't come from a list in the project.
pub(crate) fn is_unlisted(scene: &Scene<'_>, names: &[Option<String>]) -> bool {
    let shown = scene.source.as_ref().and_then(|source| source.layout.get(UNLISTED)?.as_array());
    shown.is_some_and(|shown| {
        shown.len() == names.len() && shown.iter().zip(names).all(|(was, now)| was.as_str() == now.as_deref())
    })
}

/// Returns the material names for all geometries. This returns the given names if there are any, or else the names in
/// the model's material list, or else the [likely](guess) names.
fn names(model: &str, geometries: usize, given: &[String], resources: &mut ResourceReader<'_>) -> Vec<Option<String>> {
    match given {
        [] => {}
        [one] => return vec![Some(one.clone()); geometries],
        more => return more.iter().map(|name| some(name)).collect(),
    }
    let list = list_of(model);
    if resources.exists(&list) {
        return listed(&list, resources);
    }
    if geometries == 0 || resources.is_empty() {
        return Vec::new();
    }
    let Some(Guess { names, reason }) = guess(model, geometries, resources) else {
        let message = format!(
            "the project contains no material list {list}, no material with the model's name and no scene with the model: pass the names of the materials"
        );
        resources.findings.note(kinds::NO_MATERIAL_LIST, "materials", message);
        return Vec::new();
    };
    let shown: Vec<String> = names.iter().map(|name| Name::from(name.as_str()).to_string()).collect();
    resources.findings.note(kinds::MATERIALS_CHOSEN, "materials", format!("{}: {reason}", shown.join(", ")));
    match names.as_slice() {
        [one] => vec![Some(one.clone()); geometries],
        several => several.iter().map(|name| some(name)).collect(),
    }
}

fn some(name: &str) -> Option<String> {
    (!name.is_empty()).then(|| name.to_owned())
}

/// The materials that a model without a material list is likely to use.
struct Guess {
    /// The material names for the geometries. A single name is used for all.
    names: Vec<String>,
    reason: &'static str,
}

/// Guesses which materials to use: the material with the model's name, the materials that scenes use for it, or the
/// only material in the nearest folder with materials.
fn guess(model: &str, geometries: usize, resources: &ResourceReader<'_>) -> Option<Guess> {
    if let Some(name) = of_model(without_extension(model), resources) {
        return Some(Guess { names: vec![name], reason: "named like the model" });
    }
    let mut names = resources.materials_of(model);
    names.truncate(geometries);
    if names.iter().any(|name| !name.is_empty()) {
        // A single name is for all geometries here, and for the first in a scene.
        names.resize(geometries, String::new());
        return Some(Guess { names, reason: "used with the model in scenes" });
    }
    let name = only_material(model, resources)?;
    Some(Guess { names: vec![name], reason: "the only material in the folder" })
}

/// Returns the only material in the nearest folder with materials.
fn only_material(model: &str, resources: &ResourceReader<'_>) -> Option<String> {
    let mut folder = model.rsplit_once('/').map_or("", |(folder, _)| folder);
    let below = folder.split_once('/').map_or("", |(_, below)| below);
    let mut folders = vec![format!("{folder}/Materials")];
    if !below.is_empty() {
        folders.push(format!("Materials/{below}"));
    }
    while let Some((parent, _)) = folder.rsplit_once('/') {
        folders.push(format!("{parent}/Materials"));
        folder = parent;
    }
    folders.push("Materials".to_owned());
    let is_material = |name: &str| MATERIALS.iter().any(|end| name.to_lowercase().ends_with(end));
    let nearest = folders.iter().map(|folder| {
        let names = resources.files_in(folder);
        // The second is one too many, however many there are.
        names.iter().filter(|name| is_material(name)).take(2).map(|name| format!("{folder}/{name}")).collect::<Vec<_>>()
    });
    let [only] = <[String; 1]>::try_from(nearest.into_iter().find(|names| !names.is_empty())?).ok()?;
    Some(only)
}

/// Returns the names in a material list.
fn listed(list: &str, resources: &mut ResourceReader<'_>) -> Vec<Option<String>> {
    let read = resources
        .read(list)
        .and_then(|bytes| MaterialList::parse(&bytes).map(MaterialList::into_owned).map_err(|error| error.to_string()));
    match read {
        Ok(list) => {
            let names = list.names().map(|name| name.to_text().trim().to_owned());
            names.map(|name| (!name.is_empty() && name != "null").then_some(name)).collect()
        }
        Err(why) => {
            let path = Path::from("material list").name(list.as_bytes());
            resources.findings.warning(kinds::MATERIAL_LIST_UNAVAILABLE, path, why);
            Vec::new()
        }
    }
}

/// Returns the material that has the same name as a model. `stem` must not have an extension.
fn of_model(stem: &str, resources: &ResourceReader<'_>) -> Option<String> {
    let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
    let below = folder.split_once('/').map_or("", |(_, below)| below);
    let candidates = [
        format!("{folder}/Materials/{name}.xml"),
        format!("Materials/{below}/{name}.xml"),
        format!("Materials/{name}.xml"),
        format!("Materials/{name}.material"),
    ];
    let plain = candidates.map(|name| name.replace("//", "/").trim_start_matches('/').to_owned());
    plain.into_iter().find(|name| resources.exists(name))
}

/// A texture that was read, with its parameter file.
struct Read {
    unit: urho_material::TextureUnit,
    name: String,
    bytes: Result<Vec<u8>, String>,
    parameters: Option<Vec<u8>>,
}

impl Read {
    fn new((unit, name): (urho_material::TextureUnit, String), resources: &mut ResourceReader<'_>) -> Self {
        let bytes = resources.read_texture(&name);
        // A texture that is XML is its own parameters.
        let parameters = format!("{}.xml", without_extension(&name));
        let parameters = if resources.exists(&parameters) { resources.read(&parameters).ok() } else { None };
        Self { unit, name, bytes, parameters }
    }
}

impl MaterialExport {
    /// Makes a material in the scene look like the material file with this name.
    pub(crate) fn load(
        &mut self,
        name: &str,
        id: Id<asset_scene::Material>,
        scene: &mut Scene<'_>,
        resources: &mut ResourceReader<'_>,
        with_textures: bool,
    ) {
        let missing = |findings: &mut Findings, why: &str| Report::new(name, findings).tell(Rule::MissingMaterial, why);
        scene[id].roughness = 0.5;
        resources.begin_material();
        let bytes = match resources.read(name) {
            Ok(bytes) => bytes,
            Err(why) => return missing(&mut resources.findings, &why),
        };
        let material = match Material::parse(&bytes) {
            Ok(material) => material,
            Err(error) => return missing(&mut resources.findings, &error.to_string()),
        };
        let needs = needs(&material.data());
        let technique = needs.technique.and_then(|name| resources.read(&name).ok());
        let technique = technique.as_deref().and_then(|bytes| Technique::parse(bytes).ok());
        let textures = needs.textures.into_iter().filter(|_| with_textures);
        let read: Vec<Read> = textures.map(|texture| Read::new(texture, resources)).collect();
        let parameters: Vec<Option<Texture<'_>>> =
            read.iter().map(|read| Texture::parse(read.parameters.as_deref()?).ok()).collect();
        let textures = read.iter().zip(&parameters).map(|(read, parameters)| TextureFile {
            unit: read.unit,
            name: read.name.clone(),
            bytes: read.bytes.as_deref().map_err(Clone::clone),
            parameters: parameters.as_ref(),
        });
        let files =
            MaterialFiles { name, material: &material, technique: technique.as_ref(), textures: textures.collect() };
        let before = scene.images.len();
        self.share(resources.image_cache.clone());
        let cube = if self.effects.is_some() { mirrored(&material, technique.as_ref(), resources) } else { None };
        self.add_with(scene, id, (&files, cube), &mut resources.decoding, &mut resources.findings);
        resources.spool_images(scene, before);
    }
}

/// Returns the cube map that a material mirrors, if its technique does so and the map can be read.
fn mirrored(
    material: &Material<'_>,
    technique: Option<&Technique<'_>>,
    resources: &mut ResourceReader<'_>,
) -> Option<Arc<SkyCube<'static>>> {
    let data = material.data();
    let unit = Meaning::of(&data, &super::first_technique(&data)?, technique).mirrored_unit()?;
    let name = needs(&data).textures.into_iter().find(|(known, _)| *known == unit)?.1;
    let images = super::cube::faces(&name, resources, |_, _| {}).ok().flatten()?;
    Some(Arc::new(SkyCube { images, color: [1.0; 3], rotation: [0.0, 0.0, 0.0, 1.0] }))
}
