//! Finding kinds of this crate.

use binio::FindingKind;

/// Two metadata entries have the same name.
pub const NAME_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-core/name-duplicate", "Two metadata entries have the same name.")
        .with_engine("The engine keeps the later.")
        .with_advice("Remove or rename one of the two entries in the side file.");
/// A JSON value has the wrong type.
pub const WRONG_TYPE: &FindingKind = &FindingKind::new("urho-core/wrong-type", "A JSON value has the wrong type.")
    .with_engine("The engine ignores it or uses a default value.")
    .with_advice("Correct the value in the side file. The message names the expected type.");
/// A trigger time is relative to an unknown animation length.
pub const TIME_RELATIVE: &FindingKind =
    &FindingKind::new("urho-core/time-relative", "A trigger time is relative to an unknown animation length.")
        .with_engine("The result lacks this trigger; the engine computes its time from the animation.")
        .with_advice("Convert the side file together with its animation, or write the time in seconds.");
/// A trigger has no time.
pub const TIME_MISSING: &FindingKind = &FindingKind::new("urho-core/time-missing", "A trigger has no time.")
    .with_engine("The engine skips it.")
    .with_advice("Add a time in seconds to the trigger in the side file.");
/// Unknown value type.
pub const TYPE_UNKNOWN: &FindingKind = &FindingKind::new("urho-core/type-unknown", "Unknown value type.")
    .with_engine("The engine reads nothing.")
    .with_advice("Correct the type in the side file: Int, Bool, Float, Vector3, String or another type of the engine.");
/// A value is invalid.
pub const VALUE_INVALID: &FindingKind = &FindingKind::new("urho-core/value-invalid", "A value is invalid.")
    .with_engine("The engine reads the beginning of the text that it understands, or 0.")
    .with_advice("Correct the value in the side file.");
/// Further findings are not listed.
pub const MORE_FINDINGS: &FindingKind =
    &FindingKind::new("urho-core/more-findings", "Further findings are not listed.")
        .with_engine("The findings that aren't listed have their effects, too.")
        .with_advice("Correct the listed findings, then validate the file again.");
/// Content is not read and not kept.
pub const NOT_KEPT: &FindingKind = &FindingKind::new("urho-core/not-kept", "Content is not read and not kept.")
    .with_engine("The engine ignores this content, and a written file lacks it.")
    .with_advice("Nothing needs to be done, unless your own programs read it: then copy it into the written file.");
/// Attributes of the root are not kept.
pub const ROOT_ATTRIBUTES: &FindingKind =
    &FindingKind::new("urho-core/root-attributes", "Attributes of the root are not kept.")
        .with_engine("The engine ignores these attributes, and a written file lacks them.")
        .with_advice(
            "Nothing needs to be done, unless your own programs read them: then copy them into the written file.",
        );
/// A name is missing.
pub const NAME_MISSING: &FindingKind = &FindingKind::new("urho-core/name-missing", "A name is missing.")
    .with_engine("The engine uses the empty name.")
    .with_advice("Add a name to the entry in the side file.");
/// An element is unknown.
pub const ELEMENT_UNKNOWN: &FindingKind = &FindingKind::new("urho-core/element-unknown", "An element is unknown.")
    .with_engine("Urho3D ignores it.")
    .with_advice("Check the spelling: metadata and trigger are known. Otherwise nothing needs to be done.");
/// An attribute is unknown and not kept.
pub const ATTRIBUTE_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-core/attribute-unknown", "An attribute is unknown and not kept.")
        .with_engine("The engine ignores the attribute, and a written file lacks it.")
        .with_advice("Check the spelling. If it's right, nothing needs to be done.");
/// An attribute is duplicated.
pub const ATTRIBUTE_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-core/attribute-duplicate", "An attribute is duplicated.")
        .with_engine("The engine uses the first.")
        .with_advice("Remove the second attribute from the side file.");

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
