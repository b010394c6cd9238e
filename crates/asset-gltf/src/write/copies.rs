//! Writes sibling nodes that show the same mesh as a single node (`EXT_mesh_gpu_instancing`).

use std::collections::HashMap;

use asset_scene::{Array, Id, IdMap, Mesh, Node, Scene, Transform};
use binio::Path;

use super::Export;
use super::role::Usage;
use crate::json::{Attributes, Instancing, Integer};

/// A scene in which sibling nodes that only show the same mesh were replaced by a single node.
pub(super) struct Gathered<'s> {
    pub(super) scene: Scene<'s>,
    /// The nodes that represent several copies, and the transforms of these copies.
    pub(super) copies: Vec<(Id<Node>, Vec<Place>)>,
}

/// A translation, rotation and scale.
pub(super) type Place = ([f32; 3], [f32; 4], [f32; 3]);

impl<'s> Gathered<'s> {
    /// Looks for sibling nodes that show the same mesh, and replaces them. You must [check](Scene::check) the scene
    /// first.
    pub(super) fn of(scene: &'s Scene<'s>) -> Self {
        let alone = alone(scene);
        let mut groups: HashMap<(Option<Id<Node>>, Id<Mesh>), usize> = HashMap::new();
        let mut shown: Vec<(Id<Node>, Vec<Place>)> = Vec::new();
        let mut group = IdMap::filled(None, scene.nodes.len());
        for (id, node) in scene.nodes.enumerate().filter(|(id, _)| alone[*id]) {
            let (Some(mesh), Some(copy)) = (node.mesh, transform_of(&node.transform)) else { continue };
            let number = *groups.entry((node.parent, mesh)).or_insert_with(|| {
                shown.push((id, Vec::new()));
                shown.len() - 1
            });
            group[id] = Some(number);
            if let Some((_, places)) = shown.get_mut(number) {
                places.push(copy);
            }
        }
        let several = |number: usize| shown.get(number).filter(|(_, places)| places.len() > 1);
        let is_kept = |id: Id<Node>| group[id].and_then(several).is_none_or(|(first, _)| *first == id);
        let mut whole = scene.borrowed();
        let mut copies = Vec::new();
        for (number, id) in scene.nodes.ids().filter(|id| is_kept(*id)).enumerate() {
            if let Some((_, places)) = group[id].and_then(several) {
                whole[id].transform = Transform::IDENTITY;
                whole[id].source = None;
                copies.push((Id::new(number), places.clone()));
            }
        }
        whole.retain_nodes(is_kept);
        Self { scene: whole, copies }
    }
}

/// Returns the nodes that can be replaced, because they are only needed for their mesh. If the file carries an
/// original, its nodes are always needed to convert the scene back.
fn alone(scene: &Scene<'_>) -> IdMap<Node, bool> {
    let has_original = scene.source.as_ref().is_some_and(|source| source.original.is_some());
    let plain = |node: &Node| {
        let shows_more = node.skin.is_some()
            || node.light.is_some()
            || node.camera.is_some()
            || !node.lods.is_empty()
            || node.hidden
            || has_original && node.source.is_some();
        node.mesh.is_some() && !shows_more
    };
    let mut alone = IdMap::new(scene.nodes.iter().map(plain).collect());
    let referred =
        scene.nodes.iter().flat_map(|node| node.parent.into_iter().chain(node.lods.iter().map(|lod| lod.node)));
    let joints = scene.skins.iter().flat_map(|skin| skin.joints.iter().chain(&skin.root).copied());
    let moved = scene.animations.iter().flat_map(|animation| animation.channels.iter().map(|channel| channel.node));
    referred.chain(joints).chain(moved).for_each(|id| alone[id] = false);
    alone
}

/// Returns the transform of a copy, or `None` if the extension can't express it.
fn transform_of(transform: &Transform) -> Option<Place> {
    let Transform::Trs { translation, rotation, scale } = transform else { return None };
    let mut numbers = translation.iter().chain(rotation).chain(scale);
    let length: f64 = rotation.iter().map(|number| f64::from(*number) * f64::from(*number)).sum();
    let is_fine = numbers.all(|number| number.is_finite()) && (length - 1.0).abs() < 1e-5;
    is_fine.then_some((*translation, *rotation, *scale))
}

impl Export<'_> {
    /// Writes the transforms of copies to the nodes that represent them.
    pub(super) fn copies(&mut self, copies: &[(Id<Node>, Vec<Place>)]) {
        for (id, places) in copies {
            let grid = self.scene[*id].mesh.and_then(|mesh| self.grids.mesh(mesh));
            let places: Vec<Place> =
                places.iter().map(|copy| grid.map_or(*copy, |(_, grid)| grid.copy_on_grid(*copy))).collect();
            let column = |export: &mut Self, array| Integer::from(export.arrays.add(array, Usage::None));
            let mut attributes = Vec::new();
            let translations = Array::from_f32s(places.iter().map(|(translation, ..)| *translation));
            attributes.push(("TRANSLATION".to_owned(), column(self, translations)));
            if places.iter().any(|(_, rotation, _)| *rotation != [0.0, 0.0, 0.0, 1.0]) {
                let rotations = Array::from_f32s(places.iter().map(|(_, rotation, _)| *rotation));
                attributes.push(("ROTATION".to_owned(), column(self, rotations)));
            }
            if places.iter().any(|(.., scale)| *scale != [1.0; 3]) {
                let scales = Array::from_f32s(places.iter().map(|(.., scale)| *scale));
                attributes.push(("SCALE".to_owned(), column(self, scales)));
            }
            let message = "nodes written as its instances, without their names and their source data";
            self.report.note(&Path::from([("node", id.index())]), format!("{message}: {}", places.len()));
            self.nodes.instancing(*id, Instancing { attributes: Attributes(attributes) });
        }
        if !copies.is_empty() {
            self.root.extensions_used.push("EXT_mesh_gpu_instancing".to_owned());
            self.root.extensions_required.push("EXT_mesh_gpu_instancing".to_owned());
        }
    }
}
