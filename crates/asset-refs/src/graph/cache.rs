//! Keeps the references in files that have not changed.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use super::{FileReferences, Graph, GraphReader};
use asset_project::reading::LARGEST_UNKNOWN;
use asset_project::sources::{Source, map};

/// Keeps the references in each file, so that you can read the graph again and again without searching all files. Use
/// this in an editor, for example.
///
/// A file is read again if the size or the modification time has changed, and searched again if the content has changed
/// too. If files or resource folders are added to the project or removed, all files are searched again, because a name
/// can then mean another file.
///
/// ```no_run
/// use asset_project::sources::ResourceLookup;
/// use asset_refs::graph::{GraphReader, ReferenceCache};
///
/// let mut cache = ReferenceCache::default();
/// loop {
///     let lookup = ResourceLookup::default();
///     let graph = cache.read(GraphReader::new(&["Data".into()], &[], &lookup));
///     println!("{} files, {} of them searched", graph.files().len(), cache.searched());
///     std::thread::sleep(std::time::Duration::from_secs(1));
/// }
/// ```
#[derive(Debug, Default)]
pub struct ReferenceCache {
    /// Hash of all files and resource folders.
    project: u64,
    files: HashMap<PathBuf, Cached>,
    searched: usize,
}

#[derive(Clone, Debug)]
struct Cached {
    stamp: Stamp,
    /// Hash of the content, or `None` if the file is too large to compute it.
    content: Option<u64>,
    references: FileReferences,
}

/// Size and modification time of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    /// Whether the last change was long enough ago when the file was read. The clocks of file systems are coarse, so a
    /// change right afterwards could have the same time.
    is_settled: bool,
}

/// If two changes are closer than this, they can have the same time.
const RESOLUTION: Duration = Duration::from_secs(2);

impl Stamp {
    fn of(path: &Path) -> Option<Self> {
        let metadata = path.metadata().ok()?;
        let modified = metadata.modified().ok();
        let age = modified.and_then(|modified| SystemTime::now().duration_since(modified).ok());
        Some(Self { size: metadata.len(), modified, is_settled: age.is_some_and(|age| age > RESOLUTION) })
    }

    /// Checks whether the content is still the same as it was for an earlier stamp.
    fn is_unchanged_since(self, earlier: Self) -> bool {
        earlier.is_settled && (self.size, self.modified) == (earlier.size, earlier.modified)
    }
}

impl ReferenceCache {
    /// Reads the graph for all files in a reader. Files that have not changed are not searched again.
    pub fn read(&mut self, mut reader: GraphReader<'_>) -> Graph {
        let sources: Vec<Source> = reader.take().into();
        let project = reader.fingerprint();
        if project != self.project {
            self.files.clear();
            self.project = project;
        }
        let is_closed = reader.is_closed();
        let mut known = std::mem::take(&mut self.files);
        let work: Vec<(Source, Option<Cached>)> = sources
            .into_iter()
            .map(|source| {
                let cached = known.remove(source.path()).filter(|cached| is_closed || cached.references.is_closed());
                (source, cached)
            })
            .collect();
        let done = map(work, |(source, cached)| {
            let (file, is_searched) = search(&reader, &source, cached);
            (source.path().to_path_buf(), file, is_searched)
        });
        self.searched = done.iter().filter(|(_, _, is_searched)| *is_searched).count();
        let references = done.iter().map(|(_, file, _)| file.references.clone()).collect();
        self.files = done.into_iter().map(|(path, file, _)| (path, file)).collect();
        reader.finish(references)
    }

    /// Returns how many files the last [`read`](Self::read) has searched.
    pub fn searched(&self) -> usize {
        self.searched
    }
}

/// Returns the references in a file, and whether the file had to be searched for them.
fn search(reader: &GraphReader<'_>, source: &Source, cached: Option<Cached>) -> (Cached, bool) {
    let none = Stamp { size: 0, modified: None, is_settled: false };
    // Entries of packages are searched each time: the package has one time for all.
    let stamp = if source.is_file() { Stamp::of(source.path()) } else { None };
    if let Some((stamp, cached)) = stamp.zip(cached.as_ref()) {
        if stamp.is_unchanged_since(cached.stamp) {
            return (cached.clone(), false);
        }
    }
    let content = stamp.filter(|stamp| stamp.size <= LARGEST_UNKNOWN).and_then(|_| hash_of(source.path()));
    let stamp = stamp.unwrap_or(none);
    match cached.filter(|cached| content.is_some() && cached.content == content) {
        Some(cached) => (Cached { stamp, ..cached }, false),
        None => (Cached { stamp, content, references: reader.references(source) }, true),
    }
}

fn hash_of(path: &Path) -> Option<u64> {
    let bytes = asset_unpack::read_regular(path).ok()?;
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    Some(hasher.finish())
}

impl GraphReader<'_> {
    /// Computes a hash of all files, the resource folders, and the package versions.
    fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        for (id, file) in self.names().iter() {
            (&file.path, &file.name, self.names().is_link(id)).hash(&mut hasher);
        }
        for (path, _) in self.origins() {
            let stamp = Stamp::of(&path).filter(|_| path.is_file());
            stamp.map(|stamp| (stamp.size, stamp.modified)).hash(&mut hasher);
            path.hash(&mut hasher);
        }
        hasher.finish()
    }
}
