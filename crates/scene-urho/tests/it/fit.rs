//! Animations that were made for another skeleton are found out.

use fuzzkit::scene::by_hand;
use scene_urho::{Animation, CreateModelOptions, SkeletonMismatch, create, skeleton_mismatch};
use urho_ani::{Channels, Track, TrackData, Transform, Version};
use urho_mdl::Model;
use urho_mdl::glam::Vec3;

/// An arm of two bones, and an animation that holds both where they are at rest.
fn arm() -> (Model<'static>, Animation<'static>) {
    let model = create(&by_hand::arm(), &CreateModelOptions::default()).expect("a model").model;
    let mut animation = Animation::new(Version::Uani, "Wave", 1.0);
    for bone in &model.skeleton.bones {
        let mut data = TrackData::new(Channels::POSITION.with(Channels::ROTATION));
        for time in [0.0, 1.0] {
            data.push(time, &Transform { position: bone.position, rotation: bone.rotation, scale: bone.scale });
        }
        animation.tracks.push(Track::from_data(bone.name.clone().into_owned(), &data).expect("a track"));
    }
    (model, animation)
}

#[test]
fn an_animation_fits_the_skeleton_that_it_was_made_for() {
    let (model, animation) = arm();
    assert!(model.skeleton.bones.len() >= 2);
    assert_eq!(skeleton_mismatch(&model, &animation), None);
}

#[test]
fn bones_with_other_axes_or_lengths_are_told() {
    let (mut model, animation) = arm();
    let lower = model.skeleton.bones.iter_mut().find(|bone| bone.name == "Lower").expect("a bone");
    lower.position = Vec3::new(lower.position.y, 0.0, 0.0);
    let expected = SkeletonMismatch { away: vec!["Lower".to_owned()], ..SkeletonMismatch::default() };
    assert_eq!(skeleton_mismatch(&model, &animation), Some(expected));
}

#[test]
fn bones_that_arent_there_are_told() {
    let (mut model, animation) = arm();
    for bone in &mut model.skeleton.bones {
        bone.name = format!("{}.001", bone.name).into();
    }
    let found = skeleton_mismatch(&model, &animation).expect("other names");
    assert_eq!(found.missing.len(), animation.tracks.len());
}

/// A bone that an animation moves says nothing of where it is at rest, and neither does one whose place isn't animated.
#[test]
fn what_moves_is_no_mismatch() {
    let (model, mut animation) = arm();
    for (number, track) in animation.tracks.iter_mut().enumerate() {
        let mut data = TrackData::new(if number == 0 { Channels::ROTATION } else { Channels::POSITION });
        for time in [0.0, 1.0] {
            data.push(time, &Transform { position: Vec3::Y * (7.0 + time), ..Transform::IDENTITY });
        }
        *track = Track::from_data(track.name.clone(), &data).expect("a track");
    }
    assert_eq!(skeleton_mismatch(&model, &animation), None);
}
