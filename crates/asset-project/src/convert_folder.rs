//! Converts whole folders (feature `fs`): it matches models with their animations, avoids name collisions, finds
//! resources, and never leaves a file half written.
//!
//! [`ConvertFolder`] plans first, so that all names are known before anything is written. It then converts on all cores
//! (feature `parallel`).

mod ages;
mod beside;
mod builder;
mod claims;
mod each;
mod existing;
mod lookup;
mod materials;
mod memory;
mod names;
mod opened;
mod outputs;
mod plan;
mod report;
mod run;
mod source;
mod stage;
mod work;

pub use builder::ConvertFolder;
pub(crate) use each::map;
pub use each::map_scenes;
pub use existing::Existing;
pub use lookup::ResourceLookup;
pub use memory::next_batch;
pub use report::{Event, Failure, FileFindings, Report, SkipReason, Skipped, WrittenFile};
pub use source::{Listed, Source, is_one_file, read_stdin, sources};
