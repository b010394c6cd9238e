//! Reports custom properties in `extras` that a scene has no place for.

use serde_json::value::RawValue;

use super::File;
use crate::extras::{SCENE_KEY, further};
use crate::kinds;

/// What many programs write into the `extras` of a mesh, and this crate reads.
const TARGET_NAMES: &str = "targetNames";

impl File<'_> {
    /// Adds a finding if anything but nodes has custom properties.
    pub(super) fn tell_further_extras(&mut self) {
        let root = self.root;
        let whole = [("the file", "", &root.extras)].into_iter();
        let all = whole
            .chain(root.scenes.iter().map(|scene| ("scene", scene.name.as_str(), &scene.extras)))
            .chain(root.meshes.iter().map(|mesh| ("mesh", mesh.name.as_str(), &mesh.extras)))
            .chain(root.materials.iter().map(|material| ("material", material.name.as_str(), &material.extras)))
            .chain(root.animations.iter().map(|animation| ("animation", animation.name.as_str(), &animation.extras)));
        let keys = |extras: &Option<Box<RawValue>>| -> Vec<String> {
            let names = further(extras.as_deref()).into_iter().map(|(name, _)| name);
            names.filter(|name| name != TARGET_NAMES && !name.starts_with(SCENE_KEY)).collect()
        };
        let mut named = all.flat_map(|(what, name, extras)| keys(extras).into_iter().map(move |key| (what, name, key)));
        let Some((what, name, key)) = named.next() else { return };
        let of = if name.is_empty() { what.to_owned() } else { format!("{what} {name:?}") };
        let count = named.count().saturating_add(1);
        let message =
            format!("custom properties of anything but nodes are left out: {count}, the first is {key:?} of {of}");
        self.note(kinds::EXTRAS_LEFT_OUT, "extras", message);
    }
}
