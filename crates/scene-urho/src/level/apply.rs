//! Creates scenes and prefabs from neutral scenes.

mod actions;
mod components;
mod dangling;
mod edits;
mod morph_weights;
mod motions;
mod originals;
mod pairs;
mod physics;
mod prefabs;
mod recall;
mod restore;
mod skeletons;
mod surroundings;
mod views;

use std::collections::{HashMap, HashSet};

use asset_scene::{Error, ErrorKind, Id, IdMap, Node, Scene};
use binio::{Budget, Findings, Path};
use scene_adapter::look::ResourceFile;
use urho_scene::{Component, Document, Engine, Kind, Place, Variant, WriteOptions};

use super::options::CreateLevelOptions;
use super::stored::{NodeKey, stored_engine, stored_kind};
use super::unwritten::unwritten;
use super::write::{Around, Finished, Models};
use crate::kinds;
use actions::Actions;
use originals::Originals;
use restore::Made;
use scene_adapter::originals::PartKey;
use views::Views;

/// A scene or prefab that was created.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct CreatedLevel {
    /// The file.
    pub document: Document<'static>,
    /// The models, animations, materials and textures that it needs and the project doesn't have yet, by their resource
    /// names. You must write these files too.
    pub files: Vec<ResourceFile>,
    /// What was changed or lost.
    pub findings: Findings,
}

/// Creates a scene or prefab with the name `name` from any neutral scene. The budget is used to decode textures.
///
/// If a node comes from a file, this keeps its content, and only writes edits: names, transforms, lights, cameras. All
/// other nodes will be new. They get a `StaticModel` component if they have a mesh, or an `AnimatedModel` if the mesh
/// has a skin, a `Light`, or a `Camera`. This creates one model per mesh. A new scene also gets an octree, a zone, and
/// a light if there is none.
///
/// ```
/// use scene_urho::asset_scene::{Light, Node, Scene};
/// use scene_urho::level::{CreateLevelOptions, create};
/// let mut scene = Scene::default();
/// let light = Some(scene.lights.push(Light::default()));
/// scene.nodes.push(Node { name: "Lamp".into(), light, ..Node::default() });
/// let options = CreateLevelOptions::default().kind(urho_scene::Kind::Prefab);
/// let built = create(&scene, "Lamp", &options, &mut binio::Limits::default().budget())?;
/// let lamp = built.document.scene();
/// assert_eq!((lamp.nodes[0].name().to_string(), lamp.nodes[0].components_of("Light").count()), ("Lamp".into(), 1));
/// # Ok::<(), scene_urho::asset_scene::Error>(())
/// ```
///
/// # Errors
/// Fails if the scene doesn't pass its [check](Scene::check), if it can't be written in this encoding, or if a model is
/// larger than the limits allow.
pub fn create(
    scene: &Scene<'_>,
    name: &str,
    options: &CreateLevelOptions<'_>,
    budget: &mut Budget,
) -> Result<CreatedLevel, Error> {
    create_with(scene, name, options, Around::default(), budget).map(|(made, _)| made)
}

