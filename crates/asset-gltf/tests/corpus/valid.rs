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
    gltf_validator::run(&[("every rule", every_rule), ("every rule in fewer bits", every_rule_in_fewer_bits)])
}

/// A scene that breaks each rule, and scenes of any kind.
fn every_rule(folder: &Path) -> Vec<PathBuf> {
    written(folder, &WriteOptions::default())
}

fn every_rule_in_fewer_bits(folder: &Path) -> Vec<PathBuf> {
    let instanced =
        written(&folder_in(folder, "instances"), &WriteOptions::default().quantize(true).gpu_instancing(true));
    instanced.into_iter().chain(written(folder, &WriteOptions::default().quantize(true))).collect()
}

fn folder_in(folder: &Path, name: &str) -> PathBuf {
    let folder = folder.join(name);
    std::fs::create_dir(&folder).unwrap();
    folder
}

fn written(folder: &Path, options: &WriteOptions) -> Vec<PathBuf> {
    let write = |name: &str, scene: &Scene<'_>| {
        let path = folder.join(format!("{name}.glb"));
        std::fs::write(&path, write_glb(scene, options).unwrap().0).unwrap();
        path
    };
    let broken = Rule::ALL.iter().map(|rule| write(&format!("{rule:?}"), &spoiled::scene_for(*rule)));
    let mut files: Vec<_> = broken.collect();
    files.push(write("base", &spoiled::base()));
    files.push(write("empty", &Scene::default()));
    files.push(write("levels", &spoiled::with_levels()));
    let generated = examples(gltf::any_scene(), 150);
    files.extend(generated.iter().enumerate().map(|(index, scene)| write(&format!("any {index}"), scene)));
    files
}
