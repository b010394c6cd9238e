//! Converts whole folders (feature `fs`): it matches models with their animations, avoids name collisions, finds
//! resources, and never leaves a file half written.
//!
//! [`ConvertFolder`] plans first, so that all names are known before anything is written. It then converts on all cores
//! (feature `parallel`).

mod ages;
mod beside;
mod builder;
mod claims;
mod existing;
mod materials;
mod names;
mod opened;
mod outputs;
mod plan;
mod report;
mod run;
mod stage;
mod work;

pub use beside::open_original;
pub use builder::ConvertFolder;
pub use existing::Existing;
pub use report::{Event, Failure, FileFindings, Report, SkipReason, Skipped, WrittenFile};
