//! Real assets, and what the engine read from them.

use std::process::ExitCode;

use pragma_asset::{Limits, Model};
use testkit::assert_bytes;
use testkit::corpus::{CorpusFile, Selection, run};

fn main() -> ExitCode {
    run(&[("models", Selection::new("udm/pragma", &["pmdl_b", "pmdl"], 26), model)])
}

fn model(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let model = Model::parse(&bytes).map_err(|error| error.to_string())?;
    let mut budget = Limits::default().budget();
    let skeleton = model.skeleton();
    for mesh in model.meshes() {
        let vertices = mesh.vertices(&mut budget).map_err(|error| error.to_string())?;
        let indices = mesh.indices(&mut budget).map_err(|error| error.to_string())?;
        println!("{} {} {} {:?} {:?}", mesh.path(), vertices.len(), indices.len(), mesh.uv_sets(), vertices.bounds());
    }
    for animation in model.animations() {
        let frames = animation.frames(skeleton.as_ref(), &mut budget).map_err(|error| error.to_string())?;
        println!("{} {} {} {}", animation.name, animation.index, frames.len(), frames.bones.len());
    }
    assert_bytes(&model.clone().into_owned().to_bytes().map_err(|error| error.to_string())?, &bytes);
    Ok(())
}
