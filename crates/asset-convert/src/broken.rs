//! Handles broken content in scenes: either it is repaired by a rule, or the conversion is refused.

use asset_formats::{Asset, Error};
use asset_scene::Scene;
use binio::{Finding, Findings, Severity};

use super::options::Shown;

/// Repairs the scene, and returns all findings. If anything is still broken, the scene is refused.
///
/// Violations of the glTF specification become warnings, because they can be fixed: readers work around them,
/// [`Scene::repair_animations`] repairs keys, and writers repair the numbers in vertices. A scene without positions
/// can't be repaired.
///
/// # Errors
/// Returns [`Error::Broken`] with all findings.
pub(crate) fn repair(
    scene: &mut Scene<'_>,
    asset: &Asset<'_>,
    findings: Findings,
    options: &Shown,
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

/// Returns the findings if there is no error among them.
///
/// # Errors
/// Returns [`Error::Broken`] with all findings if one of them is an error.
pub(crate) fn refuse(findings: Findings) -> Result<Findings, Error> {
    if findings.worst() == Some(Severity::Error) { Err(Error::Broken(findings)) } else { Ok(findings) }
}

fn as_warning(finding: Finding) -> Finding {
    let severity = finding.severity.min(Severity::Warning);
    let mut finding = finding;
    finding.severity = severity;
    finding
}
