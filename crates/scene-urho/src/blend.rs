//! Blend indices as joints, and back.

use std::collections::HashMap;

use asset_scene::Semantic;
use scene_adapter::json::Base64;

use crate::vertex::Column;

/// The columns of joints and of weights.
pub(crate) fn blending(columns: &[Column]) -> Option<(&Column, &Column)> {
    let find = |semantic: Semantic| columns.iter().find(|column| column.semantic == semantic);
    Some((find(Semantic::Joints(0))?, find(Semantic::Weights(0))?))
}

pub(crate) fn weights_of<'w>(data: &'w [u8], column: &Column) -> Weights<'w> {
    Weights { data, size: column.shape().0.size() }
}

/// Weights of vertices, as far as they are zero or not.
pub(crate) struct Weights<'w> {
    pub(crate) data: &'w [u8],
    /// Bytes of a weight: 4 of a float, 1 of a fraction.
    pub(crate) size: usize,
}

impl Weights<'_> {
    /// Whether each weight is something else than zero, in order.
    fn used(&self) -> impl Iterator<Item = bool> + '_ {
        self.data.chunks_exact(self.size.max(1)).map(|weight| match *weight {
            // Zero of either sign.
            [a, b, c, d] => [a, b, c, d & 0x7f] != [0; 4],
            [fraction] => fraction != 0,
            _ => true,
        })
    }
}

/// Joints of vertices, and which of the vertices refer to bones that don't exist.
pub(crate) struct Joints {
    pub(crate) joints: Vec<u32>,
    pub(crate) unresolved: Vec<u32>,
}

/// Returns the skeleton bones of blend indices. 0 where the weight is 0, as glTF requires, and where the bone doesn't exist.
pub(crate) fn resolve(blend: &[u8], weights: &Weights<'_>, mapping: &[u32], bones: usize) -> Joints {
    let mut resolved = Joints { joints: Vec::with_capacity(blend.len()), unresolved: Vec::new() };
    for (slot, (index, used)) in blend.iter().zip(weights.used()).enumerate() {
        let bone = match mapping {
            [] => Some(u32::from(*index)),
            mapping => mapping.get(usize::from(*index)).copied(),
        };
        let joint = bone.filter(|bone| (*bone as usize) < bones);
        if used && joint.is_none() {
            let vertex = (slot / 4) as u32;
            if resolved.unresolved.last() != Some(&vertex) {
                resolved.unresolved.push(vertex);
            }
        }
        resolved.joints.push(joint.filter(|_| used).unwrap_or(0));
    }
    resolved
}

/// Returns the blend indices of joints: the first entry of the mapping with this bone, `None` if there is none; 0 where the weight is 0.
pub(crate) fn unresolve(joints: &[u32], weights: &Weights<'_>, mapping: &[u32]) -> Vec<Option<u8>> {
    let mut index_of: HashMap<u32, u8> = HashMap::new();
    for (index, bone) in mapping.iter().enumerate().take(256) {
        index_of.entry(*bone).or_insert(index as u8);
    }
    let index = |joint: u32| match mapping {
        [] => u8::try_from(joint).ok(),
        _ => index_of.get(&joint).copied(),
    };
    let pairs = joints.iter().zip(weights.used());
    pairs.map(|(joint, used)| if used { index(*joint) } else { Some(0) }).collect()
}

/// Returns the blend indices that joints don't determine: the slots in which two lists of blend indices differ.
pub(crate) fn differences(worked_out: &[Option<u8>], stored: &[u8]) -> (Vec<u32>, Base64) {
    let differing = worked_out.iter().zip(stored).enumerate().filter(|(_, (a, b))| **a != Some(**b));
    let (slots, values): (Vec<u32>, Vec<u8>) = differing.map(|(slot, (_, stored))| (slot as u32, *stored)).unzip();
    (slots, Base64(values))
}
