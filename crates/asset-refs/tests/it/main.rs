//! Integration tests of `asset-refs`, in one binary: linking takes longer than most of them run.

#![cfg(feature = "fs")]

mod data_files;
mod graph;
mod graph_cache;
mod prune;
mod rename;
mod rename_kinds;
mod rename_packages;
mod survey;
