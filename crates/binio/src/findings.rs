//! What a document's structure can't express and its reader should know.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

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

/// One thing that is unusual or invalid about a document: what, where, and what it means for the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
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

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.severity)?;
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.message)?;
        match self.offset {
            Some(offset) => write!(f, " (at byte {offset:#x})"),
            None => Ok(()),
        }
    }
}

/// All findings about a document, in the order in which they were made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// No findings yet.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a finding about the part `path`.
    pub fn add(&mut self, severity: Severity, path: impl Into<Path>, message: impl Into<String>) {
        self.0.push(Finding { severity, path: path.into(), message: message.into(), offset: None, is_loss: false });
    }

    /// Adds a finding about the byte at `offset`.
    pub fn add_at(&mut self, severity: Severity, path: impl Into<Path>, message: impl Into<String>, offset: u64) {
        self.0.push(Finding {
            severity,
            path: path.into(),
            message: message.into(),
            offset: Some(offset),
            is_loss: false,
        });
    }

    /// Adds an error.
    pub fn error(&mut self, path: impl Into<Path>, message: impl Into<String>) {
        self.add(Severity::Error, path, message);
    }

    /// Adds a warning.
    pub fn warning(&mut self, path: impl Into<Path>, message: impl Into<String>) {
        self.add(Severity::Warning, path, message);
    }

    /// Adds a note.
    pub fn note(&mut self, path: impl Into<Path>, message: impl Into<String>) {
        self.add(Severity::Note, path, message);
    }

    /// Gives those without an offset the one that `offset` knows of their part.
    pub(crate) fn place(&mut self, offset: impl Fn(&Path) -> Option<u64>) {
        for finding in self.0.iter_mut().filter(|finding| finding.offset.is_none()) {
            finding.offset = offset(&finding.path);
        }
    }

    /// Adds a warning about content that is left out, because what is made has no place for it. What is only changed by a rule is none.
    pub fn loss(&mut self, path: impl Into<Path>, message: impl Into<String>) {
        let (severity, path, message) = (Severity::Warning, path.into(), message.into());
        self.0.push(Finding { severity, path, message, offset: None, is_loss: true });
    }

    /// Adds a note about content that is left out, as [`loss`](Self::loss), where nobody expects it to be kept.
    pub fn expected_loss(&mut self, path: impl Into<Path>, message: impl Into<String>) {
        let (severity, path, message) = (Severity::Note, path.into(), message.into());
        self.0.push(Finding { severity, path, message, offset: None, is_loss: true });
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
