//! The scene of a document.

use asset_scene::Scene;
use binio::{Budget, Findings};
use scene_adapter::{ResourceLoader, ResourceReader, Role, ShowOptions};

use crate::convert::{ConvertOptions, Input, shown};
use crate::{Asset, Error, Typed, engines};

impl Asset<'_> {
    /// Returns the scene of a model, called `name`, with findings about content that the scene lacks. Bulk data is borrowed.
    ///
    /// Models of all engines, maps of Pragma, and glTF have one. A map is without its models here, which are files of their own:
    /// [`convert`](crate::convert::convert) finds them; animations of Urho3D are added with `scene_urho::add_animation`.
    ///
    /// # Errors
    /// [`Error::NoScene`] of any other format; [`Error::Convert`] of a model that unpacks to more than the limits allow.
    pub fn to_scene(&self, name: &str) -> Result<(Scene<'_>, Findings), Error> {
        self.to_scene_with(name, &ShowOptions::default())
    }

    /// As [`to_scene`](Self::to_scene), with other limits, or with the collision and navigation meshes of a map. Materials are names.
    ///
    /// # Errors
    /// As [`to_scene`](Self::to_scene).
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

/// Returns the scene of a model with any number of animations of Urho3D, of a scene or prefab of Urho3D, or of a map of Pragma, and the differences
/// between the scene and its files. Models of scenes, and textures of materials, are found in [`ConvertOptions::resources`].
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
/// [`Error::NoScene`] for any other format, [`Error::Refused`] for several models or none, or an error of the model.
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

/// A project without files.
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
