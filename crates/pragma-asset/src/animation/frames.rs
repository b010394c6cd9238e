//! Computes frames by the rules that the engine uses to load an animation (see
//! [Animation](crate::format#animation-pani)).

use alloc::vec;
use alloc::vec::Vec;

use asset_geometry::glam::{Vec2, Vec3};
use asset_geometry::interpolate::{lerp, slerp};
use binio::{Budget, Path};
use libm::{floorf, roundf};

use super::{Animation, AnimationFlags, Channel, NodeSet, Values, stored};
use crate::error::{Error, ErrorKind};
use crate::model::Skeleton;
use crate::pose::Pose;

/// An animation as frames, with the poses of all bones at equal intervals. Note that a pose is **relative to the parent
/// bone**.
///
/// ```
/// use pragma_asset::{Frames, Pose, glam::Vec3};
/// let frames = Frames::new(2.0, vec![7], vec![Pose::IDENTITY, Pose::at(Vec3::X)]);
/// assert_eq!((frames.len(), frames.duration()), (2, 1.0));
/// assert_eq!(frames.sample(0.5), [Pose::at(Vec3::X * 0.5)]);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Frames {
    /// The frame rate, in frames per second.
    pub fps: f32,
    /// Whether the animation loops.
    pub loops: bool,
    /// The bone ids.
    pub bones: Vec<u32>,
    /// The weight of each bone. If a weight is missing, use 1.
    pub weights: Vec<f32>,
    /// The poses of all bones in the first frame, then all bones in the second, and so on.
    pub poses: Vec<Pose>,
    /// The movement of the entity in each frame, along X and Z. This is empty if the entity does not move.
    pub offsets: Vec<Vec2>,
}

impl Frames {
    /// Creates frames that do not loop and have no weights and offsets. The `poses` must start with all bones in the
    /// first frame, then all bones in the second, and so on.
    pub fn new(fps: f32, bones: Vec<u32>, poses: Vec<Pose>) -> Self {
        Self { fps, bones, poses, ..Self::default() }
    }

    /// Returns the number of frames, which will be 0 without bones.
    pub fn len(&self) -> usize {
        self.poses.len().checked_div(self.bones.len()).unwrap_or(0)
    }

    /// Returns `true` if this contains no frames.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the duration in seconds: the number of frames divided by the frame rate. The last frame will only be
    /// reached at the very end (see [Animation](crate::format#animation-pani)).
    pub fn duration(&self) -> f32 {
        if self.fps > 0.0 { self.len() as f32 / self.fps } else { 0.0 }
    }

    /// Returns the poses in a frame, with a pose for each bone.
    pub fn frame(&self, index: usize) -> Option<&[Pose]> {
        let start = index.checked_mul(self.bones.len())?;
        self.poses.get(start..start.checked_add(self.bones.len())?).filter(|frame| !frame.is_empty())
    }

    /// Returns the poses at `cycle`, which must be from 0 to 1. There is a pose for each of the [`bones`](Self::bones).
    ///
    /// This function follows the rules of the engine: it spreads the frames over the cycle, and interpolates positions
    /// and scales linearly and rotations along the shorter way. It will not interpolate between the last frame and the
    /// first.
    pub fn sample(&self, cycle: f32) -> Vec<Pose> {
        let (source, factor) = self.place(cycle);
        let Some(from) = self.frame(source) else { return Vec::new() };
        let Some(to) = self.frame(source.saturating_add(1)) else { return from.to_vec() };
        let weight = |bone: usize| self.weights.get(bone).copied().unwrap_or(1.0);
        let poses = from.iter().zip(to).enumerate();
        poses.map(|(bone, (from, to))| between(from, to, factor, weight(bone))).collect()
    }

    /// Returns the frame before `cycle`, and how far we are on the way to the next.
    fn place(&self, cycle: f32) -> (usize, f32) {
        let cycle = if cycle.is_nan() { 0.0 } else { cycle.clamp(0.0, 1.0) };
        let frame = self.len().saturating_sub(1) as f32 * cycle;
        let source = floorf(frame);
        (source as usize, frame - source)
    }

    /// Converts a time into a cycle. If the animation loops, the cycle wraps around, otherwise it will stay at 1.
    pub fn cycle_at(&self, seconds: f32) -> f32 {
        let cycle = match self.len() {
            0 => 0.0,
            count => seconds * self.fps / count as f32,
        };
        if cycle < 1.0 {
            cycle.max(0.0)
        } else if self.loops {
            cycle - floorf(cycle)
        } else {
            1.0
        }
    }

