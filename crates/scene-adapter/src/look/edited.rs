//! Finds the materials that the project doesn't have, or that look different there.

use std::collections::{HashMap, HashSet};

use asset_scene::{Id, Material, Scene};
use binio::{Findings, Path};

use super::{CopyNames, Property, is_place, without_extension};
use crate::{FileOptions, kinds};

/// A material, compared to its source file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EditedMaterial {
    /// The file name.
    pub file: String,
    /// The properties that were edited.
    pub changes: Vec<Property>,
    /// The textures whose images were edited, sorted.
    pub textures: Vec<String>,
}

impl EditedMaterial {
    /// Creates the result for a material that was compared to `file`. A texture may occur more than once.
    pub fn new(file: String, changes: Vec<Property>, textures: impl Iterator<Item = String>) -> Self {
        let mut textures: Vec<String> = textures.collect();
        textures.sort();
        textures.dedup();
        Self { file, changes, textures }
    }

    /// Returns the names of the edited properties, to be used in messages.
    fn titles(&self) -> String {
        let mut titles: Vec<&str> = self.changes.iter().map(|change| change.title()).collect();
        titles.dedup();
        if titles.is_empty() { "image".to_owned() } else { titles.join(", ") }
    }

    /// If the material has another name now, reports that this can't be written, because a material has the name of its
    /// file.
    pub(crate) fn tell_name(&self, name: &str, findings: &mut Findings) {
        let stem = without_extension(self.file.rsplit('/').next().unwrap_or_default());
        if !name.to_lowercase().contains(&stem.to_lowercase()) {
            let message = format!("was renamed to {name}, which isn't written: the file keeps its name");
            findings.note(kinds::PART_NOT_WRITTEN, Path::from("material").name(self.file.as_bytes()), message);
        }
    }

    /// Returns whether any property or texture was edited.
    pub fn is_edited(&self) -> bool {
        !self.changes.is_empty() || !self.textures.is_empty()
    }
}

/// Decides what to do with the materials of a scene: existing files are kept, and materials that are missing or were
/// edited are written.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct MaterialPlan {
    /// The materials to write.
    pub wanted: Vec<Option<Id<Material>>>,
    /// The files of materials that were not edited.
    pub kept: HashMap<Id<Material>, String>,
    /// The names to use for edited materials whose source file must not be changed, because a material that was not
    /// edited still uses it.
    pub copies: HashMap<Id<Material>, String>,
    /// Findings about the materials and textures that were edited.
    pub findings: Findings,
}

impl MaterialPlan {
    /// Creates a plan for all materials of a scene. `edited` must compare a material to its source file if it has one.
    /// `free_beside` must return a similar name that isn't used yet.
    pub fn of(
        scene: &Scene<'_>,
        options: &FileOptions<'_>,
        edited: impl Fn(&Material) -> Option<EditedMaterial>,
        mut free_beside: impl FnMut(&str) -> String,
    ) -> Self {
        let mut plan = Self::default();
        let states: Vec<_> = scene.materials.enumerate().map(|(id, material)| (id, edited(material))).collect();
        for (id, own) in states.iter().filter_map(|(id, own)| Some((id, own.as_ref()?))) {
            own.tell_name(&scene[*id].name, &mut plan.findings);
        }
        let there = |(id, own): (_, Option<EditedMaterial>)| (id, own.filter(|own| options.exists(&own.file)));
        let states: Vec<_> = states.into_iter().map(there).collect();
        let unedited = states.iter().filter_map(|(_, own)| own.as_ref()).filter(|own| !own.is_edited());
        let unedited: HashSet<String> = unedited.map(|own| own.file.to_ascii_lowercase()).collect();
        for (id, own) in &states {
            let Some(own) = own else {
                plan.wanted.push(Some(*id));
                continue;
            };
            if !own.is_edited() {
                plan.kept.insert(*id, own.file.clone());
                continue;
            }
            plan.wanted.push(Some(*id));
            let why = match options.protection(&own.file) {
                Some(protection) => Some(protection.to_string()),
                None if unedited.contains(&own.file.to_ascii_lowercase()) => {
                    Some("others still use this file".to_owned())
                }
                None => None,
            };
            let copy = why.as_ref().map(|_| free_beside(&own.file));
            plan.tell(&scene[*id].name, own, why.zip(copy.as_deref()), options);
            plan.copies.extend(copy.map(|copy| (*id, copy)));
        }
        plan
    }

    /// Creates a plan for the materials of a model's geometries, which are written even if they exist, because a model
    /// can name others than before. But files in other folders of the project are kept, and copied if they were edited.
    pub fn of_model(
        scene: &Scene<'_>,
        geometries: &[Option<Id<Material>>],
        options: &FileOptions<'_>,
        edited: impl Fn(&Material) -> Option<EditedMaterial>,
    ) -> Self {
        let mut plan = Self::default();
        let (mut known, mut copies) = (HashSet::new(), CopyNames::default());
        for id in geometries.iter().flatten().copied().filter(|id| known.insert(*id)) {
            let material = &scene[id];
            if material.double_sided && is_place(scene, material) {
                let message = "is double-sided, which isn't written: a material without a file is plain";
                plan.findings.note(
                    kinds::PART_NOT_WRITTEN,
                    Path::from("material").name(material.name.as_bytes()),
                    message,
                );
            }
            let Some(own) = edited(material) else { continue };
            own.tell_name(&scene[id].name, &mut plan.findings);
            if !own.is_edited() {
                if options.is_elsewhere(&own.file) {
                    plan.kept.insert(id, own.file);
                }
                continue;
            }
            let Some(protection) = options.protection(&own.file) else { continue };
            let copy = copies.beside(&own.file, |name| !options.exists(name));
            plan.tell(&scene[id].name, &own, Some((protection.to_string(), &copy)), options);
            plan.copies.insert(id, copy);
        }
        plan.wanted = geometries.iter().map(|id| id.filter(|id| !plan.kept.contains_key(id))).collect();
        plan
    }

    /// Reports what will be done with an edited material and its textures.
    fn tell(&mut self, name: &str, own: &EditedMaterial, copy: Option<(String, &str)>, options: &FileOptions<'_>) {
        let path = |what: &'static str, file: &str| Path::from(what).name(file.as_bytes());
        match copy {
            Some((why, copy)) => {
                let message = format!("{name}: edited {}; {why}, so the edit goes to {copy}", own.titles());
                self.findings.note(kinds::PART_COPIED, path("material", &own.file), message);
            }
            None if !own.changes.is_empty() => {
                let message = format!("{name}: edited {}", own.titles());
                self.findings.warning(kinds::PART_WRITTEN, path("material", &own.file), message);
            }
            None => {}
        }
        for texture in own.textures.iter().filter(|texture| options.textures && options.exists(texture)) {
            let message = format!("the image of {name} was edited: its file is written anew");
            self.findings.warning(kinds::PART_WRITTEN, path("texture", texture), message);
        }
    }

    /// Returns the files of all materials. `written` must have the names of the files to which the
    /// [wanted](Self::wanted) materials were written.
    pub fn names(self, written: Vec<Option<String>>) -> HashMap<Id<Material>, String> {
        let written = self.wanted.into_iter().zip(written).filter_map(|(id, name)| Some((id?, name?)));
        self.kept.into_iter().chain(written).collect()
    }
}
