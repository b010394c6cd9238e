//! What scenes and nodes store about their source map.

use std::sync::Arc;

use asset_scene::{Error, Node, Scene, Source};
use binio::Path;
use pragma_asset::udm::{Document, Element, NIL_ASSET};
use pragma_asset::{Encoding, Map};
use scene_adapter::json::is_default;
use scene_adapter::origin;
use serde::{Deserialize, Serialize};

use super::entity::Values;
use super::{ENTITY_FORMAT, MAP_FORMAT};
use crate::layout::Stored;

/// The version of the layouts.
pub(super) const LAYOUT: u32 = 1;

/// What is stored in a scene, and in the node of the first entity.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct MapLayout {
    pub(super) layout: u32,
    /// Whether the file was text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) text: bool,
    /// The map without its entities.
    #[serde(flatten)]
    pub(super) stored: Stored,
    /// The image to use with the second texture coordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lightmap: Option<String>,
}

impl MapLayout {
    /// Reads what is stored in a scene. If there is nothing, this reads the first node that has it, because some
    /// programs only keep this.
    pub(super) fn of(scene: &Scene<'_>) -> Option<Self> {
        let own = origin::layout(scene.source.as_ref(), MAP_FORMAT, LAYOUT).ok().flatten();
        let of_node = |node: &Node| EntityLayout::of(node)?.map.map(|map| *map);
        own.or_else(|| scene.nodes.iter().find_map(of_node)).filter(|own: &Self| own.layout == LAYOUT)
    }

    pub(super) fn source(&self) -> Source<'static> {
        Source::of_layout(MAP_FORMAT, self)
    }
}

/// What is stored in a node.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct EntityLayout {
    pub(super) layout: u32,
    /// The number of the entity in the map that this node is, or is for, starting at 0.
    pub(super) entity: usize,
    /// The entity.
    #[serde(flatten)]
    pub(super) stored: Stored,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) made: Option<Made>,
    /// If this is the node of a model, the model name in the entity.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) model: Option<String>,
    /// Only in the first entity: the map without its entities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) map: Option<Box<MapLayout>>,
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

impl EntityLayout {
    pub(super) fn of_entity(index: usize, element: &Element<'_>, turned: bool) -> Result<Self, Error> {
        let path = Path::new().item("entity", index);
        let mut document = Document::new(NIL_ASSET, 1);
        *document.data_mut() = element.clone();
        let stored = Stored::of(&document, path)?;
        Ok(Self { layout: LAYOUT, entity: index, stored, turned, ..Self::default() })
    }

    /// Creates what to store in a node that is for an entity.
    pub(super) fn made(entity: usize, made: Made) -> Self {
        Self { layout: LAYOUT, entity, made: Some(made), ..Self::default() }
    }

    pub(super) fn source(&self) -> Option<Arc<Source<'static>>> {
        Some(Arc::new(Source::of_layout(ENTITY_FORMAT, self)))
    }

    /// Reads what is stored in a scene node, if it was created from an entity or for an entity.
    pub(super) fn of(node: &Node) -> Option<Self> {
        origin::layout(node.source.as_deref(), ENTITY_FORMAT, LAYOUT).ok().flatten()
    }

    /// Returns the class of the entity, or `None` if it can't be read.
    pub(super) fn class(&self) -> Option<String> {
        Some(self.element()?.get("className")?.as_str()?.to_owned())
    }

    /// Returns whether the entity uses a model.
    pub(super) fn has_model(&self) -> bool {
        let Some(element) = self.element() else { return false };
        let mut alone = Map::empty(Encoding::Binary);
        *alone.push_entity("").element_mut() = element;
        alone.entities().into_iter().any(|entity| Values::of(entity).model().is_some())
    }

    /// Returns the entity, or `None` if it can't be read.
    pub(super) fn element(&self) -> Option<Element<'static>> {
        Some(self.stored.document().ok()?.data().clone().into_owned())
    }
}
