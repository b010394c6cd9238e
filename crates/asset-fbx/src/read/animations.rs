//! Reads animations. A stack becomes a clip, which will be sampled and then reduced.

mod clip;
mod extrapolated;
mod weights;

use asset_scene::world::World;
use ufbx::{AllocatorOpts, BakeOpts, BakeStepHandling, BakedAnimRoot};

use super::{Reader, clip_names};
use crate::error::Error;
use crate::kinds;
use clip::Clip;

/// The lowest sample rate, in samples per second.
const RATE: f64 = 60.0;
/// The maximum number of samples between two keys in the file, which is enough for eight seconds.
const SEGMENTS: usize = 512;
/// The maximum memory for a sampled clip, which is enough for more than an hour with a hundred bones.
const MEMORY: usize = 1 << 28;

impl Reader<'_> {
    /// Reads all animations.
    pub(super) fn animations(&mut self) -> Result<(), Error> {
        let file = self.file;
        if file.anim_stacks.is_empty() {
            return Ok(());
        }
        let size = self.size();
        let rate = rate(file.settings.frames_per_second);
        let mut clips = Vec::new();
        // Files before FBX 6 have a clip of the pose of the file, which isn't an animation.
        let own = |stack: &&ufbx::AnimStack| file.anim_stacks.len() == 1 || &*stack.element.name != "(internal)";
        for stack in (&file.anim_stacks).into_iter().filter(own) {
            let Some(baked) = self.bake(stack, rate) else { continue };
            let mut clip = Clip::new(stack, &baked, (rate, size));
            self.clip(&mut clip, &baked)?;
            if !clip.channels.is_empty() {
                clips.push(clip);
            } else if (&stack.layers).into_iter().any(|layer| !layer.anim_values.is_empty()) {
                // Programs write a clip without any curve into every file.
                let path = super::named("animation", &stack.element.name);
                self.findings.expected_loss(kinds::CLIP_LEFT_OUT, path, "moves nothing; left out");
            }
        }
        let is_only = clips.len() == 1;
        for clip in clips {
            let name = self.clip_name(&clip.stack.element.name, is_only);
            self.finish(clip, name);
        }
        Ok(())
    }

    /// Samples a clip, or returns `None` if it would take too much memory.
    fn bake(&mut self, stack: &ufbx::AnimStack, rate: f64) -> Option<BakedAnimRoot> {
        let limit = || {
            let left = usize::try_from(self.budget.left()).unwrap_or(usize::MAX);
            AllocatorOpts { memory_limit: left.clamp(1, MEMORY), ..AllocatorOpts::default() }
        };
        let opts = BakeOpts {
            temp_allocator: limit(),
            result_allocator: limit(),
            resample_rate: rate,
            // Closer keys need no samples between them.
            minimum_sample_rate: rate,
            max_keyframe_segments: SEGMENTS,
            step_handling: BakeStepHandling::IdenticalTime,
            ..BakeOpts::default()
        };
        match ufbx::bake_anim(self.file, &stack.anim, opts) {
            Ok(baked) => Some(baked),
            Err(failure) => {
                let path = super::named("animation", &stack.element.name);
                let message = format!("can't be sampled: {}; left out", &*failure.description);
                self.findings.loss(kinds::CLIP_LEFT_OUT, path, message);
                None
            }
        }
    }

    /// Returns the name of a clip, as a person would write it.
    fn clip_name(&mut self, stored: &str, is_only: bool) -> String {
        let cleaned = clip_names::clip(stored, |part| self.scene.node(part).is_some());
        let file = &self.options.name;
        let name =
            if is_only && !file.is_empty() && clip_names::says_nothing(&cleaned) { file.clone() } else { cleaned };
        if name != stored {
            let message = format!("is called {name:?}");
            self.note(kinds::CLIP_NAMED, super::named("animation", stored), message);
        }
        name
    }

    /// Returns how large the model is in metres, using the vertices, or the nodes if there are no vertices. For a
    /// single point this is 1.
    fn size(&self) -> f64 {
        let bounds = self.scene.rest_pose().and_then(|pose| pose.bounds(&self.scene));
        let size = bounds.map_or(0.0, |bounds| f64::from((bounds.max - bounds.min).length()));
        if size > 0.0 && size.is_finite() {
            return size;
        }
        let world = World::new(&self.scene);
        let places = || self.scene.nodes.ids().map(|node| world.world(node).translation);
        let Some(first) = places().next() else { return 1.0 };
        let (least, most) = places().fold((first, first), |(least, most), place| (least.min(place), most.max(place)));
        let size = (most - least).length();
        if size > 0.0 && size.is_finite() { size } else { 1.0 }
    }
}

/// Returns a sample rate that is not below [`RATE`]. To get a sample on every frame, it must be a multiple of the frame
/// rate.
fn rate(frames: f64) -> f64 {
    let frames = if (1.0..=1000.0).contains(&frames) { frames } else { 30.0 };
    frames * (RATE / frames).ceil().max(1.0)
}

#[cfg(test)]
mod tests {
    use super::rate;

    #[test]
    fn frames_are_samples() {
        assert_eq!(
            [24.0, 25.0, 30.0, 60.0, 120.0, f64::NAN, 0.0].map(rate),
            [72.0, 75.0, 60.0, 60.0, 120.0, 60.0, 60.0]
        );
    }
}
