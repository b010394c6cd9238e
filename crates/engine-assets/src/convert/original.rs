//! The file that a scene was edited from: what it holds beside what glTF shows is kept.

#![cfg_attr(
    not(all(feature = "scene-pragma", feature = "scene-urho")),
    allow(
        dead_code,
        unused_mut,
        unused_variables,
        clippy::single_match,
        reason = "without an adapter there are no originals"
    )
)]

use std::fmt;

use asset_scene::{Scene, Source};
use binio::Findings;

use super::{ConvertOptions, Goal, Input};
use crate::{Asset, Error, Format};

/// The model that a scene was edited from, for [`ConvertOptions::into_original`] and [`ConvertOptions::bind_pose_of`].
///
/// ```
/// # fn convert(glb: &[u8], mdl: &[u8]) -> Result<(), engine_assets::Error> {
/// use engine_assets::Asset;
/// use engine_assets::convert::{ConvertOptions, Original};
/// let original = Original::new(Asset::parse(mdl, None)?)?;
/// let options = ConvertOptions::default().into_original(original);
/// let made = Asset::parse(glb, None)?.convert_to("Jack.mdl", &options)?;
/// # Ok(())
/// # }
/// ```
pub struct Original {
    pub(super) asset: Asset<'static>,
    #[cfg(feature = "scene-urho")]
    pub(super) animations: Vec<OriginalAnimation>,
    #[cfg(feature = "sidecar")]
    pub(super) side: Option<crate::SideFile>,
}

/// An animation beside a model of Urho3D.
#[cfg(feature = "scene-urho")]
pub(super) struct OriginalAnimation {
    /// Name of its file, without folder and extension.
    pub(super) name: String,
    pub(super) animation: urho_ani::Animation<'static>,
    pub(super) side: Option<crate::SideFile>,
}

impl fmt::Debug for Original {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Original({})", self.asset.format().title())
    }
}

impl Original {
    /// A model of Urho3D or Pragma.
    ///
    /// # Errors
    /// [`Error::Refused`] for any other document.
    pub fn new(asset: Asset<'_>) -> Result<Self, Error> {
        let format = asset.format();
        let known = (cfg!(feature = "scene-urho") && format == Format::UrhoMdl)
            || (cfg!(feature = "scene-pragma") && format == Format::PragmaModel);
        if !known {
            return Err(Error::Refused(format!(
                "expected a model of Urho3D or Pragma as the original, found {}",
                format.title()
            )));
        }
        Ok(Self {
            asset: asset.into_owned(),
            #[cfg(feature = "scene-urho")]
            animations: Vec::new(),
            #[cfg(feature = "sidecar")]
            side: None,
        })
    }

    /// With the model's side file.
    #[cfg(feature = "sidecar")]
    #[must_use]
    pub fn side(mut self, side: impl Into<Option<crate::SideFile>>) -> Self {
        self.side = side.into();
        self
    }

    /// With an animation beside a model of Urho3D, called as its file is without folder and extension, and its side file. Anything else
    /// than an animation is left out.
    #[cfg(feature = "scene-urho")]
    #[must_use]
    pub fn animation(mut self, name: &str, asset: Asset<'_>, side: impl Into<Option<crate::SideFile>>) -> Self {
        if let Asset::UrhoAni(animation) = asset {
            let animation = animation.into_owned();
            self.animations.push(OriginalAnimation { name: name.to_owned(), animation, side: side.into() });
        }
        self
    }
}

