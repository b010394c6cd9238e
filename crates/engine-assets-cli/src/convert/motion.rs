//! The options of `convert` that change animations.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;
use engine_assets::Error;
use engine_assets::asset_scene::motion::{BoneMap, Span};
use engine_assets::convert::{Motion, Onto};

use super::values::factor;
use crate::report::shown;

/// The changes to make to animations.
#[derive(Args)]
pub(super) struct MotionOptions {
    /// Animations: cut this clip out of the only selected animation, in seconds: Walk=0..1.2. Can be repeated
    #[arg(long, value_name = "NAME=FROM..TO", value_parser = span)]
    clip: Vec<Span>,
    /// Animations: join all selected animations, one after the other, into a single animation with this name
    #[arg(long, value_name = "NAME")]
    merge: Option<String>,
    /// Animations: play this many times as fast
    #[arg(long, value_name = "FACTOR", value_parser = factor)]
    speed: Option<f32>,
    /// Animations: play backwards
    #[arg(long)]
    reverse: bool,
    /// Animations: swap left and right, using bone names
    #[arg(long)]
    mirror: bool,
    /// Animations: transfer them to the skeleton of this model, which will be the model in the output
    #[arg(long, value_name = "MODEL")]
    onto: Option<PathBuf>,
    /// With --onto: file that maps bones, with a line `source = target` for each bone, or rbfx's
    /// RetargetAnimations.json. By default, the bone names of Mixamo, Unreal, Rigify and Biped are used
    #[arg(long, value_name = "FILE", requires = "onto")]
    bone_map: Option<PathBuf>,
    /// Models and animations: rename bones using this file, with a line `old = new` for each bone
    #[arg(long, value_name = "FILE")]
    rename_bones: Option<PathBuf>,
    /// Animations: remove the horizontal motion
    #[arg(long, conflicts_with = "root_motion")]
    in_place: bool,
    /// Animations: move the horizontal motion to this node, which must be above or below the node that has it
    #[arg(long, value_name = "BONE")]
    root_motion: Option<String>,
    /// Animations: blend this many frames at the end into the beginning, so that a loop does not jump
    #[arg(long = "loop", value_name = "FRAMES", value_parser = clap::value_parser!(u32).range(1..))]
    close_loop: Option<u32>,
    /// Animations: create keys on whole frames, at this number of frames per second
    #[arg(long, value_name = "RATE", value_parser = factor)]
    fps: Option<f32>,
}

impl MotionOptions {
    /// Reads the files that the options name, and returns the changes to make.
    pub(super) fn motion(&self) -> Result<Motion, Error> {
        let mut motion = Motion::default();
        motion.clips.clone_from(&self.clip);
        motion.merge.clone_from(&self.merge);
        motion.speed = self.speed;
        motion.reverse = self.reverse;
        motion.in_place = self.in_place;
        motion.root_motion.clone_from(&self.root_motion);
        motion.close_loop = self.close_loop;
        motion.fps = self.fps;
        motion.mirror = self.mirror;
        motion.onto = self.onto.as_deref().map(Onto::open).transpose()?.map(Arc::new);
        motion.bone_map = self.bone_map.as_deref().map(bone_map).transpose()?;
        motion.rename_bones = self.rename_bones.as_deref().map(bone_map).transpose()?;
        Ok(motion)
    }
}

/// Reads a file with pairs of bone names.
fn bone_map(path: &Path) -> Result<BoneMap, Error> {
    let text = std::fs::read_to_string(path).map_err(|error| named(path, &error))?;
    BoneMap::parse(&text).map_err(|error| named(path, &error))
}

fn named(path: &Path, error: &dyn std::fmt::Display) -> Error {
    Error::Refused(format!("{}: {error}", shown(&path)))
}

/// Parses a clip such as `Walk=0..1.2`.
fn span(text: &str) -> Result<Span, &'static str> {
    let expected = "expected a name and two times in seconds: Walk=0..1.2";
    let (name, times) = text.rsplit_once('=').filter(|(name, _)| !name.is_empty()).ok_or(expected)?;
    let (from, to) = times.split_once("..").ok_or(expected)?;
    let number = |text: &str| text.parse::<f32>().ok().filter(|time| time.is_finite() && *time >= 0.0);
    let (from, to) = number(from).zip(number(to)).ok_or(expected)?;
    if from < to { Ok(Span::new(name, from, to)) } else { Err("expected an end after the beginning") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clips_have_a_name_and_two_times() {
        assert_eq!(span("Walk=0..1.25"), Ok(Span::new("Walk", 0.0, 1.25)));
        assert_eq!(span("a=b=.5..2"), Ok(Span::new("a=b", 0.5, 2.0)));
        for wrong in ["Walk", "=0..1", "Walk=1", "Walk=1..1", "Walk=2..1", "Walk=-1..1", "Walk=x..1", "Walk=0..inf"] {
            assert!(span(wrong).is_err(), "{wrong}");
        }
    }
}
