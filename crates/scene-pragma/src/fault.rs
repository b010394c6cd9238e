//! Errors and findings when a model is read.

use crate::kinds;
use std::collections::HashMap;

use asset_scene::{Error, ErrorKind};
use binio::{Budget, Findings, Name, Path};
use pragma_asset::udm;

/// Returns the error for something that isn't supported.
pub(crate) fn unsupported(path: Path, why: impl std::fmt::Display) -> Error {
    Error::new(ErrorKind::Unsupported(why.to_string()), path)
}

/// Returns how often each name occurs.
pub(crate) fn counts<'d>(names: impl Iterator<Item = Name<'d>>) -> HashMap<Name<'d>, usize> {
    let mut counts = HashMap::new();
    names.for_each(|name| {
        let count: &mut usize = counts.entry(name).or_default();
        *count = count.saturating_add(1);
    });
    counts
}

/// Subtracts `count` items of a size from the budget.
pub(crate) fn spend(budget: &mut Budget, count: usize, size: usize, path: Path) -> Result<(), Error> {
    budget.spend((count as u64).saturating_mul(size as u64)).map_err(|fault| unsupported(path, fault))
}

/// Returns the value of `result`. If a part is broken, this is only a finding; if the budget is used up, it is an
/// error.
pub(crate) fn readable<T>(
    result: Result<T, udm::Error>,
    path: Path,
    findings: &mut Findings,
) -> Result<Option<T>, Error> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) => match error.kind() {
            udm::ErrorKind::Data(binio::Fault::Limit(_)) => Err(unsupported(path, error)),
            kind => {
                findings.error(kinds::UNREADABLE, path, kind.to_string());
                Ok(None)
            }
        },
    }
}
