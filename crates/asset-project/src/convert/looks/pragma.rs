//! Materials of Pragma.

use asset_scene::{Id, Scene, escape_name};
use binio::{Findings, Path};
use pragma_asset::{Material, Model};
use scene_adapter::look::Report;
use scene_pragma::{Looks, MaterialFile, MaterialFiles, Rule, TextureFile, parse_material};

use super::{Finder, Found};
use crate::convert::ConvertOptions;
use crate::kinds;

/// Materials that stand in for each other, at most.
const CHAIN: usize = 16;

/// Gives the materials of a model the looks of the files that it names.
pub(in crate::convert) fn show(
    scene: &mut Scene<'_>,
    model: &Model<'_>,
    options: &ConvertOptions,
    findings: &mut Findings,
) {
    let Some(mut finder) = Finder::new(options, findings) else { return };
    let mut looks = Looks::new();
    let references = model.references();
    for id in scene.materials.ids() {
        let named = references.iter().find(|reference| escape_name(&reference.name) == scene[id].name);
        let is_material =
            |reference: &&pragma_asset::Reference| reference.candidates.iter().any(|one| one.ends_with(".pmat"));
        if let Some(reference) = named.filter(is_material) {
            finder.pragma(reference, id, scene, &mut looks, options.textures);
        }
    }
}

/// A material and the file that it is in.
struct Read {
    name: String,
    bytes: Vec<u8>,
    material: Material<'static>,
}

/// Gives a material the look of the file of a name.
#[cfg(feature = "render")]
pub(in crate::convert) fn show_file(
    scene: &mut Scene<'_>,
    id: Id<asset_scene::Material>,
    name: &str,
    options: &ConvertOptions,
    findings: &mut Findings,
) {
    let Some(mut finder) = Finder::new(options, findings) else { return };
    let named = binio::Name::from(name).into_owned();
    let reference = pragma_asset::Reference { path: Path::new(), name: named, candidates: vec![name.to_owned()] };
    finder.pragma(&reference, id, scene, &mut Looks::new(), options.textures);
}

impl Finder<'_> {
    /// The first of several files that there is, and its name.
    fn first(&mut self, candidates: &[String]) -> Result<(String, Vec<u8>), String> {
        match self.resources.find_first(candidates.iter().map(String::as_str)) {
            Ok(Some(found)) => {
                let bytes = self.resources.read_found(&found, &mut self.budget).map_err(|error| error.to_string())?;
                Ok((found.name, bytes))
            }
            Ok(None) => Err(self.nowhere()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The first of several textures that there is, and its name.
    fn first_texture(&mut self, candidates: &[String]) -> Result<(String, Vec<u8>), String> {
        match self.resources.find_first(candidates.iter().map(String::as_str)) {
            Ok(Some(found)) => {
                let bytes = self.reading(&found.name, |resources, budget| resources.read_found(&found, budget));
                Ok((found.name, bytes.map_err(|error| error.to_string())?))
            }
            Ok(None) => Err(self.nowhere()),
            Err(error) => Err(error.to_string()),
        }
    }

    /// The first of several materials that there is.
    fn read_material(&mut self, candidates: &[String]) -> Result<Read, String> {
        let (name, bytes) = self.first(candidates)?;
        let material = parse_material(&name, &bytes).map_err(|error| error.to_string())?;
        Ok(Read { name, bytes, material })
    }

    /// The name of the first of several files that there is.
    fn find(&mut self, candidates: &[String]) -> Result<String, String> {
        match self.resources.find_first(candidates.iter().map(String::as_str)) {
            Ok(Some(found)) => Ok(found.name),
            Ok(None) => Err(self.nowhere()),
            Err(error) => Err(error.to_string()),
        }
    }

    fn pragma(
        &mut self,
        reference: &pragma_asset::Reference,
        id: Id<asset_scene::Material>,
        scene: &mut Scene<'_>,
        looks: &mut Looks,
        with_textures: bool,
    ) {
        scene[id].roughness = 0.5;
        self.begin();
        let own = match self.read_material(&reference.candidates) {
            Ok(read) => read,
            Err(why) => return Report::new(&reference.name.to_text(), self.findings).tell(Rule::MissingMaterial, why),
        };
        let path = Path::from("material").name(own.name.as_bytes());
        let mut chain = vec![own];
        while let Some(base) = chain.last().and_then(|last| base(&last.material)) {
            if chain.len() >= CHAIN {
                self.findings.warning(
                    kinds::BASE_MATERIAL,
                    path,
                    format!("more than {CHAIN} materials stand in for each other"),
                );
                break;
            }
            match self.read_material(&base.candidates) {
                Ok(read) => chain.push(read),
                Err(why) => {
                    self.findings.warning(
                        kinds::BASE_MATERIAL,
                        path,
                        format!("its base material {}: {why}", base.name),
                    );
                    break;
                }
            }
        }
        let materials: Vec<&Material<'_>> = chain.iter().map(|read| &read.material).collect();
        let named: Vec<_> = materials.iter().flat_map(|material| material.references()).collect();
        let textures = scene_pragma::textures(&materials).into_iter().filter(|_| with_textures);
        let files: Vec<_> = textures
            .map(|(slot, path)| {
                let is_it = |one: &&pragma_asset::Reference| {
                    one.name.to_text().trim().replace('\\', "/").to_lowercase() == path
                };
                let candidates = named.iter().find(is_it).map(|one| one.candidates.clone()).unwrap_or_default();
                let file = self.first_texture(&candidates);
                (slot, path, file)
            })
            .collect();
        let textures = files.iter().map(|(slot, path, file)| TextureFile {
            slot: slot.clone(),
            path: path.clone(),
            file: file.as_ref().map(|(name, bytes)| (name.clone(), bytes.as_slice())).map_err(Clone::clone),
        });
        let materials = chain.iter().map(|Read { name, bytes, material }| MaterialFile { name, bytes, material });
        let files = MaterialFiles { textures: textures.collect(), materials: materials.collect() };
        let before = scene.images.len();
        looks.add(scene, id, &files, &mut self.decoding, self.findings);
        self.put_away(scene, before);
    }
}

/// The material that stands in for what another doesn't say.
fn base(material: &Material<'_>) -> Option<pragma_asset::Reference> {
    let name = material.base_material()?;
    let references = material.references().into_iter();
    references.filter(|one| one.name == name).find(|one| one.candidates.iter().any(|file| file.ends_with(".pmat")))
}

impl scene_pragma::level::Supply for Found<'_> {
    fn find(&mut self, candidates: &[String]) -> Result<String, String> {
        self.finder.find(candidates)
    }

    fn read(&mut self, name: &str) -> Result<Vec<u8>, String> {
        self.finder.read(name)
    }

    fn look(
        &mut self,
        reference: &pragma_asset::Reference,
        material: Id<asset_scene::Material>,
        scene: &mut Scene<'_>,
        looks: &mut Looks,
    ) {
        if self.materials {
            self.finder.pragma(reference, material, scene, looks, self.textures);
        }
    }
}
