//! Finding kinds of this crate.

binio::kinds! {
    SCHEMA_NO_ASSET_TYPE: "udm-tools/schema-no-asset-type", "The schema has no object for this asset type.",
        engine: "The document isn't checked against the schema.",
        advice: "Pass the schema of this asset type with --schema.";
    SCHEMA_INVALID: "udm-tools/schema-invalid", "The schema is invalid.",
        engine: "Values of this type aren't checked.",
        advice: "Add the type to the schema, or correct its name there.";
    KEY_MISSING: "udm-tools/key-missing", "A key of the schema is missing.",
        engine: "The engine uses its default value.",
        advice: "Add the key if the default value isn't right.";
    KEY_UNKNOWN: "udm-tools/key-unknown", "The schema has no such key.",
        engine: "The engine keeps the key, but nothing reads it through the schema.",
        advice: "Correct the spelling, or add the key to the schema.";
    ENUM_VALUE: "udm-tools/enum-value", "The value is not one of the schema's values.",
        engine: "The engine loads the document; code that reads the value doesn't know what it means.",
        advice: "Use one of the values that the message lists.";
    WRONG_TYPE: "udm-tools/wrong-type", "The value doesn't have the schema's type.",
        engine: "Code that reads the value through the schema doesn't get it.",
        advice: "Store the value with the type that the message names.";
    TYPE_CONVERTED: "udm-tools/type-converted",
        "The value has another type than in the schema, to which it can be converted.",
        engine: "The engine converts it.",
        advice: "Nothing needs to be done.";
}
