//! Finding kinds of this crate.

binio::kinds! {
    LIST_LINE: "urho-material/list-line", "A line of a material list is unusual.",
        engine: "The engine reads the line as a material name, with all blanks.",
        advice: "Write one material name per line, such as Materials/Stone.xml.";
    LIST_LENGTH: "urho-material/list-length", "A material list has fewer lines than the model has geometries.",
        engine: "The other geometries keep their materials.",
        advice: "Add a line for each geometry of the model.";
    TECHNIQUE_VALUE: "urho-material/technique-value", "A technique pass has an invalid value.",
        engine: "The engine uses the value that the message names.",
        advice: "Write one of the words that the engine knows, or remove the attribute.";
    TECHNIQUE_INVISIBLE: "urho-material/technique-invisible", "No pass of a technique draws colour.",
        engine: "The engine doesn't show surfaces with it. They can still be occluders or cast shadows.",
        advice: "Add a pass such as base if the surface should be visible.";
    TEXTURE_VALUE: "urho-material/texture-value", "A texture side file has an invalid value.",
        engine: "The engine uses its default value, or doesn't load the texture if a file or a face is missing.",
        advice: "Write one of the words that the engine knows, and one file for each face.";
    ROOT_NAME: "urho-material/root-name", "The root element has an unexpected name.",
        engine: "The engine selects the loader by the place that names the file, and may find nothing to read.",
        advice: "Rename the root element as the message says.";
    EXTRA_ELEMENT: "urho-material/extra-element", "An element after the root is not read.",
        engine: "The engine reads the first root element only.",
        advice: "Move the element into the root, or remove it.";
    ELEMENT_UNKNOWN: "urho-material/element-unknown", "An element is unknown.",
        engine: "The engine skips it.",
        advice: "Correct the spelling, or remove the element.";
    STRAY_TEXT: "urho-material/stray-text", "Text between elements has no meaning.",
        engine: "The engine skips the text.",
        advice: "Remove the text; it is often a leftover of an edit by hand.";
    ATTRIBUTE_DUPLICATE: "urho-material/attribute-duplicate", "An attribute is duplicated.",
        engine: "The engine uses the first.",
        advice: "Remove the second attribute.";
    ATTRIBUTE_UNKNOWN: "urho-material/attribute-unknown", "An attribute is unknown.",
        engine: "The engine skips it.",
        advice: "Correct the spelling, or remove the attribute.";
    VALUE_INVALID: "urho-material/value-invalid", "An attribute value is invalid.",
        engine: "The engine keeps the unknown entity or sign as text.",
        advice: "Write the sign as &amp;amp;, &amp;lt; or &amp;quot;.";
    ELEMENT_DUPLICATE: "urho-material/element-duplicate", "An element is duplicated.",
        engine: "The engine reads the first.",
        advice: "Remove the second element.";
    VALUE_UNKNOWN: "urho-material/value-unknown", "An enumeration value is unknown.",
        engine: "The engine uses its default value.",
        advice: "Write one of the words that the engine knows.";
    NO_TECHNIQUE: "urho-material/no-technique", "A material has no technique.",
        engine: "The engine draws nothing with it.",
        advice: "Add a technique, such as Techniques/Diff.xml.";
    TECHNIQUE_UNNAMED: "urho-material/technique-unnamed", "A technique entry has no name.",
        engine: "The engine drops it.",
        advice: "Set the name, or remove the entry.";
    QUALITY_UNKNOWN: "urho-material/quality-unknown", "Unknown technique quality.",
        engine: "The engine compares the number with its material quality, so that the technique may never be \
            selected.",
        advice: "Use 0 (low), 1 (medium), 2 (high) or 15 (highest).";
    LOD_DISTANCE: "urho-material/lod-distance", "A LOD distance is not a distance.",
        engine: "The engine compares it with the distance, so that the technique is used always or never.",
        advice: "Use 0 or a positive number.";
    TEXTURE_UNIT: "urho-material/texture-unit", "A texture entry is invalid.",
        engine: "The engine skips the texture, or uses the later one of two.",
        advice: "Name the file and a unit that the engine knows, each unit once.";
    PARAMETER_UNNAMED: "urho-material/parameter-unnamed", "A parameter has no name.",
        engine: "No shader reads a parameter without a name.",
        advice: "Set the name, or remove the parameter.";
    PARAMETER_DUPLICATE: "urho-material/parameter-duplicate", "A parameter is duplicated.",
        engine: "The engine uses the later.",
        advice: "Remove the first of the two.";
    PARAMETER_VALUE: "urho-material/parameter-value", "A parameter value is invalid.",
        engine: "The engine reads as many numbers as it understands and uses 0 for the rest.",
        advice: "Write one to four numbers, separated by spaces.";
    PARAMETER_ANIMATION: "urho-material/parameter-animation", "A parameter animation is invalid.",
        engine: "The engine drops the animation, or plays it with its default values.",
        advice: "Add a parameter with this name, a speed, and one of the modes Loop, Once or Clamp.";
    DEPTH_BIAS_RANGE: "urho-material/depth-bias-range", "A depth bias is out of range.",
        engine: "The engine clamps it.",
        advice: "Use a constant bias from -1 to 1 and a slope-scaled bias from -16 to 16.";
    RENDER_ORDER_RANGE: "urho-material/render-order-range", "The render order needs more than eight bits.",
        engine: "The engine uses the low eight.",
        advice: "Use a number from 0 to 255.";
    RENDER_ORDER_DIFFERS: "urho-material/render-order-differs", "Engines interpret the render order differently.",
        engine: "Urho3D since September 2022 reads the order as a signed number; the other engines read 0 to 255.",
        advice: "Use an order from 0 to 127, which is the same in all engines.";
    JSON_MEMBER: "urho-material/json-member", "A JSON member is unknown or has the wrong type.",
        engine: "The engine skips the member or uses its default value.",
        advice: "Correct the name and the type of the member.";
    MEMBER_DUPLICATE: "urho-material/member-duplicate", "A JSON member is duplicated.",
        engine: "The engine uses the later.",
        advice: "Remove the first of the two.";
}
