//! Edits the animations in a scene.

use asset_formats::{Error, kinds};
use asset_scene::motion::{self, BoneMap, TimeChange};
use asset_scene::{AnimationId, Scene, Source};
use binio::{Budget, Findings, Path};
use scene_urho::{TriggerPart, moved_triggers};

use super::Motion;

/// The frame rate for loops if none is set.
const RATE: f32 = 30.0;

/// How many bone names a finding lists.
const LISTED: usize = 100;

fn listed(names: &[String]) -> String {
    let shown: Vec<&str> = names.iter().take(LISTED).map(String::as_str).collect();
    let more = if names.len() > LISTED { " …" } else { "" };
    format!("{}: {}{more}", names.len(), shown.join(", "))
}

/// The scene whose animations are edited, with the edits to do.
pub(super) struct Work<'w, 's> {
    pub(super) scene: &'w mut Scene<'s>,
    pub(super) motion: &'w Motion,
    pub(super) findings: &'w mut Findings,
    pub(super) budget: &'w mut Budget,
}

impl Work<'_, '_> {
    /// Replaces the only animation with clips of it.
    pub(super) fn cut(&mut self) -> Result<(), Error> {
        if self.motion.clips.is_empty() {
            return Ok(());
        }
        let take = AnimationId::new(0);
        if self.scene.animations.len() > 1 {
            let message =
                "expected one animation to cut clips out of, found several; the option animations selects one";
            return Err(Error::Refused(message.into()));
        }
        let length = self.length(take);
        let source = self.scene[take].source.clone().map(Source::into_owned);
        let lost = motion::keys_outside(self.scene, take, &self.motion.clips, self.budget).map_err(Error::convert)?;
        for span in &self.motion.clips {
            let clip = motion::clip(self.scene, take, span, self.budget).map_err(Error::convert)?;
            self.move_triggers(clip.animation, &[(source.as_ref(), length, clip.times)])?;
        }
        if lost > 0 {
            let path = self.path(take);
            self.findings.note(kinds::KEYS_LOST, path, format!("keys that are in no clip are left out: {lost}"));
        }
        self.scene.animations.retain_ids(|id| id != take);
        Ok(())
    }

    /// Replaces all animations with a single animation that plays them one after the other.
    pub(super) fn join(&mut self) -> Result<(), Error> {
        let Some(name) = &self.motion.merge else { return Ok(()) };
        let parts: Vec<AnimationId> = self.scene.animations.ids().collect();
        let sources = parts.iter().map(|id| self.scene[*id].source.clone().map(Source::into_owned));
        let sources: Vec<Option<Source<'static>>> = sources.collect();
        let lengths: Vec<f32> = parts.iter().map(|id| self.length(*id)).collect();
        let (joined, changes) = motion::append(self.scene, &parts, name, self.budget).map_err(Error::convert)?;
        let moved = sources.iter().zip(lengths).zip(changes);
        let moved: Vec<Part<'_>> = moved.map(|((source, length), change)| (source.as_ref(), length, change)).collect();
        self.move_triggers(joined, &moved)?;
        self.scene.animations.retain_ids(|id| id == joined);
        Ok(())
    }

    /// Changes the speed and direction of an animation, and swaps its sides.
    pub(super) fn retime_and_mirror(&mut self, id: AnimationId) -> Result<(), Error> {
        if let Some(factor) = self.motion.speed {
            self.retime(id, |scene, budget| motion::set_speed(scene, id, factor, budget))?;
        }
        if self.motion.reverse {
            self.retime(id, |scene, budget| motion::reverse(scene, id, budget))?;
        }
        if self.motion.mirror {
            let mirrored = motion::mirror(self.scene, id, self.budget).map_err(Error::convert)?;
            if !mirrored.without_partner.is_empty() {
                let message =
                    format!("bones whose names have a side have no partner: {}", listed(&mirrored.without_partner));
                let path = self.path(id);
                self.findings.note(asset_scene::kinds::BONES_UNMATCHED, path, message);
            }
        }
        Ok(())
    }

    /// Replaces the scene with another model, to which the animations are retargeted.
    pub(super) fn retarget(&mut self) -> Result<(), Error> {
        let Some(onto) = &self.motion.onto else { return Ok(()) };
        let mut target: Scene<'static> = onto.scene.clone();
        target.animations = Vec::new().into();
        let map = self.motion.bone_map.clone().unwrap_or_else(|| BoneMap::between(self.scene, &target));
        for id in self.scene.animations.ids() {
            let changed = motion::retarget(self.scene, id, &mut target, &map, self.budget).map_err(Error::convert)?;
            let (new, report) = changed;
            let source = self.scene[id].source.clone().map(Source::into_owned);
            target[new].source = source.map(|source| Source { original: None, ..source });
            self.tell(id, &report);
        }
        *self.scene = target;
        Ok(())
    }

    /// Reports how well an animation fits the other skeleton.
    fn tell(&mut self, id: AnimationId, report: &motion::RetargetReport) {
        let (path, slide) = (self.path(id), report.slide * 100.0);
        let message = format!(
            "{} bones follow the source; the way is multiplied by {:.3}; a standing foot slides {slide:.1} cm at most",
            report.matched, report.ratio
        );
        self.findings.note(kinds::RETARGETED, path.clone(), message);
        let unmatched = [
            (&report.unmatched_source, "animated bones of the source without a bone in the target"),
            (&report.unmatched_target, "bones of the target that follow no bone"),
        ];
        for (names, what) in unmatched.into_iter().filter(|(names, _)| !names.is_empty()) {
            let message = format!("{what}: {}", listed(names));
            self.findings.note(asset_scene::kinds::BONES_UNMATCHED, path.clone(), message);
        }
        if report.left_out > 0 {
            let message = format!("channels of scales and morph weights aren't carried over: {}", report.left_out);
            self.findings.loss(asset_scene::kinds::CHANNELS_LOST, path, message);
        }
    }

