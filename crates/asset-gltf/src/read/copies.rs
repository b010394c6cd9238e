//! Reads copies of a mesh at a single node (`EXT_mesh_gpu_instancing`).

use std::collections::HashSet;

use asset_scene::{Array, Component, Id, Node, Property, Scene, Transform};
use binio::{Budget, Limits, Path};

use super::File;
use crate::error::{Error, Within, error, no_such, unfit};
use crate::json::{self, Instancing};
use crate::kinds;

/// Returns the copies of a node's mesh.
pub(super) fn of(node: &json::Node) -> Option<&Instancing> {
    node.extensions.as_ref()?.instancing.as_ref()
}

/// For each byte of the file, nodes of copies can use this number of bytes. Without this limit, a small file could
/// create any number of nodes, because it need not store the transforms of copies, and many nodes can use the same
/// transforms.
const FACTOR: u64 = 32;
const FOR_ANY: u64 = 32 << 20;

impl File<'_> {
    /// Creates a child node for each copy of a mesh. `length` must be the length of the file.
    pub(super) fn copies(&mut self, scene: &mut Scene<'static>, length: u64) -> Result<(), Error> {
        let most = length.saturating_mul(FACTOR).saturating_add(FOR_ANY);
        let mut budget = Limits::default().max_expanded_bytes(most).budget();
        let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
        let morphed = channels.filter(|channel| channel.property == Property::MorphWeights);
        let morphed: HashSet<Id<Node>> = morphed.map(|channel| channel.node).collect();
        let root = self.root;
        for (index, node) in root.nodes.iter().enumerate() {
            let Some(copies) = of(node) else { continue };
            let (id, path) = (Id::new(index), Path::from([("node", index)]));
            let within =
                |result: Result<usize, Error>| result.within("EXT_mesh_gpu_instancing").within_item("node", index);
            let count = within(self.count(copies))?;
            for (name, _) in copies.attributes.0.iter().filter(|(name, _)| !NAMES.contains(&name.as_str())) {
                self.findings.loss(
                    kinds::INSTANCE_ATTRIBUTE_LOST,
                    path.clone().name(name.as_bytes()),
                    "an attribute of copies of a mesh is left out",
                );
            }
            let Some(shown) = scene.nodes.get(id) else { continue };
            if shown.mesh.is_none() {
                self.findings.warning(kinds::INSTANCES_WITHOUT_MESH, path, "copies of no mesh are left out");
            } else if shown.skin.is_some() || morphed.contains(&id) || !shown.lods.is_empty() {
                let what = "with bones, with morphs that move or with levels of detail";
                self.findings.loss(
                    kinds::INSTANCES_MERGED,
                    path,
                    format!("copies of a mesh {what} are shown as one: {count}"),
                );
            } else {
                within(self.add_copies(copies, count, (&mut *scene, id), &mut budget))?;
            }
        }
        Ok(())
    }

    /// Returns how many copies there are. All attributes must have the same count.
    fn count(&self, copies: &Instancing) -> Result<usize, Error> {
        let mut count = None;
        for (name, accessor) in &copies.attributes.0 {
            let array = self.arrays.get(accessor.index());
            let array = array.ok_or_else(|| no_such("accessor", accessor.index()))?;
            let is_fraction = array.normalized && matches!(array.component, Component::I8 | Component::I16);
            let (width, expected, fits) = match name.as_str() {
                "ROTATION" => (4, "4 floats, or normalised numbers of 8 or 16 bits", is_fraction),
                "TRANSLATION" | "SCALE" => (3, "3 floats", false),
                _ => (array.width, "", true),
            };
            if array.width != width || !(array.component == Component::F32 || fits) {
                return Err(unfit(expected, format_args!("{} {}", array.width, array.component)));
            }
            if *count.get_or_insert(array.count) != array.count {
                return Err(unfit("as many in each attribute", format_args!("{count:?} and {}", array.count)));
            }
        }
        count.ok_or_else(|| unfit("at least one attribute", 0))
    }

    /// Adds a node for each copy. The node itself will not show the mesh any more.
    fn add_copies(
        &self,
        copies: &Instancing,
        count: usize,
        (scene, id): (&mut Scene<'static>, Id<Node>),
        budget: &mut Budget,
    ) -> Result<usize, Error> {
        let name = scene[id].name.clone();
        // With its name, its number, and its rows while they are read.
        let cost = (size_of::<Node>() as u64).saturating_add(name.len() as u64).saturating_add(96);
        budget.spend(cost.saturating_mul(count as u64)).map_err(|fault| error(fault.into()))?;
        let array = |name: &str| {
            let found = copies.attributes.0.iter().find(|(known, _)| known == name)?;
            self.arrays.get(found.1.index())
        };
        let mut translations = array(NAMES[0]).and_then(Array::rows::<3>);
        let mut rotations = array(NAMES[1]).and_then(Array::rows::<4>);
        let mut scales = array(NAMES[2]).and_then(Array::rows::<3>);
        let is_fraction = array(NAMES[1]).is_some_and(|array| array.component != Component::F32);
        let mesh = scene[id].mesh.take();
        for number in 0..count {
            let translation = translations.as_mut().and_then(Iterator::next).unwrap_or_default();
            let rotation = rotations.as_mut().and_then(Iterator::next).unwrap_or([0.0, 0.0, 0.0, 1.0]);
            let rotation = if is_fraction { of_unit_length(rotation) } else { rotation };
            let scale = scales.as_mut().and_then(Iterator::next).unwrap_or([1.0; 3]);
            let mut numbers = translation.iter().chain(&rotation).chain(&scale);
            if !numbers.all(|number| number.is_finite()) {
                return Err(unfit("finite numbers as places of copies", "others"));
            }
            let name = if name.is_empty() { String::new() } else { format!("{name}_{number}") };
            let transform = Transform::Trs { translation, rotation, scale };
            scene.nodes.push(Node { name, parent: Some(id), transform, mesh, ..Node::default() });
        }
        Ok(count)
    }
}

/// The attributes that contain the transforms of copies.
const NAMES: [&str; 3] = ["TRANSLATION", "ROTATION", "SCALE"];

/// Normalizes a rotation, because it may have been rounded.
fn of_unit_length(rotation: [f32; 4]) -> [f32; 4] {
    let length = rotation.iter().map(|number| number * number).sum::<f32>().sqrt();
    if length > 0.0 { rotation.map(|number| number / length) } else { [0.0, 0.0, 0.0, 1.0] }
}
