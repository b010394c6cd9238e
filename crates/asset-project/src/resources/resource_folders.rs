//! Finds out where a project keeps its resources.

use std::path::{Component, Path, PathBuf};

use super::candidate::Candidate;
use super::{ResourceError, Resources, RootReason, Rules, program};

/// Typical folders in a resource folder for Urho3D.
const URHO: [&str; 9] =
    ["Materials", "Models", "Textures", "Techniques", "Scenes", "Objects", "Prefabs", "RenderPaths", "Shaders"];
/// If a name is not in a resource folder, this many parent folders are searched for it.
const MOST_ABOVE: usize = 8;
/// Typical folders in a resource folder for Pragma.
const PRAGMA: [&str; 3] = ["materials", "models", "maps"];

/// Returns the names in a folder, as they are stored.
pub(super) fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

/// The folders and packages of a project, in search order.
#[derive(Default)]
pub(super) struct Layout {
    pub(super) rules: Rules,
    pub(super) roots: Vec<(PathBuf, RootReason)>,
    /// Folders to search after all roots.
    pub(super) candidates: Vec<PathBuf>,
}

impl Layout {
    /// Adds a folder or package, unless it was already added.
    pub(super) fn root(&mut self, path: PathBuf, reason: RootReason) {
        if self.roots.iter().all(|(root, _)| *root != path) {
            self.roots.push((path, reason));
        }
    }

    fn open(self) -> Result<Resources, ResourceError> {
        let mut resources = Resources::new().rules(self.rules);
        for (path, reason) in self.roots {
            resources = if path.is_dir() { resources.folder(path)? } else { with_package(resources, &path) };
            if let Some(root) = resources.roots.last_mut().filter(|root| root.reason == RootReason::Given) {
                root.reason = reason;
            }
        }
        let is_root = |path: &PathBuf| resources.roots().any(|root| root == path);
        let candidates = self.candidates.into_iter().filter(|path| !is_root(path)).map(Candidate::new);
        resources.candidates = candidates.collect();
        Ok(resources)
    }

    /// Adds the folder that the user has named, unless a root is inside it or contains it.
    fn name(&mut self, folder: PathBuf) {
        let is_related = |root: &Path| root.starts_with(&folder) || folder.starts_with(root);
        if !self.roots.iter().any(|(root, _)| is_related(root)) {
            self.roots.insert(0, (folder, RootReason::Named));
        }
    }
}

/// Returns whether this contains a folder that you would only expect in a resource folder for Urho3D.
pub(super) fn has_resources(folder: &Path) -> bool {
    names_in(folder).iter().any(|name| URHO.contains(&name.as_str()))
}

/// Returns an absolute path without `..`. As in the file system, `..` after a link leaves the folder that the link
/// leads to. All other links stay in the path, because a resource folder can contain links. The result is `None` if the
/// current folder is not known.
pub fn normal(path: &Path) -> Option<PathBuf> {
    let mut normal = PathBuf::new();
    for part in std::path::absolute(path).ok()?.components() {
        if part == Component::ParentDir {
            if normal.is_symlink() {
                normal = normal.canonicalize().ok()?;
            }
            normal.pop();
        } else {
            normal.push(part);
        }
    }
    Some(normal)
}

/// Returns the resources of the project that contains this path. Pass the folder that the user has named as `named`,
/// and set `reads_config` to read `engine-assets.toml`.
pub(super) fn around(path: &Path, named: Option<&Path>, reads_config: bool) -> Result<Resources, ResourceError> {
    let unknown = || ResourceError::Io { path: path.to_path_buf(), error: std::io::ErrorKind::NotFound.into() };
    let full = normal(path).ok_or_else(unknown)?;
    let named = named.and_then(normal).filter(|named| named.is_dir());
    #[cfg(feature = "fs")]
    if reads_config {
        let roots = super::config::roots(&full)?;
        if !roots.is_empty() {
            return configured(roots).open();
        }
    }
    let _ = reads_config;
    let mut layout = by_evidence(&full);
    if let Some(named) = named {
        layout.name(named);
    }
    layout.open()
}

