//! Shows scenes and prefabs as neutral scenes.

mod actions;
mod animations;
mod flat;
mod models;
mod nodes;
mod prefabs;
mod sky;
mod staging;
mod surfaces;
mod terrain;
mod tiles;
mod zones;

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use asset_scene::sum;
use asset_scene::{Error, Id, Node, Scene, Source, Transform};
use binio::Findings;
use scene_adapter::{ResourceReader, ShowOptions};
use urho_scene::{Component, Document, Place};

use super::environment::Surroundings;
use super::models::Models;
use super::parts;
use super::prefab::has_own_node;
use super::stored::{Made, NodeKey, SceneKey, View};
use super::{TURN, camera, light, variables};
use crate::kinds;
use nodes::NodesLeft;
use scene_adapter::originals::PartKey;
use staging::Stager;

/// Converts a scene or prefab to a neutral scene with the name `name`, including everything that it shows. See the
/// findings for resources that could not be found, and for content that can't be shown.
///
/// ```
/// use binio::{Budget, Limits};
/// use scene_adapter::ResourceReader;
/// use scene_urho::asset_scene::Id;
/// use scene_urho::level::to_scene;
/// let nothing = std::collections::BTreeMap::<String, Vec<u8>>::new();
/// let file = br#"<node id="1"><attribute name="Name" value="Lamp"/><component type="Light" id="1"/></node>"#;
/// let prefab = urho_scene::Document::parse(file)?;
/// let mut resources = ResourceReader::new(&nothing, Limits::default());
/// let (scene, findings) = to_scene(&prefab, "lamp", &mut resources, &Default::default())?;
/// assert_eq!((scene.nodes[Id::new(0)].name.as_str(), scene.lights.len()), ("Lamp", 1));
/// assert!(findings.is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Fails if a model needs more memory than the limits allow, or if scenes that are shown at the same time have used up
/// the nodes in [`ResourceReader::node_share`].
pub fn to_scene(
    document: &Document<'_>,
    name: &str,
    resources: &mut ResourceReader<'_>,
    options: &ShowOptions<'_>,
) -> Result<(Scene<'static>, Findings), Error> {
    let level = document.scene();
    let scene = Scene { name: name.to_owned(), ..Scene::default() };
    let models = Models::new(options.limits);
    let mut export = Export {
        scene,
        findings: Findings::new(),
        resources,
        models,
        unshown: BTreeMap::new(),
        prefabs: HashMap::new(),
        nodes_left: NodesLeft::new(),
        prefab_parts: HashMap::new(),
        materials: options.materials,
        textures: options.textures,
        visits: VISITS,
        surroundings: Surroundings::default(),
        staging: options.picture_time.map(|time| Stager::new(time, &level)),
    };
    let bytes = options.comes_back.then(|| document.to_bytes().ok()).flatten();
    let id = bytes.as_deref().map(sum);
    export.level(&level, Below::File(id.as_deref()), &mut Vec::new())?;
    export.finish();
    let Export { mut scene, mut findings, resources, .. } = export;
    findings.extend(std::mem::take(&mut resources.findings));
    scene.source = bytes.map(|bytes| SceneKey::new(document).source(Some(bytes.into())));
    scene.check()?;
    Ok((scene, findings))
}

/// Makes a scene an edited version of this scene or prefab, wherever it comes from. After this,
/// [`create`](super::create()) will write edits to the document. If a part of the scene has no source, it will be
/// matched with the part of the file that has the same name.
pub fn edit_of(scene: &mut Scene<'_>, document: &Document<'_>) {
    let bytes = document.to_bytes().ok();
    let former = scene.source.take().filter(|former| SceneKey::document(former).is_some());
    let before = former.as_ref().and_then(|former| former.original.as_deref());
    if before.is_some() && before == bytes.as_deref() {
        // The scene knows for which engine its project reads this file.
        scene.source = former;
        return;
    }
    let mut key = SceneKey::new(document);
    key.former = before.map(sum);
    scene.source = Some(key.source(bytes.map(Into::into)));
    scene.other_sources.extend(former);
}

/// How many nodes may be visited in the search for bones. This is some hundred times the nodes that a scene can have.
const VISITS: usize = 1 << 27;

/// Where to add the nodes of a file.
enum Below<'t> {
    /// They are nodes in the file that is converted, with its sum if the scene will be written back.
    File(Option<&'t str>),
    /// They belong to a prefab, which is shown by a component of a node.
    Prefab(Id<Node>, usize),
}

