//! Finds files next to a model: animations to convert with it, and the model that a scene was exported from.

use std::collections::HashMap;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use crate::plan::Job;
use asset_convert::{ConvertOptions, Original, animations_in, matches_model_name};
use asset_formats::{Asset, Error, SideFile};
use asset_project::{
    sources::lock,
    sources::{Source, stem},
};
use binio::shown_path;

/// Opens the original of an edited scene. For an Urho3D model, this includes the animations next to it that are
/// named after it. Set `side_files` to read the side files, too.
///
/// # Errors
/// Returns [`Error::Refused`] if the file can't be read, or is not a document that [`Original::new`] accepts. The
/// message contains the file name.
pub(crate) fn open_original(path: &Path, side_files: bool) -> Result<Original, Error> {
    let named = |error: Error| Error::Refused(format!("{}: {error}", shown_path(path)));
    let side = |input: &Source, asset: &Asset<'_>| -> Option<SideFile> {
        if side_files { input.side_file(asset) } else { None }
    };
    let input = Source::new(path);
    let bytes = input.read().map_err(|error| named(error.into()))?;
    let asset = input.asset(&bytes).map_err(named)?;
    let side_file = side(&input, &asset);
    let mut original = Original::new(asset).map_err(named)?.side(side_file);
    for beside in animations_of(&input, &AnimationLists::default(), |name| matches_model_name(name, &stem(path))) {
        let bytes = beside.read().map_err(|error| named(error.into()))?;
        if let Ok(asset) = beside.asset(&bytes) {
            let side_file = side(&beside, &asset);
            original = original.animation(&beside.stem(), asset, side_file);
        }
    }
    Ok(original)
}

/// Returns the existing Urho3D animations that are named after a created model, in the folders of the output and of the
/// input.
pub(crate) fn existing_animations(
    job: &Job,
    inputs: &AnimationLists,
    outputs: &AnimationLists,
) -> Vec<(String, Source)> {
    let [input] = job.inputs.as_slice() else { return Vec::new() };
    let is_file = !job.in_memory && input.is_file();
    if !is_file || job.output_format.extension() != Some("mdl") {
        return Vec::new();
    }
    let model = stem(&job.place.output);
    let mut animations: Vec<(String, Source)> = Vec::new();
    for (source, lists) in [(Source::new(&job.place.output), outputs), (Source::new(input.path()), inputs)] {
        for animation in animations_of(&source, lists, |name| matches_model_name(name, &model)) {
            let name = animation.stem();
            if animations.iter().all(|(known, _)| !known.eq_ignore_ascii_case(&name)) {
                animations.push((name, animation));
            }
        }
    }
    animations
}

/// Returns the animations in the folder of a model that must be converted with it. The folder can be in a package. If
/// there are patterns in the option `animations`, these are all animations that match; if not, those that are named
/// after the model.
pub(crate) fn animations_with(job: &Job, options: &ConvertOptions, lists: &AnimationLists) -> Vec<Source> {
    let wanted = options.animation_patterns();
    let [input] = job.inputs.as_slice() else { return Vec::new() };
    let is_model = has_extension(input.path(), "mdl");
    if !is_model || !job.output_format.is_gltf() || input.is_stdin() || !options.is_animated() {
        return Vec::new();
    }
    let model = input.stem();
    animations_of(input, lists, |name| {
        let asked_for = wanted.matches(&name.into());
        if wanted.is_empty() { matches_model_name(name, &model) } else { asked_for }
    })
}

/// Returns the names of the animations in the folder of a model that a conversion to glTF leaves out, because their
/// names begin with no model name in the folder. Use this for a single file without patterns; for folders, the summary
/// reports such animations.
pub(crate) fn animations_left_out(job: &Job, lists: &AnimationLists) -> Vec<String> {
    let [input] = job.inputs.as_slice() else { return Vec::new() };
    let is_model = has_extension(input.path(), "mdl");
    if !is_model || !job.output_format.is_gltf() || !input.is_file() {
        return Vec::new();
    }
    let animations = lists.around(input);
    if animations.is_empty() {
        return Vec::new();
    }
    let models = models_in(input.path().parent().unwrap_or(Path::new("")));
    let is_claimed = |name: &str| models.iter().any(|model| matches_model_name(name, &stem(model)));
    animations.iter().map(|path| stem(path)).filter(|name| !is_claimed(name)).collect()
}