#[cfg(feature = "fs")]
fn configured(roots: Vec<PathBuf>) -> Layout {
    let has = |known: &[&str]| roots.iter().flat_map(|root| names_in(root)).any(|name| known.contains(&name.as_str()));
    let rules = if has(&PRAGMA) && !has(&URHO) { Rules::Pragma } else { Rules::Urho };
    let roots = roots.into_iter().map(|root| (root, RootReason::Configured)).collect();
    Layout { rules, roots, candidates: Vec::new() }
}

fn by_evidence(path: &Path) -> Layout {
    let mut single: Option<(PathBuf, Rules)> = None;
    let Some(start) = path.ancestors().find(|folder| folder.is_dir()) else { return Layout::default() };
    // A folder beyond the project isn't evidence: a home folder can have a folder `Models` too.
    let outer = above(start, usize::MAX);
    for folder in std::iter::once(start).chain(outer.iter().map(PathBuf::as_path)) {
        let names = names_in(folder);
        let has = |name: &str| names.iter().any(|one| one == name);
        if has("CoreData") || has("Data") && has_resources(&folder.join("Data")) {
            return program::layout(folder, path, single.map(|(nearest, _)| nearest));
        }
        if has("addons")
            && (PRAGMA.iter().any(|name| has(name))
                || single.as_ref().is_some_and(|(_, rules)| *rules == Rules::Pragma))
        {
            return pragma(folder);
        }
        let kinds = [(&URHO[..], Rules::Urho), (&PRAGMA[..], Rules::Pragma)];
        for (known, rules) in kinds {
            // Model and material folders may contain folders of the same name: models of maps.
            let is_inside =
                rules == Rules::Pragma && folder.file_name().is_some_and(|name| PRAGMA.iter().any(|one| name == *one));
            if is_inside {
                continue;
            }
            if single.is_none() && known.iter().any(|name| has(name)) {
                single = Some((folder.to_path_buf(), rules));
            }
        }
    }
    match single {
        Some((folder, rules)) => {
            let candidates = above(&folder, MOST_ABOVE);
            Layout { rules, roots: vec![(folder, RootReason::Nearest)], candidates }
        }
        None => Layout::default(),
    }
}

/// Returns the parent folders of a folder that can be in the same project, with the nearest first. This ends at the
/// folder with `.git`, `.hg` or `engine-assets.toml`. It never includes a home folder, a folder that contains home
/// folders, or the root of the file system.
pub(super) fn above(folder: &Path, most: usize) -> Vec<PathBuf> {
    let homes: Vec<PathBuf> = ["HOME", "USERPROFILE"].iter().filter_map(std::env::var_os).map(PathBuf::from).collect();
    let is_open = |folder: &Path| folder.parent().is_some() && !homes.iter().any(|home| home.starts_with(folder));
    let is_top = |folder: &Path| [".git", ".hg", "engine-assets.toml"].iter().any(|name| folder.join(name).exists());
    let mut above = Vec::new();
    let mut inner = folder;
    while let Some(outer) = inner.parent().filter(|outer| above.len() < most && is_open(outer) && !is_top(inner)) {
        above.push(outer.to_path_buf());
        inner = outer;
    }
    above
}

/// Adds a package, unless it is missing or damaged.
fn with_package(resources: Resources, path: &Path) -> Resources {
    #[cfg(feature = "fs")]
    if let Ok(package) = urho_pak::Package::open_path(path) {
        return resources.files(path, package);
    }
    let _ = path;
    resources
}

