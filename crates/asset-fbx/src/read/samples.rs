//! Converts samples of a curve to the keys of a channel.

use asset_scene::Property;
use asset_scene::curve::mix;
use asset_scene::glam::DVec4;
use asset_scene::reduce::{self, distance};

/// Values over time. The times must be ascending, in seconds. To jump, a curve has two values for one time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Samples {
    pub(super) times: Vec<f64>,
    pub(super) values: Vec<DVec4>,
    /// Whether samples have been added to the keys in the file.
    pub(super) is_sampled: bool,
}

/// The keys of a channel.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Keys {
    /// The times in strictly ascending order.
    pub(super) times: Vec<f32>,
    /// The samples to use, by index.
    pub(super) kept: Vec<usize>,
    /// Whether to use step interpolation, where a value stays the same until the next key.
    pub(super) is_step: bool,
    /// The largest error at a sample that was removed.
    pub(super) error: f64,
}

impl Samples {
    pub(super) fn push(&mut self, time: f64, value: DVec4) {
        self.times.push(time);
        self.values.push(value);
    }

    /// Returns the value at this time. If the curve jumps there, this is the later value.
    pub(super) fn at(&self, property: Property, time: f64) -> DVec4 {
        let behind = self.times.partition_point(|own| *own <= time);
        let value = |index: usize| Some((*self.times.get(index)?, *self.values.get(index)?));
        let before = behind.checked_sub(1).and_then(value);
        match (before, value(behind)) {
            (Some((start, a)), Some((end, b))) => mix(property, a, b, ((time - start) / (end - start)).clamp(0.0, 1.0)),
            (Some((_, only)), None) | (None, Some((_, only))) => only,
            (None, None) => DVec4::ZERO,
        }
    }

    /// Returns the samples in a range, with a sample at both ends.
    #[must_use]
    pub(super) fn within(&self, property: Property, (begin, end): (f64, f64)) -> Self {
        let mut cut = Self { is_sampled: self.is_sampled, ..Self::default() };
        let is_constant = self.times.len() < 2;
        for (time, value) in self.times.iter().zip(&self.values) {
            if *time >= begin && *time <= end {
                cut.push(*time, *value);
            }
        }
        // Before its first key and after its last one, a curve holds.
        if !is_constant && self.times.first().is_some_and(|first| *first < begin) && cut.times.first() != Some(&begin) {
            cut.times.insert(0, begin);
            cut.values.insert(0, self.at(property, begin));
        }
        if !is_constant && self.times.last().is_some_and(|last| *last > end) && cut.times.last() != Some(&end) {
            cut.push(end, self.at(property, end));
        }
        if let (true, Some(value)) = (cut.times.is_empty(), self.values.first()) {
            cut.push(begin, *value);
        }
        cut
    }

    /// Changes the sign of a rotation if it is not on the same side as the rotation before it.
    pub(super) fn turn_near(&mut self) {
        let mut before = DVec4::ZERO;
        for value in &mut self.values {
            if before.dot(*value) < 0.0 {
                *value = -*value;
            }
            before = *value;
        }
    }

    /// Returns true if no value differs from the first by more than the limit.
    pub(super) fn is_constant(&self, property: Property, limit: f64) -> bool {
        let first = self.values.first().copied().unwrap_or_default();
        self.values.iter().all(|value| distance(property, first, *value) <= limit)
    }

    /// Returns the keys to use, with times relative to `begin`.
    pub(super) fn keys(&self, property: Property, begin: f64, limit: f64) -> Keys {
        let miss =
            |times: &[f32], from, to, at| reduce::miss(property, times, &self.values, reduce::Gap { from, to, at });
        let same = |a: usize, b: usize| match (self.values.get(a), self.values.get(b)) {
            (Some(a), Some(b)) => distance(property, *a, *b) <= limit,
            _ => false,
        };
        keys(&self.times, begin, self.is_sampled, limit, miss, same)
    }
}

