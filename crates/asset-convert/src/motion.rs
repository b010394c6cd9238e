//! This module contains [`Motion`], which edits animations while they are converted.

mod work;

use std::sync::Arc;

use asset_formats::Error;
use asset_scene::Scene;
use asset_scene::motion::{self, BoneMap, Span};
use binio::Findings;

use self::work::Work;
use super::ConvertOptions;

/// Edits the animations in a conversion. This applies to all animations that [`ConvertOptions::animations`] selects.
/// The edits are done in the order of these fields.
///
/// ```
/// use asset_convert::{ConvertOptions, Motion};
/// use asset_scene::motion::Span;
/// let mut motion = Motion::default();
/// motion.clips = vec![Span::new("Walk", 0.0, 1.2), Span::new("Run", 1.2, 2.0)];
/// motion.in_place = true;
/// let options = ConvertOptions::default().motion(motion);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Motion {
    /// Clips to cut out of an animation, which they will replace. You must select exactly one animation.
    pub clips: Vec<Span>,
    /// Joins all animations, one after the other, into one with this name. It replaces them.
    pub merge: Option<String>,
    /// How many times faster to play. This must be above 0.
    pub speed: Option<f32>,
    /// Whether to play backwards.
    pub reverse: bool,
    /// Whether to swap left and right.
    pub mirror: bool,
    /// Retargets the animations to the skeleton of this model, which will replace the model of the input.
    pub onto: Option<Arc<Onto>>,
    /// Which bones in the input match which bones in `onto`. By default, bones are matched using the naming conventions
    /// of known programs; see [`BoneMap::between`].
    pub bone_map: Option<BoneMap>,
    /// Whether to remove horizontal motion.
    pub in_place: bool,
    /// Moves the horizontal motion to the node with this name, which can be a root bone or the hips.
    pub root_motion: Option<String>,
    /// How many frames at the end to blend into the beginning, so that the animation can loop. The frame rate is `fps`,
    /// or 30 if that is not set.
    pub close_loop: Option<u32>,
    /// Creates new keys on whole frames, at this frame rate.
    pub fps: Option<f32>,
    /// Renames bones.
    pub rename_bones: Option<BoneMap>,
}

/// A model that receives the animations of another model.
#[derive(Clone, Debug, PartialEq)]
pub struct Onto {
    scene: Scene<'static>,
}

impl Onto {
    /// Creates it from a model, with this name for the scene.
    ///
    /// # Errors
    /// Returns [`Error::NoScene`] if the document is not a model, and any error that the model causes.
    pub fn new(name: &str, asset: &asset_formats::Asset<'_>) -> Result<Self, Error> {
        let (scene, _) = asset.to_scene(name)?;
        Ok(Self { scene: scene.into_owned() })
    }

    /// Creates it from a model file.
    ///
    /// # Errors
    /// Returns [`Error::Refused`] if the file can't be read or is not a model. The message contains the file name.
    #[cfg(feature = "fs")]
    pub fn open(path: &std::path::Path) -> Result<Self, Error> {
        let named = |error: Error| Error::Refused(format!("{}: {error}", binio::shown_path(path)));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let asset = asset_formats::open(path).map_err(named)?;
        Self::new(&name, &asset).map_err(named)
    }
}

impl Motion {
    /// Returns whether there is nothing to change.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Changes the animations in a scene, given the options.
pub(super) fn apply(scene: &mut Scene<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    let motion = &options.changes.motion;
    if motion.is_empty() {
        return Ok(());
    }
    let renames_only = Motion { rename_bones: None, ..motion.clone() }.is_empty();
    if scene.animations.is_empty() && !renames_only {
        return Err(Error::Refused("expected an animation to change, found none".into()));
    }
    let mut budget = options.limits().budget();
    let mut work = Work { scene, motion, findings, budget: &mut budget };
    work.cut()?;
    work.join()?;
    for id in work.scene.animations.ids() {
        work.retime_and_mirror(id)?;
    }
    work.retarget()?;
    for id in work.scene.animations.ids() {
        work.finish(id)?;
    }
    if let Some(map) = &motion.rename_bones {
        work.findings.extend(motion::rename_bones(work.scene, map).map_err(Error::convert)?);
    }
    scene.remove_unused_arrays();
    Ok(())
}
