//! Integration tests of `asset-migrate`, in one binary: linking takes longer than most of them run.

mod migrated_gltf;
mod migrated_scenes;
mod migration;
mod migration_details;
mod migration_kinds;
