//! Changes a scene before model files are created from it.

use asset_formats::{Error, Feature};
use asset_scene::{Scene, curve};
use binio::Findings;
use scene_adapter::Target;

use super::{ConvertOptions, Input, OutputFormat, home};
use crate::engines;

/// Changes a scene, given the options, before model files are created from it. Also reports what is lost from the
/// source.
pub(super) fn prepare(
    scene: &mut Scene<'_>,
    input: &Input<'_, '_>,
    (output_format, target): (OutputFormat, &dyn Target),
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<(), Error> {
    if input.asset.format().carries_originals() {
        findings.extend(scene.begin_at_zero());
    }
    if options.changes.turn || options.engine_files.apply_scale || !options.has_own_skeleton() {
        // Channels may share keys, which then become keys of each.
        let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
        curve::spend(scene, channels, &mut options.limits().budget()).map_err(Error::convert)?;
    }
    if options.changes.turn {
        scene.turn_around();
    }
    if options.engine_files.apply_scale {
        findings.extend(scene.apply_scale());
    }
    if options.engine_files.into_original.is_none() {
        home::tell_unshown(scene, target, options, findings);
    }
    if !target.takes_skeleton() {
        take_skeleton(scene, options, findings)?;
    }
    if !target.has_side_files() {
        let (title, takes) = (output_format.to_string(), |animation: &str| options.takes(animation));
        engines::all(options).for_each(|driver| (driver.side_files)(scene, &title, &takes, findings));
    }
    scene_adapter::look::adopt_sources(scene);
    Ok(())
}

/// Replaces the skeleton in the scene with the skeleton of the original that the options name.
fn take_skeleton(scene: &mut Scene<'_>, options: &ConvertOptions, findings: &mut Findings) -> Result<(), Error> {
    let Some(original) = options.engine_files.into_original.as_ref().or(options.engine_files.bind_pose_of.as_ref())
    else {
        return Ok(());
    };
    let (before, _) = original.asset.to_scene(&scene.name)?;
    // Animations that are files of their own keep the old names of the bones.
    let has_files = original.asset.format().has(Feature::AnimationsBeside);
    let is_renamed = options.engine_files.into_original.is_some() && has_files;
    let moved = if is_renamed { scene.take_skeleton_of(&before) } else { scene.take_skeleton_and_names_of(&before) };
    findings.extend(moved.map_err(Error::convert)?);
    Ok(())
}

/// Checks that the target can update the original that an option names.
pub(super) fn check_original(output_format: OutputFormat, options: &ConvertOptions) -> Result<(), Error> {
    let Some(original) = &options.engine_files.into_original else { return Ok(()) };
    let format = original.asset.format();
    if engines::driver_of(output_format, options).is_some_and(|driver| driver.originals.contains(&format)) {
        return Ok(());
    }
    let title = format.title();
    Err(Error::Refused(format!("expected an original of the format of {output_format}, found {title}")))
}
