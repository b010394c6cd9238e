//! Properties that hold for every document, sensible or not.

use crate::kit;

use fuzzkit::gltf::{shapes, triangles};
use fuzzkit::{ani, mdl};
use proptest::prelude::*;
use scene_urho::CreateModelOptions;
use scene_urho::asset_scene::Scene;
use urho_mdl::{Bounds, Model, Skeleton, Tail};

/// Animations of a model: the last track is named like a bone.
fn fitting(model: &Model<'_>, mut animation: urho_ani::Animation<'static>) -> urho_ani::Animation<'static> {
    if let (Some(bone), Some(track)) = (model.skeleton.bones.last(), animation.tracks.last_mut()) {
        track.name = bone.name.clone().into_owned();
    }
    animation
}

/// The model without any content.
fn emptied(mut model: Model<'static>) -> Model<'static> {
    model.vertex_buffers.clear();
    model.index_buffers.clear();
    model.geometries.clear();
    model.skeleton = Skeleton::default();
    model.tail = Tail::default();
    model.bounds = Bounds::UNDEFINED;
    model
}

#[test]
fn generated_models_have_primitives_skins_and_targets() {
    let scenes = fuzzkit::common::examples(mdl::drawing_model(), 100).into_iter().map(|model| {
        let (scene, _) = scene_urho::to_scene(&model, "model", &Default::default()).unwrap();
        let primitives = scene.meshes.iter().flat_map(|mesh| &mesh.primitives).count();
        let skinned = scene.nodes.iter().filter(|node| node.skin.is_some()).count();
        let targets = scene.meshes.iter().flat_map(|mesh| &mesh.primitives).flat_map(|one| &one.targets).flatten();
        let moving = targets.filter(|target| matches!(&scene.arrays[target.array].data, asset_scene::Data::Sparse { rows, .. } if !rows.is_empty()));
        (primitives, skinned, moving.count())
    });
    let drawn = scenes.fold((0, 0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1, sum.2 + one.2));
    assert!(drawn.0 > 50 && drawn.1 > 10 && drawn.2 > 10, "{drawn:?}");
}

proptest! {
    #[test]
    fn models_come_back(model in mdl::model()) {
        prop_assert_eq!(kit::model_comes_back(&model), Ok(()));
    }

    #[test]
    fn models_that_draw_come_back(model in mdl::drawing_model()) {
        prop_assert_eq!(kit::model_comes_back(&model), Ok(()));
    }

    #[test]
    fn animations_come_back(model in mdl::drawing_model(), animation in ani::animation()) {
        prop_assert_eq!(kit::animation_comes_back(None, &animation), Ok(()));
        let animation = fitting(&model, animation);
        prop_assert_eq!(kit::animation_comes_back(Some(&model), &animation), Ok(()));
    }

    /// The edits from one model to another give a model that shows the other one, also if the first one is empty.
    #[test]
    fn edits_lead_from_any_model_to_any_other(before in shapes(), wanted in shapes()) {
        let options = CreateModelOptions::default();
        let built = |scene: &Scene<'_>| scene_urho::create(scene, &options).unwrap().model;
        let other = built(&wanted);
        let (mut scene, _) = scene_urho::to_scene(&other, "model", &Default::default()).unwrap();
        scene.source = None;
        for original in [built(&before), emptied(built(&before))] {
            let mut scene = scene.borrowed();
            let updated = scene_urho::update(&original, &scene, &options).unwrap().model;
            let (shown, _) = scene_urho::to_scene(&updated, "model", &Default::default()).unwrap();
            prop_assert_eq!(triangles(&shown), triangles(&wanted));
            // One object after the other gives the same.
            let objects: Vec<_> = scene.mesh_nodes().collect();
            objects.iter().for_each(|(node, _)| scene[*node].mesh = None);
            let mut model = original;
            for (node, mesh) in objects {
                scene[node].mesh = Some(mesh);
                model = scene_urho::update(&model, &scene, &options).unwrap().model;
            }
            let (shown, _) = scene_urho::to_scene(&model, "model", &Default::default()).unwrap();
            prop_assert_eq!(triangles(&shown), triangles(&wanted));
        }
    }

    /// Originals are read from files that anyone may have changed.
    #[test]
    fn changed_originals_never_panic(model in mdl::drawing_model(), at in any::<prop::sample::Index>(), to in any::<u8>()) {
        let (scene, _) = scene_urho::to_scene(&model, "model", &Default::default()).unwrap();
        let mut scene = scene.into_owned();
        let mut file = model.to_bytes().unwrap();
        let at = at.index(file.len());
        file[at] = to;
        scene.source.as_mut().unwrap().original = Some(file.into());
        if let Ok(Some(original)) = scene_urho::original(&scene) {
            if let Ok(updated) = scene_urho::update(&original, &scene, &Default::default()) {
                prop_assert!(updated.model.to_bytes().is_ok());
            }
        }
    }
}
