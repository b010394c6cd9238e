//! What scenes and nodes store about their source files.

use std::sync::Arc;

use asset_scene::{Image, Node, Scene, Source};
use binio::{Bytes, Findings};
use serde::{Deserialize, Serialize};
use urho_scene::{Classes, Document, Encoding, Engine, Kind, ReadOptions, WriteOptions};

use super::{NODE_FORMAT, RESOURCE_FORMAT, SCENE_FORMAT};
use crate::export::stored;
use crate::kinds;

/// The version of the layouts.
pub(super) const LAYOUT: u32 = 1;

/// What is stored in a scene.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SceneLayout {
    pub(super) layout: u32,
    pub(super) engine: String,
    pub(super) kind: String,
    pub(super) encoding: String,
    pub(super) mirror: String,
    /// The outermost node, if it is not a node in the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) node: Option<String>,
}

/// What is stored in a node.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct NodeLayout {
    pub(super) layout: u32,
    /// The text of the node. Use [`text`] to read it.
    #[serde(skip)]
    pub(super) node: Option<String>,
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

impl NodeLayout {
    pub(super) fn made(made: Made, component: Option<usize>) -> Self {
        Self { made: Some(made), component, ..Self::new() }
    }

    pub(super) fn new() -> Self {
        Self { layout: LAYOUT, ..Self::default() }
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

    pub(super) fn source(mut self) -> Option<Arc<Source<'static>>> {
        let text = self.node.take();
        let mut layout = stored(&self);
        if let (Some(text), Some(layout)) = (text, layout.as_object_mut()) {
            layout.insert("node".to_owned(), text.into());
        }
        Some(Arc::new(Source { format: NODE_FORMAT.to_owned(), layout, original: None }))
    }

    /// Returns the source for a node that shows nothing, so that a missing mesh or light isn't considered an edit.
    pub(super) fn unshown(node: &Node) -> Option<Arc<Source<'static>>> {
        let layout = Self::of(node)?;
        let node = text(node).map(str::to_owned);
        Self { node, mesh: None, light: None, views: Vec::new(), ..layout }.source()
    }

    /// Reads what is stored in a scene node, if it was created from a node in the file or for such a node.
    pub(super) fn of(node: &Node) -> Option<Self> {
        let source = node.source.as_ref().filter(|source| source.format == NODE_FORMAT)?;
        Self::deserialize(&source.layout).ok().filter(|layout| layout.layout == LAYOUT)
    }
}

/// Returns the text of the node from which a scene node was created.
pub(super) fn text(node: &Node) -> Option<&str> {
    node.source.as_ref().filter(|source| source.format == NODE_FORMAT)?.layout.get("node")?.as_str()
}

/// Returns whether a scene node still has the name of the node from which it was created.
pub(super) fn is_named(node: &Node, engines: (Engine, Engine)) -> bool {
    let stored = text(node).and_then(|text| read(text, engines, false, &mut Findings::new()));
    stored.is_some_and(|stored| super::parts::name(&stored) == node.name)
}

impl SceneLayout {
    pub(super) fn of(scene: &Scene<'_>) -> Option<Self> {
        let source = scene.source.as_ref().filter(|source| source.format == SCENE_FORMAT)?;
        Self::deserialize(&source.layout).ok().filter(|layout| layout.layout == LAYOUT && layout.mirror == "x")
    }

