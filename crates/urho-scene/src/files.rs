//! Checks whether the files that a scene refers to exist.

use std::collections::{BTreeMap, HashSet};
use std::path::{Path, PathBuf};

use binio::{Findings, Name};

use crate::document::Document;
use crate::kinds;
use crate::place::Place;

/// Where the engines look for resources in a project, in this order.
const FOLDERS: [&str; 5] = ["Data", "CoreData", "Autoload/LargeData", "Cache", ""];

/// Follow no more nested prefabs than this.
const MOST_PREFABS: usize = 10_000;

/// A prefab that is larger than this is not opened to look for other prefabs.
const LARGEST_PREFAB: u64 = 1 << 28;

impl Document<'_> {
    /// Checks whether all resources exist that this file refers to. You have to pass the folder of the project as
    /// `root`.
    ///
    /// You get a finding for each resource that is in none of the resource folders, and for each prefab that includes
    /// itself, directly or indirectly. The resource folders are `Data`, `CoreData`, `Autoload/LargeData` and `Cache` in
    /// `root`, and `root` itself.
    pub fn missing_files(&self, root: &Path) -> Findings {
        let mut findings = Findings::new();
        let mut looked_up: BTreeMap<Name<'static>, Option<PathBuf>> = BTreeMap::new();
        let mut told = HashSet::new();
        let scene = self.scene();
        for resource in scene.resources() {
            let found = looked_up.entry(resource.name.clone()).or_insert_with(|| find(root, &resource.name)).clone();
            if found.is_none() && told.insert(resource.name.clone()) {
                let message = format!(
                    "attribute \"{}\": \"{}\" is in no resource folder below {}; the engine draws without it and saves an empty name",
                    resource.attribute,
                    resource.name,
                    root.display()
                );
                findings.warning(kinds::RESOURCE_MISSING, resource.place.path(), message);
            }
        }
        for prefab in scene.prefabs() {
            if let Some(path) = looked_up.get(&prefab.name).cloned().flatten() {
                follow(root, &path, &prefab.name, prefab.place, &mut findings);
            }
        }
        findings
    }
}

/// Returns the path to a resource.
fn find(root: &Path, name: &[u8]) -> Option<PathBuf> {
    let name = std::str::from_utf8(name).ok()?;
    let steps: Vec<&str> = name.split(['/', '\\']).collect();
    // A name that leads out of the folders isn't looked up.
    if steps.iter().any(|step| matches!(*step, ".." | "." | "") || step.contains(':')) {
        return None;
    }
    FOLDERS.iter().map(|folder| root.join(folder).join(steps.join("/"))).find(|path| path.is_file())
}

/// Reports a prefab if it includes itself.
fn follow(root: &Path, path: &Path, name: &Name<'_>, place: Place, findings: &mut Findings) {
    let mut open = vec![path.to_owned()];
    let mut seen: HashSet<PathBuf> = HashSet::new();
    while let Some(at) = open.pop() {
        if !seen.insert(at.clone()) || seen.len() > MOST_PREFABS {
            continue;
        }
        for inner in prefabs_in(&at).into_iter().filter_map(|inner| find(root, &inner)) {
            if inner == path {
                let message = format!("prefab \"{name}\" includes itself; the engine includes it without end");
                findings.error(kinds::PREFAB_RECURSION, place.path(), message);
                return;
            }
            open.push(inner);
        }
    }
}

/// Returns the prefabs that a file refers to. If the file can't be read, there are none.
fn prefabs_in(path: &Path) -> Vec<Name<'static>> {
    let is_small = std::fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() <= LARGEST_PREFAB);
    let bytes = if is_small { std::fs::read(path).unwrap_or_default() } else { Vec::new() };
    match Document::parse(&bytes) {
        Ok(document) => document.scene().prefabs().map(|prefab| prefab.name).collect(),
        Err(_) => Vec::new(),
    }
}
