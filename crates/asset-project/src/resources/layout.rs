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
            return urho(folder, &names);
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

/// Returns the resources of a program folder: `Autoload` before `Data`, and `Data` before `CoreData`.
fn urho(folder: &Path, names: &[String]) -> Result<Resources, ResourceError> {
    let mut resources = Resources::new();
    let autoload = folder.join("Autoload");
    let autoloaded = names_in(&autoload).into_iter().map(|name| autoload.join(name));
    let packages = ["Data.pak", "CoreData.pak"].into_iter().filter(|name| names.iter().any(|one| one == name));
    let folders = ["Data", "CoreData"].into_iter().filter(|name| names.iter().any(|one| one == name));
    let usual = packages.chain(folders).map(|name| folder.join(name));
    for path in autoloaded.chain(usual) {
        if path.is_dir() {
            resources = resources.folder(path)?;
        } else {
            resources = with_package(resources, &path);
        }
    }
    Ok(resources)
}

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