    /// Returns the file from which the scene was created, if it can be read and has this form and engine.
    pub(super) fn document(scene: &Scene<'_>, encoding: Encoding, engine: Engine) -> Option<Document<'static>> {
        let document = Self::original(scene, engine)?;
        (document.encoding() == encoding && document.engine() == engine).then_some(document)
    }

    /// Returns the file from which the scene was created, if it can be read.
    pub(super) fn original(scene: &Scene<'_>, engine: Engine) -> Option<Document<'static>> {
        let source = scene.source.as_ref().filter(|source| source.format == SCENE_FORMAT)?;
        let options = ReadOptions::default().engine(engine);
        Some(Document::parse_with(source.original.as_ref()?, &options).ok()?.into_owned())
    }

    pub(super) fn source(&self, original: Option<Bytes<'static>>) -> Source<'static> {
        Source { format: SCENE_FORMAT.to_owned(), layout: stored(self), original }
    }
}

/// Returns the source for an image that is a separate resource.
pub(super) fn resource(name: &str) -> Arc<Source<'static>> {
    let layout = serde_json::json!({ "layout": LAYOUT, "file": name });
    Arc::new(Source { format: RESOURCE_FORMAT.to_owned(), layout, original: None })
}

/// Returns the resource name if an image is a separate resource.
pub(super) fn resource_name<'i>(image: &'i Image<'_>) -> Option<&'i str> {
    let source = image.source.as_ref().filter(|source| source.format == RESOURCE_FORMAT)?;
    source.layout.get("file")?.as_str()
}

/// Returns the form of a scene's source file, or `None` if the source is not a scene or prefab.
pub fn stored_encoding(scene: &Scene<'_>) -> Option<Encoding> {
    SceneLayout::of(scene).and_then(|layout| Encoding::from_name(&layout.encoding))
}

/// Returns the engine of a scene's source file, or `None` if the source is not a scene or prefab.
pub fn stored_engine(scene: &Scene<'_>) -> Option<Engine> {
    SceneLayout::of(scene).and_then(|layout| Engine::from_name(&layout.engine))
}

/// Returns the kind of a scene's source file, or `None` if the source is not a scene or prefab.
pub fn stored_kind(scene: &Scene<'_>) -> Option<Kind> {
    match SceneLayout::of(scene)?.kind.as_str() {
        "prefab" => Some(Kind::Prefab),
        "scene" => Some(Kind::Scene),
        _ => None,
    }
}

/// Writes nodes one by one.
pub(super) struct Texts {
    engine: Engine,
    encoding: Encoding,
    options: WriteOptions,
}

impl Texts {
    /// Creates a writer that stores nodes in the same way as files with this form.
    pub(super) fn new(engine: Engine, encoding: Encoding, classes: &Classes) -> Self {
        let encoding = if encoding.is_archive() { Encoding::ArchiveJson } else { Encoding::Json };
        let options = WriteOptions::default().classes(classes.clone()).drop_unknown(true).one_line(true);
        Self { engine, encoding, options }
    }

    /// Returns the text of a node without its children. Set `is_scene` for the outermost node of a scene.
    pub(super) fn write(&self, node: &urho_scene::Node<'_>, is_scene: bool, findings: &mut Findings) -> Option<String> {
        let mut alone = node.clone();
        alone.parent = None;
        let mut scene = urho_scene::Scene::new(self.engine, if is_scene { Kind::Scene } else { Kind::Prefab });
        // The outermost node of rbfx's is a scene in any case.
        if self.engine == Engine::Rbfx && !is_scene {
            alone.parent = Some(0);
            scene.nodes.push(alone);
        } else {
            scene.nodes = vec![alone];
        }
        match scene.to_bytes(self.encoding, &self.options) {
            Ok((bytes, lost)) => {
                findings.extend(lost);
                String::from_utf8(bytes).ok()
            }
            Err(error) => {
                findings.loss(kinds::NOT_STORED, "node", format!("can't be stored with its visible content: {error}"));
                None
            }
        }
    }
}

/// Reads a node that [`Texts`] has written for the engine `stored`, and converts it to `engine`.
pub(super) fn read(
    text: &str,
    (stored, engine): (Engine, Engine),
    is_scene: bool,
    findings: &mut Findings,
) -> Option<urho_scene::Node<'static>> {
    let document = Document::parse_with(text.as_bytes(), &ReadOptions::default().engine(engine)).ok()?;
    let mut scene = document.into_scene().into_owned();
    let is_below = stored == Engine::Rbfx && !is_scene;
    if scene.engine != engine {
        // An archive, which only rbfx reads. As a scene, it gets no nodes of a prefab.
        scene.kind = Kind::Scene;
        let (transferred, changed) = scene.to_engine(Classes::of(scene.engine), Classes::of(engine));
        findings.extend(changed);
        scene = transferred;
    }
    scene.nodes.into_iter().nth(usize::from(is_below))
}
