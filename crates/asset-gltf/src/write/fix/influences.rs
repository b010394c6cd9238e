//! Fixes the joints and weights of vertices.

use asset_scene::{Array, Component};

use super::super::role::Role;
use super::{conform, rows};
use crate::Rule;

/// The tolerance of the Khronos validator for the sum of weights, for each weight that is not 0.
const SUM: f32 = 2e-7;

/// The joints and weights of the vertices in a primitive, in sets of four.
pub(in crate::write) struct Influences<'a, 's> {
    pub(in crate::write) sets: Vec<(&'a Array<'s>, &'a Array<'s>)>,
    /// The joint count of the skin, if there is one.
    pub(in crate::write) joints: Option<usize>,
}

/// Joints and weights that glTF allows. `None` means that an array didn't have to be changed.
#[derive(Default)]
pub(in crate::write) struct FixedInfluences {
    pub(in crate::write) sets: Vec<(Option<Array<'static>>, Option<Array<'static>>)>,
    pub(in crate::write) changes: Vec<(Rule, usize)>,
}

/// Changes joints and weights that glTF forbids.
pub(in crate::write) fn fixed_influences(influences: &Influences<'_, '_>) -> FixedInfluences {
    let mut out = FixedInfluences::default();
    for (joints, weights) in &influences.sets {
        let (joints, mut fixed) = (conform(joints, Role::Joints), conform(weights, Role::Weights));
        if influences.joints.is_none() {
            let known = fixed.array.as_ref().unwrap_or(weights);
            fixed.array = rows::finite(known, 0.0, &mut fixed.changes).or(fixed.array);
        }
        out.changes.extend(joints.changes.into_iter().chain(fixed.changes));
        out.sets.push((joints.array, fixed.array));
    }
    // Without a skin, the valid joints and sums are unknown.
    let Some(limit) = influences.joints else { return out };
    let vertices = influences.sets.iter().map(|(joints, _)| joints.count).max().unwrap_or(0);
    let mut work = Work { limit, counts: [0; 4], sets: Vec::new() };
    for (joints, weights) in &influences.sets {
        let dense = weights.dense();
        let weights = dense.chunks_exact(weights.component.size()).map(|bytes| weights.number(bytes)).collect();
        let joints = joints.to_u32s().unwrap_or_default();
        work.sets.push(Set { joints, weights, joints_changed: false, weights_changed: false });
    }
    (0..vertices).for_each(|vertex| work.vertex(vertex));
    let rules = [Rule::Weights, Rule::JointRange, Rule::UnusedJoints, Rule::RepeatedInfluences];
    out.changes.extend(rules.into_iter().zip(work.counts));
    for (((joints, _), fixed), set) in influences.sets.iter().zip(&mut out.sets).zip(work.sets) {
        if set.joints_changed {
            fixed.0 = Some(pack_joints(joints, &set.joints));
        }
        if set.weights_changed {
            let data: Vec<u8> = set.weights.iter().flat_map(|weight| weight.to_le_bytes()).collect();
            fixed.1 = Some(Array::from_bytes(Component::F32, 4, data));
        }
    }
    out
}

