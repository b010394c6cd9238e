//! Converts documents to scenes and scenes to files, using the drivers of this crate and of the project.

use asset_formats::{Asset, Beside, Driver, Error, TargetOptions};
use binio::Findings;
use scene_adapter::{Document, Role, ShowOptions, Target};

use crate::options::Shown;
use crate::{ConvertOptions, Input, OutputFormat, side};

/// Returns the drivers of the project, then those of this crate.
pub(crate) fn all(options: &ConvertOptions) -> impl Iterator<Item = &'static Driver> + '_ {
    options.shown.drivers.iter().copied().chain(asset_formats::drivers())
}

/// Returns the driver that writes this format, if there is one.
pub(crate) fn driver_of(output_format: OutputFormat, options: &ConvertOptions) -> Option<&'static Driver> {
    let format = output_format.format()?;
    all(options).find(|driver| driver.format == format)
}

/// Returns whether a file that is written can be an edited version of a file with this format name. Scenes and prefabs
/// are documents of one format.
pub(crate) fn is_version_of(output_format: OutputFormat, format: &str, options: &ConvertOptions) -> bool {
    let is_original = |driver: &Driver| driver.originals.iter().any(|original| original.name() == format);
    output_format.format().is_some_and(|own| own.name() == format)
        || output_format.is_level() && driver_of(output_format, options).is_some_and(is_original)
}

/// Returns an input to convert it to a scene, or `None` if it has no scene. Problems in its side file are added to
/// `findings`.
pub(crate) fn document<'i>(
    input: &Input<'i, '_>,
    findings: &mut Findings,
) -> Result<Option<Box<dyn Document<'i> + 'i>>, Error> {
    let side = side::of(input, findings)?;
    Ok(input.asset.document().show(Beside::new(side)))
}

/// Like [`document`], but ignores the side file, which is not needed here and would have to be copied.
pub(crate) fn without_side<'i>(input: &Input<'i, '_>) -> Option<Box<dyn Document<'i> + 'i>> {
    input.asset.document().show(Beside::default())
}

/// Returns the role of this asset in a conversion, or `None` if it has no scene.
pub(crate) fn role(asset: &Asset<'_>) -> Option<Role> {
    asset.document().show(Beside::default()).map(|document| document.role())
}

/// Returns the target that creates files in `output_format` from scenes, or `None` if there is no way to create them.
pub(crate) fn target<'o>(output_format: OutputFormat, options: &'o ConvertOptions) -> Option<Box<dyn Target + 'o>> {
    let make = driver_of(output_format, options)?.target?;
    let how = TargetOptions::default()
        .engine(options.shown.engine)
        .max_bones(options.engine_files.max_bones)
        .original(options.engine_files.into_original.as_deref())
        .others(&options.engine_files.others)
        .prefab(options.engine_files.prefab);
    Some(make(output_format, &how))
}

/// Returns the options for converting a document to a scene.
pub(crate) fn show_options<'o>(options: &'o Shown, resource: Option<&'o str>) -> ShowOptions<'o> {
    let mut show = ShowOptions::default();
    show.limits = options.limits();
    show.materials = options.materials;
    show.textures = options.textures;
    show.material_names = &options.material_names;
    show.resource = resource;
    show.collision = options.collision;
    show.navmesh = options.navmesh;
    show.picture_time = options.picture_time;
    show.comes_back = options.picture_time.is_none();
    show
}
