//! Finds the resource folders of a program for Urho3D, U3D or rbfx: `Data`, `CoreData` and everything beside them.

use std::path::{Path, PathBuf};

use super::RootReason;
use super::resource_folders::{Layout, has_resources, names_in};

/// These folders of a program are always searched, in this order.
const USUAL: [&str; 3] = ["Data", "CoreData", "Cache"];

/// Returns the resource folders in a program folder. `path` is inside this folder, and `nearest` is the nearest folder
/// above `path` that contains resources.
pub(super) fn layout(folder: &Path, path: &Path, nearest: Option<PathBuf>) -> Layout {
    let names = names_in(folder);
    let folders: Vec<&String> = names.iter().filter(|name| folder.join(name).is_dir()).collect();
    let has_core = folders.iter().any(|name| *name == "CoreData");
    let mut layout = Layout::default();
    let inner_folder = inner_folder(folder, path);
    let is_usual = |name: &str| USUAL.contains(&name) || name == "Autoload";
    if let Some(inner_folder) = inner_folder.filter(|inner_folder| !is_usual(inner_folder)) {
        let inner_folder = folder.join(inner_folder);
        // Without resources of its own, the folder contains sources, code or a part of the program.
        match nearest.filter(|nearest| nearest.starts_with(&inner_folder)) {
            _ if has_resources(&inner_folder) => layout.root(inner_folder, RootReason::Own),
            Some(nearest) if !has_core => layout.root(nearest, RootReason::Nearest),
            Some(nearest) => layout.candidates.extend([inner_folder, nearest]),
            None => layout.candidates.push(inner_folder),
        }
    }
    let autoload = folder.join("Autoload");
    for name in names_in(&autoload) {
        layout.root(autoload.join(name), RootReason::Autoload);
    }
    for name in packages(&names) {
        layout.root(folder.join(name), RootReason::Package);
    }
    for name in USUAL.iter().filter(|usual| folders.iter().any(|name| name == *usual)) {
        layout.root(folder.join(name), RootReason::Usual);
    }
    for name in folders.into_iter().filter(|name| has_core && !is_usual(name) && !name.starts_with('.')) {
        let beside = folder.join(name);
        if has_resources(&beside) {
            layout.root(beside, RootReason::Beside);
        } else {
            layout.candidates.push(beside);
        }
    }
    layout
}

/// Returns the packages in a program folder. `Data.pak` and `CoreData.pak` come first.
fn packages(names: &[String]) -> Vec<&str> {
    let is_package = |name: &&str| name.len() > 4 && name.to_ascii_lowercase().ends_with(".pak");
    let mut packages: Vec<&str> = names.iter().map(String::as_str).filter(is_package).collect();
    packages.sort_by_key(|name| match *name {
        "Data.pak" => 0,
        "CoreData.pak" => 1,
        _ => 2,
    });
    packages
}

/// Returns the folder in the program folder that contains the path.
fn inner_folder<'p>(folder: &Path, path: &'p Path) -> Option<&'p str> {
    let first = path.strip_prefix(folder).ok()?.iter().next()?.to_str()?;
    folder.join(first).is_dir().then_some(first)
}