/// Returns the folder with the engine's assets, and then the folders of its addons, sorted by name.
fn pragma(folder: &Path) -> Layout {
    let mut layout = Layout { rules: Rules::Pragma, ..Layout::default() };
    layout.root(folder.to_path_buf(), RootReason::Nearest);
    let addons = folder.join("addons");
    for path in names_in(&addons).into_iter().map(|name| addons.join(name)).filter(|path| path.is_dir()) {
        layout.root(path, RootReason::Addon);
    }
    layout
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// For tests: returns the rules and the roots for the project around `path`, in a folder that contains these empty
    /// files. The roots are relative to the project folder.
    fn layout(files: &[&str], path: &str) -> (Rules, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, []).unwrap();
        }
        let layout = around(&folder.path().join(path), None, true).unwrap();
        let below = |root: &Path| root.strip_prefix(folder.path()).unwrap().to_str().unwrap().replace('\\', "/");
        (layout.rules, layout.roots().map(below).collect())
    }

    fn urho(roots: &[&str]) -> (Rules, Vec<String>) {
        (Rules::Urho, roots.iter().map(|root| (*root).to_owned()).collect())
    }

    fn pragma(roots: &[&str]) -> (Rules, Vec<String>) {
        (Rules::Pragma, urho(roots).1)
    }

    #[test]
    fn the_program_folder_of_urho3d_has_core_data_or_data_with_resources() {
        let model = "Data/Models/Box.mdl";
        assert_eq!(layout(&["CoreData/Techniques/Diff.xml", model], model), urho(&["Data", "CoreData"]));
        assert_eq!(layout(&[model], model), urho(&["Data"]));
        assert_eq!(layout(&["CoreData/Readme.txt"], "CoreData/Readme.txt"), urho(&["CoreData"]));
        // A folder that is named alike is no project without resources in it.
        assert_eq!(layout(&["Data/Readme.txt"], "Data/Readme.txt"), urho(&[]));
        // Files in the folder itself belong to the project too.
        assert_eq!(layout(&[model, "Notes.txt"], "Notes.txt"), urho(&["Data"]));
    }

    #[test]
    fn autoloaded_folders_come_first_and_broken_packages_are_left_out() {
        let files = ["Data/Models/Box.mdl", "Autoload/B/a.xml", "Autoload/A/a.xml", "Autoload/C.pak", "Data.pak"];
        assert_eq!(layout(&files, "Data"), urho(&["Autoload/A", "Autoload/B", "Data"]));
    }

    #[test]
    fn a_resource_folder_without_a_program_is_the_only_root() {
        assert_eq!(layout(&["Art/Models/Box.mdl"], "Art/Models/Box.mdl"), urho(&["Art"]));
        // The innermost one counts.
        assert_eq!(layout(&["Scenes/Level/Models/Box.mdl"], "Scenes/Level/Models/Box.mdl"), urho(&["Scenes/Level"]));
        assert_eq!(layout(&["Art/Box.mdl"], "Art/Box.mdl"), urho(&[]));
        assert_eq!(layout(&["Art/materials/white.pmat"], "Art/materials/white.pmat"), pragma(&["Art"]));
    }

    #[test]
    fn folders_of_pragma_may_contain_folders_of_the_same_name() {
        let file = "Art/models/maps/door/models/door.pmdl";
        assert_eq!(layout(&[file], file), pragma(&["Art/models/maps/door"]));
        let file = "Art/models/maps/door.pmdl";
        assert_eq!(layout(&[file], file), pragma(&["Art"]));
        // Urho3D has no such rule.
        assert_eq!(layout(&["materials/Models/Box.mdl"], "materials/Models/Box.mdl"), urho(&["materials"]));
    }

    #[test]
    fn addons_of_pragma_follow_the_assets_in_order() {
        let files = ["materials/a.pmat", "addons/b/models/a.pmdl", "addons/a/models/a.pmdl", "addons/list.txt"];
        assert_eq!(layout(&files, "materials/a.pmat"), pragma(&["", "addons/a", "addons/b"]));
        // An addon finds its way out, even if the engine's own assets aren't there.
        let addon = ["addons/b/models/a.pmdl"];
        assert_eq!(layout(&addon, addon[0]), pragma(&["", "addons/b"]));
        // Addons of something else.
        assert_eq!(layout(&["addons/b/Models/a.mdl"], "addons/b/Models/a.mdl"), urho(&["addons/b"]));
        assert_eq!(layout(&["addons/b/a.txt"], "addons/b/a.txt"), urho(&[]));
    }
}
