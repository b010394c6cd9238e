//! The Khronos validator reports neither errors nor warnings for written files, for any odd scene.

use crate::support;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use asset_gltf::asset_scene::Scene;
use asset_gltf::{Rule, WriteOptions, write_glb};
use fuzzkit::common::examples;
use fuzzkit::gltf;
use support::spoiled;
use testkit::gltf_validator;

pub(crate) fn main() -> ExitCode {
    gltf_validator::run(&[("every rule", every_rule)])
}

fn write(folder: &Path, name: &str, scene: &Scene<'_>) -> PathBuf {
    let path = folder.join(format!("{name}.glb"));
    std::fs::write(&path, write_glb(scene, &WriteOptions::default()).unwrap().0).unwrap();
    path
}

/// A scene that breaks each rule, and scenes of any kind.
fn every_rule(folder: &Path) -> Vec<PathBuf> {
    let broken = Rule::ALL.iter().map(|rule| write(folder, &format!("{rule:?}"), &spoiled::scene_for(*rule)));
    let mut files: Vec<_> = broken.collect();
    files.push(write(folder, "base", &spoiled::base()));
    files.push(write(folder, "empty", &Scene::default()));
    files.push(write(folder, "levels", &spoiled::with_levels()));
    let generated = examples(gltf::any_scene(), 150);
    files.extend(generated.iter().enumerate().map(|(index, scene)| write(folder, &format!("any {index}"), scene)));
    files
}
