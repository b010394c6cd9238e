//! A changed file reloads the assets that depend on it.

use bevy::prelude::*;
use bevy_engine_assets::EngineAsset;

use crate::harness::{app, corpus, load, until};

/// A texture of one colour.
fn png(color: [u8; 4]) -> Vec<u8> {
    let pixels = asset_image::Pixels::filled(4, 4, color).expect("pixels");
    pixels.to_png().expect("a png")
}

/// The first pixel of the base colour of the first material.
fn color(app: &App, file: &Handle<EngineAsset>) -> Option<[u8; 4]> {
    let file = app.world().resource::<Assets<EngineAsset>>().get(file)?;
    let material = app.world().resource::<Assets<StandardMaterial>>().get(file.materials.first()?)?;
    let image = app.world().resource::<Assets<Image>>().get(material.base_color_texture.as_ref()?)?;
    image.data.as_ref()?.first_chunk().copied()
}

#[test]
fn a_changed_texture_reloads_the_model() {
    let Some(corpus) = corpus() else { return };
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path();
    for name in ["Models", "Materials", "Textures"] {
        std::fs::create_dir(data.join(name)).expect("a folder");
    }
    std::fs::copy(corpus.join("urho/engine/Data/Models/Mushroom.mdl"), data.join("Models/Mushroom.mdl"))
        .expect("a model");
    std::fs::write(data.join("Models/Mushroom.txt"), "Materials/Stone.xml\n").expect("a file");
    let material = r#"<material><technique name="Techniques/Diff.xml"/><texture unit="diffuse" name="Textures/Stone.png"/></material>"#;
    std::fs::write(data.join("Materials/Stone.xml"), material).expect("a file");
    std::fs::write(data.join("Textures/Stone.png"), png([255, 0, 0, 255])).expect("a file");
    let mut app = app(data, data, &[]);
    let model = load::<EngineAsset>(&mut app, "Models/Mushroom.mdl").expect("a model");
    assert_eq!(color(&app, &model), Some([255, 0, 0, 255]));
    // The watcher may need a moment until it sees changes.
    std::thread::sleep(std::time::Duration::from_millis(500));
    std::fs::write(data.join("Textures/Stone.png"), png([0, 255, 0, 255])).expect("a file");
    until(&mut app, "a changed texture", |app| (color(app, &model) == Some([0, 255, 0, 255])).then_some(()));
    // Another texture by another material, in a file that wasn't read before.
    std::fs::write(data.join("Textures/Moss.png"), png([0, 0, 255, 255])).expect("a file");
    std::fs::write(data.join("Materials/Stone.xml"), material.replace("Stone.png", "Moss.png")).expect("a file");
    until(&mut app, "a changed material", |app| (color(app, &model) == Some([0, 0, 255, 255])).then_some(()));
}
