//! Findings, but no more than someone would read.

use crate::kinds;
use alloc::format;
use alloc::string::String;
use binio::{Findings, Path, Severity};

/// The maximum number of findings. The rest are only counted.
const TOLD: usize = 256;

/// Collects findings. After the first findings it only counts, so that a hostile file can't fill the memory.
#[derive(Default)]
pub(super) struct Oddities {
    findings: Findings,
    untold: u64,
}

impl Oddities {
    pub(super) fn add_at(
        &mut self,
        kind: &'static binio::FindingKind,
        severity: Severity,
        path: &Path,
        message: impl Into<String>,
        offset: u64,
    ) {
        if self.has_room() {
            self.findings.add_at(kind, severity, path.clone(), message, offset);
        }
    }

    pub(super) fn warning(
        &mut self,
        kind: &'static binio::FindingKind,
        path: impl Into<Path>,
        message: impl Into<String>,
    ) {
        if self.has_room() {
            self.findings.warning(kind, path, message);
        }
    }

    fn has_room(&mut self) -> bool {
        let room = self.findings.len() < TOLD;
        self.untold += u64::from(!room);
        room
    }

    pub(super) fn into_findings(mut self) -> Findings {
        if self.untold > 0 {
            self.findings.warning(kinds::MORE_FINDINGS, Path::new(), format!("{} more findings", self.untold));
        }
        self.findings
    }
}
