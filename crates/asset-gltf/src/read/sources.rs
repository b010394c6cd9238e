//! Source of the scene, stored in `extras`.

use asset_scene::{Animation, Block, Scene, Source};
use binio::Path;

use super::File;
use super::buffers::Buffers;
use crate::extras::{BlockExtras, EngineAssets, engine_assets};
use crate::fingerprint::{Fingerprints, of_block};
use crate::kinds;

impl File<'_> {
    /// Adds the source of the scene, and the animations that glTF can't express.
    pub(super) fn sources(&mut self, buffers: &Buffers<'_>, scene: &mut Scene<'static>) {
        let root = self.root;
        let mut fingerprints = Fingerprints::new(self.arrays.iter().collect());
        let mut found = Vec::new();
        for (index, (json, animation)) in root.animations.iter().zip(&mut scene.animations).enumerate() {
            let Some(ours) = engine_assets(json.extras.as_deref()) else { continue };
            let path = Path::from([("animation", index)]);
            animation.source = source(ours, buffers, || fingerprints.of_animation(json), &path, &mut found);
        }
        if let Some(mut ours) = engine_assets(root.extras.as_deref()) {
            let bare = std::mem::take(&mut ours.animations);
            scene.environment = ours.environment.take().map(|environment| environment.read(scene.meshes.len()));
            scene.source = source(ours, buffers, || fingerprints.of_model(root), &Path::from("file"), &mut found);
            let mut with_channels = std::mem::take(&mut scene.animations).into_iter();
            for animation in bare {
                let ours = animation.engine_assets.map(|ours| *ours).unwrap_or_default();
                let before = animation.at.index().saturating_sub(scene.animations.len());
                scene.animations.extend(with_channels.by_ref().take(before));
                let at = scene.animations.len();
                let path = Path::from([("animation", at)]);
                let no_channels = || fingerprints.of_animation(&crate::json::Animation::default());
                let source = source(ours, buffers, no_channels, &path, &mut found);
                scene.animations.push(Animation { name: animation.name, channels: Vec::new(), source });
            }
            scene.animations.extend(with_channels);
        }
        found.into_iter().for_each(|(path, message)| self.findings.warning(kinds::STORED_SOURCE, path, message));
    }
}

/// The source that `ours` tells of; its blocks only if the arrays and they are still the same.
fn source(
    ours: EngineAssets,
    buffers: &Buffers<'_>,
    fingerprint: impl FnOnce() -> String,
    path: &Path,
    found: &mut Vec<(Path, &'static str)>,
) -> Option<Source<'static>> {
    let format = ours.format?;
    let mut blocks = Vec::new();
    if !ours.blocks.is_empty() || ours.accessors_sha256.is_some() {
        if ours.accessors_sha256 != Some(fingerprint()) {
            found.push((path.clone(), "the file was changed since; its exact copy of the original is left out"));
        } else if let Some(whole) = ours.blocks.iter().map(|own| block(own, buffers)).collect() {
            blocks = whole;
        } else {
            found.push((path.clone(), "its exact copy of the original is broken and left out"));
        }
    }
    Some(Source { format, layout: ours.layout, blocks })
}

/// Returns a block, if its hash matches.
fn block(block: &BlockExtras, buffers: &Buffers<'_>) -> Option<Block<'static>> {
    let data = match block.buffer_view {
        Some(view) => buffers.view(view).ok()?.bytes,
        None => &[],
    };
    (of_block(data) == block.sha256).then(|| Block { name: block.name.clone(), data: data.to_vec().into() })
}
