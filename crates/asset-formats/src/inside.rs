//! Checks the assets inside a package.

use std::collections::HashSet;
use std::io::{self, Read as _};

use binio::{Finding, Findings, Limits, Path as Place, ReadAt, Severity};
use urho_pak::{EntryRef, ErrorKind, Package};

use crate::asset::RoundTrip;
use crate::kinds;
use crate::{Asset, Checked, Detection, Error, Format, Typed};

impl Asset<'_> {
    /// Checks the asset. If it is a package, the assets inside are checked too.
    ///
    /// If you pass the original bytes, the asset is also written again and compared with them.
    ///
    /// # Errors
    /// Returns an error if there is content that the format can't store; this only happens if you pass the original
    /// bytes.
    pub fn check(&self, original: Option<&[u8]>) -> Result<Checked, Error> {
        let mut findings = self.validate();
        let round_trip = match original {
            Some(bytes) => self.compare(bytes, &mut findings)?,
            None => RoundTrip::NotCompared,
        };
        if let Typed::UrhoPak(package) = self.typed() {
            let inside = check_entries(package, &findings, original.is_some());
            findings.extend(inside);
        }
        let compared = round_trip != RoundTrip::NotCompared;
        let difference = if let RoundTrip::Different(difference) = round_trip { Some(difference) } else { None };
        Ok(Checked { findings, compared, difference })
    }
}

/// Reads and checks all entries in a package, one at a time. This tests the integrity of each entry and validates it by
/// its format. If `roundtrip` is true, it also tests whether writing the entry reproduces its bytes. Files in unknown
/// formats are only read, and nested packages are not entered.
///
/// Pass the findings of [`Package::validate`] as `known`, so that they are not repeated.
pub fn check_entries<S: ReadAt>(package: &Package<S>, known: &Findings, roundtrip: bool) -> Findings {
    let mut findings = Findings::new();
    let errors = known.iter().filter(|finding| finding.severity == Severity::Error);
    let known: HashSet<&Place> = errors.map(|finding| &finding.path).collect();
    let limits = package.extract_limits();
    let mut budget = limits.budget();
    for entry in package.entries() {
        // Entries may share their data: without an end to it, a small file could keep this busy for days.
        if let Err(fault) = budget.spend(entry.size()) {
            findings.error(
                kinds::ENTRY_UNREADABLE,
                Place::new().name(&entry.name()),
                format!("{fault}; the entries from here on aren't checked"),
            );
            break;
        }
        match read(entry, &limits) {
            Ok(Some(bytes)) => findings.extend(of(entry, &bytes, roundtrip)),
            Ok(None) => {}
            // The check of the package itself says that.
            Err(error)
                if matches!(error.kind(), ErrorKind::EntryOutside { .. })
                    && known.contains(&Place::new().name(&entry.name())) => {}
            Err(error) => {
                let (path, offset) = (Place::new().name(&entry.name()), error.offset().unwrap_or(entry.position()));
                findings.add_at(kinds::ENTRY_UNREADABLE, Severity::Error, path, error.kind().to_string(), offset);
            }
        }
    }
    findings
}

/// Returns the bytes of an entry if it can be an asset. For any other entry this is `None`, but its bytes have been
/// read piece by piece, so that the checksum is compared.
fn read<S: ReadAt>(entry: EntryRef<'_, S>, limits: &Limits) -> Result<Option<Vec<u8>>, urho_pak::Error> {
    let mut reader = entry.reader();
    let mut head = Vec::new();
    let name = entry.name();
    let read = reader.by_ref().take(HEAD).read_to_end(&mut head);
    let known = Format::detect(&head, entry.size(), &[], Some(name.to_text().as_ref().as_ref()));
    if read.is_err() || matches!(known, Detection::Known(_) | Detection::OtherContent(..) | Detection::Unknown(Some(_)))
    {
        return entry.read_with(limits).map(Some);
    }
    match io::copy(&mut reader, &mut io::sink()) {
        Ok(_) => Ok(None),
        // The same again, as the package says it.
        Err(_) => entry.read_with(limits).map(|_| None),
    }
}

/// How many bytes are needed to identify the format of an entry.
const HEAD: u64 = 64;

fn of<S: ReadAt>(entry: EntryRef<'_, S>, bytes: &[u8], roundtrip: bool) -> Findings {
    let name = entry.name();
    let text = name.to_text();
    let mut findings = Findings::new();
    match asset(bytes, text.as_ref().as_ref(), roundtrip) {
        Ok(entries) => findings.extend(entries.into_iter().map(|finding| below(&name, finding))),
        Err(Error::Unknown { hint: None } | Error::LookAlike(_)) => {}
        Err(error) => findings.error(kinds::ENTRY_UNREADABLE, Place::new().name(&name), error.to_string()),
    }
    findings
}

fn asset(bytes: &[u8], path: &std::path::Path, roundtrip: bool) -> Result<Findings, Error> {
    let asset = Asset::parse(bytes, Some(path))?;
    let mut findings = asset.validate();
    let round_trip = if roundtrip { asset.compare(bytes, &mut findings)? } else { RoundTrip::NotCompared };
    if let RoundTrip::Different(difference) = round_trip {
        findings.error(kinds::ROUNDTRIP_DIFFERENT, Place::new(), format!("doesn't round-trip: {difference}"));
    }
    Ok(findings)
}

/// Turns a finding about an entry into a finding about the package. The message then contains the offset, because this
/// is an offset in the entry and not in the package.
fn below(name: &[u8], finding: Finding) -> Finding {
    let mut finding = finding.inside(Place::new().name(name));
    if let Some(offset) = finding.offset.take() {
        finding.message += &format!(" (at byte {offset:#x} of the entry)");
    }
    finding
}
