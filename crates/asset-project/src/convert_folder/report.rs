//! Result of a run, and its events.

use std::fmt;
use std::path::{Path, PathBuf};

use binio::{Findings, shown_path};

use super::source::Source;
use crate::{Error, RootReason};

/// An event of a run; see [`ConvertFolder::events`](super::ConvertFolder::events).
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// Findings about a conversion: changed and lost content.
    Findings(&'e Source, &'e Findings),
    /// A file was written.
    Wrote(&'e Path),
    /// Something failed; the other files are still converted.
    Failed(&'e Failure),
}

/// Result of a run.
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Report {
    pub(super) into_folder: bool,
    pub(super) planned: usize,
    pub(super) files: Vec<WrittenFile>,
    pub(super) failures: Vec<Failure>,
    pub(super) findings: Vec<FileFindings>,
    pub(super) skipped: Vec<Skipped>,
    pub(super) cancelled: bool,
    pub(super) bytes: Option<Vec<u8>>,
    pub(super) searched: Vec<(PathBuf, RootReason)>,
    pub(super) config_faults: Vec<String>,
}

impl Report {
    /// Returns the written files, sorted by path.
    pub fn files(&self) -> &[WrittenFile] {
        &self.files
    }

    /// Returns the files that couldn't be converted, written or listed.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// Returns the findings about each input that has some, sorted by path.
    pub fn findings(&self) -> &[FileFindings] {
        &self.findings
    }

    /// Returns the files that weren't converted, sorted by path, and why.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Returns the folders and packages that were searched in vain for resources that findings report, each with the reason.
    pub fn searched_in_vain(&self) -> &[(PathBuf, RootReason)] {
        &self.searched
    }

    /// Returns the problems of files `engine-assets.toml`, whose projects have no resource folders.
    pub fn config_faults(&self) -> &[String] {
        &self.config_faults
    }

    /// Returns the number of skipped files with one of these reasons.
    pub fn skipped_because(&self, reasons: &[SkipReason]) -> usize {
        self.skipped.iter().filter(|skipped| reasons.contains(&skipped.reason)).count()
    }

    /// Returns the number of planned outputs: written, skipped or failed.
    pub fn planned(&self) -> usize {
        self.planned
    }

    /// Whether the outputs were written to a folder with a name for each input.
    pub fn is_into_folder(&self) -> bool {
        self.into_folder
    }

    /// Whether the run was cancelled before all files were done.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled
    }

    /// Returns the output of a run [in memory](super::ConvertFolder::in_memory).
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    pub(super) fn sort(&mut self) {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.findings.sort_by(|a, b| a.source.path().cmp(b.source.path()));
        self.skipped.sort_by(|a, b| a.path.cmp(&b.path));
        self.failures.sort_by(|a, b| path_of(a).cmp(&path_of(b)));
    }
}

fn path_of(failure: &Failure) -> Option<&Path> {
    failure.source.as_ref().map(Source::path)
}

/// A written file.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenFile {
    /// Path of the file.
    pub path: PathBuf,
    /// [Location](Source::location) of the input.
    pub source: PathBuf,
    /// Size, in bytes; in a dry run 0.
    pub size: u64,
}

/// A file that couldn't be converted, written or listed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The input that couldn't be converted; `None` for an output or a folder, which the error names.
    pub source: Option<Source>,
    /// Why.
    pub error: Error,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Some(source) => write!(f, "{}: {}", source.display(), self.error),
            None => write!(f, "{}", self.error),
        }
    }
}

/// Findings about an input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileFindings {
    /// The input.
    pub source: Source,
    /// The findings about its conversion.
    pub findings: Findings,
}

/// A file that wasn't converted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Path of the input; of the output for [`SkipReason::Existing`] and [`SkipReason::UpToDate`].
    pub path: PathBuf,
    /// Why.
    pub reason: SkipReason,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = shown_path(&self.path);
        write!(f, "{path}: skipped: {}", self.reason.text())
    }
}

/// Why a file wasn't converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// The file can't become the output format: another format, or no asset.
    NotConvertible,
    /// The file is in the output folder: an earlier run wrote it.
    InOutputFolder,
    /// An animation without a model of its name, where models are shown.
    AnimationWithoutModel,
    /// The side file of a model or animation of Urho3D beside it, which takes it along.
    SideFile,
    /// A link out of its folder, to nothing, or in a circle.
    Link,
    /// The output exists, and [`Existing::Skip`](super::Existing::Skip) keeps it.
    Existing,
    /// The output is as new as its input, and [`Existing::Newer`](super::Existing::Newer) keeps it.
    UpToDate,
}

impl SkipReason {
    /// Returns the reason in words.
    pub fn text(self) -> &'static str {
        match self {
            Self::NotConvertible => "the file can't be converted to this format",
            Self::InOutputFolder => "the file is in the output folder",
            Self::AnimationWithoutModel => "an animation without a model that is called like it",
            Self::SideFile => "the side file of a model or animation, which takes it along",
            Self::Link => "a link out of the folder, to nothing, or in a circle",
            Self::Existing => "the output already exists",
            Self::UpToDate => "the output is up to date",
        }
    }
}
