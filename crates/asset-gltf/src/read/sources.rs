//! Reads the source of the scene, which is stored in `extras`.

use asset_scene::{Animation, Scene, Source};
use binio::{Budget, Path};

use super::File;
use crate::extras::{BareAnimation, EngineAssets, engine_assets, of_scene};
use crate::kinds;

impl File<'_> {
    /// Adds the source of the scene, and the animations that glTF can't express.
    pub(super) fn sources(&mut self, budget: &mut Budget, scene: &mut Scene<'static>) {
        let root = self.root;
        let mut unreadable = Vec::new();
        for (index, (json, animation)) in root.animations.iter().zip(&mut scene.animations).enumerate() {
            let Some(ours) = engine_assets(json.extras.as_deref()) else { continue };
            animation.source = source(ours, budget, &Path::from([("animation", index)]), &mut unreadable);
        }
        // Blender keeps the extras of scenes.
        for mut ours in root.scenes.iter().flat_map(|scene| of_scene(scene.extras.as_deref())) {
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
