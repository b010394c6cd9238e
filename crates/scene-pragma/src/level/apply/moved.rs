//! Handles models that were moved or copied. People select what they see, which is the node of the model and not the
//! node of its entity.

use std::collections::{BTreeMap, HashSet};

use asset_scene::glam::{DAffine3, DMat4, DVec3};
use asset_scene::world::{World, inverse};
use asset_scene::{Id, Node, Scene, Transform};
use scene_adapter::same;

use super::originals::Originals;
use crate::METRES_PER_UNIT;
use crate::level::stored::{EntityKey, Made};
use scene_adapter::originals::PartKey;

/// The classes whose models can't be moved, because the engine doesn't move them with their entity.
const FIXED: [&str; 2] = ["world", "skybox"];

/// The node of a model, and the entity above it.
struct Shown {
    model: Id<Node>,
    entity: Id<Node>,
    is_copy: bool,
    /// Whether the entity moves with the model. If the entity also has a light or a camera, it doesn't, because these
    /// were not moved.
    moves: bool,
}

/// Moves entities if their models were moved, and copies entities if their models were copied. There is only one world,
/// so copies of it become new nodes.
pub(super) fn move_entities(scene: &mut Scene<'_>, originals: &Originals) {
    let mut keys: Vec<Option<EntityKey>> = scene.nodes.iter().map(EntityKey::of).collect();
    adopt(scene, &mut keys, originals);
    let usual = DAffine3::from_scale(DVec3::splat(METRES_PER_UNIT.into()));
    let Some(back) = inverse(usual) else { return };
    let world = World::new(scene);
    for Shown { model, entity, is_copy, moves } in shown(scene, &world, &keys, originals) {
        #[allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]
        let place = world.world(model) * back;
        let is_elsewhere = scene[model].parent != Some(entity);
        let is_moved = is_elsewhere || !same::transforms(scene[model].transform.to_affine(), usual);
        if is_copy && !moves {
            let transform = matrix(world.world(model));
            scene[model] = Node { parent: None, source: None, transform, ..scene[model].clone() };
            continue;
        }
        if is_copy {
            let Node { name, source, .. } = scene[entity].clone();
            let copy = scene.nodes.push(Node { name, transform: matrix(place), source, ..Node::default() });
            scene[model].parent = Some(copy);
            scene[model].transform = matrix(usual);
        } else if is_moved && moves {
            let Some(above) = inverse(world.parent_world(entity)) else { continue };
            #[allow(clippy::arithmetic_side_effects, reason = "matrices of floats")]
            let place = above * place;
            scene[entity].transform = matrix(place);
            scene[model].parent = Some(entity);
            scene[model].transform = matrix(usual);
        }
    }
}

/// If an entity has lost its model, and it has only one child with a mesh, this child is used as the model. This is
/// needed because some programs remove the extras of nodes.
fn adopt(scene: &mut Scene<'_>, keys: &mut [Option<EntityKey>], originals: &Originals) {
    let world = World::new(scene);
    let of = |node: Id<Node>| keys.get(node.index()).and_then(Option::as_ref);
    let mut found = Vec::new();
    for entity in scene.nodes.ids() {
        let Some(own) = of(entity).filter(|own| own.made.is_none()) else { continue };
        let is_model = |child: Id<Node>| of(child).is_some_and(|own| own.made == Some(Made::Model));
        let mut new = world.children(entity).filter(|child| of(*child).is_none() && scene[*child].mesh.is_some());
        let (child, more) = (new.next(), new.next());
        let Some(child) = child.filter(|_| more.is_none() && !world.children(entity).any(is_model)) else { continue };
        found.extend(originals.has_model(own).then_some((child, own.entity)));
    }
    for (child, entity) in found {
        let key = EntityKey::made(None, entity, Made::Model);
        scene[child].source = Some(key.source());
        if let Some(slot) = keys.get_mut(child.index()) {
            *slot = Some(key);
        }
    }
}

/// Returns the nodes of models with their entities. The original of an entity comes before its copies.
fn shown(scene: &Scene<'_>, world: &World, keys: &[Option<EntityKey>], originals: &Originals) -> Vec<Shown> {
    let of = |node: Id<Node>| keys.get(node.index()).and_then(Option::as_ref);
    let mut entities: BTreeMap<usize, Id<Node>> = BTreeMap::new();
    for id in scene.nodes.ids() {
        if let Some(own) = of(id).filter(|own| own.made.is_none()) {
            entities.entry(own.entity).or_insert(id);
        }
    }
    let mut by_entity: BTreeMap<Id<Node>, Vec<Id<Node>>> = BTreeMap::new();
    for (id, node) in scene.nodes.enumerate() {
        let Some(own) = of(id).filter(|own| own.made == Some(Made::Model)) else { continue };
        // A program may have put it elsewhere, as it does with copies.
        let above = node.parent.filter(|above| of(*above).is_some_and(|own| own.made.is_none()));
        if let Some(entity) = above.or_else(|| entities.get(&own.entity).copied()) {
            by_entity.entry(entity).or_default().push(id);
        }
    }
    let mut all = Vec::new();
    for (entity, mut models) in by_entity {
        let is_view = |own: &EntityKey| matches!(own.made, Some(Made::Light | Made::Camera));
        let has_views = world.children(entity).any(|child| of(child).is_some_and(is_view));
        let class = of(entity).and_then(|key| originals.class(key));
        let is_fixed = class.is_none_or(|class| FIXED.contains(&class.as_str()));
        // Copies are numbered, or elsewhere.
        models.sort_by_key(|model| scene[*model].parent != Some(entity));
        let names: HashSet<&str> = models.iter().map(|model| scene[*model].name.as_str()).collect();
        let is_numbered = |model: &Id<Node>| {
            let name = &scene[*model].name;
            name.rsplit_once('.').is_some_and(|(base, _)| names.contains(base) && same::is_numbered(name, base))
        };
        let copies: Vec<bool> = models.iter().map(is_numbered).collect();
        let original = copies.iter().position(|is_copy| !is_copy).unwrap_or(0);
        models.swap(0, original);
        let moves = !has_views && !is_fixed;
        let one = |(number, model)| Shown { model, entity, is_copy: number > 0, moves };
        all.extend(models.into_iter().enumerate().map(one));
    }
    all
}

fn matrix(place: DAffine3) -> Transform {
    Transform::Matrix(DMat4::from(place).as_mat4().to_cols_array())
}
