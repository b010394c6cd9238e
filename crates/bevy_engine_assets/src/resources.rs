//! Resources of a file, read by the asset server.
//!
//! Conversions ask for resources while they run and can't wait. The asset server reads in the background. So a conversion gets the resources that were
//! read before it, the asset server reads the missing resources after it, and the conversion is repeated until no resource is missing.

use std::collections::{HashMap, HashSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use asset_project::Files;
use bevy::asset::{AssetPath, AssetServer, LoadContext};
use bevy::tasks::futures_lite::StreamExt;

/// A name that a conversion asks for, and whether upper and lower case are the same.
type Wish = (String, bool);

/// Stored name and content of a resource; `None` if there is no such resource.
type Answer = Option<(String, Arc<Vec<u8>>)>;

/// Folders that contain resources by their names, of Urho3D and of Pragma.
const HOMES: [&str; 10] =
    ["Models", "Materials", "Textures", "Techniques", "Scenes", "Objects", "Prefabs", "models", "materials", "maps"];

/// Resources that were read, and wishes for more.
#[derive(Debug, Default)]
pub(crate) struct Supply {
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    known: HashMap<Wish, Answer>,
    wishes: HashSet<Wish>,
}

impl Supply {
    fn state(&self) -> std::sync::MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Removes and returns the wishes that nobody answered, in the order of their names; exact names first.
    pub(crate) fn take_wishes(&self) -> Vec<Wish> {
        let mut wishes: Vec<Wish> = self.state().wishes.drain().collect();
        wishes.sort_by(|a, b| (a.1, &a.0).cmp(&(b.1, &b.0)));
        wishes
    }

    fn answer(&self, wish: Wish, found: Answer) {
        if let Some((name, bytes)) = &found {
            // Reading goes by the stored name.
            self.state().known.insert((name.clone(), false), Some((name.clone(), bytes.clone())));
        }
        self.state().known.insert(wish, found);
    }

    fn known(&self, wish: &Wish) -> Option<Answer> {
        self.state().known.get(wish).cloned()
    }
}

impl Files for Supply {
    fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        let wish = (name.to_owned(), ignore_case);
        match self.known(&wish) {
            Some(found) => found.map(|(name, _)| name),
            None => {
                self.state().wishes.insert(wish);
                None
            }
        }
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        let found = self.known(&(name.to_owned(), false)).flatten().ok_or(io::ErrorKind::NotFound)?;
        let most = usize::try_from(most).unwrap_or(usize::MAX).min(found.1.len());
        Ok(found.1[..most].to_vec())
    }
}

/// Reads resources of one file by the asset server.
pub(crate) struct Shelf<'c, 'l> {
    pub(crate) context: &'c mut LoadContext<'l>,
    server: AssetServer,
    /// Folders in the order in which they are searched.
    roots: Vec<AssetPath<'static>>,
    /// Names in folders that were listed.
    listed: HashMap<AssetPath<'static>, Vec<String>>,
}

