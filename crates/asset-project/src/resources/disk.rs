//! Reads folders and packages in the file system. Neither a name nor a link can lead out of a folder.

use std::collections::HashMap;
use std::io::{self, Read as _};
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use cap_std::ambient_authority;
use cap_std::fs::Dir;

use super::{Files, ResourceError, Resources};

/// A search that ignores case follows this many matching folders at once.
const WAYS: usize = 64;

/// This many files and folders can be listed.
const MOST_NAMES: usize = 100_000;
/// Folders are listed to this depth.
const MOST_FOLDERS: usize = 32;

/// Before a file is read, no more than this is reserved, whatever the file length is.
const ROOM: u64 = 1 << 20;

impl Resources {
    /// Adds a folder.
    ///
    /// # Errors
    /// Returns any I/O error.
    pub fn folder(self, path: impl AsRef<Path>) -> Result<Self, ResourceError> {
        let path = path.as_ref().to_path_buf();
        match Folder::open(&path) {
            Ok(folder) => Ok(self.files(path, folder)),
            Err(error) => Err(ResourceError::Io { path, error }),
        }
    }

    /// Adds a package.
    ///
    /// # Errors
    /// Returns any I/O error, and an error if the package is invalid.
    pub fn package(self, path: impl AsRef<Path>) -> Result<Self, ResourceError> {
        let path = path.as_ref().to_path_buf();
        match urho_pak::Package::open_path(&path) {
            Ok(package) => Ok(self.files(path, package)),
            Err(error) => Err(ResourceError::Package { path, error }),
        }
    }

    /// Adds a folder. If the path is a file, it is added as a package.
    ///
    /// # Errors
    /// See [`folder`](Self::folder) and [`package`](Self::package).
    pub fn root(self, path: impl AsRef<Path>) -> Result<Self, ResourceError> {
        if path.as_ref().is_file() { self.package(path) } else { self.folder(path) }
    }

    /// Returns these resources, but reads them through other files. Both share the materials of models, which are only
    /// searched once.
    pub fn through(&self, files: impl Files + 'static) -> Self {
        let material_uses = self.material_uses.clone();
        Self { rules: self.rules, material_uses, ..Self::new() }.files("project", files)
    }
}

/// A folder that has been opened.
#[derive(Debug)]
struct Folder {
    dir: Dir,
    /// Links to folders outside this folder but inside the project, which have been opened, by name.
    links: Vec<(String, Folder)>,
    /// The content of each folder that has been visited. It works in the same way whether the file system ignores case
    /// or not.
    listings: Mutex<HashMap<String, Arc<Listing>>>,
}

/// The names in a folder, by the name in lower case, so that a search need not compare them all.
#[derive(Clone, Debug, Default)]
struct Listing(HashMap<String, Vec<String>>);

impl Listing {
    fn of(names: impl Iterator<Item = String>) -> Self {
        let mut listing = Self::default();
        for name in names {
            listing.0.entry(name.to_lowercase()).or_default().push(name);
        }
        listing.0.values_mut().for_each(|names| names.sort());
        listing
    }

    fn add(&mut self, name: &str) {
        let names = self.0.entry(name.to_lowercase()).or_default();
        if let Err(position) = names.binary_search_by(|known| known.as_str().cmp(name)) {
            names.insert(position, name.to_owned());
        }
    }

    /// Returns the names that are equal to `part`. If there is an exact match, it comes first.
    fn find(&self, part: &str, ignore_case: bool) -> Vec<&String> {
        let known = self.0.get(&part.to_lowercase()).into_iter().flatten();
        let mut entries: Vec<&String> = known.filter(|entry| ignore_case || *entry == part).collect();
        entries.sort_by_key(|entry| *entry != part);
        entries
    }
}

impl Folder {
    fn open(path: &Path) -> io::Result<Self> {
        Ok(Self { links: links(path), ..Self::open_alone(path)? })
    }

    /// Opens a folder, but not its links.
    fn open_alone(path: &Path) -> io::Result<Self> {
        let dir = Dir::open_ambient_dir(path, ambient_authority())?;
        Ok(Self { dir, links: Vec::new(), listings: Mutex::default() })
    }

    /// Returns the linked folder that contains this name, with the name of the link and the rest of the name.
    fn linked<'n>(&self, name: &'n str, ignore_case: bool) -> Option<(&str, &Self, &'n str)> {
        let (first, rest) = name.split_once('/')?;
        let is_it = |link: &str| link == first || ignore_case && link.to_lowercase() == first.to_lowercase();
        let (link, folder) = self.links.iter().find(|(link, _)| is_it(link))?;
        Some((link, folder, rest))
    }

    /// Returns the names in a subfolder. If it is not a folder, there are none.
    fn listing(&self, folder: &str) -> Arc<Listing> {
        let lock = || self.listings.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(listing) = lock().get(folder) {
            return listing.clone();
        }
        let entries = self.dir.read_dir(if folder.is_empty() { "." } else { folder });
        let names = entries.into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
        let listing = Arc::new(Listing::of(names));
        lock().insert(folder.to_owned(), listing.clone());
        listing
    }
}

