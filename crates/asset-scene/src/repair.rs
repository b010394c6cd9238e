//! Repairs animations that can't be played by any engine.

mod channel;
mod values;

use std::collections::{HashMap, HashSet};

use binio::{Budget, Findings, Path};

use crate::kinds;
use crate::{Animation, AnimationId, ArrayId, Attribute, Channel, Component, Data, Error, Scene, Semantic};
use channel::{Repaired, Repairer};

/// What was repaired in an animation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Counts {
    /// Channels with the same node and property as an earlier channel.
    doubled: usize,
    /// Channels without any usable key.
    empty: usize,
    /// Keys whose time or value can't be used.
    keys: usize,
    /// Channels whose keys were sorted.
    sorted: usize,
    /// Rotations that were scaled to unit length.
    rotations: usize,
    /// Spline tangents that were not finite.
    tangents: usize,
}

impl Scene<'_> {
    /// Repairs keyframes that can't be played. You should call this for files that come from outside. This doesn't
    /// touch channels without such keys, so they will keep their arrays and bits.
    ///
    /// | problem | repair |
    /// |---|---|
    /// | two channels have the same node and property | the first channel is used |
    /// | a time or value is not finite, or a rotation has length 0 | the key is removed |
    /// | times are not in ascending order | the keys are sorted |
    /// | there are more than two keys at one time | the first and the last are kept, which is a step |
    /// | a rotation doesn't have unit length | it is scaled |
    /// | a spline tangent is not finite | it is set to 0 |
    /// | there is no usable key | the channel is removed |
    ///
    /// Each animation that is repaired gets warnings, which say how many repairs there were.
    ///
    /// # Errors
    /// Fails if the scene fails the [check](Scene::check), or if the repaired keys exceed the budget. Channels that
    /// don't need a repair don't cost anything.
    pub fn repair_animations(&mut self, budget: &mut Budget) -> Result<Findings, Error> {
        self.check()?;
        let mut findings = Findings::new();
        let mut repairer = Repairer::default();
        for id in self.animations.ids() {
            let (channels, counts) = self.repaired_channels(id, &mut repairer, budget)?;
            if counts == Counts::default() {
                continue;
            }
            tell(&self[id], id, counts, &mut findings);
            self[id].channels = channels;
        }
        Ok(findings)
    }

    /// Returns the repaired channels of an animation.
    fn repaired_channels(
        &mut self,
        id: AnimationId,
        repairer: &mut Repairer,
        budget: &mut Budget,
    ) -> Result<(Vec<Channel>, Counts), Error> {
        let (mut counts, mut kept) = (Counts::default(), Vec::new());
        let mut seen = HashSet::new();
        for channel in self[id].channels.clone() {
            if !seen.insert((channel.node, channel.property)) {
                counts.doubled = counts.doubled.saturating_add(1);
                continue;
            }
            match repairer.repair(self, &channel, budget)? {
                Repaired::Unchanged => kept.push(channel),
                Repaired::Empty => counts.empty = counts.empty.saturating_add(1),
                Repaired::Changed { times, values, counts: channel_counts } => {
                    counts.add(channel_counts);
                    kept.push(Channel { times, values, ..channel });
                }
            }
        }
        Ok((kept, counts))
    }

    /// Checks that every vertex position and bind pose is finite. There is no way to repair these, because a mesh
    /// without positions has no shape. Returns an error finding for every mesh and skin that has a problem.
    ///
    /// # Panics
    /// Panics if the scene fails the [check](Scene::check).
    pub fn check_positions(&self) -> Findings {
        let mut findings = Findings::new();
        let mut known: HashMap<ArrayId, bool> = HashMap::new();
        let mut is_broken = |array: ArrayId| *known.entry(array).or_insert_with(|| !is_finite(self, array));
        let is_position = |attribute: &&Attribute| attribute.semantic == Semantic::Position;
        for (id, mesh) in self.meshes.enumerate() {
            for (number, primitive) in mesh.primitives.iter().enumerate() {
                let all = primitive.attributes.iter().chain(primitive.targets.iter().flatten());
                if all.filter(is_position).any(|attribute| is_broken(attribute.array)) {
                    let path = Path::from([("mesh", id.index()), ("primitive", number)]).name(b"POSITION");
                    findings.error(kinds::POSITIONS_BROKEN, path, "has positions that aren't finite; export it anew");
                }
            }
        }
        for (id, skin) in self.skins.enumerate() {
            if !skin.inverse_bind.as_flattened().iter().all(|number| number.is_finite()) {
                let message = "has inverse bind matrices that aren't finite; export it anew";
                findings.error(kinds::POSITIONS_BROKEN, [("skin", id.index())], message);
            }
        }
        findings
    }
}

/// Returns whether every stored number in an array is finite.
fn is_finite(scene: &Scene<'_>, array: ArrayId) -> bool {
    let array = &scene[array];
    let (Data::Dense(bytes) | Data::Sparse { values: bytes, .. }) = &array.data;
    array.component != Component::F32
        || bytes
            .chunks_exact(4)
            .all(|number| number.try_into().is_ok_and(|bytes| f32::from_le_bytes(bytes).is_finite()))
}

impl Counts {
    fn add(&mut self, other: Self) {
        let pairs = [
            (&mut self.doubled, other.doubled),
            (&mut self.empty, other.empty),
            (&mut self.keys, other.keys),
            (&mut self.sorted, other.sorted),
            (&mut self.rotations, other.rotations),
            (&mut self.tangents, other.tangents),
        ];
        pairs.into_iter().for_each(|(sum, count)| *sum = sum.saturating_add(count));
    }
}

/// Reports what was repaired in an animation.
fn tell(animation: &Animation<'_>, id: AnimationId, counts: Counts, findings: &mut Findings) {
    let Counts { doubled, empty, keys, sorted, rotations, tangents } = counts;
    let path = if animation.name.is_empty() {
        Path::from([("animation", id.index())])
    } else {
        Path::from("animation").name(animation.name.as_bytes())
    };
    let all = [
        (doubled, "channels that move the same as an earlier channel are left out"),
        (empty, "channels without any usable key are left out"),
        (
            keys,
            "keys are left out: a time or value isn't finite, a rotation has length 0, or it is between two keys at the same time",
        ),
        (sorted, "channels whose times go back are sorted by time"),
        (rotations, "rotations are scaled to unit length"),
        (tangents, "tangents that aren't finite become 0"),
    ];
    for (count, what) in all.into_iter().filter(|(count, _)| *count > 0) {
        findings.warning(kinds::KEYS_REPAIRED, path.clone(), format!("{what}: {count}"));
    }
}
