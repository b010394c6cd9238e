//! Reads the resources of a file from the asset server.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bevy::asset::{AssetPath, AssetServer, LoadContext};
use bevy::tasks::futures_lite::StreamExt;

use crate::supply::{Answer, Supply, Wish};

/// The folders that contain resources, for Urho3D and for Pragma.
const HOMES: [&str; 10] =
    ["Models", "Materials", "Textures", "Techniques", "Scenes", "Objects", "Prefabs", "models", "materials", "maps"];

/// The folders of a program that are always searched, in this order.
const USUAL: [&str; 3] = ["Data", "CoreData", "Cache"];

/// Reads the resources of a file from the asset server.
pub(crate) struct Shelf<'c, 'l> {
    pub(crate) context: &'c mut LoadContext<'l>,
    server: AssetServer,
    /// The folders to search, in order.
    roots: Vec<AssetPath<'static>>,
    /// The names in folders that were already listed.
    listed: HashMap<AssetPath<'static>, Vec<String>>,
}

impl<'c, 'l> Shelf<'c, 'l> {
    pub(crate) async fn new<'r>(
        context: &'c mut LoadContext<'l>,
        server: AssetServer,
        more: impl Iterator<Item = &'r str>,
    ) -> Self {
        let path = context.path().clone();
        let mut shelf = Self { context, server, roots: Vec::new(), listed: HashMap::new() };
        for folder in shelf.near(&path).await {
            shelf.add_root(with_path(&path, folder));
        }
        for root in more.filter_map(|root| AssetPath::try_parse(root).ok()) {
            shelf.add_root(root.into_owned());
        }
        shelf
    }

    fn add_root(&mut self, root: AssetPath<'static>) {
        if !self.roots.contains(&root) {
            self.roots.push(root);
        }
    }

    /// Returns the folders that may contain the resources of a file: the parent of its resource folder (`Models`), or
    /// its own folder if it is not in a resource folder, the folders beside it, and all folders above. For Urho3D, U3D
    /// and rbfx, the folders beside it are the content of `Autoload`, `Data`, `CoreData`, `Cache`, and the other
    /// folders beside `CoreData`. For Pragma, they are the folders in `addons`.
    async fn near(&mut self, path: &AssetPath<'static>) -> Vec<PathBuf> {
        let (mut near, mut has_beside) = (Vec::new(), false);
        for root in home(path.path()).ancestors() {
            near.push(root.to_path_buf());
            let Some(above) = root.parent().filter(|_| !has_beside) else { continue };
            let mut beside = self.beside(path, above).await;
            if beside.is_empty() && root.file_name().is_some_and(|name| name == "Data") {
                // Sources on the web can't list folders.
                beside.push(root.with_file_name("CoreData"));
            }
            has_beside = !beside.is_empty();
            near.append(&mut beside);
            for addon in self.names(path, &root.join("addons")).await {
                near.push(root.join("addons").join(addon));
            }
        }
        near
    }

    /// Returns the resource folders in the folder of an Urho3D, U3D or rbfx program. If it is not such a folder, this
    /// is empty.
    async fn beside(&mut self, path: &AssetPath<'static>, program: &Path) -> Vec<PathBuf> {
        let names = self.names(path, program).await;
        if !names.iter().any(|name| name == "CoreData") {
            return Vec::new();
        }
        let autoload = program.join("Autoload");
        let mut beside: Vec<PathBuf> =
            self.names(path, &autoload).await.iter().map(|name| autoload.join(name)).collect();
        beside.extend(
            USUAL.iter().filter(|usual| names.iter().any(|name| name == *usual)).map(|name| program.join(name)),
        );
        for name in names.iter().filter(|name| !USUAL.contains(&name.as_str()) && *name != "Autoload") {
            let folder = program.join(name);
            if self.names(path, &folder).await.iter().any(|name| HOMES.contains(&name.as_str())) {
                beside.push(folder);
            }
        }
        beside
    }

    async fn names(&mut self, path: &AssetPath<'static>, folder: &Path) -> Vec<String> {
        self.list(&with_path(path, folder.to_path_buf())).await
    }

    /// Returns the resource name of a file, which is relative to the first root.
    pub(crate) fn resource_name(&self, path: &Path) -> String {
        let root = self.roots.first().map_or(Path::new(""), |root| root.path());
        slashed(path.strip_prefix(root).unwrap_or(path))
    }

    /// Reads all resources that a conversion has asked for.
    pub(crate) async fn fetch(&mut self, supply: &Supply, wishes: Vec<Wish>) {
        for (name, ignore_case) in wishes {
            if supply.known(&(name.clone(), ignore_case)).is_some() {
                continue;
            }
            let exact = match supply.known(&(name.clone(), false)) {
                Some(found) => found,
                None => {
                    let found = self.read(&name).await.map(|bytes| (name.clone(), Arc::new(bytes)));
                    supply.answer((name.clone(), false), found.clone());
                    found
                }
            };
            if ignore_case {
                let found = match exact {
                    Some(found) => Some(found),
                    None => self.read_ignoring_case(&name).await,
                };
                supply.answer((name, true), found);
            }
        }
    }

    /// Reads the first resource with this name.
    async fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        for root in self.roots.clone() {
            let path = joined(&root, name);
            if let Ok(bytes) = self.context.read_asset_bytes(path).await {
                return Some(bytes);
            }
        }
        None
    }

    /// Reads the first resource with this name, ignoring case.
    async fn read_ignoring_case(&mut self, name: &str) -> Answer {
        for root in self.roots.clone() {
            let Some(stored) = self.stored_name(&root, name).await else { continue };
            if let Ok(bytes) = self.context.read_asset_bytes(joined(&root, &stored)).await {
                return Some((stored, Arc::new(bytes)));
            }
        }
        None
    }

    /// Returns the name as it is stored below a root. Returns `None` if the source can't list folders, for example on
    /// the web.
    async fn stored_name(&mut self, root: &AssetPath<'static>, name: &str) -> Option<String> {
        let mut stored = String::new();
        for part in name.split('/') {
            let folder = joined(root, &stored);
            let names = self.list(&folder).await;
            let found = names.iter().find(|own| own.eq_ignore_ascii_case(part))?;
            if !stored.is_empty() {
                stored.push('/');
            }
            stored.push_str(found);
        }
        Some(stored)
    }

    /// Returns the names in a folder, sorted. If it can't be listed, this is empty.
    pub(crate) async fn list(&mut self, folder: &AssetPath<'static>) -> Vec<String> {
        if let Some(names) = self.listed.get(folder) {
            return names.clone();
        }
        let mut names = Vec::new();
        if let Ok(source) = self.server.get_source(folder.source())
            && let Ok(mut paths) = source.reader().read_directory(folder.path()).await
        {
            while let Some(path) = paths.next().await {
                names.extend(path.file_name().map(|name| name.to_string_lossy().into_owned()));
            }
        }
        names.sort();
        self.listed.insert(folder.clone(), names.clone());
        names
    }
}

