//! Files next to a model: animations that are converted with it, and the model that a scene was edited from.

use std::path::{Path, PathBuf};

use super::plan::Job;
use super::source::{Source, stem};
use crate::convert::{self, Original, matches_model_name};
use crate::{Asset, Error, Globs, SideFile};
use binio::shown_path;

impl Original {
    /// Opens the model that a scene was edited from, with the animations of Urho3D next to it that are named after it; with side files if
    /// `side_files`.
    ///
    /// # Errors
    /// [`Error::Refused`]: an unreadable file, or no model of Urho3D or Pragma. The message names the file.
    pub fn open(path: &Path, side_files: bool) -> Result<Self, Error> {
        let named = |error: Error| Error::Refused(format!("{}: {error}", shown_path(path)));
        let side = |input: &Source, asset: &Asset<'_>| -> Option<SideFile> {
            if side_files { input.side_file(asset) } else { None }
        };
        let input = Source::new(path);
        let bytes = input.read().map_err(|error| named(error.into()))?;
        let asset = input.asset(&bytes).map_err(named)?;
        let side_file = side(&input, &asset);
        let mut original = Self::new(asset).map_err(named)?.side(side_file);
        for beside in animations_of(&input, |name| matches_model_name(name, &stem(path))) {
            let bytes = beside.read().map_err(|error| named(error.into()))?;
            if let Ok(asset) = beside.asset(&bytes) {
                let side_file = side(&beside, &asset);
                original = original.animation(&beside.stem(), asset, side_file);
            }
        }
        Ok(original)
    }
}

/// The animations of Urho3D, with their names, next to a created model and next to its input that are named after the model.
pub(super) fn existing_animations(job: &Job) -> Vec<(String, Source)> {
    let [input] = job.inputs.as_slice() else { return Vec::new() };
    let is_file = !job.in_memory && input.is_file();
    if !is_file || job.output_format.extension() != Some("mdl") {
        return Vec::new();
    }
    let model = stem(&job.place.output);
    let mut found: Vec<(String, Source)> = Vec::new();
    for place in [Source::new(&job.place.output), Source::new(input.path())] {
        for animation in animations_of(&place, |name| matches_model_name(name, &model)) {
            let name = animation.stem();
            if found.iter().all(|(known, _)| !known.eq_ignore_ascii_case(&name)) {
                found.push((name, animation));
            }
        }
    }
    found
}

/// Returns the animations in the folder of a model, on disk or in a package, that are converted with it: all that `wanted` matches, or, without a pattern, the animations that
/// are named after the model.
pub(super) fn animations_with(job: &Job, wanted: &Globs) -> Vec<Source> {
    let [input] = job.inputs.as_slice() else { return Vec::new() };
    let is_model = input.path().extension().is_some_and(|extension| extension.eq_ignore_ascii_case("mdl"));
    if !is_model || !job.output_format.is_gltf() || input.is_stdin() {
        return Vec::new();
    }
    let model = input.stem();
    animations_of(input, |name| {
        let asked_for = wanted.matches(&name.into());
        if wanted.is_empty() { matches_model_name(name, &model) } else { asked_for }
    })
}

/// The animations in the folder of a model, on disk or in a package, whose names `wanted` accepts. Unreadable files are left out: nobody asked for them.
fn animations_of(model: &Source, wanted: impl Fn(&str) -> bool) -> Vec<Source> {
    let found: Vec<Source> = match model.package_path() {
        Some(package) => animation_entries(package, model.path(), wanted),
        None => convert::animations_beside(model.path(), wanted).iter().map(|path| Source::new(path)).collect(),
    };
    let opens = |input: &Source| input.read().is_ok_and(|bytes| matches!(input.asset(&bytes), Ok(Asset::UrhoAni(_))));
    found.into_iter().filter(opens).collect()
}

/// The entries of a package in the folder of a model whose names say that they are animations, and whose names without folder and extension `wanted`
/// accepts, in the order of their names. As for the model itself, case doesn't matter.
fn animation_entries(package: &Path, model: &Path, wanted: impl Fn(&str) -> bool) -> Vec<Source> {
    let folder = |path: &Path| path.parent().unwrap_or(Path::new("")).as_os_str().to_ascii_lowercase();
    let is_wanted = |path: &PathBuf| {
        let is_animation = path.extension().is_some_and(|end| end.eq_ignore_ascii_case("ani"));
        is_animation && folder(path) == folder(model) && wanted(&stem(path))
    };
    let Ok(opened) = urho_pak::Package::open_path(package) else { return Vec::new() };
    let names = opened.entries().filter(|entry| !entry.is_shadowed()).map(|entry| entry.name());
    let mut paths: Vec<PathBuf> = names.filter_map(|name| name.as_str().map(PathBuf::from)).filter(is_wanted).collect();
    paths.sort();
    let package = Source::new(package);
    paths.into_iter().map(|path| package.entry(path)).collect()
}
