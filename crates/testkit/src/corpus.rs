//! Runs tests on real files, with a trial for each file.
//!
//! The corpus is not part of the project. To use it, set `ENGINE_ASSETS_CORPUS` to its absolute path. If you do not set
//! this, every suite is a single trial that is ignored for this reason. If you do, a missing file is a failure.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use libtest_mimic::{Arguments, Failed, Trial};
use serde_json::Value;

use crate::hostile::scaled;

/// The name of the environment variable with the path to the corpus.
pub const VARIABLE: &str = "ENGINE_ASSETS_CORPUS";

/// Returns the path to the corpus, if the variable is set.
///
/// # Panics
/// Panics if the variable is not the absolute path to a folder. A relative path would not work, because tests run in
/// other working directories.
pub fn root() -> Option<PathBuf> {
    let root = PathBuf::from(std::env::var_os(VARIABLE)?);
    assert!(root.is_absolute() && root.is_dir(), "{VARIABLE}={} is no absolute path of a folder", root.display());
    Some(root)
}

/// A file in the corpus.
#[derive(Clone, Debug)]
pub struct CorpusFile {
    path: PathBuf,
    name: String,
}

impl CorpusFile {
    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the name relative to the corpus, with `/` between its parts.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the bytes.
    ///
    /// # Panics
    /// Panics if the file can't be read.
    pub fn bytes(&self) -> Vec<u8> {
        read(&self.path)
    }

    /// Returns the content of the truth file `NAME.json`, if there is one.
    ///
    /// # Panics
    /// Panics if the file is not valid JSON.
    pub fn truth(&self) -> Option<Value> {
        let path = PathBuf::from(format!("{}.json", self.path.display()));
        path.is_file().then(|| serde_json::from_slice(&read(&path)).expect("the truth is JSON"))
    }
}

fn read(path: &Path) -> Vec<u8> {
    std::fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Selects some files from the corpus.
#[derive(Clone, Debug)]
pub struct Selection {
    folder: &'static str,
    extensions: &'static [&'static str],
    count: usize,
    missing: Option<String>,
    large: &'static [&'static str],
}

impl Selection {
    /// Selects the files below `folder` that have one of the `extensions` (without the dot). There must be exactly
    /// `count` of them.
    pub const fn new(folder: &'static str, extensions: &'static [&'static str], count: usize) -> Self {
        Self { folder, extensions, count, missing: None, large: &[] }
    }

    /// Ignores the files if something is `missing` that the check needs. The value is the reason to be shown.
    #[must_use]
    pub fn unless(mut self, missing: Option<String>) -> Self {
        self.missing = missing;
        self
    }

    /// Only uses files with `large` in their names in `cargo xtask soak`, because a smaller file or another check
    /// covers the same in less time.
    #[must_use]
    pub const fn soak_only(mut self, large: &'static [&'static str]) -> Self {
        self.large = large;
        self
    }

    fn is_for_soak(&self, file: &CorpusFile) -> bool {
        self.large.iter().any(|name| file.name.contains(name))
    }

    /// Returns the files, sorted by name. If there is no corpus, returns `None`.
    ///
    /// # Panics
    /// Panics if there are more or fewer files than expected.
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

/// The check to run on each file of a selection.
pub type Check = fn(&CorpusFile) -> Result<(), String>;

/// Runs every check on the files of its selection, with a trial for each file. To use this, call it in the `main` of a
/// test binary that has no harness.
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
