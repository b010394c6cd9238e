//! Fixes the times of keys.

use asset_scene::{Array, Component};

use crate::Rule;

/// Makes sure that times are not negative, and that each time is greater than the previous one.
///
/// If two keys have the same time, this is a step: engines use the second key from this time on, so the first key is
/// moved back. At time 0 this is not possible, so the second key is moved on.
pub(super) fn times(array: &Array<'_>, changes: &mut Vec<(Rule, usize)>) -> Option<Array<'static>> {
    let dense = array.dense();
    let mut times: Vec<f32> = dense.chunks_exact(4).map(|bytes| array.number(bytes)).collect();
    let mut count = before_steps(&mut times);
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

/// Moves the first of two equal times back. Returns how many times were moved.
fn before_steps(times: &mut [f32]) -> usize {
    let mut count = 0;
    // The time that the later key has in the file: it may have moved.
    let mut stored: Option<f32> = None;
    for index in (1..times.len()).rev() {
        let [.., earlier, later] = times.get_mut(..=index).unwrap_or_default() else { break };
        let is_step = *earlier == stored.unwrap_or(*later);
        stored = Some(*earlier);
        if is_step && *later > 0.0 && later.is_finite() {
            *earlier = f32::from_bits(later.to_bits().saturating_sub(1));
            count += 1;
        }
    }
    count
}

/// Moves times below infinity if they overflowed when they were changed. Returns how many times were moved.
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

/// Returns the next larger float for a number that is not negative. For the largest float, this is infinity.
fn next_up(time: f32) -> f32 {
    // Of −0 too: it is as early as 0.
    f32::from_bits(time.abs().to_bits().saturating_add(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixed(times: &[f32]) -> Vec<f32> {
        let array = Array::from_f32s(times.iter().map(|time| [*time]));
        let fixed = super::times(&array, &mut Vec::new());
        fixed.map_or_else(
            || times.to_vec(),
            |array| array.dense().chunks_exact(4).map(|bytes| array.number(bytes)).collect(),
        )
    }

    #[test]
    fn the_first_key_of_a_step_moves() {
        let before = |time: f32| f32::from_bits(time.to_bits() - 1);
        assert_eq!(fixed(&[0.0, 1.0, 1.0, 2.0]), [0.0, before(1.0), 1.0, 2.0]);
        assert_eq!(fixed(&[0.5, 0.5, 0.5]), [before(before(0.5)), before(0.5), 0.5]);
        // Nothing is before 0.
        assert_eq!(fixed(&[0.0, 0.0, 1.0]), [0.0, f32::from_bits(1), 1.0]);
        assert_eq!(fixed(&[0.0, 1.0, 2.0]), [0.0, 1.0, 2.0]);
        let falling = fixed(&[0.0, 2.0, 1.0]);
        assert!(falling.get(1) == Some(&2.0) && falling.get(2) > Some(&2.0));
    }
}
