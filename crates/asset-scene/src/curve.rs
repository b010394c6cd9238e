//! Samples animation channels as glTF specifies it.

mod keys;

use asset_geometry::glam::DVec4;
use binio::{Budget, Path};

use crate::check::wrong;
use crate::{Array, Channel, Error, ErrorKind, Interpolation, Property, Scene};

/// Subtracts the cost of reading these channels from the budget. You should call this before you read any of them,
/// because channels can share arrays: a small file can then cost a lot of memory.
///
/// # Errors
/// Returns [`ErrorKind::Unsupported`] if the budget is too small.
pub fn spend<'c>(
    scene: &Scene<'_>,
    channels: impl IntoIterator<Item = &'c Channel>,
    budget: &mut Budget,
) -> Result<(), Error> {
    let numbers = |array: &Array<'_>| (array.count as u64).saturating_mul(u64::from(array.width));
    let floats = channels
        .into_iter()
        .map(|channel| numbers(&scene[channel.times]).saturating_add(numbers(&scene[channel.values])))
        .fold(0, u64::saturating_add);
    // Once for reading, once for writing.
    let total = floats.saturating_mul(8);
    budget.spend(total).map_err(|_| {
        let message = format!("expected at most {} bytes of keyframes, found {total}", budget.left());
        Error::new(ErrorKind::Unsupported(message), Path::from("animations"))
    })
}

/// The keys of a channel, prepared so that you can sample them with double precision.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    property: Property,
    interpolation: Interpolation,
    times: Vec<f32>,
    /// Numbers per value.
    width: usize,
    /// The values by key. A spline has three per key: the in tangent, the value and the out tangent.
    values: Vec<f32>,
}

/// The side from which a time is approached. This only matters if the value jumps at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// From earlier times: returns the value before a jump.
    Before,
    /// From later times: returns the value after a jump.
    After,
}

