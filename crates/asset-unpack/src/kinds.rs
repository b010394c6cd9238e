//! Finding kinds of this crate.

use binio::FindingKind;

/// An entry name is not a safe file name.
pub const NAME_REFUSED: &FindingKind =
    &FindingKind::new("asset-unpack/name-refused", "An entry name is not a safe file name.");

/// An entry is a hidden file or a file that a system runs.
pub const NAME_RISKY: &FindingKind =
    &FindingKind::new("asset-unpack/name-risky", "An entry is a hidden file or folder, or a file that a system runs.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[NAME_REFUSED, NAME_RISKY];
