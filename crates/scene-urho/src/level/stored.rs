//! Information about source files that scenes and nodes store.

use std::sync::Arc;

use asset_scene::{Image, Node, Scene, Source};
use binio::{Bytes, Findings};
use serde::{Deserialize, Serialize};
use urho_scene::{Classes, Document, Engine, Form, Kind, ReadOptions, WriteOptions};

use super::{NODE_FORMAT, RESOURCE_FORMAT, SCENE_FORMAT};
use crate::export::stored;
use crate::kinds;

/// Number of the shape of the layouts.
pub(super) const LAYOUT: u32 = 1;

/// Of a scene.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct SceneLayout {
    pub(super) layout: u32,
    pub(super) engine: String,
    pub(super) kind: String,
    pub(super) form: String,
    pub(super) mirror: String,
    /// The outermost node, if it is no node of the scene.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) node: Option<String>,
}

/// Of a node.
#[derive(Debug, Default, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct NodeLayout {
    pub(super) layout: u32,
    /// The text of the node. [`text`] reads it.
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
    /// Of a node of the file: its place in the file.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<usize>,
    /// Of a node of the file: the components that have scene nodes of their own, and how many nodes each has.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) views: Vec<(usize, usize)>,
    /// Of a node that shows a component: which node of the file has the component, the name of the scene node, and which of several it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) view: Option<View>,
    /// Of a node of the file: names of the variables that the extras of the scene node show.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) variables: Vec<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(super) group: bool,
}

/// What a node shows of a component of another node.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(super) struct View {
    /// Place of the node in the file that has the component.
    pub(super) owner: usize,
    /// Name of the scene node.
    pub(super) name: String,
    /// Number among the nodes that show the component.
    pub(super) part: usize,
}

/// Purpose of a node that the file doesn't contain.
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

    /// Adds that a component has a scene node of its own. Returns which of several nodes it is.
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

    /// Returns the source of a node of which nothing is shown, so that a missing mesh or light is no edit.
    pub(super) fn unshown(node: &Node) -> Option<Arc<Source<'static>>> {
        let layout = Self::of(node)?;
        let node = text(node).map(str::to_owned);
        Self { node, mesh: None, light: None, views: Vec::new(), ..layout }.source()
    }

    /// Returns the information of a scene node, if it was created from a node or for one.
    pub(super) fn of(node: &Node) -> Option<Self> {
        let source = node.source.as_ref().filter(|source| source.format == NODE_FORMAT)?;
        Self::deserialize(&source.layout).ok().filter(|layout| layout.layout == LAYOUT)
    }
}

/// Returns the text of the node that a scene node was created from.
pub(super) fn text(node: &Node) -> Option<&str> {
    node.source.as_ref().filter(|source| source.format == NODE_FORMAT)?.layout.get("node")?.as_str()
}

/// Whether a scene node is called like the node that it was created from.
pub(super) fn is_named(node: &Node, engines: (Engine, Engine)) -> bool {
    let stored = text(node).and_then(|text| read(text, engines, false, &mut Findings::new()));
    stored.is_some_and(|stored| super::parts::name(&stored) == node.name)
}

impl SceneLayout {
    pub(super) fn of(scene: &Scene<'_>) -> Option<Self> {
        let source = scene.source.as_ref().filter(|source| source.format == SCENE_FORMAT)?;
        Self::deserialize(&source.layout).ok().filter(|layout| layout.layout == LAYOUT && layout.mirror == "x")
    }

    /// Returns the file that the scene was shown from, if it can be read and has this encoding and engine.
    pub(super) fn document(scene: &Scene<'_>, form: Form, engine: Engine) -> Option<Document<'static>> {
        let document = Self::original(scene, engine)?;
        (document.form() == form && document.engine() == engine).then_some(document)
    }

    /// Returns the file that the scene was shown from, if it can be read.
    pub(super) fn original(scene: &Scene<'_>, engine: Engine) -> Option<Document<'static>> {
        let source = scene.source.as_ref().filter(|source| source.format == SCENE_FORMAT)?;
        let options = ReadOptions::default().engine(engine);
        Some(Document::parse_with(source.original.as_ref()?, &options).ok()?.into_owned())
    }

    pub(super) fn source(&self, original: Option<Bytes<'static>>) -> Source<'static> {
        Source { format: SCENE_FORMAT.to_owned(), layout: stored(self), original }
    }
}

/// The source of an image that is a resource of its own.
pub(super) fn resource(name: &str) -> Arc<Source<'static>> {
    let layout = serde_json::json!({ "layout": LAYOUT, "file": name });
    Arc::new(Source { format: RESOURCE_FORMAT.to_owned(), layout, original: None })
}

/// The name of the resource that an image is.
pub(super) fn resource_name<'i>(image: &'i Image<'_>) -> Option<&'i str> {
    let source = image.source.as_ref().filter(|source| source.format == RESOURCE_FORMAT)?;
    source.layout.get("file")?.as_str()
}

/// Returns the encoding of a scene's source file, or `None` if the source is no scene or prefab.
pub fn stored_form(scene: &Scene<'_>) -> Option<Form> {
    SceneLayout::of(scene).and_then(|layout| Form::from_name(&layout.form))
}

/// Returns the engine of a scene's source file, or `None` if the source is no scene or prefab.
pub fn stored_engine(scene: &Scene<'_>) -> Option<Engine> {
    SceneLayout::of(scene).and_then(|layout| Engine::from_name(&layout.engine))
}

/// Returns the kind of a scene's source file, or `None` if the source is no scene or prefab.
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
    form: Form,
    options: WriteOptions,
}

impl Texts {
    /// Creates the content as files of this encoding store it.
    pub(super) fn new(engine: Engine, form: Form, classes: &Classes) -> Self {
        let form = if form.is_archive() { Form::ArchiveJson } else { Form::Json };
        let options = WriteOptions::default().classes(classes.clone()).drop_unknown(true).one_line(true);
        Self { engine, form, options }
    }

    /// A node without its children; of the outermost one of a scene, `is_scene`.
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
        match scene.to_bytes(self.form, &self.options) {
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

/// Reads a node that [`Texts`] wrote for the engine `stored`, as a node of `engine`.
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
