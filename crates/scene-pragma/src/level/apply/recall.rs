//! Finds the entities for nodes by name, because some programs remove the extras of nodes but keep the names.

use std::collections::{HashMap, HashSet, VecDeque};

use asset_scene::world::World;
use asset_scene::{Error, Id, Material, Node, Scene};
use pragma_asset::Map;
use scene_adapter::{ResourceReader, ShowOptions, same};

use crate::level::export::to_scene;
use crate::level::options::CreateMapOptions;
use crate::level::stored::EntityKey;
use scene_adapter::originals::PartKey;

/// Gives nodes and materials that have lost their extras the sources of the original's. Nodes are matched by name, first
/// entities and then everything below them. If several entities have the same name, those in the same place are matched
/// first, and then the others in order. A node with Blender's number for duplicates is a copy.
pub(super) fn recall(scene: &mut Scene<'_>, original: &Map<'_>, options: &CreateMapOptions<'_>) -> Result<(), Error> {
    let lods = scene.lod_nodes();
    let lost: Vec<Id<Node>> = scene.nodes.ids().filter(|id| scene[*id].source.is_none() && !lods[*id]).collect();
    if lost.is_empty() || original.entity_count() == 0 {
        return Ok(());
    }
    let nothing = std::collections::BTreeMap::<String, Vec<u8>>::new();
    let mut resources = ResourceReader::new(options.files.project.unwrap_or(&nothing), options.files.limits);
    let mut how = ShowOptions::default();
    how.limits = options.files.limits;
    let (shown, _) = to_scene(original, &scene.name, &mut resources, &how)?;
    let claimed: HashSet<usize> = scene.nodes.iter().filter_map(entity_of).collect();
    let is_open = |id: &Id<Node>| entity_of(&shown[*id]).is_some_and(|entity| !claimed.contains(&entity));
    let open: Vec<Id<Node>> = shown.nodes.ids().filter(is_open).collect();
    let (world, shown_world) = (World::new(scene), World::new(&shown));
    let mut pairs = entities((scene, &world, &lost), (&shown, &shown_world, &open));
    let mut at = 0;
    while let Some((here, there)) = pairs.get(at).copied() {
        at = at.saturating_add(1);
        pairs.extend(below((scene, &world, here), (&shown, &shown_world, there)));
    }
    for (here, there) in pairs {
        scene[here].source.clone_from(&shown[there].source);
    }
    let materials: HashMap<&str, &Material> =
        shown.materials.iter().rev().map(|material| (material.name.as_str(), material)).collect();
    for material in scene.materials.iter_mut().filter(|material| material.source.is_none()) {
        let known = materials.get(material.name.as_str());
        material.source = known.and_then(|known| known.source.clone());
    }
    Ok(())
}

/// Returns the number of the entity that a node is.
fn entity_of(node: &Node) -> Option<usize> {
    EntityKey::of(node).filter(|layout| layout.made.is_none()).map(|layout| layout.entity)
}

/// How many entities with the same name to compare with a node. This bounds the time for a map that gives all entities
/// one name.
const TRIES: usize = 64;

/// A scene, the places of its nodes, and the nodes to match.
type Side<'s> = (&'s Scene<'s>, &'s World, &'s [Id<Node>]);

/// Matches nodes with entities.
fn entities((scene, world, lost): Side<'_>, (shown, shown_world, open): Side<'_>) -> Vec<(Id<Node>, Id<Node>)> {
    let mut by_name: HashMap<&str, VecDeque<Id<Node>>> = HashMap::new();
    for id in open {
        by_name.entry(&shown[*id].name).or_default().push_back(*id);
    }
    let mut pairs = Vec::new();
    let mut left = Vec::new();
    for here in lost.iter().copied() {
        let Some(named) = by_name.get_mut(scene[here].name.as_str()) else { continue };
        let is_there = |there: &Id<Node>| same::transforms(world.world(here), shown_world.world(*there));
        match named.iter().take(TRIES).position(is_there).and_then(|at| named.remove(at)) {
            Some(there) => pairs.push((here, there)),
            None => left.push(here),
        }
    }
    for here in left {
        let named = by_name.get_mut(scene[here].name.as_str()).and_then(VecDeque::pop_front);
        pairs.extend(named.map(|there| (here, there)));
    }
    let known: HashMap<&str, Id<Node>> = open.iter().rev().map(|id| (shown[*id].name.as_str(), *id)).collect();
    let copies = lost.iter().filter_map(|here| {
        let name = scene[*here].name.as_str();
        let (base, _) = name.rsplit_once('.')?;
        let there = known.get(base).filter(|_| same::is_numbered(name, base) && !known.contains_key(name))?;
        Some((*here, *there))
    });
    pairs.extend(copies.collect::<Vec<_>>());
    pairs
}

/// Matches the children of a node that have no source by name.
fn below(
    (scene, world, here): (&Scene<'_>, &World, Id<Node>),
    (shown, shown_world, there): (&Scene<'_>, &World, Id<Node>),
) -> Vec<(Id<Node>, Id<Node>)> {
    let mut open: Vec<Id<Node>> = shown_world.children(there).collect();
    let children = world.children(here).filter(|child| scene[*child].source.is_none());
    let pair = |child: Id<Node>| {
        let name = scene[child].name.as_str();
        let is_it = |other: &Id<Node>| {
            let other = shown[*other].name.as_str();
            name == other || same::is_numbered(name, other)
        };
        open.iter().position(is_it).map(|at| (child, open.remove(at)))
    };
    children.filter_map(pair).collect()
}
