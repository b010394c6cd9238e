//! Curves from any keys, and their slopes. Functions that change animations use these.

use super::{Curve, Side};
use crate::{Interpolation, Property};

impl Curve {
    /// Creates a curve from keys. There must be at least one, and the times must be ascending.
    pub(crate) fn of_keys(
        property: Property,
        interpolation: Interpolation,
        times: Vec<f32>,
        width: usize,
        values: Vec<f32>,
    ) -> Self {
        Self { property, interpolation, times, width, values }
    }

    /// Returns the numbers of all keys, including tangents.
    pub(crate) fn rows(&self) -> &[f32] {
        &self.values
    }

    /// Returns the number of floats in a value.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Returns the value at a time. This works for any width.
    pub(crate) fn value_at(&self, time: f32, side: Side) -> Vec<f32> {
        let mut value = vec![0.0; self.width];
        self.sample_into(time, side, &mut value);
        value.into_iter().map(|number| number as f32).collect()
    }

    /// Returns the slope of a spline at a time, per second. It is 0 where the value is held.
    pub(crate) fn slope_at(&self, time: f32, side: Side) -> Vec<f32> {
        let next = match side {
            Side::Before => self.times.partition_point(|key| *key < time),
            Side::After => self.times.partition_point(|key| *key <= time),
        };
        let from = next.saturating_sub(1);
        let (Some(start), Some(end)) = (self.times.get(from), self.times.get(next)) else {
            return vec![0.0; self.width];
        };
        let duration = f64::from(*end) - f64::from(*start);
        if duration <= 0.0 {
            return vec![0.0; self.width];
        }
        let t = (f64::from(time) - f64::from(*start)) / duration;
        let t2 = t * t;
        let factors = [
            (self.part(from, 1), (6.0 * t2 - 6.0 * t) / duration),
            (self.part(from, 2), 3.0 * t2 - 4.0 * t + 1.0),
            (self.part(next, 1), (6.0 * t - 6.0 * t2) / duration),
            (self.part(next, 0), 3.0 * t2 - 2.0 * t),
        ];
        let mut slope = vec![0.0; self.width];
        for (numbers, factor) in factors {
            slope.iter_mut().zip(numbers).for_each(|(sum, number)| *sum += f64::from(*number) * factor);
        }
        slope.into_iter().map(|number| number as f32).collect()
    }
}
