//! Finds out which material in a scene is the same as a material in a model or another scene.

use std::collections::{HashMap, HashSet};

use asset_scene::{Id, Material, Scene};
use scene_adapter::look::{EditedMaterial, without_extension};
use scene_adapter::same;

use super::apply::edited;
use super::apply::resource_names::without_known;

/// The material names in a scene, and their files.
#[derive(Clone, Debug, Default)]
pub(crate) struct KnownMaterials {
    all: Vec<Known>,
    /// Materials by their keys.
    by_key: HashMap<String, Vec<usize>>,
}

/// A material, in lower case.
#[derive(Clone, Debug)]
struct Known {
    name: String,
    /// The last part of the name that a model may use for it.
    key: String,
    file: Option<String>,
    /// Whether it is an edited copy, and the original is still in the scene. If so, it is not the same as its file.
    is_copy: bool,
    /// Whether it has no file yet, but will get one.
    is_new: bool,
}

impl KnownMaterials {
    pub(crate) fn of(scene: &Scene<'_>) -> Self {
        let states: Vec<Option<EditedMaterial>> = scene.materials.iter().map(|own| edited(scene, own)).collect();
        let kept = states.iter().flatten().filter(|state| !state.is_edited());
        let kept: HashSet<String> = kept.map(|state| state.file.to_lowercase()).collect();
        let mut known = Self::default();
        for (number, (own, state)) in scene.materials.iter().zip(states).enumerate() {
            let (name, is_edited) = (own.name.to_lowercase(), state.as_ref().is_some_and(EditedMaterial::is_edited));
            let file = state.map(|state| state.file.to_lowercase());
            let is_copy = is_edited && file.as_ref().is_some_and(|file| kept.contains(file));
            let key = key_of(file.as_deref().unwrap_or(&name));
            known.by_key.entry(key.clone()).or_default().push(number);
            known.all.push(Known { name, key, file, is_copy, is_new: false });
        }
        known
    }

    /// Marks the materials that will get a file, because a material with a file can't be the same as one without.
    pub(crate) fn written(&mut self, is_new: impl Fn(Id<Material>) -> bool) {
        self.all.iter_mut().enumerate().for_each(|(number, own)| own.is_new = is_new(Id::new(number)));
    }

    /// Returns whether a material is the same as a material in another scene. This compares their files, or their names
    /// if one has no file.
    pub(crate) fn is_same(&self, here: Id<Material>, other: &Self, there: Id<Material>) -> bool {
        let (Some(own), Some(now)) = (self.all.get(here.index()), other.all.get(there.index())) else { return false };
        match (&own.file, &now.file) {
            (Some(_), Some(_)) if own.is_copy || now.is_copy => std::ptr::eq(own, now),
            (Some(own), Some(now)) => own == now,
            _ if own.is_new != now.is_new => false,
            _ => own.name == now.name || same::is_numbered(&own.name, &now.name),
        }
    }

    /// Returns whether a model means this material when it uses `name`, which must be escaped. This compares the file,
    /// or the material's own name if it has no file.
    pub(crate) fn is_called(&self, own: Id<Material>, name: &str) -> bool {
        let Some(own) = self.all.get(own.index()) else { return false };
        let name = name.to_lowercase().replace('\\', "/");
        match &own.file {
            Some(_) if own.is_copy => false,
            Some(file) => {
                let rest = without_extension(file).strip_suffix(without_known(&name));
                // In the folder of materials, or in one that the model names.
                rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            }
            None => own.name == name || plain(&own.name) == name,
        }
    }

    /// Returns the material that a model means when it uses `name`, which must be escaped. If more than one is
    /// possible, this prefers the material with exactly this name.
    pub(crate) fn called(&self, name: &str) -> Option<Id<Material>> {
        let lower = name.to_lowercase().replace('\\', "/");
        let candidates = self.by_key.get(&key_of(name)).into_iter().flatten();
        let found: Vec<Id<Material>> =
            candidates.map(|number| Id::new(*number)).filter(|own| self.is_called(*own, name)).collect();
        let exact = found.iter().find(|own| self.all.get(own.index()).is_some_and(|own| own.name == lower));
        exact.or(found.first()).copied()
    }

    /// Returns the [key](key_of) for all names that a model may use for a material.
    pub(crate) fn key(&self, own: Id<Material>) -> Option<&str> {
        self.all.get(own.index()).map(|own| own.key.as_str())
    }
}

/// Returns a key that is the same for all names of a material: the part after the folders, without extension and
/// number.
pub(crate) fn key_of(name: &str) -> String {
    let name = name.to_lowercase().replace('\\', "/");
    plain(last(without_known(&name))).to_owned()
}

/// Returns a name without the number that Blender adds to copies, so `soldier` for `soldier.001`.
pub(crate) fn plain(name: &str) -> &str {
    match name.rsplit_once('.') {
        Some((plain, number)) if number.len() >= 3 && number.bytes().all(|digit| digit.is_ascii_digit()) => plain,
        _ => name,
    }
}

/// Returns the part of a name after its folders.
fn last(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}
