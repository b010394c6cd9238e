//! Checks the sizes and indices in baked light from rbfx.

use binio::{Findings, Severity};

use crate::baked_light::{BakedLight, parse_probes};
use crate::kinds;

/// The first byte of a file with probes only.
const PROBES: u8 = 1;

pub(super) fn check(bytes: &[u8], findings: &mut Findings) {
    let read = match bytes.first() {
        Some(&PROBES) => parse_probes(bytes).map(|_| None),
        _ => BakedLight::parse(bytes).map(|light| light.invalid_cells()),
    };
    match read {
        Ok(None) => {}
        Ok(Some((count, first, offset))) => {
            let message = format!(
                "{count} tetrahedra have corners that don't exist (first: {first}): the engine reads foreign memory"
            );
            findings.add_at(kinds::LIGHT_INDEX, Severity::Error, "light", message, offset);
        }
        Err(error) => {
            let message = format!("{}: the engine has no baked light then", error.kind());
            let offset = error.offset().unwrap_or(0);
            findings.add_at(kinds::LIGHT_DATA, Severity::Error, "light", message, offset);
        }
    }
}
