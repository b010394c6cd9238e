//! Reads skins.

use asset_scene::glam::{DAffine3, DMat4};
use asset_scene::influences::{MAX_JOINTS, joints_array};
use asset_scene::{Array, Attribute, Id, Primitive, Semantic, Skin};
use ufbx::SkinningMethod;

use super::numbers::affine;
use super::{Reader, named};
use crate::error::Error;
use crate::kinds;

/// The maximum number of sets of four bones per vertex. In a film, some vertices may use more bones.
const SETS: usize = 4;

/// The bones that affect the vertices of a mesh.
pub(super) struct Influences<'m> {
    skin: &'m ufbx::SkinDeformer,
    /// How many sets of four bones there are.
    sets: usize,
}

impl Influences<'_> {
    /// Returns the bones of a vertex, with weights that add up to 1. If there are none, the vertex follows the node of
    /// its mesh, which is the last bone.
    fn of(&self, vertex: u32) -> Vec<(u32, f32)> {
        let node = || vec![(self.skin.clusters.len() as u32, 1.0)];
        let Some(own) = self.skin.vertices.get(vertex as usize) else { return node() };
        let first = own.weight_begin as usize;
        let weights = self.skin.weights.get(first..first.saturating_add(own.num_weights as usize));
        let valid = |weight: &&ufbx::SkinWeight| {
            weight.weight > 0.0
                && weight.weight.is_finite()
                && (weight.cluster_index as usize) < self.skin.clusters.len()
        };
        // The library sorts them, heaviest first.
        let most = self.sets.saturating_mul(4);
        let heaviest: Vec<&ufbx::SkinWeight> = weights.unwrap_or_default().iter().filter(valid).take(most).collect();
        let sum: f64 = heaviest.iter().map(|weight| weight.weight).sum();
        if !(sum > 0.0 && sum.is_finite()) {
            return node();
        }
        heaviest.into_iter().map(|weight| (weight.cluster_index, (weight.weight / sum) as f32)).collect()
    }

    /// Adds the bones and weights of all vertices to a primitive.
    pub(super) fn attributes(
        &self,
        vertices: &[u32],
        primitive: &mut Primitive,
        reader: &mut Reader<'_>,
    ) -> Result<(), Error> {
        let per_vertex = (self.sets as u64).saturating_mul(4 * 8);
        reader.spend((vertices.len() as u64).saturating_mul(per_vertex))?;
        for set in 0..self.sets {
            let first = set.saturating_mul(4);
            let slots = |vertex: &u32| -> [(u32, f32); 4] {
                let all = self.of(*vertex);
                std::array::from_fn(|slot| all.get(first.saturating_add(slot)).copied().unwrap_or_default())
            };
            let rows: Vec<[(u32, f32); 4]> = vertices.iter().map(slots).collect();
            let count = self.skin.clusters.len().saturating_add(1);
            let joints = joints_array(rows.iter().map(|row| row.map(|(joint, _)| joint)), count);
            let weights = Array::from_f32s(rows.iter().map(|row| row.map(|(_, weight)| weight)));
            let (joints, weights) = (reader.scene.arrays.push(joints), reader.scene.arrays.push(weights));
            let set = set as u32;
            primitive.attributes.push(Attribute { semantic: Semantic::Joints(set), array: joints });
            primitive.attributes.push(Attribute { semantic: Semantic::Weights(set), array: weights });
        }
        Ok(())
    }
}

impl Reader<'_> {
    /// Returns the bones that affect the vertices of a mesh, or `None` if it has no skin.
    pub(super) fn influences<'m>(&mut self, mesh: &'m ufbx::Mesh) -> Result<Option<Influences<'m>>, Error> {
        let Some(skin) = skin_of(mesh) else { return Ok(None) };
        let path = || named("skin", &skin.element.name);
        if skin.clusters.len() >= MAX_JOINTS {
            let message = format!("has a skin of {} bones; left out", skin.clusters.len());
            self.findings.loss(kinds::SKINS_LEFT_OUT, path(), message);
            return Ok(None);
        }
        if matches!(skin.skinning_method, SkinningMethod::DualQuaternion | SkinningMethod::BlendedDqLinear) {
            let message = "is skinned with dual quaternions in its program, here linearly: bent joints lose volume";
            self.findings.warning(kinds::SKINNING_METHOD, path(), message);
        }
        let most = skin.max_weights_per_vertex;
        let sets = most.div_ceil(4).clamp(1, SETS);
        let influences = Influences { skin, sets };
        let over = skin.vertices.iter().filter(|vertex| vertex.num_weights as usize > SETS * 4).count();
        if over > 0 {
            let message = format!("vertices with more than {} bones, of which the heaviest are kept: {over}", SETS * 4);
            self.findings.loss(kinds::INFLUENCES_LEFT_OUT, path(), message);
        }
        Ok(Some(influences))
    }

    /// Returns the skin for a mesh at this node.
    pub(super) fn skin(&mut self, node: &ufbx::Node, mesh: &ufbx::Mesh) -> Option<Id<Skin>> {
        let skin = skin_of(mesh).filter(|skin| skin.clusters.len() < MAX_JOINTS)?;
        let (mut joints, mut inverse_bind) = (Vec::new(), Vec::new());
        for cluster in &skin.clusters {
            // The library drops clusters without a node; a bone at the root of the file is the node of the mesh.
            let bone = cluster.bone_node.as_ref().and_then(|bone| self.node(bone)).or_else(|| self.node(node))?;
            joints.push(bone);
            inverse_bind.push(self.numbers.matrix(&cluster.geometry_to_bone));
        }
        let influences = Influences { skin, sets: 1 };
        let alone = (0..mesh.num_vertices as u32)
            .filter(|vertex| influences.of(*vertex).first().is_some_and(|(bone, _)| *bone as usize == joints.len()))
            .count();
        if alone > 0 {
            joints.push(self.node(node)?);
            let bind = affine(&node.geometry_to_node);
            let bind = if bind.is_finite() { bind } else { DAffine3::IDENTITY };
            inverse_bind.push(DMat4::from(bind).as_mat4().to_cols_array());
            let message = format!("vertices without bones, which follow the node of the mesh: {alone}");
            self.note(kinds::VERTICES_WITHOUT_BONES, named("node", &node.element.name), message);
        }
        let made = Skin { name: skin.element.name.to_string(), joints, inverse_bind, root: None };
        let known = self.scene.skins.iter().position(|other| *other == made);
        Some(known.map_or_else(|| self.scene.skins.push(made), Id::new))
    }
}

/// Returns the first skin of a mesh that has any bones.
fn skin_of(mesh: &ufbx::Mesh) -> Option<&ufbx::SkinDeformer> {
    (&mesh.skin_deformers).into_iter().next().filter(|skin| !skin.clusters.is_empty())
}
