//! Fixes indices.

use asset_scene::{Array, Component, Data, Topology};

use crate::Rule;

/// Indices that glTF allows.
#[derive(Default)]
pub(super) struct FixedIndices {
    /// The changed indices, or `None` if they are allowed.
    pub(super) array: Option<Array<'static>>,
    pub(super) changes: Vec<(Rule, usize)>,
    /// This is `true` if no indices are left.
    pub(super) nothing: bool,
}

/// Returns how many of `count` indices form complete primitives.
pub(super) fn usable(topology: Topology, count: usize) -> usize {
    match topology {
        Topology::Points => count,
        Topology::Lines => count - count % 2,
        Topology::Triangles => count - count % 3,
        Topology::LineStrip if count < 2 => 0,
        Topology::TriangleStrip | Topology::TriangleFan if count < 3 => 0,
        _ => count,
    }
}

/// Changes indices that glTF forbids.
pub(super) fn fixed_indices(array: &Array<'_>, vertices: usize, topology: Topology) -> FixedIndices {
    let mut fixed = FixedIndices::default();
    if is_fine(array, vertices, topology) {
        return fixed;
    }
    let mut indices = array.to_u32s().unwrap_or_default();
    let whole = usable(topology, indices.len());
    fixed.nothing = whole == 0;
    fixed.changes.push((Rule::IncompletePrimitives, indices.len() - whole));
    indices.truncate(whole);
    let outside = replace_outside(&mut indices, vertices, topology);
    fixed.changes.push((Rule::IndexRange, outside));
    let most = indices.iter().copied().max().unwrap_or(0);
    let component = match array.component {
        Component::U8 if most == 0xff => Component::U16,
        Component::U16 if most == 0xffff => Component::U32,
        component => component,
    };
    fixed.changes.push((Rule::RestartIndices, usize::from(component != array.component)));
    fixed.changes.push((Rule::Normalized, usize::from(array.normalized)));
    if fixed.changes.iter().any(|(_, count)| *count > 0) {
        fixed.array = Some(pack(component, &indices));
    }
    fixed
}

/// Returns `true` if nothing must be changed. This is nearly always so, and only the largest index has to be found.
fn is_fine(array: &Array<'_>, vertices: usize, topology: Topology) -> bool {
    let Data::Dense(bytes) = &array.data else { return false };
    let (most, restart) = match array.component {
        Component::U8 => (largest(bytes, |[a]| a).map(u32::from), u32::from(u8::MAX)),
        Component::U16 => (largest(bytes, |[a, b]| u16::from_le_bytes([a, b])).map(u32::from), u32::from(u16::MAX)),
        Component::U32 => (largest(bytes, u32::from_le_bytes), u32::MAX),
        _ => return false,
    };
    let inside = most.is_some_and(|most| (most as usize) < vertices && most != restart);
    inside && !array.normalized && usable(topology, array.count) == array.count
}

/// Returns the largest number in an array, given the size `N` of a number in bytes. For an empty array, this returns
/// `None`.
fn largest<const N: usize, T: Ord + Default>(bytes: &[u8], number: impl Fn([u8; N]) -> T) -> Option<T> {
    let numbers = bytes.chunks_exact(N).map(|bytes| number(bytes.try_into().unwrap_or([0; N])));
    (!bytes.is_empty()).then(|| numbers.fold(T::default(), T::max))
}

/// Returns indices that count from 0. They are needed if glTF would use all vertices otherwise.
pub(super) fn counted(count: usize) -> Array<'static> {
    let component = if count < 0xffff { Component::U16 } else { Component::U32 };
    let indices: Vec<u32> = (0..u32::try_from(count).unwrap_or(u32::MAX)).collect();
    pack(component, &indices)
}

fn pack(component: Component, indices: &[u32]) -> Array<'static> {
    #[expect(clippy::cast_possible_truncation, reason = "the component was chosen for the largest index")]
    let data: Vec<u8> = match component {
        Component::U8 => indices.iter().map(|index| *index as u8).collect(),
        Component::U16 => indices.iter().flat_map(|index| (*index as u16).to_le_bytes()).collect(),
        _ => indices.iter().flat_map(|index| index.to_le_bytes()).collect(),
    };
    Array::from_bytes(component, 1, data)
}

/// Replaces indices of missing vertices so that their primitives can't be seen. Returns how many were replaced.
fn replace_outside(indices: &mut [u32], vertices: usize, topology: Topology) -> usize {
    let outside = |index: u32| index as usize >= vertices;
    let group = match topology {
        Topology::Triangles => 3,
        Topology::Lines => 2,
        _ => 1,
    };
    let mut count = 0;
    let mut before = 0;
    for group in indices.chunks_mut(group) {
        let other = group.iter().copied().find(|index| !outside(*index)).unwrap_or(before);
        for index in group.iter_mut().filter(|index| outside(**index)) {
            *index = other;
            count += 1;
        }
        before = group.last().copied().unwrap_or(before);
    }
    count
}
