//! Changes of a scene before files of a model are created from it.

use asset_scene::{Scene, curve};
use binio::Findings;
use scene_adapter::Target;

use super::{ConvertOptions, Input, OutputFormat, held};
use crate::{Error, Format, Typed, engines};

/// Changes a scene as the options say, before files of a model are created from it, and reports the losses of its source.
pub(super) fn prepare(
    scene: &mut Scene<'_>,
    input: &Input<'_, '_>,
    (output_format, target): (OutputFormat, &dyn Target),
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<(), Error> {
    if let Typed::Gltf(_) = input.asset.typed() {
        findings.extend(scene.begin_at_zero());
    }
    if options.turn || options.apply_scale || !options.has_own_skeleton() {
        // Channels may share keys, which then become keys of each.
        let channels = scene.animations.iter().flat_map(|animation| &animation.channels);
        curve::spend(scene, channels, &mut options.limits().budget()).map_err(Error::convert)?;
    }
    if options.turn {
        scene.turn_around();
    }
    if options.apply_scale {
        findings.extend(scene.apply_scale());
    }
    if options.into.is_none() {
        held::tell(scene, target, options, findings);
    }
    take_skeleton(scene, (output_format, target), options, findings)?;
    held::forget(scene);
    if !target.has_side_files() {
        let (title, takes) = (output_format.to_string(), |animation: &str| options.takes(animation));
        engines::all(options).for_each(|driver| (driver.parts.side_files)(scene, &title, &takes, findings));
    }
    scene_adapter::look::adopt_sources(scene);
    Ok(())
}

/// Gives a scene the skeleton of the original that an option names.
fn take_skeleton(
    scene: &mut Scene<'_>,
    (output_format, target): (OutputFormat, &dyn Target),
    options: &ConvertOptions,
    findings: &mut Findings,
) -> Result<(), Error> {
    let Some(original) = options.into.as_ref().or(options.bind_pose.as_ref()) else { return Ok(()) };
    let is_scene = matches!(original.asset.format(), Format::URHO_SCENE | Format::URHO_PREFAB);
    let is_home = match output_format.extension() {
        Some("mdl" | "ani") => original.asset.format() == Format::URHO_MDL,
        Some("pmdl" | "pmdl_b") => original.asset.format() == Format::PRAGMA_MODEL,
        _ => output_format.is_urho_scene() && is_scene,
    };
    if options.into.is_some() && !is_home {
        let title = original.asset.format().title();
        return Err(Error::Refused(format!("expected an original of the format of {output_format}, found {title}")));
    }
    if target.is_original(scene) || is_scene {
        return Ok(());
    }
    let (before, _) = original.asset.to_scene(&scene.name)?;
    // Bones of these models are renamed with their animations; other files know them by their old names.
    let is_renamed =
        options.into.is_some() && matches!(original.asset.format(), Format::URHO_MDL | Format::PRAGMA_MODEL);
    let told = if is_renamed { scene.take_skeleton_of(&before) } else { scene.take_skeleton_and_names_of(&before) };
    findings.extend(told.map_err(Error::convert)?);
    Ok(())
}
