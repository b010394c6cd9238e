//! Writes reports for other programs: SARIF for code hosts, and JUnit XML for CI.

mod junit;
mod sarif;

use std::io;
use std::path::PathBuf;

use clap::Args;
use engine_assets::{Error, FindingSummary, kinds};

use super::{Roundtrip, Sound};
use crate::explain::{TextPosition, text_position};
use crate::inputs::Input;
use crate::output;
use crate::policy::Policy;
use crate::report::Outcome;

#[derive(Args)]
pub(super) struct ReportOptions {
    /// Write a SARIF 2.1.0 report, for code hosts
    #[arg(long, value_name = "FILE")]
    sarif: Option<PathBuf>,
    /// Write a JUnit XML report with a test case for each file, for CI
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// Overwrite existing reports
    #[arg(long)]
    force: bool,
}

/// The results of all files, to be written to reports. If no report was requested, nothing is kept.
pub(super) struct Reports<'o> {
    options: &'o ReportOptions,
    cases: Vec<Case>,
    failures: Vec<String>,
}

/// The result for a file.
struct Case {
    input: Input,
    format: Option<&'static str>,
    outcome: Outcome,
    findings: Vec<Located>,
}

/// A finding with its position in a text.
struct Located {
    finding: FindingSummary,
    position: Option<TextPosition>,
    /// This is `true` if the finding is an error.
    fails: bool,
}

impl<'o> Reports<'o> {
    pub(super) fn new(options: &'o ReportOptions) -> Self {
        Self { options, cases: Vec::new(), failures: Vec::new() }
    }

    fn is_wanted(&self) -> bool {
        self.options.sarif.is_some() || self.options.junit.is_some()
    }

    /// Adds the result for a file.
    pub(super) fn add(
        &mut self,
        input: &Input,
        format: Option<&'static str>,
        result: &Result<Sound, Error>,
        outcome: Outcome,
        policy: &Policy,
    ) {
        if !self.is_wanted() {
            return;
        }
        let findings = match result {
            Ok(sound) => sound.findings.iter().map(FindingSummary::from).collect(),
            Err(error) => vec![FindingSummary::from(error)],
        };
        let mut located = located(input, findings, policy);
        if let Ok(Sound { roundtrip: Some(Roundtrip::Different), difference, .. }) = result {
            located.push(Located::different(difference.as_deref().unwrap_or_default()));
        }
        self.cases.push(Case { input: input.clone(), format, outcome, findings: located });
    }

    /// Adds findings about a file that was already checked.
    pub(super) fn add_unused(
        &mut self,
        input: &Input,
        findings: Vec<FindingSummary>,
        outcome: Outcome,
        policy: &Policy,
    ) {
        if self.is_wanted() {
            let findings = located(input, findings, policy);
            self.cases.push(Case { input: input.clone(), format: None, outcome, findings });
        }
    }

    /// Adds an error that occurred when listing files.
    pub(super) fn add_failure(&mut self, error: &io::Error) {
        self.failures.push(error.to_string());
    }

    /// Writes the requested reports.
    pub(super) fn write(&self) -> io::Result<()> {
        let force = self.options.force;
        if let Some(path) = &self.options.sarif {
            output::write(path, &sarif::write(&self.cases, &self.failures)?, force)?;
        }
        if let Some(path) = &self.options.junit {
            output::write(path, junit::write(&self.cases, &self.failures).as_bytes(), force)?;
        }
        Ok(())
    }
}

impl Located {
    /// Creates the result for a file that does not round-trip.
    fn different(difference: &str) -> Self {
        let error = Error::Refused(format!("doesn't round-trip: {difference}"));
        let mut finding = FindingSummary::from(&error);
        finding.kind = kinds::ROUNDTRIP_DIFFERENT.as_str();
        Self { finding, position: None, fails: true }
    }
}

/// Adds positions in the text to findings.
fn located(input: &Input, findings: Vec<FindingSummary>, policy: &Policy) -> Vec<Located> {
    let is_located = findings.iter().any(|finding| finding.offset.is_some());
    let bytes = if is_located && !input.is_stdin() { input.read().ok() } else { None };
    let located = |finding: FindingSummary| Located {
        position: bytes.as_deref().zip(finding.offset).and_then(|(bytes, offset)| text_position(bytes, offset)),
        fails: policy.fails(finding.kind, finding.severity),
        finding,
    };
    findings.into_iter().map(located).collect()
}
