//! Prints a summary of all files.

use std::collections::BTreeMap;
use std::fmt;

use engine_assets::binio::{FindingKind, Findings, Severity};

use super::{Sound, count};
use crate::counts::counted;
use crate::report::Outcome;

/// The maximum number of kinds in the summary.
const KINDS: usize = 10;
const SEVERITIES: [Severity; 3] = [Severity::Error, Severity::Warning, Severity::Note];

/// The results of all files.
#[derive(Default)]
pub(super) struct Totals {
    fine: u64,
    bad: u64,
    failed: u64,
    skipped: u64,
    ignored: u64,
    formats: BTreeMap<&'static str, Row>,
    kinds: BTreeMap<&'static FindingKind, u64>,
    outcome: Outcome,
}

/// The number of files of a format, and the number of findings by severity.
#[derive(Default)]
struct Row {
    files: u64,
    findings: [u64; SEVERITIES.len()],
}

impl Totals {
    /// Adds a file. `sound` must be given if the file could be parsed.
    pub(super) fn add(&mut self, format: Option<&'static str>, sound: Option<&Sound>, outcome: Outcome) {
        match outcome {
            Outcome::Fine => self.fine += 1,
            Outcome::Bad => self.bad += 1,
            Outcome::Failed => self.failed += 1,
        }
        let row = self.formats.entry(format.unwrap_or("unknown")).or_default();
        row.files += 1;
        match sound {
            Some(sound) => {
                for (total, severity) in row.findings.iter_mut().zip(SEVERITIES) {
                    *total += count(&sound.findings, severity) as u64;
                }
                self.add_findings(&sound.findings, sound.ignored, outcome);
            }
            None => {
                row.findings[0] += 1;
                *self.kinds.entry(engine_assets::kinds::UNREADABLE).or_default() += 1;
            }
        }
        self.outcome = self.outcome.max(outcome);
    }

    /// Adds findings about a file that was already added.
    pub(super) fn add_findings(&mut self, findings: &Findings, ignored: u64, outcome: Outcome) {
        findings.iter().for_each(|finding| *self.kinds.entry(finding.kind).or_default() += 1);
        self.ignored += ignored;
        self.outcome = self.outcome.max(outcome);
    }

    pub(super) fn skip(&mut self, files: u64) {
        self.skipped += files;
    }

    pub(super) fn files(&self) -> u64 {
        self.fine + self.bad + self.failed
    }

    pub(super) fn ignored(&self) -> u64 {
        self.ignored
    }

    pub(super) fn outcome(&self) -> Outcome {
        self.outcome
    }

    fn write_formats(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n{:20} {:>8} {:>8} {:>8} {:>8}", "format", "files", "errors", "warnings", "notes")?;
        for (format, Row { files, findings: [errors, warnings, notes] }) in &self.formats {
            writeln!(f, "{format:20} {files:8} {errors:8} {warnings:8} {notes:8}")?;
        }
        Ok(())
    }

    fn write_kinds(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.kinds.is_empty() {
            return Ok(());
        }
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(kind, count)| (std::cmp::Reverse(**count), kind.as_str()));
        writeln!(f, "\nmost frequent findings:")?;
        for (kind, count) in kinds.iter().take(KINDS) {
            writeln!(f, "{count:8}  {kind}: {}", kind.about())?;
        }
        if kinds.len() > KINDS {
            let more = kinds.len() - KINDS;
            writeln!(f, "{:8}  and {more} more {}", "", if more == 1 { "kind" } else { "kinds" })?;
        }
        Ok(())
    }
}

impl fmt::Display for Totals {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fine, bad, failed, skipped, ignored, .. } = self;
        if self.files() > 1 {
            self.write_formats(f)?;
            self.write_kinds(f)?;
            writeln!(f)?;
        }
        write!(f, "{} files: {fine} ok, {bad} bad, {failed} unreadable; {skipped} others skipped", self.files())?;
        if *ignored == 0 { Ok(()) } else { write!(f, "; {} ignored", counted(*ignored as usize, "finding")) }
    }
}
