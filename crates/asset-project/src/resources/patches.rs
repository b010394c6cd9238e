//! Checks data files that need other files: patches need their bases, and shaders need the files that they include.

use binio::{Findings, Limits, Severity};
use urho_resource::{Document, ErrorKind, kinds};

use super::Resources;

/// Applies a patch file to its base. Reports steps that have no effect, and a file that inherits from itself or
/// includes itself. If the base is missing, this is reported as a missing reference.
pub(super) fn check(document: &Document<'_>, resource: Option<&str>, resources: &Resources) -> Findings {
    let mut findings = Findings::new();
    let mut budget = Limits::default().budget();
    let mut load = |name: &str| resources.read_found(&resources.find(name).ok()??, &mut budget).ok();
    if document.inherited().is_some() {
        match document.applied(resource, &mut load) {
            Ok(applied) => findings.extend(new_findings(document, applied.findings)),
            Err(error) if *error.kind() == ErrorKind::Cycle => {
                findings.add_at(kinds::PATCH_CYCLE, Severity::Error, "inherit", error.to_string(), 0);
            }
            Err(error) if matches!(error.kind(), ErrorKind::Fault(_)) => {
                findings.add_at(kinds::PATCH_UNCHECKED, Severity::Note, "inherit", error.to_string(), 0);
            }
            // A base that is missing, or that has an error of its own.
            Err(_) => {}
        }
    }
    if let Some(cycle) = resource.and_then(|resource| document.include_cycle(resource, &mut load)) {
        let message = format!("{} include each other: the engine's stack overflows", cycle.join(", "));
        findings.add_at(kinds::SHADER_INCLUDE, Severity::Error, "include", message, 0);
    }
    findings
}

/// Returns the findings about steps that need the base. The patch alone doesn't have them.
fn new_findings(document: &Document<'_>, applied: Findings) -> Findings {
    let known = document.validate();
    let is_known =
        |one: &binio::Finding| known.iter().any(|other| other.kind == one.kind && other.offset == one.offset);
    applied.into_iter().filter(|finding| !is_known(finding)).collect()
}
