//! Properties that hold for every model and scene, sensible or not.

use crate::kit;

use fuzzkit::zed as files;
use proptest::prelude::*;
use scene_zed::{CreateModelOptions, CreatedModel, Model, create, original, to_scene};

proptest! {
    #[test]
    fn models_come_back(model in files::model()) {
        // Some can't be written at all: nothing in a file says its dialect.
        if let Ok(bytes) = model.to_bytes() {
            prop_assert_eq!(kit::comes_back(&model), Ok(()));
            let (scene, _) = to_scene(&model, "model", &Default::default()).unwrap();
            let read = kit::read(&kit::glb(&scene).unwrap().0).unwrap();
            let carried = original(&read).unwrap().unwrap();
            prop_assert_eq!(carried.to_bytes().unwrap(), bytes.clone());
            if !read.meshes.is_empty() {
                prop_assert_eq!(kit::updated(&carried, &read).unwrap().model.to_bytes().unwrap(), bytes);
            }
        }
    }

    /// Triangles and vertices in another order are no edit, and a moved vertex changes nothing else.
    #[test]
    fn edits_stay_small(model in files::model(), by in 1.0_f32..2.0) {
        let (mut scene, _) = to_scene(&model, "model", &Default::default()).unwrap();
        let moved = kit::move_a_vertex(&mut scene, by);
        if let (Ok(_), Some(mesh)) = (model.to_bytes(), moved) {
            let updated = kit::updated(&model, &scene).unwrap().model;
            let others = updated.meshes().zip(model.meshes()).enumerate().filter(|(number, _)| *number != mesh);
            for (number, (updated, before)) in others {
                prop_assert_eq!(updated.mesh(), before.mesh(), "{}", number);
            }
            let (now, before) = (updated.mesh(mesh).unwrap(), model.mesh(mesh).unwrap());
            prop_assert_eq!(now.mesh().strips.len(), before.mesh().strips.len());
            prop_assert!(now.vertex_count() <= before.vertex_count() + 1);
            let rows = now.positions().iter().zip(before.positions().iter());
            let changed = rows.filter(|(now, before)| now.map(f32::to_bits) != before.map(f32::to_bits)).count();
            prop_assert!(changed <= 1, "{} vertices", changed);
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
