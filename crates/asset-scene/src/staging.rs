//! Content that only pictures need, and that no format stores in this form.

use crate::{Id, Light, Node};

/// Content of an engine's scene that only pictures need: which lights cast shadows, and how bright the picture is.
/// Conversions neither read nor write it, and adapters only fill it if the scene is read for a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Staging {
    /// The lights that cast shadows.
    pub shadow_lights: Vec<Id<Light>>,
    /// The nodes whose meshes cast shadows.
    pub shadow_casters: Vec<Id<Node>>,
    /// Whether lights have physical units, so that most of the scene is far brighter than white. Such a scene needs an
    /// exposure, which the engine adds as a post-process.
    pub is_physical: bool,
}

impl Staging {
    /// Returns whether this doesn't contain anything.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}
