//! Finding kinds of this crate.

binio::kinds! {
    NAME_DUPLICATE: "urho-core/name-duplicate", "Two metadata entries have the same name.",
        engine: "The engine keeps the later.",
        advice: "Remove or rename one of the two entries in the side file.";
    WRONG_TYPE: "urho-core/wrong-type", "A JSON value has the wrong type.",
        engine: "The engine ignores it or uses a default value.",
        advice: "Correct the value in the side file. The message names the expected type.";
    TIME_RELATIVE: "urho-core/time-relative", "A trigger time is relative to an unknown animation length.",
        engine: "The result lacks this trigger; the engine computes its time from the animation.",
        advice: "Convert the side file together with its animation, or write the time in seconds.";
    TIME_MISSING: "urho-core/time-missing", "A trigger has no time.",
        engine: "The engine skips it.",
        advice: "Add a time in seconds to the trigger in the side file.";
    TYPE_UNKNOWN: "urho-core/type-unknown", "Unknown value type.",
        engine: "The engine reads nothing.",
        advice: "Correct the type in the side file: Int, Bool, Float, Vector3, String or another type of the engine.";
    VALUE_INVALID: "urho-core/value-invalid", "A value is invalid.",
        engine: "The engine reads the beginning of the text that it understands, or 0.",
        advice: "Correct the value in the side file.";
    MORE_FINDINGS: "urho-core/more-findings", "Further findings are not listed.",
        engine: "The findings that aren't listed have their effects, too.",
        advice: "Correct the listed findings, then validate the file again.";
    NOT_KEPT: "urho-core/not-kept", "Content is not read and not kept.",
        engine: "The engine ignores this content, and a written file lacks it.",
        advice: "Nothing needs to be done, unless your own programs read it: then copy it into the written file.";
    ROOT_ATTRIBUTES: "urho-core/root-attributes", "Attributes of the root are not kept.",
        engine: "The engine ignores these attributes, and a written file lacks them.",
        advice: "Nothing needs to be done, unless your own programs read them: then copy them into the written file.";
    NAME_MISSING: "urho-core/name-missing", "A name is missing.",
        engine: "The engine uses the empty name.",
        advice: "Add a name to the entry in the side file.";
    ELEMENT_UNKNOWN: "urho-core/element-unknown", "An element is unknown.",
        engine: "Urho3D ignores it.",
        advice: "Check the spelling: metadata and trigger are known. Otherwise nothing needs to be done.";
    ATTRIBUTE_UNKNOWN: "urho-core/attribute-unknown", "An attribute is unknown and not kept.",
        engine: "The engine ignores the attribute, and a written file lacks it.",
        advice: "Check the spelling. If it's right, nothing needs to be done.";
    ATTRIBUTE_DUPLICATE: "urho-core/attribute-duplicate", "An attribute is duplicated.",
        engine: "The engine uses the first.",
        advice: "Remove the second attribute from the side file.";
}
