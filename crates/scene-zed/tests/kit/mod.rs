//! What several of these tests need.

use asset_scene::{Scene, zed};

/// The same scene as if it had been stored without the blocks.
pub(crate) fn without_blocks(scene: &Scene<'_>) -> Scene<'static> {
    let mut scene = scene.clone().into_owned();
    let animations = scene.animations.iter_mut().filter_map(|animation| animation.source.as_mut());
    for source in scene.source.iter_mut().chain(animations) {
        source.blocks.clear();
        // What is stored goes through text.
        source.layout = serde_json::from_str(&source.layout.to_string()).unwrap();
    }
    scene
}

/// Whether a model of the ZED engine comes back from its scene, with and without the blocks.
#[allow(dead_code)]
pub(crate) fn zed_comes_back(model: &zed_asset::Model<'_>) -> Result<(), String> {
    let bytes = model.to_bytes().unwrap();
    let (scene, _) = zed::scene(model, "model");
    scene.check().map_err(|error| error.to_string())?;
    for (scene, how) in [(without_blocks(&scene), "without blocks"), (scene.clone().into_owned(), "with blocks")] {
        let restored = zed::restore_model(&scene).map_err(|error| format!("{how}: {error}"))?;
        if restored.ok_or("nothing came back")?.to_bytes().unwrap() != bytes {
            return Err(format!("{how}: another model"));
        }
    }
    Ok(())
}
