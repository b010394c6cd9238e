//! Reports findings about materials, using the rules of an adapter.

use std::fmt;

use binio::{Findings, Path, Severity};

/// A rule for content that the other side can't store. The text of the rule says what happens to the content.
pub trait LookRule: Copy + fmt::Display {
    /// Returns the number in the adapter's documentation, starting at 1.
    fn number(self) -> usize;

    /// Returns the finding kind to use for this rule.
    fn kind(self) -> &'static binio::FindingKind;

    /// Returns how severe this is.
    fn severity(self) -> Severity;
}

/// Reports findings about one material.
#[derive(Debug)]
pub struct Report<'f> {
    path: Path,
    findings: &'f mut Findings,
}

impl<'f> Report<'f> {
    /// Creates a report about the material with this name.
    pub fn new(material: &str, findings: &'f mut Findings) -> Self {
        Self::about(Path::from("material").name(material.as_bytes()), findings)
    }

    /// Creates a report about another part.
    pub fn about(path: impl Into<Path>, findings: &'f mut Findings) -> Self {
        Self { path: path.into(), findings }
    }

    /// Reports that a rule was applied. `what` is the content that it was applied to.
    pub fn tell(&mut self, rule: impl LookRule, what: impl fmt::Display) {
        let what = what.to_string();
        let colon = if what.is_empty() { "" } else { ": " };
        let message = format!("{rule}{colon}{what}");
        self.findings.add(rule.kind(), rule.severity(), self.path.clone(), message);
    }

    /// Reports a loss, because an edit can't be written to the material's file.
    pub fn loss(&mut self, kind: &'static binio::FindingKind, message: String) {
        self.findings.loss(kind, self.path.clone(), message);
    }

    /// Clamps a number to the range from 0 to 1. If this changes the number, `rule` is reported.
    pub fn ranged(&mut self, rule: impl LookRule, what: &str, number: f32) -> f32 {
        if (0.0..=1.0).contains(&number) {
            return number;
        }
        self.tell(rule, format!("{what} {number}"));
        if number.is_nan() { 0.0 } else { number.clamp(0.0, 1.0) }
    }
}
