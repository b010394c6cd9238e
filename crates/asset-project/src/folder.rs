//! Lists the files in folders, and decides which of them to pack (feature `fs`).

use std::io::{self, Error, ErrorKind};
use std::path::{Path, PathBuf};

use binio::Escaped;
use walkdir::WalkDir;

/// An item in a folder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// A file, or a link to a file below the folder.
    File(PathBuf),
    /// A link that is not followed, because it leads out of the folder, to nothing, in a circle, or from a linked
    /// folder to another folder.
    Link(PathBuf),
}

/// Iterates over the files below a folder, sorted by name.
///
/// Links are followed if they lead to something below the folder. Inside a linked folder, links to files are followed
/// too, but not links to folders: a few that lead to each other would never end. Folders of version control and build
/// tools (`.git`, `node_modules`, folders of CMake and Cargo) are skipped because they contain copies. To list such a
/// folder, pass it as `folder`.
///
/// # Errors
/// Each item can be an I/O error about a folder.
pub fn walk(folder: &Path) -> impl Iterator<Item = io::Result<Found>> + use<> {
    walk_but(folder, is_of_tools)
}

/// Folders that version control, package managers and interpreters create.
const OF_TOOLS: [&str; 6] = [".bzr", ".git", ".hg", ".svn", "__pycache__", "node_modules"];
/// If a folder contains one of these files, CMake or Cargo created it.
const OF_BUILDS: [&str; 2] = ["CMakeCache.txt", "CACHEDIR.TAG"];

fn is_of_tools(folder: &Path) -> bool {
    let is_named = folder.file_name().is_some_and(|name| OF_TOOLS.iter().any(|known| name == *known));
    is_named || OF_BUILDS.iter().any(|file| folder.join(file).is_file())
}

/// Like [`walk`], but skips the folders for which `is_left_out` returns true.
fn walk_but(folder: &Path, is_left_out: fn(&Path) -> bool) -> impl Iterator<Item = io::Result<Found>> + use<> {
    let root = folder.canonicalize().ok();
    let mut entries = WalkDir::new(folder).follow_links(true).sort_by_file_name().into_iter();
    let mut linked: Option<usize> = None;
    std::iter::from_fn(move || {
        loop {
            match entries.next()? {
                // A temporary file of another run, or of a killed process.
                Ok(entry) if entry.depth() > 0 && asset_unpack::is_temporary(entry.file_name()) => {
                    if entry.file_type().is_dir() {
                        entries.skip_current_dir();
                    }
                }
                Ok(entry) if entry.depth() > 0 && entry.path_is_symlink() => {
                    let (depth, is_folder) = (entry.depth(), entry.file_type().is_dir());
                    linked = linked.filter(|linked| depth > *linked);
                    if !is_below(entry.path(), root.as_deref()) || is_folder && linked.is_some() {
                        if is_folder {
                            entries.skip_current_dir();
                        }
                        return Some(Ok(Found::Link(entry.into_path())));
                    }
                    if is_folder {
                        linked = Some(depth);
                    } else if entry.file_type().is_file() {
                        return Some(Ok(Found::File(entry.into_path())));
                    }
                }
                Ok(entry) if entry.depth() > 0 && entry.file_type().is_dir() && is_left_out(entry.path()) => {
                    entries.skip_current_dir();
                }
                Ok(entry) => {
                    linked = linked.filter(|linked| entry.depth() > *linked);
                    if entry.file_type().is_file() {
                        return Some(Ok(Found::File(entry.into_path())));
                    }
                }
                Err(error) => {
                    let link = error.path().filter(|path| path.is_symlink()).map(Path::to_path_buf);
                    return Some(link.map_or_else(|| Err(error.into()), |link| Ok(Found::Link(link))));
                }
            }
        }
    })
}

fn is_below(path: &Path, root: Option<&Path>) -> bool {
    root.is_some_and(|root| path.canonicalize().is_ok_and(|path| path.starts_with(root)))
}

/// A file to pack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// The name below the folder, with `/` between folders.
    pub name: String,
    /// Path of the file.
    pub path: PathBuf,
    /// Size, in bytes.
    pub size: u64,
}

/// A file that will not be packed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Path of the file.
    pub path: PathBuf,
    /// The reason.
    pub why: &'static str,
}

/// Lists the files in a folder to pack.
///
/// `skip_reason` is called for each file with its name (with U+FFFD for bytes that are not UTF-8), path and size. If it
/// returns a reason, the file is skipped and added to `left_out`. See [`PackRules::skip_reason`] for the usual rules.
///
/// # Errors
/// Returns an error if the folder doesn't exist, if the name of a file to pack is not UTF-8, or if there is an I/O
/// error. Each error contains the file name.
pub fn items(
    folder: &Path,
    skip_reason: impl Fn(&str, &Path, u64) -> Option<&'static str>,
    left_out: &mut Vec<LeftOut>,
) -> io::Result<Vec<Item>> {
    let named = |path: &Path, error: Error| Error::new(error.kind(), format!("{}: {error}", Escaped(path.display())));
    if !folder.is_dir() {
        return Err(named(folder, Error::new(ErrorKind::NotADirectory, "not a folder")));
    }
    let mut items = Vec::new();
    // A package says why it lacks a file: the rules decide about hidden ones.
    for entry in walk_but(folder, |_| false) {
        let path = match entry? {
            Found::File(path) => path,
            Found::Link(path) => {
                let why = "a link out of the folder, to nothing, in a circle or below another link";
                left_out.push(LeftOut { path, why });
                continue;
            }
        };
        let size = path.metadata().map_err(|error| named(&path, error))?.len();
        let relative = path.strip_prefix(folder).unwrap_or(&path);
        let parts: Vec<_> = relative.iter().map(|part| part.to_string_lossy()).collect();
        let name = parts.join("/");
        match skip_reason(&name, &path, size) {
            Some(why) => left_out.push(LeftOut { path, why }),
            None if relative.to_str().is_none() => {
                return Err(named(relative, Error::new(ErrorKind::InvalidInput, "the name is not UTF-8")));
            }
            None => items.push(Item { name, path, size }),
        }
    }
    Ok(items)
}

/// Decides which files to leave out of an Urho3D package.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct PackRules {
    /// The package to write, because a file that will be overwritten can't be packed.
    pub package: Option<PathBuf>,
    /// Whether to pack empty, hidden, `.bak` and `.rule` files too.
    pub all: bool,
    /// Whether to pack empty files too.
    pub keep_empty: bool,
}

impl PackRules {
    /// Returns the default rules for a package that will be written to `output`.
    pub fn new(output: &Path) -> Self {
        Self { package: output.canonicalize().ok(), ..Self::default() }
    }

    /// Returns why this file should not be packed, or `None` to pack it.
    pub fn skip_reason(&self, name: &str, path: &Path, size: u64) -> Option<&'static str> {
        if self.package.is_some() && path.canonicalize().ok() == self.package {
            Some("it is the package")
        } else if size == 0 && !self.keep_empty && !self.all {
            Some("empty: packed with the option keep-empty")
        } else if !self.all && urho_pak::is_ignored(name, size.max(1)) {
            Some("hidden, .bak or .rule: packed with the option all")
        } else {
            None
        }
    }
}
