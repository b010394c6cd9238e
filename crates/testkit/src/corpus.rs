//! Real files, one trial each.
//!
//! The corpus isn't part of the project. `ENGINE_ASSETS_CORPUS` is its absolute path. Without it every suite is one ignored trial with that reason, and
//! with it a missing file is a failure.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use crate::hostile::scaled;

/// Name of the variable with the path of the corpus.
pub const VARIABLE: &str = "ENGINE_ASSETS_CORPUS";

/// Returns the corpus, if the variable is set.
///
/// # Panics
/// If the variable isn't the absolute path of a folder: tests run in other working directories.
pub fn root() -> Option<PathBuf> {
    let root = PathBuf::from(std::env::var_os(VARIABLE)?);
    assert!(root.is_absolute() && root.is_dir(), "{VARIABLE}={} is no absolute path of a folder", root.display());
    Some(root)
}

/// A file of the corpus.
#[derive(Clone, Debug)]
pub struct CorpusFile {
    path: PathBuf,
    name: String,
}

impl CorpusFile {
    /// Path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Name below the corpus, with `/`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the bytes.
    ///
    /// # Panics
    /// If it can't be read.
    pub fn bytes(&self) -> Vec<u8> {
        read(&self.path)
    }

    /// Returns the truth file `NAME.json`, if it exists.
    ///
    /// # Panics
    /// If it exists and isn't valid JSON.
    pub fn truth(&self) -> Option<Value> {
        let path = PathBuf::from(format!("{}.json", self.path.display()));
        path.is_file().then(|| serde_json::from_slice(&read(&path)).expect("the truth is JSON"))
    }
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Some files of the corpus.
#[derive(Clone, Debug)]
pub struct Selection {
    folder: &'static str,
    extensions: &'static [&'static str],
    count: usize,
    missing: Option<String>,
    large: &'static [&'static str],
}

impl Selection {
    /// Selects the `count` files below `folder` with one of `extensions` (without the dot).
    pub const fn new(folder: &'static str, extensions: &'static [&'static str], count: usize) -> Self {
        Self { folder, extensions, count, missing: None, large: &[] }
    }

    /// Returns the same files; if something that the check needs is `missing`, they are ignored with that reason.
    #[must_use]
    pub fn unless(mut self, missing: Option<String>) -> Self {
        self.missing = missing;
        self
    }

    /// Returns the same files; files with `large` in their names are only for `cargo xtask soak`: a smaller file, or another check, covers the same in
    /// less time.
    #[must_use]
    pub const fn soak_only(mut self, large: &'static [&'static str]) -> Self {
        self.large = large;
        self
    }

    fn is_for_soak(&self, file: &CorpusFile) -> bool {
        self.large.iter().any(|name| file.name.contains(name))
    }

    /// Returns the files in name order; `None` without a corpus.
    ///
    /// # Panics
    /// If their number is wrong.
    pub fn files(&self) -> Option<Vec<CorpusFile>> {
        let root = root()?;
        let mut files = Vec::new();
        collect(&root.join(self.folder), &root, self.extensions, &mut files);
        files.sort_by(|a, b| a.name.cmp(&b.name));
        assert_eq!(files.len(), self.count, "files below {} ending in {:?}", self.folder, self.extensions);
        Some(files)
    }
}

fn collect(folder: &Path, root: &Path, extensions: &[&str], files: &mut Vec<CorpusFile>) {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    for entry in entries {
        let path = entry.expect("an entry of a folder").path();
        if path.is_dir() {
            collect(&path, root, extensions, files);
        } else if extensions.iter().any(|extension| path.extension().is_some_and(|found| found == *extension)) {
            let name = path.strip_prefix(root).unwrap_or(&path).display().to_string().replace('\\', "/");
            files.push(CorpusFile { path, name });
        }
    }
}

/// A trial: a check for each file of a selection.
pub type Check = fn(&CorpusFile) -> Result<(), String>;

/// Runs every check over its selection, one trial per file; the `main` of a test binary without harness.
pub fn run(suites: &[(&'static str, Selection, Check)]) -> ExitCode {
    let arguments = Arguments::from_args();
    let trials = suites.iter().flat_map(|(name, selection, check)| trials(name, selection, *check)).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

fn trials(name: &'static str, selection: &Selection, check: Check) -> Vec<Trial> {
    let ignored = |why: &str| {
        let reason = format!("{name}: {} files not looked at, {why}", selection.count);
        vec![Trial::test(reason, || Ok(())).with_ignored_flag(true)]
    };
    if let Some(missing) = &selection.missing {
        return ignored(missing);
    }
    let Some(files) = selection.files() else { return ignored(&format!("{VARIABLE} is not set")) };
    let trial = |file: CorpusFile| {
        let title = format!("{name}: {}", file.name);
        let left_out = selection.is_for_soak(&file) && !scaled(false, true);
        Trial::test(title, move || check(&file).map_err(Failed::from)).with_ignored_flag(left_out)
    };
    files.into_iter().map(trial).collect()
}
