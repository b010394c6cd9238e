//! Changes the speed, direction and frame rate of animations.

#![allow(clippy::arithmetic_side_effects, reason = "times of floats")]

use binio::{Budget, Path};

use super::keys::{self, Keys};
use crate::curve::Side;
use crate::{AnimationId, Error, ErrorKind, Interpolation, Scene};

/// When a spline becomes linear, it is sampled after this many seconds.
pub(super) const SAMPLE: f32 = 1.0 / 60.0;
/// The most frames that a resampled animation can have.
const MOST_FRAMES: f32 = 1e6;

/// How a function has changed the times of an animation. Use [`apply`](Self::apply) to move content that is stored by
/// time, for example triggers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TimeChange {
    /// Only the part between two times is left, and it begins at 0 now.
    Cut {
        /// Where the part begins, in seconds.
        from: f32,
        /// Where the part ends, in seconds.
        to: f32,
    },
    /// Everything is later by this number of seconds.
    Shift(f32),
    /// Times are divided by this number.
    Speed(f32),
    /// The animation plays backwards, and is this number of seconds long.
    Reverse(f32),
}

impl TimeChange {
    /// Returns the new time, or `None` if it was cut off.
    pub fn apply(self, time: f32) -> Option<f32> {
        match self {
            Self::Cut { from, to } => (from..=to).contains(&time).then_some(time - from),
            Self::Shift(by) => Some(time + by),
            Self::Speed(factor) => Some(time / factor),
            Self::Reverse(end) => Some((end - time).max(0.0)),
        }
    }
}

/// Plays an animation faster. If the factor is below 1, it becomes slower.
///
/// # Errors
/// Fails if the factor is not above 0. See also the errors of [`reverse`].
pub fn set_speed(
    scene: &mut Scene<'_>,
    id: AnimationId,
    factor: f32,
    budget: &mut Budget,
) -> Result<TimeChange, Error> {
    if !(factor > 0.0 && factor.is_finite()) {
        return Err(unsupported(format!("expected a speed above 0, found {factor}"), id));
    }
    let mut all = keys::read_all(scene, id, budget)?;
    for keys in &mut all {
        keys.times.iter_mut().for_each(|time| *time /= factor);
        keys.tangents_mut().flatten().for_each(|number| *number *= factor);
    }
    if all.iter().any(|keys| keys.times.iter().any(|time| !time.is_finite())) {
        return Err(unsupported(format!("a speed of {factor} leaves no valid times"), id));
    }
    keys::write_all(scene, id, &all);
    Ok(TimeChange::Speed(factor))
}

/// Plays an animation backwards. This converts a step to two linear keys at the same time, because a step would hold
/// the wrong value when it is played backwards.
///
/// # Errors
/// Fails if the scene fails the [check](Scene::check), the animation or its times are invalid, or the budget is too
/// small.
pub fn reverse(scene: &mut Scene<'_>, id: AnimationId, budget: &mut Budget) -> Result<TimeChange, Error> {
    let all = keys::read_all(scene, id, budget)?;
    let end = keys::end(&all);
    let mut reversed: Vec<Keys> = Vec::with_capacity(all.len());
    for keys in &all {
        let is_step = keys.interpolation == Interpolation::Step;
        let plain = if is_step { keys.to_linear(SAMPLE, id, budget)? } else { keys.clone() };
        reversed.push(backwards(&plain, end));
    }
    // A beginning that is held becomes an end that is held, so that the animation stays as long.
    if keys::end(&reversed) < end {
        if let Some(first) = reversed.first_mut() {
            first.hold_to(end);
        }
    }
    keys::write_all(scene, id, &reversed);
    Ok(TimeChange::Reverse(end))
}

