//! Returns the entities that the nodes of a scene show, as text.

use asset_scene::{Node, Scene, sum};
use pragma_asset::Map;
use pragma_asset::udm::{Document, NIL_ASSET, Style};
use scene_adapter::originals::PartKey;

use super::MAP_FORMAT;
use super::stored::EntityKey;

/// The entities of the map that a scene was created from. Use this to read what glTF can't show, for example key values.
#[derive(Clone, Debug)]
pub struct EntityTexts {
    map: Map<'static>,
    /// The sum of the file.
    sum: String,
}

impl EntityTexts {
    /// Reads the map that the scene carries. Returns `None` if it carries no map.
    pub fn of(scene: &Scene<'_>) -> Option<Self> {
        let source = scene.source.as_ref().filter(|source| source.format == MAP_FORMAT)?;
        let bytes = source.original.as_deref()?;
        Some(Self { map: Map::parse(bytes).ok()?.into_owned(), sum: sum(bytes) })
    }

    /// Returns the entity that a scene node is, as a UDM document in text. Returns `None` for a node that is no entity,
    /// for example a model, and for an entity that text can't express.
    pub fn entity(&self, node: &Node) -> Option<String> {
        let key = EntityKey::of(node).filter(|key| key.made.is_none() && key.document() == Some(&self.sum))?;
        let entity = self.map.entities().into_iter().nth(key.entity)?;
        let mut document = Document::new(NIL_ASSET, 1);
        *document.data_mut() = entity.element().clone();
        String::from_utf8(document.to_text(Style::Pretty).ok()?).ok()
    }
}
