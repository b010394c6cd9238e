//! Returns the parts of a file that the nodes of a scene show, as text.

use asset_scene::{Node, Scene, sum};
use scene_adapter::originals::PartKey;
use urho_scene::{Document, Encoding, Engine, Kind, WriteOptions};

use super::stored::{NodeKey, SceneKey};

/// The nodes of the scene or prefab that a scene was created from. Use this to read what glTF can't show, for example
/// the components of a node.
#[derive(Clone, Debug)]
pub struct NodeTexts {
    file: urho_scene::Scene<'static>,
    encoding: Encoding,
    options: WriteOptions,
    /// The sum of the file.
    sum: String,
}

impl NodeTexts {
    /// Reads the file that the scene carries. Returns `None` if it carries no scene or prefab.
    pub fn of(scene: &Scene<'_>) -> Option<Self> {
        let (document, bytes) = SceneKey::document(scene.source.as_ref()?)?;
        Some(Self::new(&document, sum(bytes)))
    }

    fn new(document: &Document<'_>, sum: String) -> Self {
        let encoding = if document.encoding().is_archive() { Encoding::ArchiveJson } else { Encoding::Json };
        let options = WriteOptions::default().classes(document.classes().clone()).drop_unknown(true).one_line(true);
        Self { file: document.scene().into_owned(), encoding, options, sum }
    }

    /// Returns a prefab in JSON that contains only the node of the file that a scene node shows, without its children.
    /// Returns `None` for a node that isn't in the file, for example a bone.
    pub fn node(&self, node: &Node) -> Option<String> {
        let key = NodeKey::of(node).filter(|key| key.made.is_none() && key.document() == Some(&self.sum))?;
        let mut alone = self.file.nodes.get(key.place?)?.clone();
        alone.parent = None;
        let mut prefab = urho_scene::Scene::new(self.file.engine, Kind::Prefab);
        // The outermost node of rbfx is a scene in any case.
        if self.file.engine == Engine::Rbfx {
            alone.parent = Some(0);
            prefab.nodes.push(alone);
        } else {
            prefab.nodes = vec![alone];
        }
        let (bytes, _) = prefab.to_bytes(self.encoding, &self.options).ok()?;
        String::from_utf8(bytes).ok()
    }
}
