//! This module contains [`Report`], the result of a run, and its events.

use std::fmt;
use std::path::{Path, PathBuf};

use asset_formats::Error;
use asset_project::{RootReason, sources::Source};
use binio::{Findings, shown_path};

/// Something that happens during a run; see [`ConvertFolder::events`](crate::ConvertFolder::events).
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'e> {
    /// There are findings about a conversion, because content was changed or lost.
    Findings(&'e Source, &'e Findings),
    /// A file was written.
    Wrote(&'e Path),
    /// Something failed. The other files will still be converted.
    Failed(&'e Failure),
}

/// The result of a run. A run succeeds even if files have failed, so you should look at [`failures`](Self::failures).
#[derive(Debug, Default)]
#[non_exhaustive]
pub struct Report {
    pub(crate) into_folder: bool,
    pub(crate) planned: usize,
    pub(crate) files: Vec<WrittenFile>,
    pub(crate) failures: Vec<Failure>,
    pub(crate) findings: Vec<FileFindings>,
    pub(crate) skipped: Vec<Skipped>,
    pub(crate) cancelled: bool,
    pub(crate) bytes: Option<Vec<u8>>,
    pub(crate) searched: Vec<(PathBuf, RootReason)>,
    pub(crate) config_faults: Vec<String>,
}

impl Report {
    /// Returns the files that were written, sorted by path.
    pub fn files(&self) -> &[WrittenFile] {
        &self.files
    }

    /// Returns the files that couldn't be converted, written or listed.
    pub fn failures(&self) -> &[Failure] {
        &self.failures
    }

    /// Returns the findings about each input, sorted by path. Inputs without findings are not included.
    pub fn findings(&self) -> &[FileFindings] {
        &self.findings
    }

    /// Returns the files that were not converted, and why, sorted by path.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// Returns the folders and packages in which missing resources were searched, each with the reason. The findings
    /// report these resources.
    pub fn searched_in_vain(&self) -> &[(PathBuf, RootReason)] {
        &self.searched
    }

    /// Returns the problems in all `engine-assets.toml` files. Projects with such a file have no resource folders.
    pub fn config_faults(&self) -> &[String] {
        &self.config_faults
    }

    /// Returns how many files were skipped for one of these reasons.
    pub fn skipped_because(&self, reasons: &[SkipReason]) -> usize {
        self.skipped.iter().filter(|skipped| reasons.contains(&skipped.reason)).count()
    }

    /// Returns how many outputs were planned. This includes those that were skipped or have failed.
    pub fn planned(&self) -> usize {
        self.planned
    }

    /// Returns whether the outputs were written to a folder, with a name for each input.
    pub fn is_into_folder(&self) -> bool {
        self.into_folder
    }

    /// Returns whether the run was cancelled before all files were done.
    pub fn is_cancelled(&self) -> bool {
        self.cancelled
    }

    /// Returns the output of a run [in memory](crate::ConvertFolder::in_memory), or `None` if there is none.
    pub fn bytes(&self) -> Option<&[u8]> {
        self.bytes.as_deref()
    }

    pub(crate) fn sort(&mut self) {
        self.files.sort_by(|a, b| a.path.cmp(&b.path));
        self.findings.sort_by(|a, b| a.source.path().cmp(b.source.path()));
        self.skipped.sort_by(|a, b| a.path.cmp(&b.path));
        self.failures.sort_by(|a, b| path_of(a).cmp(&path_of(b)));
    }
}

fn path_of(failure: &Failure) -> Option<&Path> {
    failure.source.as_ref().map(Source::path)
}

/// A file that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrittenFile {
    /// Path of the file.
    pub path: PathBuf,
    /// The [location](Source::location) of the input.
    pub source: PathBuf,
    /// Size, in bytes. This is 0 in a dry run.
    pub size: u64,
}

/// A file that couldn't be converted, written or listed.
#[derive(Debug)]
#[non_exhaustive]
pub struct Failure {
    /// The input that couldn't be converted, or `None` if the problem is an output or a folder. The error then contains
    /// the name.
    pub source: Option<Source>,
    /// The problem.
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

/// The findings about an input.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct FileFindings {
    /// The input.
    pub source: Source,
    /// The findings about its conversion.
    pub findings: Findings,
}

/// A file that was not converted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Skipped {
    /// Path of the input. For [`SkipReason::Existing`] and [`SkipReason::UpToDate`], this is the path of the output.
    pub path: PathBuf,
    /// The reason.
    pub reason: SkipReason,
}

impl fmt::Display for Skipped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = shown_path(&self.path);
        write!(f, "{path}: skipped: {}", self.reason.text())
    }
}

/// Why a file was not converted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SkipReason {
    /// This file can't be converted to the output format, because it has a different format or is not an asset.
    NotConvertible,
    /// The file is in the output folder, so an earlier run must have written it.
    InOutputFolder,
    /// This is an animation, but there is no model that it is named after.
    AnimationWithoutModel,
    /// This is the side file for an Urho3D model or animation next to it, and is converted with it.
    SideFile,
    /// This is a link that leads out of its folder, to nothing, or in a circle.
    Link,
    /// The output already exists, and is kept because of [`Existing::Skip`](crate::Existing::Skip).
    Existing,
    /// The output is as new as its input, and is kept because of [`Existing::Newer`](crate::Existing::Newer).
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
