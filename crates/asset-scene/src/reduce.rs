//! Reduces sampled curves to the keys that a linear interpolation needs.
//!
//! Engines interpolate linearly, so splines and the curves of authoring programs must be sampled densely. Use [`keys`]
//! to select only as many samples as you need to stay within a [`CurveTolerance`]. You should not reduce a curve that
//! is already linear, because somebody has set its keys by hand.

#![allow(clippy::arithmetic_side_effects, reason = "times and vectors of floats")]

use asset_geometry::glam::DVec4;

use crate::Property;
use crate::curve::mix;

/// How far a reduced curve may be from its samples.
///
/// ```
/// use asset_scene::Property;
/// use asset_scene::reduce::CurveTolerance;
/// let tolerance = CurveTolerance::default();
/// // A tenth of a millimetre, for a bone whose parent is scaled from centimetres to metres, in a model of two metres.
/// assert!((tolerance.limit(Property::Translation, 0.01, 2.0) - 0.01).abs() < 1e-6);
/// // A model of a centimetre gets a hundredth of that.
/// assert!((tolerance.limit(Property::Translation, 0.01, 0.01) - 0.0001).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurveTolerance {
    /// The distance in metres, for a model that is one metre or larger. For a smaller model, this is reduced in
    /// proportion. The default is 0.0001, a tenth of a millimetre.
    pub length: f32,
    /// The angle in radians. The default is 0.01°.
    pub angle: f32,
    /// The difference between scales or morph weights. The default is 0.0001.
    pub share: f32,
}

impl Default for CurveTolerance {
    fn default() -> Self {
        Self { length: 1e-4, angle: std::f32::consts::PI / 18_000.0, share: 1e-4 }
    }
}

impl CurveTolerance {
    /// Creates a tolerance in millimetres, and sets the angle and share in proportion. 0.1 is the same as the default.
    #[must_use]
    pub fn millimetres(length: f32) -> Self {
        let (usual, meters) = (Self::default(), length / 1000.0);
        let times = meters / usual.length;
        Self { length: meters, angle: usual.angle * times, share: usual.share * times }
    }

    /// Returns the largest error that a value can have: in the parent's unit for translations, in radians for
    /// rotations.
    ///
    /// `unit` is the scale from the parent's space to metres, and `size` is the size of the model in metres. If one of
    /// these is not valid, 1 is used.
    pub fn limit(&self, property: Property, unit: f64, size: f64) -> f64 {
        let valid = |number: f64| if number > 1e-9 && number.is_finite() { number } else { 1.0 };
        let limit = match property {
            Property::Translation => f64::from(self.length) * valid(size).min(1.0) / valid(unit),
            Property::Rotation => f64::from(self.angle),
            Property::Scale | Property::MorphWeights => f64::from(self.share),
        };
        // Rounding to 32 bits alone misses by less.
        limit.max(1e-7)
    }
}

/// The keys of a reduced curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reduced {
    /// The indices of the samples to keep, ascending. This always includes the first and the last sample.
    pub keys: Vec<usize>,
    /// The largest error at any sample that was removed.
    pub error: f64,
}

/// The most samples between two keys. Because of this limit, the time is linear in the number of samples.
const LONGEST: usize = 1024;

/// Selects samples, so that linear interpolation between them doesn't miss any other sample by more than `limit`.
///
/// `miss(from, to, at)` must return the error at sample `at` when all samples between `from` and `to` have been
/// removed. If several curves should have the same keys, return their largest error, after you divide each by its own
/// limit. If two samples have the same time, the value jumps there, and this function keeps both.
///
/// The algorithm is greedy: from each key it goes to the farthest key that it can find by doubling and halving the
/// distance.
pub fn keys(times: &[f32], limit: f64, miss: impl Fn(usize, usize, usize) -> f64) -> Reduced {
    let mut reduced = Reduced::default();
    let Some(last) = times.len().checked_sub(1) else { return reduced };
    reduced.keys.push(0);
    let jumps = |at: usize| times.get(at) == times.get(at + 1);
    let worst = |from: usize, to: usize| {
        let errors = (from + 1..to).map(|at| miss(from, to, at));
        // An error that isn't a number is no fit.
        errors.fold(0.0_f64, |worst, error| if error > worst || error.is_nan() { error } else { worst })
    };
    let mut from = 0;
    while from < last {
        // A jump ends the part before it.
        let end = (from..last.min(from + LONGEST)).find(|at| jumps(*at));
        let end = end.map_or(last.min(from + LONGEST), |at| if at == from { at + 1 } else { at });
        let (mut best, mut error, mut step) = (from + 1, 0.0, 2);
        let mut beyond = end + 1;
        while best < end {
            let to = (from + step).min(end);
            let deviation = worst(from, to);
            if deviation > limit || deviation.is_nan() {
                beyond = to;
                break;
            }
            (best, error, step) = (to, deviation, step * 2);
        }
        while beyond - best > 1 && best < end {
            let to = best + (beyond - best) / 2;
            let deviation = worst(from, to);
            if deviation <= limit {
                (best, error) = (to, deviation);
            } else {
                beyond = to;
            }
        }
        reduced.keys.push(best);
        reduced.error = reduced.error.max(error);
        from = best;
    }
    reduced
}

