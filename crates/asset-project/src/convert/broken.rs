//! Broken content of scenes: a rule repairs it, or the conversion is refused.

use asset_scene::Scene;
use binio::{Finding, Findings, Severity};

use super::ConvertOptions;
use crate::{Asset, Error};

/// Repairs the scene of a document, and refuses it if anything stays broken. Returns all findings.
///
/// Violations of the glTF specification become warnings: readers work around them, [`Scene::repair_animations`] repairs keys, and writers repair the
/// numbers of vertices. Without positions there is nothing to repair.
///
/// # Errors
/// [`Error::Broken`], with all findings.
pub(crate) fn repair(
    scene: &mut Scene<'_>,
    asset: &Asset<'_>,
    findings: Findings,
    options: &ConvertOptions,
) -> Result<Findings, Error> {
    if !asset.is_neutral() {
        return Ok(findings);
    }
    let mut findings: Findings = findings.into_iter().map(as_warning).collect();
    let repairs = scene.repair_animations(&mut options.limits().budget()).map_err(Error::convert)?;
    findings.extend(repairs);
    findings.extend(scene.check_positions());
    refuse(findings)
}

/// Returns findings without errors.
///
/// # Errors
/// [`Error::Broken`], with all findings, if one is an error.
pub(crate) fn refuse(findings: Findings) -> Result<Findings, Error> {
    if findings.worst() == Some(Severity::Error) { Err(Error::Broken(findings)) } else { Ok(findings) }
}

fn as_warning(finding: Finding) -> Finding {
    let severity = finding.severity.min(Severity::Warning);
    let mut finding = finding;
    finding.severity = severity;
    finding
}
