//! Materials of Urho3D.

use asset_scene::{Id, Material, Scene};
use binio::{Findings, Path};
use scene_adapter::look::Report;
use scene_urho::{LookOptions, Looks, MaterialFiles, Rule, TextureFile};
use urho_material::{MaterialList, Technique, Texture};

use super::{Finder, Found};
use crate::convert::{ConvertOptions, names};
use crate::kinds;

/// Gives the materials of a model, one per geometry, the looks of the material files that belong to them. `model` is the name of the model as a
/// resource.
pub(in crate::convert) fn show(scene: &mut Scene<'_>, model: &str, options: &ConvertOptions, findings: &mut Findings) {
    let Some(mut finder) = Finder::new(options, findings) else { return };
    let names = finder.names(model, scene.materials.len(), &options.material_names);
    let mut looks = Looks::new(LookOptions::default());
    for (index, name) in names.into_iter().enumerate() {
        let id = Id::new(index);
        if let Some(name) = name.filter(|_| scene.materials.contains(id)) {
            finder.material(&name, id, scene, &mut looks, options.textures);
        }
    }
}

impl Finder<'_> {
    /// Names of the materials of the geometries: those that were given, those of the list beside the model, that of the model's own name.
    fn names(&mut self, model: &str, geometries: usize, given: &[String]) -> Vec<Option<String>> {
        match given {
            [] => {}
            [one] => return vec![Some(one.clone()); geometries],
            more => return more.iter().map(|name| (!name.is_empty()).then(|| name.clone())).collect(),
        }
        let stem = names::without_extension(model);
        let list = format!("{stem}.txt");
        if self.is_there(&list) {
            return match self.read(&list).map(|bytes| MaterialList::parse(&bytes).map(MaterialList::into_owned)) {
                Ok(Ok(list)) => {
                    let names = list.names().map(|name| name.to_text().trim().to_owned());
                    names.map(|name| (!name.is_empty() && name != "null").then_some(name)).collect()
                }
                Ok(Err(error)) => self.refuse(&list, &error.to_string()),
                Err(why) => self.refuse(&list, &why),
            };
        }
        let (folder, name) = stem.rsplit_once('/').unwrap_or(("", stem));
        let below = folder.split_once('/').map_or("", |(_, below)| below);
        let candidates = [
            format!("{folder}/Materials/{name}.xml"),
            format!("Materials/{below}/{name}.xml"),
            format!("Materials/{name}.xml"),
            format!("Materials/{name}.material"),
        ];
        let plain = candidates.map(|name| name.replace("//", "/").trim_start_matches('/').to_owned());
        let found = plain.into_iter().find(|name| self.is_there(name)).filter(|_| geometries == 1);
        if found.is_none() && geometries > 0 && !self.resources.is_empty() {
            let message = format!("no list of materials {list}, no material of the model's name: name the materials");
            self.findings.note(kinds::NO_MATERIAL_LIST, "materials", message);
        }
        vec![found]
    }

    fn refuse<T>(&mut self, name: &str, why: &str) -> Vec<T> {
        self.findings.warning(kinds::MATERIAL_UNAVAILABLE, Path::from("material list").name(name.as_bytes()), why);
        Vec::new()
    }

    /// The material of a name, with all that it names.
    fn material(&mut self, name: &str, id: Id<Material>, scene: &mut Scene<'_>, looks: &mut Looks, textures: bool) {
        let missing = |finder: &mut Self, why: &str| {
            Report::new(name, finder.findings).tell(Rule::MissingMaterial, why);
        };
        scene[id].roughness = 0.5;
        self.begin();
        let bytes = match self.read(name) {
            Ok(bytes) => bytes,
            Err(why) => return missing(self, &why),
        };
        let material = match urho_material::Material::parse(&bytes) {
            Ok(material) => material,
            Err(error) => return missing(self, &error.to_string()),
        };
        let needs = scene_urho::needs(&material.data());
        let technique = needs.technique.and_then(|name| self.read(&name).ok());
        let technique = technique.as_deref().and_then(|bytes| Technique::parse(bytes).ok());
        let read: Vec<_> = needs
            .textures
            .into_iter()
            .filter(|_| textures)
            .map(|(unit, name)| {
                let bytes = self.read_texture(&name);
                // A texture that is XML is its own parameters.
                let parameters = format!("{}.xml", names::without_extension(&name));
                let parameters = if self.is_there(&parameters) { self.read(&parameters).ok() } else { None };
                (unit, name, bytes, parameters)
            })
            .collect();
        let parameters: Vec<Option<Texture<'_>>> =
            read.iter().map(|(.., parameters)| Texture::parse(parameters.as_deref()?).ok()).collect();
        let textures = read.iter().zip(&parameters).map(|((unit, name, bytes, _), parameters)| TextureFile {
            unit: *unit,
            name: name.clone(),
            bytes: bytes.as_deref().map_err(Clone::clone),
            parameters: parameters.as_ref(),
        });
        let files =
            MaterialFiles { name, material: &material, technique: technique.as_ref(), textures: textures.collect() };
        let before = scene.images.len();
        looks.add(scene, id, &files, &mut self.decoding, self.findings);
        self.put_away(scene, before);
    }
}

impl scene_urho::level::Supply for Found<'_> {
    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.finder.read(name)
    }

    fn look(&mut self, name: &str, material: Id<Material>, scene: &mut Scene<'_>, looks: &mut Looks) {
        if self.materials {
            self.finder.material(name, material, scene, looks, self.textures);
        }
    }
}
