//! Properties that hold for every document, sensible or not.

use crate::kit;

use asset_scene::Scene;
use fuzzkit::{ani, mdl};
use proptest::prelude::*;
use urho_mdl::Model;

/// Animations of a model: the last track is named like a bone.
fn fitting(model: &Model<'_>, mut animation: urho_ani::Animation<'static>) -> urho_ani::Animation<'static> {
    if let (Some(bone), Some(track)) = (model.skeleton.bones.last(), animation.tracks.last_mut()) {
        track.name = bone.name.clone().into_owned();
    }
    animation
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

    /// Layouts are read from files that anyone may have changed.
    #[test]
    fn changed_layouts_never_panic(model in mdl::drawing_model(), at in any::<prop::sample::Index>(), to in 0_u64..1 << 33) {
        let (scene, _) = scene_urho::to_scene(&model, "model", &Default::default()).unwrap();
        let scene = kit::without_blocks(&scene);
        let layout = scene.source.as_ref().unwrap().layout.to_string();
        let changed = with_number(&layout, at, to);
        let mut scene: Scene<'_> = scene;
        if let (Some(source), Ok(layout)) = (&mut scene.source, serde_json::from_str(&changed)) {
            source.layout = layout;
        }
        if let Ok(restored) = scene_urho::restore(&scene) {
            prop_assert!(restored.unwrap().to_bytes().is_ok());
        }
    }
}

/// A text in which one of the whole numbers is another.
fn with_number(text: &str, at: prop::sample::Index, to: u64) -> String {
    let digits: Vec<usize> =
        text.char_indices().filter(|(_, character)| character.is_ascii_digit()).map(|(at, _)| at).collect();
    let Some(start) = (!digits.is_empty()).then(|| digits[at.index(digits.len())]) else { return text.to_owned() };
    let end = text[start..].find(|character: char| !character.is_ascii_digit()).map_or(text.len(), |end| start + end);
    format!("{}{to}{}", &text[..start], &text[end..])
}