/// The state while a scene is shown.
struct Export<'s, 'r> {
    scene: Scene<'static>,
    findings: Findings,
    resources: &'s mut ResourceReader<'r>,
    models: Models,
    /// For each class, the number of components that can't be shown.
    unshown: BTreeMap<String, usize>,
    /// The prefabs by name.
    prefabs: HashMap<String, Option<Rc<urho_scene::Scene<'static>>>>,
    /// The prefab parts that components show, by file name and path.
    prefab_parts: HashMap<(String, String), Option<Rc<urho_scene::Scene<'static>>>>,
    nodes_left: NodesLeft,
    /// Whether to read materials, and whether to read their textures.
    materials: bool,
    textures: bool,
    /// How many of the [`VISITS`] are left.
    visits: usize,
    surroundings: Surroundings,
    /// Content that is only read for pictures.
    staging: Option<Stager>,
}

/// The state while a file is read.
struct Level<'l, 'a> {
    file: &'l urho_scene::Scene<'a>,
    children: urho_scene::Children,
    /// The scene node for each node in the file.
    nodes: Vec<Option<Id<Node>>>,
    /// The key to store for each node.
    keys: Vec<NodeKey>,
    /// The animations that each node plays.
    animations: HashMap<usize, Vec<String>>,
    /// Where the node with each id is. If the id isn't unique, this is the first node.
    ids: HashMap<u32, usize>,
    /// The sum of the file, if the scene will be written back to it.
    document: Option<String>,
    /// Whether this is a prefab in another file.
    inside: bool,
}

impl Export<'_, '_> {
    fn level(&mut self, file: &urho_scene::Scene<'_>, below: Below<'_>, chain: &mut Vec<String>) -> Result<(), Error> {
        let mut level = self.nodes(file, &below);
        for index in 0..file.nodes.len() {
            self.components(&mut level, index, chain)?;
        }
        if let Below::File(_) = below {
            for (node, key) in level.nodes.into_iter().zip(level.keys) {
                if let Some(own) = node.and_then(|node| self.scene.nodes.get_mut(node)) {
                    own.source = Some(key.source());
                }
            }
        }
        Ok(())
    }

    fn nodes<'l, 'a>(&mut self, file: &'l urho_scene::Scene<'a>, below: &Below<'_>) -> Level<'l, 'a> {
        let (top, document) = match below {
            Below::File(document) => (None, *document),
            Below::Prefab(node, component) => (Some((*node, *component)), None),
        };
        let (inside, document) = (top.is_some(), document.map(str::to_owned));
        // All nodes of a prefab share it: there can be a hundred thousand of them.
        let of_prefab = top.map(|(_, component)| NodeKey::made(Made::Prefab, Some(component)).source());
        let mut nodes: Vec<Option<Id<Node>>> = Vec::with_capacity(file.nodes.len());
        let (mut keys, mut ids) = (Vec::with_capacity(file.nodes.len()), HashMap::new());
        let names = file.variable_names();
        for (index, node) in file.nodes.iter().enumerate() {
            ids.entry(node.id).or_insert(index);
            let mut key = NodeKey::of_file(document.as_deref(), index, node.id);
            if index == 0 && !has_own_node(file) {
                nodes.push(None);
                keys.push(key);
                continue;
            }
            let above = node.parent.and_then(|parent| nodes.get(parent as usize).copied().flatten());
            // The prefab's root has the transform of the component, ignoring its own.
            let is_prefab = inside && above.is_none();
            let transform = if is_prefab { Transform::IDENTITY } else { parts::transform(node) };
            let parent = above.or(top.map(|(node, _)| node));
            let mut made = Node { name: parts::name(node), parent, transform, ..Node::default() };
            match below {
                Below::File(_) => {
                    made.extras = variables::shown(node, &names);
                    key.variables = made.extras.keys().cloned().collect();
                }
                Below::Prefab(..) => made.source.clone_from(&of_prefab),
            }
            nodes.push(Some(self.scene.nodes.push(made)));
            keys.push(key);
        }
        Level { children: file.children(), nodes, keys, animations: animations_of(file), ids, file, document, inside }
    }

