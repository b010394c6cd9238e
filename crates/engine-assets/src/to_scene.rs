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
    /// [`Error::NoScene`] of any other format; [`Error::FeatureOff`] of one whose scene feature is off; [`Error::Convert`] of a model that
    /// unpacks to more than the limits allow.
    pub fn to_scene(&self, name: &str) -> Result<(Scene<'_>, Findings), Error> {
        self.to_scene_with(name, &ReadOptions::default())
    }

    /// As [`to_scene`](Self::to_scene), with other limits.
    ///
    /// # Errors
    /// As [`to_scene`](Self::to_scene).
    #[cfg_attr(
        not(any(feature = "scene-pragma", feature = "scene-urho", feature = "scene-zed")),
        allow(unused_variables, reason = "glTF is a scene already")
    )]
    pub fn to_scene_with(&self, name: &str, options: &ReadOptions) -> Result<(Scene<'_>, Findings), Error> {
        match self {
            Self::Gltf(crate::GltfDocument { scene, findings, .. }) => {
                let mut scene = scene.borrowed();
                if scene.name.is_empty() {
                    scene.name = name.to_owned();
                }
                Ok((scene, findings.clone()))
            }
            #[cfg(feature = "scene-urho")]
            Self::UrhoMdl(model) => scene_urho::to_scene(model, name, options).map_err(Error::convert),
            #[cfg(feature = "scene-pragma")]
            Self::PragmaModel(model) => scene_pragma::to_scene(model, name, options).map_err(Error::convert),
            #[cfg(feature = "scene-pragma")]
            Self::PragmaMap(map) => crate::convert::maps::alone(map, name, options),
            #[cfg(feature = "scene-zed")]
            Self::ZedModel(model) => scene_zed::to_scene(model, name, options).map_err(Error::convert),
            other => Err(no_scene(other.format())),
        }
    }
}

/// Why a document has no scene: it is no model, or the feature of its scene is off.
fn no_scene(format: crate::Format) -> Error {
    let feature = match format {
        crate::Format::UrhoMdl => "scene-urho",
        crate::Format::PragmaModel | crate::Format::PragmaMap => "scene-pragma",
        crate::Format::ZedModel => "scene-zed",
        _ => return Error::NoScene(format),
    };
    Error::FeatureOff { format, feature }
}