fn backwards(plain: &Keys, end: f32) -> Keys {
    let mut reversed = plain.emptied();
    let mut key = plain.times.len();
    // The curve begins at its first key, so that it still holds there.
    while let Some(next) = key.checked_sub(1) {
        key = next;
        let Some(time) = plain.times.get(key) else { break };
        let mut numbers = plain.key(key).to_vec();
        if plain.is_spline() {
            let width = plain.width;
            numbers.rotate_left(width.saturating_mul(2));
            // In, value, out became out, in, value.
            if let Some(rest) = numbers.get_mut(width..) {
                rest.rotate_left(width);
            }
            let is_tangent = |index: usize| index / width.max(1) != 1;
            numbers
                .iter_mut()
                .enumerate()
                .filter(|(index, _)| is_tangent(*index))
                .for_each(|(_, number)| *number = -*number);
        }
        reversed.push(end - time, &numbers);
    }
    reversed
}

/// The result of [`resample`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resampled {
    /// The number of keys before.
    pub before: usize,
    /// The number of keys that were not on a whole frame. You will not see their exact poses any more, because they
    /// fall between two frames.
    pub lost: usize,
    /// The number of keys after the call.
    pub after: usize,
}

/// Replaces the keys of an animation with one key for each frame, to be interpolated linearly. If the animation doesn't
/// end on a whole frame, it gets one more key at the end.
///
/// # Errors
/// Fails if the rate is not above 0, or if there would be more than a million frames. See also the errors of
/// [`reverse`].
pub fn resample(scene: &mut Scene<'_>, id: AnimationId, rate: f32, budget: &mut Budget) -> Result<Resampled, Error> {
    if !(rate > 0.0 && rate.is_finite()) {
        return Err(unsupported(format!("expected frames per second above 0, found {rate}"), id));
    }
    let all = keys::read_all(scene, id, budget)?;
    let frames = frames_of(keys::end(&all), rate, id)?;
    let numbers: usize = all.iter().map(|keys| keys.width.saturating_add(1)).sum();
    spend(frames.len().saturating_mul(numbers), budget, id)?;
    let mut result = Resampled::default();
    let mut resampled = Vec::with_capacity(all.len());
    for keys in &all {
        result.before += keys.times.len();
        result.lost += keys.times.iter().filter(|time| !is_whole(**time * rate)).count();
        let sampled = at_frames(keys, &frames);
        result.after += sampled.times.len();
        resampled.push(sampled);
    }
    keys::write_all(scene, id, &resampled);
    Ok(result)
}

/// Returns the times of all frames in an animation.
pub(super) fn frames_of(end: f32, rate: f32, id: AnimationId) -> Result<Vec<f32>, Error> {
    if end * rate > MOST_FRAMES {
        return Err(unsupported(format!("expected at most {MOST_FRAMES} frames, found {}", end * rate), id));
    }
    let count = (end * rate + NEAR).floor() as u32;
    let mut frames: Vec<f32> = (0..=count).map(|frame| (frame as f32 / rate).min(end)).collect();
    if frames.last().is_some_and(|last| *last < end) {
        frames.push(end);
    }
    Ok(frames)
}

/// Subtracts the cost of new keys from the budget.
pub(super) fn spend(numbers: usize, budget: &mut Budget, id: AnimationId) -> Result<(), Error> {
    let total = (numbers as u64).saturating_mul(16);
    budget
        .spend(total)
        .map_err(|_| unsupported(format!("expected at most {} bytes of keyframes, found {total}", budget.left()), id))
}

/// Samples a curve at the given frames.
fn at_frames(keys: &Keys, frames: &[f32]) -> Keys {
    let curve = keys.curve();
    let mut sampled = Keys { interpolation: Interpolation::Linear, ..keys.emptied() };
    frames.iter().for_each(|time| sampled.push(*time, &curve.value_at(*time, Side::After)));
    sampled
}

/// A key is on a whole frame if it differs by less than this, in frames.
const NEAR: f32 = 0.02;

fn is_whole(frame: f32) -> bool {
    (frame - frame.round()).abs() < NEAR
}

pub(super) fn unsupported(message: String, id: AnimationId) -> Error {
    Error::new(ErrorKind::Unsupported(message), Path::from([("animation", id.index())]))
}
