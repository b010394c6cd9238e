//! Every real model comes back from its scene, byte for byte.

mod kit;

use std::process::ExitCode;

use asset_scene::zed;
use testkit::corpus::{CorpusFile, Selection, run};

fn main() -> ExitCode {
    let zed_models = |folder, count| ("ZED model", Selection::new(folder, &["zed"], count), zed_model as _);
    run(&[
        zed_models("zed/engine", 12),
        zed_models("zed/document", 9),
        zed_models("zed/author", 2),
        zed_models("zed/engine-rejects", 5),
    ])
}

fn zed_model(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    match zed_asset::Model::parse(&bytes) {
        Ok(model) => kit::zed_comes_back(&model),
        // A model but for the letter that says so, which only the reader of animations takes.
        Err(_) if file.name().ends_with("anim_type.zed") => {
            let animation = zed_asset::Animation::parse(&bytes).map_err(|error| error.to_string())?;
            let model = animation.as_model().ok_or("no chunks of a model")?;
            zed::scene(&model, "model").0.check().map_err(|error| error.to_string())
        }
        Err(error) => Err(error.to_string()),
    }
}
