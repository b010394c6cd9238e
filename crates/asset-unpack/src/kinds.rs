//! Finding kinds of this crate.

use binio::FindingKind;

/// An entry name is not a safe file name.
pub const NAME_REFUSED: &FindingKind =
    &FindingKind::new("asset-unpack/name-refused", "An entry name is not a safe file name.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[NAME_REFUSED];
