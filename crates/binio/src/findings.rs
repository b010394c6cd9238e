//! What a document's structure can't express and its reader should know.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use crate::escaped::{Escaped, misleads};
use crate::path::Path;

/// How bad a [`Finding`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Worth knowing; the engine is fine with it.
    Note,
    /// The engine takes it, and something will look or behave wrong.
    Warning,
    /// The engine refuses the file, crashes or reads memory it shouldn't.
    Error,
}

impl Severity {
    /// `note`, `warning` or `error`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// Stable kind of a [`Finding`]. Messages may change between releases; names of kinds don't.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FindingKind {
    name: &'static str,
    about: &'static str,
    engine: Option<&'static str>,
    repair: Option<&'static str>,
}

impl FindingKind {
    /// Creates a kind. `name` is `crate/kebab-case-name`; `about` is one sentence about the file.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, engine: None, repair: None }
    }

    /// Adds a sentence about the engine's behaviour.
    #[must_use]
    pub const fn with_engine(self, engine: &'static str) -> Self {
        Self { engine: Some(engine), ..self }
    }

    /// Adds the name of a repair: a value of `convert --repair`.
    #[must_use]
    pub const fn with_repair(self, repair: &'static str) -> Self {
        Self { repair: Some(repair), ..self }
    }

    /// Returns the name: `crate/kebab-case-name`.
    pub const fn as_str(&self) -> &'static str {
        self.name
    }

    /// Returns one sentence about the problem.
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// Returns one sentence about the engine's behaviour, or `None` if no engine behaviour is known.
    pub const fn engine(&self) -> Option<&'static str> {
        self.engine
    }

    /// Returns the name of the repair, or `None` if there is no automatic repair.
    pub const fn repair(&self) -> Option<&'static str> {
        self.repair
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// One thing that is unusual or invalid about a document: what, where, and what it means for the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Stable kind of the finding.
    pub kind: &'static FindingKind,
    /// How bad it is.
    pub severity: Severity,
    /// The part of the document.
    pub path: Path,
    /// What it is and what it means for the engine.
    pub message: String,
    /// Offset in the file, where it is about bytes of a file.
    pub offset: Option<u64>,
    /// Whether it tells of content that is left out, because what was made has no place for it.
    pub is_loss: bool,
}

/// The message, with names from files in it [escaped](Escaped).
fn escaped(message: String) -> String {
    if message.chars().any(misleads) { Escaped(message).to_string() } else { message }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.severity)?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}", Escaped(&self.message))?;
        match self.offset {
            Some(offset) => write!(f, " (at byte {offset:#x})"),
            None => Ok(()),
        }
    }
}

/// All findings about a document, in the order in which they were made. Names from files are [escaped](Escaped) in their messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// No findings yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a finding about the part `path`.
    pub fn add(
        &mut self,
        kind: &'static FindingKind,
        severity: Severity,
        path: impl Into<Path>,
        message: impl Into<String>,
    ) {
        let (path, message) = (path.into(), escaped(message.into()));
        self.0.push(Finding { kind, severity, path, message, offset: None, is_loss: false });
    }

    /// Adds a finding about the byte at `offset`.
    pub fn add_at(
        &mut self,
        kind: &'static FindingKind,
        severity: Severity,
        path: impl Into<Path>,
        message: impl Into<String>,
        offset: u64,
    ) {
        let (path, message) = (path.into(), escaped(message.into()));
        self.0.push(Finding { kind, severity, path, message, offset: Some(offset), is_loss: false });
    }

    /// Adds an error.
    pub fn error(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        self.add(kind, Severity::Error, path, message);
    }

    /// Adds a warning.
    pub fn warning(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        self.add(kind, Severity::Warning, path, message);
    }

    /// Adds a note.
    pub fn note(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        self.add(kind, Severity::Note, path, message);
    }

    /// Gives those without an offset the one that `offset` knows of their part. [`locate`](crate::locate()) does so for what is written by
    /// [`Encode`](crate::Encode).
    pub fn place(&mut self, offset: impl Fn(&Path) -> Option<u64>) {
        for finding in self.0.iter_mut().filter(|finding| finding.offset.is_none()) {
            finding.offset = offset(&finding.path);
        }
    }

    /// Adds a warning about content that is left out, because what is made has no place for it. What is only changed by a rule is none.
    pub fn loss(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        let (severity, path, message) = (Severity::Warning, path.into(), escaped(message.into()));
        self.0.push(Finding { kind, severity, path, message, offset: None, is_loss: true });
    }

    /// Adds a note about content that is left out, as [`loss`](Self::loss), where nobody expects it to be kept.
    pub fn expected_loss(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        let (severity, path, message) = (Severity::Note, path.into(), escaped(message.into()));
        self.0.push(Finding { kind, severity, path, message, offset: None, is_loss: true });
    }

    /// The findings about content that is left out.
    pub fn losses(&self) -> Self {
        self.iter().filter(|finding| finding.is_loss).cloned().collect()
    }

    /// The same findings, in which what is [expected](Self::expected_loss) to be left out is no loss.
    #[must_use]
    pub fn without_expected_losses(self) -> Self {
        let is_loss = |finding: &Finding| finding.is_loss && finding.severity > Severity::Note;
        self.into_iter().map(|finding| Finding { is_loss: is_loss(&finding), ..finding }).collect()
    }

    /// The same findings, of which none is about content that is left out: for where it is kept beside what was made.
    #[must_use]
    pub fn without_losses(self) -> Self {
        self.into_iter().map(|finding| Finding { is_loss: false, ..finding }).collect()
    }

    /// The worst severity, if there is any finding.
    pub fn worst(&self) -> Option<Severity> {
        self.iter().map(|finding| finding.severity).max()
    }

    /// Iterates over the findings, in the order in which they were made.
    pub fn iter(&self) -> core::slice::Iter<'_, Finding> {
        self.0.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }
}

impl<'a> IntoIterator for &'a Findings {
    type Item = &'a Finding;
    type IntoIter = core::slice::Iter<'a, Finding>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl IntoIterator for Findings {
    type Item = Finding;
    type IntoIter = alloc::vec::IntoIter<Finding>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl FromIterator<Finding> for Findings {
    fn from_iter<I: IntoIterator<Item = Finding>>(findings: I) -> Self {
        Self(findings.into_iter().collect())
    }
}

impl Extend<Finding> for Findings {
    fn extend<I: IntoIterator<Item = Finding>>(&mut self, findings: I) {
        self.0.extend(findings);
    }
}
