//! Writes the source of the scene to `extras`.

use std::collections::HashSet;

use asset_scene::{AnimationId, Scene, Source};
use binio::Path;

use crate::environment::EnvironmentExtras;
use crate::error::{Error, ErrorKind};
use crate::extras::{BareAnimation, EngineAssets, Extras, SceneExtras, StoredClip, raw, scene_key, too_deep};
use crate::json::{Integer, Root};
use crate::packed::Packed;

/// Content of the scene that glTF can't express.
pub(super) struct Rest {
    /// The animations without channels.
    pub(super) bare: Vec<AnimationId>,
    pub(super) environment: Option<EnvironmentExtras>,
}

/// Writes the sources of the scene and of all animations, and the rest.
pub(super) fn write(scene: &Scene<'_>, Rest { bare, environment }: Rest, root: &mut Root) -> Result<(), Error> {
    let clips = clips(scene, &bare, root)?;
    let mut of_scene = match &scene.source {
        Some(source) => engine_assets(source, Path::from("file"))?,
        None => EngineAssets::default(),
    };
    for index in bare {
        let animation = &scene[index];
        let path = Path::from([("animation", index.index())]);
        let engine_assets = animation.source.as_ref().map(|source| engine_assets(source, path)).transpose()?;
        of_scene.animations.push(BareAnimation {
            at: Integer::from(index.index()),
            name: animation.name.clone(),
            engine_assets: engine_assets.map(Box::new),
        });
    }
    (of_scene.clips, of_scene.environment) = (clips, environment);
    let is_empty = of_scene.animations.is_empty() && of_scene.clips.is_empty() && of_scene.environment.is_none();
    if scene.source.is_some() || !is_empty {
        // Blender keeps the extras of scenes, and no others of the whole file.
        let mut of_scenes = vec![(scene_key(scene.source.as_ref()), of_scene)];
        for source in &scene.other_sources {
            of_scenes.push((scene_key(Some(source)), engine_assets(source, Path::from("file"))?));
        }
        let extras = raw(&SceneExtras(of_scenes))?;
        root.scenes.first_mut().into_iter().for_each(|scene| scene.extras = Some(extras.clone()));
    }
    Ok(())
}

/// Returns the sources of animations with channels, for the scene, and lets each of these animations name its own.
fn clips(scene: &Scene<'_>, bare: &[AnimationId], root: &mut Root) -> Result<Vec<StoredClip>, Error> {
    let bare: HashSet<AnimationId> = bare.iter().copied().collect();
    let with_channels = scene.animations.enumerate().filter(|(index, _)| !bare.contains(index));
    let (mut written, mut clips) = (root.animations.iter_mut(), Vec::new());
    for (index, animation) in with_channels {
        let (Some(written), Some(source)) = (written.next(), &animation.source) else { continue };
        let ours = engine_assets(source, Path::from([("animation", index.index())]))?;
        let named = EngineAssets { clip: Some(Integer::from(clips.len())), ..EngineAssets::default() };
        written.extras = Some(raw(&Extras { engine_assets: Some(named) })?);
        clips.push(StoredClip { name: animation.name.clone(), engine_assets: Box::new(ours) });
    }
    Ok(clips)
}

fn engine_assets(source: &Source<'_>, path: Path) -> Result<EngineAssets, Error> {
    if too_deep(&source.layout) {
        return Err(Error::new(ErrorKind::TooLarge("a layout nests too deep to be read back"), path));
    }
    let original = source.original.as_deref().map(Packed::of);
    let (format, layout) = (Some(source.format.clone()), source.layout.clone());
    Ok(EngineAssets { format, layout, original, ..EngineAssets::default() })
}
