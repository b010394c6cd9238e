//! Finds the files to compare in two folders.

use std::collections::{BTreeMap, HashMap};
use std::io;
use std::path::{Path, PathBuf};

use engine_assets::folder::{Found, walk};
use sha2::{Digest as _, Sha256};

use super::compared::Pair;

/// Returns the files of both folders, sorted by name. If both folders have a file with equal bytes but different names,
/// it was renamed.
pub(super) fn pairs(old: &Path, new: &Path) -> io::Result<Vec<Pair>> {
    let (before, mut after) = (files(old)?, files(new)?);
    let mut pairs = Vec::new();
    let mut gone = Vec::new();
    for (name, path) in before {
        match after.remove(&name) {
            Some(later) => pairs.push(Pair::new(&name, &path, &later)),
            None => gone.push((name, path)),
        }
    }
    let mut known: HashMap<[u8; 32], Vec<(PathBuf, PathBuf)>> = HashMap::new();
    // Without new files nothing was renamed.
    if after.is_empty() {
        pairs.extend(gone.into_iter().map(|(name, old)| Pair { name, was: None, old: Some(old), new: None }));
    } else {
        for file in gone.into_iter().rev() {
            known.entry(hash(&file.1)?).or_default().push(file);
        }
    }
    for (name, path) in after {
        let was = if known.is_empty() { None } else { known.get_mut(&hash(&path)?).and_then(Vec::pop) };
        let (was, old) = was.map_or((None, None), |(was, old)| (Some(was), Some(old)));
        pairs.push(Pair { name, was, old, new: Some(path) });
    }
    let left = known.into_values().flatten();
    pairs.extend(left.map(|(name, old)| Pair { name, was: None, old: Some(old), new: None }));
    pairs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(pairs)
}

/// Returns the files below a folder. The key is the path relative to this folder.
fn files(folder: &Path) -> io::Result<BTreeMap<PathBuf, PathBuf>> {
    let mut files = BTreeMap::new();
    for entry in walk(folder) {
        // Links that lead elsewhere are no part of the folder.
        if let Found::File(path) = entry? {
            let name = path.strip_prefix(folder).unwrap_or(&path).to_path_buf();
            files.insert(name, path);
        }
    }
    Ok(files)
}

fn hash(path: &Path) -> io::Result<[u8; 32]> {
    let bytes = std::fs::read(path).map_err(|error| crate::output::named(path, &error))?;
    Ok(Sha256::digest(bytes).into())
}