impl Files for Folder {
    /// Lists this folder and its subfolders. Hidden folders are skipped. Linked folders are skipped too, unless the
    /// link is directly in this folder and leads to another folder of the project.
    fn names(&self) -> Vec<String> {
        let linked = self.links.iter();
        let linked =
            linked.flat_map(|(link, folder)| folder.names().into_iter().map(move |name| format!("{link}/{name}")));
        let (mut names, mut waiting, mut left) =
            (linked.collect::<Vec<_>>(), vec![(String::new(), 0_usize)], MOST_NAMES);
        while let Some((folder, depth)) = waiting.pop() {
            let Ok(entries) = self.dir.read_dir(if folder.is_empty() { "." } else { &folder }) else { continue };
            for entry in entries.flatten() {
                let (Ok(kind), Ok(name)) = (entry.file_type(), entry.file_name().into_string()) else { continue };
                let Some(rest) = left.checked_sub(1) else { return names };
                left = rest;
                let name = if folder.is_empty() { name } else { format!("{folder}/{name}") };
                if kind.is_dir() && depth < MOST_FOLDERS && !name.starts_with('.') && !name.contains("/.") {
                    waiting.push((name, depth.saturating_add(1)));
                } else if kind.is_file() {
                    names.push(name);
                }
            }
        }
        names
    }

    fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        if let Some((link, folder, rest)) = self.linked(name, ignore_case) {
            return Some(format!("{link}/{}", folder.find(rest, ignore_case)?));
        }
        let mut ways = vec![String::new()];
        for part in name.split('/') {
            let mut next = Vec::new();
            for way in &ways {
                let listing = self.listing(way);
                let entries = listing.find(part, ignore_case);
                next.extend(
                    entries
                        .iter()
                        .map(|entry| if way.is_empty() { (*entry).clone() } else { format!("{way}/{entry}") }),
                );
            }
            next.truncate(WAYS);
            ways = next;
        }
        // A link that leads out has no metadata here.
        ways.into_iter().find(|way| self.dir.metadata(way).is_ok_and(|metadata| metadata.is_file()))
    }

    /// Adds the file and its folders to all listings that exist.
    fn created(&self, name: &str) {
        let mut listings = self.listings.lock().unwrap_or_else(PoisonError::into_inner);
        let ends = name.match_indices('/').map(|(end, _)| end).chain([name.len()]);
        for path in ends.filter_map(|end| name.get(..end)) {
            let (folder, part) = path.rsplit_once('/').unwrap_or(("", path));
            if let Some(listing) = listings.get_mut(folder) {
                Arc::make_mut(listing).add(part);
            }
        }
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        if let Some((_, folder, rest)) = self.linked(name, false) {
            return folder.read(rest, most);
        }
        let file = asset_unpack::open_regular_in(&self.dir, name)?;
        let length = file.metadata()?.len().min(most).min(ROOM);
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        file.take(most).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// A link in a resource folder can lead to folders up to this many levels above it: these are the folder of the
/// program, and the folder that contains it.
const MOST_ABOVE: usize = 2;

/// Opens folders outside a resource folder that links in it lead to, for example if `Data/Models` is a link to a shared
/// folder. The engines follow any link, but links that lead out of the project are refused here, because you could have
/// downloaded the project.
fn links(root: &Path) -> Vec<(String, Folder)> {
    let Some(real) = root.canonicalize().ok() else { return Vec::new() };
    let top = super::resource_folders::above(&real, MOST_ABOVE).pop();
    let entries = std::fs::read_dir(root).into_iter().flatten().flatten();
    let links = entries.filter(|entry| entry.file_type().is_ok_and(|kind| kind.is_symlink()));
    let open = |entry: std::fs::DirEntry| {
        let target = entry.path().canonicalize().ok().filter(|target| target.is_dir())?;
        let is_in_project = top.as_ref().is_some_and(|top| target.starts_with(top) && target != *top);
        // A link to a folder that contains it would have no end.
        if target.starts_with(&real) || real.starts_with(&target) || !is_in_project {
            return None;
        }
        Some((entry.file_name().into_string().ok()?, Folder::open_alone(&target).ok()?))
    };
    links.filter_map(open).collect()
}
