//! Finds the materials that scenes and prefabs in a project assign to models.

use std::collections::HashMap;
use std::path::Path;

use asset_formats::{Detection, Format};
use binio::{Limits, Name};
use urho_scene::{Document, Place, Scene, Variant};

use super::Resources;

/// This many files are opened to find scenes.
const MOST_FILES: usize = 4096;
/// This many bytes are read.
const MOST_BYTES: u64 = 256 << 20;
/// Larger scenes are not read.
const MOST_BYTES_OF_FILE: u64 = 32 << 20;
/// The extensions of scenes and prefabs.
const EXTENSIONS: [&str; 5] = ["bin", "json", "prefab", "scene", "xml"];
/// Folders in which files with these extensions are something else.
const OTHERS: [&str; 9] =
    ["Materials", "Particle", "PostProcess", "RenderPaths", "Shaders", "Sounds", "Techniques", "Textures", "UI"];

/// The materials of each model, by the name in lower case.
#[derive(Debug, Default)]
pub(super) struct MaterialUses(HashMap<String, Uses>);

/// How scenes show a model.
#[derive(Debug, Default)]
struct Uses {
    /// The materials that are used most often.
    materials: Vec<String>,
    /// The scenes and prefabs that assign materials to the model.
    scenes: Vec<String>,
}

impl MaterialUses {
    /// Reads the scenes and prefabs in a project. Files that can't be read are skipped.
    pub(super) fn of(resources: &Resources) -> Self {
        let mut counts: HashMap<String, HashMap<Vec<String>, (usize, usize)>> = HashMap::new();
        let mut scenes: HashMap<String, Vec<String>> = HashMap::new();
        let mut left = MOST_BYTES;
        let names = resources.names(&|name| is_candidate(name));
        for (order, name) in names.iter().take(MOST_FILES).enumerate() {
            // A large file with the extension of a scene is rarely one.
            let most = left.min(MOST_BYTES_OF_FILE);
            let mut budget = Limits::default().max_expanded_bytes(most).budget();
            let Ok(Some(resource)) = resources.read_with(name, &mut budget) else { continue };
            left = left.saturating_sub(resource.bytes.len() as u64);
            let Some(document) = parse(&resource.bytes, name) else { continue };
            for (_, model, materials) in shown(&document.scene()) {
                let Some(model) = model.filter(|_| materials.iter().any(|name| !name.is_empty())) else { continue };
                let materials = materials.iter().map(|name| name.to_text().trim().replace('\\', "/")).collect();
                let model = model.to_lowercase();
                let known = scenes.entry(model.clone()).or_default();
                if known.last() != Some(name) {
                    known.push(name.clone());
                }
                let count = counts.entry(model).or_default().entry(materials).or_insert((0, order));
                count.0 = count.0.saturating_add(1);
            }
        }
        // The first of equally frequent lists in the order of the files, then in the order of the names.
        let most = |lists: HashMap<Vec<String>, (usize, usize)>| {
            let best = |(list, (count, order)): (Vec<String>, (usize, usize))| (std::cmp::Reverse(count), order, list);
            lists.into_iter().map(best).min().map(|(_, _, list)| list).unwrap_or_default()
        };
        let uses = |(model, lists): (String, HashMap<Vec<String>, (usize, usize)>)| {
            let scenes = scenes.remove(&model).unwrap_or_default();
            (model, Uses { materials: most(lists), scenes })
        };
        Self(counts.into_iter().map(uses).collect())
    }

    /// Returns the materials of a model. The result is empty if no scene assigns materials to it.
    pub(super) fn materials(&self, model: &str) -> &[String] {
        self.0.get(&model.to_lowercase()).map_or(&[], |uses| &uses.materials)
    }

    /// Returns the scenes and prefabs that assign materials to a model.
    pub(super) fn scenes(&self, model: &str) -> &[String] {
        self.0.get(&model.to_lowercase()).map_or(&[], |uses| &uses.scenes)
    }
}

fn is_candidate(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let folder = name.split_once('/').map_or("", |(folder, _)| folder);
    EXTENSIONS.iter().any(|end| extension.eq_ignore_ascii_case(end))
        && !OTHERS.iter().any(|other| folder.eq_ignore_ascii_case(other))
}

fn parse<'b>(bytes: &'b [u8], name: &str) -> Option<Document<'b>> {
    let detection = Format::detect(bytes, bytes.len() as u64, bytes, Some(Path::new(name)));
    let is_scene = matches!(detection, Detection::Known(format) if format.is_urho_scene());
    if is_scene { Document::parse(bytes).ok() } else { None }
}

/// Returns all components that show models: their place, the name of the model, and the materials.
pub(super) fn shown<'a>(scene: &Scene<'a>) -> Vec<(Place, Option<String>, Vec<Name<'a>>)> {
    let mut shown = Vec::new();
    for (index, node) in scene.nodes.iter().enumerate() {
        for (number, component) in node.components.iter().enumerate() {
            let has_geometries = ["StaticModel", "StaticModelGroup", "AnimatedModel", "Skybox"]
                .iter()
                .any(|class| component.is_a(class));
            let Some(Variant::ResourceRefList(materials)) = component.get("Material").filter(|_| has_geometries) else {
                continue;
            };
            let model = match component.get("Model") {
                Some(Variant::ResourceRef(model)) if !model.name.is_empty() => {
                    Some(model.name.to_text().trim().replace('\\', "/"))
                }
                _ => None,
            };
            let names = materials.names.iter().map(|name| name.clone().into_owned()).collect();
            shown.push((Place::node(index).component(number), model, names));
        }
    }
    shown
}
