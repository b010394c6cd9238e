//! Real glTF files as models and animations, compared with the meaning of glTF.

use std::process::ExitCode;

use asset_gltf::{Folder, ReadOptions};
use asset_scene::Scene;
use scene_urho::{CreateModelOptions, Engine, UpAxis, create};
use testkit::corpus::{CorpusFile, Selection, run};

use crate::kit::compare;

/// A compressed file whose buffer isn't in the corpus.
const PACKED: [&str; 1] = ["BoxDraco.gltf"];

/// Files that only say that there is nothing.
const EMPTY: [&str; 2] = ["00_empty_scene.gltf", "00_no_nodes.gltf"];

/// Millions of corners. Its copies are read as nodes, as those of `many-cubes.gltf` are.
const LARGE: &[&str] = &["24_gpu_instancing.gltf"];

/// Scale and axis of a scene that isn't changed.
const AS_IT_IS: (f32, UpAxis) = (1.0, UpAxis::Y);

pub(crate) fn main() -> ExitCode {
    let files = Selection::new("gltf/valid", &["gltf", "glb"], 80).soak_only(LARGE);
    run(&[
        ("as it is", files.clone(), |file| shows_the_same(file, &CreateModelOptions::default(), AS_IT_IS)),
        ("with all nodes", files.clone(), |file| {
            shows_the_same(file, &CreateModelOptions::default().keep_hierarchy(true), AS_IT_IS)
        }),
        ("turned, small, in parts, for rbfx", files, |file| {
            shows_the_same(file, &CreateModelOptions::default().max_bones(3).engine(Engine::Rbfx), (0.01, UpAxis::Z))
        }),
    ])
}

fn scene(file: &CorpusFile) -> Result<Scene<'static>, String> {
    let folder = Folder::of_file(file.path()).map_err(|error| error.to_string())?;
    let read = asset_gltf::parse(&file.bytes(), &ReadOptions::default(), &folder);
    read.map(|(scene, _)| scene).map_err(|error| error.to_string())
}

fn shows_the_same(file: &CorpusFile, options: &CreateModelOptions, units: (f32, UpAxis)) -> Result<(), String> {
    let named = |names: &[&str]| names.iter().any(|name| file.name().ends_with(name));
    let scene = match scene(file) {
        Ok(_) if named(&PACKED) => return Err("read, though it is packed".to_owned()),
        Err(_) if named(&PACKED) => return Ok(()),
        read => read?,
    };
    if scene.meshes.is_empty() {
        let told = create(&scene, options).is_err_and(|error| error.to_string().contains("shows a mesh"));
        return if told && named(&EMPTY) { Ok(()) } else { Err("no mesh".to_owned()) };
    }
    compare::check_scaled(&scene, options, units).map(|_| ())
}
