//! Fixes the numbers of vertices and keys, one row after the other.

use asset_scene::{Array, Component, Data};

use super::floats;
use crate::Rule;

/// The tolerance of the Khronos validator for the length of a normal or tangent.
const UNIT_3: f64 = 0.00674;
/// The tolerance of the Khronos validator for the length of a rotation.
pub(crate) const UNIT_4: f64 = 0.00769;

type Changes = Vec<(Rule, usize)>;

/// Calls `rule` for each row of an array of floats. `rule` must return `true` if it has changed the row. Returns `None`
/// if no row was changed.
fn rows(array: &Array<'_>, mut rule: impl FnMut(usize, &mut [f32]) -> bool) -> Option<Array<'static>> {
    let dense = array.dense();
    let size = array.row_size();
    let mut row = [0.0; 16];
    let row = row.get_mut(..usize::from(array.width))?;
    let mut changed: Option<Vec<u8>> = None;
    for (index, bytes) in dense.chunks_exact(size.max(1)).enumerate() {
        for (number, bytes) in row.iter_mut().zip(bytes.chunks_exact(4)) {
            *number = array.number(bytes);
        }
        if rule(index, row) {
            let changed = changed.get_or_insert_with(|| dense.to_vec());
            let start = index * size;
            let target = changed.get_mut(start..start + size).unwrap_or_default();
            for (target, number) in target.chunks_exact_mut(4).zip(row.iter()) {
                target.copy_from_slice(&number.to_le_bytes());
            }
        }
    }
    changed.map(|data| Array::from_bytes(Component::F32, array.width, data))
}

/// Replaces numbers that are not finite by `instead`.
pub(super) fn finite(array: &Array<'_>, instead: f32, changes: &mut Changes) -> Option<Array<'static>> {
    if array.component != Component::F32 || all_finite(array) {
        return None;
    }
    let mut count = 0;
    let changed = rows(array, |_, row| {
        let bad = row.iter_mut().filter(|number| !number.is_finite());
        let before = count;
        bad.for_each(|number| {
            *number = instead;
            count += 1;
        });
        count > before
    });
    changes.push((Rule::NonFinite, count));
    changed
}

/// Returns `true` if all floats are finite. This is nearly always so, and is checked without looking at single rows.
fn all_finite(array: &Array<'_>) -> bool {
    const EXPONENT: u32 = 0x7f80_0000;
    let (Data::Dense(bytes) | Data::Sparse { values: bytes, .. }) = &array.data;
    let numbers = bytes.chunks_exact(4).map(|bytes| bytes.try_into().map_or(0, u32::from_le_bytes));
    numbers.fold(true, |good, bits| good & (bits & EXPONENT != EXPONENT))
}

/// Returns `true` if the first three floats of every row are a unit vector, and a fourth float is a sign. This is
/// nearly always so. Rows near the limit are left to [`make_unit`] because of rounding errors.
fn all_units<const N: usize>(array: &Array<'_>) -> bool {
    const NEARER: f64 = UNIT_3 - 1e-9;
    const LEAST: f64 = (1.0 - NEARER) * (1.0 - NEARER);
    const MOST: f64 = (1.0 + NEARER) * (1.0 + NEARER);
    let good = |row: [f32; N]| {
        let square: f64 = row.iter().take(3).map(|number| f64::from(*number).powi(2)).sum();
        let sign = row.get(3).is_none_or(|sign| sign.abs() == 1.0);
        (LEAST..=MOST).contains(&square) & sign
    };
    let rows = array.stored_f32s::<N>().filter(|_| array.is_dense());
    rows.is_some_and(|mut rows| rows.all(good))
}

/// Fixes the first colours, which must be finite and from 0 to 1.
pub(super) fn colors(array: &Array<'_>, changes: &mut Changes) -> Option<Array<'static>> {
    if array.component != Component::F32 {
        return None;
    }
    let finite = finite(array, 0.0, changes);
    let mut count = 0;
    let clamped = rows(finite.as_ref().unwrap_or(array), |_, row| {
        let before = count;
        for number in row.iter_mut().filter(|number| !(0.0..=1.0).contains(*number)) {
            *number = number.clamp(0.0, 1.0);
            count += 1;
        }
        count > before
    });
    changes.push((Rule::ColorRange, count));
    clamped.or(finite)
}

/// Fixes directions, which must have unit length.
pub(super) fn units(array: &Array<'_>, instead: [f32; 3], rule: Rule, changes: &mut Changes) -> Option<Array<'static>> {
    if all_units::<3>(array) {
        return None;
    }
    let mut count = 0;
    let fixed = on_floats(array, |array| {
        count = 0;
        rows(array, |_, row| count_if(&mut count, make_unit(row, UNIT_3, &instead)))
    });
    changes.push((rule, count));
    fixed
}

/// Fixes tangents, which must have unit length and a sign.
pub(super) fn tangents(array: &Array<'_>, changes: &mut Changes) -> Option<Array<'static>> {
    if all_units::<4>(array) {
        return None;
    }
    let (mut directions, mut signs) = (0, 0);
    let fixed = on_floats(array, |array| {
        (directions, signs) = (0, 0);
        rows(array, |_, row| {
            let Some((sign, direction)) = row.split_last_mut() else { return false };
            let turned = count_if(&mut directions, make_unit(direction, UNIT_3, &[1.0, 0.0, 0.0]));
            let bad = sign.abs() != 1.0;
            if bad {
                *sign = if *sign < 0.0 { -1.0 } else { 1.0 };
            }
            count_if(&mut signs, bad) || turned
        })
    });
    changes.extend([(Rule::Tangents, directions), (Rule::TangentSigns, signs)]);
    fixed
}

/// Fixes rotations, which must have unit length. If this is a spline, only the middle one of three values per key is a
/// rotation.
pub(super) fn rotations(array: &Array<'_>, spline: bool, changes: &mut Changes) -> Option<Array<'static>> {
    let (mut turned, mut infinite) = (0, 0);
    let fixed = on_floats(array, |array| {
        (turned, infinite) = (0, 0);
        rows(array, |index, row| {
            if spline && index % 3 != 1 {
                let bad = row.iter_mut().filter(|number| !number.is_finite()).map(|number| *number = 0.0).count();
                infinite += bad;
                return bad > 0;
            }
            count_if(&mut turned, make_unit(row, UNIT_4, &[0.0, 0.0, 0.0, 1.0]))
        })
    });
    changes.extend([(Rule::Rotations, turned), (Rule::NonFinite, infinite)]);
    fixed
}

/// Applies a rule that only works on floats. An array of integers is only converted to floats if it must be changed.
fn on_floats(array: &Array<'_>, mut rule: impl FnMut(&Array<'_>) -> Option<Array<'static>>) -> Option<Array<'static>> {
    if array.component == Component::F32 { rule(array) } else { rule(&floats(array)) }
}

fn count_if(count: &mut usize, changed: bool) -> bool {
    *count += usize::from(changed);
    changed
}

/// Divides a row by its length, if this length differs from 1 by more than `limit`. A row with length 0 is replaced by
/// `instead`. Returns `true` on a change.
pub(crate) fn make_unit(row: &mut [f32], limit: f64, instead: &[f32]) -> bool {
    let square: f64 = row.iter().map(|number| f64::from(*number).powi(2)).sum();
    let length = square.sqrt();
    if (length - 1.0).abs() <= limit {
        return false;
    }
    if length.is_finite() && length > 0.0 {
        row.iter_mut().for_each(|number| *number = (f64::from(*number) / length) as f32);
    } else {
        row.copy_from_slice(instead);
    }
    true
}
