//! Removes the nodes that only undo the grid of quantized positions. The mesh is moved to the parent node, and its
//! positions become floats.

use std::collections::HashMap;

use asset_scene::{Array, ArrayId, Component, Id, IdMap, Mesh, Node, Property, Scene, Semantic, Transform};
use binio::Budget;

use crate::error::{Error, error};

/// The part of space that positions are fractions of.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Grid {
    center: [f32; 3],
    scale: f32,
}

/// A node that only undoes the grid of its mesh.
#[derive(Clone, Copy)]
struct Undoing {
    parent: Id<Node>,
    mesh: Id<Mesh>,
    grid: Grid,
}

/// Removes the nodes that only undo grids. You must [check](Scene::check) the scene first.
pub(super) fn fold(scene: &mut Scene<'static>, budget: &mut Budget) -> Result<(), Error> {
    let mut undoing = undoing(scene);
    let same = one_grid(scene, &undoing);
    for node in scene.nodes.ids() {
        undoing[node] = undoing[node].filter(|undone| same[undone.mesh].is_some());
    }
    if undoing.as_slice().iter().all(Option::is_none) {
        return Ok(());
    }
    let mut floats = Floats { converted: HashMap::new(), budget };
    let meshes = scene.meshes.ids().filter_map(|mesh| Some((mesh, same[mesh]?)));
    for (mesh, grid) in meshes.collect::<Vec<_>>() {
        floats.apply(scene, mesh, grid)?;
    }
    for node in scene.nodes.ids().collect::<Vec<_>>() {
        let Some(undone) = undoing[node] else { continue };
        scene[node].mesh = None;
        scene[undone.parent].mesh = Some(undone.mesh);
    }
    for animation in &mut scene.animations {
        for channel in &mut animation.channels {
            if let Some(undone) = undoing[channel.node] {
                channel.node = undone.parent;
            }
        }
    }
    scene.retain_nodes(|node| undoing[node].is_none());
    scene.remove_unused_arrays();
    Ok(())
}

/// Finds the nodes that only undo the grid of their mesh. Such a node must not have a name, children or any other
/// content, and its parent must not show a mesh.
fn undoing(scene: &Scene<'_>) -> IdMap<Node, Option<Undoing>> {
    let mut is_used = IdMap::filled(false, scene.nodes.len());
    let parents = scene.nodes.iter().filter_map(|node| node.parent);
    let joints = scene.skins.iter().flat_map(|skin| skin.joints.iter().chain(&skin.root).copied());
    let levels = scene.nodes.iter().flat_map(|node| node.lods.iter().map(|lod| lod.node));
    let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
    let moved = channels.clone().filter(|channel| channel.property != Property::MorphWeights);
    let moved = moved.map(|channel| channel.node);
    parents.chain(joints).chain(levels).chain(moved).for_each(|node| is_used[node] = true);
    // The weights of the mesh become those of its parent, which can't have two.
    let mut has_weights = IdMap::filled(false, scene.nodes.len());
    let weights = channels.filter(|channel| channel.property == Property::MorphWeights);
    weights.for_each(|channel| has_weights[channel.node] = true);
    let quantized = IdMap::new(scene.meshes.ids().map(|mesh| is_quantized(scene, mesh)).collect());
    let mut is_shared = IdMap::filled(false, scene.nodes.len());
    let mut has_one = is_shared.clone();
    let undone = |(id, node): (Id<Node>, &Node)| {
        let (parent, mesh) = (node.parent?, node.mesh?);
        let Transform::Trs { translation, rotation, scale: [scale, y, z] } = node.transform else { return None };
        let is_plain = node.name.is_empty()
            && node.source.is_none()
            && node.extras.is_empty()
            && node.lods.is_empty()
            && node.skin.is_none()
            && node.light.is_none()
            && node.camera.is_none()
            && !is_used[id];
        let is_grid = rotation == [0.0, 0.0, 0.0, 1.0] && (y, z) == (scale, scale) && scale > 0.0;
        let is_below = scene[parent].mesh.is_none() && !has_weights[parent] && !node.hidden;
        let grid = Grid { center: translation, scale };
        (is_plain && is_grid && is_below && quantized[mesh]).then_some(Undoing { parent, mesh, grid })
    };
    let mut undoing = IdMap::new(scene.nodes.enumerate().map(undone).collect());
    let parents = undoing.as_slice().iter().flatten().map(|undone: &Undoing| undone.parent);
    parents.for_each(|parent| is_shared[parent] = std::mem::replace(&mut has_one[parent], true) || is_shared[parent]);
    // Of several meshes each keeps its node.
    for node in scene.nodes.ids() {
        undoing[node] = undoing[node].filter(|undone| !is_shared[undone.parent]);
    }
    undoing
}

