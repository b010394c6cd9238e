//! Blend indices as joints, and back.

use asset_scene::Semantic;

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
