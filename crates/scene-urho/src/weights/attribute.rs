//! Default morph weights in the attribute `Morphs` of an `AnimatedModel`, with one byte for each.

#![allow(clippy::arithmetic_side_effects, reason = "weights are floats")]

use urho_scene::{Component, Value, Variant};

/// The attribute name.
pub(crate) const MORPHS: &str = "Morphs";

/// Weights, as they are stored in the attribute.
pub(crate) struct Stored {
    pub(crate) bytes: Vec<u8>,
    /// Whether a weight was below 0 or above 1, so that it had to be clamped.
    pub(crate) is_clamped: bool,
}

/// Returns the value to store in the attribute.
pub(crate) fn attribute(weights: &[f32]) -> Stored {
    let is_clamped = weights.iter().copied().any(is_outside);
    Stored { bytes: weights.iter().copied().map(byte_of).collect(), is_clamped }
}

/// Returns the attribute of a component as it is stored. It is empty if the component doesn't have it.
pub(crate) fn stored_bytes(component: &Component<'_>) -> Vec<u8> {
    match component.attributes.get(MORPHS).as_deref().and_then(Value::variant) {
        Some(Variant::Buffer(bytes)) => bytes.to_vec(),
        _ => Vec::new(),
    }
}

/// Converts a weight to a byte.
pub(super) fn byte_of(weight: f32) -> u8 {
    (weight * 255.0).round().clamp(0.0, 255.0) as u8
}

/// Returns whether a weight can't be stored in a byte, because it is not from 0 to 1.
pub(super) fn is_outside(weight: f32) -> bool {
    !(-1e-3..=1.001).contains(&weight)
}

/// Returns the weights that are stored in the attribute.
pub(crate) fn of_attribute(bytes: &[u8]) -> Vec<f32> {
    bytes.iter().map(|byte| f32::from(*byte) / 255.0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_and_others_are_clamped() {
        let all: Vec<u8> = (0..=255).collect();
        assert_eq!(attribute(&of_attribute(&all)).bytes, all);
        let stored = attribute(&[-0.5, 0.5, 2.0, f32::NAN]);
        assert_eq!((stored.bytes, stored.is_clamped), (vec![0, 128, 255, 0], true));
        assert!(!attribute(&[0.0, 1.0]).is_clamped);
    }
}
