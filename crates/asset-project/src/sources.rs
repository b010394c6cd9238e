//! Finds the input files that a person names (feature `fs`): files, folders with their subfolders, entries of packages,
//! and standard input; together with the resources around each of them.
//!
//! Start with [`sources`]. To do the same work for many files on all cores, use [`map`].

mod each;
mod lookup;
mod memory;
mod source;

pub use each::{map, map_scenes, threads};
pub use lookup::ResourceLookup;
#[doc(hidden)]
pub use lookup::lock;
pub use memory::next_batch;
pub use source::{Listed, Source, is_one_file, read_stdin, sources, stem};
