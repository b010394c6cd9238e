//! Finding kinds of this crate.

use binio::FindingKind;

/// A line of a material list is unusual.
pub const LIST_LINE: &FindingKind =
    &FindingKind::new("urho-material/list-line", "A line of a material list is unusual.")
        .with_engine("The engine reads the line as a material name, with all blanks.")
        .with_advice("Write one material name per line, such as Materials/Stone.xml.");
/// A material list has fewer lines than the model has geometries.
pub const LIST_LENGTH: &FindingKind =
    &FindingKind::new("urho-material/list-length", "A material list has fewer lines than the model has geometries.")
        .with_engine("The other geometries keep their materials.")
        .with_advice("Add a line for each geometry of the model.");
/// A technique pass has an invalid value.
pub const TECHNIQUE_VALUE: &FindingKind =
    &FindingKind::new("urho-material/technique-value", "A technique pass has an invalid value.")
        .with_engine("The engine uses the value that the message names.")
        .with_advice("Write one of the words that the engine knows, or remove the attribute.");
/// No pass of a technique draws colour.
pub const TECHNIQUE_INVISIBLE: &FindingKind =
    &FindingKind::new("urho-material/technique-invisible", "No pass of a technique draws colour.")
        .with_engine("The engine doesn't show surfaces with it. They can still be occluders or cast shadows.")
        .with_advice("Add a pass such as base if the surface should be visible.");
/// A texture side file has an invalid value.
pub const TEXTURE_VALUE: &FindingKind =
    &FindingKind::new("urho-material/texture-value", "A texture side file has an invalid value.")
        .with_engine("The engine uses its default value, or doesn't load the texture if a file or a face is missing.")
        .with_advice("Write one of the words that the engine knows, and one file for each face.");
/// The root element has an unexpected name.
pub const ROOT_NAME: &FindingKind =
    &FindingKind::new("urho-material/root-name", "The root element has an unexpected name.")
        .with_engine("The engine selects the loader by the place that names the file, and may find nothing to read.")
        .with_advice("Rename the root element as the message says.");
/// An element after the root is not read.
pub const EXTRA_ELEMENT: &FindingKind =
    &FindingKind::new("urho-material/extra-element", "An element after the root is not read.")
        .with_engine("The engine reads the first root element only.")
        .with_advice("Move the element into the root, or remove it.");
/// An element is unknown.
pub const ELEMENT_UNKNOWN: &FindingKind = &FindingKind::new("urho-material/element-unknown", "An element is unknown.")
    .with_engine("The engine skips it.")
    .with_advice("Correct the spelling, or remove the element.");
/// Text between elements has no meaning.
pub const STRAY_TEXT: &FindingKind =
    &FindingKind::new("urho-material/stray-text", "Text between elements has no meaning.")
        .with_engine("The engine skips the text.")
        .with_advice("Remove the text; it is often a leftover of an edit by hand.");
/// An attribute is duplicated.
pub const ATTRIBUTE_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-material/attribute-duplicate", "An attribute is duplicated.")
        .with_engine("The engine uses the first.")
        .with_advice("Remove the second attribute.");
/// An attribute is unknown.
pub const ATTRIBUTE_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-material/attribute-unknown", "An attribute is unknown.")
        .with_engine("The engine skips it.")
        .with_advice("Correct the spelling, or remove the attribute.");
/// An attribute value is invalid.
pub const VALUE_INVALID: &FindingKind =
    &FindingKind::new("urho-material/value-invalid", "An attribute value is invalid.")
        .with_engine("The engine keeps the unknown entity or sign as text.")
        .with_advice("Write the sign as &amp;amp;, &amp;lt; or &amp;quot;.");
/// An element is duplicated.
pub const ELEMENT_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-material/element-duplicate", "An element is duplicated.")
        .with_engine("The engine reads the first.")
        .with_advice("Remove the second element.");
/// An enumeration value is unknown.
pub const VALUE_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-material/value-unknown", "An enumeration value is unknown.")
        .with_engine("The engine uses its default value.")
        .with_advice("Write one of the words that the engine knows.");
/// A material has no technique.
pub const NO_TECHNIQUE: &FindingKind = &FindingKind::new("urho-material/no-technique", "A material has no technique.")
    .with_engine("The engine draws nothing with it.")
    .with_advice("Add a technique, such as Techniques/Diff.xml.");
