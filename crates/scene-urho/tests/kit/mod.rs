//! Functions that several of these tests share.
#![allow(dead_code, reason = "each test binary takes what it needs")]

pub(crate) mod compare;
pub(crate) mod engine;

use asset_scene::{AnimationId, Id, Scene};
use urho_ani::Animation;
use urho_mdl::Model;

/// Checks that a model comes back from its scene, unedited.
pub(crate) fn model_comes_back(model: &Model<'_>) -> Result<(), String> {
    let (scene, _) = scene_urho::to_scene(model, "model", &Default::default()).unwrap();
    scene.check().map_err(|error| error.to_string())?;
    unedited(&scene, model)
}

/// Checks that the original that a scene carries is a model, and that nothing of it is written anew.
pub(crate) fn unedited(scene: &Scene<'_>, model: &Model<'_>) -> Result<(), String> {
    let original = scene_urho::original(scene).map_err(|error| error.to_string())?.ok_or("no original")?;
    if original != *model {
        return Err("another original".to_owned());
    }
    let updated = scene_urho::update(&original, scene, &Default::default()).map_err(|error| error.to_string())?;
    if updated.model.to_bytes() != model.to_bytes() {
        return Err(format!("another model: {}", compare::parts(&updated.model, model)));
    }
    Ok(())
}

/// Checks that an animation comes back from the scene of a model, or without a model.
pub(crate) fn animation_comes_back(model: Option<&Model<'_>>, animation: &Animation<'_>) -> Result<(), String> {
    let mut scene =
        model.map_or_else(Scene::default, |model| scene_urho::to_scene(model, "model", &Default::default()).unwrap().0);
    scene_urho::add_animation(&mut scene, animation.borrowed(), "animation");
    scene.check().map_err(|error| error.to_string())?;
    unmoved(&scene, Id::new(0), animation)?;
    model.map_or(Ok(()), |model| unedited(&scene, model))
}

/// Checks that nothing of an animation that a scene carries is written anew.
pub(crate) fn unmoved(scene: &Scene<'_>, id: AnimationId, animation: &Animation<'_>) -> Result<(), String> {
    let updated = scene_urho::updated_animation(scene, id, &Default::default(), &mut binio::Findings::new());
    let updated = updated.map_err(|error| error.to_string())?.ok_or("no original")?;
    if updated.to_bytes() == animation.to_bytes() {
        return Ok(());
    }
    let differing = updated.tracks.iter().zip(&animation.tracks).filter(|(a, b)| a != b);
    let keys = |track: &urho_ani::Track<'_>| (0..track.key_count()).map(|key| track.key(key)).collect::<Vec<_>>();
    let said: Vec<String> = differing.map(|(a, b)| format!("{a:?} {:?} of {b:?} {:?}", keys(a), keys(b))).collect();
    let names =
        |animation: &Animation<'_>| animation.tracks.iter().map(|track| track.name.to_string()).collect::<Vec<_>>();
    let (own, other) = (names(&updated), names(animation));
    Err(format!("another animation, {} s of {} s: {said:?}, {own:?} of {other:?}", updated.length, animation.length))
}
