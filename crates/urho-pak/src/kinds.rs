//! Finding kinds of this crate.

use binio::FindingKind;

/// Only rbfx from 2019 to 2022 reads this package kind.
pub const RBFX_ONLY: &FindingKind =
    &FindingKind::new("urho-pak/rbfx-only", "Only rbfx from 2019 to 2022 reads this package kind.")
        .with_engine("Urho3D and U3D refuse the package.")
        .with_advice("Nothing needs to be done for rbfx. For other engines, convert it with --to upak or --to ulz4.");
/// The package version is unknown to rbfx.
pub const RBFX_VERSION: &FindingKind =
    &FindingKind::new("urho-pak/rbfx-version", "The package version is unknown to rbfx.")
        .with_engine("rbfx may refuse the package or misread its directory.")
        .with_advice("Pack its files again with engine-assets pak pack.");
/// The directory begins beyond 4 GiB.
pub const DIRECTORY_BEYOND_4_GIB: &FindingKind =
    &FindingKind::new("urho-pak/directory-beyond-4-gib", "The directory begins beyond 4 GiB.")
        .with_engine("rbfx reads it from the wrong place.")
        .with_advice("Split the files into several packages.");
/// The package is appended to another file.
pub const APPENDED: &FindingKind = &FindingKind::new("urho-pak/appended", "The package is appended to another file.")
    .with_engine("rbfx reads the directory from the wrong place.")
    .with_advice("Store the package as a file of its own, without the file before it.");
/// The file is larger than 4 GiB.
pub const FILE_BEYOND_4_GIB: &FindingKind =
    &FindingKind::new("urho-pak/file-beyond-4-gib", "The file is larger than 4 GiB.")
        .with_engine("The engine doesn't open it.")
        .with_advice("Split the files into several packages.");
/// The file doesn't end with the package size.
pub const END_SIZE: &FindingKind =
    &FindingKind::new("urho-pak/end-size", "The file doesn't end with the package size.")
        .with_engine("The engine doesn't find an appended package.")
        .with_advice(
            "Nothing needs to be done if the package is a file of its own. Otherwise append it again, so that \
            nothing follows it.",
        );
/// An entry is outside the package or too large.
pub const ENTRY_UNREADABLE: &FindingKind =
    &FindingKind::new("urho-pak/entry-unreadable", "An entry is outside the package or too large.")
        .with_engine("The engine refuses the package, fails to read the entry, or returns undefined memory for it.")
        .with_advice("Get the package again, or pack its files again with engine-assets pak pack.");
/// Entry data begins inside the directory.
pub const DATA_IN_DIRECTORY: &FindingKind =
    &FindingKind::new("urho-pak/data-in-directory", "Entry data begins inside the directory.")
        .with_engine("The engine reads a part of the directory as the file's content.")
        .with_advice("Get the package again, or pack its files again with engine-assets pak pack.");
/// Entries share data.
pub const SHARED_DATA: &FindingKind = &FindingKind::new("urho-pak/shared-data", "Entries share data.")
    .with_engine("The engine reads the same bytes for several files.")
    .with_advice(
        "Nothing needs to be done if these files are equal. Otherwise pack them again with engine-assets \
        pak pack.",
    );
/// An entry name is unusual or unsafe.
pub const ENTRY_NAME: &FindingKind = &FindingKind::new("urho-pak/entry-name", "An entry name is unusual or unsafe.")
    .with_engine(
        "The engine finds the entry on some systems only, or not at all, or PackageTool writes it outside \
        of its folder.",
    )
    .with_advice("Rename the entry with engine-assets pak rename, or remove it with engine-assets pak rm.");
/// Entry data is damaged.
pub const ENTRY_DAMAGED: &FindingKind = &FindingKind::new("urho-pak/entry-damaged", "Entry data is damaged.")
    .with_engine("The engine doesn't compare checksums, and loads the damaged file.")
    .with_advice("Get the package again, or pack the original file again with engine-assets pak pack.");
/// The package checksum is wrong.
pub const PACKAGE_DAMAGED: &FindingKind =
    &FindingKind::new("urho-pak/package-damaged", "The package checksum is wrong.")
        .with_engine("The engine doesn't compare the checksum, and may load damaged files.")
        .with_advice(
            "If engine-assets pak verify reports no damaged entry, converting the package writes the right \
            checksum. Otherwise get it again.",
        );

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