/// A technique entry has no name.
pub const TECHNIQUE_UNNAMED: &FindingKind =
    &FindingKind::new("urho-material/technique-unnamed", "A technique entry has no name.")
        .with_engine("The engine drops it.")
        .with_advice("Set the name, or remove the entry.");
/// Unknown technique quality.
pub const QUALITY_UNKNOWN: &FindingKind =
    &FindingKind::new("urho-material/quality-unknown", "Unknown technique quality.")
        .with_engine(
            "The engine compares the number with its material quality, so that the technique may never be selected.",
        )
        .with_advice("Use 0 (low), 1 (medium), 2 (high) or 15 (highest).");
/// A LOD distance is not a distance.
pub const LOD_DISTANCE: &FindingKind =
    &FindingKind::new("urho-material/lod-distance", "A LOD distance is not a distance.")
        .with_engine("The engine compares it with the distance, so that the technique is used always or never.")
        .with_advice("Use 0 or a positive number.");
/// A texture entry is invalid.
pub const TEXTURE_UNIT: &FindingKind = &FindingKind::new("urho-material/texture-unit", "A texture entry is invalid.")
    .with_engine("The engine skips the texture, or uses the later one of two.")
    .with_advice("Name the file and a unit that the engine knows, each unit once.");
/// A parameter has no name.
pub const PARAMETER_UNNAMED: &FindingKind =
    &FindingKind::new("urho-material/parameter-unnamed", "A parameter has no name.")
        .with_engine("No shader reads a parameter without a name.")
        .with_advice("Set the name, or remove the parameter.");
/// A parameter is duplicated.
pub const PARAMETER_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-material/parameter-duplicate", "A parameter is duplicated.")
        .with_engine("The engine uses the later.")
        .with_advice("Remove the first of the two.");
/// A parameter value is invalid.
pub const PARAMETER_VALUE: &FindingKind =
    &FindingKind::new("urho-material/parameter-value", "A parameter value is invalid.")
        .with_engine("The engine reads as many numbers as it understands and uses 0 for the rest.")
        .with_advice("Write one to four numbers, separated by spaces.");
/// A parameter animation is invalid.
pub const PARAMETER_ANIMATION: &FindingKind =
    &FindingKind::new("urho-material/parameter-animation", "A parameter animation is invalid.")
        .with_engine("The engine drops the animation, or plays it with its default values.")
        .with_advice("Add a parameter with this name, a speed, and one of the modes Loop, Once or Clamp.");
/// A depth bias is out of range.
pub const DEPTH_BIAS_RANGE: &FindingKind =
    &FindingKind::new("urho-material/depth-bias-range", "A depth bias is out of range.")
        .with_engine("The engine clamps it.")
        .with_advice("Use a constant bias from -1 to 1 and a slope-scaled bias from -16 to 16.");
/// The render order needs more than eight bits.
pub const RENDER_ORDER_RANGE: &FindingKind =
    &FindingKind::new("urho-material/render-order-range", "The render order needs more than eight bits.")
        .with_engine("The engine uses the low eight.")
        .with_advice("Use a number from 0 to 255.");
/// Engines interpret the render order differently.
pub const RENDER_ORDER_DIFFERS: &FindingKind =
    &FindingKind::new("urho-material/render-order-differs", "Engines interpret the render order differently.")
        .with_engine("Urho3D since September 2022 reads the order as a signed number; the other engines read 0 to 255.")
        .with_advice("Use an order from 0 to 127, which is the same in all engines.");
/// A JSON member is unknown or has the wrong type.
pub const JSON_MEMBER: &FindingKind =
    &FindingKind::new("urho-material/json-member", "A JSON member is unknown or has the wrong type.")
        .with_engine("The engine skips the member or uses its default value.")
        .with_advice("Correct the name and the type of the member.");
/// A JSON member is duplicated.
pub const MEMBER_DUPLICATE: &FindingKind =
    &FindingKind::new("urho-material/member-duplicate", "A JSON member is duplicated.")
        .with_engine("The engine uses the later.")
        .with_advice("Remove the first of the two.");

/// All kinds of this crate, in the order of their definition.
pub const ALL: &[&FindingKind] = &[
    LIST_LINE,
    LIST_LENGTH,
    TECHNIQUE_VALUE,
    TECHNIQUE_INVISIBLE,
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
