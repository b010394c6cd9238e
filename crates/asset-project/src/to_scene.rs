//! Converts documents to scenes.

use asset_scene::Scene;
use binio::{Budget, Findings};
use scene_adapter::{ResourceLoader, ResourceReader, Role, ShowOptions};

use crate::convert::{ConvertOptions, Input, shown};
use crate::{Asset, Error, Typed, engines};

impl Asset<'_> {
    /// Converts a model to a scene with the given name. Bulk data is borrowed. The findings say which content the scene
    /// doesn't have.
    ///
    /// This works for models of all engines, Pragma maps, and glTF. A map will be without its models here, because they
    /// are files of their own; use [`convert`](crate::convert::convert) to include them. To add Urho3D animations to
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
        let (input, nowhere) = (Input::new("", self), Nowhere);
        let document = match self.typed() {
            // It is its models that are shown.
            Typed::UrhoScene(_) => None,
            _ => engines::document(&input, &mut Findings::new())?,
        };
        let Some(document) = document.filter(|document| document.role() != Role::Animation) else {
            return Err(Error::NoScene(self.format()));
        };
        let mut show = options.clone();
        show.materials = false;
        let mut resources = ResourceReader::new(&nowhere, options.limits);
        document.to_scene(name, &mut resources, &show).map_err(Error::adapter)
    }
}

/// Converts documents to one scene: a model with any number of Urho3D animations, an Urho3D scene or prefab, or a
/// Pragma map. The models that a scene shows and the textures of its materials are searched in
/// [`ConvertOptions::resources`]. The findings are the differences between the scene and its files.
///
/// ```no_run
/// use asset_project::convert::{ConvertOptions, Input};
/// use asset_project::Resources;
///
/// let level = asset_project::open("Data/Scenes/Camp.xml")?;
/// let resources = Resources::around("Data/Scenes/Camp.xml")?;
/// let options = ConvertOptions::default().resources(std::sync::Arc::new(resources));
/// let (scene, findings) = asset_project::scene(&[Input::new("Camp", &level)], &options)?;
/// println!("{} nodes, {} findings", scene.nodes.len(), findings.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns [`Error::NoScene`] for any other format, [`Error::Refused`] if there are several models or none, and any
/// error that the model causes.
pub fn scene<'i>(inputs: &[Input<'i, '_>], options: &ConvertOptions) -> Result<(Scene<'i>, Findings), Error> {
    let is_animation = |input: &&Input<'i, '_>| engines::role(input.asset) == Some(Role::Animation);
    let mut others = inputs.iter().filter(|input| !is_animation(input));
    match (others.next().or(inputs.first()), others.next()) {
        (None, _) => Err(Error::Refused("expected a document, found none".into())),
        (Some(first), Some(second)) => {
            let message = format!("expected one model for one scene, found {} and {}", first.name, second.name);
            Err(Error::Refused(message))
        }
        (Some(main), None) => shown::scene(main, inputs, options),
    }
}

/// A project that has no files.
struct Nowhere;

impl ResourceLoader for Nowhere {
    fn find(&self, _: &[&str]) -> Result<Option<String>, String> {
        Ok(None)
    }

    fn read(&self, _: &str, _: &mut Budget) -> Result<Option<Vec<u8>>, String> {
        Ok(None)
    }

    fn is_empty(&self) -> bool {
        true
    }

    fn missing(&self) -> String {
        "files of models are found when the map is converted".to_owned()
    }
}