impl Curve {
    /// Reads a channel. You must [check](Scene::check) the scene first.
    ///
    /// # Errors
    /// Fails if the channel has no keys, or if a key time is not finite or not in ascending order.
    pub fn read(scene: &Scene<'_>, channel: &Channel) -> Result<Self, Error> {
        let numbers = |array: &Array<'_>| -> Vec<f32> {
            array.dense().chunks_exact(array.component.size()).map(|bytes| array.number(bytes)).collect()
        };
        let times = numbers(&scene[channel.times]);
        let values = numbers(&scene[channel.values]);
        if times.is_empty() {
            return Err(wrong("at least one key", "none"));
        }
        if let Some(time) = times.iter().find(|time| !time.is_finite()) {
            return Err(wrong("finite key times", time));
        }
        if let Some([a, b]) = times.windows(2).find(|pair| !pair.is_sorted()).and_then(<[f32]>::first_chunk) {
            return Err(wrong("key times in ascending order", format!("{a} before {b}")));
        }
        let parts = if channel.interpolation == Interpolation::CubicSpline { 3 } else { 1 };
        let width = values.len().checked_div(times.len().saturating_mul(parts)).unwrap_or(0);
        Ok(Self { property: channel.property, interpolation: channel.interpolation, times, width, values })
    }

    /// Returns the animated property.
    pub fn property(&self) -> Property {
        self.property
    }

    /// Returns the key times in seconds, in ascending order. There is at least one.
    pub fn times(&self) -> &[f32] {
        &self.times
    }

    /// Returns the time of the last key, in seconds.
    pub fn end(&self) -> f32 {
        self.times.last().copied().unwrap_or(0.0)
    }

    /// Returns whether the curve can bend between `start` and `end`. If so, a line between both values is not enough.
    pub fn bends(&self, start: f32, end: f32) -> bool {
        let (first, last) = (self.times.first().copied(), self.times.last().copied());
        let inside = first.is_some_and(|first| first < end) && last.is_some_and(|last| last > start);
        self.interpolation == Interpolation::CubicSpline && inside
    }

    /// Returns the value at a time: a translation, a scale (both with a fourth number that is 0), or a rotation (`x y z
    /// w`; of unit length if the curve is a spline). The first value also applies before the first key, and the last
    /// value after the last key.
    pub fn sample(&self, time: f32, side: Side) -> DVec4 {
        let mut value = [0.0; 4];
        self.sample_into(time, side, &mut value);
        DVec4::from_array(value)
    }

    /// Returns the morph target weights at a time, one per target.
    pub fn weights(&self, time: f32) -> Vec<f32> {
        let mut weights = vec![0.0; self.width];
        self.sample_into(time, Side::After, &mut weights);
        weights.into_iter().map(|weight| weight as f32).collect()
    }

    /// Returns the curve for one morph target, so that you can sample it without the others. The weight is 0 if there
    /// is no such target.
    #[must_use]
    pub fn of_target(&self, target: usize) -> Self {
        let rows = self.values.chunks_exact(self.width.max(1));
        let values = rows.map(|row| row.get(target).copied().unwrap_or_default()).collect();
        let (property, interpolation, times) = (self.property, self.interpolation, self.times.clone());
        Self { property, interpolation, times, width: 1, values }
    }

    /// Writes the value at a time to `out`. This doesn't touch any numbers beyond the width of the value.
    fn sample_into(&self, time: f32, side: Side, out: &mut [f64]) {
        let behind = match side {
            Side::Before => self.times.partition_point(|key| *key < time),
            Side::After => self.times.partition_point(|key| *key <= time),
        };
        let Some(from) = behind.checked_sub(1) else { return copy(self.value(0), out) };
        let (Some(&start), Some(&end)) = (self.times.get(from), self.times.get(behind)) else {
            return copy(self.value(from), out);
        };
        if self.interpolation == Interpolation::Step {
            return copy(self.value(from), out);
        }
        if time >= end {
            return copy(self.value(behind), out);
        }
        let (start, end, time) = (f64::from(start), f64::from(end), f64::from(time));
        let t = (time - start) / (end - start);
        match self.interpolation {
            Interpolation::CubicSpline => self.spline(from, end - start, t, out),
            _ if self.property == Property::Rotation => {
                let mixed = mix(self.property, vector(self.value(from)), vector(self.value(behind)), t);
                out.iter_mut().zip(mixed.to_array()).for_each(|(target, number)| *target = number);
            }
            _ => {
                let pairs = self.value(from).iter().zip(self.value(behind));
                for (target, (a, b)) in out.iter_mut().zip(pairs) {
                    *target = f64::from(*a) * (1.0 - t) + f64::from(*b) * t;
                }
            }
        }
    }

    /// Returns the value of a key, without the tangents that a spline has.
    fn value(&self, key: usize) -> &[f32] {
        if self.interpolation == Interpolation::CubicSpline { self.part(key, 1) } else { self.row(key) }
    }

    /// Returns one part of a spline key: the in tangent (0), the value (1) or the out tangent (2).
    fn part(&self, key: usize, part: usize) -> &[f32] {
        self.row(key.saturating_mul(3).saturating_add(part))
    }

    fn row(&self, row: usize) -> &[f32] {
        let start = row.saturating_mul(self.width);
        self.values.get(start..start.saturating_add(self.width)).unwrap_or_default()
    }

    /// Computes a spline value between key `from` and the next key, which is `duration` seconds later.
    fn spline(&self, from: usize, duration: f64, t: f64, out: &mut [f64]) {
        let next = from.saturating_add(1);
        let (t2, t3) = (t * t, t * t * t);
        let factors = [
            (self.part(from, 1), 2.0 * t3 - 3.0 * t2 + 1.0),
            (self.part(from, 2), (t3 - 2.0 * t2 + t) * duration),
            (self.part(next, 1), 3.0 * t2 - 2.0 * t3),
            (self.part(next, 0), (t3 - t2) * duration),
        ];
        out.iter_mut().take(self.width).for_each(|target| *target = 0.0);
        for (numbers, factor) in factors {
            out.iter_mut().zip(numbers).for_each(|(target, number)| *target += f64::from(*number) * factor);
        }
        if self.property == Property::Rotation {
            let length = out.iter().map(|number| number * number).sum::<f64>().sqrt();
            if length > 0.0 && length.is_finite() {
                out.iter_mut().for_each(|number| *number /= length);
            } else {
                copy(self.value(from), out);
            }
        }
    }
}

