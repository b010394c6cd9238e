//! Times of keys.

use asset_scene::{Array, Component};

use crate::Rule;

/// Times that begin at 0 or later, each later than the one before.
pub(super) fn times(array: &Array<'_>, changes: &mut Vec<(Rule, usize)>) -> Option<Array<'static>> {
    let dense = array.dense();
    let mut times: Vec<f32> = dense.chunks_exact(4).map(|bytes| array.number(bytes)).collect();
    let mut count = 0;
    let mut before: Option<f32> = None;
    for time in &mut times {
        let good = time.is_finite() && before.map_or(*time >= 0.0, |before| *time > before);
        if !good {
            *time = before.map_or(0.0, next_up);
            count += 1;
        }
        before = Some(*time);
    }
    count += below_infinity(&mut times);
    changes.push((Rule::KeyTimes, count));
    let data = || times.iter().flat_map(|time| time.to_le_bytes()).collect::<Vec<u8>>();
    (count > 0).then(|| Array::from_bytes(Component::F32, 1, data()))
}

/// Moves times that overflowed the largest float back under it; returns their number.
fn below_infinity(times: &mut [f32]) -> usize {
    let mut most = f32::MAX;
    let mut count = 0;
    for time in times.iter_mut().rev() {
        if *time <= most {
            break;
        }
        *time = most;
        most = f32::from_bits(most.to_bits().saturating_sub(1));
        count += 1;
    }
    count
}

/// Returns the next larger float of a non-negative one; infinity for the largest.
fn next_up(time: f32) -> f32 {
    // Of −0 too: it is as early as 0.
    f32::from_bits(time.abs().to_bits().saturating_add(1))
}
