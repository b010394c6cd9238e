//! Integration tests of `asset-project`, in one binary: linking takes longer than most of them run.

#[cfg(feature = "fs")]
mod content;
#[cfg(feature = "fs")]
mod data_files;
#[cfg(feature = "fs")]
mod graph;
#[cfg(feature = "fs")]
mod graph_cache;
mod output_formats;
#[cfg(feature = "fs")]
mod pragma_tables;
#[cfg(feature = "fs")]
mod prune;
mod rename;
#[cfg(feature = "fs")]
mod rename_kinds;
mod rename_packages;
mod resources;
#[cfg(feature = "fs")]
mod roots;
#[cfg(all(feature = "fs", feature = "serde"))]
mod shared;
#[cfg(feature = "fs")]
mod side_clash;
mod survey;
