//! Which parts of which maps a scene and its nodes show. A glTF stores this in `extras`.

use std::sync::Arc;

use asset_scene::{Node, Scene, Source};
use pragma_asset::{Encoding, Map};
use scene_adapter::json::is_default;
use scene_adapter::originals::PartKey;
use serde::{Deserialize, Serialize};

use super::{ENTITY_FORMAT, MAP_FORMAT};

/// The version of the keys.
const VERSION: u32 = 2;

/// What a scene stores about the map that it shows. The map itself is the original of the source.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct MapKey {
    version: u32,
    /// Whether the file was text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) text: bool,
    /// The image to use with the second texture coordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lightmap: Option<String>,
}

impl MapKey {
    /// Creates the key of a map.
    pub(super) fn new(map: &Map<'_>, lightmap: Option<String>) -> Self {
        Self { version: VERSION, text: map.encoding() == Encoding::Text, lightmap }
    }

    /// Reads what is stored in a scene.
    pub(super) fn of(scene: &Scene<'_>) -> Option<Self> {
        let source = scene.source.as_ref().filter(|source| source.format == MAP_FORMAT)?;
        Self::deserialize(&source.layout).ok().filter(|key| key.version == VERSION)
    }

    pub(super) fn source(&self) -> Source<'static> {
        Source::of_layout(MAP_FORMAT, self)
    }
}

/// Which entity a scene node shows.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct EntityKey {
    version: u32,
    /// The [sum](asset_scene::sum) of the map. A scene can have entities from several maps, for example if people have
    /// copied them from one to the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) document: Option<String>,
    /// The number of the entity in the map that this node is, or is for, starting at 0.
    pub(super) entity: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) made: Option<Made>,
    /// If this is the node of a model, the model name in the entity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) model: Option<String>,
    /// Whether the node is turned around, because it is a light or a camera.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) turned: bool,
}

/// What a node is for if it is not an entity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Made {
    Model,
    Mesh,
    Light,
    Camera,
    Collision,
    Navmesh,
}

impl EntityKey {
    pub(super) fn of_entity(document: Option<&str>, entity: usize, turned: bool) -> Self {
        Self { version: VERSION, document: document.map(str::to_owned), entity, turned, ..Self::default() }
    }

    /// Creates what to store in a node that is for an entity.
    pub(super) fn made(document: Option<&str>, entity: usize, made: Made) -> Self {
        Self { made: Some(made), ..Self::of_entity(document, entity, false) }
    }
}

impl PartKey for EntityKey {
    fn of(node: &Node) -> Option<Self> {
        let source = node.source.as_ref().filter(|source| source.format == ENTITY_FORMAT)?;
        Self::deserialize(&source.layout).ok().filter(|key| key.version == VERSION)
    }

    fn document(&self) -> Option<&str> {
        self.document.as_deref()
    }

    fn renumbered(self, number: &dyn Fn(usize) -> Option<usize>) -> Option<Self> {
        Some(Self { document: None, entity: number(self.entity)?, ..self })
    }

    fn source(&self) -> Arc<Source<'static>> {
        Arc::new(Source::of_layout(ENTITY_FORMAT, self))
    }
}
