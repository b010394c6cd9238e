//! Handles curves that do not stay constant before the first key and after the last key.

use std::collections::HashSet;

use asset_scene::Property;
use asset_scene::glam::DVec4;
use ufbx::{AnimStack, ExtrapolationMode};

use super::clip::Clip;
use crate::error::Error;
use crate::read::Reader;
use crate::read::numbers::{quaternion, vector};
use crate::read::samples::Samples;

/// The maximum number of samples per curve, which is enough for more than three minutes.
const MOST: usize = 1 << 14;

/// The objects of a clip with a curve that repeats, mirrors or continues.
pub(super) struct Extrapolated<'b> {
    stack: &'b AnimStack,
    elements: HashSet<u32>,
}

impl<'b> Extrapolated<'b> {
    pub(super) fn of(stack: &'b AnimStack) -> Self {
        let props = (&stack.layers).into_iter().flat_map(|layer| layer.anim_props.iter());
        let extrapolates = |prop: &&ufbx::AnimProp| {
            prop.anim_value.curves.iter().flatten().any(|curve| {
                let modes = [curve.pre_extrapolation.mode, curve.post_extrapolation.mode];
                modes.into_iter().any(|mode| mode != ExtrapolationMode::Constant)
            })
        };
        let elements = props.filter(extrapolates).map(|prop| prop.element.element_id).collect();
        Self { stack, elements }
    }

    /// Adds samples to the curves of a node for the whole clip, if there is such a curve.
    pub(super) fn extend(
        &self,
        node: &ufbx::Node,
        clip: &Clip<'_>,
        curves: &mut [Samples; 3],
        reader: &mut Reader<'_>,
    ) -> Result<(), Error> {
        if !self.elements.contains(&node.element.element_id) {
            return Ok(());
        }
        let times = grid(clip);
        reader.spend((times.len() as u64).saturating_mul(3 * 40))?;
        let poses: Vec<ufbx::Transform> =
            times.iter().map(|time| ufbx::evaluate_transform(&self.stack.anim, node, *time)).collect();
        let value = |property: Property, pose: &ufbx::Transform| match property {
            Property::Rotation => DVec4::from(quaternion(pose.rotation)),
            Property::Scale => vector(pose.scale).extend(0.0),
            _ => vector(pose.translation).extend(0.0),
        };
        for (property, curve) in [Property::Translation, Property::Rotation, Property::Scale].into_iter().zip(curves) {
            let values = poses.iter().map(|pose| value(property, pose)).collect();
            merge(curve, &times, values);
        }
        Ok(())
    }

    /// Adds samples to the weight of a channel for the whole clip, if there is such a curve.
    pub(super) fn extend_weight(
        &self,
        channel: &ufbx::BlendChannel,
        clip: &Clip<'_>,
        curve: &mut Samples,
        reader: &mut Reader<'_>,
    ) -> Result<(), Error> {
        if !self.elements.contains(&channel.element.element_id) {
            return Ok(());
        }
        let times = grid(clip);
        reader.spend((times.len() as u64).saturating_mul(40))?;
        let weight = |time: &f64| DVec4::new(channel.evaluate_blend_weight(&self.stack.anim, *time), 0.0, 0.0, 0.0);
        let values = times.iter().map(weight).collect();
        merge(curve, &times, values);
        Ok(())
    }
}

/// Returns the times of samples for the whole clip.
fn grid(clip: &Clip<'_>) -> Vec<f64> {
    let (begin, end) = clip.range;
    let count = ((end - begin) * clip.rate).ceil().clamp(1.0, MOST as f64);
    (0..=count as usize).map(|index| begin + (end - begin) * (index as f64 / count)).collect()
}

/// Adds finite values to a curve at times where it has no value yet.
fn merge(curve: &mut Samples, times: &[f64], values: Vec<DVec4>) {
    let mut merged = Samples { is_sampled: true, ..Samples::default() };
    let mut own = curve.times.iter().copied().zip(curve.values.iter().copied()).peekable();
    for (time, value) in times.iter().copied().zip(values).filter(|(_, value)| value.is_finite()) {
        while let Some((before, value)) = own.next_if(|(own, _)| *own <= time) {
            merged.push(before, value);
        }
        if merged.times.last() != Some(&time) {
            merged.push(time, value);
        }
    }
    own.for_each(|(time, value)| merged.push(time, value));
    *curve = merged;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_come_between_keys() {
        let mut curve = Samples::default();
        for (time, x) in [(1.0, 1.0), (2.0, 2.0), (2.0, 3.0)] {
            curve.push(time, DVec4::splat(x));
        }
        merge(&mut curve, &[0.0, 2.0, 4.0], [7.0, 8.0, f64::NAN].map(DVec4::splat).to_vec());
        assert_eq!((curve.times, curve.is_sampled), (vec![0.0, 1.0, 2.0, 2.0], true));
        assert_eq!(curve.values.last(), Some(&DVec4::splat(3.0)));
    }
}