/// Makes a scene ready to be built as the options say, before anything is made of it.
pub(super) fn prepare(
    scene: &mut Scene<'_>,
    input: &Input<'_, '_>,
    goal: Goal,
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<(), Error> {
    if let Asset::Gltf(_) = input.asset {
        findings.extend(scene.begin_at_zero());
    }
    if options.turn {
        scene.turn_around();
    }
    if options.apply_scale {
        findings.extend(scene.apply_scale());
    }
    let Some(original) = options.into.as_ref().or(options.bind_pose.as_ref()) else {
        tell_held(scene, options, findings);
        return Ok(());
    };
    let is_home = match goal.extension() {
        Some("mdl" | "ani") => original.asset.format() == Format::UrhoMdl,
        Some("pmdl" | "pmdl_b") => original.asset.format() == Format::PragmaModel,
        _ => false,
    };
    if options.into.is_some() && !is_home {
        let title = original.asset.format().title();
        return Err(Error::Refused(format!("expected an original of the format of {goal}, found {title}")));
    }
    let (before, _) = original.asset.to_scene(&scene.name)?;
    findings.extend(scene.take_skeleton_of(&before).map_err(Error::convert)?);
    Ok(())
}

/// Name of the format of what a model holds beside its scene, in [`Source::format`] of the node that shows it.
const HELD: &str = "original";

/// What is counted of animations that have triggers beside them.
const TRIGGERS: &str = "animations with triggers";

/// Stores at the node that shows the model what the model holds that a scene doesn't show, so that whoever comes back without it is told. Programs keep
/// what stands at nodes.
pub(super) fn store_held(scene: &mut Scene<'_>, inputs: &[Input<'_, '_>]) {
    let mut held: Vec<(&'static str, usize)> = Vec::new();
    for input in inputs {
        match input.asset {
            #[cfg(feature = "scene-pragma")]
            Asset::PragmaModel(model) => held.extend(held_by(model)),
            #[cfg(feature = "scene-urho")]
            _ if input
                .side
                .is_some_and(|side| side.content.as_ref().is_some_and(|content| !content.triggers.is_empty())) =>
            {
                held.push((TRIGGERS, 1));
            }
            _ => {}
        }
    }
    let mut layout = serde_json::Map::new();
    for (what, count) in held.into_iter().filter(|(_, count)| *count > 0) {
        let known = layout.get(what).and_then(serde_json::Value::as_u64).unwrap_or(0);
        layout.insert(what.to_owned(), known.saturating_add(count as u64).into());
    }
    let shown = scene.nodes.iter_mut().find(|node| node.mesh.is_some() && node.source.is_none());
    if let Some(node) = shown.filter(|_| !layout.is_empty()) {
        node.source = Some(Box::new(Source { format: HELD.to_owned(), layout: layout.into(), blocks: Vec::new() }));
    }
}

/// What a model of Pragma holds beside its scene.
#[cfg(feature = "scene-pragma")]
fn held_by(model: &pragma_asset::Model<'_>) -> Vec<(&'static str, usize)> {
    let animations = model.animations();
    let looped = animations.iter().filter(|animation| animation.flags() != pragma_asset::AnimationFlags::default());
    vec![
        ("hit boxes", model.hit_boxes().len()),
        ("collision meshes", model.collision_meshes().len()),
        ("attachments", model.attachments().len()),
        ("joints", model.joints().len()),
        ("levels of detail", model.lods().len()),
        ("animations with flags", looped.count()),
        ("events of animations", animations.iter().map(|animation| animation.events().len()).sum()),
        ("blend controllers", model.blend_controllers().len()),
        ("flags", model.flags().len()),
    ]
}

/// Says what the model that a scene came from holds and what is made anew won't.
fn tell_held(scene: &Scene<'_>, options: &ConvertOptions, findings: &mut Findings) {
    // One that can be restored has it all.
    if scene.source.is_some() && options.is_plain() {
        return;
    }
    let held = scene.nodes.iter().filter_map(|node| node.source.as_ref()).filter(|source| source.format == HELD);
    for (what, count) in held.filter_map(|source| source.layout.as_object()).flatten() {
        let kept = if what == TRIGGERS { side_files(scene) } else { 0 };
        let missing = count.as_u64().unwrap_or(0).saturating_sub(kept);
        if missing > 0 {
            findings.loss("original", format!("{what} aren't in the scene: {missing}; --into ORIGINAL keeps them"));
        }
    }
}

/// How many animations still have their side files.
#[cfg(feature = "scene-urho")]
fn side_files(scene: &Scene<'_>) -> u64 {
    let sources = scene.animations.iter().filter_map(|animation| animation.source.as_ref());
    sources.filter(|source| matches!(scene_urho::SideFile::stored(source), Ok(Some(_)))).count() as u64
}

#[cfg(not(feature = "scene-urho"))]
fn side_files(_: &Scene<'_>) -> u64 {
    0
}

/// Takes out what [`store_held`] stored: it is nobody else's.
pub(super) fn forget_held(scene: &mut Scene<'_>) {
    for node in &mut scene.nodes {
        if node.source.as_ref().is_some_and(|source| source.format == HELD) {
            node.source = None;
        }
    }
}
