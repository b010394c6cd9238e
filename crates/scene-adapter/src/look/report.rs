//! Findings about materials, by the rules of an adapter.

use std::fmt;

use binio::{Findings, Path, Severity};

/// A rule of an adapter for content that the other side can't store. Its text describes the change.
pub trait LookRule: Copy + fmt::Display {
    /// Its number in the adapter's documentation, from 1.
    fn number(self) -> usize;

    /// Stable kind of the rule's findings.
    fn kind(self) -> &'static binio::FindingKind;

    /// How much it matters.
    fn severity(self) -> Severity;
}

/// Findings about one material.
#[derive(Debug)]
pub struct Report<'f> {
    path: Path,
    findings: &'f mut Findings,
}

impl<'f> Report<'f> {
    /// A report about the material of a name.
    pub fn new(material: &str, findings: &'f mut Findings) -> Self {
        Self::about(Path::from("material").name(material.as_bytes()), findings)
    }

    /// A report about another part.
    pub fn about(path: impl Into<Path>, findings: &'f mut Findings) -> Self {
        Self { path: path.into(), findings }
    }

    /// Adds the finding that a rule was applied; `what` names the content.
    pub fn tell(&mut self, rule: impl LookRule, what: impl fmt::Display) {
        let what = what.to_string();
        let colon = if what.is_empty() { "" } else { ": " };
        let message = format!("{rule}{colon}{what}");
        self.findings.add(rule.kind(), rule.severity(), self.path.clone(), message);
    }

    /// Adds a loss: an edit of the material that its file can't say.
    pub fn loss(&mut self, kind: &'static binio::FindingKind, message: String) {
        self.findings.loss(kind, self.path.clone(), message);
    }

    /// Returns a number within 0 and 1: of one beyond the nearer end, which `rule` tells.
    pub fn ranged(&mut self, rule: impl LookRule, what: &str, number: f32) -> f32 {
        if (0.0..=1.0).contains(&number) {
            return number;
        }
        self.tell(rule, format!("{what} {number}"));
        if number.is_nan() { 0.0 } else { number.clamp(0.0, 1.0) }
    }
}