    /// Changes root motion, loop and frame rate of an animation.
    pub(super) fn finish(&mut self, id: AnimationId) -> Result<(), Error> {
        self.change_root(id)?;
        let rate = self.motion.fps.unwrap_or(RATE);
        if let Some(frames) = self.motion.close_loop {
            // The way over the ground isn't a gap. Without one, the node that bobs is closed like all others.
            let goes = motion::ClipStats::of(self.scene, id, self.budget).map_err(Error::convert)?.root_speed > 1e-4;
            let root = motion::moving_node(self.scene, id).filter(|_| goes && !self.motion.in_place);
            let gap = motion::close_loop(self.scene, id, frames, rate, root.as_slice(), self.budget);
            let gap = gap.map_err(Error::convert)?;
            let way = root.map_or_else(String::new, |root| {
                format!("; the way of {} over the ground stays", self.scene[root].name)
            });
            let message = format!(
                "the end is blended into the beginning over {frames} frames; the gap was {:.2} degrees, {:.4} in translations, {:.4} in scales and weights{way}",
                gap.angle, gap.distance, gap.share
            );
            let path = self.path(id);
            self.findings.note(kinds::LOOP_CLOSED, path, message);
        }
        if let Some(rate) = self.motion.fps {
            let changed = motion::resample(self.scene, id, rate, self.budget).map_err(Error::convert)?;
            if changed.lost > 0 {
                let message =
                    format!("keys that aren't on whole frames at {rate} per second are left out: {}", changed.lost);
                let path = self.path(id);
                self.findings.note(kinds::KEYS_LOST, path, message);
            }
        }
        Ok(())
    }

    /// Removes the horizontal motion, or moves it to another node.
    fn change_root(&mut self, id: AnimationId) -> Result<(), Error> {
        if !self.motion.in_place && self.motion.root_motion.is_none() {
            return Ok(());
        }
        let path = self.path(id);
        let Some(from) = motion::moving_node(self.scene, id) else {
            self.findings.note(kinds::NO_ROOT_MOTION, path, "moves no node over the ground");
            return Ok(());
        };
        let name = self.scene[from].name.clone();
        let (moved, what) = match &self.motion.root_motion {
            None => (motion::take_motion(self.scene, id, from, self.budget), "is removed".to_owned()),
            Some(to) => {
                let node = self.scene.node(to);
                let node =
                    node.ok_or_else(|| Error::Refused(format!("expected a node for root-motion, found no {to:?}")))?;
                if node == from {
                    self.findings.note(
                        kinds::NO_ROOT_MOTION,
                        path,
                        format!("{to:?} has the horizontal motion already"),
                    );
                    return Ok(());
                }
                (motion::move_motion(self.scene, id, from, node, self.budget), format!("moves to {to:?}"))
            }
        };
        let [x, _, z] = moved.map_err(Error::convert)?.way();
        let message =
            format!("the horizontal motion of {name:?} {what}: {:.3} m from the beginning to the end", x.hypot(z));
        self.findings.note(kinds::ROOT_MOTION_MOVED, path, message);
        Ok(())
    }

    /// Changes times in an animation, and moves the triggers with them.
    fn retime(
        &mut self,
        id: AnimationId,
        change: impl FnOnce(&mut Scene<'_>, &mut Budget) -> Result<TimeChange, asset_scene::Error>,
    ) -> Result<(), Error> {
        let length = self.length(id);
        let source = self.scene[id].source.clone().map(Source::into_owned);
        let times = change(self.scene, self.budget).map_err(Error::convert)?;
        self.move_triggers(id, &[(source.as_ref(), length, times)])
    }

    /// Sets the triggers of an animation that was made from these parts.
    fn move_triggers(&mut self, id: AnimationId, parts: &[Part<'_>]) -> Result<(), Error> {
        let changes: Vec<Box<dyn Fn(f32) -> Option<f32>>> = parts.iter().map(|(_, _, change)| boxed(*change)).collect();
        let parts = parts.iter().zip(&changes).map(|((source, length, _), new_time)| TriggerPart {
            source: *source,
            length: *length,
            new_time: new_time.as_ref(),
        });
        let moved = moved_triggers(&parts.collect::<Vec<_>>()).map_err(Error::convert)?;
        if moved.lost > 0 {
            let path = self.path(id);
            self.findings.note(
                kinds::TRIGGERS_CUT,
                path,
                format!("triggers outside of the clip are left out: {}", moved.lost),
            );
        }
        if let Some(source) = moved.source {
            self.scene[id].source = Some(source);
        }
        Ok(())
    }

    fn length(&self, id: AnimationId) -> f32 {
        self.scene.duration(id).unwrap_or(0.0)
    }

    fn path(&self, id: AnimationId) -> Path {
        Path::from("animation").name(self.scene[id].name.as_bytes())
    }
}

/// A part of a new animation: the source, the length, and how the times change.
type Part<'p> = (Option<&'p Source<'static>>, f32, TimeChange);

fn boxed(change: TimeChange) -> Box<dyn Fn(f32) -> Option<f32>> {
    Box::new(move |time| change.apply(time))
}
