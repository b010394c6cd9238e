//! Finding kinds of this crate.

use binio::FindingKind;

/// A line of a material list is unusual.
pub const LIST_LINE: &FindingKind =
    &FindingKind::new("urho-material/list-line", "A line of a material list is unusual.");
/// A material list has fewer lines than the model has geometries.
pub const LIST_LENGTH: &FindingKind =
    &FindingKind::new("urho-material/list-length", "A material list has fewer lines than the model has geometries.")
        .with_engine("The other geometries keep their materials.");
/// A technique pass has an invalid value.
pub const TECHNIQUE_VALUE: &FindingKind =
    &FindingKind::new("urho-material/technique-value", "A technique pass has an invalid value.");
/// A texture side file has an invalid value.
pub const TEXTURE_VALUE: &FindingKind =
    &FindingKind::new("urho-material/texture-value", "A texture side file has an invalid value.");
/// The root element has an unexpected name.
pub const ROOT_NAME: &FindingKind =
    &FindingKind::new("urho-material/root-name", "The root element has an unexpected name.");
/// An element after the root is not read.
pub const EXTRA_ELEMENT: &FindingKind =
    &FindingKind::new("urho-material/extra-element", "An element after the root is not read.");
/// An element is unknown.
pub const ELEMENT_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-material/element-unknown", "An element is unknown.").with_engine("The engine skips it.");
/// Text between elements has no meaning.
pub const STRAY_TEXT: &FindingKind =
    &FindingKind::new("urho-material/stray-text", "Text between elements has no meaning.");
/// An attribute is duplicated.
pub const ATTRIBUTE_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-material/attribute-duplicate", "An attribute is duplicated.")
        .with_engine("The engine uses the first.");
/// An attribute is unknown.
pub const ATTRIBUTE_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-material/attribute-unknown", "An attribute is unknown.")
        .with_engine("The engine skips it.");
/// An attribute value is invalid.
pub const VALUE_INVALID: &FindingKind =
    &FindingKind::new("urho-material/value-invalid", "An attribute value is invalid.");
/// An element is duplicated.
pub const ELEMENT_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-material/element-duplicate", "An element is duplicated.")
        .with_engine("The engine reads the first.");
/// An enumeration value is unknown.
pub const VALUE_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-material/value-unknown", "An enumeration value is unknown.")
        .with_engine("The engine uses its default value.");
/// A material has no technique.
pub const NO_TECHNIQUE: &FindingKind = &FindingKind::new("urho-material/no-technique", "A material has no technique.")
    .with_engine("The engine draws nothing with it.");
/// A technique entry has no name.
pub const TECHNIQUE_UNNAMED: &FindingKind =
    &FindingKind::new("urho-material/technique-unnamed", "A technique entry has no name.")
        .with_engine("The engine drops it.");
/// Unknown technique quality.
pub const QUALITY_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-material/quality-unknown", "Unknown technique quality.");
/// A LOD distance is not a distance.
pub const LOD_DISTANCE: &FindingKind =
    &FindingKind::new("urho-material/lod-distance", "A LOD distance is not a distance.");
/// A texture entry is invalid.
pub const TEXTURE_UNIT: &FindingKind = &FindingKind::new("urho-material/texture-unit", "A texture entry is invalid.");
/// A parameter has no name.
pub const PARAMETER_UNNAMED: &FindingKind =
    &FindingKind::new("urho-material/parameter-unnamed", "A parameter has no name.");
/// A parameter is duplicated.
pub const PARAMETER_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-material/parameter-duplicate", "A parameter is duplicated.")
        .with_engine("The engine uses the later.");
/// A parameter value is invalid.
pub const PARAMETER_VALUE: &FindingKind =
    &FindingKind::new("urho-material/parameter-value", "A parameter value is invalid.");
/// A parameter animation is invalid.
pub const PARAMETER_ANIMATION: &FindingKind =
    &FindingKind::new("urho-material/parameter-animation", "A parameter animation is invalid.");
/// A depth bias is out of range.
pub const DEPTH_BIAS_RANGE: &FindingKind =
    &FindingKind::new("urho-material/depth-bias-range", "A depth bias is out of range.")
        .with_engine("The engine clamps it.");
/// The render order needs more than eight bits.
pub const RENDER_ORDER_RANGE: &FindingKind =
    &FindingKind::new("urho-material/render-order-range", "The render order needs more than eight bits.")
        .with_engine("The engine uses the low eight.");
/// Engines interpret the render order differently.
pub const RENDER_ORDER_DIFFERS: &FindingKind =
    &FindingKind::new("urho-material/render-order-differs", "Engines interpret the render order differently.");
/// A JSON member is unknown or has the wrong type.
pub const JSON_MEMBER: &FindingKind =
    &FindingKind::new("urho-material/json-member", "A JSON member is unknown or has the wrong type.");
/// A JSON member is duplicated.
pub const MEMBER_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-material/member-duplicate", "A JSON member is duplicated.")
        .with_engine("The engine uses the later.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    LIST_LINE,
    LIST_LENGTH,
    TECHNIQUE_VALUE,
    TEXTURE_VALUE,
    ROOT_NAME,
    EXTRA_ELEMENT,
    ELEMENT_UNKNOWN,
    STRAY_TEXT,
    ATTRIBUTE_DUPLICATE,
    ATTRIBUTE_UNKNOWN,
    VALUE_INVALID,
    ELEMENT_DUPLICATE,
    VALUE_UNKNOWN,
    NO_TECHNIQUE,
    TECHNIQUE_UNNAMED,
    QUALITY_UNKNOWN,
    LOD_DISTANCE,
    TEXTURE_UNIT,
    PARAMETER_UNNAMED,
    PARAMETER_DUPLICATE,
    PARAMETER_VALUE,
    PARAMETER_ANIMATION,
    DEPTH_BIAS_RANGE,
    RENDER_ORDER_RANGE,
    RENDER_ORDER_DIFFERS,
    JSON_MEMBER,
    MEMBER_DUPLICATE,
];