/// Creates a scene, or the file of a prefab in a scene. Also returns the file names that can't be used any more, in
/// lower case.
fn create_with(
    scene: &Scene<'_>,
    name: &str,
    options: &CreateLevelOptions<'_>,
    around: Around,
    budget: &mut Budget,
) -> Result<(CreatedLevel, HashSet<String>), Error> {
    scene.check()?;
    let usual = if options.encoding.is_archive() { Engine::Rbfx } else { Engine::Urho3d };
    let engine = options.engine.or_else(|| stored_engine(scene)).unwrap_or(usual);
    let stored_kind = stored_kind(scene);
    let kind = options.kind.or(stored_kind).unwrap_or(Kind::Scene);
    let mut findings = Findings::new();
    let (originals, own) = Originals::of(scene, engine, &mut findings);
    let scene = own.as_ref().unwrap_or(scene);
    let recalled = recall::recall(scene, options, originals.edited.as_ref())?;
    let scene = recalled.as_ref().map_or(scene, |(scene, _)| scene);
    originals.tell_unknown(scene, &mut findings);
    let mut keys: Vec<Option<NodeKey>> = scene.nodes.iter().map(NodeKey::of).collect();
    originals.forget_newer(&mut keys);
    let mut views = Views::of(scene, &mut keys, &originals);
    let mut made = Made::new(scene, &keys);
    if kind == Kind::Prefab && stored_kind == Some(kind) {
        made.adopt(scene, &keys, &originals);
    }
    for (node, turn) in views.turns.drain(..) {
        made.turn(node, scene[node].transform.to_affine(), turn);
    }
    findings.extend(std::mem::take(&mut views.findings));
    let models = Models::new(scene, name, options, (engine, around));
    let mut work = Work {
        scene,
        options,
        engine,
        originals: &originals,
        made,
        models,
        keys: IdMap::new(keys),
        level: urho_scene::Scene::new(engine, kind),
        places: IdMap::filled(None, scene.nodes.len()),
        top: 0,
        moved_roots: HashSet::new(),
        actions: Actions::default(),
        findings,
        views,
    };
    let outermost = originals.outermost().filter(|_| stored_kind == Some(kind));
    work.outermost(outermost, name)?;
    work.moved_prefabs();
    work.nodes();
    let prefabs = work.read_prefabs();
    work.models()?;
    work.views();
    if kind == Kind::Scene && outermost.is_none() {
        work.physics_worlds();
    }
    work.models.name_materials(budget);
    work.prefabs(&prefabs, budget)?;
    work.number();
    let compared = work.uneditable();
    let gone = work.gone();
    let Work { level, models, mut findings, places, .. } = work;
    let Finished { files, mut level, findings: found, taken } = models.finish(level);
    for place in gone {
        level.remove(place);
    }
    findings.extend(found);
    findings.extend(recalled.iter().flat_map(|(_, told)| told.iter().cloned()));
    let failed = |error: urho_scene::Error| Error::new(ErrorKind::Unsupported(error.to_string()), Path::from("scene"));
    let new = |level| Document::from_scene(level, options.encoding, &WriteOptions::default()).map_err(failed);
    if !compared.is_empty() {
        // Nodes are found by their place, which the original may keep elsewhere.
        let (document, _) = new(level.clone())?;
        findings.extend(unwritten((scene, compared), &places, &document, options));
    }
    let original = originals.edited.filter(|original| {
        original.encoding() == options.encoding && original.engine() == engine && original.kind() == level.kind
    });
    let known = original.as_ref().map(|original| dangling::Known::of(&original.scene()));
    let (document, lost) = match original {
        Some(mut original) => {
            physics::follow(&mut level, &original);
            let lost = original.update(&level).map_err(failed)?;
            (original, lost)
        }
        None => new(level)?,
    };
    findings.extend(lost);
    known.into_iter().for_each(|known| known.tell(&document, &mut findings));
    Ok((CreatedLevel { document, files, findings }, taken))
}

/// The state while a file is created.
struct Work<'s, 'o> {
    scene: &'s Scene<'s>,
    options: &'o CreateLevelOptions<'o>,
    engine: Engine,
    originals: &'s Originals,
    made: Made,
    models: Models<'s, 'o>,
    keys: IdMap<Node, Option<NodeKey>>,
    level: urho_scene::Scene<'static>,
    /// The index of each node in the file.
    places: IdMap<Node, Option<usize>>,
    /// The parent to use for nodes that have none.
    top: usize,
    views: Views,
    /// The outermost nodes of prefabs whose transform is written to another node.
    moved_roots: HashSet<Id<Node>>,
    /// Which files belong to which animation in the scene.
    actions: Actions,
    findings: Findings,
}

impl Work<'_, '_> {
    /// Adds the root node if it is not in the scene.
    fn outermost(&mut self, original: Option<&urho_scene::Node<'static>>, name: &str) -> Result<(), Error> {
        let (kind, engine) = (self.level.kind, self.engine);
        if kind == Kind::Prefab && engine != Engine::Rbfx {
            if self.made.roots() == 0 {
                let message = "a prefab needs a root: an empty node is written, because the scene has no node";
                self.findings.loss(kinds::PART_NOT_WRITTEN, "nodes", message);
            }
            // The only root is the prefab, if there is but one.
            if self.made.roots() == 1 {
                self.level.nodes.clear();
            } else {
                self.name(0, name);
            }
            return Ok(());
        }
        if let Some(node) = original {
            self.level.nodes = vec![node.clone()];
        } else if kind == Kind::Scene {
            self.name(0, name);
            self.level.add_component(0, "Octree");
            self.level.add_component(0, "DebugRenderer");
            // Nodes from a scene include their own octree and zone.
            let is_new = |key: &Option<NodeKey>| key.as_ref().and_then(|key| self.originals.node(key)).is_none();
            if self.keys.as_slice().iter().all(is_new) {
                self.surroundings()?;
            }
        }
        if kind == Kind::Prefab && original.is_none() && self.made.roots() != 1 {
            self.top = self.level.add_node(0, name).unwrap_or(0);
        }
        Ok(())
    }

