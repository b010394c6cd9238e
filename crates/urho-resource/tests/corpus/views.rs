//! Typed views of real files.

use testkit::corpus::CorpusFile;
use urho_resource::views::{
    BitmapFont, ParticleEffect, ParticleEffect2d, RenderPath, SpriteSheet, Spriter, TileMap, TileSet, View,
};
use urho_resource::{Document, Kind, detect};

/// The view of an effect is that of the same effect as the running engine has written it.
pub(crate) fn saved(file: &CorpusFile) -> Result<(), String> {
    let name = file.path().file_name().unwrap_or_default().to_string_lossy().replace("__", "/");
    let data = file.path().ancestors().nth(2).expect("a folder").join("urho3d/Data");
    let original = std::fs::read(data.join(&name)).map_err(|error| format!("{name}: {error}"))?;
    let view = |bytes: &[u8]| {
        let document = Document::parse_as(Kind::ParticleEffect, bytes).expect("an effect");
        ParticleEffect::of(&document).expect("a view")
    };
    let (mut own, engine) = (view(&original), view(&file.bytes()));
    // The engine drops the time of a single frame.
    if let [frame] = &mut *own.colors {
        frame.time = 0.0;
    }
    // Frames of the texture that don't exist are written as no frames.
    if own == engine { Ok(()) } else { Err(format!("{own:#?}\nisn't\n{engine:#?}")) }
}

fn apply<V: View + std::fmt::Debug>(mut document: Document<'_>, bytes: &[u8]) -> Result<(), String> {
    let view = V::of(&document).map_err(|error| error.to_string())?;
    let is_changed = view.apply(&mut document).map_err(|error| error.to_string())?;
    if is_changed || document.text() != bytes { Err("applying the view changes the file".to_owned()) } else { Ok(()) }
}

/// Applying a view of a file changes nothing.
pub(crate) fn unchanged(file: &CorpusFile) -> Result<(), String> {
    let bytes = file.bytes();
    let Some(kind) = detect(&bytes, Some(file.name())) else { return Ok(()) };
    let document = Document::parse_as(kind, &bytes).map_err(|error| error.to_string())?;
    if document.inherited().is_some() {
        return Ok(());
    }
    match kind {
        Kind::ParticleEffect => apply::<ParticleEffect>(document, &bytes),
        Kind::ParticleEffect2d => apply::<ParticleEffect2d>(document, &bytes),
        Kind::RenderPath => apply::<RenderPath>(document, &bytes),
        Kind::SpriteSheet => apply::<SpriteSheet>(document, &bytes),
        Kind::Spriter => apply::<Spriter>(document, &bytes),
        Kind::TileMap => apply::<TileMap>(document, &bytes),
        Kind::TileSet => apply::<TileSet>(document, &bytes),
        Kind::BitmapFont if document.encoding() == urho_resource::Encoding::Xml => {
            apply::<BitmapFont>(document, &bytes)
        }
        _ => Ok(()),
    }
}
