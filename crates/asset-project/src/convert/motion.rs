//! Changes of animations that options name.

mod work;

use std::sync::Arc;

use asset_scene::Scene;
use asset_scene::motion::{self, BoneMap, Span};
use binio::Findings;

use self::work::Work;
use super::ConvertOptions;
use crate::Error;

/// Changes of the animations of a conversion: of all that [`ConvertOptions::animations`] selects, in the order of these fields.
///
/// ```
/// use asset_project::convert::{ConvertOptions, Motion};
/// use asset_scene::motion::Span;
/// let mut motion = Motion::default();
/// motion.clips = vec![Span::new("Walk", 0.0, 1.2), Span::new("Run", 1.2, 2.0)];
/// motion.in_place = true;
/// let options = ConvertOptions::default().motion(motion);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Motion {
    /// Clips to cut out of the only selected animation, which they replace.
    pub clips: Vec<Span>,
    /// Name of one animation that plays all animations one after the other, and replaces them.
    pub merge: Option<String>,
    /// How many times as fast animations play: above 0.
    pub speed: Option<f32>,
    /// Whether animations play backwards.
    pub reverse: bool,
    /// Whether left and right are swapped.
    pub mirror: bool,
    /// The model whose skeleton gets the animations: it replaces the model of the input.
    pub onto: Option<Arc<Onto>>,
    /// Which bone of the input is which of `onto`. Default: by the conventions of known programs, see [`BoneMap::between`].
    pub bone_map: Option<BoneMap>,
    /// Whether horizontal motion is removed.
    pub in_place: bool,
    /// Name of the node that gets the horizontal motion: a root bone, or the hips.
    pub root_motion: Option<String>,
    /// Number of frames at the end that are blended into the beginning; frames are those of `fps`, or 30 per second.
    pub close_loop: Option<u32>,
    /// Frames per second of new keys, which are on whole frames.
    pub fps: Option<f32>,
    /// New names of bones.
    pub rename_bones: Option<BoneMap>,
}

/// A model that gets the animations of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Onto {
    scene: Scene<'static>,
}

impl Onto {
    /// Takes the scene of a model, called `name`.
    ///
    /// # Errors
    /// [`Error::NoScene`] of a document that isn't a model; an error of the model.
    pub fn new(name: &str, asset: &crate::Asset<'_>) -> Result<Self, Error> {
        let (scene, _) = asset.to_scene(name)?;
        Ok(Self { scene: scene.into_owned() })
    }

    /// Opens the file of a model.
    ///
    /// # Errors
    /// [`Error::Refused`]: an unreadable file, or no model. The message names the file.
    #[cfg(feature = "fs")]
    pub fn open(path: &std::path::Path) -> Result<Self, Error> {
        let named = |error: Error| Error::Refused(format!("{}: {error}", binio::shown_path(path)));
        let name = path.file_stem().unwrap_or_default().to_string_lossy();
        let asset = crate::open(path).map_err(named)?;
        Self::new(&name, &asset).map_err(named)
    }
}

impl Motion {
    /// Whether nothing is changed.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Changes the animations of a scene as the options say.
pub(super) fn apply(scene: &mut Scene<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    let motion = &options.motion;
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