impl<'c, 'l> Shelf<'c, 'l> {
    pub(crate) fn new<'r>(
        context: &'c mut LoadContext<'l>,
        server: AssetServer,
        more: impl Iterator<Item = &'r str>,
    ) -> Self {
        let path = context.path().clone();
        let mut roots: Vec<AssetPath<'static>> = Vec::new();
        let near = near(path.path()).into_iter().map(|folder| with_path(&path, folder));
        let more = more.filter_map(|root| AssetPath::try_parse(root).ok()).map(AssetPath::into_owned);
        for root in near.chain(more) {
            if !roots.contains(&root) {
                roots.push(root);
            }
        }
        Self { context, server, roots, listed: HashMap::new() }
    }

    /// Returns the name of a file as a resource: relative to the first root.
    pub(crate) fn resource_name(&self, path: &Path) -> String {
        let root = self.roots.first().map_or(Path::new(""), |root| root.path());
        slashed(path.strip_prefix(root).unwrap_or(path))
    }

    /// Reads everything that a conversion wished for.
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

    /// Reads the first resource of a name.
    async fn read(&mut self, name: &str) -> Option<Vec<u8>> {
        for root in self.roots.clone() {
            let path = joined(&root, name);
            if let Ok(bytes) = self.context.read_asset_bytes(path).await {
                return Some(bytes);
            }
        }
        None
    }

    /// Reads the first resource whose name differs in upper and lower case only.
    async fn read_ignoring_case(&mut self, name: &str) -> Answer {
        for root in self.roots.clone() {
            let Some(stored) = self.stored_name(&root, name).await else { continue };
            if let Ok(bytes) = self.context.read_asset_bytes(joined(&root, &stored)).await {
                return Some((stored, Arc::new(bytes)));
            }
        }
        None
    }

    /// Returns the name as it is stored below a root. Sources that can't list folders, as on the web, have none.
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

    /// Returns the names in a folder, sorted; none if it can't be listed.
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

/// Returns the folders that may contain the resources of a file: the parent of its resource folder (`Models`) and all ancestors, or the file's own
/// folder and all ancestors if it is in no resource folder. `CoreData` follows its sibling `Data`.
fn near(path: &Path) -> Vec<PathBuf> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let is_home = |folder: &Path| folder.file_name().is_some_and(|name| HOMES.iter().any(|home| name == *home));
    // Folders of models and materials of Pragma may contain folders of the same name: models of maps.
    let home = folder.ancestors().filter(|folder| is_home(folder)).last().and_then(Path::parent);
    let mut near = Vec::new();
    for root in home.unwrap_or(folder).ancestors() {
        near.push(root.to_path_buf());
        if root.file_name().is_some_and(|name| name == "Data") {
            near.push(root.with_file_name("CoreData"));
        }
    }
    near
}

/// The path of the same source.
pub(crate) fn with_path(path: &AssetPath<'static>, folder: PathBuf) -> AssetPath<'static> {
    AssetPath::from_path_buf(folder).with_source(path.source().clone_owned())
}

/// The path of a name below a folder.
fn joined(root: &AssetPath<'static>, name: &str) -> AssetPath<'static> {
    with_path(root, root.path().join(name))
}

/// A path with `/` between its parts.
pub(crate) fn slashed(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roots_are_above_the_folder_that_says_what_a_file_is() {
        let near = |path: &str| near(Path::new(path)).iter().map(|path| slashed(path)).collect::<Vec<_>>();
        assert_eq!(near("game/Data/Models/Jack/Jack.mdl"), ["game/Data", "game/CoreData", "game", ""]);
        assert_eq!(near("pragma/models/maps/world/world_1.pmdl_b"), ["pragma", ""]);
        assert_eq!(near("Models/Jack.mdl"), [""]);
        assert_eq!(near("some/Jack.mdl"), ["some", ""]);
        assert_eq!(near("Jack.mdl"), [""]);
    }

    #[test]
    fn wishes_are_told_once_and_answers_are_read_by_their_stored_names() {
        let supply = Supply::default();
        assert_eq!(supply.find("Textures/Stone.png", false), None);
        assert_eq!(supply.find("Textures/Stone.png", true), None);
        let wish = |ignore_case| ("Textures/Stone.png".to_owned(), ignore_case);
        assert_eq!(supply.take_wishes(), [wish(false), wish(true)]);
        supply.answer(wish(false), None);
        supply.answer(wish(true), Some(("textures/stone.png".to_owned(), Arc::new(vec![1, 2, 3]))));
        assert_eq!(supply.find("Textures/Stone.png", false), None);
        assert_eq!(supply.find("Textures/Stone.png", true).as_deref(), Some("textures/stone.png"));
        assert_eq!(supply.read("textures/stone.png", 2).ok(), Some(vec![1, 2]));
        assert_eq!(supply.take_wishes(), []);
    }
}