fn pack_joints(array: &Array<'_>, joints: &[u32]) -> Array<'static> {
    let size = array.component.size();
    let data: Vec<u8> = joints.iter().flat_map(|joint| joint.to_le_bytes().into_iter().take(size)).collect();
    Array::from_bytes(array.component, 4, data)
}

/// Four joints and weights for each vertex.
struct Set {
    joints: Vec<u32>,
    weights: Vec<f32>,
    joints_changed: bool,
    weights_changed: bool,
}

struct Work {
    limit: usize,
    /// Counts of changes: weights, joints that are out of bounds, joints without weight, and duplicate joints.
    counts: [usize; 4],
    sets: Vec<Set>,
}

/// An influence, given by its set and by the index of a number in this set.
type Place = (usize, usize);

impl Work {
    fn vertex(&mut self, vertex: usize) {
        let places: Vec<Place> =
            (0..4).flat_map(|slot| (0..self.sets.len()).map(move |set| (set, vertex * 4 + slot))).collect();
        let bad_weights = self.drop_bad_weights(&places);
        let bad_joints = self.drop_bad_joints(&places);
        self.make_summable(&places);
        let repeated = self.join_repeated(&places);
        let normalized = self.normalize(&places);
        let unused = self.zero_unused(&places);
        let applied = [bad_weights || normalized, bad_joints, unused && !bad_joints, repeated];
        for (count, applied) in self.counts.iter_mut().zip(applied) {
            *count += usize::from(applied);
        }
    }

    fn get(&self, (set, at): Place) -> (u32, f32) {
        let set = self.sets.get(set);
        let influence = set.and_then(|set| set.joints.get(at).copied().zip(set.weights.get(at).copied()));
        influence.unwrap_or_default()
    }

    fn set_weight(&mut self, (set, at): Place, weight: f32) {
        let Some(set) = self.sets.get_mut(set) else { return };
        if let Some(slot) = set.weights.get_mut(at) {
            *slot = weight;
            set.weights_changed = true;
        }
    }

    fn set_joint(&mut self, (set, at): Place, joint: u32) {
        let Some(set) = self.sets.get_mut(set) else { return };
        if let Some(slot) = set.joints.get_mut(at) {
            *slot = joint;
            set.joints_changed = true;
        }
    }

    fn drop_bad_weights(&mut self, places: &[Place]) -> bool {
        self.drop_weights(places, |_, weight| !weight.is_finite() || weight < 0.0)
    }

    fn drop_bad_joints(&mut self, places: &[Place]) -> bool {
        let limit = self.limit;
        let outside = move |joint: u32| joint as usize >= limit;
        let dropped = self.drop_weights(places, |joint, weight| weight != 0.0 && outside(joint));
        let mut zeroed = false;
        for slot in places {
            if outside(self.get(*slot).0) {
                self.set_joint(*slot, 0);
                zeroed = true;
            }
        }
        dropped || zeroed
    }

    fn drop_weights(&mut self, places: &[Place], bad: impl Fn(u32, f32) -> bool) -> bool {
        let mut any = false;
        for slot in places {
            let (joint, weight) = self.get(*slot);
            if bad(joint, weight) {
                self.set_weight(*slot, 0.0);
                any = true;
            }
        }
        any
    }

    /// Divides weights by the largest of them if their sum would overflow. This is safe, because they are normalized
    /// later in any case.
    fn make_summable(&mut self, places: &[Place]) {
        if self.sum(places).0.is_finite() {
            return;
        }
        let largest = places.iter().map(|slot| self.get(*slot).1).fold(0.0, f32::max);
        for slot in places {
            let weight = self.get(*slot).1;
            self.set_weight(*slot, weight / largest);
        }
    }

    fn join_repeated(&mut self, places: &[Place]) -> bool {
        let mut any = false;
        for (index, slot) in places.iter().enumerate() {
            let (joint, weight) = self.get(*slot);
            let mut before = places.iter().take(index).copied();
            let first =
                before.find(|first| matches!(self.get(*first), (known, given) if known == joint && given != 0.0));
            if let Some(first) = first.filter(|_| weight != 0.0) {
                let sum = self.get(first).1 + weight;
                self.set_weight(first, sum);
                self.set_weight(*slot, 0.0);
                self.set_joint(*slot, 0);
                any = true;
            }
        }
        any
    }

    /// Computes the sum in the same way as the validator: in the order of the slots, using floats.
    fn sum(&self, places: &[Place]) -> (f32, usize) {
        let weights = places.iter().map(|slot| self.get(*slot).1).filter(|weight| *weight != 0.0);
        weights.fold((0.0, 0), |(sum, count), weight| (sum + weight, count + 1))
    }

    fn normalize(&mut self, places: &[Place]) -> bool {
        let (sum, count) = self.sum(places);
        if (sum - 1.0).abs() <= SUM * count as f32 {
            return false;
        }
        if sum > 0.0 {
            for slot in places {
                let weight = self.get(*slot).1;
                if weight != 0.0 {
                    self.set_weight(*slot, weight / sum);
                }
            }
        }
        // Underflow of the division.
        let (sum, count) = self.sum(places);
        if (sum - 1.0).abs() > SUM * count as f32 {
            places.iter().for_each(|slot| self.set_weight(*slot, 0.0));
            places.iter().take(1).for_each(|slot| self.set_weight(*slot, 1.0));
        }
        true
    }

    fn zero_unused(&mut self, places: &[Place]) -> bool {
        let mut any = false;
        for slot in places {
            if matches!(self.get(*slot), (joint, weight) if joint != 0 && weight == 0.0) {
                self.set_joint(*slot, 0);
                any = true;
            }
        }
        any
    }
}