/// A sample in a gap, by indices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The sample before the gap.
    pub from: usize,
    /// The sample after the gap.
    pub to: usize,
    /// A sample between them.
    pub at: usize,
}

/// Returns the error at a sample of a translation, rotation or scale when the samples in the gap have been removed. You
/// can use this as `miss` in [`keys`]. Returns 0 if a sample doesn't exist.
pub fn miss(property: Property, times: &[f32], values: &[DVec4], Gap { from, to, at }: Gap) -> f64 {
    let key = |key: usize| Some((f64::from(*times.get(key)?), *values.get(key)?));
    let (Some((start, a)), Some((end, b)), Some((time, value))) = (key(from), key(to), key(at)) else { return 0.0 };
    let t = if end > start { (time - start) / (end - start) } else { 0.0 };
    distance(property, mix(property, a, b, t), value)
}

/// Returns the distance between two translations or scales, or the angle between two rotations in radians.
pub fn distance(property: Property, a: DVec4, b: DVec4) -> f64 {
    match property {
        // Of the two signs of a rotation the nearer one; the chord is half of a small angle.
        Property::Rotation => 2.0 * (a - b).length().min((a + b).length()),
        _ => (a - b).length(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use asset_geometry::glam::DQuat;

    fn along_x(values: impl Iterator<Item = f64>) -> Vec<DVec4> {
        values.map(|x| DVec4::new(x, 0.0, 0.0, 0.0)).collect()
    }

    fn reduce(property: Property, times: &[f32], values: &[DVec4], limit: f64) -> Reduced {
        let reduced = keys(times, limit, |from, to, at| miss(property, times, values, Gap { from, to, at }));
        // Independent of the search: every sample is near the line between its keys.
        assert_eq!((reduced.keys.first(), reduced.keys.last()), (Some(&0), Some(&(times.len() - 1))));
        for pair in reduced.keys.windows(2) {
            for at in pair[0]..pair[1] {
                assert!(
                    miss(property, times, values, Gap { from: pair[0], to: pair[1], at }) <= limit,
                    "{pair:?} {at}"
                );
            }
        }
        assert!(reduced.error <= limit);
        reduced
    }

    #[test]
    fn a_line_is_two_keys_and_a_parabola_few() {
        let times: Vec<f32> = (0..=1000).map(|frame| frame as f32 / 100.0).collect();
        let line = along_x(times.iter().map(|time| f64::from(*time) * 3.0));
        assert_eq!(reduce(Property::Translation, &times, &line, 1e-5).keys, [0, 1000]);
        let parabola = along_x(times.iter().map(|time| f64::from(*time).powi(2)));
        // A chord of length h misses x² by h²/4: h = 0.2 for 0.01.
        let count = reduce(Property::Translation, &times, &parabola, 0.01).keys.len();
        assert!((50..60).contains(&count), "{count}");
    }

    #[test]
    fn a_turn_at_constant_speed_is_few_keys() {
        let times: Vec<f32> = (0..=360).map(|degree| degree as f32).collect();
        let turns: Vec<DVec4> =
            times.iter().map(|degree| DQuat::from_rotation_y(f64::from(*degree).to_radians()).into()).collect();
        // More than half a turn goes the other way around.
        assert!((3..=4).contains(&reduce(Property::Rotation, &times, &turns, 1e-4).keys.len()));
    }

    #[test]
    fn jumps_remain() {
        let times = [0.0, 1.0, 2.0, 2.0, 3.0, 4.0];
        let values = along_x([0.0, 0.0, 0.0, 5.0, 5.0, 5.0].into_iter());
        assert_eq!(reduce(Property::Translation, &times, &values, 1e-3).keys, [0, 2, 3, 5]);
        // Also at both ends.
        let (times, values) = ([0.0, 0.0, 1.0, 1.0], along_x([1.0, 2.0, 2.0, 3.0].into_iter()));
        assert_eq!(reduce(Property::Translation, &times, &values, 1e-3).keys, [0, 1, 2, 3]);
    }

    #[test]
    fn odd_samples_remain() {
        let times: Vec<f32> = (0..10).map(|frame| frame as f32).collect();
        let values = along_x((0..10).map(|frame| if frame == 5 { f64::NAN } else { 0.0 }));
        let reduced =
            keys(&times, 1.0, |from, to, at| miss(Property::Translation, &times, &values, Gap { from, to, at }));
        assert!(reduced.keys.contains(&5));
        assert_eq!(keys(&[], 1.0, |_, _, _| 0.0).keys, [0_usize; 0]);
        assert_eq!(keys(&[1.0], 1.0, |_, _, _| 0.0).keys, [0]);
    }
}
