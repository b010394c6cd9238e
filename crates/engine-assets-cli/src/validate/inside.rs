//! The assets inside a package.

use std::collections::HashSet;

use engine_assets::binio::{Finding, Findings, Path as Place, ReadAt, Severity};
use engine_assets::urho_pak::{EntryRef, ErrorKind, Package};
use engine_assets::{Asset, Error};

/// Reads and checks every entry, one at a time: whether it is whole, and what its format says of it. Files of unknown formats are
/// only read, packages in packages not entered.
///
/// `known` is what the check of the package itself finds.
pub(super) fn check<S: ReadAt>(package: &Package<S>, known: &Findings, roundtrip: bool) -> Findings {
    let mut findings = Findings::new();
    let errors = known.iter().filter(|finding| finding.severity == Severity::Error);
    let known: HashSet<&Place> = errors.map(|finding| &finding.path).collect();
    let limits = package.extract_limits();
    let mut budget = limits.budget();
    for entry in package.entries() {
        // Entries may share their data: without an end to it, a small file could keep this busy for days.
        if let Err(fault) = budget.spend(entry.size()) {
            findings
                .error(Place::new().name(&entry.name()), format!("{fault}; the entries from here on aren't checked"));
            break;
        }
        match entry.read(&limits) {
            Ok(bytes) => findings.extend(of(entry, &bytes, roundtrip)),
            // The check of the package itself says that.
            Err(error)
                if matches!(error.kind(), ErrorKind::EntryOutside { .. })
                    && known.contains(&Place::new().name(&entry.name())) => {}
            Err(error) => findings.error(Place::new().name(&entry.name()), error.kind().to_string()),
        }
    }
    findings
}

/// What there is to say of an entry.
fn of<S: ReadAt>(entry: EntryRef<'_, S>, bytes: &[u8], roundtrip: bool) -> Findings {
    let name = entry.name();
    let text = name.to_text();
    let mut findings = Findings::new();
    match asset(bytes, text.as_ref().as_ref(), roundtrip) {
        Ok(found) => findings.extend(found.into_iter().map(|finding| below(&name, finding))),
        Err(Error::Unknown { .. } | Error::LookAlike(_)) => {}
        Err(error) => findings.error(Place::new().name(&name), error.to_string()),
    }
    findings
}

fn asset(bytes: &[u8], path: &std::path::Path, roundtrip: bool) -> Result<Findings, Error> {
    let asset = Asset::parse(bytes, Some(path))?;
    let mut findings = asset.validate();
    if roundtrip && !asset.comes_back_as(bytes)? {
        findings.error(Place::new(), "comes back different");
    }
    Ok(findings)
}

/// A finding about an entry as one about the package. Its offset is one in the entry, and is said in words.
fn below(name: &[u8], mut finding: Finding) -> Finding {
    let inner = std::mem::replace(&mut finding.path, Place::new().name(name));
    inner.segments().iter().for_each(|segment| finding.path.push(segment.clone()));
    if let Some(offset) = finding.offset.take() {
        finding.message += &format!(" (at byte {offset:#x} of the entry)");
    }
    finding
}
