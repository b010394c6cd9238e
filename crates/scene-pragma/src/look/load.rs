//! Finds and loads material files by name, with their base materials and all textures.

use asset_scene::{Id, Scene, escape_name};
use binio::{Findings, Name, Path};
use pragma_asset::{Material, Model, Reference};
use scene_adapter::look::Report;
use scene_adapter::{ResourceReader, ShowOptions};

use super::{MaterialExport, MaterialFile, MaterialFiles, Rule, TextureFile, parse_material, textures};
use crate::kinds;

/// How many base materials may follow each other.
const CHAIN: usize = 16;

/// Makes the materials of a model look like their files, or like the files that are given in the options.
pub(crate) fn show(
    scene: &mut Scene<'_>,
    model: &Model<'_>,
    resources: &mut ResourceReader<'_>,
    options: &ShowOptions<'_>,
) {
    let mut looks = MaterialExport::new();
    let references = model.references();
    for (index, id) in scene.materials.ids().enumerate() {
        let given = match options.material_names {
            [one] => Some(one),
            names => names.get(index),
        };
        let given = given.filter(|name| !name.is_empty()).map(|name| by_name(name));
        let named = references.iter().find(|reference| escape_name(&reference.name) == scene[id].name);
        let is_material = |reference: &&Reference| reference.candidates.iter().any(|one| one.ends_with(".pmat"));
        if let Some(reference) = given.as_ref().or(named.filter(is_material)) {
            looks.load(reference, id, scene, resources, options.textures);
        }
    }
}

/// Returns a reference to a material, given its name as models use it, or the path of a file.
fn by_name(name: &str) -> Reference {
    let below = name.strip_prefix("materials/").unwrap_or(name);
    Reference::material(Path::new(), &Name::from(below), &[])
}

/// A material, with the file that contains it.
struct Read {
    name: String,
    bytes: Vec<u8>,
    material: Material<'static>,
}

/// Reads the first of these materials that exists.
fn read(candidates: &[String], resources: &mut ResourceReader<'_>) -> Result<Read, String> {
    let (name, bytes) = resources.read_first(candidates)?;
    let material = parse_material(&name, &bytes).map_err(|error| error.to_string())?;
    Ok(Read { name, bytes, material })
}

/// Returns a material, followed by its base material, the base material of this, and so on.
fn chain(own: Read, resources: &mut ResourceReader<'_>) -> Vec<Read> {
    let path = Path::from("material").name(own.name.as_bytes());
    let mut chain = vec![own];
    while let Some(base) = chain.last().and_then(|last| base(&last.material)) {
        let why = if chain.len() >= CHAIN {
            format!("a chain of more than {CHAIN} base materials")
        } else {
            match read(&base.candidates, resources) {
                Ok(read) => {
                    chain.push(read);
                    continue;
                }
                Err(why) => format!("its base material {}: {why}", base.name),
            }
        };
        resources.findings.warning(kinds::BASE_MATERIAL, path, why);
        break;
    }
    chain
}

fn base(material: &Material<'_>) -> Option<Reference> {
    let name = material.base_material()?;
    let references = material.references().into_iter();
    references.filter(|one| one.name == name).find(|one| one.candidates.iter().any(|file| file.ends_with(".pmat")))
}

impl MaterialExport {
    /// Makes a material in the scene look like the material file to which a reference leads.
    pub(crate) fn load(
        &mut self,
        reference: &Reference,
        id: Id<asset_scene::Material>,
        scene: &mut Scene<'_>,
        resources: &mut ResourceReader<'_>,
        with_textures: bool,
    ) {
        let missing = |findings: &mut Findings, why: String| {
            Report::new(&reference.name.to_text(), findings).tell(Rule::MissingMaterial, why);
        };
        scene[id].roughness = 0.5;
        resources.begin_material();
        let chain = match read(&reference.candidates, resources) {
            Ok(own) => chain(own, resources),
            Err(why) => return missing(&mut resources.findings, why),
        };
        let materials: Vec<&Material<'_>> = chain.iter().map(|read| &read.material).collect();
        let named: Vec<_> = materials.iter().flat_map(|material| material.references()).collect();
        let wanted = textures(&materials).into_iter().filter(|_| with_textures);
        let files: Vec<_> = wanted
            .map(|(slot, path)| {
                let is_it = |one: &&Reference| one.name.to_text().trim().replace('\\', "/").to_lowercase() == path;
                let candidates = named.iter().find(is_it).map(|one| one.candidates.clone()).unwrap_or_default();
                let file = resources.find(&candidates).and_then(|name| Ok((resources.read_texture(&name)?, name)));
                (slot, path, file)
            })
            .collect();
        let textures = files.iter().map(|(slot, path, file)| TextureFile {
            slot: slot.clone(),
            path: path.clone(),
            file: file.as_ref().map(|(bytes, name)| (name.clone(), bytes.as_slice())).map_err(Clone::clone),
        });
        let materials = chain.iter().map(|Read { name, bytes, material }| MaterialFile { name, bytes, material });
        let files = MaterialFiles { textures: textures.collect(), materials: materials.collect() };
        let before = scene.images.len();
        self.share(resources.image_cache.clone());
        self.add(scene, id, &files, &mut resources.decoding, &mut resources.findings);
        resources.spool_images(scene, before);
    }
}