/// Returns `true` if all positions of a mesh are fractions.
fn is_quantized(scene: &Scene<'_>, mesh: Id<Mesh>) -> bool {
    let arrays = || positions(&scene[mesh]);
    arrays().next().is_some()
        && arrays().all(|(array, _)| scene.arrays.get(array).is_some_and(|array| array.normalized && !is_float(array)))
}

fn is_float(array: &Array<'_>) -> bool {
    array.component == Component::F32
}

/// Returns the arrays of positions. The flag is `true` if they are the deltas of a morph target.
fn positions(mesh: &Mesh) -> impl Iterator<Item = (ArrayId, bool)> + '_ {
    mesh.primitives.iter().flat_map(|primitive| {
        let base = primitive.attributes.iter().filter(|attribute| attribute.semantic == Semantic::Position);
        let targets = primitive.targets.iter().flatten();
        let targets = targets.filter(|attribute| attribute.semantic == Semantic::Position);
        base.map(|attribute| (attribute.array, false)).chain(targets.map(|attribute| (attribute.array, true)))
    })
}

/// Returns the grid of each mesh, if all nodes of the mesh undo the same grid.
fn one_grid(scene: &Scene<'_>, undoing: &IdMap<Node, Option<Undoing>>) -> IdMap<Mesh, Option<Grid>> {
    let mut grids: IdMap<Mesh, Option<Grid>> = IdMap::filled(None, scene.meshes.len());
    let mut is_other = IdMap::filled(false, scene.meshes.len());
    for (node, mesh) in scene.nodes.enumerate().filter_map(|(id, node)| Some((id, node.mesh?))) {
        let grid = undoing[node].map(|undone| undone.grid);
        is_other[mesh] |= grid.is_none() || grids[mesh].is_some_and(|known| Some(known) != grid);
        grids[mesh] = grid;
    }
    for mesh in scene.meshes.ids() {
        grids[mesh] = grids[mesh].filter(|_| !is_other[mesh]);
    }
    grids
}

/// Arrays of floats that were converted from fractions. They are kept because meshes can share them.
struct Floats<'b> {
    converted: HashMap<(ArrayId, [u32; 4], bool), ArrayId>,
    budget: &'b mut Budget,
}

impl Floats<'_> {
    /// Replaces the positions of a mesh by floats.
    fn apply(&mut self, scene: &mut Scene<'static>, mesh: Id<Mesh>, grid: Grid) -> Result<(), Error> {
        let mut converted = HashMap::new();
        for (array, is_delta) in positions(&scene[mesh]).collect::<Vec<_>>() {
            converted.insert((array, is_delta), self.array(scene, array, grid, is_delta)?);
        }
        let replace = |array: &mut ArrayId, is_delta: bool| {
            if let Some(new) = converted.get(&(*array, is_delta)) {
                *array = *new;
            }
        };
        for primitive in &mut scene[mesh].primitives {
            let is_position = |attribute: &&mut asset_scene::Attribute| attribute.semantic == Semantic::Position;
            primitive.attributes.iter_mut().filter(is_position).for_each(|new| replace(&mut new.array, false));
            let targets = primitive.targets.iter_mut().flatten();
            targets.filter(is_position).for_each(|new| replace(&mut new.array, true));
        }
        Ok(())
    }

    fn array(
        &mut self,
        scene: &mut Scene<'static>,
        array: ArrayId,
        grid: Grid,
        is_delta: bool,
    ) -> Result<ArrayId, Error> {
        let Grid { center: [x, y, z], scale } = grid;
        let key = (array, [x, y, z, scale].map(f32::to_bits), is_delta);
        if let Some(known) = self.converted.get(&key) {
            return Ok(*known);
        }
        let stored = &scene[array];
        self.budget.spend((stored.count as u64).saturating_mul(12)).map_err(|fault| error(fault.into()))?;
        let center = if is_delta { [0.0; 3] } else { grid.center };
        let on_grid = |[a, b, c]: [f32; 3]| {
            let [x, y, z] = center;
            [a.mul_add(scale, x), b.mul_add(scale, y), c.mul_add(scale, z)]
        };
        // A checked scene has three numbers for each position.
        let Some(rows) = stored.map_rows(on_grid) else { return Ok(array) };
        let new = scene.arrays.push(Array::from_f32s(rows));
        self.converted.insert(key, new);
        Ok(new)
    }
}
