//! The original files that are stored in a scene.

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

/// The model and animation files that are stored in a scene.
#[derive(Default)]
pub(super) struct Carried {
    model: Option<Model<'static>>,
    side: Option<SideFile>,
    animations: HashMap<AnimationId, Animation<'static>>,
    /// Animation files in XML.
    texts: HashMap<AnimationId, XmlAnimation<'static>>,
}

impl Carried {
    /// Reads the files, but not if the options change the space or the skeleton of the scene. If a file is damaged,
    /// this is reported as a finding.
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

    /// Returns the model as an original. It does not list any animations, because you can find these using their id in
    /// the scene.
    pub(super) fn original(&self) -> Option<Original<'_>> {
        let model = self.model.as_ref()?;
        Some(Original { model, side: self.side.clone(), animations: Vec::new() })
    }

    /// Returns the file that an animation was read from.
    pub(super) fn animation(&self, id: AnimationId) -> Option<&Animation<'static>> {
        self.animations.get(&id)
    }

    /// Returns the XML file that an animation was read from.
    pub(super) fn text(&self, id: AnimationId) -> Option<&XmlAnimation<'static>> {
        self.texts.get(&id)
    }
}
