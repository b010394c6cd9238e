//! Materials of a scene that its target project lacks, or has with another look.

use std::collections::{HashMap, HashSet};

use asset_scene::{Id, Material, Scene};
use binio::{Findings, Path};

use super::{Property, without_extension};
use crate::{FileOptions, kinds};

/// Comparison of a material with its source file.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EditedMaterial {
    /// Name of the file.
    pub file: String,
    /// The properties that differ from the file.
    pub changes: Vec<Property>,
    /// The textures whose images were edited, sorted.
    pub textures: Vec<String>,
}

impl EditedMaterial {
    /// The comparison of a material with `file`. Textures may be repeated.
    pub fn new(file: String, changes: Vec<Property>, textures: impl Iterator<Item = String>) -> Self {
        let mut textures: Vec<String> = textures.collect();
        textures.sort();
        textures.dedup();
        Self { file, changes, textures }
    }

    /// Returns the names of the edited properties, for messages.
    fn titles(&self) -> String {
        let mut titles: Vec<&str> = self.changes.iter().map(|change| change.title()).collect();
        titles.dedup();
        if titles.is_empty() { "image".to_owned() } else { titles.join(", ") }
    }

    /// Reports a new name of the material: materials are called like their files, which keep their names.
    pub fn tell_name(&self, name: &str, findings: &mut Findings) {
        let stem = without_extension(self.file.rsplit('/').next().unwrap_or_default());
        if !name.to_lowercase().contains(&stem.to_lowercase()) {
            let message = format!("was renamed to {name}, which isn't written: the file keeps its name");
            findings.note(kinds::PART_NOT_WRITTEN, Path::from("material").name(self.file.as_bytes()), message);
        }
    }

    /// Returns whether a property or a texture was edited.
    pub fn is_edited(&self) -> bool {
        !self.changes.is_empty() || !self.textures.is_empty()
    }
}

/// The files of a scene's materials: existing files stay, missing and edited materials are written.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct MaterialPlan {
    /// The materials to write.
    pub wanted: Vec<Option<Id<Material>>>,
    /// Files of the unedited materials.
    pub kept: HashMap<Id<Material>, String>,
    /// File names of edited materials whose source files are still used by unedited materials.
    pub copies: HashMap<Id<Material>, String>,
    /// Edited materials and textures.
    pub findings: Findings,
}

impl MaterialPlan {
    /// Plans the materials of a scene. `edited` compares a material with its source file, if it has one. `free_beside` returns a free name that is
    /// similar to a file's.
    pub fn of(
        scene: &Scene<'_>,
        options: &FileOptions<'_>,
        edited: impl Fn(&Material) -> Option<EditedMaterial>,
        mut free_beside: impl FnMut(&str) -> String,
    ) -> Self {
        let mut plan = Self::default();
        let there = |material| edited(material).filter(|own| options.exists(&own.file));
        let states: Vec<_> = scene.materials.enumerate().map(|(id, material)| (id, there(material))).collect();
        let unedited = states.iter().filter_map(|(_, own)| own.as_ref()).filter(|own| !own.is_edited());
        let unedited: HashSet<String> = unedited.map(|own| own.file.to_ascii_lowercase()).collect();
        for (id, own) in &states {
            let Some(own) = own else {
                plan.wanted.push(Some(*id));
                continue;
            };
            own.tell_name(&scene[*id].name, &mut plan.findings);
            if !own.is_edited() {
                plan.kept.insert(*id, own.file.clone());
                continue;
            }
            plan.wanted.push(Some(*id));
            let stays = unedited.contains(&own.file.to_ascii_lowercase()) || options.is_elsewhere(&own.file);
            let copy = stays.then(|| free_beside(&own.file));
            plan.tell(&scene[*id].name, own, copy.as_deref(), options);
            plan.copies.extend(copy.map(|copy| (*id, copy)));
        }
        plan
    }

    /// Reports the treatment of an edited material, and of its textures.
    fn tell(&mut self, name: &str, own: &EditedMaterial, copy: Option<&str>, options: &FileOptions<'_>) {
        let path = |what: &'static str, file: &str| Path::from(what).name(file.as_bytes());
        match copy {
            Some(copy) => {
                let message =
                    format!("{name}: edited {}; {}, so the edit goes to {copy}", own.titles(), why(options, &own.file));
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

    /// Returns the files of all materials, if the [wanted](Self::wanted) materials were written to files of these names.
    pub fn names(self, written: Vec<Option<String>>) -> HashMap<Id<Material>, String> {
        let written = self.wanted.into_iter().zip(written).filter_map(|(id, name)| Some((id?, name?)));
        self.kept.into_iter().chain(written).collect()
    }
}

/// Why an edit goes to a copy of a file.
fn why(options: &FileOptions<'_>, file: &str) -> &'static str {
    match options.is_elsewhere(file) {
        true => "this file belongs to another folder of the project",
        false => "others still use this file",
    }
}
