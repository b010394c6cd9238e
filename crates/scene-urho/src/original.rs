//! Reads the original files that are stored in a scene.

use asset_scene::{AnimationId, Error, Scene};
use scene_adapter::origin::mismatch;
use urho_ani::{Animation, XmlAnimation};
use urho_mdl::{Model, ReadOptions};

use crate::{ANIMATION_FORMAT, FORMAT};

/// The layout key for models that don't start with a version.
pub(crate) const BARE: &str = "bare";

/// Returns the original model of a scene, or `None` if the file is not stored in the scene.
///
/// Use this with [`update`](crate::update()), which writes the edits in the scene to the original.
///
/// # Errors
/// Fails if the file is damaged.
pub fn original(scene: &Scene<'_>) -> Result<Option<Model<'static>>, Error> {
    let Some(file) = scene.source.as_ref().filter(|source| source.format == FORMAT) else { return Ok(None) };
    let Some(bytes) = &file.original else { return Ok(None) };
    // The oldest models don't begin with their version.
    let is_bare = file.layout.get(BARE).is_some();
    let options = ReadOptions::default().bare_2011(is_bare);
    Model::parse_with(bytes, &options)
        .map(|model| Some(model.into_owned()))
        .map_err(|error| mismatch("original", error))
}

/// Returns the original of an animation, or `None` if the file is not stored in the scene. If the file is XML, this
/// only returns the animation in it; use [`original_xml_animation`] to get the file.
///
/// # Errors
/// Fails if the file is damaged.
pub fn original_animation(scene: &Scene<'_>, id: AnimationId) -> Result<Option<Animation<'static>>, Error> {
    let Some(bytes) = animation_file(scene, id) else { return Ok(None) };
    if is_xml(bytes) {
        let document = XmlAnimation::parse(bytes).map_err(|error| mismatch("original", error))?;
        return Ok(Some(document.animation().clone()));
    }
    Animation::parse(bytes).map(|animation| Some(animation.into_owned())).map_err(|error| mismatch("original", error))
}

/// Returns the original file of an animation if it is XML, which is used by rbfx.
///
/// # Errors
/// Fails if the file is damaged.
pub fn original_xml_animation(scene: &Scene<'_>, id: AnimationId) -> Result<Option<XmlAnimation<'static>>, Error> {
    let Some(bytes) = animation_file(scene, id).filter(|bytes| is_xml(bytes)) else { return Ok(None) };
    XmlAnimation::parse(bytes).map(|document| Some(document.into_owned())).map_err(|error| mismatch("original", error))
}

fn animation_file<'s>(scene: &'s Scene<'_>, id: AnimationId) -> Option<&'s [u8]> {
    let source = scene.animations.get(id)?.source.as_ref()?;
    source.original.as_deref().filter(|_| source.format == ANIMATION_FORMAT)
}

/// Returns whether a file is XML. Note that `.ani` files begin with letters.
fn is_xml(bytes: &[u8]) -> bool {
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    text.trim_ascii_start().starts_with(b"<")
}
