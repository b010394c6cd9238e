//! Returns what the nodes of a scene show in the file that the scene was created from.

use asset_scene::{Node, Scene};
use scene_pragma::level::EntityTexts;
use scene_urho::level::NodeTexts;
use serde_json::Value;

/// The parts of the file that a scene carries. Use this if your program shows scenes and needs content that scenes don't
/// have, such as components and key values.
#[derive(Clone, Debug)]
pub struct PartTexts {
    nodes: Option<NodeTexts>,
    entities: Option<EntityTexts>,
}

impl PartTexts {
    /// Reads the file that the scene carries.
    pub fn of(scene: &Scene<'_>) -> Self {
        Self { nodes: NodeTexts::of(scene), entities: EntityTexts::of(scene) }
    }

    /// Returns the additional data of a node: the layout of its source, with the text of the part that it shows. This is
    /// `node`, a prefab in JSON, for a node of Urho3D or rbfx, and `document`, UDM, for an entity of Pragma.
    pub fn extras(&self, node: &Node) -> Option<Value> {
        let mut extras = node.source.as_ref()?.layout.clone();
        let texts = [
            ("node", self.nodes.as_ref().and_then(|nodes| nodes.node(node))),
            ("document", self.entities.as_ref().and_then(|entities| entities.entity(node))),
        ];
        for (key, text) in texts.into_iter().filter_map(|(key, text)| Some((key, text?))) {
            extras.as_object_mut()?.insert(key.to_owned(), text.into());
        }
        Some(extras)
    }
}
