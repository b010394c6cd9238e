//! Integration tests of `asset-project`, in one binary: linking takes longer than most of them run.

#[cfg(feature = "fs")]
mod content;
#[cfg(feature = "fs")]
mod data_files;
#[cfg(feature = "fs")]
mod pack;
#[cfg(feature = "fs")]
mod pragma_tables;
mod resources;
#[cfg(feature = "fs")]
mod roots;
#[cfg(feature = "fs")]
mod side_clash;
