//! Finding kinds of this crate.

use binio::FindingKind;

/// The schema has no object for this asset type.
pub const SCHEMA_NO_ASSET_TYPE: &FindingKind =
    &FindingKind::new("udm-tools/schema-no-asset-type", "The schema has no object for this asset type.");
/// The schema is invalid.
pub const SCHEMA_INVALID: &FindingKind = &FindingKind::new("udm-tools/schema-invalid", "The schema is invalid.");
/// A key of the schema is missing.
pub const KEY_MISSING: &FindingKind = &FindingKind::new("udm-tools/key-missing", "A key of the schema is missing.")
    .with_engine("The engine uses its default value.");
/// The schema has no such key.
pub const KEY_UNKNOWN: &FindingKind = &FindingKind::new("udm-tools/key-unknown", "The schema has no such key.");
/// The value is not one of the schema's values.
pub const ENUM_VALUE: &FindingKind =
    &FindingKind::new("udm-tools/enum-value", "The value is not one of the schema's values.");
/// The value doesn't have the schema's type.
pub const WRONG_TYPE: &FindingKind =
    &FindingKind::new("udm-tools/wrong-type", "The value doesn't have the schema's type.");
/// The value has another type than in the schema, to which it can be converted.
pub const TYPE_CONVERTED: &FindingKind = &FindingKind::new(
    "udm-tools/type-converted",
    "The value has another type than in the schema, to which it can be converted.",
)
.with_engine("The engine converts it.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] =
    &[SCHEMA_NO_ASSET_TYPE, SCHEMA_INVALID, KEY_MISSING, KEY_UNKNOWN, ENUM_VALUE, WRONG_TYPE, TYPE_CONVERTED];
