//! Selects animations using the patterns in the options.

use asset_formats::{Error, kinds};
use asset_scene::Scene;
use binio::{Findings, Name};

use super::ConvertOptions;

/// Removes all animations that don't match the option `animations`. With the option `no-animations`, it removes them
/// all.
///
/// # Errors
/// See [`check`].
pub(super) fn keep_selected(
    scene: &mut Scene<'_>,
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<(), Error> {
    check(scene, options, findings)?;
    let is_taken: Vec<bool> = scene.animations.iter().map(|animation| options.takes(&animation.name)).collect();
    if is_taken.iter().any(|taken| !taken) {
        scene.animations.retain_ids(|id| is_taken.get(id.index()).copied().unwrap_or(false));
        scene.remove_unused_arrays();
    }
    Ok(())
}

/// Reports patterns that don't match any animation in the scene.
///
/// # Errors
/// Returns [`Error::Refused`] with the animation names, unless the patterns are meant for several documents.
pub(super) fn check(scene: &Scene<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    if options.shown.animations.is_empty()
        || !options.shown.animated
        || scene.animations.iter().any(|animation| options.takes(&animation.name))
    {
        return Ok(());
    }
    let names = scene.animations.iter().map(|animation| Name::from(animation.name.as_str()).to_string());
    let names: Vec<String> = names.take(MOST).collect();
    let more = if scene.animations.len() > MOST { " …" } else { "" };
    // Of a model's own files, only those that match were read.
    let there = if names.is_empty() { String::new() } else { format!("; there are: {}", names.join(", ")) };
    let message = format!("no animation that fits the model matches the option animations{there}{more}");
    if !options.shown.is_one_of_several {
        return Err(Error::Refused(message));
    }
    findings.note(kinds::ANIMATIONS_NOT_MATCHED, "animations", message);
    Ok(())
}

/// How many names to list in a message.
const MOST: usize = 20;
