//! Converts documents to scenes, and adds the animations and materials that belong to them.

use asset_formats::Error;
use asset_project::Resources;
use asset_scene::Scene;
use binio::{Findings, Path};
use scene_adapter::{ResourceLoader, ResourceReader, Role};

use super::home::store_name;
use super::options::Shown;
use super::{Input, broken};
use crate::engines::{document, role, show_options, without_side};

/// Calls `read` with a reader for the resources of this conversion, and then adds its findings.
pub(crate) fn with_resources<T>(
    options: &Shown,
    findings: &mut Findings,
    read: impl FnOnce(&mut ResourceReader<'_>) -> T,
) -> T {
    let nowhere = Resources::new();
    with_project(options.resources.as_deref().unwrap_or(&nowhere), options, findings, read)
}

/// Like [`with_resources`], but reads from another project.
fn with_project<T>(
    project: &dyn ResourceLoader,
    options: &Shown,
    findings: &mut Findings,
    read: impl FnOnce(&mut ResourceReader<'_>) -> T,
) -> T {
    let mut reader = ResourceReader::new(project, options.limits());
    reader.image_cache.clone_from(&options.image_cache);
    reader.node_share.clone_from(&options.node_share);
    reader.texture_edge = options.texture_edge;
    let result = read(&mut reader);
    findings.extend(reader.findings);
    result
}

/// Converts a document to a scene. For a scene, prefab or map, this includes everything that it shows.
pub(crate) fn of<'i>(input: &Input<'i, '_>, options: &Shown) -> Result<(Scene<'i>, Findings), Error> {
    let nowhere = Resources::new();
    of_project(input, options.resources.as_deref().unwrap_or(&nowhere), options)
}

/// Like [`of`], but reads from another project.
pub(crate) fn of_project<'i>(
    input: &Input<'i, '_>,
    project: &dyn ResourceLoader,
    options: &Shown,
) -> Result<(Scene<'i>, Findings), Error> {
    let mut parsed = Findings::new();
    let Some(document) = document(input, &mut parsed)? else { return Err(Error::NoScene(input.asset.format())) };
    let (mut lookups, show) = (Findings::new(), show_options(options, input.resource));
    let shown =
        with_project(project, options, &mut lookups, |resources| document.to_scene(input.name, resources, &show));
    let (mut scene, mut findings) = shown.map_err(Error::from)?;
    findings.extend(lookups);
    findings.extend(parsed);
    let findings = broken::repair(&mut scene, input.asset, findings, options)?;
    Ok((scene, findings))
}

/// Converts a model to a scene, together with the animations among the inputs and the appearance of its materials. This
/// also works for a scene, prefab or map.
pub(crate) fn scene<'i>(
    main: &Input<'i, '_>,
    inputs: &[Input<'i, '_>],
    options: &Shown,
) -> Result<(Scene<'i>, Findings), Error> {
    if role(main.asset) == Some(Role::Level) {
        return of(main, options);
    }
    let (mut scene, findings) = main.asset.to_scene(main.name)?;
    let mut findings = broken::repair(&mut scene, main.asset, findings, options)?;
    complete(&mut scene, Some(main), inputs, options, &mut findings)?;
    Ok((scene, findings))
}

/// Completes the scene of a model, by adding the animations among the inputs and the appearance of its materials.
pub(crate) fn complete<'i>(
    scene: &mut Scene<'i>,
    model: Option<&Input<'i, '_>>,
    inputs: &[Input<'i, '_>],
    options: &Shown,
    findings: &mut Findings,
) -> Result<(), Error> {
    let is_animation = |input: &&Input<'_, '_>| role(input.asset) == Some(Role::Animation);
    for input in inputs.iter().filter(is_animation).filter(|input| options.takes(input.name)) {
        let mut parsed = Findings::new();
        let Some(document) = document(input, &mut parsed)? else { continue };
        if input.if_it_fits && !document.moves(scene) {
            // A pattern can match the animations of other models. Without one, the name says that it is of this model.
            if options.animations.is_empty() {
                let path = Path::from("animation").name(input.name.as_bytes());
                let message = "moves no bone, node or morph of the model, so it is left out: name its file as an input to include it";
                findings.note(scene_adapter::kinds::ANIMATION_MOVES_NOTHING, path, message);
            }
            continue;
        }
        let first = scene.animations.len();
        findings.extend(document.add_to(scene, input.name));
        for source in scene.animations.iter_mut().skip(first).filter_map(|added| added.source.as_mut()) {
            store_name(source, input.resource);
        }
        findings.extend(parsed);
    }
    let Some(model) = model.filter(|_| options.materials && options.resources.is_some()) else { return Ok(()) };
    if let Some(document) = without_side(model) {
        let show = show_options(options, model.resource);
        with_resources(options, findings, |resources| document.show_materials(scene, resources, &show));
    }
    Ok(())
}
