//! Checks and repairs key values.

#![allow(clippy::arithmetic_side_effects, reason = "lengths of rotations are floats")]

use std::collections::BTreeSet;

use super::Counts;
use crate::{Array, Channel, Component, Data, Interpolation, Property, Scene};

/// The length of a rotation may differ from 1 by this much, because glTF allows rounding to 8 bits.
const ROUNDED: f64 = 0.00769;
/// If a rotation is shorter than this, it has no direction.
const NONE: f64 = 1e-6;

/// Which rows of values belong to which key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Layout {
    is_rotation: bool,
    is_spline: bool,
    /// Rows per value. For morph weights this is the number of targets, otherwise 1.
    targets: usize,
}

/// Which key a row belongs to, and whether it is a tangent.
struct Row {
    key: u32,
    is_tangent: bool,
}

impl Layout {
    pub(super) fn of(scene: &Scene<'_>, channel: &Channel) -> Self {
        let is_spline = channel.interpolation == Interpolation::CubicSpline;
        let mesh = scene[channel.node].mesh.filter(|_| channel.property == Property::MorphWeights);
        let targets = mesh.map_or(1, |mesh| scene[mesh].morph_names.len());
        Self { is_rotation: channel.property == Property::Rotation, is_spline, targets }
    }

    fn per_key(self) -> usize {
        self.targets.saturating_mul(if self.is_spline { 3 } else { 1 })
    }

    fn row(self, row: usize) -> Row {
        let key = row.checked_div(self.per_key()).unwrap_or(0);
        let part = row.checked_div(self.targets).unwrap_or(0);
        Row { key: u32::try_from(key).unwrap_or(u32::MAX), is_tangent: self.is_spline && part % 3 != 1 }
    }
}

/// The state of the values in a channel.
#[derive(Clone, Debug, Default)]
pub(super) struct Values {
    /// Keys with stored values that aren't finite, or rotations whose length is 0.
    unusable: BTreeSet<u32>,
    /// Only for a sparse array of rotations: the keys that have a stored value. All others are rotations whose length
    /// is 0.
    written: Option<BTreeSet<u32>>,
    rotations: usize,
    tangents: usize,
}

impl Values {
    pub(super) fn is_fine(&self) -> bool {
        self.unusable.is_empty() && self.written.is_none() && self.rotations == 0 && self.tangents == 0
    }

    pub(super) fn is_unusable(&self, key: u32) -> bool {
        self.unusable.contains(&key) || self.written.as_ref().is_some_and(|written| !written.contains(&key))
    }

    pub(super) fn counts(&self) -> Counts {
        Counts { rotations: self.rotations, tangents: self.tangents, ..Counts::default() }
    }
}

/// Checks the stored values. Values that aren't stored are 0.
pub(super) fn look(array: &Array<'_>, layout: Layout) -> Values {
    let mut values = Values::default();
    let mut written = BTreeSet::new();
    for_each_row(array, |row, numbers| {
        let Row { key, is_tangent } = layout.row(row);
        let is_finite = numbers.iter().all(|number| number.is_finite());
        if is_tangent {
            values.tangents += usize::from(!is_finite);
            return;
        }
        let length = layout.is_rotation.then(|| length(numbers));
        if !is_finite || length.is_some_and(|length| length < NONE) {
            values.unusable.insert(key);
        } else if length.is_some_and(is_off) {
            values.rotations += 1;
        }
        if layout.is_rotation && !array.is_dense() {
            written.insert(key);
        }
    });
    if layout.is_rotation && !array.is_dense() && written.len() < array.count.checked_div(layout.per_key()).unwrap_or(0)
    {
        values.written = Some(written);
    }
    values
}

/// Returns the repaired values for some keys. A sparse array stays sparse.
pub(super) fn repaired(array: &Array<'_>, layout: Layout, state: &Values, keys: &[u32]) -> Array<'static> {
    let per_key = layout.per_key();
    let rows = keys.iter().flat_map(|key| {
        let start = (*key as usize).saturating_mul(per_key);
        (start..start.saturating_add(per_key)).map(|row| u32::try_from(row).unwrap_or(u32::MAX))
    });
    let picked = array.picked(&rows.collect::<Vec<_>>());
    if state.rotations == 0 && state.tangents == 0 { picked } else { mended(&picked, layout) }
}

/// Returns an array of floats in which all rotations have unit length and all tangents are finite.
fn mended(array: &Array<'_>, layout: Layout) -> Array<'static> {
    let mut data: Vec<u8> = Vec::new();
    for_each_row(array, |row, numbers| {
        let is_tangent = layout.row(row).is_tangent;
        let length = if layout.is_rotation && !is_tangent { length(numbers) } else { 1.0 };
        for number in numbers {
            let number = match number {
                number if is_tangent && !number.is_finite() => 0.0,
                number if is_off(length) => (f64::from(*number) / length) as f32,
                number => *number,
            };
            data.extend(number.to_le_bytes());
        }
    });
    let data = match &array.data {
        Data::Dense(_) => Data::Dense(data.into()),
        Data::Sparse { rows, .. } => Data::Sparse { rows: rows.clone(), values: data.into() },
    };
    Array { component: Component::F32, width: array.width, normalized: false, count: array.count, data }
}

fn length(numbers: &[f32]) -> f64 {
    numbers.iter().map(|number| f64::from(*number).powi(2)).sum::<f64>().sqrt()
}

fn is_off(length: f64) -> bool {
    (length - 1.0).abs() > ROUNDED
}

/// Calls a function for each stored row, with its number and its floats.
fn for_each_row(array: &Array<'_>, mut each: impl FnMut(usize, &[f32])) {
    let (Data::Dense(bytes) | Data::Sparse { values: bytes, .. }) = &array.data;
    let places = match &array.data {
        Data::Dense(_) => None,
        Data::Sparse { rows, .. } => Some(rows),
    };
    let mut numbers = Vec::with_capacity(usize::from(array.width));
    for (stored, row) in bytes.chunks_exact(array.row_size().max(1)).enumerate() {
        let row_index = places.map_or(Some(stored), |rows| rows.get(stored).map(|row| *row as usize));
        numbers.clear();
        numbers.extend(row.chunks_exact(array.component.size()).map(|bytes| array.number(bytes)));
        if let Some(row_index) = row_index {
            each(row_index, &numbers);
        }
    }
}
