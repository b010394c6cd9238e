//! Finding kinds of this crate.

use binio::FindingKind;

/// Two metadata entries have the same name.
pub const NAME_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-core/name-duplicate", "Two metadata entries have the same name.")
        .with_engine("The engine keeps the later.");
/// A JSON value has the wrong type.
pub const WRONG_TYPE: &FindingKind = &FindingKind::new("urho-core/wrong-type", "A JSON value has the wrong type.")
    .with_engine("The engine ignores it or uses a default value.");
/// A trigger time is relative to an unknown animation length.
pub const TIME_RELATIVE: &FindingKind =
    &FindingKind::new("urho-core/time-relative", "A trigger time is relative to an unknown animation length.");
/// A trigger has no time.
pub const TIME_MISSING: &FindingKind =
    &FindingKind::new("urho-core/time-missing", "A trigger has no time.").with_engine("The engine skips it.");
/// Unknown value type.
pub const TYPE_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-core/type-unknown", "Unknown value type.").with_engine("The engine reads nothing.");
/// A value is invalid.
pub const VALUE_INVALID: &FindingKind = &FindingKind::new("urho-core/value-invalid", "A value is invalid.");
/// Further findings are not listed.
pub const MORE_FINDINGS: &FindingKind =
    &FindingKind::new("urho-core/more-findings", "Further findings are not listed.");
/// Content is not read and not kept.
pub const NOT_KEPT: &FindingKind = &FindingKind::new("urho-core/not-kept", "Content is not read and not kept.");
/// Attributes of the root are not kept.
pub const ROOT_ATTRIBUTES: &FindingKind =
    &FindingKind::new("urho-core/root-attributes", "Attributes of the root are not kept.");
/// A name is missing.
pub const NAME_MISSING: &FindingKind =
    &FindingKind::new("urho-core/name-missing", "A name is missing.").with_engine("The engine uses the empty name.");
/// An element is unknown.
pub const ELEMENT_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-core/element-unknown", "An element is unknown.").with_engine("Urho3D ignores it.");
/// An attribute is unknown and not kept.
pub const ATTRIBUTE_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-core/attribute-unknown", "An attribute is unknown and not kept.");
/// An attribute is duplicated.
pub const ATTRIBUTE_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-core/attribute-duplicate", "An attribute is duplicated.")
        .with_engine("The engine uses the first.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    NAME_DUPLICATE,
    WRONG_TYPE,
    TIME_RELATIVE,
    TIME_MISSING,
    TYPE_UNKNOWN,
    VALUE_INVALID,
    MORE_FINDINGS,
    NOT_KEPT,
    ROOT_ATTRIBUTES,
    NAME_MISSING,
    ELEMENT_UNKNOWN,
    ATTRIBUTE_UNKNOWN,
    ATTRIBUTE_DUPLICATE,
];
