//! Findings, which report problems in a document that can be read.

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use crate::escaped::{Escaped, misleads};
use crate::path::Path;

/// The severity of a [`Finding`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// This is unusual, but has no effect in the engine.
    Note,
    /// The engine loads the file, but something will look or behave wrong.
    Warning,
    /// The engine will reject the file, crash, or read out of bounds.
    Error,
}

impl Severity {
    /// Returns this as text: `note`, `warning` or `error`.
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

/// The kind of a [`Finding`]. Use it to recognise a problem in your code, because kinds keep their names. Messages may
/// change between releases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FindingKind {
    name: &'static str,
    about: &'static str,
    engine: Option<&'static str>,
    repair: Option<&'static str>,
    advice: Option<&'static str>,
}

impl FindingKind {
    /// Creates a kind, given a `name` in the form `crate/kebab-case-name`. The text `about` should be one sentence to
    /// say what is wrong with the file.
    pub const fn new(name: &'static str, about: &'static str) -> Self {
        Self { name, about, engine: None, repair: None, advice: None }
    }

    /// Adds a sentence about the effect: what people will see in the engine or, after a conversion, in the output.
    #[must_use]
    pub const fn with_engine(self, engine: &'static str) -> Self {
        Self { engine: Some(engine), ..self }
    }

    /// Adds the name of the repair to be suggested. This must be a value of `convert --repair`.
    #[must_use]
    pub const fn with_repair(self, repair: &'static str) -> Self {
        Self { repair: Some(repair), ..self }
    }

    /// Adds a sentence that tells a person what to do.
    #[must_use]
    pub const fn with_advice(self, advice: &'static str) -> Self {
        Self { advice: Some(advice), ..self }
    }

    /// Returns the name, `crate/kebab-case-name`.
    pub const fn as_str(&self) -> &'static str {
        self.name
    }

    /// Returns a sentence about the problem.
    pub const fn about(&self) -> &'static str {
        self.about
    }

    /// Returns sentences about the effect: what people will see in the engine or, after a conversion, in the output.
    /// This is `None` if no effect is known.
    pub const fn engine(&self) -> Option<&'static str> {
        self.engine
    }

    /// Returns the name of the repair, or `None` if it can't be repaired automatically.
    pub const fn repair(&self) -> Option<&'static str> {
        self.repair
    }

    /// Returns sentences that tell a person what to do. This is `None` if the [repair](Self::repair) is enough, or if
    /// nothing must be done.
    pub const fn advice(&self) -> Option<&'static str> {
        self.advice
    }
}

impl fmt::Display for FindingKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name)
    }
}

/// A part of a document that is unusual or invalid, and the effect in the engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Finding {
    /// The kind, which does not change between releases. Compare this, rather than the message, to recognise a problem.
    pub kind: &'static FindingKind,
    /// How bad it is.
    pub severity: Severity,
    /// The path of the part in the document.
    pub path: Path,
    /// A text for people, with the problem and the effect in the engine.
    pub message: String,
    /// The offset in the file, if this is about bytes.
    pub offset: Option<u64>,
    /// This is `true` if content was dropped because the output can't store it.
    pub is_loss: bool,
}

impl Finding {
    /// Converts a finding about a document to a finding about the larger document that contains it. This adds `outer`
    /// to the front of the path.
    #[must_use]
    pub fn inside(mut self, outer: Path) -> Self {
        let inner = core::mem::replace(&mut self.path, outer);
        inner.segments().iter().for_each(|segment| self.path.push(segment.clone()));
        self
    }
}

/// Escapes names from files in a message. See [`Escaped`].
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

/// The findings about a document, in the order in which they were added. Names from files are [escaped](Escaped) in the
/// messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(Vec<Finding>);

impl Findings {
    /// Creates a list without findings.
    pub const fn new() -> Self {
        Self(Vec::new())
    }

    /// Adds a finding about the part at `path`.
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

    /// Adds an error. The engine will reject the file, crash, or read out of bounds.
    pub fn error(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        self.add(kind, Severity::Error, path, message);
    }

    /// Adds a warning. The engine loads the file, but something will look or behave wrong.
    pub fn warning(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        self.add(kind, Severity::Warning, path, message);
    }

    /// Adds a note, which has no effect in the engine.
    pub fn note(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        self.add(kind, Severity::Note, path, message);
    }

    /// Sets the offsets of findings that don't have one. `offset` is called with the path of each finding. For an
    /// [`Encode`](crate::Encode) type, use [`locate`](crate::locate()) instead.
    pub fn place(&mut self, offset: impl Fn(&Path) -> Option<u64>) {
        for finding in self.0.iter_mut().filter(|finding| finding.offset.is_none()) {
            finding.offset = offset(&finding.path);
        }
    }

    /// Adds a warning about content that is dropped because the output can't store it. Don't use this for content that
    /// is only converted.
    pub fn loss(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        let (severity, path, message) = (Severity::Warning, path.into(), escaped(message.into()));
        self.0.push(Finding { kind, severity, path, message, offset: None, is_loss: true });
    }

    /// Adds a note about dropped content, like [`loss`](Self::loss). Use this for content that nobody would expect to
    /// be kept.
    pub fn expected_loss(&mut self, kind: &'static FindingKind, path: impl Into<Path>, message: impl Into<String>) {
        let (severity, path, message) = (Severity::Note, path.into(), escaped(message.into()));
        self.0.push(Finding { kind, severity, path, message, offset: None, is_loss: true });
    }

    /// Returns only the findings about content that was dropped.
    pub fn losses(&self) -> Self {
        self.iter().filter(|finding| finding.is_loss).cloned().collect()
    }

    /// Returns all findings, but [expected losses](Self::expected_loss) are no longer marked as losses.
    #[must_use]
    pub fn without_expected_losses(self) -> Self {
        let is_loss = |finding: &Finding| finding.is_loss && finding.severity > Severity::Note;
        self.into_iter().map(|finding| Finding { is_loss: is_loss(&finding), ..finding }).collect()
    }

    /// Returns all findings, but none of them is marked as a loss. Use this if you store the dropped content next to
    /// the output.
    #[must_use]
    pub fn without_losses(self) -> Self {
        self.into_iter().map(|finding| Finding { is_loss: false, ..finding }).collect()
    }

    /// Returns the highest severity, or `None` if there are no findings.
    pub fn worst(&self) -> Option<Severity> {
        self.iter().map(|finding| finding.severity).max()
    }

    /// Returns an iterator over the findings, in the order in which they were added.
    pub fn iter(&self) -> core::slice::Iter<'_, Finding> {
        self.0.iter()
    }

    /// Returns `true` if there are no findings.
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
