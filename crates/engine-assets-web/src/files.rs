//! The dropped files. If an asset references another file, it is searched here.

use std::io;

use engine_assets::Files;

use crate::source::Source;

/// The dropped files, given by path.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dropped {
    /// The files. If a file was removed, its path is empty, so that no name can find it.
    files: Vec<(String, Source)>,
}

/// Returns the name of a file without folders.
pub(crate) fn base(path: &str) -> &str {
    path.rsplit_once('/').map_or(path, |(_, name)| name)
}

/// Returns the folder of a file, or an empty string if there is none.
pub(crate) fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Returns the name of a file without folders and extension.
pub(crate) fn stem(path: &str) -> &str {
    let name = base(path);
    name.rsplit_once('.').map_or(name, |(stem, _)| stem)
}

impl Dropped {
    pub(crate) fn add(&mut self, path: String, source: Source) -> u32 {
        self.files.push((path, source));
        (self.files.len() - 1) as u32
    }

    pub(crate) fn replace(&mut self, file: u32, source: Source) {
        if let Some((_, own)) = self.files.get_mut(file as usize) {
            *own = source;
        }
    }

    pub(crate) fn remove(&mut self, file: u32) {
        if let Some((path, own)) = self.files.get_mut(file as usize) {
            path.clear();
            own.release();
        }
    }

    pub(crate) fn get(&self, file: u32) -> Option<(&str, Source)> {
        self.files.get(file as usize).map(|(path, source)| (path.as_str(), *source))
    }

    /// Returns the paths of all files that are directly in a folder.
    pub(crate) fn beside<'d>(&'d self, folder: &'d str) -> impl Iterator<Item = &'d str> {
        self.files.iter().map(|(path, _)| path.as_str()).filter(move |path| self::folder(path) == folder)
    }

    /// Returns the file with exactly this path.
    pub(crate) fn at(&self, path: &str) -> Option<Source> {
        self.files.iter().find(|(own, _)| own == path).map(|(_, source)| *source)
    }
}

/// Finds a resource by name. All folders are searched, and the shortest path that ends with the name is returned. For a
/// file that was dropped without its folder, only the last part of the name must be the same.
impl Files for Dropped {
    fn find(&self, name: &str, ignore_case: bool) -> Option<String> {
        let same = |a: &str, b: &str| if ignore_case { a.eq_ignore_ascii_case(b) } else { a == b };
        let ends = |path: &str| {
            let start = path.len().checked_sub(name.len())?;
            let is_it = same(path.get(start..)?, name) && (start == 0 || path.as_bytes().get(start - 1) == Some(&b'/'));
            is_it.then_some(start)
        };
        let paths = || self.files.iter().map(|(path, _)| path.as_str());
        let below = paths().filter_map(|path| Some((ends(path)?, path))).min();
        let loose = || paths().find(|path| !path.contains('/') && same(path, base(name)));
        below.map(|(_, path)| path).or_else(loose).map(str::to_owned)
    }

    fn names(&self) -> Vec<String> {
        self.files.iter().map(|(path, _)| below_data(path).to_owned()).collect()
    }

    fn read(&self, name: &str, most: u64) -> io::Result<Vec<u8>> {
        self.at(name).ok_or(io::ErrorKind::NotFound)?.range(0, most)
    }
}

/// Returns the resource name for a path, which is the part below the last resource folder.
fn below_data(path: &str) -> &str {
    let starts = ["CoreData/", "Data/"].iter().filter_map(|folder| {
        let start = path.rfind(folder)?;
        let is_part = start == 0 || path.as_bytes().get(start - 1) == Some(&b'/');
        is_part.then(|| start + folder.len())
    });
    path.get(starts.max().unwrap_or(0)..).unwrap_or(path)
}
