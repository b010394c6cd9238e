//! Report of a migration.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{DetectedEngine, Target};

/// Treatment of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Action {
    /// The file is converted.
    Converted,
    /// The file is copied unchanged: both engines read it.
    Copied,
    /// The file is copied unchanged, and needs work by hand.
    ByHand,
    /// The file is left out: the engine has its own.
    Replaced,
    /// The file can't be converted; it is copied unchanged, to glTF left out.
    Refused,
    /// To glTF: the content of the file is in converted files.
    Included,
    /// To glTF: the file is left out, since no scene, prefab or model uses it.
    LeftOut,
}

impl Action {
    /// All treatments, in the order of reports.
    pub const ALL: [Self; 7] =
        [Self::Converted, Self::ByHand, Self::Refused, Self::Included, Self::Replaced, Self::LeftOut, Self::Copied];

    /// Returns the name in one word: `by-hand`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Converted => "converted",
            Self::Copied => "copied",
            Self::ByHand => "by-hand",
            Self::Replaced => "replaced",
            Self::Refused => "refused",
            Self::Included => "included",
            Self::LeftOut => "left-out",
        }
    }
}

/// Kind of a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum NoteKind {
    /// Work that is left.
    ByHand,
    /// Content that the engine has no place for.
    Lost,
    /// A change.
    Changed,
}

impl NoteKind {
    /// Returns the name in one word: `by-hand`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ByHand => "by-hand",
            Self::Lost => "lost",
            Self::Changed => "changed",
        }
    }
}

/// A note about a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Note {
    /// Kind of the note.
    pub kind: NoteKind,
    /// Line of the file, from 1 on, if it is text.
    pub line: Option<usize>,
    /// The note, with its place in the file.
    pub message: String,
}

impl Note {
    pub(super) fn new(kind: NoteKind, line: Option<usize>, message: impl Into<String>) -> Self {
        Self { kind, line, message: message.into() }
    }
}

/// A file of the output.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Output {
    /// Name relative to the output folder, with `/` between its parts.
    pub name: String,
    /// Size, in bytes.
    pub size: u64,
    /// SHA-256 of the content, in hexadecimal.
    pub sha256: String,
}

/// Report about a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FileReport {
    /// Name relative to the project, with `/` between its parts; of an entry, the name of its package and its own.
    pub name: String,
    /// Name of the format, `urho-scene`; `other` for files that are no asset.
    pub format: String,
    /// Treatment of the file.
    pub action: Action,
    /// Files that it becomes. Entries of packages have none: their package has.
    pub outputs: Vec<Output>,
    /// Changes, losses and remaining work.
    pub notes: Vec<Note>,
    /// Whether the output of an earlier run is kept, since nothing changed.
    #[serde(skip)]
    pub up_to_date: bool,
}

/// Report of a migration: every file of the project, sorted by name.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MigrationReport {
    /// The target of the migration.
    pub target: Target,
    /// The engine that it was for, and why.
    pub detected: DetectedEngine,
    /// Whether files were written.
    pub written: bool,
    /// Number of files that were written in this run.
    pub files_written: usize,
    /// Files of an earlier run whose sources are gone, which were removed or would be.
    pub removed: Vec<String>,
    /// Names of links that lead out of the project, to nothing or in a circle, and of folders of version control: they are left out.
    pub left_out: Vec<String>,
    /// The files.
    pub files: Vec<FileReport>,
}

impl MigrationReport {
    /// Returns the number of files with this treatment.
    pub fn count(&self, action: Action) -> usize {
        self.files.iter().filter(|file| file.action == action).count()
    }

    /// Returns the number of files by format and treatment.
    pub fn counts(&self) -> BTreeMap<(&str, Action), usize> {
        let mut counts = BTreeMap::new();
        for file in &self.files {
            *counts.entry((file.format.as_str(), file.action)).or_insert(0) += 1;
        }
        counts
    }

    /// Returns the number of files that are kept from an earlier run.
    pub fn up_to_date(&self) -> usize {
        self.files.iter().filter(|file| file.up_to_date).count()
    }
}
