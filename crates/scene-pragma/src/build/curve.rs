//! Channels, played.

use asset_geometry::glam::{Quat, Vec3, Vec4};
use asset_geometry::interpolate::{hermite, lerp, slerp};

use super::Local;
use crate::{Channel, Interpolation, Property, Scene};

/// A channel of keys in ascending order.
pub(super) struct Curve {
    node: usize,
    property: Property,
    interpolation: Interpolation,
    times: Vec<f32>,
    /// Of splines three for each key; of vectors without the fourth number.
    values: Vec<Vec4>,
}

impl Curve {
    /// A channel, unless it has no keys or they aren't in order.
    pub(super) fn read(scene: &Scene<'_>, channel: &Channel) -> Option<Self> {
        let times = scene.arrays.get(channel.times)?.to_f32s::<1>()?.into_iter().flatten().collect::<Vec<_>>();
        let values = scene.arrays.get(channel.values)?;
        let values: Vec<Vec4> = match channel.property {
            Property::Rotation => values.to_f32s::<4>()?.into_iter().map(Vec4::from).collect(),
            _ => values.to_f32s::<3>().map(|rows: Vec<[f32; 3]>| extended(&rows))?,
        };
        let ascending = times.windows(2).all(|pair| matches!(pair, [a, b] if a <= b));
        let sound = !times.is_empty() && ascending && times.iter().all(|time| time.is_finite());
        sound.then_some(Self {
            node: channel.node,
            property: channel.property,
            interpolation: channel.interpolation,
            times,
            values,
        })
    }

    /// The time of the last key.
    pub(super) fn end(&self) -> f32 {
        self.times.last().copied().unwrap_or_default()
    }

    /// Moves its node to where it is at a time.
    pub(super) fn apply(&self, time: f32, locals: &mut [Local]) {
        let Some(local) = locals.get_mut(self.node) else { return };
        let value = self.at(time);
        match self.property {
            Property::Translation => local.origin = value.truncate(),
            Property::Scale => local.scale = value.truncate(),
            _ => local.rotation = Quat::from_vec4(value),
        }
        *local = crate::pragma::skin::upright(*local);
    }

    fn value(&self, key: usize, part: usize) -> Vec4 {
        let is_spline = self.interpolation == Interpolation::CubicSpline;
        let place = if is_spline { key.saturating_mul(3).saturating_add(part) } else { key };
        self.values.get(place).copied().unwrap_or_default()
    }

    fn at(&self, time: f32) -> Vec4 {
        let behind = self.times.partition_point(|key| *key <= time);
        let Some(from) = behind.checked_sub(1) else { return self.value(0, 1) };
        let (Some(start), Some(end)) = (self.times.get(from), self.times.get(behind)) else {
            return self.value(from, 1);
        };
        let (a, b, length) = (self.value(from, 1), self.value(behind, 1), end - start);
        let t = (time - start) / length;
        match (self.interpolation, self.property) {
            (Interpolation::Step, _) => a,
            (Interpolation::CubicSpline, _) => {
                hermite(a, self.value(from, 2) * length, b, self.value(behind, 0) * length, t)
            }
            (Interpolation::Linear, Property::Rotation) => Vec4::from(slerp(Quat::from_vec4(a), Quat::from_vec4(b), t)),
            (Interpolation::Linear, _) => lerp(a, b, t),
        }
    }
}

fn extended(rows: &[[f32; 3]]) -> Vec<Vec4> {
    rows.iter().map(|row| Vec3::from(*row).extend(0.0)).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn at(interpolation: Interpolation, values: &[[f32; 3]], time: f32) -> f32 {
        let curve = Curve {
            node: 0,
            property: Property::Translation,
            interpolation,
            times: vec![1.0, 3.0],
            values: extended(values),
        };
        curve.at(time).x
    }

    #[test]
    fn keys_are_joined_as_gltf_says() {
        let straight = [[2.0, 0.0, 0.0], [6.0, 0.0, 0.0]];
        let times = [0.0, 1.0, 1.5, 3.0, 4.0];
        let all = |interpolation| times.map(|time| at(interpolation, &straight, time));
        assert_eq!(all(Interpolation::Linear), [2.0, 2.0, 3.0, 6.0, 6.0]);
        assert_eq!(all(Interpolation::Step), [2.0, 2.0, 2.0, 6.0, 6.0]);
        // Tangents of the straight line, per second.
        let slope = [2.0, 0.0, 0.0];
        let [a, b] = straight;
        let spline = [slope, a, slope, slope, b, slope];
        assert_eq!(times.map(|time| at(Interpolation::CubicSpline, &spline, time)), [2.0, 2.0, 3.0, 6.0, 6.0]);
    }
}
