//! Channels of an animation as glTF plays them.

use binio::{Findings, Path};
use glam::DVec4;

use crate::{Array, Channel, Interpolation, Property, Scene};

/// A channel. Vectors have a fourth component of 0.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    pub(super) property: Property,
    interpolation: Interpolation,
    times: Vec<f32>,
    /// Of each key the value; for splines, the tangent in, the value, the tangent out.
    values: Vec<DVec4>,
}

/// From which side a time is come to: where values jump it makes a difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Side {
    Before,
    After,
}

impl Curve {
    /// A channel of a checked scene; `None` if it can't be played.
    pub(super) fn read(scene: &Scene<'_>, channel: &Channel, path: &Path, findings: &mut Findings) -> Option<Self> {
        let times = scene.arrays.get(channel.times).and_then(Array::to_f32s::<1>)?;
        let times: Vec<f32> = times.into_iter().map(|[time]| time).collect();
        let values = scene.arrays.get(channel.values)?;
        let values: Vec<DVec4> = match channel.property {
            Property::Rotation => {
                values.to_f32s::<4>()?.into_iter().map(|row| DVec4::from(row.map(f64::from))).collect()
            }
            _ => {
                let rows = values.to_f32s::<3>()?;
                rows.into_iter().map(|row| glam::DVec3::from(row.map(f64::from)).extend(0.0)).collect()
            }
        };
        let ascending = times.windows(2).all(|pair| matches!(pair, [a, b] if a <= b));
        if times.is_empty() || !times.iter().all(|time| time.is_finite()) || !ascending {
            findings.warning(path.clone(), "there are no keys, or their times don't ascend; left out");
            return None;
        }
        Some(Self { property: channel.property, interpolation: channel.interpolation, times, values })
    }

    pub(super) fn times(&self) -> &[f32] {
        &self.times
    }

    /// Whether two keys with a straight line between them may not do, from `start` to `end`.
    pub(super) fn bends(&self, start: f32, end: f32) -> bool {
        let (first, last) = (self.times.first().copied(), self.times.last().copied());
        let inside = first.is_some_and(|first| first < end) && last.is_some_and(|last| last > start);
        self.interpolation == Interpolation::CubicSpline && inside
    }

    /// The value at a time; before the first key and after the last, that key's.
    pub(super) fn at(&self, time: f32, side: Side) -> DVec4 {
        let behind = match side {
            Side::Before => self.times.partition_point(|key| *key < time),
            Side::After => self.times.partition_point(|key| *key <= time),
        };
        let Some(from) = behind.checked_sub(1) else { return self.value(0) };
        let (Some(&start), Some(&end)) = (self.times.get(from), self.times.get(behind)) else {
            return self.value(from);
        };
        if self.interpolation == Interpolation::Step {
            return self.value(from);
        }
        if time >= end {
            return self.value(behind);
        }
        let (start, end, time) = (f64::from(start), f64::from(end), f64::from(time));
        let t = (time - start) / (end - start);
        match self.interpolation {
            Interpolation::CubicSpline => self.spline(from, end - start, t),
            _ => mix(self.property, self.value(from), self.value(behind), t),
        }
    }

    fn value(&self, key: usize) -> DVec4 {
        let place = if self.interpolation == Interpolation::CubicSpline { key * 3 + 1 } else { key };
        self.values.get(place).copied().unwrap_or_default()
    }

    /// Between key `from` and the next, which are `duration` apart.
    fn spline(&self, from: usize, duration: f64, t: f64) -> DVec4 {
        let tangent = |place: usize| self.values.get(place).copied().unwrap_or_default() * duration;
        let (out, into) = (tangent(from * 3 + 2), tangent(from * 3 + 3));
        let (a, b) = (self.value(from), self.value(from + 1));
        let (t2, t3) = (t * t, t * t * t);
        let value =
            a * (2.0 * t3 - 3.0 * t2 + 1.0) + out * (t3 - 2.0 * t2 + t) + b * (3.0 * t2 - 2.0 * t3) + into * (t3 - t2);
        if self.property == Property::Rotation { value.try_normalize().unwrap_or(a) } else { value }
    }
}

/// Between two keys, as both glTF and the engine do it: straight, rotations on the shorter way.
pub(super) fn mix(property: Property, a: DVec4, b: DVec4, t: f64) -> DVec4 {
    if property != Property::Rotation {
        return a * (1.0 - t) + b * t;
    }
    let dot = a.dot(b);
    let (dot, b) = if dot < 0.0 { (-dot, -b) } else { (dot, b) };
    let angle = dot.min(1.0).acos();
    let sine = angle.sin();
    if sine < 1e-6 { a * (1.0 - t) + b * t } else { (a * ((1.0 - t) * angle).sin() + b * (t * angle).sin()) / sine }
}