    fn name(&mut self, node: usize, name: &str) {
        let engine = self.engine;
        if let Some(node) = self.level.nodes.get_mut(node) {
            node.attributes.set(engine, "Name", Variant::String(name.to_owned().into()));
        }
    }

    /// Adds a new component.
    fn add(&mut self, place: usize, class: &'static str) -> Option<&mut Component<'static>> {
        let hashes = self.engine.hashes();
        let node = self.level.nodes.get_mut(place)?;
        let class = urho_scene::HashedName::of(hashes, class);
        node.components.push(Component { class, ..Component::default() });
        node.components.last_mut()
    }

    /// Returns the components whose nodes were deleted, starting with the last component of each node.
    fn gone(&self) -> Vec<Place> {
        let gone = self.views.gone.iter();
        let mut gone: Vec<Place> =
            gone.filter_map(|(node, component)| Some(Place::node(self.places[*node]?).component(*component))).collect();
        gone.sort_by_key(|place| std::cmp::Reverse((place.node, place.component)));
        gone.dedup();
        gone
    }

    /// Returns the nodes that show terrains and groups of models, because edits to these can't be written.
    fn uneditable(&self) -> Vec<Id<Node>> {
        let is_terrain = |node: Id<Node>, layout: &NodeKey| {
            let file = self.places[node].and_then(|place| self.level.nodes.get(place));
            let component = layout.mesh.zip(file).and_then(|(number, node)| node.components.get(number));
            component.is_some_and(|component| component.is_a("Terrain"))
        };
        let is_it =
            |node: &Id<Node>| self.keys[*node].as_ref().is_some_and(|layout| layout.group || is_terrain(*node, layout));
        self.scene.nodes.ids().filter(is_it).collect()
    }

    /// Sets the ids of nodes and components that have none, or whose id is not unique. The first in the file keeps its
    /// id. New parts never get the id of a part that was removed, because they would be taken for this part.
    fn number(&mut self) {
        // Nothing of archives has to have one.
        let optional = self.options.encoding.is_archive();
        let (mut nodes, mut components) = (Ids::new(optional), Ids::new(optional));
        let original = self.originals.edited.as_ref().map(Document::scene);
        for node in original.iter().flat_map(|original| &original.nodes).chain(&self.level.nodes) {
            nodes.highest(node.id);
            node.components.iter().for_each(|component| components.highest(component.id));
        }
        for node in &mut self.level.nodes {
            node.id = nodes.unique(node.id);
            for component in &mut node.components {
                component.id = components.unique(component.id);
            }
        }
    }
}

/// Ids that must be unique.
#[derive(Default)]
struct Ids {
    optional: bool,
    taken: HashSet<u32>,
    next: HashMap<bool, u32>,
}

impl Ids {
    fn new(optional: bool) -> Self {
        Self { optional, ..Self::default() }
    }

    fn highest(&mut self, id: u32) {
        let local = id >= urho_scene::FIRST_LOCAL_ID;
        let next = self.next.entry(local).or_insert(1);
        *next = (*next).max(id.saturating_add(1));
    }

    /// Returns the id if nothing else uses it, otherwise a new id.
    fn unique(&mut self, wanted: u32) -> u32 {
        if wanted == 0 && self.optional || wanted != 0 && self.taken.insert(wanted) {
            return wanted;
        }
        let local = wanted >= urho_scene::FIRST_LOCAL_ID;
        let next = self.next.entry(local).or_insert(1);
        while !self.taken.insert(*next) {
            *next = next.wrapping_add(1).max(1);
        }
        *next
    }
}