    fn components(&mut self, level: &mut Level<'_, '_>, index: usize, chain: &mut Vec<String>) -> Result<(), Error> {
        let file = level.file;
        let Some(node) = file.nodes.get(index) else { return Ok(()) };
        for (number, component) in node.components.iter().enumerate() {
            let class = component.class.name.to_text();
            let is_on = node.is_enabled() && parts::flag(component, "Is Enabled", true);
            if !is_on {
                continue;
            }
            if class == "AnimationController" {
                if node.components_of("AnimatedModel").next().is_none() {
                    self.animated_nodes(level, index);
                }
                continue;
            }
            if !self.shows_no_node(level, (index, number), component)? {
                self.component(level, (index, number), component, chain)?;
            }
        }
        Ok(())
    }

    /// Adds the content of a component if it doesn't belong to a node. Returns whether this is the case.
    fn shows_no_node(
        &mut self,
        level: &mut Level<'_, '_>,
        (index, number): (usize, usize),
        component: &Component<'_>,
    ) -> Result<bool, Error> {
        match &*component.class.name.to_text() {
            "Octree" | "DebugRenderer" => {}
            "Zone" => {
                self.surroundings.zone(component, level.file.engine);
                self.stage_zone(level.nodes.get(index).copied().flatten(), component, level.file.engine);
            }
            "StaticModelGroup" => self.group(level, (index, number), component)?,
            "Skybox" => {
                let path = Place::node(index).component(number).path();
                let place = level.nodes.get(index).copied().flatten();
                return self.sky(place, component, &path);
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Adds the content of a component to its node.
    fn component(
        &mut self,
        level: &mut Level<'_, '_>,
        (index, number): (usize, usize),
        component: &Component<'_>,
        chain: &mut Vec<String>,
    ) -> Result<(), Error> {
        let class = component.class.name.to_text();
        let Some(place) = self.place(level, index, &class) else { return Ok(()) };
        match &*class {
            "StaticModel" => self.static_model(level, (index, number), place, component)?,
            "AnimatedModel" => self.animated_model(level, (index, number), component)?,
            "Light" => self.light(level, (index, number), place, component),
            "Camera" => self.camera(level, (index, number), place, component),
            "Terrain" => self.terrain(level, (index, number), place, component)?,
            "PrefabReference" => self.prefab(place, number, component, chain)?,
            _ if self.stage_sprites(place, (index, number), component) => {}
            other => {
                let count = self.unshown.entry(other.to_owned()).or_default();
                *count = count.saturating_add(1);
            }
        }
        Ok(())
    }

    /// Returns whether to read materials and their textures.
    fn shows_materials(&self) -> bool {
        self.materials && self.textures
    }

    /// Returns the scene node where the content of a component should be added. For the root, which isn't a scene node,
    /// this creates a node.
    fn place(&mut self, level: &mut Level<'_, '_>, index: usize, class: &str) -> Option<Id<Node>> {
        if let Some(place) = level.nodes.get(index)? {
            return Some(*place);
        }
        if !matches!(class, "StaticModel" | "AnimatedModel" | "Light" | "Camera" | "Terrain") {
            return None;
        }
        let source = Some(NodeKey::made(Made::Instance, None).source());
        let node = self.scene.nodes.push(Node { name: self.scene.name.clone(), source, ..Node::default() });
        if let Some(place) = level.nodes.get_mut(index) {
            *place = Some(node);
        }
        level.keep(index, |key| *key = NodeKey::made(Made::Instance, None));
        Some(node)
    }

    fn static_model(
        &mut self,
        level: &mut Level<'_, '_>,
        (index, number): (usize, usize),
        place: Id<Node>,
        component: &urho_scene::Component<'_>,
    ) -> Result<(), Error> {
        let path = Place::node(index).component(number).path();
        let Some(shown) = self.shown(component, false, &path)? else { return Ok(()) };
        let at = self.show(level, place, &shown, (Made::Mesh, Some((index, number))), &path)?;
        self.cast(component, at, place);
        if at == place {
            level.keep(index, |key| key.mesh = Some(number));
        }
        Ok(())
    }

    fn group(
        &mut self,
        level: &mut Level<'_, '_>,
        (index, number): (usize, usize),
        component: &urho_scene::Component<'_>,
    ) -> Result<(), Error> {
        let path = Place::node(index).component(number).path();
        let Some(shown) = self.shown(component, false, &path)? else { return Ok(()) };
        for id in parts::ids(component, "Instance Nodes") {
            let instance = level.ids.get(&id).copied();
            let Some((at, place)) = instance.and_then(|at| Some((at, level.nodes.get(at).copied().flatten()?))) else {
                self.findings.warning(
                    kinds::INSTANCE_NODE_MISSING,
                    path.clone(),
                    format!("there is no node of the id {id} to show an instance at"),
                );
                continue;
            };
            let is_on = level.file.nodes.get(at).is_some_and(urho_scene::Node::is_enabled);
            if !is_on {
                continue;
            }
            let node = self.show(level, place, &shown, (Made::Instance, None), &path)?;
            self.cast(component, node, place);
            if node == place {
                level.keep(at, |key| key.group = true);
            }
        }
        Ok(())
    }

    fn light(
        &mut self,
        level: &mut Level<'_, '_>,
        (index, number): (usize, usize),
        place: Id<Node>,
        component: &urho_scene::Component<'_>,
    ) {
        let name = self.scene[place].name.clone();
        let made = light::of_component(component, level.file.engine, &name);
        let is_negative = light::taken(component, level.file.engine).is_some();
        if is_negative && self.staging.is_none() {
            let path = Place::node(index).component(number).path();
            self.findings.note(kinds::NEGATIVE_LIGHT, path, "a light that takes light away; not shown");
        }
        let is_point = made.kind == asset_scene::LightKind::Point;
        let light = self.scene.lights.push(made);
        self.stage_light(light, component, level.file.engine);
        if is_point && self.scene[place].light.is_none() {
            self.scene[place].light = Some(light);
            level.keep(index, |key| key.light = Some(number));
            return;
        }
        let turned = self.turned(level, (index, number), place, ("Light", Made::Light));
        self.scene[turned].light = Some(light);
    }

    fn camera(
        &mut self,
        level: &mut Level<'_, '_>,
        at: (usize, usize),
        place: Id<Node>,
        component: &urho_scene::Component<'_>,
    ) {
        let made = camera::of_component(component, &self.scene[place].name);
        let camera = self.scene.cameras.push(made);
        let turned = self.turned(level, at, place, ("Camera", Made::Camera));
        self.scene[turned].camera = Some(camera);
    }

    /// Adds a child node that faces the other way.
    fn turned(
        &mut self,
        level: &mut Level<'_, '_>,
        (index, component): (usize, usize),
        place: Id<Node>,
        (what, made): (&str, Made),
    ) -> Id<Node> {
        let name = format!("{}_{what}", self.scene[place].name);
        let transform = Transform::Trs { translation: [0.0; 3], rotation: TURN, scale: [1.0; 3] };
        let source = level.view((index, component), made, &name);
        self.scene.nodes.push(Node { name, parent: Some(place), transform, source, ..Node::default() })
    }

    /// Adds how materials look, and reports everything that isn't shown.
    fn finish(&mut self) {
        self.join_actions();
        if self.materials {
            let surfaces = self.models.looks(&mut self.scene, self.resources, self.textures, self.staging.is_some());
            self.stage_surfaces(surfaces);
        }
        self.surround();
        self.stage();
        for (class, count) in &self.unshown {
            let message = format!("{class}: kept with its node and not shown: {count}");
            self.findings.note(kinds::COMPONENTS_NOT_SHOWN, "components", message);
        }
    }
}

impl Level<'_, '_> {
    /// Returns the source for a node that shows a component of a node in the file.
    fn view(&mut self, (index, component): (usize, usize), made: Made, name: &str) -> Option<Arc<Source<'static>>> {
        let made = if self.inside { Made::Prefab } else { made };
        let part = self.keys.get_mut(index).map_or(0, |key| key.add_view(component));
        let view = View { owner: index, name: name.to_owned(), part };
        let document = self.document.clone();
        Some(NodeKey { document, view: Some(view), ..NodeKey::made(made, Some(component)) }.source())
    }

    /// Changes what will be stored with a node.
    fn keep(&mut self, index: usize, change: impl FnOnce(&mut NodeKey)) {
        if let Some(key) = self.keys.get_mut(index) {
            change(key);
        }
    }
}

/// Returns the animations that the components of each node play.
fn animations_of(file: &urho_scene::Scene<'_>) -> HashMap<usize, Vec<String>> {
    let mut animations: HashMap<usize, Vec<String>> = HashMap::new();
    for (node, name) in parts::named(file, "Animation") {
        let own = animations.entry(node).or_default();
        if !own.contains(&name) {
            own.push(name);
        }
    }
    animations
}
