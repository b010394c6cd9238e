//! This module contains [`MigrationReport`].

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::{DetectedEngine, Target};

/// What was done with a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Action {
    /// It was converted.
    Converted,
    /// It was copied unchanged, because both engines can read it.
    Copied,
    /// It was copied unchanged, but you must do some work by hand.
    ByHand,
    /// It was left out, because the engine has its own.
    Replaced,
    /// It can't be converted. It was copied unchanged; for glTF, it was left out.
    Refused,
    /// For glTF: its content was included in other files.
    Included,
    /// For glTF: it was left out, because no scene, prefab or model uses it.
    LeftOut,
}

impl Action {
    /// All actions, in the order that reports use.
    pub const ALL: [Self; 7] =
        [Self::Converted, Self::ByHand, Self::Refused, Self::Included, Self::Replaced, Self::LeftOut, Self::Copied];

    /// Returns the name in one word, for example `by-hand`.
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

/// What a note is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum NoteKind {
    /// Work that you must do by hand.
    ByHand,
    /// Content that the other engine can't store.
    Lost,
    /// Something that was changed.
    Changed,
}

impl NoteKind {
    /// Returns the name in one word, for example `by-hand`.
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
    /// What the note is about.
    pub kind: NoteKind,
    /// The line in the file, counting from 1, if it is text.
    pub line: Option<usize>,
    /// The note, including the place in the file.
    pub message: String,
}

impl Note {
    pub(super) fn new(kind: NoteKind, line: Option<usize>, message: impl Into<String>) -> Self {
        Self { kind, line, message: message.into() }
    }
}

/// A file in the output folder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Output {
    /// The name, relative to the output folder, using `/`.
    pub name: String,
    /// Size, in bytes.
    pub size: u64,
    /// SHA-256 of the content, in hexadecimal.
    pub sha256: String,
}

/// What happened to a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FileReport {
    /// The name, relative to the project, using `/`. For an entry, this is the name of the package and then of the
    /// entry.
    pub name: String,
    /// The name of the format, for example `urho-scene`. It is `other` if the file is not an asset.
    pub format: String,
    /// What was done with the file.
    pub action: Action,
    /// The files that were created from it. Package entries have none, because the package has them.
    pub outputs: Vec<Output>,
    /// Changes, losses and work by hand.
    pub notes: Vec<Note>,
    /// Whether the output of an earlier run was kept, because nothing has changed.
    #[serde(skip)]
    pub up_to_date: bool,
}

/// The report about a migration. It contains every file in the project, sorted by name.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct MigrationReport {
    /// The target of the migration.
    pub target: Target,
    /// The engine that the project was for, and how this was detected.
    pub detected: DetectedEngine,
    /// Whether files were written.
    pub written: bool,
    /// How many files this run has written.
    pub files_written: usize,
    /// Files from an earlier run whose source files don't exist any more. They were removed; if nothing is written,
    /// they would be.
    pub removed: Vec<String>,
    /// What was left out: links that lead out of the project, to nothing or in a circle, and version control folders.
    pub left_out: Vec<String>,
    /// All files in the project.
    pub files: Vec<FileReport>,
}

impl MigrationReport {
    /// Returns how many files have this action.
    pub fn count(&self, action: Action) -> usize {
        self.files.iter().filter(|file| file.action == action).count()
    }

    /// Returns how many files there are for each format and action.
    pub fn counts(&self) -> BTreeMap<(&str, Action), usize> {
        let mut counts = BTreeMap::new();
        for file in &self.files {
            *counts.entry((file.format.as_str(), file.action)).or_insert(0) += 1;
        }
        counts
    }

    /// Returns how many files were kept from an earlier run.
    pub fn up_to_date(&self) -> usize {
        self.files.iter().filter(|file| file.up_to_date).count()
    }
}
