//! Functions that several of these tests share.
#![allow(dead_code, reason = "each test binary takes what it needs")]

use asset_gltf::{NoFiles, ReadOptions, WriteOptions, parse, write_glb};
use asset_scene::Scene;
use scene_zed::Model;

/// The same scene as if it had been stored without its original.
pub(crate) fn without_original(scene: &Scene<'_>) -> Scene<'static> {
    let mut scene = scene.clone().into_owned();
    if let Some(source) = &mut scene.source {
        source.original = None;
        // A stored layout passes through text.
        source.layout = serde_json::from_str(&source.layout.to_string()).unwrap();
    }
    scene
}

/// Checks that a model round-trips through its scene, with and without its original.
pub(crate) fn comes_back(model: &Model<'_>) -> Result<(), String> {
    let bytes = model.to_bytes().unwrap();
    let (scene, _) = scene_zed::to_scene(model, "model", &Default::default()).unwrap();
    scene.check().map_err(|error| error.to_string())?;
    for (scene, how) in
        [(without_original(&scene), "without the original"), (scene.clone().into_owned(), "with the original")]
    {
        let restored = scene_zed::restore(&scene).map_err(|error| format!("{how}: {error}"))?;
        if restored.ok_or("nothing came back")?.to_bytes().unwrap() != bytes {
            return Err(format!("{how}: another model"));
        }
    }
    Ok(())
}

/// A scene as glTF, and how much was changed on the way.
pub(crate) fn glb(scene: &Scene<'_>) -> Result<(Vec<u8>, usize), String> {
    let written = write_glb(scene, &WriteOptions::default());
    written.map(|(glb, findings)| (glb, findings.len())).map_err(|error| error.to_string())
}

/// The scene of a `.glb`.
pub(crate) fn read(glb: &[u8]) -> Result<Scene<'static>, String> {
    let (scene, _) = parse(glb, &ReadOptions::default(), &NoFiles).map_err(|error| error.to_string())?;
    scene.check().map_err(|error| error.to_string())?;
    Ok(scene)
}
