//! The files that a command must work on, and their bytes: files, package entries, standard input.

use std::collections::VecDeque;
use std::ffi::OsStr;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use engine_assets::binio::ReadAt;
pub(crate) use engine_assets::sources::Source as Input;
use engine_assets::sources::{Listed, is_one_file, next_batch, read_stdin, sources};
use engine_assets::{Error, Globs};
use sha2::{Digest as _, Sha256};

/// The files that a command must work on.
#[derive(Args)]
pub(crate) struct Inputs {
    /// Files; folders with their subfolders; package entries such as game.pak:Models/Jack.mdl; - for standard input
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Process only shard K of N of the files in folders. Use this to run a job on N machines
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// The number of links in folders that were skipped so far.
    #[arg(skip)]
    links: AtomicUsize,
}

/// The bytes of a file that is read in place, or of standard input.
pub(crate) type Source = Arc<dyn ReadAt + Send + Sync>;

/// Opens a file to be read in place. Standard input is read to the end.
pub(crate) fn open_source(path: &Path) -> io::Result<Source> {
    Ok(if path.as_os_str() == OsStr::new("-") { Arc::new(read_stdin()?) } else { Arc::new(File::open(path)?) })
}

impl Inputs {
    /// Returns the paths on the command line. For a package entry, this is the path of the package.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = PathBuf> + '_ {
        self.paths.iter().map(|path| {
            let input = Input::new(path);
            input.package_path().map_or_else(|| path.clone(), Path::to_path_buf)
        })
    }

    /// Returns `true` if there is only one path, and it is not a folder.
    pub(crate) fn is_one_file(&self) -> bool {
        is_one_file(&self.paths)
    }

    /// Returns the paths as they were given on the command line.
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.paths
    }

    /// Returns `true` if a file belongs to the shard to process. `relative` must be relative to the folder.
    pub(crate) fn takes(&self, relative: &Path) -> bool {
        self.shard.is_none_or(|shard| shard.takes(relative))
    }

    /// Returns all files to process. The files of a folder are sorted by name. If an item can't be listed, this yields
    /// an error.
    pub(crate) fn files(&self) -> impl Iterator<Item = io::Result<Input>> + '_ {
        sources(&self.paths, move |relative| self.takes(relative)).filter_map(|listed| match listed {
            Ok(Listed::Source(input)) => Some(Ok(input)),
            Ok(Listed::Link(_)) => {
                self.links.fetch_add(1, Ordering::Relaxed);
                None
            }
            Err(error) => Some(Err(error)),
        })
    }

    /// Returns how many links in folders were skipped so far. A link is skipped if it leads out of its folder, is
    /// broken, or is part of a cycle.
    pub(crate) fn links_skipped(&self) -> usize {
        self.links.load(Ordering::Relaxed)
    }
}

/// Checks a pattern for file names given on the command line.
pub(crate) fn glob(text: &str) -> Result<String, Error> {
    Globs::new([text]).map(|_| text.to_owned())
}

/// Options that limit how many files are processed at once.
#[derive(Args)]
pub(crate) struct Parallel {
    /// Limit the number of files processed at once, so that they use about SIZE of memory: 256M, 2G. A file that is
    /// larger is processed alone
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    max_memory: Option<u64>,
}

impl Parallel {
    /// Returns the memory that can be used for all files at once, in bytes, or `None` if there is no limit.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.max_memory
    }

    /// Removes the next values from the front of a queue: at most `most`, and not more than will fit into the memory.
    pub(crate) fn batch<T>(&self, queue: &mut VecDeque<T>, most: usize, expected: impl Fn(&T) -> u64) -> Vec<T> {
        next_batch(queue, most, self.max_memory, expected)
    }
}

/// Parses a number of bytes given on the command line, with an optional K, M or G.
fn memory(text: &str) -> Result<u64, &'static str> {
    let (digits, shift) = match text.char_indices().next_back() {
        Some((at, 'K' | 'k')) => (&text[..at], 10),
        Some((at, 'M' | 'm')) => (&text[..at], 20),
        Some((at, 'G' | 'g')) => (&text[..at], 30),
        _ => (text, 0),
    };
    let bytes = digits.parse().ok().and_then(|number: u64| number.checked_mul(1 << shift));
    bytes.filter(|bytes| *bytes > 0).ok_or("a number of bytes, such as 256M or 2G")
}

/// The part of a job to run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The number of the shard, starting at 1.
    number: u64,
    of: u64,
}

impl Shard {
    /// Returns `true` if a file belongs to this shard. The file's path below the folder is hashed, so the result is the
    /// same on every machine.
    fn takes(self, relative: &Path) -> bool {
        let parts: Vec<&[u8]> = relative.iter().map(OsStr::as_encoded_bytes).collect();
        let digest = Sha256::digest(parts.join(&b'/'));
        let hash = digest.iter().take(8).fold(0_u64, |hash, byte| hash << 8 | u64::from(*byte));
        hash % self.of == self.number - 1
    }
}

impl FromStr for Shard {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts = text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err("K/N with K from 1 to N, such as 2/8"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_have_units() {
        assert_eq!([memory("256M"), memory("2G"), memory("7")], [Ok(256 << 20), Ok(2 << 30), Ok(7)]);
        for wrong in ["", "M", "0", "-1", "1T", "99999999999G"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn shards_part_all_files() {
        for name in ["a.mdl", "b/c.mdl", "d.ani", "é"] {
            let takers = (1..=5).filter(|number| Shard { number: *number, of: 5 }.takes(Path::new(name)));
            assert_eq!(takers.count(), 1, "{name}");
        }
    }

    #[test]
    fn shards_are_checked() {
        assert_eq!("2/8".parse(), Ok(Shard { number: 2, of: 8 }));
        for text in ["0/8", "9/8", "1/0", "1", "a/b", "-1/2"] {
            assert!(text.parse::<Shard>().is_err(), "{text}");
        }
    }
}
