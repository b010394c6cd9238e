//! Converts blend indices to joints, and back.

use asset_scene::Semantic;

use crate::vertex::Column;

/// Returns the joint and weight columns, if the buffer has both.
pub(crate) fn blending(columns: &[Column]) -> Option<(&Column, &Column)> {
    let find = |semantic: Semantic| columns.iter().find(|column| column.semantic == semantic);
    Some((find(Semantic::Joints(0))?, find(Semantic::Weights(0))?))
}

pub(crate) fn weights_of<'w>(data: &'w [u8], column: &Column) -> Weights<'w> {
    Weights { data, size: column.shape().0.size() }
}

/// Vertex weights, only to be used to see if a weight is zero.
pub(crate) struct Weights<'w> {
    pub(crate) data: &'w [u8],
    /// Bytes per weight: 4 for a float, 1 for a fraction.
    pub(crate) size: usize,
}

impl Weights<'_> {
    /// Returns for every weight, in order, whether it is not zero.
    fn used(&self) -> impl Iterator<Item = bool> + '_ {
        self.data.chunks_exact(self.size.max(1)).map(|weight| match *weight {
            // Zero of either sign.
            [a, b, c, d] => [a, b, c, d & 0x7f] != [0; 4],
            [fraction] => fraction != 0,
            _ => true,
        })
    }
}

/// Vertex joints, and the vertices that use bones that don't exist.
pub(crate) struct Joints {
    pub(crate) joints: Vec<u32>,
    pub(crate) unresolved: Vec<u32>,
}

/// Converts blend indices to skeleton bones. If the weight is 0, this uses 0, because glTF requires it. If the bone
/// doesn't exist, this uses 0 too.
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