    /// Returns the poses of all bones in a skeleton at `cycle`, relative to their parents. A bone that is not animated
    /// will get its reference pose. To convert the poses to model space, use
    /// [`Hierarchy::globalize`](asset_geometry::Hierarchy::globalize).
    pub fn sample_skeleton(&self, cycle: f32, skeleton: &Skeleton<'_>) -> Vec<Pose> {
        let mut poses = skeleton.local_poses();
        for (bone, pose) in self.bones.iter().zip(self.sample(cycle)) {
            if let Some(place) = poses.get_mut(*bone as usize) {
                *place = pose;
            }
        }
        poses
    }
}

/// In the engine, the weight of a bone slows it down, and its target scale will be multiplied by the weight too (see
/// [Animation](crate::format#animation-pani)).
fn between(from: &Pose, to: &Pose, factor: f32, weight: f32) -> Pose {
    let slowed = factor * weight;
    Pose {
        origin: from.origin + (to.origin - from.origin) * slowed,
        rotation: slerp(from.rotation, to.rotation, slowed),
        scale: lerp(from.scale, to.scale * weight, factor),
    }
}

impl Animation<'_> {
    /// Returns the animation as frames, by the rules of the engine. They come from `frameTransforms` in an older file,
    /// otherwise from channels.
    ///
    /// A frame between two keys has the value of the later key. If there is no key, the value will come from
    /// `reference`. Note that this is in **model** space, as in the engine (see
    /// [Animation](crate::format#animation-pani)). For gestures, and if there is no `reference`, the identity will be
    /// used instead. Keys outside the animation will be ignored.
    ///
    /// # Errors
    /// Fails when [`channels`](Self::channels) does, or if there are more frames than the limit allows.
    pub fn frames(&self, reference: Option<&Skeleton<'_>>, budget: &mut Budget) -> Result<Frames, Error> {
        let sets = self.nodes(budget)?;
        let (bones, slots) = slots(&sets);
        let weights =
            sets.iter().filter(|set| set.kind == "bone").flat_map(|set| set.weights.iter().copied()).collect();
        let frames = Frames { fps: f32::from(self.fps()), loops: self.loops(), bones, weights, ..Frames::default() };
        if self.node.get("frameTransforms").is_some() {
            return self.stored_frames(frames, budget);
        }
        let count = roundf(self.duration() * frames.fps);
        let count = if count >= 1.0 { count as usize } else { 0 };
        let frames = self.default_frames(frames, count, reference, budget)?;
        self.apply_channels(frames, count, &slots, budget)
    }

    /// Reads `frameTransforms`, `frameScales` and `frameMoveTranslations` from an older file.
    fn stored_frames(&self, mut frames: Frames, budget: &mut Budget) -> Result<Frames, Error> {
        let path = self.path();
        let transforms: Vec<[f32; 7]> = stored(self.node, "frameTransforms", "transform", &path, budget)?;
        let scales: Vec<[f32; 3]> = stored(self.node, "frameScales", "vec3", &path, budget)?;
        let offsets: Vec<[f32; 2]> = stored(self.node, "frameMoveTranslations", "vec2", &path, budget)?;
        if !frames.bones.is_empty() && transforms.len() % frames.bones.len() != 0 {
            let kind = ErrorKind::Contradiction("as many transforms as bones, for each frame");
            return Err(Error::new(kind, path.part("frameTransforms")));
        }
        let scale = |index: usize| scales.get(index).map_or(Vec3::ONE, |scale| Vec3::from_array(*scale));
        let pose = |(index, numbers)| Pose { scale: scale(index), ..Pose::from_transform(numbers) };
        frames.poses = transforms.into_iter().enumerate().map(pose).collect();
        frames.offsets = offsets.into_iter().map(Vec2::from_array).collect();
        Ok(frames)
    }

    /// Returns `count` frames, before any channel has been applied to them.
    fn default_frames(
        &self,
        mut frames: Frames,
        count: usize,
        reference: Option<&Skeleton<'_>>,
        budget: &mut Budget,
    ) -> Result<Frames, Error> {
        let poses = (count as u64).saturating_mul(frames.bones.len() as u64);
        spend(budget, poses.saturating_mul(size_of::<Pose>() as u64), &self.path())?;
        let gesture = self.flags().contains(AnimationFlags::GESTURE);
        let reference = reference.filter(|_| !gesture);
        let pose = |bone: &u32| {
            let bone = reference.and_then(|skeleton| skeleton.bones.get(*bone as usize));
            bone.map_or(Pose::IDENTITY, |bone| bone.pose)
        };
        let one: Vec<Pose> = frames.bones.iter().map(pose).collect();
        frames.poses = one.iter().cycle().take(one.len().saturating_mul(count)).copied().collect();
        Ok(frames)
    }

    fn apply_channels(
        &self,
        mut frames: Frames,
        count: usize,
        slots: &[Option<usize>],
        budget: &mut Budget,
    ) -> Result<Frames, Error> {
        // Without a frame rate nothing is loaded.
        if frames.fps == 0.0 || count == 0 {
            return Ok(frames);
        }
        for channel in self.channels(budget)? {
            if channel.property == "offset" {
                self.apply_offsets(&mut frames, count, &channel, budget)?;
                continue;
            }
            let Some(slot) = slots.get(channel.node as usize).copied().flatten() else { continue };
            let step = frames.bones.len();
            for key in 0..channel.times.len().min(channel.values.len()) {
                let Some(range) = reach(&channel.times, key, frames.fps, count) else { continue };
                // A hostile file could have many keys that each set all of many frames.
                let (first, reached) = (*range.start(), range.end().saturating_sub(*range.start()).saturating_add(1));
                spend(budget, reached as u64, &self.path())?;
                let places = frames.poses.iter_mut().skip(slot).step_by(step);
                places.skip(first).take(reached).for_each(|pose| apply(pose, &channel, key));
            }
        }
        Ok(frames)
    }

    fn apply_offsets(
        &self,
        frames: &mut Frames,
        count: usize,
        channel: &Channel,
        budget: &mut Budget,
    ) -> Result<(), Error> {
        let Values::Vec2(offsets) = &channel.values else { return Ok(()) };
        if frames.offsets.is_empty() {
            spend(budget, (count as u64).saturating_mul(size_of::<Vec2>() as u64), &self.path())?;
            frames.offsets = vec![Vec2::ZERO; count];
        }
        for (time, offset) in channel.times.iter().zip(offsets) {
            let place = frame_at(*time, frames.fps).and_then(|frame| frames.offsets.get_mut(frame));
            if let Some(place) = place {
                *place = *offset;
            }
        }
        Ok(())
    }
}

