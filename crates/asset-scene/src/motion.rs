//! Functions that change animations: cut and join, speed, loops, root motion, mirroring, and retargeting.
//!
//! Every function takes a scene and the id of one of its animations. Because they work on the neutral scene, you can
//! use them for all engines and file formats.
//!
//! | function | use it to |
//! |---|---|
//! | [`clip`], [`append`] | cut a clip out of a long take; join clips |
//! | [`set_speed`], [`reverse`], [`resample`] | play faster, backwards, or with keys on whole frames |
//! | [`close_loop`], [`loop_gap`] | blend the end into the beginning, so that a loop doesn't jump |
//! | [`take_motion`], [`give_motion`], [`move_motion`] | animate in place, or move the motion to a root bone and back |
//! | [`mirror`] | swap left and right |
//! | [`BoneMap`], [`retarget`] | play an animation on another skeleton |
//! | [`rename_bones`] | rename bones to another convention |
//! | [`ClipStats`] | see the length, keys, jumps, loop gap and speed of a clip |
//!
//! Each function changes the keys of one animation. Other animations may share its arrays, but they will not be
//! affected. [`Source::original`](crate::Source::original) will be removed, because this file doesn't describe the
//! animation any more. If your engine stores content by time, for example triggers, use the [`TimeChange`] that
//! functions return to move it.
//!
//! ```
//! # fn cut(scene: &mut asset_scene::Scene<'_>) -> Result<(), asset_scene::Error> {
//! use asset_scene::motion::{self, Span};
//! let mut budget = binio::Limits::default().budget();
//! if let Some(take) = scene.animation("Take 001") {
//!     let walk = motion::clip(scene, take, &Span::new("Walk", 0.5, 1.7), &mut budget)?;
//!     motion::set_speed(scene, walk.animation, 1.5, &mut budget)?;
//! }
//! # Ok(())
//! # }
//! ```

mod append;
mod bone_map;
mod clip;
mod convention;
mod keys;
mod mirror;
mod motion_of_root;
mod repeat;
mod retarget;
mod sampled;
mod slide;
mod stats;
mod time;

pub use append::append;
pub use bone_map::{BoneMap, rename_bones};
pub use clip::{Clip, Span, clip, keys_outside};
pub use mirror::{Mirrored, mirror};
pub use motion_of_root::{RootMotion, give_motion, move_motion, moving_node, take_motion};
pub use repeat::{Gap, close_loop, loop_gap};
pub use retarget::{RetargetReport, retarget};
pub use stats::ClipStats;
pub use time::{Resampled, TimeChange, resample, reverse, set_speed};
