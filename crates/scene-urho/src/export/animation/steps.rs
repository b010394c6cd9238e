//! Handles several keys at the same time. From this time on, the engine uses the last of them.

use asset_scene::Interpolation;

/// The keys of a channel.
pub(super) struct Keys {
    pub(super) interpolation: Interpolation,
    pub(super) times: Vec<f32>,
    pub(super) values: Vec<u8>,
}

/// Removes keys that repeat the key before at the same time. `size` is the size of a value in bytes. If the value never
/// changes between two times, the result will use steps, with one key for each time. Returns `None` if no key is
/// repeated.
pub(super) fn without_pairs(times: &[f32], values: &[u8], size: usize) -> Option<Keys> {
    let rows = || times.iter().zip(values.chunks_exact(size));
    let pairs = || rows().zip(rows().skip(1));
    let jumps = pairs().any(|((time, value), (next_time, next))| time == next_time && value != next);
    let rests = pairs().all(|((time, value), (next_time, next))| time == next_time || value == next);
    let is_step = jumps && rests;
    let mut keys = Keys { interpolation: Interpolation::Linear, times: Vec::new(), values: Vec::new() };
    for (time, value) in rows() {
        let is_pair = keys.times.last() == Some(time);
        let start = keys.values.len().saturating_sub(size);
        if is_pair && is_step {
            keys.values.truncate(start);
        } else if is_pair && keys.values.get(start..) == Some(value) {
            continue;
        } else {
            keys.times.push(*time);
        }
        keys.values.extend_from_slice(value);
    }
    if is_step {
        keys.interpolation = Interpolation::Step;
    }
    (keys.times.len() < times.len()).then_some(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(rows: &[(f32, u8)]) -> Option<(Interpolation, Vec<f32>, Vec<u8>)> {
        let (times, values): (Vec<f32>, Vec<u8>) = rows.iter().copied().unzip();
        without_pairs(&times, &values, 1).map(|keys| (keys.interpolation, keys.times, keys.values))
    }

    #[test]
    fn channels_that_only_jump_have_steps() {
        let step = |times: &[f32], values: &[u8]| Some((Interpolation::Step, times.to_vec(), values.to_vec()));
        assert_eq!(keys(&[(0.0, 1), (1.0, 1), (1.0, 2), (2.0, 2), (2.0, 3)]), step(&[0.0, 1.0, 2.0], &[1, 2, 3]));
        // The last of several at one time counts.
        assert_eq!(keys(&[(0.0, 1), (1.0, 1), (1.0, 2), (1.0, 3), (2.0, 3)]), step(&[0.0, 1.0, 2.0], &[1, 3, 3]));
    }

    #[test]
    fn channels_that_move_keep_their_jumps() {
        assert_eq!(keys(&[(0.0, 1), (1.0, 2), (1.0, 3), (2.0, 4)]), None);
        // A key that another channel needs.
        let rests = keys(&[(0.0, 1), (1.0, 2), (1.0, 2), (2.0, 4)]);
        assert_eq!(rests, Some((Interpolation::Linear, vec![0.0, 1.0, 2.0], vec![1, 2, 4])));
        let still = keys(&[(0.0, 1), (1.0, 1), (1.0, 1)]);
        assert_eq!(still, Some((Interpolation::Linear, vec![0.0, 1.0], vec![1, 1])));
    }
}
