//! Arrays for attributes and keys.

use asset_scene::{Array, Component, Data};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::common::block;

/// Generates finite floats, from very small to very large.
pub(super) fn finite() -> impl Strategy<Value = f32> {
    prop_oneof![3 => -100.0_f32..100.0, 1 => any::<f32>().prop_map(|number| if number.is_finite() { number } else { -0.0 })]
}

/// Generates a vector that has unit length, except for rounding.
pub(super) fn unit<const N: usize>() -> impl Strategy<Value = [f32; N]> {
    vec(-1.0_f32..1.0, N).prop_map(|numbers| {
        let mut unit: [f32; N] = std::array::from_fn(|index| numbers[index]);
        let length = unit.iter().map(|number| number * number).sum::<f32>().sqrt();
        match length {
            0.1.. => unit = unit.map(|number| number / length),
            _ => unit = std::array::from_fn(|index| if index == 0 { 1.0 } else { 0.0 }),
        }
        unit
    })
}

pub(super) fn floats<const N: usize>(
    row: impl Strategy<Value = [f32; N]>,
    count: usize,
) -> impl Strategy<Value = Array<'static>> {
    vec(row, count).prop_map(Array::from_f32s)
}

/// Generates rows of floats as a sparse array, which only stores some of them.
pub(super) fn sparse(count: usize) -> impl Strategy<Value = Array<'static>> {
    (vec(any::<bool>(), count), vec([finite(), finite(), finite()], count)).prop_map(|(kept, values)| {
        let rows: Vec<u32> = (0_u32..).zip(&kept).filter(|(_, kept)| **kept).map(|(row, _)| row).collect();
        let values = Array::from_f32s(values.into_iter().take(rows.len()));
        let Data::Dense(values) = values.data else { unreachable!("made dense") };
        let data = Data::Sparse { rows, values };
        Array { component: Component::F32, width: 3, normalized: false, count: kept.len(), data }
    })
}

/// Generates integers with the given width.
pub(super) fn whole(
    component: Component,
    width: usize,
    normalized: bool,
    count: usize,
) -> impl Strategy<Value = Array<'static>> {
    block(component.size() * width * count)
        .prop_map(move |data| Array { normalized, ..Array::from_bytes(component, width as u8, data) })
}

/// Generates joints and weights for at most eight influences, as glTF requires them.
pub(super) fn influences(joints: u8, count: usize) -> impl Strategy<Value = [Array<'static>; 2]> {
    let vertex = (0..joints, 1..255_u8, any::<bool>()).prop_map(move |(joint, weight, two)| {
        let other = (joint + 1) % joints;
        if two && other != joint {
            ([joint, other, 0, 0], [weight, 255 - weight, 0, 0])
        } else {
            ([joint, 0, 0, 0], [255, 0, 0, 0])
        }
    });
    vec(vertex, count).prop_map(|vertices| {
        let (joints, weights): (Vec<_>, Vec<_>) = vertices.into_iter().unzip();
        [Array::from_u8x4(joints, false), Array::from_u8x4(weights, true)]
    })
}
