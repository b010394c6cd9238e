//! Checks animations.

use alloc::format;

use binio::{Budget, Path};

use super::Checker;
use crate::animation::{Animation, Channel, NodeSet, Values};
use crate::kinds;
use crate::model::ModelKind;

impl Checker<'_, '_> {
    pub(super) fn animations(&mut self, budget: &mut Budget) {
        let model: &crate::asset::Asset<'_, ModelKind> = self.model;
        let animations = model.animations();
        let controllers = model.blend_controllers().len();
        if !animations.iter().enumerate().all(|(place, animation)| animation.index as usize == place) {
            self.findings.warning(kinds::ANIMATION_NUMBERS, "animations", "they aren't numbered 0, 1, 2 …");
        }
        for animation in &animations {
            let path = animation.path();
            let Some(sets) = self.read(animation.nodes(budget)) else { continue };
            self.nodes(&sets, &path);
            if animation.element().get("frameTransforms").is_some() {
                let frames = animation.frames(None, budget);
                self.read(frames);
            } else if let Some(channels) = self.read(animation.channels(budget)) {
                self.channels(animation, &sets, &channels);
            }
            if let Some(blend) = animation.blend() {
                self.below(
                    blend.controller,
                    controllers,
                    path.clone().part("blendController"),
                    "no such blend controller",
                );
                for (place, (target, _)) in blend.transitions.iter().enumerate() {
                    let path = path.clone().part("blendController").item("transitions", place);
                    self.below(*target, animations.len(), path, "no such animation");
                }
            }
            for (place, event) in animation.events().iter().enumerate() {
                let path = path.clone().item("events", place);
                match event.time {
                    None => self.findings.warning(kinds::EVENT_TIME, path, "no time: the engine passes over it"),
                    Some(time) if time > animation.duration() => {
                        self.findings.warning(kinds::EVENT_TIME, path, "after the end: it never happens");
                    }
                    Some(_) => {}
                }
            }
        }
    }

    fn nodes(&mut self, sets: &[NodeSet<'_>], path: &Path) {
        for (place, set) in sets.iter().enumerate() {
            let path = path.clone().item("nodes", place);
            if set.kind != "bone" && set.kind != "move" {
                self.findings.warning(
                    kinds::ANIMATION_TYPE_UNKNOWN,
                    path,
                    format!("unknown type \"{}\": the engine passes over it", set.kind),
                );
                continue;
            }
            if let Some(bone) = set.bones.iter().find(|bone| **bone as usize >= self.bones) {
                self.findings.error(
                    kinds::REFERENCE_OUT_OF_BOUNDS,
                    path.clone(),
                    format!("bone {bone} of {}", self.bones),
                );
            }
            if !set.weights.is_empty() && set.weights.len() != set.bones.len() {
                self.findings.error(
                    kinds::WEIGHT_COUNT,
                    path,
                    format!("{} weights for {} bones", set.weights.len(), set.bones.len()),
                );
            }
        }
    }

    fn channels(&mut self, animation: &Animation<'_>, sets: &[NodeSet<'_>], channels: &[Channel]) {
        let nodes: usize = sets.iter().map(|set| set.bones.len().max(1)).sum();
        for (place, channel) in channels.iter().enumerate() {
            let path = animation.path().item("channels", place);
            self.below(channel.node, nodes, path.clone().part("node"), "the engine passes over it");
            let fits = match &*channel.property {
                b"position" | b"scale" => matches!(channel.values, Values::Vec3(_)),
                b"rotation" => matches!(channel.values, Values::Quat(_)),
                b"offset" => matches!(channel.values, Values::Vec2(_)),
                _ => {
                    let message = format!("unknown property \"{}\": the engine passes over it", channel.property);
                    self.findings.warning(kinds::PROPERTY_UNKNOWN, path, message);
                    continue;
                }
            };
            if !fits {
                self.findings.error(
                    kinds::WRONG_VALUE_TYPE,
                    path.clone(),
                    format!("values of the wrong type for {}", channel.property),
                );
            } else if channel.times.len() != channel.values.len() {
                let message = format!("{} times for {} values", channel.times.len(), channel.values.len());
                self.findings.error(kinds::KEY_COUNT, path.clone(), message);
            }
            self.times(animation, &channel.times, path);
        }
    }

    fn times(&mut self, animation: &Animation<'_>, times: &[f32], path: Path) {
        let ascending = times.windows(2).all(|pair| matches!(pair, [a, b] if a < b));
        if !ascending || times.iter().any(|time| !time.is_finite()) {
            self.findings.error(
                kinds::TIMES_NOT_ASCENDING,
                path,
                "the times don't ascend: the engine writes outside its memory, or loses keys",
            );
            return;
        }
        let fps = f32::from(animation.fps());
        let frames = libm::roundf(animation.duration() * fps);
        let outside = |time: &f32| *time < 0.0 || libm::roundf(*time * fps) >= frames.max(1.0);
        if fps > 0.0 && times.iter().any(outside) {
            self.findings.error(
                kinds::KEY_OUTSIDE,
                path,
                "a key outside the animation: the engine writes outside its memory",
            );
        }
    }
}
