//! Properties that hold for every model.

use fuzzkit::gltf::{shapes, triangles};
use proptest::prelude::*;
use scene_pragma::asset_scene::Scene;
use scene_pragma::pragma_asset::Model;
use scene_pragma::{CreateModelOptions, create, to_scene, update};

fn built(scene: &Scene<'_>) -> Model<'static> {
    create(scene, &CreateModelOptions::default()).unwrap().model
}

fn updated(original: &Model<'_>, scene: &Scene<'_>) -> Model<'static> {
    update(original, scene, &CreateModelOptions::default()).unwrap().model
}

proptest! {
    /// The edits from an empty model give a model that shows the scene, also if objects are added one after the other.
    #[test]
    fn edits_lead_from_the_empty_model_to_any_other(wanted in shapes()) {
        let empty = built(&Scene::default());
        let shown = |model: &Model<'_>| triangles(&to_scene(model, "model", &Default::default()).unwrap().0);
        prop_assert_eq!(shown(&updated(&empty, &wanted)), triangles(&wanted));
        let mut scene = wanted.borrowed();
        let objects: Vec<_> = wanted.mesh_nodes().collect();
        objects.iter().for_each(|(node, _)| scene[*node].mesh = None);
        let mut model = empty;
        for (node, mesh) in objects {
            scene[node].mesh = Some(mesh);
            model = updated(&model, &scene);
        }
        prop_assert_eq!(shown(&model), triangles(&wanted));
    }

    /// The edits from one model to another give a model that shows the other one. Only what the first one has besides is
    /// kept.
    #[test]
    fn edits_lead_from_any_model_to_any_other(before in shapes(), wanted in shapes()) {
        let model = updated(&built(&before), &wanted);
        let shown = triangles(&to_scene(&model, "model", &Default::default()).unwrap().0);
        let (before, wanted) = (triangles(&before), triangles(&wanted));
        prop_assert!(wanted.iter().all(|corners| shown.contains(corners)), "{:?} isn't shown in {:?}", wanted, shown);
        prop_assert!(shown.iter().all(|corners| wanted.contains(corners) || before.contains(corners)));
    }
}
