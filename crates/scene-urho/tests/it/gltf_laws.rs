//! Models and animations, sensible or not, through glTF and back.

use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use asset_scene::Scene;
use fuzzkit::{ani, mdl};
use proptest::prelude::*;
use scene_urho::{add_animation, to_scene};

use crate::kit;

fn through_glb(scene: &Scene<'_>) -> Scene<'static> {
    let (glb, _) = write_glb(scene, &WriteOptions::default()).unwrap();
    let (read, _) = parse(&glb, &ReadOptions::default(), &NoFiles).unwrap();
    read.check().unwrap();
    read
}

proptest! {
    #[test]
    fn models_and_animations_come_back_exactly(
        model in prop_oneof![1 => mdl::model().boxed(), 4 => mdl::drawing_model().boxed()],
        mut animations in proptest::collection::vec(ani::animation(), 0..3),
    ) {
        // One of them moves a bone.
        let track = animations.first_mut().and_then(|animation| animation.tracks.last_mut());
        if let (Some(bone), Some(track)) = (model.skeleton.bones.last(), track) {
            track.name = bone.name.clone().into_owned();
        }
        let (mut scene, _) = to_scene(&model, "model", &Default::default()).unwrap();
        for animation in &animations {
            add_animation(&mut scene, animation.borrowed(), "animation");
        }
        let read = through_glb(&scene);
        prop_assert_eq!(kit::unedited(&read, &model), Ok(()));
        for (index, animation) in read.animations.ids().zip(&animations) {
            prop_assert_eq!(kit::unmoved(&read, index, animation), Ok(()), "animation {}", index);
        }
    }
}
