//! Integration tests of `asset-project`, in one binary: linking takes longer than most of them run.

#[cfg(feature = "fs")]
mod carry;
#[cfg(feature = "fs")]
mod content;
#[cfg(feature = "serde")]
mod convert;
#[cfg(feature = "fs")]
mod data_files;
#[cfg(feature = "serde")]
mod diff;
#[cfg(feature = "serde")]
mod documents;
mod drawings;
mod engine;
mod engines;
#[cfg(feature = "fs")]
mod folders;
mod gltf_scene;
#[cfg(feature = "fs")]
mod graph;
#[cfg(feature = "fs")]
mod graph_cache;
#[cfg(feature = "fs")]
mod isolate;
mod losses;
#[cfg(feature = "fs")]
mod materials;
#[cfg(feature = "fs")]
mod merge;
#[cfg(feature = "fs")]
mod merge_hostile;
#[cfg(feature = "fs")]
mod migrated_gltf;
#[cfg(feature = "fs")]
mod migrated_scenes;
#[cfg(feature = "fs")]
mod migration;
mod migration_details;
#[cfg(feature = "fs")]
mod migration_kinds;
mod original;
mod output_formats;
mod paths;
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
#[cfg(feature = "simplify")]
mod simplify;
mod survey;
mod xml_animation;