/// Returns the folder that contains the resource folder (`Models`) of a file. If the file is not in a resource folder,
/// this is its own folder.
fn home(path: &Path) -> &Path {
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_home = |folder: &Path| folder.file_name().is_some_and(|name| HOMES.iter().any(|home| name == *home));
    // Folders of models and materials of Pragma may contain folders of the same name: models of maps.
    folder.ancestors().filter(|folder| is_home(folder)).last().and_then(Path::parent).unwrap_or(folder)
}

/// Returns a path in the same source.
pub(crate) fn with_path(path: &AssetPath<'static>, folder: PathBuf) -> AssetPath<'static> {
    AssetPath::from_path_buf(folder).with_source(path.source().clone_owned())
}

/// Returns the path of a name in a folder.
fn joined(root: &AssetPath<'static>, name: &str) -> AssetPath<'static> {
    with_path(root, root.path().join(name))
}

/// Returns a path as text with `/` between its parts.
pub(crate) fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_from_the_folder_above_its_resource_folder() {
        let home = |path: &str| slashed(home(Path::new(path)));
        assert_eq!(home("game/Data/Models/Jack/Jack.mdl"), "game/Data");
        assert_eq!(home("pragma/models/maps/world/world_1.pmdl_b"), "pragma");
        assert_eq!(home("Models/Jack.mdl"), "");
        assert_eq!(home("some/Jack.mdl"), "some");
        assert_eq!(home("Jack.mdl"), "");
    }
}