/// Returns the bones in all sets, and the bone to use for each channel node.
fn slots(sets: &[NodeSet<'_>]) -> (Vec<u32>, Vec<Option<usize>>) {
    let (mut bones, mut slots) = (Vec::new(), Vec::new());
    for set in sets {
        if set.kind == "bone" {
            slots.extend((bones.len()..).take(set.bones.len()).map(Some));
            bones.extend_from_slice(&set.bones);
        } else {
            slots.resize(slots.len().saturating_add(set.bones.len().max(1)), None);
        }
    }
    (bones, slots)
}

/// Returns the frame that is nearest to the given time.
fn frame_at(time: f32, fps: f32) -> Option<usize> {
    let frame = roundf(time * fps);
    (frame >= 0.0 && frame < usize::MAX as f32).then_some(frame as usize)
}

/// Returns the frames that get the value of a key, where `count` is the number of all frames. These begin after the
/// previous key and end at this key. If there is no other key, all later frames get the value too.
fn reach(times: &[f32], key: usize, fps: f32, count: usize) -> Option<core::ops::RangeInclusive<usize>> {
    let time = *times.get(key)?;
    let (mut start, mut end) = (roundf(time * fps), roundf(time * fps));
    match key.checked_sub(1).and_then(|before| times.get(before)) {
        Some(before) => {
            let frames = roundf((time - before) * fps);
            if frames > 0.0 {
                start = end - (frames - 1.0);
            }
        }
        None if times.len() == 1 => end = count.saturating_sub(1) as f32,
        None => {}
    }
    let last = count.checked_sub(1)?;
    let inside = end >= 0.0 && start <= last as f32 && start <= end;
    inside.then(|| start.max(0.0) as usize..=(end as usize).min(last))
}

fn apply(pose: &mut Pose, channel: &Channel, key: usize) {
    match (&*channel.property, &channel.values) {
        (b"position", Values::Vec3(values)) => pose.origin = values.get(key).copied().unwrap_or(pose.origin),
        (b"rotation", Values::Quat(values)) => pose.rotation = values.get(key).copied().unwrap_or(pose.rotation),
        (b"scale", Values::Vec3(values)) => pose.scale = values.get(key).copied().unwrap_or(pose.scale),
        _ => {}
    }
}

fn spend(budget: &mut Budget, bytes: u64, path: &Path) -> Result<(), Error> {
    budget.spend(bytes).map_err(|fault| Error::new(fault, path.clone().part("frames")))
}
