//! How a scene that carries its original differs from that by options of the conversion: these are no edits.

use asset_scene::Scene;
use serde_json::{Map, Value};

use super::ConvertOptions;

/// Key of the options in the layout of a source.
const KEY: &str = "shown";
/// Key of the only level of detail.
const LOD: &str = "lod";
/// Key of the factor for lengths.
const SCALE: &str = "scale";

/// Stores the options that a scene with an original is changed by.
pub(super) fn store(scene: &mut Scene<'_>, options: &ConvertOptions) {
    let Some(layout) = scene.source.as_mut().and_then(|source| source.layout.as_object_mut()) else { return };
    let mut shown = Map::new();
    if let Some(level) = options.lod {
        shown.insert(LOD.to_owned(), level.into());
    }
    if options.scale != 1.0 {
        shown.insert(SCALE.to_owned(), options.scale.into());
    }
    if !shown.is_empty() {
        layout.insert(KEY.to_owned(), Value::Object(shown));
    }
}

/// Scales a scene back to the lengths of its original.
pub(super) fn unscale(scene: &mut Scene<'_>) {
    let shown = scene.source.as_mut().filter(|source| source.original.is_some());
    let shown = shown.and_then(|source| source.layout.get_mut(KEY)?.as_object_mut());
    let Some(scale) = shown.and_then(|shown| shown.remove(SCALE)).and_then(|scale| scale.as_f64()) else { return };
    let back = (1.0 / scale) as f32;
    if back.is_finite() && back > 0.0 {
        scene.scale(back);
    }
}

/// Returns a scene without the originals that it carries.
pub(super) fn without_originals<'s>(scene: &'s Scene<'_>) -> Scene<'s> {
    let mut bare = scene.borrowed();
    let animations = bare.animations.iter_mut().filter_map(|animation| animation.source.as_mut());
    bare.source.iter_mut().chain(animations).for_each(|source| source.original = None);
    bare
}
