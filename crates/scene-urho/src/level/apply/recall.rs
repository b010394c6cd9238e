//! Finds the original of nodes and materials by name, because other programs remove extras but keep names.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::sync::Arc;

use asset_scene::{Error, Id, Material, Node, Scene, Source};
use binio::Findings;
use scene_adapter::look::is_place;
use scene_adapter::{ResourceReader, ShowOptions, same};
use urho_scene::Document;

use crate::kinds;
use crate::level::export::to_scene;
use crate::level::options::CreateLevelOptions;
use crate::level::parts::{self, stem};
use crate::level::stored::NodeKey;
use scene_adapter::originals::PartKey;

/// Suffixes of scene nodes that show a component of a node.
const VIEWS: [&str; 2] = ["_Light", "_Camera"];

/// Restores the sources of nodes and materials that have lost them, and returns the new scene with its findings.
/// Returns `None` if nothing was lost.
///
/// If several parts have the same name, this first pairs parts with the same kind and position, then parts with the
/// same kind in order, then any others. Everything that the scene doesn't show is kept from these. A part of the file
/// that the scene still refers to is not used again.
pub(super) fn recall<'s>(
    scene: &'s Scene<'s>,
    options: &CreateLevelOptions<'_>,
    original: Option<&Document<'_>>,
) -> Result<Option<(Scene<'s>, Findings)>, Error> {
    let lods = scene.lod_nodes();
    let nodes: Vec<Id<Node>> = scene.nodes.ids().filter(|id| scene[*id].source.is_none() && !lods[*id]).collect();
    // A material that is but the place of one says nothing about its look.
    let is_lost = |id: &Id<Material>| scene[*id].source.is_none() && !is_place(scene, &scene[*id]);
    let materials: Vec<Id<Material>> = scene.materials.ids().filter(is_lost).collect();
    if nodes.is_empty() && materials.is_empty() {
        return Ok(None);
    }
    let Some(document) = original else { return Ok(None) };
    let level = document.scene();
    let has = Lost::new(scene, (&nodes, &materials), &level);
    if !has.nodes && !has.materials {
        return Ok(None);
    }
    let nowhere = BTreeMap::new();
    let mut resources = ResourceReader::new(options.files.project.unwrap_or(&nowhere), options.files.limits);
    let mut how = ShowOptions::default();
    (how.materials, how.limits) = (has.materials, options.files.limits);
    let (shown, _) = to_scene(document, &scene.name, &mut resources, &how)?;
    let mut own = scene.borrowed();
    let claimed: HashSet<String> = scene.nodes.iter().filter_map(key).collect();
    let is_free = |id: &Id<Node>| key(&shown[*id]).is_some_and(|key| !claimed.contains(&key));
    let free: Vec<Id<Node>> = shown.nodes.ids().filter(is_free).collect();
    let Pairs { alike, named, gone } = Pairs::of((scene, &nodes), (&shown, &free));
    for (here, there) in alike {
        own[here].source.clone_from(&shown[there].source);
    }
    for (here, there) in &named {
        own[*here].source = source_of_name(&level, &shown[*there], &scene[*here]);
    }
    let mut by_name: HashMap<&str, Id<Material>> = HashMap::new();
    for (id, material) in shown.materials.enumerate() {
        by_name.entry(&material.name).or_insert(id);
    }
    for here in materials {
        if let Some(there) = by_name.get(plain(&scene[here].name, |name| by_name.contains_key(name))) {
            own[here].source.clone_from(&shown[*there].source);
        }
    }
    let mut findings = Findings::new();
    tell(&mut findings, &gone, &shown, "aren't in the scene, and go with all their components");
    let others: Vec<Id<Node>> = named.into_iter().map(|(_, there)| there).collect();
    tell(&mut findings, &others, &shown, "show something else in the scene; components that it doesn't show stay");
    Ok(Some((own, findings)))
}

/// Reports nodes of the file, with the first names.
fn tell(findings: &mut Findings, nodes: &[Id<Node>], shown: &Scene<'_>, what: &str) {
    if nodes.is_empty() {
        return;
    }
    let names: Vec<&str> = nodes.iter().take(3).map(|id| shown[*id].name.as_str()).collect();
    let message = format!("{} known by name alone {what}: {}", nodes.len(), names.join(", "));
    findings.warning(kinds::PART_NOT_COMPARED, "nodes", message);
}

