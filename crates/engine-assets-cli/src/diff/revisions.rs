//! Compares two git revisions: lists the files that differ, and unpacks them to a temporary folder.

use std::ffi::OsStr;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::TempDir;

use super::compared::Pair;

/// The files that differ between two revisions.
pub(super) struct Revisions {
    pub(super) pairs: Vec<Pair>,
    /// The unpacked files, which are deleted when this is dropped.
    _folder: TempDir,
}

/// Returns `true` if both names are git revisions. Outside of a repository this is always `false`.
pub(super) fn are_revisions(old: &str, new: &str) -> io::Result<bool> {
    Ok(tree(old)?.is_some() && tree(new)?.is_some())
}

/// Returns the tree of a revision, or `None` if there is no such revision.
fn tree(revision: &str) -> io::Result<Option<String>> {
    // `-` and options are files or mistakes.
    if revision.is_empty() || revision.starts_with('-') {
        return Ok(None);
    }
    let tree = format!("{revision}^{{tree}}");
    let output = match Command::new("git").args(["rev-parse", "--verify", "--quiet", &tree]).output() {
        Ok(output) => output,
        // Without git no name is a revision.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    Ok(output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned()))
}

impl Revisions {
    /// Lists the files below `paths` that differ, and unpacks both versions. If you want to draw pictures, set
    /// `with_all` to unpack all files, because pictures need the referenced files too.
    pub(super) fn compare(old: &str, new: &str, paths: &[String], with_all: bool) -> io::Result<Self> {
        let missing = |name: &str| failure(&format!("{name}: no git revision"));
        let before = tree(old)?.ok_or_else(|| missing(old))?;
        let after = tree(new)?.ok_or_else(|| missing(new))?;
        let mut listed = git();
        listed.args(["diff-tree", "-r", "-z", "-M", "--name-status", "--ignore-submodules=all", &before, &after, "--"]);
        let listed = done(listed.args(paths).output()?)?;
        let folder = tempfile::Builder::new().prefix("engine-assets-diff-").tempdir()?;
        let pairs = pairs(&listed.stdout, folder.path())?;
        for (tree, side) in [(&before, Side::Old), (&after, Side::New)] {
            let names = pairs.iter().filter_map(|pair| match side {
                Side::Old => pair.old.as_ref().map(|_| pair.was.as_ref().unwrap_or(&pair.name)),
                Side::New => pair.new.as_ref().map(|_| &pair.name),
            });
            let names = names.flat_map(|name| [name.as_os_str().as_encoded_bytes(), b"\0"].concat()).collect();
            unpack(
                tree,
                &folder.path().join(side.name()),
                if with_all && !pairs.is_empty() { None } else { Some(names) },
            )?;
        }
        // A submodule has no file.
        let is_file = |pair: &Pair| [&pair.old, &pair.new].into_iter().flatten().all(|path| path.is_file());
        Ok(Self { pairs: pairs.into_iter().filter(is_file).collect(), _folder: folder })
    }
}

#[derive(Clone, Copy)]
enum Side {
    Old,
    New,
}

impl Side {
    /// The folder for this revision's files.
    fn name(self) -> &'static str {
        match self {
            Self::Old => "old",
            Self::New => "new",
        }
    }
}

/// Parses the output of `git diff-tree --name-status -z`.
fn pairs(listed: &[u8], folder: &Path) -> io::Result<Vec<Pair>> {
    let mut words = listed.split(|byte| *byte == 0).filter(|word| !word.is_empty());
    let mut pairs = Vec::new();
    let at = |side: Side, name: &Path| Some(folder.join(side.name()).join(name));
    while let Some(status) = words.next() {
        let mut name = || words.next().ok_or_else(|| failure("git lists a change without a name")).and_then(path);
        let first = name()?;
        pairs.push(match status.first() {
            Some(b'A') => Pair { was: None, old: None, new: at(Side::New, &first), name: first },
            Some(b'D') => Pair { was: None, old: at(Side::Old, &first), new: None, name: first },
            Some(b'R' | b'C') => {
                let second = name()?;
                Pair { old: at(Side::Old, &first), new: at(Side::New, &second), was: Some(first), name: second }
            }
            _ => Pair { was: None, old: at(Side::Old, &first), new: at(Side::New, &first), name: first },
        });
    }
    Ok(pairs)
}

/// Converts a name that git prints to a path.
#[cfg(unix)]
fn path(name: &[u8]) -> io::Result<PathBuf> {
    use std::os::unix::ffi::OsStrExt as _;
    Ok(PathBuf::from(OsStr::from_bytes(name)))
}

/// Converts a name that git prints to a path.
#[cfg(not(unix))]
fn path(name: &[u8]) -> io::Result<PathBuf> {
    let name = std::str::from_utf8(name).map_err(|_| failure("a name in the repository isn't UTF-8"))?;
    Ok(PathBuf::from(OsStr::new(name)))
}

/// Unpacks files from a tree. Each name in `names` must end with a zero; use `None` to unpack all files.
fn unpack(tree: &str, target: &Path, names: Option<Vec<u8>>) -> io::Result<()> {
    std::fs::create_dir(target)?;
    // An index of its own: that of the repository stays as it is.
    let index = target.with_extension("index");
    let top = done(git().args(["rev-parse", "--show-toplevel"]).output()?)?;
    let top = String::from_utf8_lossy(&top.stdout).trim_end_matches(['\r', '\n']).to_owned();
    let inside = || {
        let mut command = git();
        command.current_dir(&top).env("GIT_INDEX_FILE", &index);
        command
    };
    done(inside().args(["read-tree", tree]).output()?)?;
    let mut prefix = std::ffi::OsString::from("--prefix=");
    prefix.push(target);
    prefix.push("/");
    let mut command = inside();
    // Links become files with their targets: they could lead anywhere.
    command.args(["-c", "core.symlinks=false", "checkout-index", "--force", "--quiet"]).arg(prefix);
    let Some(names) = names else {
        return done(command.arg("--all").output()?).map(drop);
    };
    let command = command.args(["-z", "--stdin"]).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    // A git that ends early says why.
    let written = child.stdin.take().map(|mut stdin| stdin.write_all(&names));
    done(child.wait_with_output()?)?;
    written.unwrap_or(Ok(()))
}

fn git() -> Command {
    Command::new("git")
}

fn done(output: Output) -> io::Result<Output> {
    if output.status.success() {
        return Ok(output);
    }
    Err(failure(&format!("git: {}", String::from_utf8_lossy(&output.stderr).trim())))
}

fn failure(message: &str) -> io::Error {
    io::Error::other(message.to_owned())
}
