//! Every real model and animation round-trips through its scene, byte for byte.

use crate::kit;

use std::path::Path;
use std::process::ExitCode;

use testkit::corpus::{CorpusFile, Selection, run};
use urho_ani::Animation;
use urho_mdl::Model;

pub(crate) fn main() -> ExitCode {
    let models = |folder, count| ("model", Selection::new(folder, &["mdl"], count), model as _);
    let animations = |folder, count| ("animation", Selection::new(folder, &["ani"], count), animation as _);
    run(&[
        models("urho/engine", 33),
        models("urho/importer", 11),
        models("urho/crafted", 35),
        models("urho/synth", 2),
        ("hostile model", Selection::new("urho/hostile", &["mdl"], 37), hostile_model),
        animations("urho/engine", 40),
        animations("urho/importer", 21),
        animations("urho/synth", 1),
    ])
}

fn model(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    kit::model_comes_back(&Model::parse(&bytes).map_err(|error| error.to_string())?)
}

/// Every readable file has a valid scene, too.
fn hostile_model(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    Model::parse(&bytes).map_or(Ok(()), |model| kit::model_comes_back(&model))
}

/// Without a model and with each model in its folder.
fn animation(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let animation = Animation::parse(&bytes).map_err(|error| error.to_string())?;
    kit::animation_comes_back(None, &animation)?;
    for bytes in models_beside(file.path()) {
        let model = Model::parse(&bytes).map_err(|error| error.to_string())?;
        if model.skeleton.bones.iter().any(|bone| animation.track(&bone.name).is_some()) {
            kit::animation_comes_back(Some(&model), &animation)?;
        }
    }
    Ok(())
}

fn models_beside(path: &Path) -> Vec<Vec<u8>> {
    let entries =
        path.parent().into_iter().flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let models = entries.map(|entry| entry.path()).filter(|path| path.extension().is_some_and(|name| name == "mdl"));
    models.filter_map(|path| std::fs::read(path).ok()).collect()
}
