//! Where projects keep their resources.

use std::path::{Path, PathBuf};

use super::{ResourceError, Resources, Rules};

/// Folders of a resource folder of Urho3D.
const URHO: [&str; 6] = ["Materials", "Models", "Textures", "Techniques", "Scenes", "Objects"];
/// Folders of a resource folder of Pragma.
const PRAGMA: [&str; 3] = ["materials", "models", "maps"];

/// Returns the names in a folder, as they are stored.
fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    names
}

pub(super) fn around(path: &Path) -> Result<Resources, ResourceError> {
    let path = std::path::absolute(path).map_err(|error| ResourceError::Io { path: path.to_path_buf(), error })?;
    let mut single: Option<(PathBuf, Rules)> = None;
    for folder in path.ancestors().filter(|folder| folder.is_dir()) {
        let names = names_in(folder);
        let has = |name: &str| names.iter().any(|one| one == name);
        let has_resources =
            |name: &str| has(name) && names_in(&folder.join(name)).iter().any(|one| URHO.contains(&one.as_str()));
        if has("CoreData") || has_resources("Data") {
            return urho(folder);
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
        Some((folder, rules)) => Resources::new().rules(rules).folder(folder),
        None => Ok(Resources::new()),
    }
}

/// Returns the resources of a program folder: `Autoload` before packages, then `Data` before `CoreData`, as far as they exist.
fn urho(folder: &Path) -> Result<Resources, ResourceError> {
    let mut resources = Resources::new();
    let autoload = folder.join("Autoload");
    let autoloaded = names_in(&autoload).into_iter().map(|name| autoload.join(name));
    let usual = ["Data.pak", "CoreData.pak", "Data", "CoreData"].into_iter().map(|name| folder.join(name));
    for path in autoloaded.chain(usual) {
        if path.is_dir() {
            resources = resources.folder(path)?;
        } else {
            resources = with_package(resources, &path);
        }
    }
    Ok(resources)
}

/// Adds a package, unless it is missing or broken.
fn with_package(resources: Resources, path: &Path) -> Resources {
    #[cfg(feature = "fs")]
    if let Ok(package) = urho_pak::Package::open_path(path) {
        return resources.files(path, package);
    }
    let _ = path;
    resources
}

/// The folder of the engine's assets, then the folders of its addons, sorted by name.
fn pragma(folder: &Path) -> Result<Resources, ResourceError> {
    let mut resources = Resources::new().rules(Rules::Pragma).folder(folder)?;
    let addons = folder.join("addons");
    for path in names_in(&addons).into_iter().map(|name| addons.join(name)).filter(|path| path.is_dir()) {
        resources = resources.folder(path)?;
    }
    Ok(resources)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// The rules and the roots, below the folder of the project, of the project around `path`, in a folder with these empty files.
    fn layout(files: &[&str], path: &str) -> (Rules, Vec<String>) {
        let folder = tempfile::tempdir().unwrap();
        for file in files {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, []).unwrap();
        }
        let found = around(&folder.path().join(path)).unwrap();
        let below = |root: &Path| root.strip_prefix(folder.path()).unwrap().to_str().unwrap().replace('\\', "/");
        (found.rules, found.roots().map(below).collect())
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