/// Returns the source to use if a node has the same name as a node in the file, but shows something else.
fn source_of_name(file: &urho_scene::Scene<'_>, there: &Node, here: &Node) -> Option<Arc<Source<'static>>> {
    let key = NodeKey::of(there)?;
    if key.made.is_some() {
        return there.source.clone();
    }
    let node = key.place.and_then(|place| file.nodes.get(place));
    let models = node.into_iter().flat_map(|node| node.components.iter().enumerate());
    let mut models =
        models.filter(|(_, component)| ["StaticModel", "AnimatedModel"].iter().any(|name| component.is_a(name)));
    // A model that isn't at hand is shown by the only component that can.
    let mesh = match (models.next(), models.next(), here.mesh) {
        (Some((number, _)), None, Some(_)) => Some(number),
        _ => None,
    };
    Some(NodeKey { mesh, light: None, views: Vec::new(), ..key }.source())
}

/// Whether parts that have lost their source can come from a file.
struct Lost {
    nodes: bool,
    materials: bool,
}

impl Lost {
    fn new(
        scene: &Scene<'_>,
        (nodes, materials): (&[Id<Node>], &[Id<Material>]),
        file: &urho_scene::Scene<'_>,
    ) -> Self {
        let resources = |of: &'static str| parts::named(file, of).into_iter().map(|(_, name)| stem(&name).to_owned());
        let of_nodes = file.nodes.iter().map(parts::name).flat_map(|name| {
            let views = VIEWS.map(|view| format!("{name}{view}"));
            std::iter::once(name).chain(views)
        });
        // Skinned meshes and second models are called like their model.
        let names: HashSet<String> = of_nodes.chain(resources("Model")).collect();
        let is_node = |id: &Id<Node>| names.contains(plain(&scene[*id].name, |name| names.contains(name)));
        let looks: HashSet<String> = resources("Material").collect();
        let is_look = |id: &Id<Material>| looks.contains(plain(&scene[*id].name, |name| looks.contains(name)));
        Self { nodes: nodes.iter().any(is_node), materials: materials.iter().any(is_look) }
    }
}

/// Returns a name without the number that Blender adds to duplicates, unless the file has the name with this number.
fn plain(name: &str, is_known: impl Fn(&str) -> bool) -> &str {
    match name.rsplit_once('.') {
        Some((plain, _)) if same::is_numbered(name, plain) && !is_known(name) => plain,
        _ => name,
    }
}

/// Returns what a node shows: a node in its file, a part of a component, or a bone or prefab part with this name.
fn key(node: &Node) -> Option<String> {
    let own = NodeKey::of(node)?;
    let name = (own.place.is_none() && own.view.is_none()).then_some(&node.name);
    Some(format!("{:?} {:?} {:?} {:?} {name:?}", own.made, own.place, own.component, own.view))
}

/// The kind of a node: whether it has a mesh, a skin, a light or a camera.
type Kind = [bool; 4];

fn kind(node: &Node) -> Kind {
    [node.mesh.is_some(), node.skin.is_some(), node.light.is_some(), node.camera.is_some()]
}

/// Nodes in a scene, paired with nodes in the file.
#[derive(Default)]
struct Pairs {
    /// Nodes with the same name and kind.
    alike: Vec<(Id<Node>, Id<Node>)>,
    /// Nodes with the same name.
    named: Vec<(Id<Node>, Id<Node>)>,
    /// Nodes in the file that are not in the scene.
    gone: Vec<Id<Node>>,
}

impl Pairs {
    fn of((scene, nodes): (&Scene<'_>, &[Id<Node>]), (file, free): (&Scene<'_>, &[Id<Node>])) -> Self {
        let mut pairs = Self::default();
        let names: HashSet<&str> = free.iter().map(|id| file[*id].name.as_str()).collect();
        let name_of = |id: Id<Node>| plain(&scene[id].name, |name| names.contains(name));
        // Those with the very name come before copies, which have a number.
        let mut nodes = nodes.to_vec();
        nodes.sort_by_key(|id| scene[*id].name != name_of(*id));
        let mut left: HashMap<(&str, Kind), Waiting> = HashMap::new();
        for id in free {
            let node = &file[*id];
            left.entry((&node.name, kind(node))).or_default().push(*id, node);
        }
        let mut taken = HashSet::new();
        for is_in_place in [true, false] {
            nodes.retain(|id| {
                let waiting = left.get_mut(&(name_of(*id), kind(&scene[*id])));
                let there = waiting.and_then(|waiting| match is_in_place {
                    true => waiting.take_at(&scene[*id]),
                    false => waiting.take(),
                });
                taken.extend(there);
                pairs.alike.extend(there.map(|there| (*id, there)));
                there.is_none()
            });
        }
        // Bones and parts of prefabs are known by their kind alone.
        let is_own = |id: &&Id<Node>| {
            !taken.contains(*id)
                && NodeKey::of(&file[**id]).is_some_and(|own| own.place.is_some() || own.view.is_some())
        };
        let mut rest: HashMap<&str, VecDeque<Id<Node>>> = HashMap::new();
        for id in free.iter().filter(is_own) {
            rest.entry(&file[*id].name).or_default().push_back(*id);
        }
        for id in nodes {
            let there = rest.get_mut(name_of(id)).and_then(VecDeque::pop_front);
            pairs.named.extend(there.map(|there| (id, there)));
        }
        let is_node = |id: &Id<Node>| NodeKey::of(&file[*id]).is_some_and(|own| own.made.is_none());
        pairs.gone = rest.into_values().flatten().filter(is_node).collect();
        pairs.gone.sort_unstable();
        pairs
    }
}

/// Nodes in a file that have the same name, in order.
#[derive(Default)]
struct Waiting {
    order: VecDeque<Id<Node>>,
    places: HashMap<[i64; 3], VecDeque<Id<Node>>>,
    taken: HashSet<Id<Node>>,
}

impl Waiting {
    fn push(&mut self, id: Id<Node>, node: &Node) {
        self.order.push_back(id);
        self.places.entry(place(node)).or_default().push_back(id);
    }

    /// Returns a node in the same position, and removes it from the list.
    fn take_at(&mut self, node: &Node) -> Option<Id<Node>> {
        let id = self.places.get_mut(&place(node))?.pop_front()?;
        self.taken.insert(id);
        Some(id)
    }

    /// Returns the first node, and removes it from the list.
    fn take(&mut self) -> Option<Id<Node>> {
        while let Some(id) = self.order.pop_front() {
            if self.taken.insert(id) {
                return Some(id);
            }
        }
        None
    }
}

/// Returns where a node is, rounded to a thousandth.
fn place(node: &Node) -> [i64; 3] {
    let place = node.transform.to_affine().translation.to_array();
    #[allow(clippy::cast_possible_truncation, reason = "a number that is too large is the largest")]
    place.map(|number| (number * 1e3).round() as i64)
}
