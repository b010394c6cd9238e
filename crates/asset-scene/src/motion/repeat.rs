//! Loops: finds and closes the gap between the end and the beginning.

#![allow(clippy::arithmetic_side_effects, reason = "times and values of floats")]

use asset_geometry::glam::{DQuat, DVec4};
use binio::Budget;

use super::keys::{self, Keys};
use super::time::{SAMPLE, frames_of, spend, unsupported};
use crate::curve::{Side, mix};
use crate::{AnimationId, Error, Id, Interpolation, Node, Property, Scene};

/// How much the last pose of an animation differs from the first. If this isn't close to 0, you will see a jump when
/// you play it in a loop.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Gap {
    /// The largest angle of any node, in degrees.
    pub angle: f64,
    /// The largest distance of any translation, in the unit of its parent.
    pub distance: f64,
    /// The largest difference of any scale or morph weight.
    pub share: f64,
}

/// Returns the gap that you would see if the animation is played in a loop. This ignores translations of the nodes in
/// `without`, because a figure that walks will be in another place at the end.
///
/// # Errors
/// Fails if the scene fails the [check](Scene::check), the animation or its times are invalid, or the budget is too
/// small.
pub fn loop_gap(scene: &Scene<'_>, id: AnimationId, without: &[Id<Node>], budget: &mut Budget) -> Result<Gap, Error> {
    let all = keys::read_all(scene, id, budget)?;
    let end = keys::end(&all);
    Ok(gap(&all, end, without))
}

fn gap(all: &[Keys], end: f32, without: &[Id<Node>]) -> Gap {
    let mut gap = Gap::default();
    for keys in all.iter().filter(|keys| !is_left(keys, without)) {
        let curve = keys.curve();
        let (first, last) = (curve.value_at(0.0, Side::After), curve.value_at(end, Side::After));
        let differences = first.iter().zip(&last).map(|(a, b)| f64::from(a - b));
        match keys.property {
            Property::Rotation => gap.angle = gap.angle.max(angle(&first, &last)),
            Property::Translation => gap.distance = gap.distance.max(differences.map(|by| by * by).sum::<f64>().sqrt()),
            _ => gap.share = differences.map(f64::abs).fold(gap.share, f64::max),
        }
    }
    gap
}

fn is_left(keys: &Keys, without: &[Id<Node>]) -> bool {
    keys.property == Property::Translation && without.contains(&keys.node)
}

/// Returns the angle between two rotations, in degrees.
fn angle(a: &[f32], b: &[f32]) -> f64 {
    let dot = rotation(a).normalize().dot(rotation(b).normalize()).abs().min(1.0);
    2.0 * libm::acos(dot).to_degrees()
}

fn rotation(numbers: &[f32]) -> DQuat {
    let mut all = [0.0; 4];
    all.iter_mut().zip(numbers).for_each(|(target, number)| *target = f64::from(*number));
    DQuat::from_array(all)
}

/// Blends the last frames of an animation into its first pose, so that it can be played in a loop. Each channel with a
/// gap gets a key for each of these frames; this does not change other channels. Returns the gap that was closed.
///
/// As in [`loop_gap`], this ignores translations of the nodes in `without`.
///
/// # Errors
/// Fails if `frames` is 0, or more than the animation has. See also the errors of [`loop_gap`].
pub fn close_loop(
    scene: &mut Scene<'_>,
    id: AnimationId,
    frames: u32,
    rate: f32,
    without: &[Id<Node>],
    budget: &mut Budget,
) -> Result<Gap, Error> {
    let mut all = keys::read_all(scene, id, budget)?;
    let end = keys::end(&all);
    let window = frames as f32 / rate;
    if !(window > 0.0 && window <= end) {
        let message = format!("expected 1 to {:.0} frames for the loop, found {frames}", (end * rate).floor());
        return Err(unsupported(message, id));
    }
    let gap = gap(&all, end, without);
    let numbers: usize = all.iter().map(|keys| keys.width.saturating_add(1)).sum();
    spend((frames as usize).saturating_mul(numbers), budget, id)?;
    let start = end - window;
    let steps: Vec<f32> = frames_of(window, rate, id)?.into_iter().map(|time| (start + time).min(end)).collect();
    for keys in all.iter_mut().filter(|keys| !is_left(keys, without)) {
        let plain = keys.to_linear(SAMPLE, id, budget)?;
        close(keys, &plain, (start, end), &steps);
    }
    keys::write_all(scene, id, &all);
    Ok(gap)
}

fn close(keys: &mut Keys, plain: &Keys, (start, end): (f32, f32), steps: &[f32]) {
    let curve = keys.curve();
    let (first, last) = (curve.value_at(0.0, Side::After), curve.value_at(end, Side::After));
    if first == last {
        return;
    }
    let mut repeated = Keys { interpolation: Interpolation::Linear, ..keys.emptied() };
    for (key, time) in plain.times.iter().enumerate().filter(|(_, time)| **time < start) {
        repeated.push(*time, plain.value(key));
    }
    for time in steps {
        let share = f64::from((time - start) / (end - start));
        // Without a jump of the speed at both ends of the blend.
        let weight = share * share * (3.0 - 2.0 * share);
        let value = curve.value_at(*time, Side::After);
        repeated.push(*time, &blended(keys.property, &value, (&first, &last), weight));
    }
    *keys = repeated;
}

/// Moves a value towards the first pose, by `weight` times the difference between the first value and the last.
fn blended(property: Property, value: &[f32], (first, last): (&[f32], &[f32]), weight: f64) -> Vec<f32> {
    if weight >= 1.0 {
        return first.to_vec();
    }
    if property != Property::Rotation {
        let moved = value.iter().zip(first.iter().zip(last));
        return moved.map(|(value, (first, last))| value + (first - last) * weight as f32).collect();
    }
    let way = rotation(first) * rotation(last).inverse();
    let part = mix(property, DVec4::from(DQuat::IDENTITY), DVec4::from(way), weight);
    let turned = (DQuat::from_vec4(part) * rotation(value)).normalize();
    turned.as_quat().to_array().to_vec()
}
