//! Properties that hold for every model and scene, sensible or not.

use crate::kit;

use fuzzkit::zed as files;
use proptest::prelude::*;
use scene_zed::{CreateModelOptions, CreatedModel, Model, create, restore, to_scene};

proptest! {
    #[test]
    fn models_come_back(model in files::model()) {
        // Some can't be written at all: nothing in a file says its dialect.
        if let Ok(bytes) = model.to_bytes() {
            prop_assert_eq!(kit::comes_back(&model), Ok(()));
            let (scene, _) = to_scene(&model, "model", &Default::default()).unwrap();
            let read = kit::read(&kit::glb(&scene).unwrap().0).unwrap();
            prop_assert_eq!(restore(&read).unwrap().unwrap().to_bytes().unwrap(), bytes);
        }
    }

    #[test]
    fn any_scene_becomes_a_model(scene in fuzzkit::gltf::any_scene(), dialect in files::dialect()) {
        if let Ok(CreatedModel { model: made, .. }) = create(&scene, &CreateModelOptions::default().dialect(dialect)) {
            let bytes = made.to_bytes().unwrap();
            prop_assert!(Model::parse_with(&bytes, &zed_asset::ReadOptions::default().dialect(dialect)).is_ok());
        }
    }

    #[test]
    fn sound_scenes_become_models(scene in fuzzkit::gltf::scene(), dialect in files::dialect()) {
        let made = create(&scene, &CreateModelOptions::default().dialect(dialect)).unwrap().model;
        let bytes = made.to_bytes().unwrap();
        prop_assert!(Model::parse_with(&bytes, &zed_asset::ReadOptions::default().dialect(dialect)).is_ok());
    }

    #[test]
    fn any_urho_model_becomes_a_model(model in fuzzkit::mdl::drawing_model(), dialect in files::dialect()) {
        let (scene, _) = scene_urho::to_scene(&model, "100% model", &Default::default()).unwrap();
        let made = create(&scene, &CreateModelOptions::default().dialect(dialect)).unwrap().model;
        let bytes = made.to_bytes().unwrap();
        prop_assert!(Model::parse_with(&bytes, &zed_asset::ReadOptions::default().dialect(dialect)).is_ok());
    }
}
