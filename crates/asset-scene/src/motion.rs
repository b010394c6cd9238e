//! Changes of animations: cutting, appending, time, loops, root motion, mirroring, and other skeletons.
//!
//! Every function takes a scene and the id of one of its animations. They work on the neutral scene, so all engines and file formats have them.
//!
//! | function | use it to |
//! |---|---|
//! | [`clip`], [`append`] | cut a clip out of a long take; join clips |
//! | [`set_speed`], [`reverse`], [`resample`] | play faster, backwards, or with keys on whole frames |
//! | [`close_loop`], [`loop_gap`] | blend the end into the beginning, so that a loop doesn't jump |
//! | [`take_motion`], [`give_motion`], [`move_motion`] | animate in place, or move the way to a root bone and back |
//! | [`mirror`] | swap left and right |
//! | [`BoneMap`], [`retarget`] | play an animation on another skeleton |
//! | [`rename_bones`] | give bones the names of another convention |
//! | [`ClipStats`] | length, keys, frame rate, loop gap and speed of a clip |
//!
//! Each function changes the keys of one animation and leaves arrays that others share. [`Source::original`](crate::Source::original) of a changed
//! animation is removed, because the file doesn't describe it any more. Content that an engine stores by time, such as triggers, moves by the
//! [`TimeChange`] that functions return.
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
