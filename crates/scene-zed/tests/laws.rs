//! What holds for every document, sensible or not.

mod kit;

use asset_scene::{urho, zed};
use fuzzkit::{mdl, zed as zed_files};
use proptest::prelude::*;

proptest! {
    #[test]
    fn zed_models_come_back(model in zed_files::model()) {
        // Some can't be written at all: nothing in a file says its dialect.
        if model.to_bytes().is_ok() {
            prop_assert_eq!(kit::zed_comes_back(&model), Ok(()));
        }
    }

    #[test]
    fn any_scene_becomes_a_zed_model(model in mdl::drawing_model(), dialect in zed_files::dialect()) {
        let (scene, _) = urho::scene(&model, "100% model");
        let (made, _) = zed::model(&scene, dialect).unwrap();
        let read = made.to_bytes().unwrap();
        prop_assert!(zed_asset::Model::parse_with(&read, &zed_asset::ReadOptions::default().dialect(dialect)).is_ok());
    }
}
