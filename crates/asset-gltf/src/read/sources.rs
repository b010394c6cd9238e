//! Reads the source of the scene, which is stored in `extras`.

use std::collections::{BTreeMap, HashMap, HashSet};

use asset_scene::{Animation, AnimationId, Scene, Source};
use binio::{Budget, Path};

use super::File;
use crate::extras::{BareAnimation, EngineAssets, StoredClip, engine_assets, of_scene};
use crate::kinds;

impl File<'_> {
    /// Adds the source of the scene, and the animations that glTF can't express.
    pub(super) fn sources(&mut self, budget: &mut Budget, scene: &mut Scene<'static>) {
        let root = self.root;
        let mut unreadable = Vec::new();
        // Blender keeps the extras of scenes.
        let mut stored: Vec<EngineAssets> =
            root.scenes.iter().flat_map(|scene| of_scene(scene.extras.as_deref())).collect();
        let clips: Vec<Vec<StoredClip>> = stored.iter_mut().map(|ours| std::mem::take(&mut ours.clips)).collect();
        self.clips(clips, budget, scene, &mut unreadable);
        for mut ours in stored {
            let bare = std::mem::take(&mut ours.animations);
            if let Some(environment) = ours.environment.take().filter(|_| scene.environment.is_none()) {
                scene.environment = Some(environment.read(scene.meshes.len()));
            }
            let source = source(ours, budget, &Path::from("file"), &mut unreadable);
            match &scene.source {
                None => scene.source = source,
                Some(_) => scene.other_sources.extend(source),
            }
            self.bare_animations(bare, budget, scene, &mut unreadable);
        }
        unreadable.into_iter().for_each(|(path, message)| self.findings.warning(kinds::STORED_SOURCE, path, message));
    }

    /// Adds the sources of animations with channels.
    fn clips(
        &self,
        stored: Vec<Vec<StoredClip>>,
        budget: &mut Budget,
        scene: &mut Scene<'static>,
        unreadable: &mut Vec<(Path, &'static str)>,
    ) {
        // Numbers mean nothing if the clips of several files have come together.
        let is_numbered = stored.iter().filter(|clips| !clips.is_empty()).count() == 1;
        let mut clips: Vec<Option<StoredClip>> = stored.into_iter().flatten().map(Some).collect();
        let mut found: BTreeMap<usize, StoredClip> = BTreeMap::new();
        for (place, json) in self.root.animations.iter().enumerate().filter(|_| is_numbered) {
            let number = engine_assets(json.extras.as_deref()).and_then(|ours| ours.clip);
            let clip = number.and_then(|number| clips.get_mut(number.index())?.take());
            found.extend(clip.map(|clip| (place, clip)));
        }
        // Programs that drop the numbers keep the names.
        let left: Vec<StoredClip> = clips.into_iter().flatten().collect();
        let known: HashSet<usize> = unique(left.iter().map(|clip| clip.name.as_str())).into_values().collect();
        let places = unique(self.root.animations.iter().map(|animation| animation.name.as_str()));
        for (_, clip) in left.into_iter().enumerate().filter(|(number, _)| known.contains(number)) {
            if let Some(place) = places.get(clip.name.as_str()) {
                found.entry(*place).or_insert(clip);
            }
        }
        for (place, clip) in found {
            let path = Path::from([("animation", place)]);
            if let Some(animation) = scene.animations.get_mut(AnimationId::new(place)) {
                animation.source = source(*clip.engine_assets, budget, &path, unreadable);
            }
        }
    }

    /// Adds animations without channels where they were.
    fn bare_animations(
        &self,
        bare: Vec<BareAnimation>,
        budget: &mut Budget,
        scene: &mut Scene<'static>,
        unreadable: &mut Vec<(Path, &'static str)>,
    ) {
        let mut with_channels = std::mem::take(&mut scene.animations).into_iter();
        for animation in bare {
            let ours = animation.engine_assets.map(|ours| *ours).unwrap_or_default();
            let before = animation.at.index().saturating_sub(scene.animations.len());
            scene.animations.extend(with_channels.by_ref().take(before));
            let path = Path::from([("animation", scene.animations.len())]);
            let source = source(ours, budget, &path, unreadable);
            scene.animations.push(Animation { name: animation.name, channels: Vec::new(), source });
        }
        scene.animations.extend(with_channels);
    }
}

/// Returns the places of names that occur only once.
fn unique<'n>(names: impl Iterator<Item = &'n str>) -> HashMap<&'n str, usize> {
    let mut places: HashMap<&str, Option<usize>> = HashMap::new();
    for (place, name) in names.enumerate() {
        places.entry(name).and_modify(|known| *known = None).or_insert(Some(place));
    }
    places.into_iter().filter_map(|(name, place)| Some((name, place?))).collect()
}

/// Returns the source that is stored in `ours`.
fn source(
    ours: EngineAssets,
    budget: &mut Budget,
    path: &Path,
    unreadable: &mut Vec<(Path, &'static str)>,
) -> Option<Source<'static>> {
    let format = ours.format?;
    let original =
        ours.original.and_then(|packed| packed.file(budget).map_err(|why| unreadable.push((path.clone(), why))).ok());
    Some(Source { format, layout: ours.layout, original: original.map(Into::into) })
}
