//! Finds the originals of a scene that comes home: the files that it was exported from.

use asset_scene::{Scene, Source, sum};
use binio::{Budget, Findings};
use scene_adapter::ResourceLoader;
use scene_adapter::kinds::NEW_FILE;

use super::exported::{stored_name, stored_title};
use crate::{ConvertOptions, OutputFormat, engines, names};

/// Completes the sources of a scene. If it comes from several files, the one with the resource name `output` becomes the
/// source of the scene. Files that the glTF doesn't carry are searched in the target project and the source project, but
/// only if they are still the same.
pub(crate) fn find(scene: &mut Scene<'_>, output: &str, options: &ConvertOptions) {
    let is_output =
        |source: &Source<'_>| stored_name(source).is_some_and(|(name, _)| name.eq_ignore_ascii_case(output));
    if !scene.source.as_ref().is_some_and(is_output) {
        let other = scene.other_sources.iter_mut().find(|source| is_output(source));
        if let Some((source, other)) = scene.source.as_mut().zip(other) {
            std::mem::swap(source, other);
        }
    }
    if let Some(title) = title(scene, output, options) {
        scene.name = title;
    }
    let (engine_files, target) = (&options.engine_files, options.shown.resources.as_deref());
    let projects = [target, engine_files.shown_from.as_deref(), engine_files.copy_from.as_deref()];
    let mut budget = options.limits().budget();
    let animations = scene.animations.iter_mut().filter_map(|animation| animation.source.as_mut());
    for source in scene.source.iter_mut().chain(&mut scene.other_sources).chain(animations) {
        if source.original.is_none() {
            let mut found = projects.iter().flatten().filter_map(|project| same_file(source, *project, &mut budget));
            source.original = found.next().map(Into::into);
        }
    }
}

/// Returns the name that the scene had when it was exported, because other programs give scenes names of their own. If
/// the scene doesn't say and the options name an original, this is the name of the output.
fn title(scene: &Scene<'_>, output: &str, options: &ConvertOptions) -> Option<String> {
    if let Some(title) = scene.source.as_ref().and_then(stored_title) {
        return Some(title.to_owned());
    }
    options.engine_files.into_original.as_ref()?;
    let begins = |name: &String| name.starts_with(&scene.name);
    let is_of_scene =
        scene.nodes.iter().map(|node| &node.name).any(begins) || scene.meshes.iter().map(|mesh| &mesh.name).any(begins);
    (!is_of_scene).then(|| names::stem(output).to_owned())
}

/// Reports that a scene comes home without its original.
pub(crate) fn tell_missing(
    scene: &Scene<'_>,
    output_format: OutputFormat,
    options: &ConvertOptions,
    findings: &mut Findings,
) -> bool {
    let is_version_of = |format: &str| engines::is_version_of(output_format, format, options);
    let comes_home = |source: &&Source<'_>| source.original.is_none() && is_version_of(&source.format);
    let Some(source) = scene.source.as_ref().filter(comes_home) else { return false };
    let file = stored_name(source).map_or_else(|| source.format.clone(), |(name, _)| format!("{name:?}"));
    let message = format!(
        "the glTF doesn't contain the file that it was exported from ({file}), and no project at hand has the same file: what glTF can't show is lost; the option into names the file"
    );
    findings.loss(NEW_FILE, "original", message);
    true
}

/// Returns the file that a source was read from, if a project still has the same.
fn same_file(source: &Source<'_>, project: &dyn ResourceLoader, budget: &mut Budget) -> Option<Vec<u8>> {
    let (name, before) = stored_name(source)?;
    let bytes = project.read(name, budget).ok()??;
    (sum(&bytes) == before).then_some(bytes)
}
