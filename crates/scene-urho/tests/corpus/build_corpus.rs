//! Real glTF files as models and animations, against what glTF says that they show.

use std::process::ExitCode;

use asset_gltf::{Folder, ReadOptions};
use asset_scene::Scene;
use scene_urho::{BuildOptions, Target, UpAxis, build};
use testkit::corpus::{CorpusFile, Selection, run};

use crate::kit::compare;

/// A compressed file whose buffer isn't in the corpus.
const PACKED: [&str; 1] = ["BoxDraco.gltf"];

/// Files that only say that there is nothing.
const EMPTY: [&str; 2] = ["00_empty_scene.gltf", "00_no_nodes.gltf"];

/// Millions of corners: compared as they are, and with the other options in `cargo xtask soak`.
const LARGE: &[&str] = &["24_gpu_instancing.gltf"];

pub(crate) fn main() -> ExitCode {
    let files = Selection::new("gltf/valid", &["gltf", "glb"], 80);
    let small = files.clone().soak_only(LARGE);
    run(&[
        ("as it is", files, |file| shows_the_same(file, &BuildOptions::default())),
        ("with all nodes", small.clone(), |file| shows_the_same(file, &BuildOptions::default().keep_hierarchy(true))),
        ("turned, small, in parts, for rbfx", small, |file| {
            let (up, target) = (UpAxis::Z, Target::Rbfx);
            shows_the_same(file, &BuildOptions::default().max_bones(3).scale(0.01).up(up).target(target))
        }),
    ])
}

fn scene(file: &CorpusFile) -> Result<Scene<'static>, String> {
    let folder = Folder::of_file(file.path()).map_err(|error| error.to_string())?;
    let read = asset_gltf::parse(&file.bytes(), &ReadOptions::default(), &folder);
    read.map(|(scene, _)| scene).map_err(|error| error.to_string())
}

fn shows_the_same(file: &CorpusFile, options: &BuildOptions) -> Result<(), String> {
    let named = |names: &[&str]| names.iter().any(|name| file.name().ends_with(name));
    let scene = match scene(file) {
        Ok(_) if named(&PACKED) => return Err("read, though it is packed".to_owned()),
        Err(_) if named(&PACKED) => return Ok(()),
        read => read?,
    };
    if scene.meshes.is_empty() {
        let told = build(&scene, options).is_err_and(|error| error.to_string().contains("shows a mesh"));
        return if told && named(&EMPTY) { Ok(()) } else { Err("no mesh".to_owned()) };
    }
    compare::check(&scene, options).map(|_| ())
}
