//! Cuts clips out of a take.

#![allow(clippy::arithmetic_side_effects, reason = "times of floats")]

use binio::{Budget, Path};

use super::keys::{self, Keys};
use super::time::TimeChange;
use crate::curve::Side;
use crate::{Animation, AnimationId, Error, ErrorKind, Scene};

/// The part of an animation to cut out, and its new name.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// The name for the clip.
    pub name: String,
    /// Where the clip begins, in seconds.
    pub from: f32,
    /// Where the clip ends, in seconds.
    pub to: f32,
}

impl Span {
    /// Creates a span.
    pub fn new(name: impl Into<String>, from: f32, to: f32) -> Self {
        Self { name: name.into(), from, to }
    }
}

/// The result of [`clip`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Clip {
    /// The new animation.
    pub animation: AnimationId,
    /// The number of keys of the take that are also in the clip.
    pub keys: usize,
    /// How to convert times in the take to times in the clip.
    pub times: TimeChange,
}

/// Copies a part of an animation to a new animation that begins at 0. The take is not changed. Both ends get keys, so
/// the clip is as long as the span, and it begins and ends with the same poses as the take has there.
///
/// # Errors
/// Fails if the scene fails the [check](Scene::check), the animation or its times are invalid, the span is not between
/// 0 and the end of the animation, or the budget is too small.
pub fn clip(scene: &mut Scene<'_>, take: AnimationId, span: &Span, budget: &mut Budget) -> Result<Clip, Error> {
    let all = keys::read_all(scene, take, budget)?;
    let end = keys::end(&all);
    // A time that was typed may be rounded.
    let to = if span.to > end && span.to <= end + NEAR { end } else { span.to };
    if !(span.from >= 0.0 && span.from < to && to <= end) {
        let message = format!("expected a part of 0 to {end} s, found {} to {}", span.from, span.to);
        return Err(Error::new(ErrorKind::Unsupported(message), Path::from("clip").name(span.name.as_bytes())));
    }
    let cut: Vec<Keys> = all.iter().map(|keys| cut(keys, span.from, to)).collect();
    let inside = |keys: &Keys| keys.times.iter().filter(|time| (span.from..=to).contains(*time)).count();
    let count = all.iter().map(inside).sum();
    let mut source = scene[take].source.clone();
    source.iter_mut().for_each(|source| source.original = None);
    let channels = cut.iter().map(|keys| keys.write(scene)).collect();
    let animation = scene.animations.push(Animation { name: span.name.clone(), channels, source });
    Ok(Clip { animation, keys: count, times: TimeChange::Cut { from: span.from, to } })
}

/// Returns the number of keys that are not in any of the spans. Use this to tell people what they will lose when they
/// only keep the clips.
///
/// # Errors
/// Fails if the animation or its times are invalid, or the budget is too small.
pub fn keys_outside(scene: &Scene<'_>, take: AnimationId, spans: &[Span], budget: &mut Budget) -> Result<usize, Error> {
    // Parts that overlap or touch are one: each key is compared with the part that may have it.
    let mut parts: Vec<(f32, f32)> = spans.iter().map(|span| (span.from, span.to)).collect();
    parts.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut joined: Vec<(f32, f32)> = Vec::new();
    for (from, to) in parts {
        match joined.last_mut().filter(|last| from <= last.1) {
            Some(last) => last.1 = last.1.max(to),
            None => joined.push((from, to)),
        }
    }
    let is_outside = |time: &&f32| {
        let before = joined.partition_point(|part| part.0 <= **time);
        before.checked_sub(1).and_then(|at| joined.get(at)).is_none_or(|part| **time > part.1)
    };
    let all = keys::read_all(scene, take, budget)?;
    Ok(all.iter().map(|keys| keys.times.iter().filter(is_outside).count()).sum())
}

/// The end of a span is typed by people, so it can be this far after the last key, in seconds.
const NEAR: f32 = 5e-4;

/// Returns the keys between two times, and adds keys at both times.
fn cut(keys: &Keys, from: f32, to: f32) -> Keys {
    let curve = keys.curve();
    let mut cut = keys.emptied();
    cut.push(0.0, &keys.key_at(&curve, from, Side::After));
    let last = keys.times.len().saturating_sub(1);
    for (key, time) in keys.times.iter().enumerate().filter(|(_, time)| **time > from && **time < to) {
        let (is_first, is_last) = (key == 0, key == last);
        cut.push(*time - from, &keys.key_held(key, is_first, is_last));
    }
    cut.push(to - from, &keys.key_at(&curve, to, Side::Before));
    cut
}
