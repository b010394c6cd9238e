//! Integration tests of `engine-assets-cli`, in one binary: linking takes longer than most of them run.

mod cli;
mod collisions;
mod common;
mod convert;
mod doctor;
mod errors;
mod examples;
mod faults;
mod folders;
mod hooks;
mod manners;
mod materials;
mod pak;
mod pragma;
mod project;
mod readme;
mod render;
mod reports;
mod scenes;
mod shells;
mod sides;
mod udm;
mod view;
