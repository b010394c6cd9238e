//! Reads the `.mtl` files that an OBJ uses.

use binio::{Escaped, Findings, Path};

use super::clip_names::safe;
use crate::error::{Error, error};
use crate::{ReadOptions, Resolver, kinds};

/// The maximum number of material files for an OBJ. Programs write only one.
const MOST: usize = 64;

/// Returns the bytes of all material files that an OBJ names, one after the other.
pub(super) fn read(
    bytes: &[u8],
    options: &ReadOptions,
    resolver: &dyn Resolver,
    findings: &mut Findings,
) -> Result<Vec<u8>, Error> {
    let mut budget = options.limits.budget();
    let mut all = Vec::new();
    let lines = bytes.split(|byte| matches!(byte, b'\n' | b'\r'));
    let named = lines.filter_map(|line| line.trim_ascii_start().strip_prefix(b"mtllib"));
    let mut names: Vec<&[u8]> = Vec::new();
    for name in named.filter(|rest| rest.first().is_some_and(u8::is_ascii_whitespace)).map(<[u8]>::trim_ascii) {
        if names.len() < MOST && !names.contains(&name) {
            names.push(name);
        }
    }
    for name in names {
        let name = String::from_utf8_lossy(name);
        let Some(path) = safe(&name) else {
            missing(&name, "only files in the folder of the OBJ are read", findings);
            continue;
        };
        match resolver.read(&path, budget.left().saturating_add(1)) {
            Ok(content) => {
                budget.spend(content.len() as u64).map_err(error)?;
                all.extend(content);
                all.push(b'\n');
            }
            Err(failure) => missing(&name, &failure.to_string(), findings),
        }
    }
    Ok(all)
}

fn missing(name: &str, why: &str, findings: &mut Findings) {
    findings.warning(kinds::MATERIAL_FILE_MISSING, Path::from("file"), format!("{}: {why}", Escaped(name)));
}
