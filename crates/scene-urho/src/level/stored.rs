//! Which parts of which files a scene and its nodes show. A glTF stores this in `extras`.

use std::sync::Arc;

use asset_scene::{Image, Node, Scene, Source};
use binio::Bytes;
use scene_adapter::originals::PartKey;
use serde::{Deserialize, Serialize};
use urho_scene::{Document, Encoding, Engine, Kind, ReadOptions};

use super::{NODE_FORMAT, RESOURCE_FORMAT, SCENE_FORMAT};
use crate::export::stored;

/// The version of the keys.
pub(super) const VERSION: u32 = 2;

/// What a scene stores about the file that it shows. The file itself is the original of the source.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SceneKey {
    version: u32,
    pub(super) engine: String,
    kind: String,
    encoding: String,
    /// If the scene shows a former version of the file, the [sum](asset_scene::sum) of this version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) former: Option<String>,
}

/// Which part of a file a scene node shows.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct NodeKey {
    pub(super) version: u32,
    /// If the node is in a file, the [sum](asset_scene::sum) of the file. A scene can have nodes from several
    /// files, for example if people have copied them from one to the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) document: Option<String>,
    /// If the node is in a file, its id there, for programs that select nodes by it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) id: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) made: Option<Made>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) component: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) mesh: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) light: Option<usize>,
    /// If the node is in the file, its place there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<usize>,
    /// If the node is in the file, its components that have scene nodes of their own, and how many nodes each has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) views: Vec<(usize, usize)>,
    /// If the node shows a component, which node in the file has the component, the name of the scene node, and a
    /// number if there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) view: Option<View>,
    /// If the node is in the file, the names of the variables that are in its extras.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) variables: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) group: bool,
}

/// What a node shows of another node's component.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct View {
    /// The place of the node in the file that has the component.
    pub(super) owner: usize,
    /// The name of the scene node.
    pub(super) name: String,
    /// The number of this node, if several nodes show the component.
    pub(super) part: usize,
}

/// What a node is for if it is not in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Made {
    Light,
    Camera,
    Mesh,
    Bone,
    Lod,
    Instance,
    Prefab,
}

impl NodeKey {
    pub(super) fn made(made: Made, component: Option<usize>) -> Self {
        Self { made: Some(made), component, ..Self::new() }
    }

    pub(super) fn new() -> Self {
        Self { version: VERSION, ..Self::default() }
    }

    /// Creates the key of a node in a file.
    pub(super) fn of_file(document: Option<&str>, place: usize, id: u32) -> Self {
        let id = Some(id).filter(|id| *id != 0);
        Self { document: document.map(str::to_owned), id, place: Some(place), ..Self::new() }
    }

    /// Adds a scene node for a component. Returns its number, if the component has several nodes.
    pub(super) fn add_view(&mut self, component: usize) -> usize {
        match self.views.iter_mut().find(|(known, _)| *known == component) {
            Some((_, count)) => {
                *count = count.saturating_add(1);
                count.saturating_sub(1)
            }
            None => {
                self.views.push((component, 1));
                0
            }
        }
    }

    /// Returns the source for a node that shows nothing, so that a missing mesh or light isn't considered an edit.
    pub(super) fn unshown(node: &Node) -> Option<Arc<Source<'static>>> {
        let key = Self::of(node)?;
        Some(Self { mesh: None, light: None, views: Vec::new(), ..key }.source())
    }
}

impl PartKey for NodeKey {
    fn of(node: &Node) -> Option<Self> {
        let source = node.source.as_ref().filter(|source| source.format == NODE_FORMAT)?;
        Self::deserialize(&source.layout).ok().filter(|key| key.version == VERSION)
    }

    fn document(&self) -> Option<&str> {
        self.document.as_deref()
    }

    fn renumbered(mut self, number: &dyn Fn(usize) -> Option<usize>) -> Option<Self> {
        self.document = None;
        if let Some(place) = &mut self.place {
            *place = number(*place)?;
        }
        if let Some(view) = &mut self.view {
            view.owner = number(view.owner)?;
        }
        Some(self)
    }

    fn source(&self) -> Arc<Source<'static>> {
        Arc::new(Source { format: NODE_FORMAT.to_owned(), layout: stored(self), original: None })
    }
}

impl SceneKey {
    /// Creates the key of a scene or prefab.
    pub(super) fn new(document: &Document<'_>) -> Self {
        Self {
            version: VERSION,
            engine: document.engine().name().to_owned(),
            kind: document.kind().name().to_owned(),
            encoding: document.encoding().name().to_owned(),
            former: None,
        }
    }

    pub(super) fn of(scene: &Scene<'_>) -> Option<Self> {
        scene.source.as_ref().and_then(Self::of_source)
    }

    fn of_source(source: &Source<'_>) -> Option<Self> {
        let layout = Some(&source.layout).filter(|_| source.format == SCENE_FORMAT)?;
        Self::deserialize(layout).ok().filter(|key| key.version == VERSION)
    }

    /// Returns the sum of the former version of the file that the scene shows, if it doesn't show the file itself.
    pub(super) fn former(source: &Source<'_>) -> Option<String> {
        Self::of_source(source)?.former
    }

    /// Returns the file of a source with its bytes, if it is a scene or prefab that can be read.
    pub(super) fn document<'s>(source: &'s Source<'_>) -> Option<(Document<'static>, &'s [u8])> {
        let engine = Engine::from_name(&Self::of_source(source)?.engine)?;
        let options = ReadOptions::default().engine(engine);
        let bytes = source.original.as_deref()?;
        Some((Document::parse_with(bytes, &options).ok()?.into_owned(), bytes))
    }

    pub(super) fn source(&self, original: Option<Bytes<'static>>) -> Source<'static> {
        Source { format: SCENE_FORMAT.to_owned(), layout: stored(self), original }
    }
}

/// Returns the source for an image that is a separate resource.
pub(super) fn resource(name: &str) -> Arc<Source<'static>> {
    let layout = serde_json::json!({ "layout": VERSION, "file": name });
    Arc::new(Source { format: RESOURCE_FORMAT.to_owned(), layout, original: None })
}

/// Returns the resource name if an image is a separate resource.
pub(super) fn resource_name<'i>(image: &'i Image<'_>) -> Option<&'i str> {
    let source = image.source.as_ref().filter(|source| source.format == RESOURCE_FORMAT)?;
    source.layout.get("file")?.as_str()
}

/// Returns the form of a scene's source file, or `None` if the source is not a scene or prefab.
pub fn stored_encoding(scene: &Scene<'_>) -> Option<Encoding> {
    SceneKey::of(scene).and_then(|key| Encoding::from_name(&key.encoding))
}

/// Returns the engine of a scene's source file, or `None` if the source is not a scene or prefab.
pub fn stored_engine(scene: &Scene<'_>) -> Option<Engine> {
    SceneKey::of(scene).and_then(|key| Engine::from_name(&key.engine))
}

/// Returns the kind of a scene's source file, or `None` if the source is not a scene or prefab.
pub fn stored_kind(scene: &Scene<'_>) -> Option<Kind> {
    match SceneKey::of(scene)?.kind.as_str() {
        "prefab" => Some(Kind::Prefab),
        "scene" => Some(Kind::Scene),
        _ => None,
    }
}
