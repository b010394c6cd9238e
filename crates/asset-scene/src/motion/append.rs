//! Plays clips one after the other.

#![allow(clippy::arithmetic_side_effects, reason = "times of floats")]

use std::collections::{BTreeMap, HashMap};

use binio::Budget;

use super::keys::{self, Keys};
use super::time::{SAMPLE, TimeChange, spend};
use crate::{Animation, AnimationId, Error, Id, Interpolation, Node, Property, Scene};

/// The node and the property that a channel animates.
type Target = (Id<Node>, Property);

/// Adds an animation that plays the given animations one after the other. Returns its id, and how the times of each
/// part changed. This does not remove the parts.
///
/// If only some parts move a node, the node is in its rest pose during the others. If the parts of a channel have
/// different interpolations, the channel will be linear: to do this, splines will be sampled 60 times a second.
///
/// # Errors
/// Fails if the scene fails the [check](Scene::check), an animation or its times are invalid, or the budget is too
/// small.
pub fn append(
    scene: &mut Scene<'_>,
    parts: &[AnimationId],
    name: &str,
    budget: &mut Budget,
) -> Result<(AnimationId, Vec<TimeChange>), Error> {
    let mut read: Vec<(f32, HashMap<Target, Keys>)> = Vec::with_capacity(parts.len());
    let mut times = Vec::with_capacity(parts.len());
    let mut offset = 0.0_f32;
    let mut targets: BTreeMap<(usize, u8), Keys> = BTreeMap::new();
    for part in parts {
        let all = keys::read_all(scene, *part, budget)?;
        times.push(TimeChange::Shift(offset));
        let end = keys::end(&all);
        for keys in &all {
            targets.entry((keys.node.index(), keys.property as u8)).or_insert_with(|| keys.emptied());
        }
        read.push((offset, all.into_iter().map(|keys| ((keys.node, keys.property), keys)).collect()));
        offset += end;
    }
    let ends: Vec<f32> = read.iter().skip(1).map(|(start, _)| *start).chain([offset]).collect();
    let mut channels = Vec::with_capacity(targets.len());
    for empty in targets.into_values() {
        let target = (empty.node, empty.property);
        let uniform =
            read.iter().filter_map(|(_, all)| all.get(&target)).all(|keys| keys.interpolation == empty.interpolation);
        let interpolation = if uniform { empty.interpolation } else { Interpolation::Linear };
        let mut joined = Keys { interpolation, ..empty };
        for ((part, (start, all)), end) in parts.iter().zip(&read).zip(&ends) {
            match all.get(&target) {
                Some(keys) if uniform => join(&mut joined, keys, (*start, *end)),
                Some(keys) => join(&mut joined, &keys.to_linear(SAMPLE, *part, budget)?, (*start, *end)),
                None => {
                    let Some(rest) = keys::rest_value(scene, target.0, target.1) else { continue };
                    spend(rest.len().saturating_add(1).saturating_mul(2), budget, *part)?;
                    let mut rest_keys = joined.emptied();
                    rest_keys.push_held(0.0, &rest);
                    join(&mut joined, &rest_keys, (*start, *end));
                }
            }
        }
        channels.push(joined.write(scene));
    }
    let animation = scene.animations.push(Animation { name: name.to_owned(), channels, source: None });
    Ok((animation, times))
}

/// Adds the keys of a part that begins and ends at these times. The first value is also used before the first key, and
/// the last value after the last key.
fn join(joined: &mut Keys, part: &Keys, (start, end): (f32, f32)) {
    let Some(last) = part.times.len().checked_sub(1) else { return };
    let first = part.times.first().copied().unwrap_or(0.0);
    let shifted = |time: f32| (start + time).min(end);
    let begins_late = first > 0.0;
    if begins_late {
        put(joined, start, &at_key(part, 0));
    }
    for (key, time) in part.times.iter().enumerate() {
        let is_held_after = key == last && shifted(*time) < end;
        let numbers = part.key_held(key, key == 0 && begins_late, is_held_after);
        put(joined, shifted(*time), &numbers);
    }
    if part.times.last().is_some_and(|time| shifted(*time) < end) {
        put(joined, end, &at_key(part, last));
    }
}

/// Returns the numbers of a key whose value is held.
fn at_key(part: &Keys, key: usize) -> Vec<f32> {
    let mut keys = part.emptied();
    keys.push_held(0.0, part.value(key));
    keys.rows
}

/// Adds a key. If the last key has the same time and value, both become one key. For splines, this key has the in
/// tangent of the first and the out tangent of the second.
fn put(joined: &mut Keys, time: f32, numbers: &[f32]) {
    let (width, per_key, is_spline) = (joined.width, joined.per_key(), joined.is_spline());
    let value = if is_spline { numbers.get(width..width.saturating_mul(2)) } else { Some(numbers) };
    let last = joined.times.len().checked_sub(1);
    let is_same = last.is_some_and(|last| joined.times.get(last) == Some(&time) && Some(joined.value(last)) == value);
    if !is_same {
        joined.push(time, numbers);
        return;
    }
    if is_spline {
        let start = joined.rows.len().saturating_sub(per_key) + width.saturating_mul(2);
        let out = numbers.get(width.saturating_mul(2)..).unwrap_or_default();
        joined.rows.iter_mut().skip(start).zip(out).for_each(|(target, number)| *target = *number);
    }
}