/// Returns the keys to use instead of all samples. `miss` must return the error at a sample between two others, using
/// the rounded times. `same` must return whether two samples are equal.
pub(super) fn keys(
    times: &[f64],
    begin: f64,
    is_sampled: bool,
    limit: f64,
    miss: impl Fn(&[f32], usize, usize, usize) -> f64,
    same: impl Fn(usize, usize) -> bool,
) -> Keys {
    let rounded: Vec<f32> = times.iter().map(|time| (time - begin).max(0.0) as f32).collect();
    let indices = || 0..times.len();
    let jumps =
        |index: usize| rounded.get(index).is_some() && rounded.get(index) == rounded.get(index.saturating_add(1));
    let holds = |index: usize| index.checked_add(1).is_none_or(|next| next >= times.len() || same(index, next));
    if indices().any(jumps) && indices().all(|index| jumps(index) || holds(index)) {
        // Of the values at one time the last.
        let kept: Vec<usize> = indices().filter(|index| !jumps(*index)).collect();
        let times = kept.iter().filter_map(|index| rounded.get(*index)).copied().collect();
        return Keys { times, kept, is_step: true, error: 0.0 };
    }
    let reduced = if is_sampled {
        reduce::keys(&rounded, limit, |from, to, at| miss(&rounded, from, to, at))
    } else {
        reduce::Reduced { keys: indices().collect(), error: 0.0 }
    };
    let mut keys = Keys { times: Vec::new(), kept: Vec::new(), is_step: false, error: reduced.error };
    for (place, index) in reduced.keys.iter().enumerate() {
        let Some(time) = rounded.get(*index).copied() else { continue };
        let next = reduced.keys.get(place.saturating_add(1)).and_then(|next| rounded.get(*next));
        // The value before a jump comes just before it.
        let time = if next == Some(&time) { before(time) } else { time };
        if keys.times.last().is_some_and(|last| *last >= time) {
            keys.times.pop();
            keys.kept.pop();
        }
        keys.times.push(time);
        keys.kept.push(*index);
    }
    keys
}

/// Returns the next number below a positive number, or 0 for 0.
fn before(time: f32) -> f32 {
    f32::from_bits(time.to_bits().saturating_sub(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples(keys: &[(f64, f64)]) -> Samples {
        let mut samples = Samples { is_sampled: true, ..Samples::default() };
        keys.iter().for_each(|(time, x)| samples.push(*time, DVec4::new(*x, 0.0, 0.0, 0.0)));
        samples
    }

    #[test]
    fn a_range_has_keys_at_its_ends() {
        let line = samples(&[(0.0, 0.0), (10.0, 10.0)]);
        let cut = line.within(Property::Translation, (2.0, 4.0));
        assert_eq!(cut, samples(&[(2.0, 2.0), (4.0, 4.0)]));
        let later = samples(&[(3.0, 1.0), (5.0, 2.0)]).within(Property::Translation, (2.0, 4.0));
        assert_eq!(later, samples(&[(3.0, 1.0), (4.0, 1.5)]), "nothing moves before the first key");
        let outside = samples(&[(8.0, 1.0), (9.0, 2.0)]).within(Property::Translation, (2.0, 4.0));
        assert_eq!(outside.values.len(), 1);
    }

    #[test]
    fn steps_are_steps_and_jumps_stay() {
        let steps = samples(&[(1.0, 0.0), (2.0, 0.0), (2.0, 5.0), (3.0, 5.0), (3.0, 6.0)]);
        let keys = steps.keys(Property::Translation, 1.0, 1e-4);
        assert_eq!((keys.times, keys.kept, keys.is_step), (vec![0.0, 1.0, 2.0], vec![0, 2, 4], true));
        let mixed = samples(&[(0.0, 0.0), (1.0, 1.0), (1.0, 5.0), (2.0, 6.0)]).keys(Property::Translation, 0.0, 1e-4);
        assert_eq!((mixed.times, mixed.is_step), (vec![0.0, before(1.0), 1.0, 2.0], false));
        // A jump at the very beginning is no jump.
        let first = samples(&[(0.0, 0.0), (0.0, 1.0), (1.0, 2.0)]).keys(Property::Translation, 0.0, 1e-4);
        assert_eq!((first.times, first.kept), (vec![0.0, 1.0], vec![1, 2]));
    }

    #[test]
    fn keys_of_the_file_stay() {
        let mut own = samples(&[(0.0, 0.0), (1.0, 1.0), (2.0, 2.0)]);
        assert_eq!(own.keys(Property::Translation, 0.0, 1e-4).kept, [0, 2]);
        own.is_sampled = false;
        assert_eq!(own.keys(Property::Translation, 0.0, 1e-4).kept, [0, 1, 2]);
    }
}
