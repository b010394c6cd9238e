//! Repairs a channel.

use std::collections::HashMap;

use binio::{Budget, Path};

use super::Counts;
use super::values::{self, Layout, Values};
use crate::{Array, ArrayId, Channel, Data, Error, ErrorKind, Scene};

/// A channel after it was repaired.
#[derive(Clone, Debug)]
pub(super) enum Repaired {
    Unchanged,
    /// The channel has no usable key.
    Empty,
    Changed {
        times: ArrayId,
        values: ArrayId,
        counts: Counts,
    },
}

/// Repairs channels. Each array is only checked once, even if many channels share it.
#[derive(Default)]
pub(super) struct Repairer {
    times: HashMap<ArrayId, Times>,
    values: HashMap<(ArrayId, Layout), Values>,
    done: HashMap<(ArrayId, ArrayId, Layout), Repaired>,
}

/// The state of the key times.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Times {
    Fine,
    Broken,
    /// A sparse array leaves more than two keys at the time 0, so nobody has written these keys.
    Unwritten,
}

impl Repairer {
    pub(super) fn repair(
        &mut self,
        scene: &mut Scene<'_>,
        channel: &Channel,
        budget: &mut Budget,
    ) -> Result<Repaired, Error> {
        let layout = Layout::of(scene, channel);
        let times = *self.times.entry(channel.times).or_insert_with(|| look(&scene[channel.times]));
        let own = (channel.values, layout);
        let values = self.values.entry(own).or_insert_with(|| values::look(&scene[channel.values], layout));
        if times == Times::Fine && values.is_fine() {
            return Ok(if scene[channel.times].count == 0 { Repaired::Empty } else { Repaired::Unchanged });
        }
        if times == Times::Unwritten {
            return Ok(Repaired::Empty);
        }
        let key = (channel.times, channel.values, layout);
        if let Some(known) = self.done.get(&key) {
            return Ok(known.clone());
        }
        spend(scene, channel, budget)?;
        let repaired = repaired(scene, channel, layout, values);
        self.done.insert(key, repaired.clone());
        Ok(repaired)
    }
}

/// Subtracts the cost of a repaired channel from the budget: its times, its key numbers and its stored values.
fn spend(scene: &Scene<'_>, channel: &Channel, budget: &mut Budget) -> Result<(), Error> {
    let (times, values) = (&scene[channel.times], &scene[channel.values]);
    let total = (times.count as u64).saturating_mul(24).saturating_add(values.stored_bytes().saturating_mul(2));
    budget.spend(total).map_err(|_| {
        let message = format!("expected at most {} bytes of keyframes, found {total}", budget.left());
        Error::new(ErrorKind::Unsupported(message), Path::from("animations"))
    })
}

/// Checks the key times. Rows that aren't stored are 0.
fn look(times: &Array<'_>) -> Times {
    let hidden = match &times.data {
        Data::Dense(_) => 0,
        Data::Sparse { rows, .. } => times.count.saturating_sub(rows.len()),
    };
    // Two keys at one time are a step.
    if hidden > 2 {
        return Times::Unwritten;
    }
    let mut keys = times.rows::<1>().into_iter().flatten().map(|[time]| time);
    let (mut before, mut latest) = (f32::NEG_INFINITY, f32::NEG_INFINITY);
    let is_fine = keys.all(|time| {
        let is_fine = time.is_finite() && time >= latest && time > before;
        (before, latest) = (latest, time);
        is_fine
    });
    if is_fine { Times::Fine } else { Times::Broken }
}

/// Creates the new arrays for a channel.
fn repaired(scene: &mut Scene<'_>, channel: &Channel, layout: Layout, values: &Values) -> Repaired {
    let times: Vec<f32> = scene[channel.times].rows::<1>().into_iter().flatten().map(|[time]| time).collect();
    let is_usable = |key: &u32| {
        let is_finite = times.get(*key as usize).is_some_and(|time| time.is_finite());
        is_finite && !values.is_unusable(*key)
    };
    let time = |key: &u32| times.get(*key as usize).copied().unwrap_or_default();
    let mut keys: Vec<u32> = (0_u32..).zip(&times).map(|(key, _)| key).filter(is_usable).collect();
    let is_sorted = keys.is_sorted_by(|a, b| time(a) <= time(b));
    keys.sort_by(|a, b| time(a).total_cmp(&time(b)));
    let keys = without_middle(&keys, time);
    if keys.is_empty() {
        return Repaired::Empty;
    }
    let counts =
        Counts { keys: times.len().saturating_sub(keys.len()), sorted: usize::from(!is_sorted), ..values.counts() };
    let new_times = Array::from_f32s(keys.iter().map(|key| [time(key)]));
    let new_values = values::repaired(&scene[channel.values], layout, values, &keys);
    Repaired::Changed { times: scene.arrays.push(new_times), values: scene.arrays.push(new_values), counts }
}

/// If several keys have the same time, removes all but the first and the last.
fn without_middle(keys: &[u32], time: impl Fn(&u32) -> f32) -> Vec<u32> {
    let mut kept: Vec<u32> = Vec::with_capacity(keys.len());
    for key in keys {
        if let [.., first, last] = kept.as_mut_slice() {
            if time(first) == time(key) {
                *last = *key;
                continue;
            }
        }
        kept.push(*key);
    }
    kept
}
