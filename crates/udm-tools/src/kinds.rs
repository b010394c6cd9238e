//! Finding kinds of this crate.

use binio::FindingKind;

/// The schema has no object for this asset type.
pub const SCHEMA_NO_ASSET_TYPE: &FindingKind =
    &FindingKind::new("udm-tools/schema-no-asset-type", "The schema has no object for this asset type.")
        .with_engine("The document isn't checked against the schema.")
        .with_advice("Pass the schema of this asset type with --schema.");
/// The schema is invalid.
pub const SCHEMA_INVALID: &FindingKind = &FindingKind::new("udm-tools/schema-invalid", "The schema is invalid.")
    .with_engine("Values of this type aren't checked.")
    .with_advice("Add the type to the schema, or correct its name there.");
/// A key of the schema is missing.
pub const KEY_MISSING: &FindingKind = &FindingKind::new("udm-tools/key-missing", "A key of the schema is missing.")
    .with_engine("The engine uses its default value.")
    .with_advice("Add the key if the default value isn't right.");
/// The schema has no such key.
pub const KEY_UNKNOWN: &FindingKind = &FindingKind::new("udm-tools/key-unknown", "The schema has no such key.")
    .with_engine("The engine keeps the key, but nothing reads it through the schema.")
    .with_advice("Correct the spelling, or add the key to the schema.");
/// The value is not one of the schema's values.
pub const ENUM_VALUE: &FindingKind =
    &FindingKind::new("udm-tools/enum-value", "The value is not one of the schema's values.")
        .with_engine("The engine loads the document; code that reads the value doesn't know what it means.")
        .with_advice("Use one of the values that the message lists.");
/// The value doesn't have the schema's type.
pub const WRONG_TYPE: &FindingKind =
    &FindingKind::new("udm-tools/wrong-type", "The value doesn't have the schema's type.")
        .with_engine("Code that reads the value through the schema doesn't get it.")
        .with_advice("Store the value with the type that the message names.");
/// The value has another type than in the schema, to which it can be converted.
pub const TYPE_CONVERTED: &FindingKind = &FindingKind::new(
    "udm-tools/type-converted",
    "The value has another type than in the schema, to which it can be converted.",
)
.with_engine("The engine converts it.")
.with_advice("Nothing needs to be done.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] =
    &[SCHEMA_NO_ASSET_TYPE, SCHEMA_INVALID, KEY_MISSING, KEY_UNKNOWN, ENUM_VALUE, WRONG_TYPE, TYPE_CONVERTED];