/// Returns the animations in the folder of a model whose names `wanted` accepts. The folder can be in a package. Files
/// that can't be read are skipped, because nobody has asked for them.
fn animations_of(model: &Source, lists: &AnimationLists, wanted: impl Fn(&str) -> bool) -> Vec<Source> {
    let all = lists.around(model);
    let paths = all.iter().filter(|path| wanted(&stem(path)));
    let package = model.package_path().map(Source::new);
    let source =
        |path: &PathBuf| package.as_ref().map_or_else(|| Source::found(path), |package| package.entry(path.clone()));
    let opens = |input: &Source| {
        input.read().is_ok_and(|bytes| input.asset(&bytes).is_ok_and(|asset| asset.format().is_urho_animation()))
    };
    paths.map(source).filter(opens).collect()
}

/// Returns whether the file looks like an Urho3D animation by its name.
fn is_animation(path: &Path) -> bool {
    has_extension(path, "ani")
}

/// Returns the files in a folder that look like Urho3D models by their names. The result is empty if the folder can't be
/// listed.
fn models_in(folder: &Path) -> Vec<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| has_extension(path, "mdl")).collect()
}

fn has_extension(path: &Path, extension: &str) -> bool {
    path.extension().is_some_and(|end| end.eq_ignore_ascii_case(extension))
}

/// Files and package entries that are animations by their names, sorted, for each folder.
type ByFolder = HashMap<OsString, Arc<Vec<PathBuf>>>;

/// Remembers the animations next to the models in a run. Each folder is listed only once, because listing it for every
/// model would take quadratic time.
#[derive(Default)]
pub(crate) struct AnimationLists {
    folders: Mutex<ByFolder>,
    packages: Mutex<HashMap<PathBuf, Arc<ByFolder>>>,
}

impl AnimationLists {
    /// Returns the animations in the folder of a model. The folder can be in a package.
    fn around(&self, model: &Source) -> Arc<Vec<PathBuf>> {
        if let Some(package) = model.package_path() {
            let mut packages = lock(&self.packages);
            let all = packages.entry(package.to_path_buf()).or_insert_with(|| Arc::new(animation_entries(package)));
            return all.get(&folder_key(model.path())).cloned().unwrap_or_default();
        }
        let Some(folder) = model.path().parent() else { return Arc::default() };
        let mut folders = lock(&self.folders);
        let listed = folders.entry(folder.as_os_str().to_owned());
        listed.or_insert_with(|| Arc::new(animations_in(folder))).clone()
    }

    /// Adds a file that was just created to the list for its folder.
    pub(crate) fn created(&self, path: &Path) {
        let Some(folder) = path.parent().filter(|_| is_animation(path)) else { return };
        let mut folders = lock(&self.folders);
        let Some(listed) = folders.get_mut(folder.as_os_str()).map(Arc::make_mut) else { return };
        if let Err(position) = listed.binary_search_by(|known| known.as_path().cmp(path)) {
            listed.insert(position, path.to_path_buf());
        }
    }
}

/// Returns the folder of an entry, in lower case, because case is ignored for the model too.
fn folder_key(path: &Path) -> OsString {
    path.parent().unwrap_or(Path::new("")).as_os_str().to_ascii_lowercase()
}

/// Returns the animations in a package. If it can't be opened, there are none.
fn animation_entries(package: &Path) -> ByFolder {
    let Ok(opened) = urho_pak::Package::open_path(package) else { return ByFolder::new() };
    let names = opened.entries().filter(|entry| !entry.is_shadowed()).map(|entry| entry.name());
    let mut paths: Vec<PathBuf> =
        names.filter_map(|name| name.as_str().map(PathBuf::from)).filter(|path| is_animation(path)).collect();
    paths.sort();
    let mut folders: HashMap<OsString, Vec<PathBuf>> = HashMap::new();
    for path in paths {
        folders.entry(folder_key(&path)).or_default().push(path);
    }
    folders.into_iter().map(|(folder, paths)| (folder, Arc::new(paths))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_is_listed_once() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("Fox_Run.ani"), b"").expect("a file");
        std::fs::write(folder.path().join("Fox.mdl"), b"").expect("a file");
        let lists = AnimationLists::default();
        let model = Source::new(&folder.path().join("Fox.mdl"));
        let first = lists.around(&model);
        assert_eq!(*first, [folder.path().join("Fox_Run.ani")]);
        let other = lists.around(&Source::new(&folder.path().join("Bear.mdl")));
        assert!(Arc::ptr_eq(&first, &other));
        assert!(lists.around(&Source::new(Path::new("nowhere/Fox.mdl"))).is_empty());
        for name in ["Fox_Jump.ani", "Fox_Run.ani", "Fox.mdl"] {
            lists.created(&folder.path().join(name));
        }
        assert_eq!(*lists.around(&model), ["Fox_Jump.ani", "Fox_Run.ani"].map(|name| folder.path().join(name)));
    }
}
