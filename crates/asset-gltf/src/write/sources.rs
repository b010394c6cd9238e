//! Source of the scene, written to `extras`.

use std::collections::HashSet;

use asset_scene::{AnimationId, Scene, Source};
use binio::Path;

use super::arrays::Entry;
use super::buffer::Buffer;
use crate::WriteOptions;
use crate::environment::EnvironmentExtras;
use crate::error::{Error, ErrorKind};
use crate::extras::{BareAnimation, BlockExtras, EngineAssets, Extras, raw, too_deep};
use crate::fingerprint::{Fingerprints, of_block};
use crate::json::{Animation, Integer, Root};

/// Content of the scene that glTF can't express.
pub(super) struct Rest {
    /// Animations without channels.
    pub(super) bare: Vec<AnimationId>,
    pub(super) environment: Option<EnvironmentExtras>,
}

/// Writes the sources of the scene and of all animations, and the rest.
pub(super) fn write(
    scene: &Scene<'_>,
    options: &WriteOptions,
    entries: &[Entry<'_>],
    Rest { bare, environment }: Rest,
    root: &mut Root,
    buffer: &mut Buffer<'_>,
) -> Result<(), Error> {
    let mut fingerprints = Fingerprints::new(entries.iter().map(|entry| &*entry.array).collect());
    let bare_set: HashSet<AnimationId> = bare.iter().copied().collect();
    let with_channels = scene.animations.enumerate().filter(|(index, _)| !bare_set.contains(index));
    let mut written = root.animations.iter_mut();
    for (index, animation) in with_channels {
        let (Some(written), Some(source)) = (written.next(), &animation.source) else { continue };
        let path = Path::from([("animation", index.index())]);
        let fingerprint = || fingerprints.of_animation(written);
        let ours = engine_assets(source, options, fingerprint, buffer, path)?;
        written.extras = Some(raw(&Extras { engine_assets: Some(ours) })?);
    }
    let mut root_ours = match &scene.source {
        Some(source) => engine_assets(source, options, || fingerprints.of_model(root), buffer, Path::from("file"))?,
        None => EngineAssets::default(),
    };
    for index in bare {
        let animation = &scene[index];
        let path = Path::from([("animation", index.index())]);
        let no_channels = || fingerprints.of_animation(&Animation::default());
        let source = animation.source.as_ref();
        let engine_assets =
            source.map(|source| engine_assets(source, options, no_channels, buffer, path)).transpose()?;
        root_ours.animations.push(BareAnimation {
            at: Integer::from(index.index()),
            name: animation.name.clone(),
            engine_assets: engine_assets.map(Box::new),
        });
    }
    root_ours.environment = environment;
    if scene.source.is_some() || !root_ours.animations.is_empty() || root_ours.environment.is_some() {
        root.extras = Some(raw(&Extras { engine_assets: Some(root_ours) })?);
    }
    Ok(())
}

fn engine_assets(
    source: &Source<'_>,
    options: &WriteOptions,
    fingerprint: impl FnOnce() -> String,
    buffer: &mut Buffer<'_>,
    path: Path,
) -> Result<EngineAssets, Error> {
    if too_deep(&source.layout) {
        return Err(Error::new(ErrorKind::TooLarge("a layout nests too deep to be read back"), path));
    }
    let mut ours =
        EngineAssets { format: Some(source.format.clone()), layout: source.layout.clone(), ..EngineAssets::default() };
    if options.exact && !source.blocks.is_empty() {
        ours.accessors_sha256 = Some(fingerprint());
        for block in &source.blocks {
            let view = if block.data.is_empty() { None } else { Some(buffer.block(&block.data)) };
            let sha256 = of_block(&block.data);
            ours.blocks.push(BlockExtras { name: block.name.clone(), buffer_view: view, sha256 });
        }
    }
    Ok(ours)
}
