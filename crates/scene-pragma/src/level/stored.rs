//! Information about the source map that scenes and nodes store.

use std::sync::Arc;

use asset_scene::{Error, Node, Scene, Source};
use binio::Path;
use pragma_asset::udm::{Document, Element, NIL_ASSET};
use pragma_asset::{Form, Map};
use scene_adapter::json::is_default;
use scene_adapter::origin;
use serde::{Deserialize, Serialize};

use super::entity::Values;
use super::{ENTITY_FORMAT, MAP_FORMAT};
use crate::layout::Stored;

/// Number of the shape of the layouts.
pub(super) const LAYOUT: u32 = 1;

/// Of a scene, and of the node of the first entity.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct MapLayout {
    pub(super) layout: u32,
    /// Whether the file was text.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) text: bool,
    /// The map without its entities.
    #[serde(flatten)]
    pub(super) stored: Stored,
    /// The image that the second texture coordinates are for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) lightmap: Option<String>,
}

impl MapLayout {
    /// Returns the information of a scene, or of its first node that has any: some programs keep only that.
    pub(super) fn of(scene: &Scene<'_>) -> Option<Self> {
        let own = origin::layout(scene.source.as_ref(), MAP_FORMAT, LAYOUT).ok().flatten();
        let of_node = |node: &Node| EntityLayout::of(node)?.map.map(|map| *map);
        own.or_else(|| scene.nodes.iter().find_map(of_node)).filter(|own: &Self| own.layout == LAYOUT)
    }

    pub(super) fn source(&self) -> Source<'static> {
        Source::of_layout(MAP_FORMAT, self)
    }
}

/// Of a node.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct EntityLayout {
    pub(super) layout: u32,
    /// Which entity of the map it is, or is made for, from 0.
    pub(super) entity: usize,
    /// The entity.
    #[serde(flatten)]
    pub(super) stored: Stored,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) made: Option<Made>,
    /// Of a model's node: the entity's name for the model.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) model: Option<String>,
    /// Of the first entity: the map without its entities.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) map: Option<Box<MapLayout>>,
    /// Whether the node looks back, since it is a light or a camera itself.
    #[serde(default, skip_serializing_if = "is_default")]
    pub(super) turned: bool,
}

/// Purpose of a node that is no entity.
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

    /// Creates the information of a node for an entity.
    pub(super) fn made(entity: usize, made: Made) -> Self {
        Self { layout: LAYOUT, entity, made: Some(made), ..Self::default() }
    }

    pub(super) fn source(&self) -> Option<Arc<Source<'static>>> {
        Some(Arc::new(Source::of_layout(ENTITY_FORMAT, self)))
    }

    /// Returns the information of a scene node, if it was created from an entity or for one.
    pub(super) fn of(node: &Node) -> Option<Self> {
        origin::layout(node.source.as_deref(), ENTITY_FORMAT, LAYOUT).ok().flatten()
    }

    /// The class of the entity; `None` if it can't be read.
    pub(super) fn class(&self) -> Option<String> {
        Some(self.element()?.get("className")?.as_str()?.to_owned())
    }

    /// Whether the entity names a model.
    pub(super) fn has_model(&self) -> bool {
        let Some(element) = self.element() else { return false };
        let mut alone = Map::empty(Form::Binary);
        *alone.push_entity("").element_mut() = element;
        alone.entities().into_iter().any(|entity| Values::of(entity).model().is_some())
    }

    /// The entity; `None` if it can't be read.
    pub(super) fn element(&self) -> Option<Element<'static>> {
        Some(self.stored.document().ok()?.data().clone().into_owned())
    }
}
