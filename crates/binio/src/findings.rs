//! Findings: problems of a document that its structure can't rule out.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use crate::escaped::{Escaped, misleads};
use crate::path::Path;

/// Severity of a [`Finding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// Unusual; no effect in the engine.
    Note,
    /// The engine loads the file, but something looks or behaves wrong.
    Warning,
    /// The engine rejects the file, crashes or reads out of bounds.
    Error,
}

impl Severity {
    /// Returns `note`, `warning` or `error`.
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
    advice: Option<&'static str>,
}

impl FindingKind {
    /// Creates a kind. `name` is `crate/kebab-case-name`; `about` is one sentence about the file.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, engine: None, repair: None, advice: None }
    }

    /// Adds a sentence about the effect: what people see in the engine or, after a conversion, in the output.
    #[must_use]
    pub const fn with_engine(self, engine: &'static str) -> Self {
        Self { engine: Some(engine), ..self }
    }

    /// Adds the name of a repair: a value of `convert --repair`.
    #[must_use]
    pub const fn with_repair(self, repair: &'static str) -> Self {
        Self { repair: Some(repair), ..self }
    }

    /// Adds a sentence about what a person does about it.
    #[must_use]
    pub const fn with_advice(self, advice: &'static str) -> Self {
        Self { advice: Some(advice), ..self }
    }

    /// Returns the name: `crate/kebab-case-name`.
    pub const fn as_str(&self) -> &'static str {
        self.name
    }

    /// Returns one sentence about the problem.
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// Returns the effect in sentences: what people see in the engine or, after a conversion, in the output. `None` if no effect is known.
    pub const fn engine(&self) -> Option<&'static str> {
        self.engine
    }

    /// Returns the name of the repair, or `None` if there is no automatic repair.
    pub const fn repair(&self) -> Option<&'static str> {
        self.repair
    }

    /// Returns what a person does about it, in sentences; `None` if the [repair](Self::repair) is all, or if nothing needs to be done.
    pub const fn advice(&self) -> Option<&'static str> {
        self.advice
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// An unusual or invalid part of a document, with the effect in the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// Stable kind of the finding.
    pub kind: &'static FindingKind,
    /// Severity.
    pub severity: Severity,
    /// Path of the document part.
    pub path: Path,
    /// Problem and effect in the engine.
    pub message: String,
    /// Offset in the file, if the finding is about bytes.
    pub offset: Option<u64>,
    /// Whether content was dropped because the output can't store it.
    pub is_loss: bool,
}

impl Finding {
    /// Returns the finding as one about a part of a larger document: `outer` comes before its path.
    #[must_use]
    pub fn inside(mut self, outer: Path) -> Self {
        let inner = core::mem::replace(&mut self.path, outer);
        inner.segments().iter().for_each(|segment| self.path.push(segment.clone()));
        self
    }
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
    /// Creates an empty list.
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

    /// Sets the offset of each finding that has none, by calling `offset` with its path. [`locate`](crate::locate()) does this for every
    /// [`Encode`](crate::Encode) type.
    pub fn place(&mut self, offset: impl Fn(&Path) -> Option<u64>) {
        for finding in self.0.iter_mut().filter(|finding| finding.offset.is_none()) {
            finding.offset = offset(&finding.path);
        }
    }

    /// Adds a warning about content that is dropped because the output can't store it. Content that is only converted is not a loss.
    pub fn loss(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        let (severity, path, message) = (Severity::Warning, path.into(), escaped(message.into()));
        self.0.push(Finding { kind, severity, path, message, offset: None, is_loss: true });
    }

    /// Adds a note about dropped content, as [`loss`](Self::loss), where no user expects the content to be kept.
    pub fn expected_loss(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        let (severity, path, message) = (Severity::Note, path.into(), escaped(message.into()));
        self.0.push(Finding { kind, severity, path, message, offset: None, is_loss: true });
    }

    /// Returns the findings about dropped content.
    pub fn losses(&self) -> Self {
        self.iter().filter(|finding| finding.is_loss).cloned().collect()
    }

    /// Returns all findings, with [expected losses](Self::expected_loss) no longer marked as losses.
    #[must_use]
    pub fn without_expected_losses(self) -> Self {
        let is_loss = |finding: &Finding| finding.is_loss && finding.severity > Severity::Note;
        self.into_iter().map(|finding| Finding { is_loss: is_loss(&finding), ..finding }).collect()
    }

    /// Returns all findings, with no loss marks: for a caller that stores the dropped content next to the output.
    #[must_use]
    pub fn without_losses(self) -> Self {
        self.into_iter().map(|finding| Finding { is_loss: false, ..finding }).collect()
    }

    /// Returns the highest severity, or `None` without findings.
    pub fn worst(&self) -> Option<Severity> {
        self.iter().map(|finding| finding.severity).max()
    }

    /// Iterates over the findings in the order of their creation.
    pub fn iter(&self) -> core::slice::Iter<'_, Finding> {
        self.0.iter()
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the number of findings.
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
