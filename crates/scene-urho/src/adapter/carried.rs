//! The originals that a scene carries along.

use std::collections::HashMap;

use asset_scene::{AnimationId, Scene};
use binio::{Findings, Path};
use scene_adapter::CreateOptions;
use urho_ani::{Animation, XmlAnimation};
use urho_mdl::Model;

use super::originals::Original;
use super::sides;
use crate::SideFile;
use crate::kinds;

/// The files of a model and its animations that a scene carries along.
#[derive(Default)]
pub(super) struct Carried {
    model: Option<Model<'static>>,
    side: Option<SideFile>,
    animations: HashMap<AnimationId, Animation<'static>>,
    /// The files of animations in XML.
    texts: HashMap<AnimationId, XmlAnimation<'static>>,
}

impl Carried {
    /// Reads the files, unless options change the space or the skeleton of the scene. A finding reports a damaged one.
    pub(super) fn of(scene: &Scene<'_>, options: &CreateOptions<'_>, findings: &mut Findings) -> Self {
        if !options.is_plain {
            return Self::default();
        }
        let mut tell = |error: asset_scene::Error, path: Path| {
            findings.warning(kinds::NEW_FILE, path, format!("can't be updated, so a new file is made: {error}"));
        };
        let model = crate::original(scene).unwrap_or_else(|error| {
            tell(error, Path::from("original"));
            None
        });
        let (mut animations, mut texts) = (HashMap::new(), HashMap::new());
        for id in scene.animations.ids() {
            match crate::original_animation(scene, id) {
                Ok(animation) => animations.extend(animation.map(|animation| (id, animation))),
                Err(error) => tell(error, Path::from([("animation", id.index())])),
            }
            // A damaged file is reported above.
            texts.extend(crate::original_xml_animation(scene, id).ok().flatten().map(|text| (id, text)));
        }
        let side = sides::stored(scene.source.as_ref(), Path::from("side file"), findings);
        Self { model, side, animations, texts }
    }

    /// The model as an original. Its animations are found by the animations of the scene.
    pub(super) fn original(&self) -> Option<Original<'_>> {
        let model = self.model.as_ref()?;
        Some(Original { model, side: self.side.clone(), animations: Vec::new() })
    }

    /// The file of an animation.
    pub(super) fn animation(&self, id: AnimationId) -> Option<&Animation<'static>> {
        self.animations.get(&id)
    }

    /// The file of an animation in XML.
    pub(super) fn text(&self, id: AnimationId) -> Option<&XmlAnimation<'static>> {
        self.texts.get(&id)
    }
}