fn copy(numbers: &[f32], out: &mut [f64]) {
    out.iter_mut().zip(numbers).for_each(|(target, number)| *target = f64::from(*number));
}

fn vector(numbers: &[f32]) -> DVec4 {
    let mut vector = [0.0; 4];
    copy(numbers, &mut vector);
    DVec4::from_array(vector)
}

/// Interpolates from `a` to `b`, where `t` is from 0 to 1. Rotations use the shorter great circle, everything else is
/// linear.
#[allow(clippy::arithmetic_side_effects, reason = "vectors of floats")]
pub fn mix(property: Property, a: DVec4, b: DVec4, t: f64) -> DVec4 {
    if property != Property::Rotation {
        return a * (1.0 - t) + b * t;
    }
    let dot = a.dot(b);
    let (dot, b) = if dot < 0.0 { (-dot, -b) } else { (dot, b) };
    // With functions that give the same bits on every host.
    let (angle, sin) = (libm::acos(dot.min(1.0)), libm::sin);
    let sine = sin(angle);
    // So close that the great circle is nearly a line.
    if sine < 1e-6 { a * (1.0 - t) + b * t } else { (a * sin((1.0 - t) * angle) + b * sin(t * angle)) / sine }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::{Id, Node};

    fn curve(property: Property, interpolation: Interpolation, values: Array<'static>) -> Curve {
        let mut scene = Scene::default();
        let times = scene.arrays.push(Array::from_f32s([[1.0], [3.0]]));
        let values = scene.arrays.push(values);
        let node = Id::<Node>::new(0);
        Curve::read(&scene, &Channel { node, property, interpolation, times, values }).unwrap()
    }

    #[test]
    fn keys_are_joined_as_gltf_says() {
        let at = |interpolation, values: &[[f32; 3]], time| {
            let array = Array::from_f32s(values.iter().copied());
            curve(Property::Translation, interpolation, array).sample(time, Side::After).x
        };
        let straight = [[2.0, 0.0, 0.0], [6.0, 0.0, 0.0]];
        let times = [0.0, 1.0, 1.5, 3.0, 4.0];
        let all = |interpolation| times.map(|time| at(interpolation, &straight, time));
        assert_eq!(all(Interpolation::Linear), [2.0, 2.0, 3.0, 6.0, 6.0]);
        assert_eq!(all(Interpolation::Step), [2.0, 2.0, 2.0, 6.0, 6.0]);
        // Tangents of a linear interpolation, per second.
        let slope = [2.0, 0.0, 0.0];
        let [a, b] = straight;
        let spline = [slope, a, slope, slope, b, slope];
        assert_eq!(times.map(|time| at(Interpolation::CubicSpline, &spline, time)), [2.0, 2.0, 3.0, 6.0, 6.0]);
    }

    #[test]
    fn sides_differ_at_a_step() {
        let step = curve(Property::Scale, Interpolation::Step, Array::from_f32s([[1.0; 3], [2.0; 3]]));
        assert_eq!((step.sample(3.0, Side::Before).x, step.sample(3.0, Side::After).x), (1.0, 2.0));
    }

    #[test]
    fn weights_are_one_per_target() {
        let values =
            Array::from_bytes(crate::Component::F32, 1, [0.0f32, 1.0, 2.0, 3.0].map(f32::to_le_bytes).concat());
        let weights = curve(Property::MorphWeights, Interpolation::Linear, values);
        assert_eq!(weights.weights(2.0), [1.0, 2.0]);
        assert_eq!([0, 1, 2].map(|target| weights.of_target(target).weights(2.0)), [[1.0], [2.0], [0.0]]);
    }

    #[test]
    fn rotations_take_the_shorter_way() {
        let (a, b) = (DVec4::W, -DVec4::W);
        assert!(mix(Property::Rotation, a, b, 0.5).abs_diff_eq(a, 1e-12));
        let quarter = DVec4::new(0.0, std::f64::consts::FRAC_1_SQRT_2, 0.0, std::f64::consts::FRAC_1_SQRT_2);
        let half = mix(Property::Rotation, a, quarter, 0.5);
        assert!((half.length() - 1.0).abs() < 1e-12 && (half.y - (std::f64::consts::PI / 8.0).sin()).abs() < 1e-12);
    }
}
