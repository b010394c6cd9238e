//! The scene of a document.

use asset_scene::{ReadOptions, Scene};
use binio::Findings;

use crate::{Asset, Error};

impl Asset<'_> {
    /// Returns the scene that a model shows, called `name`, with findings about what isn't in it. Bulk data is borrowed.
    ///
    /// Models of Urho3D, Pragma and the ZED engine, maps of Pragma, and glTF have one. A map is without its models here, which are files of their own:
    /// [`convert`](crate::convert::convert) finds them; animations of Urho3D are added with `scene_urho::add_animation`.
    ///
    /// # Errors
    /// [`Error::NoScene`] of any other format; [`Error::Convert`] of a model that unpacks to more than the limits allow.
    pub fn to_scene(&self, name: &str) -> Result<(Scene<'_>, Findings), Error> {
        self.to_scene_with(name, &ReadOptions::default())
    }

    /// As [`to_scene`](Self::to_scene), with other limits.
    ///
    /// # Errors
    /// As [`to_scene`](Self::to_scene).
    pub fn to_scene_with(&self, name: &str, options: &ReadOptions) -> Result<(Scene<'_>, Findings), Error> {
        match self {
            Self::Gltf(crate::GltfDocument { scene, findings, .. }) => {
                let mut scene = scene.borrowed();
                if scene.name.is_empty() {
                    scene.name = name.to_owned();
                }
                Ok((scene, findings.clone()))
            }
            Self::UrhoMdl(model) => scene_urho::to_scene(model, name, options).map_err(Error::convert),
            Self::PragmaModel(model) => scene_pragma::to_scene(model, name, options).map_err(Error::convert),
            Self::PragmaMap(map) => crate::convert::maps::alone(map, name, options),
            Self::ZedModel(model) => scene_zed::to_scene(model, name, options).map_err(Error::convert),
            other => Err(Error::NoScene(other.format())),
        }
    }
}
