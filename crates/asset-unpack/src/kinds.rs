//! Finding kinds of this crate.

use binio::FindingKind;

/// An entry name is not a safe file name.
pub const NAME_REFUSED: &FindingKind =
    &FindingKind::new("asset-unpack/name-refused", "An entry name is not a safe file name.")
        .with_engine("The file isn't written.")
        .with_advice(
            "Rename the entry with engine-assets pak rename, or print its content with engine-assets pak cat.",
        );

/// An entry is a hidden file or a file that a system runs.
pub const NAME_RISKY: &FindingKind =
    &FindingKind::new("asset-unpack/name-risky", "An entry is a hidden file or folder, or a file that a system runs.")
        .with_engine("The file is written; a program or the system may run it.")
        .with_advice("Look at the file before you use the folder, and delete it if you don't trust its source.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[NAME_REFUSED, NAME_RISKY];
