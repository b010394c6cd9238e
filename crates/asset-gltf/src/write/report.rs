//! Collects the changes that were made.

use binio::{Findings, Path};

use crate::Rule;
use crate::error::{Error, ErrorKind};
use crate::kinds;

/// The changes so far. If changes are not allowed, the first is an error.
pub(super) struct Report {
    strict: bool,
    changes: Vec<(Path, Rule, usize)>,
    notes: Findings,
}

impl Report {
    pub(super) fn new(strict: bool) -> Self {
        Self { strict, changes: Vec::new(), notes: Findings::new() }
    }

    /// Reports that a rule was applied `count` times.
    pub(super) fn add(&mut self, path: &Path, rule: Rule, count: usize) -> Result<(), Error> {
        if count == 0 {
            return Ok(());
        }
        if self.strict {
            return Err(Error::new(ErrorKind::Changed(message(rule, count)), path.clone()));
        }
        let same = self.changes.last_mut().filter(|(last, known, _)| *known == rule && last == path);
        match same {
            Some((_, _, known)) => *known += count,
            None => self.changes.push((path.clone(), rule, count)),
        }
        Ok(())
    }

    pub(super) fn add_all(&mut self, path: &Path, changes: &[(Rule, usize)]) -> Result<(), Error> {
        changes.iter().try_for_each(|(rule, count)| self.add(path, *rule, *count))
    }

    /// Adds a note about a change that was requested.
    pub(super) fn note(&mut self, path: &Path, message: String) {
        self.notes.note(kinds::EXPORT_NOTE, path.clone(), message);
    }

    pub(super) fn into_findings(self) -> Findings {
        let mut findings = Findings::new();
        self.changes
            .into_iter()
            .for_each(|(path, rule, count)| findings.warning(kinds::EXPORT_RULE, path, message(rule, count)));
        findings.extend(self.notes);
        findings
    }
}

fn message(rule: Rule, count: usize) -> String {
    format!("{rule}: {count}")
}
