//! Functions that several of these tests share.
#![allow(dead_code, reason = "each test binary takes what it needs")]

pub(crate) mod compare;
pub(crate) mod engine;

use asset_scene::{Id, Scene};
use urho_ani::Animation;
use urho_mdl::Model;

/// The same scene as if it had been stored without the blocks.
pub(crate) fn without_blocks(scene: &Scene<'_>) -> Scene<'static> {
    let mut scene = scene.clone().into_owned();
    let animations = scene.animations.iter_mut().filter_map(|animation| animation.source.as_mut());
    for source in scene.source.iter_mut().chain(animations) {
        source.blocks.clear();
        // A stored layout passes through text.
        source.layout = serde_json::from_str(&source.layout.to_string()).unwrap();
    }
    scene
}

/// Checks that a model round-trips through its scene, with and without the blocks.
pub(crate) fn model_comes_back(model: &Model<'_>) -> Result<(), String> {
    let bytes = model.to_bytes().unwrap();
    let (scene, _) = scene_urho::to_scene(model, "model", &Default::default()).unwrap();
    scene.check().map_err(|error| error.to_string())?;
    for (scene, how) in [(without_blocks(&scene), "without blocks"), (scene.clone().into_owned(), "with blocks")] {
        let restored = scene_urho::restore(&scene).map_err(|error| format!("{how}: {error}"))?;
        if restored.ok_or("nothing came back")?.to_bytes().unwrap() != bytes {
            return Err(format!("{how}: another model"));
        }
    }
    Ok(())
}

/// Checks that an animation round-trips through the scene of a model, or without a model.
#[allow(dead_code)]
pub(crate) fn animation_comes_back(model: Option<&Model<'_>>, animation: &Animation<'_>) -> Result<(), String> {
    let mut scene =
        model.map_or_else(Scene::default, |model| scene_urho::to_scene(model, "model", &Default::default()).unwrap().0);
    scene_urho::add_animation(&mut scene, animation.borrowed(), "animation");
    scene.check().map_err(|error| error.to_string())?;
    let bytes = animation.to_bytes().unwrap();
    for (scene, how) in [(without_blocks(&scene), "without blocks"), (scene.clone().into_owned(), "with blocks")] {
        let restored = scene_urho::restore_animation(&scene, Id::new(0)).map_err(|error| format!("{how}: {error}"))?;
        if restored.ok_or("nothing came back")?.to_bytes().unwrap() != bytes {
            return Err(format!("{how}: another animation"));
        }
    }
    match model {
        Some(model) if scene_urho::restore(&scene).map_err(|error| error.to_string())?.as_ref() != Some(model) => {
            Err("the model doesn't come back with an animation beside it".to_owned())
        }
        _ => Ok(()),
    }
}
