//! Finding kinds of this crate.

use binio::FindingKind;

/// Only rbfx from 2019 to 2022 reads this package kind.
pub const RBFX_ONLY: &FindingKind =
    &FindingKind::new("urho-pak/rbfx-only", "Only rbfx from 2019 to 2022 reads this package kind.");
/// The package version is unknown to rbfx.
pub const RBFX_VERSION: &FindingKind =
    &FindingKind::new("urho-pak/rbfx-version", "The package version is unknown to rbfx.");
/// The directory begins beyond 4 GiB.
pub const DIRECTORY_BEYOND_4_GIB: &FindingKind =
    &FindingKind::new("urho-pak/directory-beyond-4-gib", "The directory begins beyond 4 GiB.")
        .with_engine("rbfx reads it from the wrong place.");
/// The package is appended to another file.
pub const APPENDED: &FindingKind = &FindingKind::new("urho-pak/appended", "The package is appended to another file.")
    .with_engine("rbfx reads the directory from the wrong place.");
/// The file is larger than 4 GiB.
pub const FILE_BEYOND_4_GIB: &FindingKind =
    &FindingKind::new("urho-pak/file-beyond-4-gib", "The file is larger than 4 GiB.")
        .with_engine("The engine doesn't open it.");
/// The file doesn't end with the package size.
pub const END_SIZE: &FindingKind =
    &FindingKind::new("urho-pak/end-size", "The file doesn't end with the package size.")
        .with_engine("The engine doesn't find an appended package.");
/// An entry is outside the package or too large.
pub const ENTRY_UNREADABLE: &FindingKind =
    &FindingKind::new("urho-pak/entry-unreadable", "An entry is outside the package or too large.");
/// Entry data begins inside the directory.
pub const DATA_IN_DIRECTORY: &FindingKind =
    &FindingKind::new("urho-pak/data-in-directory", "Entry data begins inside the directory.");
/// Entries share data.
pub const SHARED_DATA: &FindingKind = &FindingKind::new("urho-pak/shared-data", "Entries share data.");
/// An entry name is unusual or unsafe.
pub const ENTRY_NAME: &FindingKind = &FindingKind::new("urho-pak/entry-name", "An entry name is unusual or unsafe.");
/// Entry data is damaged.
pub const ENTRY_DAMAGED: &FindingKind = &FindingKind::new("urho-pak/entry-damaged", "Entry data is damaged.");
/// The package checksum is wrong.
pub const PACKAGE_DAMAGED: &FindingKind =
    &FindingKind::new("urho-pak/package-damaged", "The package checksum is wrong.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    RBFX_ONLY,
    RBFX_VERSION,
    DIRECTORY_BEYOND_4_GIB,
    APPENDED,
    FILE_BEYOND_4_GIB,
    END_SIZE,
    ENTRY_UNREADABLE,
    DATA_IN_DIRECTORY,
    SHARED_DATA,
    ENTRY_NAME,
    ENTRY_DAMAGED,
    PACKAGE_DAMAGED,
];
