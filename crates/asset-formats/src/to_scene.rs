//! Converts documents to scenes.

use asset_scene::Scene;
use binio::Findings;
use scene_adapter::{ResourceLoader, ResourceReader, Role, ShowOptions};

use crate::document::Beside;
use crate::{Asset, Error, Typed};

impl Asset<'_> {
    /// Converts a model to a scene with the given name. Bulk data is borrowed. The findings say which content the scene
    /// doesn't have.
    ///
    /// This works for models of all engines, Pragma maps, and glTF. A map will be without its models here, because they
    /// are files of their own; use `asset_convert::convert` to include them. To add Urho3D animations to
    /// the scene, use `scene_urho::add_animation`.
    ///
    /// # Errors
    /// Returns [`Error::NoScene`] for any other format, and [`Error::Convert`] if the model unpacks to more than the
    /// limits allow.
    pub fn to_scene(&self, name: &str) -> Result<(Scene<'_>, Findings), Error> {
        self.to_scene_with(name, &ShowOptions::default())
    }

    /// Like [`to_scene`](Self::to_scene), but with other limits, or with the collision and navigation meshes of a map.
    /// Materials are only names.
    ///
    /// # Errors
    /// See [`to_scene`](Self::to_scene).
    pub fn to_scene_with(&self, name: &str, options: &ShowOptions<'_>) -> Result<(Scene<'_>, Findings), Error> {
        let document = match self.typed() {
            // It is its models that are shown.
            Typed::UrhoScene(_) => None,
            _ => self.document().show(Beside::default()),
        };
        let Some(document) = document.filter(|document| document.role() != Role::Animation) else {
            return Err(Error::NoScene(self.format()));
        };
        let mut show = options.clone();
        show.materials = false;
        let mut resources = ResourceReader::new(&Nowhere, options.limits);
        document.to_scene(name, &mut resources, &show).map_err(Error::from)
    }
}

/// A project that has no files.
struct Nowhere;

impl ResourceLoader for Nowhere {
    fn is_empty(&self) -> bool {
        true
    }

    fn missing(&self) -> String {
        "files of models are found when the map is converted".to_owned()
    }
}
