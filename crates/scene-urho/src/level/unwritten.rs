//! Reports edits that a scene can't write: edits of terrains, because they are created from images, and of groups of
//! models.

use asset_scene::{Id, IdMap, Node, Scene};
use binio::{Budget, Findings, Path};
use scene_adapter::{ResourceLoader, ResourceReader, ShowOptions};
use urho_scene::Document;

use super::export::to_scene;
use super::options::CreateLevelOptions;
use super::prefab::has_own_node;
use super::side::{Side, is_mesh};
use super::stored::resource_name;
use crate::kinds;

/// Compares nodes that show terrains and groups of models with the file that was written for their scene.
pub(super) fn unwritten(
    (scene, compared): (&Scene<'_>, Vec<Id<Node>>),
    places: &IdMap<Node, Option<usize>>,
    document: &Document<'_>,
    options: &CreateLevelOptions<'_>,
) -> Findings {
    let mut findings = Findings::new();
    if compared.is_empty() {
        return findings;
    }
    let files = WithImages { project: options.files.project, scene };
    let mut resources = ResourceReader::new(&files, options.files.limits);
    let mut how = ShowOptions::default();
    (how.materials, how.limits) = (false, options.files.limits);
    let shown = match to_scene(document, "", &mut resources, &how) {
        Ok((shown, _)) => shown,
        Err(error) => {
            let message = format!("its terrains and groups of models can't be compared with their files: {error}");
            findings.warning(kinds::PART_NOT_COMPARED, "scene", message);
            return findings;
        }
    };
    let (own, other) = (Side::new(scene), Side::new(&shown));
    let outermost = usize::from(!has_own_node(&document.scene()));
    let there = |node: Id<Node>| -> Option<Id<Node>> {
        let place = places[node]?.checked_sub(outermost)?;
        (place < shown.nodes.len()).then(|| Id::new(place))
    };
    for node in compared {
        // Without its file it is neither shown nor written.
        let Some(now) = there(node).filter(|now| shown[*now].mesh.is_some()) else { continue };
        if !is_mesh((&own, node), (&other, now)) {
            let what =
                if own.layout(node).is_some_and(|layout| layout.group) { "a group of models" } else { "a terrain" };
            let message = format!("edits of {what} here aren't written");
            findings.loss(kinds::PART_NOT_WRITTEN, Path::from("node").name(scene[node].name.as_bytes()), message);
        }
    }
    findings
}

/// The files of a project, and those that are stored in a scene as images.
struct WithImages<'o, 's> {
    project: Option<&'o dyn ResourceLoader>,
    scene: &'s Scene<'s>,
}

impl ResourceLoader for WithImages<'_, '_> {
    fn below(&self) -> Option<&dyn ResourceLoader> {
        self.project
    }

    fn find(&self, names: &[&str]) -> Result<Option<String>, String> {
        let found = self.project.map(|project| project.find(names)).transpose()?.flatten();
        let images = || self.scene.images.iter().filter_map(resource_name);
        Ok(found.or_else(|| images().find(|name| names.contains(name)).map(str::to_owned)))
    }

    fn read(&self, name: &str, budget: &mut Budget) -> Result<Option<Vec<u8>>, String> {
        let found = self.project.map(|project| project.read(name, budget)).transpose()?.flatten();
        let Some(image) = self.scene.images.iter().find(|image| resource_name(image) == Some(name)) else {
            return Ok(found);
        };
        match found {
            Some(found) => Ok(Some(found)),
            None => {
                budget.spend(image.bytes.len()).map_err(|fault| fault.to_string())?;
                image.bytes.read().map(|bytes| Some(bytes.into_owned())).map_err(|error| error.to_string())
            }
        }
    }
}
