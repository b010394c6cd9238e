//! What vertices hang on.

use binio::{Findings, Path};

use crate::{Array, Primitive, Scene, Semantic};

/// Up to four joints, later bones, and how much the vertex hangs on each; unused ones are 0, 0.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Influences(pub(super) [(u32, f32); 4]);

impl Influences {
    /// All of it on one bone.
    pub(super) fn whole(bone: u32) -> Self {
        let mut influences = Self::default();
        if let Some(first) = influences.0.first_mut() {
            *first = (bone, 1.0);
        }
        influences
    }
}

/// How far from 1 a sum of weights may be by rounding alone.
const ROUNDING: f32 = 1e-5;

/// How far from 1 a sum of weights may be without being talked about: what the glTF specification allows for bytes.
const ALLOWED: f32 = 2e-3;

/// What had to be changed.
#[derive(Default)]
struct Changes {
    dropped: usize,
    scaled: usize,
    bad: usize,
    none: usize,
}

/// The influences of a primitive's vertices, in joints of the skin; none if it isn't bound.
///
/// A joint that is named twice counts once, with both weights. Of more than four the heaviest four stay. Weights are divided by their
/// sum; a vertex without any hangs on its first joint (as in rbfx, conventions 5.2).
pub(super) fn read(scene: &Scene<'_>, primitive: &Primitive, path: &Path, findings: &mut Findings) -> Vec<Influences> {
    let mut sets = Vec::new();
    for number in 0.. {
        let array = |semantic| primitive.attribute(&semantic).and_then(|array| scene.arrays.get(array));
        let (joints, weights) = (array(Semantic::Joints(number)), array(Semantic::Weights(number)));
        let joints = joints.and_then(Array::to_u32s);
        let (Some(joints), Some(weights)) = (joints, weights.and_then(Array::to_f32s::<4>)) else { break };
        sets.push((joints, weights));
    }
    let Some((_, first)) = sets.first() else { return Vec::new() };
    let mut changes = Changes::default();
    let mut found: Vec<(u32, f32)> = Vec::new();
    let vertex = |vertex: usize| {
        found.clear();
        for (joints, weights) in &sets {
            let joints = joints.get(vertex * 4..).unwrap_or_default();
            let weights = weights.get(vertex).copied().unwrap_or_default();
            joints.iter().zip(weights).for_each(|(joint, weight)| add(&mut found, *joint, weight, &mut changes));
        }
        let fallback = sets.first().and_then(|(joints, _)| joints.get(vertex * 4)).copied().unwrap_or_default();
        finish(&mut found, fallback, &mut changes)
    };
    let influences = (0..first.len()).map(vertex).collect();
    changes.say(path, findings);
    influences
}

fn add(found: &mut Vec<(u32, f32)>, joint: u32, weight: f32, changes: &mut Changes) {
    if weight > 0.0 && weight.is_finite() {
        match found.iter_mut().find(|(other, _)| *other == joint) {
            Some((_, sum)) => *sum += weight,
            None => found.push((joint, weight)),
        }
    } else if weight != 0.0 {
        changes.bad += 1;
    }
}

fn finish(found: &mut Vec<(u32, f32)>, fallback: u32, changes: &mut Changes) -> Influences {
    if found.len() > 4 {
        found.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        found.truncate(4);
        changes.dropped += 1;
    } else if found.is_empty() {
        changes.none += 1;
        return Influences::whole(fallback);
    }
    let sum: f32 = found.iter().map(|(_, weight)| weight).sum();
    let off = (sum - 1.0).abs();
    changes.scaled += usize::from(off > ALLOWED);
    let mut influences = Influences::default();
    for (place, (joint, weight)) in influences.0.iter_mut().zip(found.iter()) {
        *place = (*joint, if off > ROUNDING { weight / sum } else { *weight });
    }
    influences
}

impl Changes {
    fn say(&self, path: &Path, findings: &mut Findings) {
        let mut warn = |count: usize, what: &str| {
            if count > 0 {
                findings.warning(path.clone(), format!("{count} {what}"));
            }
        };
        warn(self.dropped, "vertices hang on more than four joints; the heaviest four stay");
        warn(self.scaled, "vertices have weights that don't sum to 1; divided by their sum");
        warn(self.bad, "weights are negative or not finite; taken as 0");
        warn(self.none, "vertices have no weight; they hang on their first joint");
    }
}
