//! What holds for every model of Urho3D, sensible or not.

#![cfg(feature = "urho")]

use asset_scene::{Scene, urho};
use fuzzkit::mdl::model;
use proptest::prelude::*;
use urho_mdl::Model;

/// The same scene as if it had been stored without the blocks.
fn without_blocks(scene: &Scene<'_>) -> Scene<'static> {
    let mut scene = scene.clone().into_owned();
    scene.source.iter_mut().for_each(|source| source.blocks.clear());
    // What is stored goes through text.
    if let Some(source) = &mut scene.source {
        source.layout = serde_json::from_str(&source.layout.to_string()).unwrap();
    }
    scene
}

fn comes_back(model: &Model<'_>) {
    let (scene, _) = urho::scene(model, "model");
    scene.check().unwrap();
    let bytes = model.to_bytes().unwrap();
    let kept = urho::restore_model(&scene).unwrap().unwrap();
    assert_eq!(kept.to_bytes().unwrap(), bytes, "with blocks");
    let restored = urho::restore_model(&without_blocks(&scene)).unwrap().unwrap();
    assert_eq!(restored.to_bytes().unwrap(), bytes, "without blocks");
}

proptest! {
    #[test]
    fn models_come_back(model in model()) {
        comes_back(&model);
    }
}
